"""Scores of one ranked answer against its gold: the same as crates/eval/src/score.rs, which says where each comes from."""

from math import log2


def score(answer: list[str], gold: dict[str, int]) -> dict[str, float]:
    """Scores of an answer, best first; without gold every one is 0."""
    if not gold:
        return dict.fromkeys(["ndcg_at_10", "recall_at_5", "recall_at_10", "hit_at_5", "all_at_5", "mrr_at_10"], 0.0)
    found = {places: sum(id in gold for id in answer[:places]) for places in (5, 10)}
    first = next((place for place, id in enumerate(answer[:10], 1) if id in gold), None)
    best = sorted(gold.values(), reverse=True)
    return {
        "ndcg_at_10": gain([gold.get(id, 0) for id in answer]) / gain(best),
        "recall_at_5": found[5] / len(gold),
        "recall_at_10": found[10] / len(gold),
        "hit_at_5": float(found[5] > 0),
        "all_at_5": float(found[5] == len(gold)),
        "mrr_at_10": 1 / first if first else 0.0,
    }


def gain(grades: list[int]) -> float:
    return sum((2**grade - 1) / log2(place + 1) for place, grade in enumerate(grades[:10], 1))


def mean(all: list[dict[str, float]]) -> dict[str, float]:
    return {name: sum(one[name] for one in all) / len(all) for name in all[0]} if all else {}
