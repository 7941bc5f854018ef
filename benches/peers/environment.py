"""A throw-away environment: each peer installed by pip in the versions of its requirements file, and asked in a process
of its own, so that one that fails takes no other with it."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent

# No peer calls home or fetches a model; mem0 makes a client of a language model that it is never asked to use.
ALONE = {"HF_HUB_OFFLINE": "1", "ANONYMIZED_TELEMETRY": "False", "MEM0_TELEMETRY": "False", "OPENAI_API_KEY": "none"}


def make(folder: Path, peers: list[str]) -> tuple[Path, dict[str, str]]:
    """The environment's Python, and the peers that could not be installed, each with pip's last word."""
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    left_out = {peer: reason for peer in peers if (reason := install(python, peer))}
    return python, left_out


def install(python: Path, peer: str) -> str:
    """Installs a peer; the reason why it could not be, or nothing."""
    command = [python, "-m", "pip", "install", "--quiet", "--requirement", HERE / "requirements" / f"{peer}.txt"]
    print(f"installing {peer}", file=sys.stderr)
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else last_line(done.stderr)


def ask(python: Path, peer: str, folder: Path, group: str | None) -> tuple[dict | None, str]:
    """A peer's row over a set, or the reason why there is none."""
    print(f"asking {peer} about {folder.name}", file=sys.stderr)
    command = [python, "-B", HERE / "one.py", peer, folder] + ([group] if group else [])
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | ALONE)
    if done.returncode != 0:
        return None, last_line(done.stderr)
    return json.loads(done.stdout.splitlines()[-1]), ""


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("[notice]")]
    return lines[-1][:200] if lines else "no reason was given"
