"""Undo of a swapped comparison in a patch that changed an operand, the operator, or what surrounds it.

The patch is read as one of three things, and only if nothing else is possible:

- the comparison is still swapped: an operand is where the mutation put it, or the operator and a word of an operand do, and no
  word of one operand came into the other. It is swapped back, by the mutator itself: it must accept the comparison, and make the
  patched text again from the result;
- the comparison has its old order again: an operand is where the original has it, with an operator of the original's direction;
- there is no comparison any more: the patch brought no operator of one, nor another operator between the operands as they were.

In the last two cases nothing of the mutation is left. A comparison is followed by its text, and by the alignment of the tokens
around it. Another comparison of the mutant that changed may be the one with which it shares an operand: then there is no answer.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from mutators.base import Mutator
from mutators.java.reorder_condition.comparison import Comparison
from mutators.lines import map_offset
from mutators.model import Edit, Mutation, Site, apply_edits, checked
from mutators.undo.alignment import Alignment
from mutators.undo.matching import find
from mutators.undo.remake import Target
from mutators.undo.texts import known_source
from mutators.undo.transport import parses
from parsers.java.syntax.operators import MIRRORED
from parsers.java.syntax.tree import Node
from parsers.language import Token
from parsers.source import SourceFile

_WORD = re.compile(rb"[\w$\"'\x80-\xff]")
_OPERATORS = frozenset(operator.encode() for operator in MIRRORED)

_Words = tuple[bytes, ...]


def restore_changed(
    mutator: Mutator, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation
) -> bytes | None:
    """Return a patched mutant without the mutation, None if that is not certain.

    Args:
        mutator: The mutator reorder-condition.
        patched: A patched mutant in which the mutated text is not unchanged.
        original, mutant, mutation: See `Mutator.restore`.
    """
    if not parses(patched) or any(method.untrusted for method in patched.methods):
        return None
    patch = _Patch.of(mutator, patched, original, mutant, mutation)
    if patch is None or len(find(patch.alignment.base, patch.mine.words)) != 1:
        return None
    readings = [(now, reading) for now in patch.others if (reading := patch.read(now)) is not None]
    if not readings:
        return patched.data if patch.has_no_new_comparison() else None
    now, reading = readings[0]
    if len(readings) > 1 or reading == "unclear" or not patch.is_there(now) or patch.is_disputed(now):
        return None
    if reading == "old order":
        return patched.data
    return _swapped_back(mutator, patched, now, patch, mutation)


@dataclass(frozen=True)
class _Compared:
    """A comparison in the tokens of a text: its first token, its operator, and the token after its last one, as indices."""

    node: Node
    start: int
    at: int
    end: int
    left: _Words
    operator: bytes
    right: _Words

    @property
    def words(self) -> _Words:
        """All its tokens."""
        return (*self.left, self.operator, *self.right)


def _comparisons(mutator: Mutator, source: SourceFile) -> list[_Compared]:
    tokens = source.tokens()
    starts = [token.start for token in tokens]
    nodes = [match.node for method in source.methods for _, match in mutator.found(method)]
    return [_compared(node, tokens, starts) for node in nodes]


def _compared(node: Node, tokens: Sequence[Token], starts: list[int]) -> _Compared:
    start, end = bisect_left(starts, node.start), bisect_left(starts, node.end)
    at = bisect_left(starts, node.children[1].start)
    texts = [token.text for token in tokens[start:end]]
    left, right = tuple(texts[: at - start]), tuple(texts[at + 1 - start :])
    return _Compared(node, start, at, end, left, texts[at - start], right)


_Reading = Literal["swapped", "old order", "unclear"]


@dataclass(frozen=True)
class _Patch:
    """A swapped comparison in a patch, as the mutant has it, and the original (`home`).

    `rivals` are the mutant's other comparisons that the patch changed, `others` the patched text's comparisons, except the ones
    that it left alone.
    """

    alignment: Alignment
    mine: _Compared
    home: _Compared
    rivals: tuple[_Compared, ...]
    others: tuple[_Compared, ...]

    @classmethod
    def of(
        cls, mutator: Mutator, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation
    ) -> _Patch | None:
        alignment = Alignment(mutant, patched)
        site = mutation.site
        place = map_offset(mutation.edits, site.start, after=False), map_offset(mutation.edits, site.end)
        inside = alignment.inside(*place)
        before = _comparisons(mutator, known_source(mutant, patched.language))
        mine = next((c for c in before if (c.start, c.end) == (inside.start, inside.stop)), None)
        first = _comparisons(mutator, known_source(original, patched.language))
        home = next((c for c in first if (c.node.start, c.node.end) == (site.start, site.end)), None)
        if mine is None or home is None:
            return None
        now = {(c.start, c.end): c for c in _comparisons(mutator, patched)}
        rivals = []
        for other in before:
            kept = [alignment.to(i) for i in range(other.start, other.end)]
            where = kept[0]
            if where is None or kept != list(range(where, where + len(kept))):
                rivals += [other] * (other is not mine)
            elif other is not mine:
                now.pop((where, where + len(kept)), None)
        return cls(alignment, mine, home, tuple(rivals), tuple(now.values()))

    def read(self, now: _Compared) -> _Reading | None:
        """Return the reading of a comparison of the patched text; None for another one than the mutated."""
        mine, home = self.mine, self.home
        in_place = now.left == mine.left or now.right == mine.right
        left_home, right_home = now.left in (home.left, mine.right), now.right in (home.right, mine.left)
        if left_home or right_home:
            turned = now.operator == home.operator or (
                left_home and right_home and now.operator != mine.operator
            )
            return "old order" if turned and not in_place else "unclear"
        if in_place:
            return "swapped"
        if not self._keeps_operator_and_word(now):
            return None
        return "unclear" if self._words_crossed(now) else "swapped"

    def _keeps_operator_and_word(self, now: _Compared) -> bool:
        to = self.alignment.to
        if to(self.mine.at) != now.at:
            return False
        operands = [i for i in range(self.mine.start, self.mine.end) if i != self.mine.at]
        words = [i for i in operands if _WORD.match(self.alignment.base[i].text)]
        return any(at is not None and now.start <= at < now.end for at in map(to, words))

    def _words_crossed(self, now: _Compared) -> bool:
        """Return whether a word of only one operand is in the other one now."""
        left, right = (
            {word for word in side if _WORD.match(word)} for side in (self.mine.left, self.mine.right)
        )
        return not (left - right).isdisjoint(now.right) or not (right - left).isdisjoint(now.left)

    def is_there(self, now: _Compared) -> bool:
        """Return whether a comparison is between what surrounds the mutated one, or is the same, moved."""
        if now.words == self.mine.words:
            return len(find(self.alignment.theirs, now.words)) == 1
        to = self.alignment.to
        before = (at for i in range(self.mine.start - 1, -1, -1) if (at := to(i)) is not None)
        behind = range(self.mine.end, len(self.alignment.base))
        after = (at for i in behind if (at := to(i)) is not None)
        return next(before, -1) < now.start and now.end <= next(after, len(self.alignment.theirs))

    def is_disputed(self, now: _Compared) -> bool:
        """Return whether a comparison of the patched text may come from another one of the mutant, which is changed or gone."""
        mine = {operand for operand in (now.left, now.right) if any(map(_WORD.match, operand))}
        return any({other.left, other.right} & mine for other in self.rivals)

    def has_no_new_comparison(self) -> bool:
        """Return whether the patch dropped the mutated operator, and brought no token that may compare, or stands for it."""
        to = self.alignment.to
        kept = {to(i) for i in range(len(self.alignment.base))}
        new = {token.text for i, token in enumerate(self.alignment.theirs) if i not in kept}
        left, right = to(self.mine.at - 1), to(self.mine.at + 1)
        is_replaced = left is not None and right == left + 2
        return to(self.mine.at) is None and not is_replaced and not new & _OPERATORS


def _swapped_back(
    mutator: Mutator, patched: SourceFile, now: _Compared, patch: _Patch, mutation: Mutation
) -> bytes | None:
    match = _accepted(mutator, patched, now.node.start, now.node.end, mutation)
    if match is None:
        return None
    for edits in _swaps(match, patch):
        undone = patched.edited(apply_edits(patched.data, edits))
        # Blanks around the operands may come with them, where tokens would run together.
        start = now.node.start + len(edits[0].new) - len(edits[0].new.lstrip())
        end = map_offset(edits, now.node.end) - len(edits[-1].new) + len(edits[-1].new.rstrip())
        back = _accepted(mutator, undone, start, end, mutation) if parses(undone) else None
        if back is not None and Target(undone, patched).is_made_by(checked(back.edits(Random(0)))):
            return undone.data
    return None


def _swaps(match: Comparison, patch: _Patch) -> Iterator[tuple[Edit, ...]]:
    """Yield the exchange of the operands without parentheses that the mutation brought, then with them."""
    first, operator, last = match.edits(Random(0))
    left, right = _inner(match, match.right), _inner(match, match.left)
    if left is not None and patch.mine.right == (b"(", *patch.home.left, b")"):
        yield checked((match.replace(match.left, left), operator, last))
    if right is not None and patch.mine.left == (b"(", *patch.home.right, b")"):
        yield checked((first, operator, match.replace(match.right, right)))
    yield checked((first, operator, last))


def _inner(match: Comparison, node: Node) -> str | None:
    if node.type != "parenthesized_expression":
        return None
    return match.text(node)[1:-1]


def _accepted(
    mutator: Mutator, source: SourceFile, start: int, end: int, mutation: Mutation
) -> Comparison | None:
    """Return the comparison of a byte range, if the mutator may swap it."""
    match = mutator.match_at(source, Site(mutator.name, start, end, mutation.site.params))
    return match if isinstance(match, Comparison) and match.obstacle() is None else None
