"""A problem: what is asked for, a solution, and tests; rows of problems in a user's own file."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.rows.tables import Failed, Rows, read_rows
from parsers import ParseError, SourceFile

__all__ = ["LANGUAGES", "Problem", "problems_in"]

LANGUAGES = ("java", "python")
_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+(\w+)")
_TEXTS = ("id", "lang", "prompt", "solution", "tests", "entry_point", "prefix", "suffix", "group")


@dataclass(frozen=True)
class Problem:
    """A problem with tests.

    Attributes:
        id: unique, such as HumanEval/0.
        lang: "java" or "python".
        prompt: what a model is given; a candidate that is a completion alone follows it.
        solution: the reference: one function or method, without the text that explains it.
        tests: a program that ends by an error if a candidate is wrong. Python: it calls the entry point by its name. Java: a class
            `Main` with `main`, which does so.
        entry_point: the name of the function or method.
        prefix, suffix: what stands around a candidate: imports and helpers, and in Java its class.
        group: problems of one group, such as a problem in two languages, are never in two splits; the id by default.
        libraries: folders of classes that Java needs besides.
    """

    id: str
    lang: str
    prompt: str
    solution: str
    tests: str
    entry_point: str
    prefix: str = ""
    suffix: str = ""
    group: str = ""
    libraries: tuple[str, ...] = ()

    def program(self, candidate: str) -> str:
        """Return the whole program of a candidate: a function or method, a whole program, or what completes the prompt."""
        candidate = candidate.removeprefix("\ufeff")  # as a compiler reads a file
        if self.lang == "java":
            if _is_whole(self, candidate):
                return candidate
            if self.prompt and _completes(self.prompt, candidate):
                return self.prompt + candidate
            return self.prefix + candidate + self.suffix
        if self.prompt and not _defines(candidate, self.entry_point) and _defines_in(self, candidate):
            return self.prompt + candidate
        future, rest = _future(candidate)
        return future + self.prefix + rest

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Problem:
        """Return the problem of a row; fields that it does not know are left out.

        Raises:
            ProblemError: a field is missing, or is not what it should be.
        """
        texts = dict[str, str]()
        for name in _TEXTS:
            value = data.get(name, "")
            if not isinstance(value, str):
                raise ProblemError(f"{name} is a text, not {value!r:.80}")
            texts[name] = value
        for name in ("id", "lang", "solution", "tests", "entry_point"):
            if not texts[name].strip():
                raise ProblemError(f"no {name}")
        if texts["lang"] not in LANGUAGES:
            raise ProblemError(f"lang is java or python, not {texts['lang']!r}")
        libraries = data.get("libraries", [])
        if not (isinstance(libraries, list) and all(isinstance(one, str) for one in libraries)):
            raise ProblemError("libraries are a list of paths")
        return cls(**{**texts, "group": texts["group"] or texts["id"]}, libraries=tuple(libraries))

    def to_row(self) -> dict[str, Any]:
        """Return the problem as plain data."""
        return asdict(self)


def problems_in(rows: Rows, failed: Failed) -> Iterator[Problem]:
    """Yield the problems of a user's file; bad rows are reported."""
    return read_rows(rows, Problem.from_row, failed, key=lambda one: one.id)


def _defines(text: str, name: str) -> bool:
    """Return whether a program of Python defines a name at its top."""
    try:
        statements = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(
        (isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and one.name == name)
        or (
            isinstance(one, ast.Assign)
            and any(isinstance(target, ast.Name) and target.id == name for target in one.targets)
        )
        for one in statements
    )


def _future(text: str) -> tuple[str, str]:
    """Return what a program of Python has up to its last import from __future__, which nothing may precede, and the rest."""
    try:
        statements = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "", text
    ends = [
        one.end_lineno or 0
        for one in statements
        if isinstance(one, ast.ImportFrom) and one.module == "__future__"
    ]
    lines = io.StringIO(text, newline="").readlines()
    head = "".join(lines[: max(ends, default=0)])
    return (head if head.endswith("\n") or not head else f"{head}\n"), "".join(lines[max(ends, default=0) :])


def _defines_in(problem: Problem, completion: str) -> bool:
    return _defines(problem.prompt + completion, problem.entry_point)


def _is_whole(problem: Problem, candidate: str) -> bool:
    """Return whether a text of Java declares the class that a problem puts around its candidates."""
    around = _TYPE.findall(problem.prefix)
    if not around:
        return True
    declared = rf"^\s*(?:@?[\w.-]+\s+)*(?:class|interface|enum|record)\s+{around[-1]}\b"
    return re.search(declared, candidate, re.MULTILINE) is not None


def _completes(prompt: str, candidate: str) -> bool:
    """Return whether a text of Java is the rest of a class, and not itself a member of one."""
    try:
        own, together = (SourceFile.from_text(text) for text in (candidate, prompt + candidate))
        return not (own.parses and own.methods) and together.parses
    except ParseError:
        return False
