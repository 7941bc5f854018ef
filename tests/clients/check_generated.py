"""A client generated from the OpenAPI document, by a generator that never saw ours, writes a line and finds it."""

import importlib
import json
import subprocess
import sys
import urllib.request
from pathlib import Path

from served import environment

URL = environment("HUPO_URL")
SCRATCH = Path(environment("HUPO_SCRATCH"))
SPACE = "generated"

document = SCRATCH / "openapi.json"
with urllib.request.urlopen(f"{URL}/openapi.json", timeout=10) as answer:
    document.write_bytes(answer.read())
settings = SCRATCH / "generator.yml"
settings.write_text("project_name_override: hupo-client\npackage_name_override: hupo_client\npost_hooks: []\n")
done = subprocess.run(
    [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(document), "--meta", "none",
     "--output-path", str(SCRATCH / "generated/hupo_client"), "--overwrite", "--config", str(settings)],
    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
)
assert done.returncode == 0, done.stdout
# The generator knows no JSON Lines, which is what an export is made of; nothing else may be missing.
warnings = [line for line in done.stdout.splitlines() if "WARNING" in line or "Unable to" in line]
strange = [line for line in warnings if "/v1/export" not in line and "/v1/import" not in line]
assert not strange, done.stdout
sys.path.insert(0, str(SCRATCH / "generated"))

client = importlib.import_module("hupo_client").Client(base_url=URL)
models = importlib.import_module("hupo_client.models")


def call(verb: str, message: dict) -> dict:
    """The generated function and model of a verb, found by the verb's name."""
    folder = next((SCRATCH / "generated/hupo_client/api").glob(f"*/{verb}.py"), None)
    assert folder, f"there is no generated function for {verb}"
    module = importlib.import_module(f"hupo_client.api.{folder.parent.name}.{verb}")
    name = "".join(part.title() for part in verb.split("_")) + "Request"
    model = next(getattr(models, found) for found in dir(models) if found.endswith(name))
    answer = module.sync_detailed(client=client, body=model.from_dict(message))
    assert answer.status_code == 200, (verb, answer)
    return answer.parsed.to_dict() if answer.parsed is not None else json.loads(answer.content)


call("create_space", {"space": SPACE, "zone": "Asia/Shanghai"})
said = "我妹妹 Lin 三月要搬去里斯本"
call("append", {"space": SPACE, "messages": [{"role": "ROLE_USER", "text": said}]})
found = call("recall", {"space": SPACE, "question": {"text": "Lin 要搬去哪", "scope": "SEARCH_SCOPE_TRANSCRIPT"}})
assert [quoted["quote"] for hit in found["hits"] for quoted in hit["evidence"]] == [said], found
print("generated, but for the streams of JSON Lines; written and found")
