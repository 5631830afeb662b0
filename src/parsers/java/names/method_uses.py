"""The places of a text that name methods: calls, method references, declarations (JLS 8.4, 15.12, 15.13)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from parsers.java.syntax.tree import captures

if TYPE_CHECKING:
    import tree_sitter

    from parsers.java.parsed import JavaParsed

__all__ = ["NAMED_IN_A_STRING", "Use", "is_named_in_a_string", "uses"]

_PLACES = """(method_invocation name: (identifier) @name)
(method_declaration name: (identifier) @name)
(annotation_type_element_declaration name: (identifier) @name)
(method_reference) @reference"""
_ANY = 1 << 16
"""More arguments than a method can have (JVMS 4.3.3)."""

NAMED_IN_A_STRING = "its file has the name as a string, perhaps for reflection"
"""Reason why the name of a method that a string names must stay."""

_PARAMETERS = frozenset({"formal_parameter", "spread_parameter"})
_COMMENTS = frozenset({"line_comment", "block_comment"})

_KINDS = {
    "method_invocation": "call",
    "method_declaration": "declaration",
    "annotation_type_element_declaration": "declaration",
    "method_reference": "reference",
}


@dataclass(frozen=True)
class Use:
    """A place where a text names a method.

    Attributes:
        start, end: Byte range of the identifier.
        kind: "call", "reference" (``X::name``) or "declaration".
        least, most: Minimum and maximum number of arguments with which it may call, or be called.
    """

    start: int
    end: int
    kind: str
    least: int
    most: int

    def meets(self, other: Use) -> bool:
        """Return whether one number of arguments fits both."""
        return self.least <= other.most and other.least <= self.most


def is_named_in_a_string(name: str, data: bytes) -> bool:
    """Return whether a string or text block of a text is a name alone, blanks around it left aside."""
    return re.search(rb'"\s*%s\s*"' % re.escape(name.encode()), data) is not None


@lru_cache(maxsize=8)
def uses(parsed: JavaParsed) -> dict[str, tuple[Use, ...]]:
    """Return all places of a text that name methods, by name, in order."""
    if not parsed.methods:
        return {}
    src, first = parsed.source, parsed.methods[0]
    node = parsed.exact_node(first.start, first.end)
    if node is None:
        return {}
    shift = node.start_byte - first.start
    while node.parent is not None:
        node = node.parent
    captured = captures(_PLACES, node)
    places = captured.get("name", [])
    places += [r.children[-1] for r in captured.get("reference", []) if r.children[-1].type == "identifier"]
    found: dict[str, list[Use]] = {}
    for place in sorted(places, key=lambda p: p.start_byte):
        start, end = place.start_byte - shift, place.end_byte - shift
        assert place.parent is not None
        kind = _KINDS[place.parent.type]
        listed = place.parent.child_by_field_name("arguments" if kind == "call" else "parameters")
        found.setdefault(src.slice(start, end), []).append(Use(start, end, kind, *_range(kind, listed)))
    return {name: tuple(of_name) for name, of_name in found.items()}


def _range(kind: str, listed: tree_sitter.Node | None) -> tuple[int, int]:
    """Return the minimum and the maximum number of arguments with which a place may call, or be called."""
    parts = listed.named_children if listed is not None else []
    if kind == "reference":
        return 0, _ANY
    if kind == "call":
        count = sum(part.type not in _COMMENTS for part in parts)
        return count, count
    # The grammar takes an annotated receiver parameter for a parameter named "this" (JLS 8.4).
    names = [part.child_by_field_name("name") for part in parts if part.type in _PARAMETERS]
    count = sum(name is None or name.text != b"this" for name in names)
    return (count - 1, _ANY) if any(part.type == "spread_parameter" for part in parts) else (count, count)
