"""Plain BM25: bm25s over jieba's search-mode words and English stems."""

import re
from pathlib import Path

import bm25s
import jieba
import Stemmer

import beir

ABOUT = "bm25s, Lucene form, k1 1.2, b 0.75; jieba search mode, English stemmed, both languages stopped"
CHINESE = (
    "的 了 是 在 我 你 他 她 它 们 和 有 就 都 而 及 与 着 或 一个 没有 我们 你们 他们 这 那 吗 呢 吧 啊 也 很 到 说 要 去 会 什么 哪些 "
    "怎么 我的 你的"
)
STOPPED = {*bm25s.tokenization.STOPWORDS_EN, *CHINESE.split()}

jieba.setLogLevel(60)
jieba.initialize()


class Peer:
    def __init__(self, folder: Path):
        self.folder = folder
        self.stemmer = Stemmer.Stemmer("english")

    def words(self, text: str) -> list[str]:
        words = jieba.lcut_for_search(text.lower())
        words = [word for word in words if re.search(r"\w", word) and word not in STOPPED]
        return self.stemmer.stemWords(words)

    def fill(self, documents: list[beir.Document]) -> None:
        self.ids = [document.id for document in documents]
        self.index = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
        self.index.index([self.words(document.dated) for document in documents], show_progress=False)
        self.index.save(str(self.folder))

    def ask(self, question: str, k: int) -> list[str]:
        k = min(k, len(self.ids))
        places, worth = self.index.retrieve([self.words(question)], k=k, show_progress=False)
        return [self.ids[place] for place, worth in zip(places[0], worth[0]) if worth > 0]
