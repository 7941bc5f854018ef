#!/usr/bin/env python3
"""Gives a BEIR set of passages the names they share as entities, so that the graph leg can be fitted where no set has any.

    python3 benches/fit/named.py SET OUT/hotpot-train100 && hupo bench OUT/hotpot-train100 --run full --run "full step from 10" …

A name is a run of capitalised words (and numbers behind them) not at the beginning of a sentence, in two passages or more.
Needs no package.
"""
import collections, json, pathlib, re, shutil, sys

NAME = re.compile(r"(?:[A-Z][\w\.'’-]*|\d{4})(?:\s+(?:of|the|de|and|for|in)?\s*(?:[A-Z][\w\.'’-]*|\d+))*")

def names(text):
    for sentence in re.split(r"(?<=[.!?])\s+", text):
        for found in NAME.finditer(sentence):
            name = found.group(0).strip(" .,'")
            if len(name) > 2 and not name.isdigit() and (found.start() > 0 or " " in name): yield name

def main():
    source, out = map(pathlib.Path, sys.argv[1:3]); shutil.copytree(source, out, dirs_exist_ok=True)
    passages = [json.loads(line) for line in open(source / "corpus.jsonl", encoding="utf-8")]
    held = collections.Counter(name for p in passages for name in set(names(f"{p['title']}. {p['text']}")))
    shared = sorted(name for name, n in held.items() if n > 1)
    with open(out / "entities.jsonl", "w", encoding="utf-8") as file:
        file.writelines(json.dumps({"entity": name}, ensure_ascii=False) + "\n" for name in shared)
    print(len(shared), "names")

if __name__ == "__main__": main()
