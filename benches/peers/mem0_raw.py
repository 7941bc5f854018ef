"""mem0 without a language model: `infer=False` keeps what is said as it is said, its own search finds it again."""

import os
from pathlib import Path

import beir
from embedder import Embedder

ABOUT = (
    "mem0 as pip installs it, infer=False, the same vectors in its local Qdrant, its own search without a threshold "
    "(its keyword part is off without fastembed and spaCy, whose files are fetched at run time)"
)


class Peer:
    def __init__(self, folder: Path):
        # Read when the package is imported.
        os.environ["MEM0_DIR"] = str(folder)
        from mem0 import Memory

        embedder = Embedder()
        store = {"path": str(folder / "qdrant"), "on_disk": True, "embedding_model_dims": embedder.dimension}
        self.memory = Memory.from_config({
            "vector_store": {"provider": "qdrant", "config": store},
            "history_db_path": str(folder / "history.db"),
        })
        self.memory.embedding_model = Embedding(embedder)

    def fill(self, documents: list[beir.Document]) -> None:
        for document in documents:
            self.memory.add(document.text, user_id="user", metadata={"document": document.id}, infer=False)

    def ask(self, question: str, k: int) -> list[str]:
        found = self.memory.search(question, filters={"user_id": "user"}, top_k=k, threshold=0.0)
        return [hit["metadata"]["document"] for hit in found["results"]]


class Embedding:
    """Our embedder, as mem0 calls one."""

    def __init__(self, embedder: Embedder):
        self.embedder = embedder

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        vector = self.embedder.question(text) if memory_action == "search" else self.embedder.document(text)
        return vector.tolist()

    def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:
        return [self.embed(text, memory_action) for text in texts]
