"""Unified diffs as models write them, applied to a mutant: numbers of lines are not asked, since they are often wrong.

A hunk is placed at the lines that it keeps and takes out; if they occur nowhere or in several places, that is a
conflict. Lines are compared as they are, except for trailing blanks; if that finds no place, without any blanks and
without blank lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from equimorph.answers.hunks import Hunk, Shown, Text, loose, place
from equimorph.answers.questions import Question
from mutators import UndoConflict

_HUNK = re.compile(
    r"^@@(?:[ \t].*)?$|^--- .*[\r\n]+\+\+\+ |^diff --git |^\*\*\* (?:Begin Patch|Update File: )", re.MULTILINE
)
_COUNTS = re.compile(r"@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@")
_NO_HUNK = re.compile(
    r"diff --git |index [0-9a-f]+\.\.[0-9a-f]+|Index: |={60,}$|(?:new|deleted) file mode |(?:old|new) mode \d|similarity index "
    r"|\*\*\* (?:Begin|End) (?:Patch|of File)"
)
_OPERATOR = re.compile(r"\+[+=]|-[-=>]")
_VERSION = re.compile(r"\d+\.\d+")


def is_diff(text: str) -> bool:
    """Return whether a text has the head of a file or hunk of a unified diff."""
    return bool(_HUNK.search(text))


def is_signed(text: str, question: Question) -> bool:
    """Return whether a text is a hunk without a head: each line has a sign, and what is kept and taken out is in the question."""
    if text[:1].strip() and text[0] not in "+-":
        return False
    lines = [line for line in Text(text).lines if line.strip()]
    if not all(line[0] in "+- " for line in lines) or not {"+", "-"}.intersection(line[0] for line in lines):
        return False
    old_lines = set(question.text.decode().splitlines())
    if all(line in old_lines if line[0] == " " else _OPERATOR.match(line) for line in lines):
        return False  # code as it stands: its first line begins with an operator
    kept = [key for line in lines if line[0] != "+" and (key := loose(line[1:])) is not None]
    return bool(kept) and set(Text(question.text.decode()).keyed(loose)[1]).issuperset(kept)


End = Literal["closed", "plain", "open"]
"""Whether something shows that a diff is all there, nothing shows it, or a fence around it has no end."""


def applied_diff(diff: str, outside: str, question: Question, end: End) -> str:
    """Return the whole text of a question with a diff applied.

    Args:
        diff: Diff of the text or of its member.
        outside: What is around the diff in the answer.
        question: What was asked.
        end: Says whether the diff may be cut off.

    Raises:
        UndoConflict: there is no change, it is of several files, it is cut off, or a hunk fits no place or several ones.
    """
    extent = (0, len(diff.encode(errors="replace")))
    shown = Shown.of(question)
    reader = _Reader(diff, Text(shown.whole), extent)
    reader.check_outside(Text(outside).lines)
    all_hunks = list(reader.hunks())
    hunks = [hunk for hunk in all_hunks if hunk.lines]
    if not any(sign in "+-" for hunk in hunks for sign, _ in hunk.lines):
        raise UndoConflict("the answer has no change of a unified diff; undo takes a patched text", extent)
    if _is_cut(all_hunks[-1], diff, end):
        raise UndoConflict("the diff is cut off", extent)
    return place(hunks, shown, question, extent).whole


def _is_cut(last: Hunk, diff: str, end: End) -> bool:
    """Return whether a diff may be cut off in its last hunk, within a line or before lines that its head announces."""
    if end == "closed":
        return False
    if not last.lines or (end == "open" and not diff.endswith(("\n", "\r"))):
        return True
    return last.is_short and (end == "open" or last.lines[-1][0] != " ")


class _Reader:
    """A reader of a diff that takes what models write.

    Args:
        text: the diff.
        base: what it is of: a line without a sign is one of it, or ends the hunk.
        extent: the byte range of the answer.
    """

    def __init__(self, text: str, base: Text, extent: tuple[int, int]) -> None:
        self._lines = Text(text).lines
        self._known = set(base.keyed(loose)[1])
        self._extent = extent
        self._files = set[str]()

    def hunks(self) -> Iterator[Hunk]:
        """Yield the hunks, those without lines included.

        Raises:
            UndoConflict: they are of several files, or a change is in none of them.
        """
        # Without a head, all is one hunk.
        has_heads = any(line.startswith("@@") for line in self._lines)
        hunk: Hunk | None = None if has_heads else Hunk()
        at = 0
        while at < len(self._lines):
            line = self._lines[at]
            if self._is_file(at, hunk):
                yield from self._ended(hunk)
                self._file(self._lines[at + 1])
                hunk, at = Hunk(), at + 1
            elif line.startswith("*** Update File: "):
                yield from self._ended(hunk)
                self._file(line)
                hunk = None if has_heads else Hunk()
            elif line.startswith("@@"):
                yield from self._ended(hunk)
                hunk = Hunk(counts=_counts(line))
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
            if line.startswith("-") and loose(line[1:]) in self._known:
                raise UndoConflict(
                    f"the diff has a change outside of its hunks: {line.strip()}", self._extent
                )

    def _is_file(self, at: int, hunk: Hunk | None) -> bool:
        """Return whether a file's head starts here, not lines ``-- i;`` and ``++ i;`` of a hunk."""
        following = [*self._lines[at + 1 : at + 3], "", ""]
        if not (self._lines[at].startswith("--- ") and following[0].startswith("+++ ")):
            return False
        return hunk is None or not hunk.lines or following[1].startswith("@@") or not self._files

    def _is_signature(self, at: int) -> bool:
        """Return whether the version of git is here, at the end of its patch."""
        rest = self._lines[at : at + 2]
        return len(rest) == 2 and rest[0].rstrip() == "--" and _VERSION.match(rest[1]) is not None

    def _file(self, head: str) -> None:
        self._files.add(head.split(" ", 1)[1].partition("\t")[0].strip())
        if len(self._files) > 1:
            raise UndoConflict("the diff changes several files", self._extent)

    def _ended(self, hunk: Hunk | None) -> Iterator[Hunk]:
        """Yield a hunk without what is around it: blank lines, and lines that are not part of the text."""
        if hunk is None:
            return
        signed = [
            at for at, (sign, line) in enumerate(hunk.lines) if sign != "?" or loose(line) in self._known
        ]
        lines = hunk.lines[signed[0] : signed[-1] + 1] if signed else []
        yield Hunk([(" " if sign == "?" else sign, line) for sign, line in lines], hunk.counts)


def _counts(head: str) -> tuple[int, int] | None:
    """Return the numbers of lines that the head of a hunk names on either side."""
    counts = _COUNTS.match(head)
    return None if counts is None else (int(counts[1] or 1), int(counts[2] or 1))
