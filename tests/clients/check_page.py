"""Runs the curl examples of docs/serving.md, in their order, as they stand there: only the address is another."""

import re
import subprocess
from pathlib import Path

from served import environment

PAGE = Path(__file__).resolve().parent.parent.parent / "docs/serving.md"
ADDRESS = "http://127.0.0.1:7413"

blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
examples = [block for block in blocks if block.startswith("curl ")]
assert len(examples) >= 5, "the page has examples"
for example in examples:
    assert ADDRESS in example, example
    script = "set -euo pipefail\n" + example.replace(ADDRESS, environment("HUPO_URL"))
    done = subprocess.run(["bash", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, f"{example}\n{done.stdout}"
print(f"{len(examples)} examples of docs/serving.md run as they stand")
