"""The OpenAPI document is valid 3.1, and names every verb that the .proto has."""

import json
import re
import urllib.request
from pathlib import Path

from openapi_spec_validator import OpenAPIV31SpecValidator

from served import environment

PROTO = Path(__file__).resolve().parent.parent.parent / "crates/server/proto/hupo/v1/hupo.proto"


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


with urllib.request.urlopen(f"{environment('HUPO_URL')}/openapi.json", timeout=10) as answer:
    document = json.load(answer)
assert document["openapi"].startswith("3.1"), document["openapi"]
errors = list(OpenAPIV31SpecValidator(document).iter_errors())
assert not errors, errors[:3]
verbs = {snake(name) for name in re.findall(r"^  rpc (\w+)\(", PROTO.read_text(), re.MULTILINE)}
paths = {path.removeprefix("/v1/") for path in document["paths"] if path.startswith("/v1/")}
assert verbs == paths, (verbs - paths, paths - verbs)
undescribed = [
    f"{path} {method}" for path, item in document["paths"].items() for method, operation in item.items()
    if isinstance(operation, dict) and not (operation.get("summary") or operation.get("description"))
]
assert not undescribed, undescribed
print(f"valid 3.1, {len(paths)} verbs, each described")
