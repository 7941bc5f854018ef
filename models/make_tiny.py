#!/usr/bin/env python3
"""Makes `tiny/`: an embedder and a cross-encoder of a few kilobytes with seeded random weights, for tests that need no download.

  make_tiny.py [FOLDER] [--check]      needs numpy and onnx; --check compares with what is there instead of writing

Same exporter, same inputs and outputs, same pair template as the real models; only the numbers mean nothing. Two texts that
share words still come out near each other, because the token vectors are summed. The vocabulary is the head of the real one
(its pieces are sorted by use), with every printable ASCII character and 300 Han characters; the normaliser is plain NFKC.
"""
import argparse, filecmp, json, os, shutil, struct, sys, tempfile
import numpy as np
import onnx

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from export_bert_onnx import Safe, build, cut_tokenizer

HIDDEN, LAYERS, HEADS, INNER, POSITIONS, SEED = 32, 2, 4, 64, 128, 20261130
HEAD_PIECES, HAN_PIECES = 1000, 300


def kept(pieces):
    """Numbers of the pieces to keep: the special ones, the most used, printable ASCII, the most used Han characters."""
    text = [piece.replace("\u2581", "") for piece in pieces]
    keep = set(range(HEAD_PIECES)) | {len(pieces) - 1}
    keep |= {i for i, t in enumerate(text) if len(t) == 1 and 32 <= ord(t) < 127}
    keep |= set([i for i, t in enumerate(text) if len(t) == 1 and 0x4E00 <= ord(t) <= 0x9FFF][:HAN_PIECES])
    return sorted(keep)


def tokenizer():
    with open(os.path.join(HERE, "reranker-zhen-6l", "tokenizer.json"), encoding="utf-8") as file:
        full = json.load(file)
    cut = cut_tokenizer(full, kept([piece for piece, _ in full["model"]["vocab"]]))
    cut["normalizer"] = {"type": "NFKC"}
    cut["truncation"] = cut["padding"] = None
    return cut


def weights(vocabulary, head, rng):
    """A BERT checkpoint of uniform integers scaled by a power of two, so that the bytes are the same everywhere."""
    def draw(*shape, scale=2.0 ** -10):
        return (rng.integers(-127, 128, shape) * scale).astype(np.float32)
    def norm(name):
        return {name + ".weight": np.ones(HIDDEN, np.float32), name + ".bias": np.zeros(HIDDEN, np.float32)}
    table = {"embeddings.word_embeddings.weight": draw(vocabulary, HIDDEN, scale=2.0 ** -7),
             "embeddings.position_embeddings.weight": draw(POSITIONS, HIDDEN, scale=2.0 ** -12),
             "embeddings.token_type_embeddings.weight": draw(2, HIDDEN, scale=2.0 ** -12), **norm("embeddings.LayerNorm")}
    for layer in range(LAYERS):
        for key, (rows, columns) in dict(q=(HIDDEN, HIDDEN), k=(HIDDEN, HIDDEN), v=(HIDDEN, HIDDEN), ao=(HIDDEN, HIDDEN),
                                         fi=(INNER, HIDDEN), fo=(HIDDEN, INNER)).items():
            name = f"encoder.layer.{layer}.{Safe.M[key]}"
            table[name + ".weight"], table[name + ".bias"] = draw(rows, columns), draw(rows)
        for key in ("aln", "oln"):
            table.update(norm(f"encoder.layer.{layer}.{Safe.M[key]}"))
    if head:
        table["pooler.dense.weight"], table["pooler.dense.bias"] = draw(HIDDEN, HIDDEN, scale=2.0 ** -7), draw(HIDDEN)
        table["classifier.weight"], table["classifier.bias"] = draw(1, HIDDEN, scale=2.0 ** -6), draw(1)
    return table


def checkpoint(folder, table, head):
    """Writes what `Safe` reads: a safetensors file and its configuration."""
    header, blobs, at = {}, [], 0
    for name, values in table.items():
        blob = values.tobytes()
        header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [at, at + len(blob)]}
        blobs.append(blob)
        at += len(blob)
    text = json.dumps(header).encode()
    with open(os.path.join(folder, "w"), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))
    with open(os.path.join(folder, "c"), "w", encoding="utf-8") as file:
        json.dump(dict(hidden_size=HIDDEN, num_hidden_layers=LAYERS, num_attention_heads=HEADS, intermediate_size=INNER,
                       vocab_size=len(table["embeddings.word_embeddings.weight"]), max_position_embeddings=POSITIONS,
                       layer_norm_eps=1e-12, type_vocab_size=2, no_token_types=not head), file)
    return Safe(os.path.join(folder, "w"), os.path.join(folder, "c"))


def make(folder, tokens, head, rng):
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        source = checkpoint(scratch, weights(len(tokens["model"]["vocab"]), head, rng), head)
        onnx.save(build(source, "int8"), os.path.join(folder, "model.onnx"))
    with open(os.path.join(folder, "tokenizer.json"), "w", encoding="utf-8") as file:
        json.dump(tokens, file, ensure_ascii=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default=os.path.join(HERE, "tiny"))
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    rng, tokens, differing = np.random.Generator(np.random.PCG64(SEED)), tokenizer(), []
    with tempfile.TemporaryDirectory() as fresh:
        for name, head in (("embedder", False), ("reranker", True)):
            make(os.path.join(fresh, name), tokens, head, rng)
            for file in ("model.onnx", "tokenizer.json"):
                made, there = os.path.join(fresh, name, file), os.path.join(options.folder, name, file)
                if options.check:
                    differing += [] if os.path.isfile(there) and filecmp.cmp(made, there, shallow=False) else [there]
                else:
                    os.makedirs(os.path.dirname(there), exist_ok=True)
                    shutil.copyfile(made, there)
    for path in differing:
        print("differs:", path)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
