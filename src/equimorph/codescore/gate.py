"""The gate: a candidate that does not compile scores 0 (paper 004, 3.2)."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from types import TracebackType
from typing import Literal, Self, TypeAlias, get_args

from equimorph.checking.compilation_units import Unit, javac_opinion
from equimorph.codescore.errors import NoCompiler
from parsers import ParseError, SourceFile
from parsers.java.jdk import Jdk, JdkNotFound
from parsers.python.interpreter import Interpreter

__all__ = ["GATES", "Compiled", "Gate", "GateKind"]

GateKind: TypeAlias = Literal["compile", "syntax", "none"]
GATES: tuple[GateKind, ...] = get_args(GateKind)
"""``compile``: javac, or Python's own compiler, must accept the candidate; ``syntax``: it must parse, for methods of a project
that do not compile without it; ``none``: all pass."""

_PUBLIC = re.compile(r"\bpublic\s+(?:[\w-]+\s+)*(?:class|@?interface|enum|record)\s+(\w+)")
_KEPT = 4096


@dataclass(frozen=True)
class Compiled:
    """Whether a candidate passes the gate.

    Attributes:
        ok: whether it does.
        reason: why not, or None.
    """

    ok: bool
    reason: str | None = None


class Gate:
    """The compilers, started when they are needed; a context manager that ends them.

    Args:
        kind: what is asked of a candidate.
    """

    def __init__(self, kind: GateKind = "compile") -> None:
        self._kind = kind
        self._stack = ExitStack()
        self._jdk: Jdk | None = None
        self._python: Interpreter | None = None
        self._judged = lru_cache(_KEPT)(self._compiled)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the compilers; they start again if they are needed."""
        self._stack.close()
        self._jdk = self._python = None

    def judged(self, text: str, language: str) -> Compiled:
        """Return whether a candidate passes.

        Raises:
            NoCompiler: there is no compiler for its language.
        """
        return Compiled(True) if self._kind == "none" else self._judged(text, language)

    def _compiled(self, text: str, language: str) -> Compiled:
        try:
            source = SourceFile.from_text(text, language=language)
            parses, kind = source.parses, source.kind
        except ParseError as error:
            return Compiled(False, str(error))
        except RecursionError:
            return Compiled(False, "nested too deep")
        if self._kind == "syntax":
            return Compiled(parses, None if parses else "it does not parse")
        if source.is_empty:
            return Compiled(False, "there is no code")
        if language == "java":
            return self._java(text, kind)
        if language == "python":
            return self._of_python(text)
        raise NoCompiler(f"no compiler of {language}")

    def _java(self, text: str, kind: str) -> Compiled:
        try:
            if self._jdk is None:
                self._jdk = self._stack.enter_context(Jdk())
        except JdkNotFound as error:
            raise NoCompiler(f"no javac: {error}") from error
        public = _PUBLIC.search(text)
        name = None if kind == "member" else f"{public[1] if public else 'Unit'}.java"
        opinion = javac_opinion(Unit(name, text.encode()).compiled(self._jdk, ()))
        if opinion.verdict == "none":
            raise NoCompiler(f"javac broke down: {opinion.reason}")
        return Compiled(opinion.verdict == "accepted", opinion.reason)

    def _of_python(self, text: str) -> Compiled:
        if self._python is None:
            self._python = self._stack.enter_context(Interpreter())
        found = self._python.compile(text)
        if found.crashed:
            raise NoCompiler(f"Python broke down: {found.reason}")
        return Compiled(found.ok, found.reason)
