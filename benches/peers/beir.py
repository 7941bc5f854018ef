"""Sets in BEIR layout, as the peers are given them: a group is searched alone, and every document carries what a careful
user would put before its text. Answers and oracle files are not read."""

import csv
import json
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path


@dataclass
class Document:
    id: str
    text: str
    """Who speaks or is written to, the title, the text: what is embedded."""
    dated: str
    """The day before it, as it is written and as it is said: what is searched for words. Embedded, it costs more than
    it brings."""


@dataclass
class Question:
    id: str
    text: str
    category: str | None
    gold: dict[str, int] = field(default_factory=dict)

    @property
    def is_answerable(self) -> bool:
        """Adversarial questions (LoCoMo) have a distractor for gold; hupo leaves them out of the mean too."""
        return bool(self.gold) and self.category != "adversarial"


@dataclass
class Group:
    name: str
    documents: list[Document] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


def groups(folder: Path, only: str | None = None) -> list[Group]:
    """The groups of a set, in the order of its corpus; a set without groups is one named after it."""
    found: dict[str, Group] = {}
    questions: dict[str, Question] = {}
    for line in lines(folder / "corpus.jsonl"):
        of(found, line, folder).documents.append(Document(line["_id"], spoken(line), dated(line)))
    for line in lines(folder / "queries.jsonl"):
        question = Question(line["_id"], line["text"], line.get("metadata", {}).get("category"))
        questions[question.id] = question
        of(found, line, folder).questions.append(question)
    with open(folder / "qrels" / "test.tsv", encoding="utf-8", newline="") as file:
        for query, document, grade in list(csv.reader(file, delimiter="\t"))[1:]:
            if int(grade) > 0:
                questions[query].gold[document] = int(grade)
    return [group for group in found.values() if only in (None, group.name)]


def lines(path: Path):
    with open(path, encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def of(found: dict[str, Group], line: dict, folder: Path) -> Group:
    name = line.get("metadata", {}).get("group") or folder.resolve().name
    return found.setdefault(name, Group(name))


def spoken(line: dict) -> str:
    about = line.get("metadata", {})
    who = about.get("speaker") or about.get("contact")
    return " ".join(part for part in [f"{who}:" if who else "", line.get("title") or "", line["text"]] if part)


def dated(line: dict) -> str:
    written = str(line.get("metadata", {}).get("time") or "")[:10]
    if not written:
        return spoken(line)
    day = date.fromisoformat(written)
    said = f"{day.year}年{day.month}月{day.day}日" if is_chinese(line["text"]) else f"{day.day} {day:%B} {day.year}"
    return f"{written} {said} {spoken(line)}"


def is_chinese(text: str) -> bool:
    """Whether a quarter of the letters are Han: a Han letter says as much as several others."""
    letters = [letter for letter in text if letter.isalpha()]
    return sum("\u4e00" <= letter <= "\u9fff" for letter in letters) * 4 > len(letters)


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
