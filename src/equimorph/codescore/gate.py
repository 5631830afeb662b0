"""The gate: a candidate that does not compile scores 0 (paper 004, 3.2)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from equimorph.checking.around import Around
from equimorph.codescore.errors import NoCompiler
from equimorph.languages import part_of
from parsers import ParseError, SourceFile
from parsers.language import Kind
from parsers.oracles.processes import Closing

__all__ = ["Compiled", "Gate", "GateCompiler", "GateKind"]

GateKind: TypeAlias = Literal["compile", "syntax", "none"]
"""``compile``: javac, or Python's own compiler, must accept the candidate; ``syntax``: it must parse, for methods of a project
that do not compile without it; ``none``: all pass."""

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


class GateCompiler(ABC):
    """The compiler of a language, started when it is needed.

    Args:
        stack: ends it.
    """

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack

    @staticmethod  # noqa: B027 - most have nothing to check
    def check() -> None:
        """Check that there is one, where the package does not bring it."""

    @abstractmethod
    def compiled(self, text: str, kind: Kind, around: Around | None) -> Compiled:
        """Return whether a text that is not empty compiles.

        Args:
            text: the candidate.
            kind: what it is.
            around: what is around it.

        Raises:
            NoCompiler: the compiler broke down.
        """


class Gate(Closing):
    """The compilers, started when they are needed; a context manager that ends them.

    Args:
        kind: what is asked of a candidate.
    """

    def __init__(self, kind: GateKind = "compile") -> None:
        self._kind = kind
        self._stack = ExitStack()
        self._compilers = dict[str, GateCompiler]()
        self._judged = lru_cache(_KEPT)(self._compiled)

    def close(self) -> None:
        """End the compilers; they start again if they are needed."""
        self._stack.close()
        self._compilers.clear()

    def check(self, languages: Collection[str]) -> None:
        """Check that the compilers of some languages are there, if candidates are to be compiled.

        Raises:
            JdkNotFound: Java is one of them, and there is no JDK.
        """
        for language in sorted(languages) if self._kind == "compile" else ():
            compiler: type[GateCompiler] | None = part_of(language, "gate")
            if compiler is not None and language not in self._compilers:
                compiler.check()

    def judged(self, text: str, language: str, around: Around | None = None) -> Compiled:
        """Return whether a candidate passes.

        Args:
            text: the candidate.
            language: Language of it.
            around: what is around a member of Java; None for a class of its own.

        Raises:
            NoCompiler: there is no compiler for its language.
            JdkNotFound: it is Java, and there is no JDK.
        """
        return Compiled(True) if self._kind == "none" else self._judged(text, language, around)

    def compared(
        self, candidate: str, reference: str, language: str, around: Around | None = None
    ) -> Compiled:
        """Return whether a candidate passes, where its reference shows that this can be told.

        Args:
            candidate, reference: the texts.
            language, around: see `judged`.

        Raises:
            NoCompiler: there is no compiler; or the reference does not compile either, as where both lack their imports.
        """
        result = self.judged(candidate, language, around)
        if result.ok or self._kind != "compile" or not _parses(candidate, language):
            return result
        wanted = self.judged(reference, language, around)
        if not wanted.ok:
            raise NoCompiler(
                f"the reference does not compile either ({wanted.reason}); rows with prefix and suffix say what is around"
                " it, --gate syntax asks for no compiler"
            )
        return result

    def _compiled(self, text: str, language: str, around: Around | None) -> Compiled:
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
        return self._compiler_of(language).compiled(text, kind, around)

    def _compiler_of(self, language: str) -> GateCompiler:
        if language not in self._compilers:
            compiler: type[GateCompiler] | None = part_of(language, "gate")
            if compiler is None:
                raise NoCompiler(f"no compiler of {language}")
            self._compilers[language] = compiler(self._stack)
        return self._compilers[language]


def _parses(text: str, language: str) -> bool:
    try:
        return SourceFile.from_text(text, language=language).parses
    except (ParseError, RecursionError):
        return False
