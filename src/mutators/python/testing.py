"""`PythonOracle`: what a Python interpreter shows about a mutant, for `mutators.testing.check`."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Self

from mutators.mutant import Mutant
from parsers.oracles.interpreter import Compilation, Interpreter, Run
from parsers.source import SourceFile

__all__ = ["PythonOracle"]


@dataclass(frozen=True)
class _Original:
    """A source as the interpreter knows it.

    Attributes:
        compilation: Compilation with the digest of its code.
        run: Result of running it; None if it is no module, or the result of a second run differs.
    """

    compilation: Compilation
    run: Run | None


class PythonOracle:
    """Compiles mutants, and runs preserving ones whose code is another, as a context manager.

    The question is relative: a mutant must compile if its original does. A preserving mutant must have the same code
    (`parsers.oracles.interpreter.code`), or, if the source is a module, print and raise the same when it is run. If the interpreter
    compiles none of the sources, the end of the context raises an `AssertionError`, since nothing was judged.

    Args:
        interpreter: Interpreter that compiles and runs; by default this process's interpreter, which the oracle starts
            and ends.
        timeout: Seconds for one run.

    Attributes:
        compiled, proven, ran: Number of mutants that were compiled, of preserving ones that have the code of their
            original, and of mutants that were run.
        unjudged: Number of mutants that are not judged, since their originals do not compile or are not stable, or the
            mutant has other code and its source is no module.

    Raises:
        InterpreterError: the interpreter does not start.
    """

    def __init__(self, interpreter: Interpreter | None = None, *, timeout: float = 10.0) -> None:
        self._python = interpreter if interpreter is not None else Interpreter()
        self._own = interpreter is None
        self._timeout = timeout
        self._originals: dict[SourceFile, _Original] = {}
        self.compiled = self.proven = self.ran = self.unjudged = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._own:
            self._python.close()
        if kind is None and self.unjudged and not self.compiled:
            raise AssertionError(f"none of {self.unjudged} mutants was judged: no source compiles")

    def __call__(self, source: SourceFile, mutant: Mutant) -> str | None:
        """Return the faults of a mutant of a source, or None."""
        original = self._originals.get(source)
        if original is None:
            original = self._originals[source] = self._original(source)
        if not original.compilation.ok:
            self.unjudged += 1
            return None
        self.compiled += 1
        after = self._python.compile(mutant.data)
        if not after.ok:
            return f"it does not compile: {after.reason}"
        if mutant.relation == "breaking":
            return None
        if after.digest == original.compilation.digest:
            self.proven += 1
            return None  # the very same instructions do the very same
        if original.run is None:
            self.unjudged += 1
            return None
        self.ran += 1
        run = self._python.run(mutant.data, timeout=self._timeout)
        printed = mutant.relation == "preserving"
        before, now = _seen(original.run, printed), _seen(run, printed)
        return None if now == before else f"it does not do the same: {before} became {now}"

    def _original(self, source: SourceFile) -> _Original:
        """Return a source compiled, and run if it is a module."""
        compilation = self._python.compile(source.data)
        if not compilation.ok or source.kind != "file":
            return _Original(compilation, None)
        first, second = (self._python.run(source.data, timeout=self._timeout) for _ in range(2))
        is_stable = _seen(first, printed=True) == _seen(second, printed=True) and first.status != "timeout"
        return _Original(compilation, first if is_stable else None)


def _seen(run: Run, printed: bool) -> tuple[str, str | None, int | None, str, str]:
    """Return the observable result of a run, without what it printed where that may differ."""
    ended = run.status, run.exception, run.exit
    return *ended, *((run.text, run.stderr.decode(errors="replace")) if printed else ("", ""))
