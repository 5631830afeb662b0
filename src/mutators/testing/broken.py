"""`LawBroken`: which law a mutator breaks, and where."""

from __future__ import annotations

from difflib import unified_diff
from typing import Any, Literal

from mutators.model import Site
from parsers.source import SourceFile

__all__ = ["Law", "LawBroken", "diff"]

Law = Literal[
    "declaration",
    "examples",
    "matches",
    "obstacle",
    "L1 determinism",
    "L2 inversion",
    "L3 record",
    "L4 validity",
    "L5 locality",
    "L6 undo",
    "L7 oracle",
    "sources",
]
"""The laws, in the order in which `check` tests them; the last one says that the sources have enough mutants."""


class LawBroken(AssertionError):
    """A mutator breaks a law.

    Attributes:
        law: The law.
        mutator: Name of the mutator.
        reason: Description of the fault.
        source: Text in which it shows, or None.
        site: Site at which it shows, or None.
        shown: A diff, or another text that shows it.
    """

    def __init__(
        self,
        law: Law,
        mutator: str,
        reason: str,
        source: SourceFile | None = None,
        site: Site | None = None,
        shown: str = "",
    ) -> None:
        self.law = law
        self.mutator = mutator
        self.reason = reason
        self.source = source
        self.site = site
        self.shown = shown
        super().__init__("\n".join(filter(None, [f"{law}: {mutator}{self._where()}: {reason}", shown])))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.law, self.mutator, self.reason, self.source, self.site, self.shown)

    def _where(self) -> str:
        if self.source is None:
            return ""
        path = self.source.path or "a text without a path"
        if self.site is None:
            return f", {path}"
        text = self.source.data[self.site.start : self.site.end].decode(errors="replace")
        params = "".join(f", {name}={value!r}" for name, value in self.site.params)
        return f", {path}, line {self.source.lines.line(self.site.start)}, at {text!r}{params}"


def diff(before: str, after: str, names: tuple[str, str] = ("original", "mutant")) -> str:
    """Return a unified diff of two texts."""
    lines = unified_diff(before.splitlines(), after.splitlines(), *names, lineterm="")
    return "\n".join(lines)
