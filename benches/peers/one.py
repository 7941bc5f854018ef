"""One peer over one set: filled group by group, asked every question, scored. Prints its row as a line of JSON.

Called by run.py inside the environment: `python one.py PEER SET [GROUP]`.
"""

import importlib
import json
import sys
import tempfile
import time
from pathlib import Path

import beir
import scores

K = 10


def row(peer_name: str, folder: Path, only: str | None) -> dict:
    module = importlib.import_module(peer_name)
    scored, times, written, n_bytes, seconds = [], [], 0, 0, 0.0
    for group in beir.groups(folder, only):
        with tempfile.TemporaryDirectory(prefix="hupo-peer-") as scratch:
            peer = module.Peer(Path(scratch))
            began = time.perf_counter()
            peer.fill(group.documents)
            seconds += time.perf_counter() - began
            written += len(group.documents)
            peer.ask("热身 warm up?", K)
            for question in group.questions:
                began = time.perf_counter()
                answer = peer.ask(question.text, K)
                times.append(1000 * (time.perf_counter() - began))
                if question.is_answerable:
                    scored.append(scores.score(answer, question.gold))
            n_bytes += peer.bytes() if hasattr(peer, "bytes") else beir.size_of(Path(scratch))
    about = {"set": folder.resolve().name, "run": peer_name, "about": module.ABOUT, "n": len(scored)}
    rates = {"p50_ms": sorted(times)[len(times) // 2], "disk_bytes": n_bytes, "filled_per_second": written / seconds}
    return about | scores.mean(scored) | rates


if __name__ == "__main__":
    peer, folder, *group = sys.argv[1:]
    print(json.dumps(row(peer, Path(folder), group[0] if group else None), ensure_ascii=False))
