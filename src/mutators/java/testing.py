"""`JavaOracle`: what javac and the JVM show about a mutant, for `mutators.testing.check`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from types import TracebackType
from typing import Self

from mutators.mutant import Mutant
from parsers.java.method import methods_of
from parsers.oracles.jdk import Compilation, Jdk, JdkError, Run, compare
from parsers.source import SourceFile

__all__ = ["JavaOracle"]


@dataclass(frozen=True)
class _Original:
    """A source as javac knows it, and the JVM: the result of running the class with a main method, if it has one."""

    compilation: Compilation
    main: str | None
    run: Run | None


class JavaOracle:
    """Compiles mutants, and runs the ones that are not breaking and have other class bytes, as a context manager.

    The question is relative: a mutant must compile if its original does. A preserving mutant must have the same class bytes, or, if
    the source is a program with a main method, print and throw the same; one that is preserving but for output must throw the same.
    If javac accepts none of the sources, the end of the context raises an `AssertionError`, since nothing was judged.

    Args:
        jdk: The JDK; by default one that the oracle starts and ends.

    Attributes:
        compiled, ran: Number of mutants that were compiled, and that were run.
        unjudged: Number of mutants that javac cannot judge, since their originals do not compile alone.

    Raises:
        JdkNotFound: there is no JDK 17 or newer.
    """

    def __init__(self, jdk: Jdk | None = None) -> None:
        self._jdk = jdk if jdk is not None else Jdk()
        self._own = jdk is None
        self._originals: dict[SourceFile, _Original] = {}
        self.compiled = self.ran = self.unjudged = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._own:
            self._jdk.close()
        if kind is None and self.unjudged and not self.compiled:
            raise AssertionError(f"javac judged none of {self.unjudged} mutants: no source compiles alone")

    def __call__(self, source: SourceFile, mutant: Mutant) -> str | None:
        """Return the faults of a mutant of a source, or None."""
        original = self._originals.get(source)
        if original is None:
            original = self._originals[source] = self._original(source)
        if not original.compilation.ok:
            self.unjudged += 1
            return None
        self.compiled += 1
        after = self._compiled(source, mutant.data)
        if not after.ok:
            first = after.diagnostics[0]
            return f"it does not compile: line {first.line}: {first.message}"
        if mutant.relation == "breaking" or original.main is None or original.run is None:
            return None
        if compare(original.compilation, after, ignore_captures=True):
            return None  # the very same classes do the very same
        self.ran += 1
        printed = mutant.relation == "preserving"
        before, run = _seen(original.run, printed), _seen(self._jdk.run(after, original.main), printed)
        return None if run == before else f"it does not do the same: {before} became {run}"

    def _original(self, source: SourceFile) -> _Original:
        compilation = self._compiled(source, source.data)
        if compilation.ok and source.kind == "file":
            for name in _mains(source, compilation):
                try:
                    return _Original(compilation, name, self._jdk.run(compilation, name))
                except JdkError:  # it is called main, and no method to start with
                    continue
        return _Original(compilation, None, None)

    def _compiled(self, source: SourceFile, data: bytes) -> Compilation:
        text = data.decode().removeprefix("\ufeff")
        if source.kind == "file":
            name = PurePath(source.path).name if source.path else f"{_first_type(source)}.java"
            return self._jdk.compile({name: text}, bytes_=True)
        if source.kind == "statements":
            text = f"void statements() throws Throwable {{\n{text}\n}}"
        return self._jdk.compile_member(text)


def _mains(source: SourceFile, compilation: Compilation) -> list[str]:
    owners = {m.enclosing[-1].name for m in methods_of(source) if m.name == "main" and m.enclosing}
    return [name for name in compilation.classes if name.rpartition(".")[2] in owners]


def _first_type(source: SourceFile) -> str:
    """Return the name of the type of the first method, which names a file without a path."""
    return next((m.enclosing[-1].name for m in methods_of(source) if m.enclosing), "Source")


def _seen(run: Run, printed: bool) -> tuple[str, str | None, str]:
    """Return the observable result of a run, without what it printed where that may differ."""
    return run.status, run.exception, run.text if printed else ""
