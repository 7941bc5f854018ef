#!/usr/bin/env python3
"""Measures the centring file of an embedder: what its vectors of a language share, to be taken out of them.

  measure_centres.py OUT DATA [DATA ...] [--root FOLDER] [--model NAME] [--check]
      needs Python 3.9 or newer with onnxruntime, tokenizers and numpy, and the model as fetch.py leaves it

DATA is a folder in BEIR layout (corpus.jsonl, queries.jsonl) or a conversation of ours (transcript.jsonl, memories.jsonl,
questions.jsonl); FOLDER:GROUP takes one group of it. Texts count as Chinese if at least 8 of 10 letters are Han characters, as
English if at most 2 are; others are left out. Every folder gives up to 250 passages and 250 questions a language, evenly
spaced, and counts as much as any other; our own questions in centring/ are one more source. A question mean is drawn
half way towards the passage mean, which costs less when questions are unlike the ones measured, and every mean is written at
three quarters of its length: as good as all of it on what it was chosen by, and kinder to spaces of one language. No text goes
into OUT, only the four lists. --check compares with OUT instead of writing it: kernels differ between processors, so to 0.01.
"""
import argparse, json, os, sys
import numpy as np
import onnxruntime
from tokenizers import Tokenizer

HERE = os.path.dirname(os.path.abspath(__file__))
MOST, CONTEXT_CHARS, STRENGTH, TOLERANCE = 250, 240, 0.75, 0.01
HAN = [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)]


class Embedder:
    """One text a run, as the engine does it."""

    def __init__(self, root, entry):
        folder, settings = os.path.join(root, entry["folder"]), onnxruntime.SessionOptions()
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1
        self.entry = entry
        self.session = onnxruntime.InferenceSession(os.path.join(folder, "model.onnx"), settings, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(entry.get("passage_tokens", 256))

    def vector(self, side, text):
        ids = np.array([self.tokenizer.encode(self.entry.get(side + "_prefix", "") + text).ids], np.int64)
        inputs = dict(input_ids=ids, attention_mask=np.ones_like(ids), token_type_ids=np.zeros_like(ids))
        states = self.session.run(None, {wanted.name: inputs[wanted.name] for wanted in self.session.get_inputs()})[0]
        pooled = {"mean": lambda: states[0].mean(0), "cls": lambda: states[0][0], "none": lambda: states[0]}[self.entry["pooling"]]()
        return pooled / np.linalg.norm(pooled)


def rows(folder, name):
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def spoken(speaker, text):
    return f"{speaker}: {text}" if speaker else text


def passages(turns):
    """Texts as the engine embeds them: the turn before it in its session, a line of headings, then `speaker: text`."""
    before, made = {}, []
    for turn in turns:
        session, words = turn.get("session"), spoken(turn.get("speaker"), turn["text"])
        context = before.get(session) if session is not None else None
        record = [(turn.get("time") or "")[:16].replace("T", " "), turn.get("type"), turn.get("contact")]
        head = [turn.get("title"), " ".join(filter(None, record)) if any(record[1:]) else None]
        made.append("\n".join(filter(None, [context, *head, words])))
        before[session] = spoken(turn.get("speaker"), turn["text"][-CONTEXT_CHARS:])
    return made


def quoted(memory, speakers):
    """A memory with its first two quotes before it."""
    fresh = [line for line in memory["evidence"] if line["quote"] != memory["text"]][:2]
    return "\n".join([spoken(speakers[line["message"]], line["quote"][-CONTEXT_CHARS:]) for line in fresh] + [memory["text"]])


def texts(source):
    """The passages and the questions of a data folder."""
    folder, _, group = source.partition(":")
    inside = lambda row: not group or row.get("metadata", {}).get("group") == group
    turns = [{**row.get("metadata", {}), **row} for row in rows(folder, "corpus.jsonl") if inside(row)]
    turns += rows(folder, "transcript.jsonl")
    speakers = {turn.get("external_id"): turn.get("speaker") for turn in turns}
    memories = [quoted(memory, speakers) for memory in rows(folder, "memories.jsonl")]
    questions = [row["text"] for row in rows(folder, "queries.jsonl") if inside(row)] + [row["text"] for row in rows(folder, "questions.jsonl")]
    if not turns:
        sys.exit(f"{source} holds no corpus.jsonl and no transcript.jsonl with a line of that group")
    return {"passage": passages(turns) + memories, "query": questions}


def own_questions():
    found = []
    for name in ("questions-zh.txt", "questions-en.txt"):
        with open(os.path.join(HERE, "centring", name), encoding="utf-8") as file:
            found += file.read().split("\n")
    return {"passage": [], "query": [line for line in found if line]}


def language(text):
    letters = [ord(letter) for letter in text if letter.isalpha()]
    share = sum(any(low <= letter <= high for low, high in HAN) for letter in letters) / max(1, len(letters))
    return "zh" if share >= 0.8 else "en" if letters and share <= 0.2 else None


def mean(embedder, side, wanted, sources):
    means = []
    for name, source in sources:
        found = [text for text in source[side] if language(text) == wanted]
        spaced = [found[i * len(found) // MOST] for i in range(MOST)] if len(found) > MOST else found
        if spaced:
            print(f"  {side} {wanted}: {len(spaced)} texts of {name}", flush=True)
            means.append(np.mean([embedder.vector(side, text) for text in spaced], axis=0))
    if not means:
        sys.exit(f"no source has a {side} in the language {wanted}")
    return np.mean(means, axis=0)


def measure(embedder, sources):
    found = {side: {wanted: mean(embedder, side, wanted, sources) for wanted in ("zh", "en")} for side in ("query", "passage")}
    for wanted, query in found["query"].items():
        found["query"][wanted] = (query + found["passage"][wanted]) / 2
    return {"version": 1, **{side: {wanted: [round(STRENGTH * float(x), 5) for x in numbers] for wanted, numbers in means.items()} for side, means in found.items()}}


def furthest(one, other):
    return max(abs(a - b) for side in ("query", "passage") for wanted in ("zh", "en") for a, b in zip(one[side][wanted], other[side][wanted]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", help="the centring file")
    parser.add_argument("data", nargs="+", help="FOLDER or FOLDER:GROUP")
    parser.add_argument("--root", default=HERE, help="the models root, with manifest.json")
    parser.add_argument("--model", help="an embedder of the manifest; the default one if left out")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with open(os.path.join(options.root, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    name = options.model or manifest["default_embedder"]
    entry = next((entry for entry in manifest["models"] if entry["name"] == name and entry["kind"] == "embedder"), None)
    if entry is None:
        parser.error(f"the manifest has no embedder named {name}")
    sources = [(os.path.basename(source.rstrip("/")), texts(source)) for source in options.data] + [("our own questions", own_questions())]
    made = measure(Embedder(options.root, entry), sources)
    if options.check:
        with open(options.out, encoding="utf-8") as file:
            apart = furthest(made, json.load(file))
        print(f"furthest apart: {apart:.5f}")
        return 1 if apart > TOLERANCE else 0
    with open(options.out, "w", encoding="utf-8") as file:
        json.dump(made, file, separators=(",", ":"))
        file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
