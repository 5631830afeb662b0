"""What edits and mutations are made of: texts with byte ranges, replaced, moved or copied."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from mutators import Mutant
from parsers.java.syntax.tokens import tokenize

__all__ = [
    "COMMENT",
    "EXCHANGES",
    "Copy",
    "Moved",
    "Op",
    "Span",
    "Torn",
    "joins",
    "line_end",
    "moved_texts",
    "replaced",
    "spans",
    "words",
]

EXCHANGES = (
    "reorder-condition",
    "loop-exchange",
    "expression-exchange",
    "permute-exchange",
    "condition-exchange",
    "switch-to-if",
    "permute-statement",
    "infix-dividing",
    "parenthesise",
    "declaration-split",
    "ternary-to-if",
    "return-variable",
    "string-equality",
    "operator-mutation",
)
"""Mutators whose edits lie apart, and whose undo is a text of which they make the patched one again."""

COMMENT = re.compile(rb"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_SEPARATORS = b"(){}[];, \t\f\r\n"


class Torn(Exception):
    """An edit begins or ends in the middle of the mutated tokens, so that nobody can say what it would be in the original."""


@dataclass(frozen=True)
class Copy:
    """A piece of the text that is edited: of the mutant for the mutant, of the original for the original."""

    start: int
    end: int


@dataclass(frozen=True)
class Op:
    """Replaces bytes `start` to `end` of the mutated member; offsets are the member's own."""

    start: int
    end: int
    new: tuple[bytes | Copy, ...] = ()


@dataclass(frozen=True)
class Span:
    """Text that the mutation put in place of other text: byte ranges in the mutated and the original member."""

    start: int
    end: int
    original_start: int
    original_end: int
    new: bytes
    old: bytes

    @property
    def is_insertion(self) -> bool:
        """Whether it stands in place of nothing."""
        return not self.old


@dataclass(frozen=True)
class Moved:
    """Text in a span that stands as it is elsewhere in the original: byte offsets in the mutated and the original member."""

    start: int
    end: int
    original_start: int

    @property
    def original_end(self) -> int:
        """Where it ends in the original."""
        return self.original_start + self.end - self.start


def joins(left: bytes, right: bytes) -> bool:
    """Whether two bytes might become one token if they were next to each other; rather too often than not."""
    return bool(left) and bool(right) and left not in _SEPARATORS and right not in _SEPARATORS


def words(data: bytes) -> list[bytes]:
    """The tokens and comments of a text, blanks in comments made one."""
    found, at = [], 0
    for token in tokenize(data):
        found += [b" ".join(c.split()) for c in COMMENT.findall(data[at : token.start])]
        found.append(token.text)
        at = token.end
    return found + [b" ".join(c.split()) for c in COMMENT.findall(data[at:])]


def line_end(data: bytes, at: int) -> bytes:
    """The line end of the line of an offset, that of the first line where it has none."""
    match = re.compile(rb"\r\n|\n").search(data, at) or re.search(rb"\r\n|\n", data)
    return match.group() if match else b"\n"


def replaced(data: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    """A text with byte ranges replaced.

    Raises:
        Torn: two of them touch.
    """
    parts, at = list[bytes](), 0
    edits = sorted(edits)
    if any(b[0] <= a[1] for a, b in pairwise(edits)):
        raise Torn("edits overlap")
    for start, end, new in edits:
        parts += (data[at:start], new)
        at = end
    return b"".join([*parts, data[at:]])


def moved_texts(spans: tuple[Span, ...]) -> Iterator[Moved]:
    """Texts of more than a token, or of two spans that have nothing else, that stand in another span: the longest first."""
    pairs = [(one, other) for one in spans for other in spans if one is not other]
    taken: set[Span] = set()
    for one, other in sorted(pairs, key=lambda pair: -len(pair[0].old.strip())):
        text = one.old.strip()
        back = other.old.strip()
        if text and back and text in other.new and back in one.new and not {one, other} & taken:
            taken |= {one, other}
            for old, new in ((one, other), (other, one)):
                text = old.old.strip()
                at = new.start + new.new.index(text)
                yield Moved(at, at + len(text), old.original_start + old.old.index(text))


def spans(mutant: Mutant) -> Iterator[Span]:
    shift = 0
    for edit in mutant.local.edits:
        old, new = edit.old.encode(), edit.new.encode()
        start = edit.start + shift
        cut = _declaration_end(new) if mutant.mutator == "new-variable" and old else 0
        if cut:  # a declaration directly before a use of the new variable: two things in one edit
            yield Span(start, start + cut, edit.start, edit.start, new[:cut], b"")
        yield Span(start + cut, start + len(new), edit.start, edit.start + len(old), new[cut:], old)
        shift += len(new) - len(old)


def _declaration_end(new: bytes) -> int:
    ends = [t.end for t in tokenize(new) if t.text == b";"]
    return len(new) - len(new[ends[-1] :].lstrip()) if ends else 0
