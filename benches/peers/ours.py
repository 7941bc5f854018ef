"""Hupo's own rows: `hupo bench` over the same set, and its scores worked out once more from its answers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import beir
import scores

TOP = Path(__file__).resolve().parents[2]
RUNS = ["keyword", "vector", "fused", "full"]


def rows(folder: Path, group: str | None, scratch: Path) -> list[dict]:
    """A row a run. Stops if hupo scores any answer otherwise than the peers are scored."""
    answers = scratch / "answers.jsonl"
    command = [binary(), "bench", folder, "--json", "--quiet", "--answers", answers]
    command += [part for run in RUNS for part in ("--run", run)] + (["--group", group] if group else [])
    print(f"asking hupo about {folder.name}", file=sys.stderr)
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"hupo bench failed: {done.stderr.strip()}")
    agree(answers, beir.groups(folder, group))
    return [named(row) for row in json.loads(done.stdout)]


def binary() -> Path:
    built = Path(os.environ.get("CARGO_TARGET_DIR", TOP / "target")) / "release" / "hupo"
    hupo = Path(os.environ.get("HUPO", built))
    if not hupo.exists():
        sys.exit("there is no hupo yet: cargo build --release -p hupo-cli")
    return hupo


def agree(answers: Path, groups: list[beir.Group]) -> None:
    gold = {question.id: question.gold for group in groups for question in group.questions}
    for line in beir.lines(answers):
        for name, value in scores.score(line["answer"], gold[line["question"]]).items():
            if abs(value - line[name]) > 1e-4:
                sys.exit(f"hupo scores {line['run']} on {line['question']} otherwise: {name} {line[name]}, here {value}")


def named(row: dict) -> dict:
    rate = row["documents_embedded_per_second"]
    return row | {"run": f"hupo {row['run']}", "filled_per_second": rate}
