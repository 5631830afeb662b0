"""One edit made to two texts at once: to a mutant, and to its original, so that the right answer of undo is known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import equimorph as em
from mutators import Mutant
from parsers.java.bindings import Declaration
from parsers.java.syntax import Node
from parsers.java.tokens import Token, tokenize

__all__ = ["Copy", "Op", "Pair", "Span", "Torn", "joins", "line_end", "words"]

_COMMENT = re.compile(rb"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_SEPARATORS = b"(){}[];, \t\f\r\n"
_LISTS = ("block", "constructor_body", "switch_block_statement_group")
_NOT_STATEMENTS = ("switch_label", "explicit_constructor_invocation", "line_comment", "block_comment")


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


def joins(left: bytes, right: bytes) -> bool:
    """Whether two bytes might become one token if they were next to each other; rather too often than not."""
    return bool(left) and bool(right) and left not in _SEPARATORS and right not in _SEPARATORS


def words(data: bytes) -> list[bytes]:
    """The tokens and comments of a text, blanks in comments made one."""
    found, at = [], 0
    for token in tokenize(data):
        found += [b" ".join(c.split()) for c in _COMMENT.findall(data[at : token.start])]
        found.append(token.text)
        at = token.end
    return found + [b" ".join(c.split()) for c in _COMMENT.findall(data[at:])]


def line_end(data: bytes, at: int) -> bytes:
    """The line end of the line of an offset, that of the first line where it has none."""
    match = re.compile(rb"\r\n|\n").search(data, at) or re.search(rb"\r\n|\n", data)
    return match.group() if match else b"\n"


class Pair:
    """A mutated member and its original.

    Args:
        mutant: of a source that parses.
    """

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.original, self.mutated = mutant.method.data, mutant.mutant_data
        self.spans = tuple(_spans(mutant))
        self.tokens = tokenize(self.mutated)

    @cached_property
    def runs(self) -> list[list[bytes]]:
        """The texts of the new tokens, edit by edit."""
        return [[t.text for t in tokenize(edit.new.encode())] for edit in self.mutant.local.edits]

    @cached_property
    def _declaration(self) -> tuple[bytes, bytes]:
        texts = next(texts for texts in self.runs if b"=" in texts)
        at = texts.index(b"=")
        return texts[at - 1], texts[at + 1]

    @property
    def new_name(self) -> bytes | None:
        """The name of the variable that the mutation brought."""
        if self.mutant.mutator == "variable-renaming":
            return self.mutant.local.edits[0].new.strip().encode()
        return self._declaration[0] if self.mutant.mutator in ("unused-variable", "new-variable") else None

    @property
    def old_name(self) -> bytes | None:
        """The name of the variable that the new one stands for."""
        if self.mutant.mutator == "variable-renaming":
            return self.mutant.local.edits[0].old.encode()
        return self._declaration[1] if self.mutant.mutator == "new-variable" else None

    @cached_property
    def free(self) -> list[Token]:
        """The tokens that are the same in both texts."""
        return [t for t in self.tokens if not self.is_mutated(t)]

    @cached_property
    def changed(self) -> list[Token]:
        """The tokens that the mutation brought."""
        return [t for t in self.tokens if self.is_mutated(t)]

    def is_mutated(self, token: Token) -> bool:
        """Whether the mutation brought a token."""
        return any(s.start < token.end and token.start < s.end for s in self.spans)

    def touches(self, start: int, end: int) -> bool:
        """Whether there are mutated tokens in a byte range."""
        return any(t.start < end and start < t.end for t in self.changed)

    @cached_property
    def method(self) -> em.Method:
        """The mutated member in its file."""
        method = em.SourceFile(self.mutant.data).method_at(self.mutant.offset)
        assert method is not None
        assert method.start == self.mutant.offset
        return method

    @cached_property
    def statements(self) -> list[tuple[int, int]]:
        """Byte ranges of the statements that stand in blocks and switch groups."""
        found, by = [], self.method.start
        for node in self.method.root.walk():
            if node.named and node.parent is not None and node.parent.type in _LISTS:
                if node.type in _NOT_STATEMENTS or node.start < by:
                    continue
                found.append((node.start - by, node.end - by))
        return found

    def statement_around(self, at: int) -> tuple[int, int] | None:
        """The innermost of the statements that holds a byte."""
        around = [s for s in self.statements if s[0] <= at < s[1]]
        return min(around, key=lambda s: s[1] - s[0]) if around else None

    def variable(self, name: str) -> Declaration | None:
        """The variable of that name whose declaration the mutation brought."""
        for declaration in self.method.scopes.declarations:
            node = declaration.node
            if declaration.name == name and self.touches(*self.place(node)):
                return declaration
        return None

    @cached_property
    def anchor(self) -> tuple[int, int] | None:
        """Where the variable is declared that a cast or a new variable reads, if the member declares it."""
        if self.mutant.mutator not in ("useless-cast", "new-variable"):
            return None
        name = self.runs[0][-2] if self.mutant.mutator == "useless-cast" else self.old_name
        for token in self.changed:
            node = self.method.node_at(
                token.start + self.method.start, token.end + self.method.start, "identifier"
            )
            if token.text == name and node is not None:
                reference = self.method.scopes.reference(node)
                return self.place(reference.declaration.node) if reference is not None else None
        return None

    def place(self, node: Node) -> tuple[int, int]:
        """The byte range of a node in the member."""
        return node.start - self.method.start, node.end - self.method.start

    @cached_property
    def lines(self) -> list[tuple[int, int]]:
        """Byte ranges of the lines, line ends included, that neither begin nor end in a token or comment."""
        opaque = [(t.start, t.end) for t in self.tokens if b"\n" in t.text]
        opaque += [(m.start(), m.end()) for m in self.comments]
        ends = [m.end() for m in re.finditer(rb"\r\n|\n", self.mutated)]
        cuts = [0, *(e for e in ends if not any(a < e < b for a, b in opaque))]
        return [(a, b) for a, b in pairwise(cuts) if self.mutated.count(b"\n", a, b) == 1]

    @cached_property
    def comments(self) -> list[re.Match[bytes]]:
        """The comments of the mutated member."""
        found, at = [], 0
        for token in [*self.tokens, Token(b"", len(self.mutated), len(self.mutated))]:
            found += list(_COMMENT.finditer(self.mutated, at, token.start))
            at = token.end
        return found

    def to_original(self, at: int) -> int:
        """Where a place of the mutated member is in the original; blanks of an insertion are nowhere in particular.

        Raises:
            Torn: among the mutated tokens.
        """
        by = 0
        for span in self.spans:
            if at <= span.start:
                return at + by
            if at < span.end:
                if not self.mutated[span.start : at].strip():
                    return span.original_start
                if not self.mutated[at : span.end].strip():
                    return span.original_end
                raise Torn(f"byte {at}")
            by = span.original_end - span.end
        return at + by

    def exact(self, ops: Iterable[Op]) -> bool:
        """Whether the edits leave the blanks that the mutation brought alone, so that the answer is known to the byte.

        At the very start or end of a member they may change what else is on its line.
        """
        places = [p for op in ops for p in (op.start, op.end, *_copied(op))]
        outer = 0 in places or len(self.mutated) in places
        return not outer and not any(s.start < p < s.end for s in self.spans for p in places)

    def apply(self, ops: Iterable[Op]) -> tuple[bytes, bytes]:
        """Both texts, edited.

        Raises:
            Torn: an edit has no counterpart in the original, or two overlap.
        """
        ordered = sorted(ops, key=lambda op: (op.start, op.end))
        if any(b.start <= a.end for a, b in pairwise(ordered)):
            raise Torn("edits overlap")
        mine, theirs = list[bytes](), list[bytes]()
        at = original_at = 0
        for op in ordered:
            mine += (self.mutated[at : op.start], *self._pieces(op, both=False))
            at = op.end
            if self._within_insertion(op):
                continue
            start, end = self.to_original(op.start), self.to_original(op.end)
            theirs += (self.original[original_at:start], *self._pieces(op, both=True))
            original_at = end
        return b"".join([*mine, self.mutated[at:]]), b"".join([*theirs, self.original[original_at:]])

    def _pieces(self, op: Op, *, both: bool) -> Iterator[bytes]:
        for piece in op.new:
            if isinstance(piece, bytes):
                yield piece
            elif both:
                yield self.original[self.to_original(piece.start) : self.to_original(piece.end)]
            else:
                yield self.mutated[piece.start : piece.end]

    def _within_insertion(self, op: Op) -> bool:
        """Whether an edit changes nothing but blanks among mutated tokens: there are none of them in the original."""
        blank = not b"".join(p for p in op.new if isinstance(p, bytes)).strip() and not _copied(op)
        return blank and any(
            s.start <= op.start and op.end <= s.end and (s.start, s.end) != (op.start, op.end)
            for s in self.spans
            if s.start < op.end and op.start < s.end
        )

    def replaced(self, start: int, end: int, new: bytes) -> Op:
        """An edit that keeps its text from running into the neighbours, in either text."""
        texts = (
            (self.mutated, start, end),
            (self.original, self.to_original(start), self.to_original(end)),
        )
        lead = any(joins(t[a - 1 : a] if a else b"", new[:1] or t[b : b + 1]) for t, a, b in texts)
        trail = bool(new) and any(joins(new[-1:], t[b : b + 1]) for t, a, b in texts)
        return Op(start, end, (b" " * lead + new + b" " * trail,))


def _copied(op: Op) -> list[int]:
    return [at for piece in op.new if isinstance(piece, Copy) for at in (piece.start, piece.end)]


def _spans(mutant: Mutant) -> Iterator[Span]:
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
