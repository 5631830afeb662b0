"""Checking mutants that are already on the disk: their records, and three parsers in the relative form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.checking.compilation_units import RowFiles, Unit, javac_opinion, row_units
from equimorph.rows.jsonl import JsonLine, lines_of
from equimorph.rows.row import Row, check_line
from parsers import ParseError, SourceFile
from parsers.java.jdk import Jdk
from parsers.java.validity import Opinion, Outcome, javalang_opinion, relative, tree_sitter_opinion

__all__ = ["CHECKS", "Verification", "verify"]

CHECKS = ("record", "tree-sitter", "javalang", "javac")
"""What is checked, in this order; javac only if there is a `Jdk`."""


@dataclass(frozen=True)
class Verification:
    """The result of a row.

    Attributes:
        number: its 1-based line.
        id: of the mutation; None if the row cannot be read.
        outcomes: by check "passed", "failed", or "no opinion" where the original does not pass itself.
        failures: what failed, for people to read.
    """

    number: int
    id: str | None
    outcomes: Mapping[str, Outcome]
    failures: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not self.failures


def verify(
    rows: str | PathLike[str] | Iterable[Mapping[str, Any]],
    *,
    jdk: Jdk | None = None,
    sourcepath: Sequence[str | Path] = (),
) -> Iterator[Verification]:
    """Check rows of mutants: the record, and that each parser which accepts the original accepts the mutant.

    javac gets the whole file where the row has `mutant_file`, else the member in a class of its own.

    Args:
        rows: a JSON Lines file, or the objects.
        jdk: also ask this javac; its class path is used.
        sourcepath: folders where javac finds further sources, for rows with a whole file.

    Raises:
        OSError: the file cannot be read.
    """
    verifier = _Verifier(jdk, sourcepath)
    for line in lines_of(rows):
        yield verifier.verified(line)


class _Verifier:
    def __init__(self, jdk: Jdk | None, sourcepath: Sequence[str | Path]) -> None:
        self._jdk, self._sourcepath = jdk, tuple(sourcepath)
        # Rows of one method follow each other: what is known of their original is kept for a while.
        self._source = lru_cache(16)(_source_opinion)
        self._javalang = lru_cache(16)(javalang_opinion)
        self._javac = lru_cache(16)(self._compiled)
        self._files = RowFiles()

    def verified(self, line: JsonLine) -> Verification:
        number = line.number
        row, error = check_line(line)
        if row is None or error is not None:
            failed: dict[str, Outcome] = {"record": "failed"}
            return Verification(number, row.id if row else None, failed, (f"record: {error}",))
        outcomes: dict[str, Outcome] = {"record": "passed"}
        failures = []
        for check, before, after in self._opinions(row):
            outcome = relative(before, after)
            if outcomes.get(check) != "failed":  # tree-sitter sees member and file
                outcomes[check] = outcome
            if outcome == "failed":
                failures.append(f"{check}: {after.reason}")
        return Verification(number, row.id, outcomes, tuple(failures))

    def _opinions(self, row: Row) -> Iterator[tuple[str, Opinion, Opinion]]:
        """Yield for each check the opinions on the original and on the mutant."""
        files = self._files.of(row)
        if files is not None:
            yield "tree-sitter", self._source(files[0]), _source_opinion(files[1])
        original, mutant = row.original.encode(), row.mutant.encode()
        yield "tree-sitter", self._source(original), _source_opinion(mutant)
        try:
            kind = SourceFile(original).kind
        except ParseError:
            return
        yield "javalang", self._javalang(row.original, kind), javalang_opinion(row.mutant, kind)
        if self._jdk is None:
            return
        for before, after in row_units(row, files)[:1]:
            yield "javac", self._javac(before), self._compiled(after)

    def _compiled(self, unit: Unit) -> Opinion:
        assert self._jdk is not None
        return javac_opinion(unit.compiled(self._jdk, self._sourcepath))


def _source_opinion(data: bytes) -> Opinion:
    return tree_sitter_opinion(SourceFile(data))
