"""The answers of the interpreter oracle."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Compilation", "Run", "Status"]

Status = Literal["ok", "exception", "exit", "timeout", "crashed"]


@dataclass(frozen=True, slots=True)
class Compilation:
    """The outcome of one compilation.

    Attributes:
        digest: Digest of the code object's normal form, `parsers.oracles.interpreter.code.digest`; None if there is an error.
        error: a message for people; None if the text compiles.
        line: 1-based, where the error is; None if that is not known.
        crashed: whether the interpreter broke down or took too long, so that nothing is known about the text.
    """

    digest: str | None
    error: str | None = None
    line: int | None = None
    crashed: bool = False

    @property
    def ok(self) -> bool:
        """Whether the text compiles."""
        return self.error is None

    @property
    def reason(self) -> str | None:
        """The error with its line; None if the text compiles."""
        return self.error if self.line is None else f"line {self.line}: {self.error}"


@dataclass(frozen=True, slots=True)
class Run:
    """The outcome of running a program.

    Attributes:
        status: "ok"; "exception", which nobody caught; "exit" with a status other than 0; "timeout"; "crashed", by a signal.
        exception: the class that nobody caught, with its module, such as "builtins.ValueError"; None for other statuses.
        exit: the exit status, negative for a signal; None for a timeout.
        stdout: what the program printed.
        stderr: what it printed there; an exception that nobody caught is there without its text and traceback.
    """

    status: Status
    exception: str | None
    exit: int | None
    stdout: bytes = field(repr=False)
    stderr: bytes = field(repr=False)

    @property
    def text(self) -> str:
        """Standard output as text."""
        return self.stdout.decode(errors="replace")
