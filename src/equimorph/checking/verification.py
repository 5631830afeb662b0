"""Checking finished mutants: their records, and whether parsers that accept the original accept the mutant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.checking.code_objects import interpreter_opinion
from equimorph.checking.compilation_units import RowFiles, Surroundings, Unit, javac_opinion, row_units
from equimorph.rows.jsonl import JsonLine, lines_of
from equimorph.rows.row import Row, check_line, language_of_row
from mutators import MutationError
from parsers import ParseError, SourceFile
from parsers.encoding import UTF_8
from parsers.java.jdk import Jdk
from parsers.java.validity import Opinion, Outcome, javalang_opinion, relative, tree_sitter_opinion
from parsers.python.interpreter import Interpreter

__all__ = ["CHECKS", "Verification", "verify"]

CHECKS = ("record", "tree-sitter", "javalang", "javac", "libcst", "compile")
"""The checks in their order; tree-sitter, javalang and javac for Java, libcst and compile for Python; javac only if there is a
`Jdk`, compile only if there is an `Interpreter`."""


@dataclass(frozen=True)
class Verification:
    """The result of a row.

    Attributes:
        number: its 1-based line.
        id: of the mutation; None if the row cannot be read.
        outcomes: by check "passed", "failed", or "no opinion" if the original does not pass.
        failures: messages for people.
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
        encoding: of the files at the paths of the rows.

    Raises:
        OSError: the file cannot be read.
        InterpreterError: the interpreter does not start.
    """
    verifier = _Verifier(jdk, python, RowFiles(sourcepath, surroundings, encoding))
    for line in lines_of(rows):
        yield verifier.verified(line)


class _Verifier:
    def __init__(self, jdk: Jdk | None, python: Interpreter | None, files: RowFiles) -> None:
        self._jdk, self._python, self._files = jdk, python, files
        # Rows of one method follow each other: what is known of their original is kept for a while.
        self._source = lru_cache(16)(_source_opinion)
        self._javalang = lru_cache(16)(javalang_opinion)
        self._javac = lru_cache(16)(self._compiled)
        self._libcst = lru_cache(16)(_python_opinion)
        self._interpreter = lru_cache(16)(self._interpreted)

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
        failures = []
        for check, before, after in self._opinions(row, files):
            outcome = relative(before, after)
            if outcomes.get(check) != "failed":  # tree-sitter sees member and file
                outcomes[check] = outcome
            if outcome == "failed":
                failures.append(f"{check}: {after.reason}")
        return Verification(number, row.id, outcomes, tuple(failures))

    def _opinions(
        self, row: Row, files: tuple[bytes, bytes] | None
    ) -> Iterator[tuple[str, Opinion, Opinion]]:
        """Yield for each check of the row's language the opinions on the original and on the mutant."""
        language = language_of_row(row.data)
        if language == "java":
            yield from self._java_opinions(row, files)
        elif language == "python":
            yield from self._python_opinions(row, files)

    def _java_opinions(
        self, row: Row, files: tuple[bytes, bytes] | None
    ) -> Iterator[tuple[str, Opinion, Opinion]]:
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
            folders = self._files.sourcepath(row)
            yield "javac", self._javac(before, folders), self._compiled(after, folders)

    def _python_opinions(
        self, row: Row, files: tuple[bytes, bytes] | None
    ) -> Iterator[tuple[str, Opinion, Opinion]]:
        original, mutant = row.original.encode(), row.mutant.encode()
        yield "libcst", self._libcst(original), _python_opinion(mutant)
        if self._python is not None:
            before, after = files or (original, mutant)
            yield "compile", self._interpreter(before), self._interpreted(after)

    def _interpreted(self, data: bytes) -> Opinion:
        assert self._python is not None
        return interpreter_opinion(self._python.compile(data))

    def _compiled(self, unit: Unit, sourcepath: tuple[str | Path, ...]) -> Opinion:
        assert self._jdk is not None
        return javac_opinion(unit.compiled(self._jdk, sourcepath))


def _damaged(number: int, row: Row | None, error: Exception | None) -> Verification:
    failed: dict[str, Outcome] = {"record": "failed"}
    return Verification(number, row.id if row else None, failed, (f"record: {error}",))


def _source_opinion(data: bytes) -> Opinion:
    return tree_sitter_opinion(SourceFile(data))


def _python_opinion(data: bytes) -> Opinion:
    """Return the opinion of libcst and of the interpreter of this process."""
    try:
        _ = SourceFile(data, language="python").parsed
    except ParseError as error:
        return Opinion("rejected", str(error))
    return Opinion("accepted")
