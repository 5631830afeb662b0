"""One edit made to two texts at once: to a mutant, and to its original, so that the right answer of undo is known.

What a mutation moves, such as an exchanged branch, is edited where it stands in either text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

import equimorph as em
from mutators import Mutant
from mutators.lines import map_offset
from parsers.java.names.bindings import Declaration
from parsers.java.syntax.tokens import Token, tokenize
from parsers.java.syntax.tree import Node
from tests.strategies.pieces import (
    COMMENT,
    Copy,
    Moved,
    Op,
    Span,
    Torn,
    joins,
    moved_texts,
    replaced,
    spans,
    words,
)

__all__ = ["Pair"]


_LISTS = ("block", "constructor_body", "switch_block_statement_group")
_NOT_STATEMENTS = ("switch_label", "explicit_constructor_invocation", "line_comment", "block_comment")

SWAPS = ("permute-exchange", "reorder-condition", "string-equality")
"""Mutators that exchange two texts, each of which is edited where it stands."""


RENAMING = ("variable-renaming", "method-renaming")
"""Mutators that replace one name by another."""


class Pair:
    """A mutated member and its original.

    Args:
        mutant: of a source that parses.
    """

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.original, self.mutated = mutant.method.data, mutant.mutant_data
        self.spans = tuple(spans(mutant))
        self.moved = tuple(moved_texts(self.spans)) if mutant.mutator in SWAPS else ()
        self.tokens = tokenize(self.mutated)
        self.base = mutant.offset

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
        if self.mutant.mutator in RENAMING:
            return self.mutant.local.edits[0].new.strip().encode()
        return self._declaration[0] if self.mutant.mutator in ("unused-variable", "new-variable") else None

    @property
    def old_name(self) -> bytes | None:
        """The name of the variable that the new one stands for."""
        if self.mutant.mutator in RENAMING:
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
        if any(m.start <= token.start and token.end <= m.end for m in self.moved):
            return False
        return any(s.start < token.end and token.start < s.end for s in self.spans)

    def touches(self, start: int, end: int) -> bool:
        """Whether a byte range holds mutated tokens, or a place where text was deleted or comes from elsewhere."""
        if any(start < at < end for at in self._seams):
            return True
        return any(t.start < end and start < t.end for t in self.changed)

    @cached_property
    def _seams(self) -> list[int]:
        deleted = [s.start for s in self.spans if not s.new.strip() and s.old.strip()]
        return deleted + [at for m in self.moved for at in (m.start, m.end)]

    @cached_property
    def region(self) -> tuple[int, int]:
        """From the first to the last mutated token, or place where text was deleted."""
        starts, ends = [t.start for t in self.changed], [t.end for t in self.changed]
        return min([*starts, *self._seams]), max([*ends, *self._seams])

    @cached_property
    def method(self) -> em.Method:
        """The mutated member in its file."""
        record = self.mutant.mutation
        at = (
            self.base
            if self.mutant.made_by.reach == "member"
            else map_offset(record.edits, record.site.start)
        )
        method = em.SourceFile(self.mutant.data).method_at(at)
        assert method is not None
        assert method.start == at or self.mutant.made_by.reach == "file"
        return em.Method.of(method)

    @cached_property
    def statements(self) -> list[tuple[int, int]]:
        """Byte ranges of the statements that stand in blocks and switch groups."""
        found, by = [], self.base
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
    def anchors(self) -> list[tuple[int, int]]:
        """What the mutation has copied: where it copies a variable, the declaration of that, if the member declares it."""
        mutator, header = self.mutant.mutator, self.region[0]
        if mutator == "expression-exchange":  # the target
            brought = {t for s in self.spans for t in (*words(s.old), *words(s.new))}
            return [(t.start, t.end) for t in self.free if t.text in brought and self._in_site(t.start)]
        if mutator == "loop-exchange":  # what is iterated over
            direction = str(dict(self.mutant.local.site.params)["direction"])
            test = next((s.end for s in self.spans if b".length" in s.new or b".hasNext" in s.new), 0)
            return [(header, test)] if direction.startswith("foreach") else []
        if mutator not in ("useless-cast", "new-variable"):
            return []
        name = self.runs[0][-2] if mutator == "useless-cast" else self.old_name
        for token in self.changed:
            node = self.method.node_at(token.start + self.base, token.end + self.base, "identifier")
            if token.text == name and node is not None:
                reference = self.method.scopes.reference(node)
                return [self.place(reference.declaration.node)] if reference is not None else []
        return []

    def _in_site(self, at: int) -> bool:
        """Whether a byte comes from the site's own text."""
        site = self.mutant.local.site
        homes = self._homes(at)
        return bool(homes) and site.start <= homes[0][1] <= site.end

    @cached_property
    def expression(self) -> tuple[int, int] | None:
        """The smallest expression, not an assignment, that holds all of the mutation."""
        start, end = self.region
        by = self.base
        found = [n for n in self.method.root.walk() if n.start <= start + by and end + by <= n.end]
        node = min(found, key=lambda n: n.end - n.start, default=None)
        while (
            node is not None
            and node.parent is not None
            and node.parent.start == node.start == node.parent.end
        ):
            node = node.parent
        if (
            node is None
            or not node.type.endswith("_expression")
            or node.type.startswith(("assign", "update"))
        ):
            return None
        return self.place(node)

    def place(self, node: Node) -> tuple[int, int]:
        """The byte range of a node in the member."""
        return node.start - self.base, node.end - self.base

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
            found += list(COMMENT.finditer(self.mutated, at, token.start))
            at = token.end
        return found

    def _homes(self, at: int) -> list[tuple[Moved | None, int]]:
        """Where a place of the mutated member is in the original: in a moved text, or outside of all of them, or at an end of one.

        Blanks of an insertion are nowhere in particular; at a deleted text there is a place before it, and one behind it.
        """
        found: list[tuple[Moved | None, int]] = []
        by = 0
        for span in self.spans:
            if at < span.start:
                break
            if at in (span.start, span.end):
                found += [(None, span.original_start)] * (at == span.start)
                found += [(None, span.original_end)] * (at == span.end)
            elif at < span.end and not self._inside_moved(at):
                if not self.mutated[span.start : at].strip():
                    found.append((None, span.original_start))
                elif not self.mutated[at : span.end].strip():
                    found.append((None, span.original_end))
            by = span.original_end - span.end
        inside = any(s.start <= at <= s.end for s in self.spans)
        found += [] if inside else [(None, at + by)]
        return found + [(m, at - m.start + m.original_start) for m in self.moved if m.start <= at <= m.end]

    def _inside_moved(self, at: int) -> bool:
        return any(m.start < at < m.end for m in self.moved)

    def _ranges(self, start: int, end: int) -> list[tuple[int, int]]:
        """Which bytes of the original a range of the mutated member may be; all of a moved text is first of all that text."""
        homes = sorted(self._homes(start), key=lambda home: (home[0] is None) == (start < end))
        lasts = self._homes(end)
        found = [(a, b) for home, a in homes for other, b in lasts if home is other]
        return [(a, b) for a, b in found if (a <= b if start < end else a == b)]

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """Which bytes of the original a range of the mutated member is.

        Raises:
            Torn: it begins or ends among the mutated tokens, or not in the same text.
        """
        found = self._ranges(start, end)
        if not found:
            raise Torn(f"bytes {start}-{end}")
        return found[0]

    def is_ambiguous(self, ops: Iterable[Op]) -> bool:
        """Whether an edit may as well belong to the other side of a deleted or moved text."""
        ranges = [(op.start, op.end) for op in ops]
        ranges += [(c.start, c.end) for op in ops for c in op.new if isinstance(c, Copy)]
        return any(len(set(self._ranges(*r))) > 1 for r in ranges)

    def _check_whole(self, ranges: list[tuple[int, int]]) -> None:
        """Makes sure that edits take as much of moved text from one text as from the other."""
        theirs = [self.to_original(*r) for r in ranges]
        for m in self.moved:
            mine = any(a <= m.start and m.end <= b for a, b in ranges)
            if mine != any(a <= m.original_start and m.original_end <= b for a, b in theirs):
                raise Torn("one of two exchanged texts")

    def exact(self, ops: Iterable[Op]) -> bool:
        """Whether the edits leave the blanks that the mutation brought alone, so that the answer is known to the byte.

        Blanks put next to what it brought may be taken for its own. At the very start or end of a member edits may change what else
        is on its line.
        """
        ops = tuple(ops)
        places = [p for op in ops for p in (op.start, op.end, *_copied(op))]
        outer = 0 in places or len(self.mutated) in places
        return (
            not outer
            and not any(
                (s.start < p < s.end and not self._inside_moved(p)) for s in self.spans for p in places
            )
            and not any(_puts_blanks_at(op, s) for op in ops for s in self.spans)
        )

    def apply(self, ops: Iterable[Op]) -> tuple[bytes, bytes]:
        """Both texts, edited.

        Raises:
            Torn: an edit has no counterpart in the original, or two overlap.
        """
        ordered = sorted(ops, key=lambda op: (op.start, op.end))
        both = [op for op in ordered if not self._within_insertion(op)]
        self._check_whole([(op.start, op.end) for op in both])
        for op in both:
            for copy in [piece for piece in op.new if isinstance(piece, Copy)]:
                self._check_whole([(copy.start, copy.end)])
        theirs = [(*self.to_original(op.start, op.end), b"".join(self._pieces(op, both=True))) for op in both]
        return self.edited(ordered), replaced(self.original, theirs)

    def edited(self, ops: Iterable[Op]) -> bytes:
        """The mutated text, edited, whatever that may be in the original.

        Raises:
            Torn: two edits overlap.
        """
        edits = [(op.start, op.end, b"".join(self._pieces(op, both=False))) for op in ops]
        return replaced(self.mutated, edits)

    def _pieces(self, op: Op, *, both: bool) -> Iterator[bytes]:
        for piece in op.new:
            if isinstance(piece, bytes):
                yield piece
            elif both:
                start, end = self.to_original(piece.start, piece.end)
                yield self.original[start:end]
            else:
                yield self.mutated[piece.start : piece.end]

    def _within_insertion(self, op: Op) -> bool:
        """Whether an edit changes nothing but blanks among mutated tokens: there are none of them in the original."""
        if any(m.start <= op.start and op.end <= m.end for m in self.moved):
            return False
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
            (self.original, *self.to_original(start, end)),
        )
        lead = any(joins(t[a - 1 : a] if a else b"", new[:1] or t[b : b + 1]) for t, a, b in texts)
        trail = bool(new) and any(joins(new[-1:], t[b : b + 1]) for t, a, b in texts)
        return Op(start, end, (b" " * lead + new + b" " * trail,))


def _puts_blanks_at(op: Op, span: Span) -> bool:
    """Whether an edit ends in blanks before a mutated text, or begins with some behind it."""
    new = [piece for piece in op.new if isinstance(piece, bytes) and piece]
    if not new:
        return False
    return (op.start == span.end and new[0][:1].isspace()) or (
        op.end == span.start and new[-1][-1:].isspace()
    )


def _copied(op: Op) -> list[int]:
    return [at for piece in op.new if isinstance(piece, Copy) for at in (piece.start, piece.end)]
