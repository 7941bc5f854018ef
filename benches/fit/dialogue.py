#!/usr/bin/env python3
"""How to read a piece of dialogue: variants scored on pieces of a TRAINING conversation, which have no judgements of their own.

    python3 benches/fit/dialogue.py DATASETS MODELS        # needs numpy, onnxruntime, tokenizers

A piece is up to five turns of LoCoMo's conv-26 that end at a turn which, with earlier ones, answers a question of the set.
What it should find is what was observed of those earlier turns, among all observations of earlier sessions. 26 pieces.
"""
import csv, json, math, pathlib, re, sys
from collections import Counter
import numpy as np, onnxruntime as ort
from tokenizers import Tokenizer

GROUP = "conv-26"

def lines_of(path): return [json.loads(line) for line in open(path, encoding="utf-8")]

def pieces(folder):
    turns = [d for d in lines_of(folder / "corpus.jsonl") if d["metadata"]["group"] == GROUP]
    place = {d["_id"]: i for i, d in enumerate(turns)}
    session = lambda i: turns[place[i]]["metadata"]["session"]
    adversarial = {q["_id"] for q in lines_of(folder / "queries.jsonl") if q["metadata"]["category"] == "adversarial"}
    gold = {}
    for row in list(csv.reader(open(folder / "qrels/test.tsv"), delimiter="\t"))[1:]:
        if row[0].startswith(GROUP) and row[0] not in adversarial: gold.setdefault(row[0], []).append(row[1])
    earlier = {}
    for ids in gold.values():
        for last in ids:
            before = {i for i in ids if session(i) < session(last)}
            if before: earlier.setdefault(last, set()).update(before)
    seen = [(r["object"], r["docs"]) for r in lines_of(folder / "relations.jsonl") if r["group"] == GROUP and r["relation"] == "observation"]
    for last, before in earlier.items():
        at, s = place[last], session(last)
        said = [t for t in turns[max(0, at - 4):at + 1] if t["metadata"]["session"] == s]
        text = "\n".join(f"{t['metadata']['speaker']}: {t['text']}" for t in said)
        corpus = [(what, docs) for what, docs in seen if all(session(d) < s for d in docs)]
        right = [any(d in before for d in docs) for _, docs in corpus]
        if any(right) and len(corpus) > 40: yield text, [what for what, _ in corpus], np.array(right)

class Embedder:
    def __init__(self, models):
        folder = models / "fetched/multilingual-e5-small-zhen-int8"
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json")); self.tokenizer.no_padding(); self.tokenizer.no_truncation()
        options = ort.SessionOptions(); options.intra_op_num_threads = 1
        self.session = ort.InferenceSession(str(folder / "model.onnx"), options)
        self.means = json.load(open(models / "centring/multilingual-e5-small.json")); self.kept = {}
    def states(self, text, side):
        if (text, side) not in self.kept:
            ids = self.tokenizer.encode(f"{side}: {text}").ids[:256]; ids = np.array([ids], np.int64)
            feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            names = {i.name for i in self.session.get_inputs()}
            self.kept[text, side] = self.session.run(None, {k: v for k, v in feed.items() if k in names})[0][0]
        return self.kept[text, side]
    def vector(self, text, side):
        v = self.states(text, side).mean(0); v = v / np.linalg.norm(v) - np.array(self.means[side]["en"])
        return v / np.linalg.norm(v)
    def tokens(self, text, side):
        rows = self.states(text, side)[3:-1]; return rows / np.linalg.norm(rows, axis=1, keepdims=True)

STOP = set("a an and are as at be but by for from had has have he her his i if in is it its me my not of on or our she so that the their them they this to was we were what when where who why how will with you your do did does can could would should just really very too am".split())
def terms(text): return [re.sub(r"(ing|ed|es|s|ly)$", "", w) if len(w) > 4 else w for w in re.findall(r"[a-z0-9']+", text.lower()) if w not in STOP]

def bm25(asked, docs, k1=.9, b=.75):
    counts = [Counter(terms(d)) for d in docs]; lengths = [sum(c.values()) for c in counts]; mean = sum(lengths) / len(docs)
    held = Counter(w for c in counts for w in c); idf = lambda w: math.log(1 + (len(docs) - held[w] + .5) / (held[w] + .5))
    one = lambda c, n: sum(q * idf(w) * c[w] * (k1 + 1) / (c[w] + k1 * (1 - b + b * n / mean)) for w, q in asked.items() if w in c)
    return np.array([one(c, n) for c, n in zip(counts, lengths)])

def scale(x): return (x - x.mean()) / x.std() if x.std() > 1e-9 else x * 0
def speaker(line): return line.split(":", 1)[0]
def own(text): ls = text.split("\n"); return [l for l in ls if speaker(l) == speaker(ls[-1])]
def words(text, others):
    mine = set(own(text)); bag = Counter()
    for line in text.split("\n"):
        for w in terms(line): bag[w] += 1 if line in mine else others
    return bag

def score(order, right):
    top = right[order[:10]]; best = sum(1 / math.log2(i + 2) for i in range(min(10, right.sum())))
    return sum(1 / math.log2(i + 2) for i, r in enumerate(top) if r) / best, right[order[:5]].sum() / right.sum()

def main():
    sets, models = map(pathlib.Path, sys.argv[1:3]); e = Embedder(models); all_pieces = list(pieces(sets / "locomo"))
    def near(queries, docs): return np.array([e.vector(d, "passage") for d in docs]) @ sum(e.vector(q, "query") for q in queries)
    def late(query, docs, turned):
        said, rows = e.tokens(query, "query"), [e.tokens(d, "passage") for d in docs]; shared = np.concatenate(rows).mean(0)
        free = lambda x: (x - shared) / np.linalg.norm(x - shared, axis=1, keepdims=True)
        said = free(said); return np.array([((free(r) @ said.T) if turned else (said @ free(r).T)).max(1).mean() for r in rows])
    mine, last = lambda t: "\n".join(own(t)), lambda t: t.split("\n")[-1]
    joined = lambda t, d: scale(bm25(words(t, .5), d)) + scale(near([mine(t), last(t)], d))
    trials = {"words, all lines": lambda t, d: bm25(words(t, 1), d), "words, others half": lambda t, d: bm25(words(t, .5), d), "words, others none": lambda t, d: bm25(words(t, 0), d),
              "vector of all": lambda t, d: near([t], d), "vector of own": lambda t, d: near([mine(t)], d), "vector of own + last": lambda t, d: near([mine(t), last(t)], d),
              "words + vector, all": lambda t, d: scale(bm25(words(t, 1), d)) + scale(near([t], d)), "words + vector, by speakers": joined,
              "MaxSim of all": lambda t, d: late(t, d, False), "MaxSim of own": lambda t, d: late(mine(t), d, False), "echo of all": lambda t, d: late(t, d, True), "echo of own": lambda t, d: late(mine(t), d, True)}
    for share in (.2, .3, .4, .5, .6): trials[f"by speakers + echo {share}"] = lambda t, d, s=share: (1 - s) * scale(joined(t, d)) + s * scale(late(mine(t), d, True))
    print(len(all_pieces), "pieces")
    for name, trial in trials.items():
        got = np.array([score(np.argsort(-trial(t, d), kind="stable"), right) for t, d, right in all_pieces]).mean(0)
        print(f"{name:32s} nDCG@10 {got[0]:.3f}  recall@5 {got[1]:.3f}", flush=True)

if __name__ == "__main__": main()
