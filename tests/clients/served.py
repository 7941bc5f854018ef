"""A `hupo serve` of its own: started on a free port, ready before anybody asks, stopped and looked at in the end."""

import json
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def make_key(hupo: Path, root: Path, name: str, space: str) -> str:
    """A key for one space, with every right; only its maker ever sees it."""
    command = [str(hupo), "--root", str(root), "--json", "keys", "create", "--name", name, "--covers", space,
               "--verbs", "read,write,review,admin"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)["key"]


class Server:
    """`hupo serve` over a new root, without models; with `keyed` it answers nobody without a key."""

    def __init__(self, hupo: Path, folder: Path, keyed: bool = False):
        self.hupo, self.root, self.name, self.keyed = hupo, folder / "root", folder.name, keyed
        self.address = f"127.0.0.1:{free_port()}"
        self.url = f"http://{self.address}"
        self.log_path = folder / "log"
        self.found: list[str] = []

    def __enter__(self) -> "Server":
        self.root.mkdir(parents=True)
        if self.keyed:
            make_key(self.hupo, self.root, "first", "first")
        self.log = self.log_path.open("wb")
        command = [str(self.hupo), "--root", str(self.root), "serve", "--no-models", "--listen", self.address]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)
        self.wait_until_it_is_ready()
        return self

    def wait_until_it_is_ready(self) -> None:
        for _ in range(300):
            if self.process.poll() is not None:
                raise SystemExit(f"hupo serve ended with {self.process.returncode}:\n{self.said()}")
            try:
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=1) as ready:
                    said = ready.read().decode()
                    if not said.startswith("ready, without: embedder"):
                        raise SystemExit(f"it does not say that it serves without models: {said}")
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise SystemExit(f"hupo serve was not ready after 30 s:\n{self.said()}")

    def __exit__(self, *_: object) -> None:
        alive = self.process.poll() is None
        if not alive:
            self.found.append(f"it ended by itself with {self.process.returncode}")
        else:
            self.process.send_signal(signal.SIGTERM)
            try:
                if self.process.wait(timeout=20) != 0:
                    self.found.append(f"it was asked to stop, and ended with {self.process.returncode}")
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                self.found.append("it was asked to stop, and had not after 20 s")
        self.log.close()

    def said(self) -> str:
        return self.log_path.read_text(errors="replace")[-4000:]

    def complaints(self) -> list[str]:
        """What was wrong with it, beside the answers it gave: it ended, it would not stop, something panicked."""
        if self.process.poll() is None:
            return []
        said = self.log_path.read_text(errors="replace")
        panics = [line for line in said.splitlines() if "panicked at" in line]
        return self.found + panics[:5]


def rss_kib(pid: int) -> int:
    """What a process holds in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def environment(name: str) -> str:
    """A variable the driver sets."""
    value = os.environ.get(name)
    if not value:
        raise SystemExit(f"{name} is not set: run this through tests/clients/run.py")
    return value
