"""A member of Java in the class and file that are around it."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Around", "in_class", "is_whole", "lifted_imports"]

_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+(\w+)")
_IMPORTS = re.compile(r"\A(?:\s*import\s[^;{]*;[ \t]*\n?)+")


@dataclass(frozen=True)
class Around:
    """The text around a member of Java.

    Attributes:
        prefix, suffix: the texts before and behind it, which make a file.
        libraries: folders and archives of classes that the file needs.
    """

    prefix: str
    suffix: str
    libraries: tuple[str, ...] = ()


def in_class(candidate: str, prefix: str, suffix: str) -> str:
    """Return a candidate of Java in the class that a problem puts around it; a whole program as it is."""
    if is_whole(prefix, candidate):
        return candidate
    head, rest = lifted_imports(candidate)
    return head + prefix + rest + suffix


def lifted_imports(text: str) -> tuple[str, str]:
    """Return the imports with which a text of Java begins, which are before the class around it, and the rest."""
    head = _IMPORTS.match(text)
    return (head[0].strip() + "\n", text[head.end() :]) if head else ("", text)


def is_whole(prefix: str, candidate: str) -> bool:
    """Return whether a text of Java declares the class that a problem puts around its candidates."""
    around = _TYPE.findall(prefix)
    if not around:
        return True
    declared = rf"^\s*(?:@?[\w.-]+\s+)*(?:class|interface|enum|record)\s+{around[-1]}\b"
    return re.search(declared, candidate, re.MULTILINE) is not None
