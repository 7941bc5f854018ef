"""Talks to `hupo serve` and `hupo mcp` with other people's clients: MCP SDK, gRPC, plain HTTP, OpenAPI tools.

    python3 -B tests/clients/run.py target/release/hupo [--only NAME] [--keep]

It makes a virtual environment of the pinned requirements under target/, starts a server on a free port over an empty
root, runs every check and every script of docs/quickstart, and stops the server. Each check is a program of its own;
it says what it saw, and fails by its exit status.
"""

import argparse
import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TREE = HERE.parent.parent
sys.path.insert(0, str(HERE))

from served import Server, make_key  # noqa: E402

# What runs, in order; a name ending in .sh runs under bash. Each must end within its seconds.
CHECKS = [
    ("quickstart, curl", TREE / "docs/quickstart/curl.sh", 30),
    ("quickstart, gRPC", TREE / "docs/quickstart/grpc_client.py", 60),
    ("quickstart, MCP", TREE / "docs/quickstart/mcp_client.py", 60),
    ("the page's examples", HERE / "check_page.py", 60),
    ("JSON", HERE / "check_json.py", 60),
    ("gRPC", HERE / "check_grpc.py", 60),
    ("MCP", HERE / "check_mcp.py", 120),
    ("OpenAPI", HERE / "check_openapi.py", 60),
    ("a generated client", HERE / "check_generated.py", 120),
    ("schema-driven fuzz", HERE / "check_fuzz.py", 240),
]


def environment() -> Path:
    """The Python of an environment with exactly the requirements; made once for each list of them."""
    wanted = (HERE / "requirements.txt").read_bytes()
    folder = TREE / "target/clients" / f"venv-{hashlib.sha256(wanted).hexdigest()[:12]}"
    python = folder / "bin/python"
    if (folder / "whole").exists():
        return python
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*install, "-r", str(HERE / "requirements.txt")], check=False)
    if done.returncode != 0:
        sys.exit("pip could not fetch the clients of tests/clients/requirements.txt: without them nothing is shown")
    (folder / "whole").touch()
    return python


def run_one(name: str, script: Path, seconds: int, python: Path, variables: dict[str, str]) -> bool:
    began = time.monotonic()
    command = ["bash", str(script)] if script.suffix == ".sh" else [str(python), "-B", str(script)]
    process = subprocess.Popen(
        command, env={**os.environ, **variables}, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )
    try:
        said, _ = process.communicate(timeout=seconds)
        passed = process.returncode == 0
    except subprocess.TimeoutExpired:
        # With all that it started.
        os.killpg(process.pid, signal.SIGKILL)
        said, _ = process.communicate()
        passed, said = False, f"{said}\nstopped after {seconds} s"
    print(f"{'ok    ' if passed else 'FAILED'} {name} ({time.monotonic() - began:.1f} s)")
    lines = said.strip().splitlines()
    for line in lines[-12:] if passed else lines[-120:]:
        print(f"       {line}")
    return passed


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("hupo", type=Path, help="the command to serve with")
    arguments.add_argument("--only", help="run only the check of this name")
    arguments.add_argument("--keep", action="store_true", help="keep the root and the log")
    chosen = arguments.parse_args()
    hupo = chosen.hupo.resolve()
    python = environment()
    folder = Path(tempfile.mkdtemp(prefix="hupo-clients-"))
    failed = []
    with Server(hupo, folder / "open") as open_server, Server(hupo, folder / "keyed", keyed=True) as keyed:
        variables = {
            "HUPO": str(hupo),
            "HUPO_URL": open_server.url,
            "HUPO_ADDRESS": open_server.address,
            "HUPO_KEYED_URL": keyed.url,
            "HUPO_KEYED_ADDRESS": keyed.address,
            "HUPO_KEY_MEI": make_key(hupo, keyed.root, "mei", "mei"),
            "HUPO_KEY_LIN": make_key(hupo, keyed.root, "lin", "lin"),
            "HUPO_SCRATCH": str(folder),
            "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
        }
        for name, script, seconds in CHECKS:
            if chosen.only in (None, name) and not run_one(name, script, seconds, python, variables):
                failed.append(name)
        failed += [f"{server.name}: {what}" for server in (open_server, keyed) for what in server.complaints()]
    if not chosen.keep and not failed:
        subprocess.run(["rm", "-rf", str(folder)], check=False)
    else:
        print(f"kept: {folder}")
    print(f"clients: {len(CHECKS)} checks, {len(failed)} failed" if not chosen.only else "clients: one check")
    for name in failed:
        print(f"FAILED {name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
