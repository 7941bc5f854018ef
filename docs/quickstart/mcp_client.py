"""Five minutes with MCP in Python: the tools a model gets, called by hand. Needs no server: it starts `hupo mcp` itself.

    pip install mcp
    python mcp_client.py

A chat client is given the same by its configuration; docs/serving.md has examples.
"""

import asyncio
import os
import tempfile

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

root = os.environ.get("HUPO_ROOT") or tempfile.mkdtemp()
hupo = StdioServerParameters(
    command=os.environ.get("HUPO", "hupo"), args=["--root", root, "--space", "quick-mcp", "mcp"]
)


async def main() -> None:
    async with Client(hupo) as client:
        for tool in (await client.list_tools()).tools:
            print(f"{tool.name}: {tool.title}")

        async def call(name: str, **arguments: object) -> dict:
            result = await client.call_tool(name, arguments)
            print(f"\n{name}\n{result.content[0].text}")
            assert not result.is_error
            return result.structured_content

        # At the start of a conversation; no arguments needed.
        await call("context")
        # The user's own words, and what to keep of them. By default a person decides.
        kept = await call("remember", words="我对腰果过敏，虾没事", fact="用户对腰果过敏。", speaker="Mei")
        assert kept["waits_for_a_person"]
        await call("review_list")
        await call("review_decide", id=kept["proposal_id"], decision="approve", by="Mei")
        # Later: found again, with the words it rests on.
        found = await call("recall", query="我对什么过敏？")
        assert any("腰果" in one["text"] for one in found["answers"])
        await call("show_sources", id=found["answers"][0]["id"])


asyncio.run(main())
