"""Changes of lines as models write them, placed by the lines that they keep and take out.

A hunk is placed at these lines; if they occur nowhere or in several places, that is a conflict. Lines are compared as
they are, except for trailing blanks; if that finds no place, without any blanks and without blank lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from equimorph.answers.questions import Question
from mutators import UndoConflict

_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r)|([^\r\n]+)")


@dataclass
class Hunk:
    """Lines with their signs.

    Attributes:
        lines: Each with blank, plus or minus.
        counts: Number of lines on either side according to the hunk's head; None if it has no head with counts.
        noun: Name of this kind of change, for messages.
    """

    lines: list[tuple[str, str]] = field(default_factory=list)
    counts: tuple[int, int] | None = None
    noun: str = "hunk {} of the diff"

    def name(self, number: int) -> str:
        """Return its name in messages, with its number among all."""
        return self.noun.format(number)

    @property
    def is_short(self) -> bool:
        """Whether it has fewer lines on both sides than its head says."""
        if self.counts is None:
            return False
        old, new = (sum(sign != other for sign, _ in self.lines) for other in "+-")
        return old < self.counts[0] and new < self.counts[1]


class Text:
    """A text as lines and their ends."""

    def __init__(self, text: str) -> None:
        pairs = [(m[1] if m[3] is None else m[3], m[2] or "") for m in _LINE.finditer(text)]
        self.lines = [line for line, _ in pairs]
        self.ends = [end for _, end in pairs]

    def keyed(self, key: Callable[[str], str | None]) -> tuple[list[int], list[str]]:
        """Return the indices of the lines that have a key, and the keys."""
        pairs = [(at, name) for at, line in enumerate(self.lines) if (name := key(line)) is not None]
        return [at for at, _ in pairs], [name for _, name in pairs]


def _exact(line: str) -> str | None:
    return line.rstrip()


def loose(line: str) -> str | None:
    """Return a line without blanks; None for a blank one."""
    return "".join(line.split()) or None


class Shown(NamedTuple):
    """A text in three parts: the member, and what is before and behind it."""

    head: str
    member: str
    tail: str

    @property
    def whole(self) -> str:
        """The text."""
        return "".join(self)

    @classmethod
    def of(cls, question: Question) -> Shown:
        """Return the text of a question."""
        start, end = question.member_start, question.member_start + len(question.member)
        data = question.text
        return cls(data[:start].decode(), data[start:end].decode(), data[end:].decode())

    def replaced(self, whole: str) -> Shown:
        """Return another text in parts; all of it is the head where the member is not known any more."""
        size = len(whole) - len(self.head) - len(self.tail)
        if size >= 0 and whole.startswith(self.head) and whole.endswith(self.tail):
            return Shown(self.head, whole[len(self.head) : len(self.head) + size], self.tail)
        if whole.endswith(self.member + self.tail):
            return Shown(whole.removesuffix(self.member + self.tail), self.member, self.tail)
        if whole.startswith(self.head + self.member):
            return Shown(self.head, self.member, whole.removeprefix(self.head + self.member))
        return Shown(whole, "", "")


def place(hunks: Sequence[Hunk], shown: Shown, question: Question, extent: tuple[int, int]) -> Shown:
    """Return a text with hunks applied to it, which are in the order of its lines.

    Args:
        hunks: Each has lines.
        shown: The text.
        question: Tells which blanks count, and whether the model was shown the member alone.
        extent: The byte range of the answer.

    Raises:
        UndoConflict: a hunk fits no place or several ones.
    """
    whole, member = Text(shown.whole), Text(shown.member)
    blanks_count = question.language.margins or '"""' in shown.member
    keys = (_exact,) if blanks_count else (_exact, loose)
    if loose in keys:
        _check_not_elsewhere(hunks, whole, Text(shown.head), member, extent)
    bases = [(member, False), (whole, True)] if question.shows_member else [(whole, True), (member, False)]
    for key in keys:
        for base, is_whole in bases:
            changed = _applied(hunks, base, key, extent)
            if changed is not None:
                return shown.replaced(changed) if is_whole else shown._replace(member=changed)
    number = next((n for n, hunk in enumerate(hunks, 1) if not _fits(hunk, whole, member)), 1)
    raise UndoConflict(f"{hunks[number - 1].name(number)} fits no place of the mutant", extent)


def _old(hunk: Hunk, key: Callable[[str], str | None]) -> list[str]:
    """Return the keys of the lines that a hunk keeps or takes out."""
    names = (key(line) for sign, line in hunk.lines if sign != "+")
    return [name for name in names if name is not None]


