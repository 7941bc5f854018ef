"""Schema-driven fuzz: schemathesis makes requests from the OpenAPI document; no answer may be a 5xx without a reason.

The server is expected to answer every request, to say 4xx to what is wrong, and to answer as its document says.
Fields that are left out of the requests, and why:
- `space`: a made-up name names no space, and every answer would be the same; the header names one instead;
- `at_least`: a made-up write is not there yet, and the answer is 503 with that reason;
- `deadline_ms`, and the header `hupo-timeout-ms`: a made-up one is mostly over before it begins, and the answer is 504
  with that reason.
Verbs that are left out, and why:
- `erase_space`, as it would take the spaces away that the other verbs are asked about;
- `import`, `restore_backup`, as their bodies are raw files, which the other checks and the Rust tests stream.
- `propose`, `review_decide`, of the coverage phase alone: it writes every combination of a proposal's parts, and does
  not come to an end.
"""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

from asking import must
from served import environment

URL = environment("HUPO_URL")
EXAMPLES = "50"
SEED = "20261130"
LEFT_OUT = ["/v1/erase_space", "/v1/import", "/v1/restore_backup"]
CHECKS = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]

SPACE = "fuzz"
FIELDS_LEFT_OUT = {"space", "at_least", "deadline_ms"}


def without_fields(node: object) -> object:
    """A schema without the fields that are left out."""
    if isinstance(node, list):
        return [without_fields(one) for one in node]
    if not isinstance(node, dict):
        return node
    node = {name: without_fields(one) for name, one in node.items()}
    if isinstance(node.get("properties"), dict):
        node["properties"] = {name: one for name, one in node["properties"].items() if name not in FIELDS_LEFT_OUT}
    if isinstance(node.get("required"), list):
        node["required"] = [name for name in node["required"] if name not in FIELDS_LEFT_OUT]
    return node


with urllib.request.urlopen(f"{URL}/openapi.json", timeout=10) as answer:
    whole = json.load(answer)
requests = {name: schema for name, schema in whole["components"]["schemas"].items() if name.endswith("Request")}
whole["components"]["schemas"].update(without_fields(requests))
for item in whole["paths"].values():
    for operation in item.values():
        kept = [one for one in operation.get("parameters", []) if not one.get("$ref", "").endswith("/Deadline")]
        operation["parameters"] = kept
document = Path(environment("HUPO_SCRATCH")) / "fuzzed.json"
document.write_text(json.dumps(whole))
must(URL, "create_space", {"space": SPACE, "zone": "UTC"})
must(URL, "append", {"space": SPACE, "messages": [{"role": "ROLE_USER", "text": "我对腰果过敏 but shrimp is fine"}]})


def run(phases: str, left_out: list[str]) -> int:
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "run", str(document), "--url", URL, "--seed", SEED,
        "--max-examples", EXAMPLES, "--checks", ",".join(CHECKS), "--phases", phases, "--workers", "2",
        "--request-timeout", "20", "--header", f"x-hupo-space: {SPACE}", "--no-color",
        "--suppress-health-check", "all", "--continue-on-failure", "--warnings", "off",
    ]
    for path in left_out:
        command += ["--exclude-path", path]
    # It leaves what it learnt where it runs.
    scratch = environment("HUPO_SCRATCH")
    done = subprocess.run(command, cwd=scratch, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    lines = done.stdout.splitlines()
    shown = lines[-120:] if done.returncode else [line.strip() for line in lines if "generated" in line]
    print(f"{phases}:", "\n".join(shown), flush=True)
    return done.returncode


covered = run("coverage", [*LEFT_OUT, "/v1/propose", "/v1/review_decide"])
fuzzed = run("examples,fuzzing", LEFT_OUT)
sys.exit(covered or fuzzed)
