"""Schema-driven fuzz: schemathesis makes requests from the OpenAPI document; no answer may be a 5xx without a reason.

The server is expected to answer every request, to say 4xx to what is wrong, and to answer as its document says.
Verbs that are left out, and why:
- `erase_space`, as it would take the spaces away that the other verbs are asked about;
- `import`, `restore_backup`, as their bodies are raw files, which the other checks and the Rust tests stream.
"""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

from asking import must
from served import environment

URL = environment("HUPO_URL")
EXAMPLES = "60"
SEED = "20261130"
LEFT_OUT = ["/v1/erase_space", "/v1/import", "/v1/restore_backup"]
CHECKS = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]

# A name that a fuzzer makes up names no space, and every answer would be the same: the header names one instead.
SPACE = "fuzz"


def without_space(node: object) -> object:
    """The document without the field that names the space of a request."""
    if isinstance(node, list):
        return [without_space(one) for one in node]
    if not isinstance(node, dict):
        return node
    node = {name: without_space(one) for name, one in node.items()}
    if isinstance(node.get("properties"), dict):
        node["properties"].pop("space", None)
    if isinstance(node.get("required"), list):
        node["required"] = [name for name in node["required"] if name != "space"]
    return node


with urllib.request.urlopen(f"{URL}/openapi.json", timeout=10) as answer:
    whole = json.load(answer)
requests = {name: schema for name, schema in whole["components"]["schemas"].items() if name.endswith("Request")}
whole["components"]["schemas"].update(without_space(requests))
document = Path(environment("HUPO_SCRATCH")) / "fuzzed.json"
document.write_text(json.dumps(whole))
must(URL, "create_space", {"space": SPACE, "zone": "UTC"})
must(URL, "append", {"space": SPACE, "messages": [{"role": "ROLE_USER", "text": "我对腰果过敏 but shrimp is fine"}]})
command = [
    str(Path(sys.executable).parent / "schemathesis"), "run", str(document), "--url", URL, "--seed", SEED,
    "--max-examples", EXAMPLES, "--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing",
    "--workers", "2", "--request-timeout", "20", "--header", f"x-hupo-space: {SPACE}", "--no-color",
    "--suppress-health-check", "all", "--continue-on-failure",
]
for path in LEFT_OUT:
    command += ["--exclude-path", path]
done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
print("\n".join(done.stdout.splitlines()[-60:]))
sys.exit(done.returncode)
