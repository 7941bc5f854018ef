"""Plain vectors: hupo's embedder without hupo, an exact scan."""

from pathlib import Path

import numpy

import beir
from embedder import Embedder

ABOUT = "the same embedder, exact scan with numpy"


class Peer:
    def __init__(self, folder: Path):
        self.file = folder / "vectors.npy"
        self.embedder = Embedder()

    def fill(self, documents: list[beir.Document]) -> None:
        self.ids = [document.id for document in documents]
        self.vectors = self.embedder.documents([document.text for document in documents])
        numpy.save(self.file, self.vectors)

    def ask(self, question: str, k: int) -> list[str]:
        near = self.vectors @ self.embedder.question(question)
        return [self.ids[place] for place in numpy.argsort(-near, kind="stable")[:k]]
