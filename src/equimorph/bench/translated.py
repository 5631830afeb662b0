"""HumanEval in Java, by the translator `jopy`: solution and tests become two classes.

`jopy` makes one class of both. The method of the entry point moves to a class `Solution` with all helpers; in the class
of the tests its body becomes a call of that method, so that the tests reach a candidate there.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from equimorph.bench.errors import ProblemError
from equimorph.bench.humaneval import human_eval
from equimorph.bench.problems import Problem
from equimorph.rows.tables import BadRow, Failed
from equimorph.runs.extras import MissingPackage
from parsers import Method, ParseError, SourceFile
from parsers.oracles.jdk import find_jdk
from parsers.oracles.jdk.home import clean_environment

_TESTS, _SOLUTION = "Main", "Solution"
_RUNTIME = ("JoPy", "PyCallable", "PySystemExit")
_HARNESS = ("check", "__load", "main")


def human_eval_java(path: Path | None, failed: Failed) -> Iterator[Problem]:
    """Yield the problems of HumanEval that the translator can say in Java; it says nothing of whether they compile.

    Args:
        path: see `human_eval`.
        failed: gets bad rows; a problem that has no translation is no bad row, and is left out.

    Raises:
        ProblemError: HumanEval or the translator is not installed.
        JdkNotFound: there is no JDK, which compiles the runtime of the translator.
        OSError: a file cannot be read.
    """
    libraries = (str(runtime_classes()),)
    for number, task in enumerate(human_eval(path, failed), 1):
        try:
            yield _in_java(task, libraries)
        except (ProblemError, ParseError) as error:
            failed(BadRow("human-eval-java", number, f"{task.id}: {error}"))


def _in_java(problem: Problem, libraries: tuple[str, ...]) -> Problem:
    """Return a problem in Java.

    Raises:
        ProblemError: the translator cannot say it.
    """
    import jopy  # only where it is asked for

    try:
        text: str = jopy.translate(problem.program(problem.solution) + problem.tests, filename="main.py").java
    except Exception as error:
        raise ProblemError(f"no translation: {type(error).__name__}: {error}") from error
    source = SourceFile.from_text(text)
    named = [
        member
        for member in source.methods
        if isinstance(member, Method) and member.name == problem.entry_point
    ]
    if len(named) != 1:
        raise ProblemError(f"no translation with one method {problem.entry_point}")
    method = named[0]
    data, start, end = source.data, method.start, method.end
    head, separator, _ = method.text.partition("{")
    names = re.findall(r"(\w+)\s*(?:,|\)\s*(?:throws [\w., ]+)?$)", head.rstrip())
    call = f"{_SOLUTION}.{problem.entry_point}({', '.join(names)});"
    body = call if re.search(r"\bvoid\b", head.partition("(")[0]) else f"return {call}"
    tests = data[:start].decode() + f"{head}{separator}\n    {body}\n}}" + data[end:].decode()
    spans = [(member.start, member.end) for member in source.methods if member.name in _HARNESS]
    prefix, suffix = (_without(data, spans, *part) for part in ((0, start), (end, len(data))))
    declared = f"public class {_SOLUTION} "
    return Problem(
        f"{problem.id}/java",
        "java",
        "",
        method.text,
        tests,
        problem.entry_point,
        prefix.replace(f"public class {_TESTS} ", declared, 1),
        suffix,
        problem.group,
        libraries,
    )


def _without(data: bytes, spans: list[tuple[int, int]], start: int, end: int) -> str:
    """Return a part of a text without the members that are in it."""
    kept, at = b"", start
    for first, last in sorted(spans):
        if start <= first and last <= end:
            kept, at = kept + data[at:first], last
    return (kept + data[at:end]).decode()


def runtime_classes() -> Path:
    """Return the folder of the classes that translations need, in the user's cache folder.

    Raises:
        ProblemError: the translator is not installed, or the classes do not compile.
        JdkNotFound: there is no JDK.
    """
    spec = find_spec("jopy")
    if spec is None or spec.origin is None:
        missing = MissingPackage("jopy is not installed", name="jopy")
        raise ProblemError("the translator is not installed: pip install jopy") from missing
    sources = Path(spec.origin).parent.parent
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "equimorph")
    target = root / f"jopy-{version('jopy')}"
    if target.is_dir():
        return target
    root.mkdir(parents=True, exist_ok=True)
    built = Path(tempfile.mkdtemp(prefix="building-", dir=root))
    command = [str(find_jdk() / "bin" / "javac"), "-proc:none", "-nowarn", "-sourcepath", str(sources)]
    files = [str(sources / "jopy" / "runtime" / f"{name}.java") for name in _RUNTIME]
    done = subprocess.run(
        [*command, "-d", str(built), *files],
        capture_output=True,
        text=True,
        env=clean_environment(),
        check=False,
    )
    if done.returncode:
        shutil.rmtree(built)
        raise ProblemError(f"the runtime of jopy does not compile: {done.stderr[:500]}")
    try:
        built.rename(target)
    except OSError:
        if not target.is_dir():
            raise
        shutil.rmtree(built)  # another process was faster
    return target
