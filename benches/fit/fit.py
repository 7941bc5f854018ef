#!/usr/bin/env python3
"""Fits the fusion's weights and the reranker's share on dumps of TRAINING parts, then scores other dumps with them.

    hupo bench --dump train.jsonl --keep ROOT SET...
    python3 benches/fit/fit.py train.jsonl [--sets DATASETS] [--report other.jsonl ...]

With the sets' folders it also tries what company counts (`recall::company`) and how many candidates are worth reading.
Coordinate ascent over a small grid; the objective is the mean over sets of nDCG@10 (each set counts once). Needs no package.
"""
import argparse, datetime, functools, json, math, pathlib, random

SOURCES = ["words", "window", "vector", "graph", "step", "time"]
GRID = {"words": [0, .25, .5, .75, 1, 1.5, 2], "window": [0, .25, .5, .75, 1, 1.5, 2], "vector": [0, .25, .5, .75, 1, 1.5, 2],
        "graph": [0, .1, .2, .3, .5, 1], "step": [0, .05, .1, .2, .3, .5], "time": [0, .1, .2, .3, .5, 1], "k": [5, 10, 20, 40, 60]}
SHARES = [0, .1, .2, .3, .4, .5, .6, .7, .8, 1]

def load(paths):
    return [json.loads(line) for path in paths for line in open(path, encoding="utf-8")]

def ndcg(ids, gold):
    dcg = sum((2 ** gold.get(d, 0) - 1) / math.log2(i + 2) for i, d in enumerate(ids[:10]))
    best = sum((2 ** g - 1) / math.log2(i + 2) for i, g in enumerate(sorted(gold.values(), reverse=True)[:10]))
    return dcg / best

def recall5(ids, gold):
    return sum(d in gold for d in ids[:5]) / len(gold)

def fused(line, w):
    return [(c, sum(w[s] / (w["k"] + r) for s, r, _ in c["places"])) for c in line["candidates"]]

def scale(xs):
    m = sum(xs) / len(xs); d = math.sqrt(sum((x - m) ** 2 for x in xs) / len(xs))
    return (lambda x: 0.0) if d < 1e-9 else (lambda x: (x - m) / d)

def order(line, w, share, n=24, seats=6, scored=None):
    f = sorted(scored or fused(line, w), key=lambda x: (-x[1], x[0]["id"]))
    if share is None: return [c["id"] for c, _ in f]
    step = lambda c: next((r for s, r, _ in c["places"] if s == "step"), 10 ** 9)
    sure, rest = f[:n - seats], sorted(f[n - seats:], key=lambda x: step(x[0]))
    guests = [x for x in rest[:seats] if step(x[0]) < 10 ** 9]; late = sorted([x for x in rest if x not in guests], key=lambda x: -x[1])
    f = sure + guests + late; read = f[:n]
    logits = [c["logit"] for c, _ in read if c["logit"] is not None]
    if not logits: return [c["id"] for c, _ in f]
    zl, zf = scale(logits), scale([v for _, v in read]); low = min(0, min(map(zl, logits)))
    def key(i, c, v):
        z = (zl(c["logit"]) if c["logit"] is not None else 0) if i < n else low
        return share * z + (1 - share) * zf(v)
    return [c["id"] for _, c in sorted([(-key(i, c, v), c) for i, (c, v) in enumerate(f)], key=lambda x: x[0])]

@functools.cache
def corpus(folder):
    return {d["_id"]: d for d in map(json.loads, open(folder / "corpus.jsonl", encoding="utf-8"))}

def hour(document):
    time = document["metadata"].get("time")
    return datetime.datetime.fromisoformat(time).timestamp() / 3600 if time else None

