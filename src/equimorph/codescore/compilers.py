"""The compilers of the gate: javac, and Python's own."""

from __future__ import annotations

import re
from functools import cached_property

from equimorph.checking.around import Around, in_class
from equimorph.checking.compilation_units import Unit, javac_opinion
from equimorph.codescore.errors import NoCompiler
from equimorph.codescore.gate import Compiled, GateCompiler
from parsers.language import Kind
from parsers.oracles.interpreter import Interpreter
from parsers.oracles.jdk import Jdk, find_jdk

_PUBLIC = re.compile(r"\bpublic\s+(?:[\w-]+\s+)*(?:class|@?interface|enum|record)\s+(\w+)")


class JavaGate(GateCompiler):
    """javac, which gets a member in a class of its own, or in what is around it."""

    @staticmethod
    def check() -> None:
        """Check that there is a JDK.

        Raises:
            JdkNotFound: There is none.
        """
        find_jdk()

    def compiled(self, text: str, kind: Kind, around: Around | None) -> Compiled:
        """Return whether javac accepts a text."""
        libraries: tuple[str, ...] = ()
        if around is not None:
            text, kind, libraries = in_class(text, around.prefix, around.suffix), "file", around.libraries
        public = _PUBLIC.search(text)
        name = None if kind == "member" else f"{public[1] if public else 'Unit'}.java"
        opinion = javac_opinion(Unit(name, text.encode()).compiled(self._jdk, (), classpath=libraries))
        if opinion.verdict == "none":
            raise NoCompiler(f"javac broke down: {opinion.reason}")
        return Compiled(opinion.verdict == "accepted", opinion.reason)

    @cached_property
    def _jdk(self) -> Jdk:
        return self._stack.enter_context(Jdk())


class PythonGate(GateCompiler):
    """The compiler of this interpreter's version."""

    def compiled(self, text: str, kind: Kind, around: Around | None) -> Compiled:
        """Return whether Python compiles a text."""
        result = self._interpreter.compile(text)
        if result.crashed:
            raise NoCompiler(f"Python broke down: {result.reason}")
        return Compiled(result.ok, result.reason)

    @cached_property
    def _interpreter(self) -> Interpreter:
        return self._stack.enter_context(Interpreter())
