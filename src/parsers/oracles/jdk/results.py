"""The answers of the JDK oracle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

__all__ = [
    "CRASH",
    "TOO_LONG",
    "ClassFile",
    "Comparison",
    "Compilation",
    "Diagnostic",
    "Run",
    "Status",
    "compare",
]

CRASH = "crash"
"""The code of the one diagnostic of a compilation in which javac itself broke down."""
TOO_LONG = "timeout"
"""The code of the one diagnostic of a compilation that took too long."""

Status = Literal[
    "ok", "exception", "exit", "timeout", "out-of-memory", "output-limit", "crashed"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error of javac.

    `path` is the unit's name as it was given; `line` and `column` are 1-based and count characters, 0 where
    javac names no position; `code` is javac's key, such as `compiler.err.cant.resolve.location`.
    """

    path: str
    line: int
    column: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class ClassFile:
    """A compiled class: hashes (SHA-256, hex) of its bytes, and the bytes where they were requested.

    `anonymous_captures` is the hash after the synthetic fields `val$x` for captured locals are numbered.
    """

    sha256: str
    anonymous_captures: str
    data: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Compilation:
    """The outcome of one compilation: errors, and the classes by binary name."""

    ok: bool
    diagnostics: tuple[Diagnostic, ...]
    classes: Mapping[str, ClassFile]

    @property
    def crashed(self) -> bool:
        """Whether javac broke down or took too long, so that nothing is known about the source."""
        return any(d.code in (CRASH, TOO_LONG) for d in self.diagnostics)

    @property
    def timed_out(self) -> bool:
        """Whether it took too long."""
        return any(d.code == TOO_LONG for d in self.diagnostics)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two compilations side by side; true if both compiled to the same class bytes.

    `differing` names the classes that differ or that only one side has; `not_compiled` names the sides
    ("before", "after") that have errors.
    """

    differing: tuple[str, ...]
    not_compiled: tuple[str, ...]

    @property
    def equal(self) -> bool:
        """Whether both sides compiled, and to the same classes."""
        return not self.differing and not self.not_compiled

    def __bool__(self) -> bool:
        return self.equal


def compare(before: Compilation, after: Compilation, *, ignore_captures: bool = False) -> Comparison:
    """Compare the class bytes of two compilations.

    Args:
        before: Compilation of the original; may be kept and compared with many mutants.
        after: Compilation of the mutant.
        ignore_captures: Let synthetic fields for captured locals (`val$x`) differ in name.
    """
    sides = {"before": before, "after": after}
    not_compiled = tuple(name for name, side in sides.items() if not side.ok)
    if not_compiled:
        return Comparison((), not_compiled)
    old, new = (
        {n: c.anonymous_captures if ignore_captures else c.sha256 for n, c in side.classes.items()}
        for side in (before, after)
    )
    return Comparison(tuple(sorted(n for n in old.keys() | new.keys() if old.get(n) != new.get(n))), ())


@dataclass(frozen=True, slots=True)
class Run:
    """The outcome of running a program.

    `status` is "ok" (main and all non-daemon threads ended), "exception" (main threw `exception`, a class
    name), "exit" (System.exit or Runtime.halt with status `exit`; what was printed before a halt is lost),
    "timeout", "out-of-memory", "output-limit", or "crashed" (the JVM died, or the program wrote to its file
    descriptors). `exit` is None where the JVM had to be ended from outside.
    """

    status: Status
    exit: int | None
    exception: str | None
    stdout: bytes
    stderr: bytes

    @property
    def text(self) -> str:
        """Standard output as text."""
        return self.stdout.decode(errors="replace")
