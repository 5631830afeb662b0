"""Lambdas with bodies of one shape, of which javac makes one method (see `parsers.java.javac`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import captures

__all__ = ["Lambdas"]

if TYPE_CHECKING:
    import tree_sitter

_LAMBDA = "(lambda_expression) @lambda"
_LEFT_OUT = frozenset({b"(", b")", b"{", b"}", b";", b"."})
_WORD = re.compile(rb"[A-Za-z_$\x80-\xff0-9\"']|\.[0-9]")


class Lambdas:
    """The lambdas of a text.

    Args:
        data: the text.
        root: tree-sitter's root, its offsets `shift` bytes too high.
    """

    def __init__(self, data: bytes, root: tree_sitter.Node, shift: int) -> None:
        self._bodies: dict[int, tuple[bytes, ...]] = {}
        for node in captures(_LAMBDA, root).get("lambda", []):
            self._bodies[node.start_byte - shift] = _body(node, data, shift)
        self._counts = Counter(self._bodies.values())

    def has_twin(self, start: int) -> bool:
        """Return whether another lambda has a body of the shape of the one that starts at a byte offset.

        The shape is what is left when all names but those of methods and all literals are taken for equal, and parentheses, braces
        and `return` are left out: javac compares what names mean, not how they are written, and ``{ return e; }`` with ``e``.
        """
        return self._counts[self._bodies.get(start, ())] > 1


def _body(node: tree_sitter.Node, data: bytes, shift: int) -> tuple[bytes, ...]:
    body = node.child_by_field_name("body")
    assert body is not None
    return tuple(
        _shape([token.text for token in tokenize(data[body.start_byte - shift : body.end_byte - shift])])
    )


def _shape(words: list[bytes]) -> Iterator[bytes]:
    at = 0
    while at < len(words):
        if not _WORD.match(words[at]):
            if words[at] not in _LEFT_OUT:
                yield words[at]
        elif words[at] != b"return":
            first = at
            while words[at + 1 : at + 2] == [b"."] and _WORD.match(words[at + 2]):
                at += 2
            called = words[at + 1 : at + 2] == [b"("]
            if at > first or not called:
                yield b"x"
            if called:
                yield words[at]
        at += 1
