"""Judged rows for the tests of scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from equimorph.robustness import Score

__all__ = ["behaviour", "cells", "counts", "exact", "example", "repaired"]

Row = dict[str, Any]


def exact(bug: str, mutant: str | None = None, hit: int | None = None, **fields: object) -> Row:
    """A row of criterion exact, of those fields only that a script of someone else writes."""
    mutator = None if mutant is None else mutant.partition("-")[0]
    row: Row = {"model": "m", "bug_id": bug, "mutant_id": mutant, "mutator": mutator}
    row |= {"touched": None if mutant is None else False, "first_hit": hit}
    row |= {"undone": 1, "conflicts": 0, "unparsable": 0, "status": "miss" if hit is None else "hit"}
    return row | fields


def repaired(bug: str, mutant: str | None = None, hit: int | None = None, **fields: object) -> Row:
    """A row of criterion repaired."""
    status = "not_repaired" if hit is None else "repaired"
    return exact(bug, mutant, hit, criterion="repaired", status=status) | fields


def behaviour(bug: str, mutant: str | None = None, same: bool | None = None, **fields: object) -> Row:
    """A row of criterion behaviour."""
    return exact(bug, mutant, criterion="behaviour", status="assertion", same=same) | fields


def example() -> list[Row]:
    """The example of the spec, 3.12: A, B, C are repaired, D is not."""
    rows = [exact("A", hit=1), exact("B", hit=1), exact("C", hit=1), exact("D")]
    rows += [exact("A", "renaming-1", 1), exact("A", "renaming-2"), exact("B", "renaming-3", 1)]
    rows += [exact("D", f"renaming-{number}") for number in (4, 5, 6)]
    return [*rows, exact("A", "cast-1", 1), exact("B", "cast-2"), exact("B", "cast-3")]


def cells(
    mutants: tuple[int, int], samples: tuple[int, int], mutator: str, prefix: str = ""
) -> Iterator[Row]:
    """Rows of criterion repaired, originals too, with so many of all mutants, and so many of all samples, that fail."""
    failed, total = mutants
    bad, read = samples
    assert bad <= failed, "each bad sample has a bad mutant"
    assert read - bad <= total - failed, "each good sample has a good mutant"
    for number in range(read):
        yield repaired(f"{prefix}{number}", hit=1)
    for number in range(total):
        fails = number < failed
        place = number % bad if fails else bad + (number - failed) % (read - bad) if read > bad else 0
        yield repaired(f"{prefix}{place}", f"{mutator}-{number}", None if fails else 1)


def counts(found: Score, metric: str, mutator: str = "all", fault: str = "all", group: str = "all") -> str:
    """A cell as text."""
    data = found.cell(metric, mutator, fault, group).to_dict()
    return f"{data['numerator']}/{data['denominator']}"
