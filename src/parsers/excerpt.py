"""What a text that is read as a whole file holds beside its members, in any language."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Excerpt"]


@dataclass(frozen=True)
class Excerpt:
    """A text taken apart.

    Attributes:
        imports: the declarations of the package and of imports, each as its tokens with blanks between.
        types: the names of the classes around the members, outermost first; none for members alone.
        members: how many methods, constructors and initialisers there are.
        text: that of the members, with the comments around them.
    """

    imports: frozenset[str]
    types: tuple[str, ...]
    members: int
    text: str
