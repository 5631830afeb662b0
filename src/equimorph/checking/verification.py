"""Checking finished mutants: their records, and whether parsers that accept the original accept the mutant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.checking.checkers import Tools, checker_of
from equimorph.checking.compilation_units import RowFiles, Surroundings
from equimorph.rows.jsonl import JsonLine, lines_of
from equimorph.rows.row import Row, check_line, language_of_row
from mutators import MutationError
from parsers import ParseError
from parsers.encoding import UTF_8
from parsers.oracles.interpreter import Interpreter
from parsers.oracles.jdk import Jdk
from parsers.validity import Opinion, Outcome, relative

__all__ = ["CHECKS", "Verification", "verify"]

CHECKS = ("record", "tree-sitter", "javalang", "javac", "libcst", "compile", "parser")
"""The checks in their order; tree-sitter, javalang and javac for Java, libcst and compile for Python, parser for a language without
checks of its own; javac only if there is a `Jdk`, compile only if there is an `Interpreter`."""


@dataclass(frozen=True)
class Verification:
    """The result of a row.

    Attributes:
        number: 1-based line of the row.
        id: Id of the mutation; None if the row cannot be read.
        outcomes: Outcomes by check: "passed", "failed", or "no opinion" if the original does not pass.
        failures: Messages in words.
        reasons: Reasons, by check, for having no opinion.
    """

    number: int
    id: str | None
    outcomes: Mapping[str, Outcome]
    failures: tuple[str, ...]
    reasons: Mapping[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not self.failures


def verify(
    rows: str | PathLike[str] | Iterable[Mapping[str, Any]],
    *,
    jdk: Jdk | None = None,
    python: Interpreter | None = None,
    sourcepath: Sequence[str | Path] = (),
    surroundings: Surroundings | None = None,
    encoding: str = UTF_8,
) -> Iterator[Verification]:
    """Check rows of mutants: the record, and that each parser that accepts the original accepts the mutant.

    javac and Python get the whole file if the row has `mutant_file`, or if the surroundings or its `path` have it; otherwise javac
    gets the member in its own class, and Python the member alone. Python is compiled, and never run.

    Args:
        rows: a JSON Lines file, or the objects.
        jdk: also use this javac, with its class path, for Java.
        python: also compile with this interpreter, for Python.
        sourcepath: folders where javac finds further sources, for rows with a whole file.
        surroundings: have the whole files and sources of the rows, such as `equimorph.defects4j.WholeFiles`; a row that does not
            belong there has failed.
        encoding: Encoding of the files at the paths of the rows.

    Raises:
        OSError: the file cannot be read.
        InterpreterError: the interpreter does not start.
    """
    verifier = _Verifier(Tools(RowFiles(sourcepath, surroundings, encoding), jdk, python))
    for line in lines_of(rows):
        yield verifier.verified(line)


class _Verifier:
    def __init__(self, tools: Tools) -> None:
        self._files = tools.files
        self._checker = cache(partial(checker_of, tools=tools))

    def verified(self, line: JsonLine) -> Verification:
        number = line.number
        row, error = check_line(line)
        if row is None or error is not None:
            return _damaged(number, row, error)
        try:
            if (files := self._files.of(row)) is not None:
                row.check_diff(*files)
        except (MutationError, ParseError, OSError) as missing:
            return _damaged(number, row, missing)
        outcomes: dict[str, Outcome] = {"record": "passed"}
        reasons = dict[str, str]()
        failures = []
        for check, before, after in self._checker(row.language).opinions(row, files):
            outcome = relative(before, after)
            if outcomes.get(check) != "failed":  # a parser may see member and file
                outcomes[check] = outcome
            if outcome == "no opinion":
                reasons[check] = _why_none(before, after)
            if outcome == "failed":
                failures.append(f"{check}: {after.reason}")
        left = {check: why for check, why in reasons.items() if outcomes[check] == "no opinion"}
        return Verification(number, row.id, outcomes, tuple(failures), left)


def _why_none(original: Opinion, mutant: Opinion) -> str:
    if original.verdict == "rejected":
        return f"the original does not pass: {original.reason}"
    broken, which = (original, "original") if original.verdict == "none" else (mutant, "mutant")
    return f"it broke down on the {which}: {broken.reason}"


def _damaged(number: int, row: Row | None, error: Exception | None) -> Verification:
    failed: dict[str, Outcome] = {"record": "failed"}
    return Verification(number, row.id if row else None, failed, (f"record: {error}",))


def first_lines(lines: Iterable[JsonLine]) -> dict[str, int]:
    """Return the languages of rows, each with the 1-based number of its first line; a line without a mutant has none."""
    numbers: dict[str, int] = {}
    for line in lines:
        if "mutant" in line.data:
            numbers.setdefault(language_of_row(line.data), line.number)
    return numbers
