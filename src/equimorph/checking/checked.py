"""All checks that options ask for, on the rows of a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

from equimorph.checking.compilation_units import Surroundings
from equimorph.checking.equivalence import equivalence
from equimorph.checking.options import VerifyOptions
from equimorph.checking.verdicts import Equivalence
from equimorph.checking.verification import Verification, first_lines, verify
from equimorph.rows.jsonl import lines_of
from mutators import MutationError
from parsers.encoding import UTF_8
from parsers.oracles.interpreter import Interpreter
from parsers.oracles.jdk import Jdk
from parsers.oracles.prover import Prover

__all__ = ["checked"]


@contextmanager
def checked(
    rows: Path, options: VerifyOptions, *, surroundings: Surroundings | None = None, encoding: str = UTF_8
) -> Iterator[Iterator[tuple[Verification, Equivalence | None]]]:
    """Start the compilers that rows need; yield the result of each row, and its verdict if equivalence is asked for.

    Args:
        rows: the file of rows.
        options: which checks, with which compilers.
        surroundings: as of `equimorph.verify`.
        encoding: of the files at their paths.

    Raises:
        MutationError: a row is of another language than an option.
        InterpreterError: the command is no Python.
        JdkNotFound: there is no JDK.
    """
    compilers = options.compilers
    with ExitStack() as stack:
        jdk, interpreter = _compilers(stack, rows, options, encoding)
        files: dict[str, Any] = {
            "sourcepath": compilers.sourcepath,
            "surroundings": surroundings,
            "encoding": encoding,
        }
        results = verify(
            rows, jdk=jdk if options.javac else None, python=interpreter if options.compile else None, **files
        )
        verdicts: Iterator[Equivalence] = iter(())
        if options.equivalence:
            path = compilers.classpath_parts()
            prover = None if jdk is None else stack.enter_context(Prover(classpath=path))
            verdicts = equivalence(rows, jdk=jdk, python=interpreter, prover=prover, **files)
        yield zip_longest(results, verdicts)


def _compilers(
    stack: ExitStack, rows: Path, options: VerifyOptions, encoding: str
) -> tuple[Jdk | None, Interpreter | None]:
    if not options:
        return None, None
    compilers = options.compilers
    lines = first_lines(lines_of(rows))
    for given, option, language, instead in (
        (options.javac, "--javac", "python", "--compile"),
        (options.compile, "--compile", "java", "--javac"),
    ):
        if given and language in lines:
            line = lines[language]
            raise MutationError(
                f"{option} does not go with {language.title()}, and line {line} is a row of it: give {instead}"
            )
    jdk = interpreter = None
    if "java" in lines:
        jdk = stack.enter_context(Jdk(classpath=compilers.classpath_parts(), options=("-encoding", encoding)))
    if options.compile or options.equivalence:
        command = sys.executable if compilers.python is None else compilers.python
        interpreter = stack.enter_context(Interpreter(command))
        if "python" in lines:
            _ = interpreter.version
    return jdk, interpreter
