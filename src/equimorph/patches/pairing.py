"""Methods of a faulty file and of its repaired version that belong together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from equimorph.patches.diffs import Change, patch_changes, split_lines
from equimorph.texts.comparing import same_tokens
from parsers import Member, SourceFile


@dataclass(frozen=True)
class Pairing:
    """A faulty file and its repaired version.

    Attributes:
        buggy, fixed: the two.
    """

    buggy: SourceFile
    fixed: SourceFile

    @cached_property
    def has_same_members(self) -> bool:
        """Whether both have as many members of each kind and name."""
        counted = (
            Counter((member.kind, member.name) for member in file.methods)
            for file in (self.buggy, self.fixed)
        )
        return next(counted) == next(counted)

    @cached_property
    def differs_elsewhere(self) -> bool:
        """Whether any token outside of members differs, as of fields and imports."""
        return not same_tokens(
            _without_members(self.buggy), _without_members(self.fixed), self.buggy.language
        )

    def counterpart(self, member: Member) -> Member | None:
        """Return the repaired version of a faulty member; None if it is not known.

        Of overloaded methods it is the one on whose lines most of the member's lines are found again.
        """
        if not self.has_same_members:
            return None
        named = [
            candidate
            for candidate in self.fixed.methods
            if (candidate.kind, candidate.name) == (member.kind, member.name)
        ]
        if len(named) == 1:
            return named[0]
        images = Counter(self._images[at] for at in range(*_lines(member)))
        return max(named, key=lambda candidate: sum(images[at] for at in range(*_lines(candidate))))

    def changed(self) -> Iterator[tuple[Member, Member]]:
        """Yield the members whose tokens differ, each with its repaired version.

        If one file has members that the other lacks, members with equal heads belong together.
        """
        for member in _beyond(self.buggy, self.fixed):
            other = self.counterpart(member) or self._heads.get(_head(member))
            if other is not None and not same_tokens(member.text, other.text, self.buggy.language):
                yield member, other

    @cached_property
    def _heads(self) -> dict[tuple[bytes, ...], Member]:
        """The repaired members whose text the faulty file does not have, by their heads."""
        return {_head(member): member for member in _beyond(self.fixed, self.buggy)}

    @cached_property
    def _images(self) -> list[int]:
        """Places of the faulty file's lines in the repaired one, from 0; a changed line has its replacement's."""
        old, new = split_lines(self.buggy.data), split_lines(self.fixed.data)
        images, at, shift = list[int](), 0, 0
        for change in patch_changes(old, new):
            images += [line + shift for line in range(at, change.start)]
            images += [
                min(line - change.start + change.new_start, change.new_end)
                for line in range(change.start, change.end)
            ]
            at, shift = change.end, change.new_end - change.end
        return images + [line + shift for line in range(at, len(old))]


def _beyond(file: SourceFile, other: SourceFile) -> list[Member]:
    """Return the members of a file whose text another file has less often; the other members do not change."""
    here, there = (Counter(member.data for member in side.methods) for side in (file, other))
    return [member for member in file.methods if here[member.data] > there[member.data]]


def _head(member: Member) -> tuple[bytes, ...]:
    """Return the tokens of a member before its body."""
    head = SourceFile(member.source.data[member.start : member.body_start], language=member.source.language)
    return tuple(takewhile(lambda word: word != b"{", (token.text for token in head.tokens())))


def _lines(member: Member) -> tuple[int, int]:
    """Return the first line of a member and the one behind its last, from 0, as a patch counts them."""
    data = member.source.data
    first = data.count(b"\n", 0, member.start)
    return first, first + data.count(b"\n", member.start, member.end) + 1


def _without_members(file: SourceFile) -> str:
    pieces, at = list[bytes](), 0
    for member in file.methods:
        pieces.append(file.data[at : member.start])
        at = member.end
    return b" ; ".join([*pieces, file.data[at:]]).decode()


def line_changes(buggy: str, fixed: str) -> list[Change]:
    """Return the changes from a faulty text to its repaired version, line by line; indices count from 0."""
    return list(patch_changes(split_lines(buggy.encode()), split_lines(fixed.encode())))
