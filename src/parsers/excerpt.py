"""Excerpts: the rest of a text that is read as a whole file, beside its members, in any language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from parsers.source import SourceFile

__all__ = ["Excerpt", "Excerpts"]


@dataclass(frozen=True)
class Excerpt:
    """A text taken apart.

    Attributes:
        imports: Declarations of the package and of imports, each as its tokens separated by blanks.
        types: Names of the classes around the members, outermost first; none for members alone.
        members: Number of methods, constructors and initialisers.
        text: Text of the members, with the comments around them.
    """

    imports: frozenset[str]
    types: tuple[str, ...]
    members: int
    text: str


class Excerpts(Protocol):
    """Takes the files of a language apart; a module can be one."""

    def excerpt_of(self, source: SourceFile, /) -> Excerpt | None:
        """Return a file taken apart; None where it holds more than members and what is around them."""

    def imports_of(self, source: SourceFile, /) -> frozenset[str]:
        """Return the declarations of the package and of imports, as `Excerpt` has them."""

    def types_of(self, source: SourceFile, /) -> frozenset[str]:
        """Return the names of the types that a file declares outside of others."""
