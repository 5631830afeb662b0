"""A repair model that answers in diffs, as chat models do: the candidates of a built-in model, each as a fenced unified diff.

    equimorph robustness run CHECKOUTS --model scripts/diff_model.py:template ...
    EQUIMORPH_MEMORY=FOLDER equimorph robustness run CHECKOUTS --model scripts/diff_model.py:memory ...

FOLDER is what `equimorph robustness train` has written. Every second candidate has hunks without line numbers, and every third has
words around the fence.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path

from equimorph.models import Answer, Candidate, Request
from equimorph.robustness.baselines import Memory, TemplateModel


class _InDiffs:
    """A model whose texts become diffs of the request."""

    def __init__(self, model: Memory | TemplateModel, name: str) -> None:
        self._model = model
        self.name = name

    def repair(self, requests: Iterable[Request], k: int) -> Iterator[Answer]:
        """Yield the answers of the model, in diffs."""
        asked = list(requests)
        for request, answer in zip(asked, self._model.repair(asked, k), strict=True):
            told = [_told(request.text, each.text or "", n) for n, each in enumerate(answer.candidates)]
            yield replace(answer, model=self.name, candidates=tuple(map(Candidate, told)))


def _told(before: str, after: str, number: int) -> str:
    lines = [
        f"{line}\n" for line in unified_diff(before.splitlines(), after.splitlines(), "a", "b", lineterm="")
    ]
    if number % 2:
        lines = ["@@ ... @@\n" if line.startswith("@@") else line for line in lines]
    fence = "```diff\n" + "".join(lines) + "```\n"
    return f"The fault is in these lines:\n\n{fence}\nThis passes all tests." if number % 3 == 2 else fence


template = _InDiffs(TemplateModel(), "template-in-diffs")


def __getattr__(name: str) -> _InDiffs:
    if name != "memory":
        raise AttributeError(name)
    return _InDiffs(Memory(Path(os.environ["EQUIMORPH_MEMORY"])), "memory-in-diffs")
