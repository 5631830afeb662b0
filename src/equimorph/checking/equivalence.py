"""The verdicts on rows: breaking mutants that are compiled to the same as their original, or as an earlier mutant of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.checking.checkers import Tools, checker_of
from equimorph.checking.compilation_units import RowFiles, Surroundings
from equimorph.checking.verdicts import ClassVerdict, Equivalence
from equimorph.rows.jsonl import JsonLine, lines_of
from equimorph.rows.row import Row, check_line
from mutators import MutationError
from parsers import ParseError
from parsers.encoding import UTF_8
from parsers.oracles.interpreter import Interpreter
from parsers.oracles.jdk import Jdk
from parsers.oracles.prover import Prover

__all__ = ["equivalence"]


def equivalence(
    rows: str | PathLike[str] | Iterable[Mapping[str, Any]],
    *,
    jdk: Jdk | None = None,
    python: Interpreter | None = None,
    prover: Prover | None = None,
    sourcepath: Sequence[str | Path] = (),
    surroundings: Surroundings | None = None,
    encoding: str = UTF_8,
) -> Iterator[Equivalence]:
    """Find breaking mutants that are equivalent to their original, or duplicates of an earlier mutant of it.

    Duplicates are found among consecutive rows of the same original, as `mutate` writes them, so that memory does not
    grow with the rows. The compiler gets the whole file if the row has `mutant_file`, or if its `path` still contains the
    original. If that does not compile, or there is none, javac gets the member in its own class, and Python the member alone.

    Args:
        rows: a JSON Lines file, or the objects.
        jdk: compares the class bytes of Java rows, with its class path.
        python: compares the code objects of Python rows.
        prover: also finds Java mutants with other class bytes that do the same as their original.
        sourcepath: folders where javac finds further sources, for rows with a whole file.
        surroundings, encoding: see `equimorph.checking.verification.verify`.

    Raises:
        OSError: the file cannot be read.
        JdkError: javac refuses an option.
        InterpreterError: the interpreter does not start.
        ValueError: neither `jdk` nor `python` is given.
    """
    if jdk is None and python is None:
        raise ValueError("give jdk for rows of Java, python for rows of Python")
    judge = _Judge(Tools(RowFiles(sourcepath, surroundings, encoding), jdk, python, prover))
    return (judge.judged(line) for line in lines_of(rows))


class _Judge:
    def __init__(self, tools: Tools) -> None:
        self._checker = cache(partial(checker_of, tools=tools))

    def judged(self, line: JsonLine) -> Equivalence:
        number = line.number
        row, error = check_line(line)
        if row is None or error is not None:
            id = row.id if row else None
            return Equivalence("failed", None, f"record: {error}", False, number, id, line.data)
        result = self._verdict(row)
        return Equivalence(result.verdict, result.of, result.reason, result.proved, number, row.id, row.data)

    def _verdict(self, row: Row) -> ClassVerdict:
        relation = row.data.get("relation")
        if relation != "breaking":
            return ClassVerdict("not asked", None, f"its relation is {relation!r}")
        group = row.data.get("bug"), row.path, row.offset, row.original
        try:
            return self._checker(row.language).verdict(row, group)
        except (MutationError, ParseError, OSError) as missing:
            return ClassVerdict("failed", None, f"record: {missing}")
