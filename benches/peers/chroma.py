"""Chroma: a persistent client with our vectors."""

from pathlib import Path

import chromadb

import beir
from embedder import Embedder

ABOUT = "Chroma, persistent client, the same vectors, cosine"
BATCH = 1000


class Peer:
    def __init__(self, folder: Path):
        client = chromadb.PersistentClient(str(folder), chromadb.Settings(anonymized_telemetry=False))
        self.collection = client.create_collection("memory", metadata={"hnsw:space": "cosine"}, embedding_function=None)
        self.embedder = Embedder()

    def fill(self, documents: list[beir.Document]) -> None:
        for start in range(0, len(documents), BATCH):
            part = documents[start : start + BATCH]
            texts = [document.text for document in part]
            vectors = self.embedder.documents(texts)
            self.collection.add([document.id for document in part], embeddings=vectors, documents=texts)

    def ask(self, question: str, k: int) -> list[str]:
        found = self.collection.query([self.embedder.question(question)], n_results=k, include=[])
        return found["ids"][0]
