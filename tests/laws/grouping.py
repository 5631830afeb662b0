"""Groups of preserving mutants that one text can carry: each is as sound beside the others as alone.

Two mutants of different methods always are, since what one body holds does not change how another is compiled. Two of
one method are apart if

- no edit or site of one touches an edit of the other (an inserted variable has a place only, not the statement after it);
- no name that one declares, or gives away, is mentioned by the other's new text, within the same block;
- they are not two loops of one block, whose headers may hand variables to the block.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from mutators import Mutant
from mutators.model import Edit, apply_edits
from parsers.java.syntax.tokens import tokenize
from parsers.source import SourceFile

RENAMING = frozenset({"variable-renaming", "sketch", "method-renaming"})
"""What gives variables other names: new text is a name, old text the name that goes."""

Span = tuple[int, int]
Blocks = tuple[Span, ...]


@dataclass(frozen=True)
class Footprint:
    """What a mutant needs and brings in its method.

    Attributes:
        edits: byte ranges of the edits; empty ones where text is inserted.
        needs: byte ranges in which nobody else may edit.
        declared: names that come into a scope, or into a larger one.
        dropped: names that go.
        mentioned: names in the new text.
        block: byte range of the smallest block around all of it, where the names count.
    """

    mutant: Mutant
    edits: tuple[Span, ...]
    needs: tuple[Span, ...]
    declared: frozenset[bytes]
    dropped: frozenset[bytes]
    mentioned: frozenset[bytes]
    block: Span

    @property
    def moves_names(self) -> frozenset[bytes]:
        """The names whose meaning changes in the block."""
        return self.declared | self.dropped


def apart(one: Footprint, other: Footprint) -> bool:
    """Whether one text may carry both."""
    if one.mutant.offset != other.mutant.offset:
        return True
    if _touch(one.edits, other.needs) or _touch(other.edits, one.needs):
        return False
    if one.block[1] <= other.block[0] or other.block[1] <= one.block[0]:
        return True
    if one.mutant.mutator == other.mutant.mutator == "loop-exchange":
        return False
    return one.moves_names.isdisjoint(other.moves_names | other.mentioned) and other.moves_names.isdisjoint(
        one.mentioned
    )


def _touch(some: Iterable[Span], others: tuple[Span, ...]) -> bool:
    return any(a <= end and start <= b for a, b in some for start, end in others)


def footprint(mutant: Mutant) -> Footprint:
    """Return what a mutant needs and brings; offsets are of the whole source."""
    record = mutant.mutation
    site = (record.site.start, record.site.end)
    edits = tuple((edit.start, edit.end) for edit in record.edits)
    new = [tokens(edit.new) for edit in record.edits]
    mentioned = frozenset(text for texts in new for text in texts if _is_name(text))
    old = frozenset(text for edit in record.edits for text in tokens(edit.old) if _is_name(text))
    declared, dropped = frozenset[bytes](), frozenset[bytes]()
    needs: tuple[Span, ...] = (site, *edits)
    match mutant.mutator:
        case name if name in RENAMING:
            declared, dropped = mentioned, old
        case "unused-variable":
            declared, needs = _declared(new), edits
        case "new-variable" | "infix-dividing":
            declared = _declared(new)
        case "parameter-adding":
            declared = mentioned
        case "return-variable" if record.site.param("form") == "name":
            declared = _declared(new)
        case "loop-exchange":
            # A variable of the header may come to live in the block around, or the other way round.
            inside = tokens(mutant.source.slice(*site))
            declared = mentioned | {text for text in inside if _is_name(text)}
    whole = (min(start for start, _ in needs), max(end for _, end in needs))
    block = _block(blocks(mutant.source), whole) or (mutant.method.start, mutant.method.end)
    return Footprint(mutant, edits, needs, declared, dropped, mentioned, block)


@cache
def tokens(text: str) -> tuple[bytes, ...]:
    """Return the texts of the tokens, comments left out."""
    return tuple(token.text for token in tokenize(text.encode()))


def _is_name(text: bytes) -> bool:
    return text[:1].isalpha() or text[:1] in b"_$" or text[0] > 127


def _declared(new: Iterable[tuple[bytes, ...]]) -> frozenset[bytes]:
    """Return the names behind a type and before a "="."""
    found = set()
    for texts in new:
        for before, name, after in zip(texts, texts[1:], texts[2:], strict=False):
            if after == b"=" and _is_name(name) and (_is_name(before) or before in (b">", b"]")):
                found.add(name)
    assert found, new
    return frozenset(found)


@cache
def blocks(source: SourceFile) -> Blocks:
    """Return the byte ranges between braces, in order of their starts."""
    open_, found = list[int](), list[Span]()
    for token in tokenize(source.data):
        if token.text == b"{":
            open_.append(token.start)
        elif token.text == b"}" and open_:
            found.append((open_.pop(), token.end))
    return tuple(sorted(found))


def _block(found: Blocks, whole: Span) -> Span | None:
    """Return the smallest block around a range."""
    for at in range(bisect_right(found, whole[0], key=lambda block: block[0]) - 1, -1, -1):
        if found[at][0] < whole[0] and whole[1] < found[at][1]:
            return found[at]
    return None


def groups(found: Iterable[Mutant]) -> Iterator[list[Mutant]]:
    """Yield the mutants of a source in groups that are apart; each mutant is in one group."""
    found = list(found)
    for reach in ("member", "file"):
        yield from _groups(mutant for mutant in found if mutant.made_by.reach == reach)


def _groups(found: Iterable[Mutant]) -> Iterator[list[Mutant]]:
    made: list[list[Mutant]] = []
    within: dict[int, list[list[Footprint]]] = {}
    for mutant in found:
        one = footprint(mutant)
        piles = within.setdefault(mutant.offset, [])
        number = next(
            (n for n, pile in enumerate(piles) if all(apart(one, other) for other in pile)), len(piles)
        )
        if number == len(piles):
            piles.append([])
        piles[number].append(one)
        if number == len(made):
            made.append([])
        made[number].append(mutant)
    yield from made


def together(source: SourceFile, group: Iterable[Mutant]) -> bytes:
    """Return the source with all mutants of a group.

    Raises:
        EditConflict: their edits are not apart.
    """
    edits: list[Edit] = [edit for mutant in group for edit in mutant.mutation.edits]
    return apply_edits(source.data, edits)