def lend(scored, documents, weight, best=24, fades=24):
    """What the best candidates lend their neighbours in time, as crates/recall/src/company.rs does."""
    scored = sorted(scored, key=lambda x: (-x[1], x[0]["id"])); n = min(best, -(-len(scored) // 4)); bar = scored[n][1] if n < len(scored) else 0
    times = [hour(documents[c["id"]]) for c, _ in scored]
    near = lambda i: sum((v - bar) * math.exp(-abs(times[i] - t) / fades) for j, ((_, v), t) in enumerate(zip(scored[:n], times)) if j != i and t is not None)
    return [(c, v + (weight * near(i) if times[i] is not None else 0)) for i, (c, v) in enumerate(scored)]

def length(document):
    return min(800, len(document["text"].encode()) if len(document["text"]) <= 700 else 620) + len(document.get("title") or "") + 100

def affordable(scored, documents, budget, least=8, most=24):
    used, n = 0, 0
    for c, _ in sorted(scored, key=lambda x: (-x[1], x[0]["id"]))[:most]:
        used += length(documents[c["id"]])
        if n >= least and used > budget: break
        n += 1
    return n

def trials(lines, w, share, sets):
    """Company by weight, then the number of candidates read: by set nDCG@10 and recall@5."""
    documents = lambda l: corpus(sets / l["set"])
    def table(name, rank):
        by = {}
        for l in (l for l in lines if l["category"] != "adversarial"):
            ids, gold = rank(l), {d: g for d, g in l["gold"]}
            by.setdefault(l["set"], []).append((ndcg(ids, gold), recall5(ids, gold)))
        print(name, {k: tuple(round(sum(x) / len(v), 3) for x in zip(*v)) for k, v in by.items()})
    for weight in (0, .03, .05, .1, .15, .2):
        table(f"company {weight}", lambda l: order(l, w, share.get(l["form"], .4), scored=lend(fused(l, w), documents(l), weight)))
    for n in (4, 6, 8, 12, 16, 24):
        table(f"{n} read", lambda l: order(l, w, share.get(l["form"], .4), n, n // 4))
    for budget in (3000, 4000, 5000, 6000, 8000):
        table(f"{budget} bytes read", lambda l: order(l, w, share.get(l["form"], .4), affordable(fused(l, w), documents(l), budget), 3))

def scores(lines, w, share):
    by = {}
    for l in lines:
        if l["category"] == "adversarial": continue
        s = share.get(l["form"], .5) if isinstance(share, dict) else share
        ids, gold = order(l, w, s), {d: g for d, g in l["gold"]}
        by.setdefault(l["set"] + ("/" + l["group"] if l["group"] == "conv-26" else ""), []).append((ndcg(ids, gold), recall5(ids, gold)))
    return {k: (sum(a for a, _ in v) / len(v), sum(b for _, b in v) / len(v), len(v)) for k, v in by.items()}

def mean(by): return sum(a + .5 * b for a, b, _ in by.values()) / len(by)

def climb(lines, w, share):
    best = mean(scores(lines, w, share)); moved = True
    while moved:
        moved = False
        for name in list(GRID):
            for v in GRID[name]:
                t = dict(w, **{name: v}); m = mean(scores(lines, t, share))
                if m > best + 1e-5: w, best, moved = t, m, True
    return w, best

def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("train", nargs="+"); a.add_argument("--report", nargs="*", default=[]); a.add_argument("--sets", type=pathlib.Path); a.add_argument("--sample", type=int, default=10 ** 9)
    a = a.parse_args(); random.seed(1); train = load(a.train)
    train = random.sample(train, min(a.sample, len(train)))
    start = dict(words=1, window=1, vector=1, graph=1, step=.2, time=.3, k=60)
    w, m = climb(train, start, None); print("fused weights", w, round(m, 4))
    share = {}
    for form in ("asking", "stating", "dialogue"):
        part = [l for l in train if l["form"] == form]
        if part:
            share[form] = max(SHARES, key=lambda s: mean(scores(part, w, s)))
            print(form, len(part), {s: round(mean(scores(part, w, s)), 4) for s in SHARES})
    print("share", share)
    if a.sets: trials(train, w, share, a.sets)
    for name, lines in (("train", train), ("report", load(a.report))):
        for s in (None, share) if lines else ():
            print(name, "fused" if s is None else "full", {k: (round(x, 3), round(y, 3), n) for k, (x, y, n) in scores(lines, w, s).items()})

if __name__ == "__main__": main()
