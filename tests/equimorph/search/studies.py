"""Rows of mutants and a task that is learnt at once, for the tests of retraining."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from equimorph.search.tasks import Judged, TaskText, TrainingOptions
from equimorph.search.tasks.measures import SUBTOKENS, subtoken_counts
from equimorph.search.tasks.words import method_words, subtokens

NAMES = ("sum", "max", "min", "mean", "count", "first", "last", "product", "range", "mode")


def method(name: str, number: int) -> str:
    """A method with sites of several operators, which reads differently for each number."""
    data = "".join(chr(ord("a") + int(digit)) for digit in str(number))
    return (
        f"int {name}(int[] {data}) {{ int found = 0; for (int i = 0; i < {data}.length; i++) {{ "
        f"if ({data}[i] > 1) {{ found += {data}[i]; }} }} return found; }}"
    )


def row(root: str, name: str, number: int, mutant: str, **fields: object) -> dict[str, Any]:
    """A row as a search writes it."""
    original = method(name, number)
    return {
        "schema": 1,
        "id": f"m-{root}",
        "root": root,
        "method": {"name": name},
        "operators": ["local-variable-renaming"],
        "score": {"value": 0.5, "numerator": 5, "denominator": 10},
        "changed": True,
        "said": {"original": "a", "text": "b"},
        "size": 4,
        "original": original,
        "text": original.replace("found", mutant),
        **fields,
    }


def rows(count: int = 10, mutant: str = "result") -> list[dict[str, Any]]:
    """A row of each of several roots, each with a name and a body of its own."""
    return [row(f"r{n}", NAMES[n % len(NAMES)], 3 + n, mutant) for n in range(count)]


def written(path: Path, given: Sequence[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in given))
    return path


@dataclass
class Learnt:
    """A model that knows the names of the texts that it has seen, and says "unknown" of all others."""

    names: dict[tuple[str, ...], str]

    def __call__(self, texts: Sequence[str]) -> list[str]:
        return [self.names.get(method_words(text), "unknown") for text in texts]

    def judged(self, texts: Sequence[TaskText]) -> list[Judged]:
        return [
            Judged(one.id, one.root, said, one.name, subtoken_counts(subtokens(said), subtokens(one.name)))
            for one, said in zip(texts, self([one.text for one in texts]), strict=True)
        ]


@dataclass
class Remembering:
    """A task whose models remember; it keeps what it was asked to learn."""

    name: str = "remembering"
    measure: Any = SUBTOKENS
    asked: list[tuple[list[TaskText], TrainingOptions]] = field(default_factory=list)

    def refuse(self, one: TaskText) -> str | None:
        return "no name" if one.name == "mode" else None

    def words(self, one: TaskText) -> tuple[str, ...]:
        return method_words(one.text, (one.name,))

    def train(self, texts: Sequence[TaskText], options: TrainingOptions) -> Learnt:
        self.asked.append((list(texts), options))
        return Learnt({method_words(one.text): one.name for one in texts})
