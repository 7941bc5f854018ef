"""The table of everybody, in Markdown."""

HEADING = ["set", "who", "n", "nDCG@10", "recall@5", "recall@10", "p50 ms", "on disk MB", "filled/s"]


def markdown(rows: list[dict], left_out: dict[str, str]) -> str:
    lines = [line(HEADING), "|---" * len(HEADING) + "|"] + [line(cells(row)) for row in rows]
    abouts = {row["run"]: row["about"] for row in rows if "about" in row}
    notes = [f"- {run}: {about}" for run, about in abouts.items()]
    notes += [f"- left out: {peer}: {reason}" for peer, reason in left_out.items()]
    return "\n".join(lines + ([""] + notes if notes else []))


def line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def cells(row: dict) -> list[str]:
    figures = [f"{row[name]:.3f}" for name in ("ndcg_at_10", "recall_at_5", "recall_at_10")]
    rate = row["filled_per_second"]
    costs = [f"{row['p50_ms']:.2f}", f"{row['disk_bytes'] / 1e6:.2f}", "–" if rate is None else f"{rate:.0f}"]
    return [row["set"], row["run"], str(row["n"]), *figures, *costs]
