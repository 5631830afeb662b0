"""Unified diffs as models write them, applied to a mutant: numbers of lines are not asked, since they are often wrong.

A hunk goes where the lines that it keeps and takes out stand; if nowhere or in several places, that is a conflict. Lines are
compared as they are, without blanks at their ends; where that finds no place, without blanks and blank lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from equimorph.answers import Answer, diff_in
from equimorph.questions import Question
from mutators import UndoConflict

__all__ = ["read_diff"]

_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r)|([^\r\n]+)")
_NO_HUNK = re.compile(
    r"diff --git |index [0-9a-f]+\.\.[0-9a-f]+|Index: |={60,}$|(?:new|deleted) file mode |(?:old|new) mode \d|similarity index "
)
_VERSION = re.compile(r"\d+\.\d+")


def read_diff(answer: str, question: Question) -> Answer:
    """Return the whole mutated text with a diff applied, and what was taken off the answer.

    Raises:
        UndoConflict: there is no diff, it is of several files, or a hunk fits no place or several ones.
    """
    diff, outside, stripped = diff_in(answer, question)
    extent = (0, len(answer.encode(errors="replace")))
    if not diff.strip():
        return Answer(None, stripped)
    whole, member = question.text.decode(), question.member.decode()
    reader = _Reader(diff, _Text(whole), extent)
    reader.check_outside(_Text(outside).lines)
    hunks = [hunk for hunk in reader.hunks() if hunk.lines]
    if not any(sign in "+-" for hunk in hunks for sign, _ in hunk.lines):
        raise UndoConflict("the answer has no change of a unified diff; undo takes a patched text", extent)
    start = question.member_start
    head = whole.encode()[:start].decode()
    tail = whole.encode()[start + len(member.encode()) :].decode()
    keys = (_exact, _loose) if '"""' not in member and question.original.language == "java" else (_exact,)
    if _loose in keys:
        _check_not_elsewhere(hunks, _Text(whole), _Text(head), _Text(member), extent)
    for key in keys:
        for text, before, after in ((whole, "", ""), (member, head, tail)):
            patched = _applied(hunks, _Text(text), key, extent)
            if patched is not None:
                return Answer(question.read(before + patched + after), stripped)
    number = next((n for n, hunk in enumerate(hunks, 1) if not _fits(hunk, whole, member)), 1)
    raise UndoConflict(f"hunk {number} of the diff fits no place of the mutant", extent)


@dataclass
class _Hunk:
    """Lines of a diff with their signs, blank, plus or minus; a line without a sign counts as kept."""

    lines: list[tuple[str, str]] = field(default_factory=list)


class _Text:
    """A text as lines and their ends."""

    def __init__(self, text: str) -> None:
        found = [(m[1] if m[3] is None else m[3], m[2] or "") for m in _LINE.finditer(text)]
        self.lines = [line for line, _ in found]
        self.ends = [end for _, end in found]

    def keyed(self, key: Callable[[str], str | None]) -> tuple[list[int], list[str]]:
        """Return the indices of the lines that have a key, and the keys."""
        pairs = [(at, name) for at, line in enumerate(self.lines) if (name := key(line)) is not None]
        return [at for at, _ in pairs], [name for _, name in pairs]


def _exact(line: str) -> str | None:
    return line.rstrip()


def _loose(line: str) -> str | None:
    return "".join(line.split()) or None


class _Reader:
    """A reader of a diff that takes what models write.

    Args:
        text: the diff.
        base: what it is of: a line without a sign is one of it, or ends the hunk.
        extent: the byte range of the answer.
    """

    def __init__(self, text: str, base: _Text, extent: tuple[int, int]) -> None:
        self._lines = _Text(text).lines
        self._known = set(base.keyed(_loose)[1])
        self._extent = extent
        self._files = set[str]()

    def hunks(self) -> Iterator[_Hunk]:
        """Yield the hunks, those without lines included.

        Raises:
            UndoConflict: they are of several files, or a change stands in none of them.
        """
        # Without a head, all is one hunk.
        hunk: _Hunk | None = None if any(line.startswith("@@") for line in self._lines) else _Hunk()
        at = 0
        while at < len(self._lines):
            line = self._lines[at]
            if self._is_file(at, hunk):
                yield from self._ended(hunk)
                self._file(self._lines[at + 1])
                hunk, at = _Hunk(), at + 1
            elif line.startswith("@@"):
                yield from self._ended(hunk)
                hunk = _Hunk()
            elif _NO_HUNK.match(line) or self._is_signature(at):
                yield from self._ended(hunk)
                hunk = None
            elif hunk is not None and not line.startswith("\\"):
                signed = line[:1] in ("+", "-", " ")
                hunk.lines.append((line[0], line[1:]) if signed else ("?", line))
            elif hunk is None:
                self.check_outside([line])
            at += 1
        yield from self._ended(hunk)

    def check_outside(self, lines: Sequence[str]) -> None:
        """Check that lines outside of hunks take out none of the text: a diff without its changes there would be another one.

        Raises:
            UndoConflict: one does.
        """
        for line in lines:
            if line.startswith("-") and _loose(line[1:]) in self._known:
                raise UndoConflict(
                    f"the diff has a change outside of its hunks: {line.strip()}", self._extent
                )

    def _is_file(self, at: int, hunk: _Hunk | None) -> bool:
        """Return whether a file's head starts here, not lines ``-- i;`` and ``++ i;`` of a hunk."""
        following = [*self._lines[at + 1 : at + 3], "", ""]
        if not (self._lines[at].startswith("--- ") and following[0].startswith("+++ ")):
            return False
        return hunk is None or not hunk.lines or following[1].startswith("@@") or not self._files

    def _is_signature(self, at: int) -> bool:
        """Return whether the version of git stands here, at the end of its patch."""
        rest = self._lines[at : at + 2]
        return len(rest) == 2 and rest[0].rstrip() == "--" and _VERSION.match(rest[1]) is not None

    def _file(self, head: str) -> None:
        self._files.add(head[4:].partition("\t")[0].strip())
        if len(self._files) > 1:
            raise UndoConflict("the diff changes several files", self._extent)

    def _ended(self, hunk: _Hunk | None) -> Iterator[_Hunk]:
        """Yield a hunk without what stands around it: blank lines, and lines that are not part of the text."""
        if hunk is None:
            return
        signed = [
            at for at, (sign, line) in enumerate(hunk.lines) if sign != "?" or _loose(line) in self._known
        ]
        lines = hunk.lines[signed[0] : signed[-1] + 1] if signed else []
        yield _Hunk([(" " if sign == "?" else sign, line) for sign, line in lines])


