#!/usr/bin/env python3
"""Hupo beside what one would pick instead: the same documents and questions, the same scores, the same machine.

    python3 benches/peers/run.py SET… [--group GROUP] [--peer NAME…] [--json] [--venv DIR]

SET is a folder in BEIR layout. A throw-away environment is made and each peer installed into it, in the versions of its
requirements file; a peer that cannot be installed or run is left out, and named with the reason. `hupo` is the release
binary of this checkout, or $HUPO. Hupo's own figures are worked out once more from its answers, so that nobody is scored
in another way.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

import environment
import ours
import table

PEERS = ["plain_bm25", "plain_vectors", "lance_hybrid", "chroma", "mem0_raw"]


def main() -> int:
    arguments = parsed()
    with tempfile.TemporaryDirectory(prefix="hupo-peers-") as scratch:
        folder = Path(scratch)
        python, left_out = environment.make(arguments.venv or folder / "venv", arguments.peer)
        rows = []
        for name in arguments.sets:
            rows += ours.rows(name, arguments.group, folder)
            for peer in [peer for peer in arguments.peer if peer not in left_out]:
                row, reason = environment.ask(python, peer, name, arguments.group)
                rows += [row] if row else []
                if reason:
                    left_out[f"{peer} on {name.name}"] = reason
    if arguments.json:
        print(json.dumps({"rows": rows, "left_out": left_out}, ensure_ascii=False, indent=1))
    else:
        print(table.markdown(rows, left_out))
    return 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", type=Path, metavar="SET")
    parser.add_argument("--group", help="only this group of each set")
    parser.add_argument("--peer", action="append", choices=PEERS, help="only this peer (repeat it)")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--venv", type=Path, help="keep the environment here, to run again without installing")
    arguments = parser.parse_args()
    arguments.peer = arguments.peer or PEERS
    return arguments


if __name__ == "__main__":
    sys.exit(main())
