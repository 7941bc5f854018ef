"""LanceDB hybrid: its full-text index and our vectors, joined by its reciprocal rank fusion."""

from pathlib import Path

import lancedb
from lancedb.query import MatchQuery
from lancedb.rerankers import RRFReranker

import beir
from embedder import Embedder

ABOUT = "LanceDB, FTS (bigrams where the set is Chinese: its jieba is fetched at run time) and the same vectors, RRF"


class Peer:
    def __init__(self, folder: Path):
        self.database = lancedb.connect(str(folder))
        self.embedder = Embedder()
        self.reranker = RRFReranker()

    def fill(self, documents: list[beir.Document]) -> None:
        vectors = self.embedder.documents([document.text for document in documents])
        rows = [{"id": d.id, "text": d.dated, "vector": v} for d, v in zip(documents, vectors)]
        self.table = self.database.create_table("memory", data=rows)
        bigrams = {"base_tokenizer": "ngram", "ngram_min_length": 2, "ngram_max_length": 2, "stem": False}
        sample = " ".join(document.text for document in documents[:50])
        self.table.create_fts_index("text", **(bigrams if beir.is_chinese(sample) else {}))

    def ask(self, question: str, k: int) -> list[str]:
        search = self.table.search(query_type="hybrid").vector(self.embedder.question(question))
        search = search.text(MatchQuery(question, "text")).distance_type("cosine").rerank(self.reranker)
        return [row["id"] for row in search.limit(k).to_list()]
