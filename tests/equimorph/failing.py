"""A mutator as somebody might plug it in, that fails in the step which the name of a method says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from mutators.base import Mutator
from mutators.java.match import JavaMatch
from mutators.model import Edit, Mutation
from parsers.java.method import Method
from parsers.source import SourceFile

__all__ = ["ENTRY", "STEPS", "Failing"]

ENTRY = "[equimorph.mutators]\nfailing = tests.equimorph.failing:Failing\n"
STEPS = ("matches", "obstacle", "edits", "assumptions", "record")


class Failing(Mutator):
    """Puts a blank before the last brace of each method, twice: one site would do."""

    name = "failing"
    version = 7
    language = "java"
    relation = "preserving"
    by_default = False
    examples = ()

    def matches(self, method: Method) -> Iterator[JavaMatch]:
        yield _Fragile(method, method.root)
        fail("matches", method.name)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        raise ZeroDivisionError


def fail(step: str, name: str) -> None:
    assert step not in name, f"fault in {step}"


class _Fragile(JavaMatch):
    def obstacle(self) -> str | None:
        fail("obstacle", self.method.name)
        return None

    def edits(self, rng: Random) -> Iterable[Edit]:
        fail("edits", self.method.name)
        return [Edit(self.end - 1, "}", " }")]

    def assumptions(self) -> Any:  # noqa: ANN401 - in one method not what it must be
        fail("assumptions", self.method.name)
        return (object(),) if "record" in self.method.name else ()