def _old(hunk: _Hunk, key: Callable[[str], str | None]) -> list[str]:
    """Return the keys of the lines that a hunk keeps or takes out."""
    found = (key(line) for sign, line in hunk.lines if sign != "+")
    return [name for name in found if name is not None]


def _places(old: Sequence[str], keys: Sequence[str]) -> list[int]:
    size = len(old)
    return [at for at in range(len(keys) - size + 1) if keys[at] == old[0] and keys[at : at + size] == old]


def _fits(hunk: _Hunk, *texts: str) -> bool:
    old = _old(hunk, _loose)
    return bool(old) and any(_places(old, _Text(text).keyed(_loose)[1]) for text in texts)


def _check_not_elsewhere(
    hunks: Sequence[_Hunk], whole: _Text, head: _Text, member: _Text, extent: tuple[int, int]
) -> None:
    """Check that no hunk stands outside of the mutated member as it is, and in it with other blanks: a member is shown dedented.

    Raises:
        UndoConflict: one does.
    """
    first = len(head.lines) - (head.ends[-1:] == [""])
    last = first + len(member.lines) - 1
    for number, hunk in enumerate(hunks, 1):
        inside = dict[Callable[[str], str | None], list[bool]]()
        for key in (_exact, _loose):
            old, (indices, keys) = _old(hunk, key), whole.keyed(key)
            inside[key] = [
                indices[at] <= last and indices[at + len(old) - 1] >= first
                for at in (_places(old, keys) if old else ())
            ]
        if inside[_exact] and not any(inside[_exact]) and any(inside[_loose]):
            reason = "fits a place outside of the mutated member, and one in it but for blanks"
            raise UndoConflict(f"hunk {number} of the diff {reason}", extent)


def _applied(
    hunks: Sequence[_Hunk], base: _Text, key: Callable[[str], str | None], extent: tuple[int, int]
) -> str | None:
    """Return a text with hunks applied, None if one of them fits no place.

    Raises:
        UndoConflict: one fits several places, or has no line that it keeps or takes out.
    """
    indices, keys = base.keyed(key)
    places = []
    for number, hunk in enumerate(hunks, 1):
        old = _old(hunk, _loose)
        if not old:
            raise UndoConflict(
                f"hunk {number} of the diff only adds lines, without a line around them", extent
            )
        places.append(_places(_old(hunk, key), keys))
    if not all(places):
        return None
    sizes = [len(_old(hunk, key)) for hunk in hunks]
    chosen = _only_way(places, sizes)
    if chosen is None:
        number = next((n for n, found in enumerate(places, 1) if len(found) > 1), 1)
        count = len(places[number - 1])
        if count > 1:
            raise UndoConflict(f"hunk {number} of the diff fits {count} places of the mutant", extent)
        chosen = [found[0] for found in places]
    return _changed(
        hunks, base, [indices[at : at + size] for at, size in zip(chosen, sizes, strict=True)], key, extent
    )


def _only_way(places: Sequence[Sequence[int]], sizes: Sequence[int]) -> list[int] | None:
    """Return the place of each hunk if there is one way to place them all in order, apart from each other; else None."""
    # For each place of the hunks so far: in how many ways they can end there, and one of them.
    ways: list[tuple[int, int, list[int]]] = [(0, 1, [])]
    for found, size in zip(places, sizes, strict=True):
        following = []
        for at in found:
            before = [way for way in ways if way[0] <= at]
            if before:
                following.append((at + size, sum(count for _, count, _ in before), [*before[0][2], at]))
        ways = following
    return ways[0][2] if sum(count for _, count, _ in ways) == 1 else None


def _changed(
    hunks: Sequence[_Hunk],
    base: _Text,
    spans: Sequence[Sequence[int]],
    key: Callable[[str], str | None],
    extent: tuple[int, int],
) -> str:
    """Return a text with the lines of hunks changed.

    Args:
        spans: for each hunk, the indices of the lines that it keeps or takes out.

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
    made = list[tuple[str, str]]()
    for index, (line, own) in enumerate([*zip(base.lines, base.ends, strict=True), ("", "")]):
        made += [(new, end) for new in added.get(index, ())]
        if index < len(base.lines) and index not in removed:
            made.append((line, own or end))
    text = "".join(line + own for line, own in made)
    return text if base.ends and base.ends[-1] else text.removesuffix(made[-1][1] if made else "")