def _places(old: Sequence[str], keys: Sequence[str]) -> list[int]:
    size = len(old)
    return [at for at in range(len(keys) - size + 1) if keys[at] == old[0] and keys[at : at + size] == old]


def _fits(hunk: Hunk, *texts: Text) -> bool:
    old = _old(hunk, loose)
    return bool(old) and any(_places(old, text.keyed(loose)[1]) for text in texts)


def _check_not_elsewhere(
    hunks: Sequence[Hunk], whole: Text, head: Text, member: Text, extent: tuple[int, int]
) -> None:
    """Check that no hunk is outside of the mutated member as it is, and in it with other blanks: a member is shown dedented.

    Raises:
        UndoConflict: one does.
    """
    first = len(head.lines) - (head.ends[-1:] == [""])
    last = first + len(member.lines) - 1
    for number, hunk in enumerate(hunks, 1):
        inside = dict[Callable[[str], str | None], list[bool]]()
        for key in (_exact, loose):
            old, (indices, keys) = _old(hunk, key), whole.keyed(key)
            inside[key] = [
                indices[at] <= last and indices[at + len(old) - 1] >= first
                for at in (_places(old, keys) if old else ())
            ]
        if inside[_exact] and not any(inside[_exact]) and any(inside[loose]):
            reason = "fits a place outside of the mutated member, and one in it but for blanks"
            raise UndoConflict(f"{hunk.name(number)} {reason}", extent)


def _applied(
    hunks: Sequence[Hunk], base: Text, key: Callable[[str], str | None], extent: tuple[int, int]
) -> str | None:
    """Return a text with hunks applied, None if one of them fits no place.

    Raises:
        UndoConflict: one fits several places, or has no line that it keeps or takes out.
    """
    indices, keys = base.keyed(key)
    places = []
    for number, hunk in enumerate(hunks, 1):
        old = _old(hunk, loose)
        if not old:
            raise UndoConflict(f"{hunk.name(number)} only adds lines, without a line around them", extent)
        places.append(_places(_old(hunk, key), keys))
    if not all(places):
        return None
    sizes = [len(_old(hunk, key)) for hunk in hunks]
    chosen = _only_way(places, sizes)
    if chosen is None:
        number = next((n for n, starts in enumerate(places, 1) if len(starts) > 1), 1)
        count = len(places[number - 1])
        if count > 1:
            raise UndoConflict(f"{hunks[number - 1].name(number)} fits {count} places of the mutant", extent)
        chosen = [starts[0] for starts in places]
    return _changed(
        hunks, base, [indices[at : at + size] for at, size in zip(chosen, sizes, strict=True)], key, extent
    )


def _only_way(places: Sequence[Sequence[int]], sizes: Sequence[int]) -> list[int] | None:
    """Return the place of each hunk if there is one way to place them all in order, apart from each other; else None."""
    # For each place of the hunks so far: in how many ways they can end there, and one of them.
    ways: list[tuple[int, int, list[int]]] = [(0, 1, [])]
    for starts, size in zip(places, sizes, strict=True):
        following = []
        for at in starts:
            before = [way for way in ways if way[0] <= at]
            if before:
                following.append((at + size, sum(count for _, count, _ in before), [*before[0][2], at]))
        ways = following
    return ways[0][2] if sum(count for _, count, _ in ways) == 1 else None


def _changed(
    hunks: Sequence[Hunk],
    base: Text,
    spans: Sequence[Sequence[int]],
    key: Callable[[str], str | None],
    extent: tuple[int, int],
) -> str:
    """Return a text with the lines of hunks changed.

    Args:
        spans: The indices of the lines that each hunk keeps or takes out.

    Raises:
        UndoConflict: two hunks change the same line.
    """
    removed, added = set[int](), dict[int, list[str]]()
    for hunk, span in zip(hunks, spans, strict=True):
        at, seen = span[0], iter(span)
        for sign, line in hunk.lines:
            if sign == "+":
                added.setdefault(at, []).append(line)
                continue
            if key(line) is None:
                continue
            index = next(seen)
            at = index + 1
            if sign == "-":
                if index in removed:
                    raise UndoConflict("two hunks of the diff take out the same line", extent)
                removed.add(index)
    end = next(filter(None, base.ends), "\n")
    pairs = list[tuple[str, str]]()
    for index, (line, ending) in enumerate([*zip(base.lines, base.ends, strict=True), ("", "")]):
        pairs += [(new, end) for new in added.get(index, ())]
        if index < len(base.lines) and index not in removed:
            pairs.append((line, ending or end))
    text = "".join(line + ending for line, ending in pairs)
    return text if base.ends and base.ends[-1] else text.removesuffix(pairs[-1][1] if pairs else "")
