"""The embedder that hupo uses by default, read by the manifest: the same network, tokenizer, prefixes and pooling.

Not the same in one thing: hupo takes off the mean of each language (`centring`), which no other store does.
"""

import json
from pathlib import Path

import numpy
import onnxruntime
from tokenizers import Tokenizer

MODELS = Path(__file__).resolve().parents[2] / "models"


class Embedder:
    def __init__(self):
        manifest = json.loads((MODELS / "manifest.json").read_text(encoding="utf-8"))
        self.entry = next(model for model in manifest["models"] if model["name"] == manifest["default_embedder"])
        folder = MODELS / self.entry["folder"]
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.session = onnxruntime.InferenceSession(str(folder / "model.onnx"), providers=["CPUExecutionProvider"])
        self.inputs = {given.name for given in self.session.get_inputs()}
        self.dimension = self.entry["dimension"]

    def question(self, text: str) -> numpy.ndarray:
        return self._one(self.entry["query_prefix"] + text, self.entry["max_tokens"])

    def document(self, text: str) -> numpy.ndarray:
        return self._one(self.entry["passage_prefix"] + text, self.entry["passage_tokens"])

    def documents(self, texts: list[str]) -> numpy.ndarray:
        """Unit vectors, one a row. One text at a time: int8 activations are scaled over a whole batch, so that what
        stands beside a text would change its vector."""
        return numpy.stack([self.document(text) for text in texts])

    def _one(self, text: str, tokens: int) -> numpy.ndarray:
        self.tokenizer.enable_truncation(tokens)
        ids = numpy.array([self.tokenizer.encode(text).ids], dtype=numpy.int64)
        given = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": numpy.zeros_like(ids)}
        states = self.session.run(None, {name: value for name, value in given.items() if name in self.inputs})[0][0]
        mean = states.mean(axis=0)
        return (mean / numpy.linalg.norm(mean)).astype(numpy.float32)
