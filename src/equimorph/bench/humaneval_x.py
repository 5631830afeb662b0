"""HumanEval-X in Java, from a user's file: 164 problems (Zheng et al. 2023, section 3).

A row has `declaration`, which ends with the head of the method, `canonical_solution`, the rest of the class, and `test`, a class
`Main` that is behind it in the same file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.problems import Problem
from equimorph.rows.tables import Failed, read_rows
from parsers import ParseError, SourceFile

_FIELDS = ("task_id", "prompt", "declaration", "canonical_solution", "test")
_IMPORT = re.compile(r"^\s*import\s[^;]*;", re.MULTILINE)
_LANGUAGE, _GROUP = "Java/", "HumanEval/"


def human_eval_x(path: Path | None, failed: Failed) -> Iterator[Problem]:
    """Yield the problems of HumanEval-X in Java.

    Args:
        path: Path of humaneval_java.jsonl or humaneval_java.jsonl.gz.
        failed: gets bad rows.

    Raises:
        ProblemError: there is no path.
        OSError: the file cannot be read.
    """
    if path is None:
        raise ProblemError("HumanEval-X is not a package: give its file humaneval_java.jsonl.gz with --path")
    return read_rows(path, problem_of, failed, key=lambda problem: problem.id)


def problem_of(data: Mapping[str, Any]) -> Problem:
    """Return the problem of a row of HumanEval-X: its method, and its class around it.

    Raises:
        ProblemError: the row is not one of HumanEval-X in Java.
    """
    fields = [data.get(name) for name in _FIELDS]
    if not all(isinstance(text, str) for text in fields):
        raise ProblemError(f"no row of HumanEval-X: it has {', '.join(_FIELDS)}")
    id, prompt, head, rest, test = map(str, fields)
    if not id.startswith(_LANGUAGE):
        raise ProblemError(f"{id} is no problem of Java")
    try:
        source = SourceFile.from_text(head + rest)
        within = len(head.rstrip().encode()) - 1
        if not source.parses:
            raise ParseError("not Java")
        method = next(candidate for candidate in source.methods if candidate.start < within < candidate.end)
    except (ParseError, StopIteration):
        raise ProblemError(f"{id}: declaration and canonical_solution are no class with a method") from None
    data_ = source.data
    prefix, suffix = data_[: method.start].decode(), data_[method.end :].decode()
    imports = "\n".join(line.strip() for line in _IMPORT.findall(head))
    group = _GROUP + id.removeprefix(_LANGUAGE)
    return Problem(
        id, "java", prompt, method.text, f"{imports}\n{test}", method.name or "", prefix, suffix, group
    )
