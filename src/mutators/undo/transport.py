"""Removal of a mutation from a third party's edit of the mutant, by aligning tokens.

`transport` moves edits made for one text onto an edited version of it. An edit moves only if its tokens are in the patched text
unchanged, in one run, in an unambiguous place, and form the same syntax node as before; else it is a conflict.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from mutators.model import Edit, EditConflict, UndoConflict, apply_edits, brief
from mutators.undo.alignment import Alignment
from mutators.undo.matching import find
from mutators.undo.texts import known_source
from parsers.language import Token
from parsers.source import SourceFile

__all__ = [
    "Refusal",
    "Undone",
    "Verdict",
    "check_not_repeated",
    "check_unique",
    "may_be_gone",
    "moved",
    "parses",
    "transport",
]


Verdict = Literal["undone", "unparsable", "empty"]
"""The verdicts of `undo` on an answer; a conflict is an error."""

_BLANKS = b" \t\f"
_LINE_END = b"\n"
"""The token that ends a logical line, in a language in which line ends are tokens."""
_WORD = re.compile(rb"[\w$\"'\x80-\xff]")


class Undone(str):
    """A patched text with the mutation removed.

    Attributes:
        stripped: what was taken off the answer before, in a word, such as "fence"; several with commas between. None for nothing.
    """

    _parses: bool | SourceFile
    stripped: str | None
    __slots__ = ("_parses", "stripped")

    # A string is made by __new__.
    def __new__(  # noqa: D102
        cls, text: str = "", *, parses: bool | SourceFile = False, stripped: str | None = None
    ) -> Undone:
        undone = super().__new__(cls, text)
        undone._parses, undone.stripped = parses, stripped
        return undone

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (str(self),), {"parses": self.parses, "stripped": self.stripped}

    def __getstate__(self) -> None:
        return None

    @property
    def parses(self) -> bool:
        """False for a text that is undone but has a syntax error (which the patch brought along), and for an empty one."""
        if isinstance(self._parses, SourceFile):
            self._parses = parses(self._parses)
        return self._parses

    def also_stripped(self, stripped: str | None) -> Undone:
        """Return the same text with a word for what was taken off the answer before; see `stripped`."""
        return Undone(self, parses=self._parses, stripped=stripped)

    def __repr__(self) -> str:
        return brief(str(self), 150)

    @classmethod
    def of(cls, data: bytes, language: str, stripped: str | None = None) -> Undone:
        """Return the verdict for a text of a language; one without a token is empty, and no repair."""
        return cls.of_source(SourceFile(data, language=language), stripped)

    @classmethod
    def of_source(cls, source: SourceFile, stripped: str | None = None) -> Undone:
        """Return the verdict for a text; one without a token is empty, and no repair."""
        if source.is_empty:
            return cls(stripped=stripped)
        return cls(source.text, parses=source, stripped=stripped)

    @property
    def verdict(self) -> Verdict:
        """The verdict, "undone", "unparsable" for a text that does not parse, or "empty" where there is no text."""
        if not self:
            return "empty"
        return "undone" if self.parses else "unparsable"


def parses(source: SourceFile) -> bool:
    """Return whether a text is one of its language without a syntax error."""
    return source.parses


Refusal = Callable[[SourceFile, int, int], str | None]
"""Returns the reason for which a mutation of a byte range of a text is not sound, or None."""


def transport(
    edits: Iterable[Edit], base: bytes, patched: SourceFile, refuse: Refusal | None = None
) -> bytes:
    """Make edits that were meant for `base` in an edited version of it.

    Args:
        edits: byte edits of `base`, in order.
        base: UTF-8.
        patched: the edited version.
        refuse: the precondition of the mutator; what was sound in `base` must be so in the edited version.

    Raises:
        UndoConflict: tokens of an edit are gone, changed, torn apart, or could be in more than one place, or the
            precondition no longer holds there.
    """
    edits = tuple(edits)
    moved = _moved_edits(edits, base, patched)
    if refuse is not None and parses(patched):
        reason = refuse(patched, moved[0].start, moved[-1].end)
        made = known_source(base, patched.language)
        if reason is not None and reason != refuse(made, edits[0].start, edits[-1].end):
            raise UndoConflict(f"in the patched text {reason}", (moved[0].start, moved[-1].end))
    try:
        return apply_edits(patched.data, moved)
    except EditConflict as error:  # what was apart is adjacent now
        raise UndoConflict(
            "the patch changed what surrounds the mutated text", (edits[0].start, edits[-1].end)
        ) from error


def _moved_edits(edits: tuple[Edit, ...], base: bytes, patched: SourceFile) -> list[Edit]:
    theirs = patched.data
    alignment = Alignment(base, patched)
    region = (edits[0].start, max(edit.end for edit in edits))
    _check_same_node(alignment, base, patched, region)
    return [moved(edit, alignment, base, theirs) for edit in edits]


def moved(
    edit: Edit, alignment: Alignment, base: bytes, theirs: bytes, *, before: bool | None = None
) -> Edit:
    """Return an edit of `base` as an edit of `theirs`.

    Args:
        before: Side of text that the patch put at a place where text was deleted: before the following text (True),
            behind the preceding text (False), or nowhere (None).

    Raises:
        UndoConflict: its tokens, or the place, are gone or changed.
    """
    indices = alignment.inside(edit.start, edit.end)
    if not indices:
        return _moved_insertion(edit, alignment, base, theirs, before)
    start, end = _span(alignment, indices, (edit.start, edit.end))
    lead = base[edit.start : alignment.base[indices[0]].start]
    trail = base[alignment.base[indices[-1]].end : edit.end]
    if alignment.base[indices[-1]].text == _LINE_END and not lead.strip(_BLANKS):
        # A whole logical line: all of its indentation goes with it, which may be another one in the patch.
        if base[: edit.start].endswith((b"\n", b"\r")) or not edit.start:
            start = _line_start(theirs, start)
    elif lead and theirs[:start].endswith(lead):
        start -= len(lead)
    if trail and theirs[end:].startswith(trail):
        end += len(trail)
    return Edit(start, theirs[start:end].decode(), edit.new)


def _line_start(data: bytes, start: int) -> int:
    """Return the start of the line of an offset, if only blanks precede it there, else the offset."""
    first = len(data[:start].rstrip(_BLANKS))
    return first if not first or data[first - 1 : first] in (b"\n", b"\r") else start


def _moved_insertion(
    edit: Edit, alignment: Alignment, base: bytes, theirs: bytes, before: bool | None
) -> Edit:
    after = alignment.inside(edit.start, edit.start).start
    left, right = alignment.to(after - 1), alignment.to(after)
    torn = left is None or right is None or right != left + 1
    if left is not None and right is not None and not torn:
        start, end = alignment.base[after - 1].end, alignment.theirs[left].end
        if base[start : alignment.base[after].start] == theirs[end : alignment.theirs[right].start]:
            # The same blanks and comments: the place among them is known, and blanks of the edit go with it.
            return Edit(end + edit.start - start, base[edit.start : edit.end].decode(), edit.new)
    behind = before is False if torn else after > 0 and alignment.base[after - 1].end == edit.start
    if left is not None and behind:
        return Edit(alignment.theirs[left].end, "", edit.new)
    if right is not None and (before or not torn):
        return Edit(alignment.theirs[right].start, "", edit.new)
    raise UndoConflict("the patch changed the place of a deleted text", (edit.start, edit.start))


def _span(alignment: Alignment, indices: range, region: tuple[int, int]) -> tuple[int, int]:
    """Return the byte range in the patched text of a run of tokens."""
    targets = [alignment.to(index) for index in indices]
    first = targets[0]
    if first is None or targets != list(range(first, first + len(targets))):
        raise UndoConflict("the patch changed the mutated text", region)
    return alignment.theirs[first].start, alignment.theirs[first + len(targets) - 1].end


def _check_same_node(alignment: Alignment, base: bytes, patched: SourceFile, region: tuple[int, int]) -> None:
    indices = alignment.inside(*region)
    if not indices:
        return  # text that was deleted: its neighbours are looked at where it is put back
    start, end = _span(alignment, indices, region)
    check_unique(alignment, region)
    if not parses(patched):
        if _repeats(alignment, indices):
            raise UndoConflict("the patch does not parse, and repeats what was mutated", (start, end))
        if may_be_gone(alignment, indices):
            raise UndoConflict("the patch does not parse, and may have deleted mutated text", (start, end))
    first, last = alignment.base[indices[0]], alignment.base[indices[-1]]
    before = known_source(base, patched.language).parsed.node_type(first.start, last.end)
    if before is None:
        return
    if parses(patched):
        same = patched.parsed.node_type(start, end) == before
    else:
        same = all(
            _neighbour(alignment.base, i, step) == _neighbour(alignment.theirs, alignment.to(i), step)
            for i, step in ((indices[0], -1), (indices[-1], 1))
        )
    if not same:
        raise UndoConflict("the patch changed what surrounds the mutated text", (start, end))


def check_not_repeated(alignment: Alignment, regions: Iterable[tuple[int, int]]) -> None:
    """Check that a patch does not repeat the text of some byte ranges of the base that belong to a mutation.

    Raises:
        UndoConflict: it does; without a syntax tree they cannot be told apart.
    """
    for start, end in regions:
        words = [alignment.base[i].text for i in alignment.inside(start, end)]
        if not any(map(_WORD.match, words)):
            continue
        if len(find(alignment.theirs, words)) > len(find(alignment.base, words)):
            raise UndoConflict("the patch does not parse, and repeats what was mutated", (start, end))


def check_unique(alignment: Alignment, region: tuple[int, int]) -> None:
    """Check that a byte range of the base that occurs unchanged in the other text has one certain place there.

    Raises:
        UndoConflict: it occurs several times, and the patch changed how often.
    """
    indices = alignment.inside(*region)
    targets = [alignment.to(index) for index in indices]
    first = targets[0] if targets else None
    if first is None or targets != list(range(first, first + len(targets))):
        return
    words = [alignment.base[i].text for i in indices]
    mine, theirs = find(alignment.base, words), find(alignment.theirs, words)
    if len(mine) != len(theirs) or theirs[mine.index(indices[0])] != first:
        start, end = alignment.theirs[first].start, alignment.theirs[first + len(targets) - 1].end
        raise UndoConflict(
            "the mutated text occurs several times, and the patch changed how often", (start, end)
        )


def _repeats(alignment: Alignment, indices: range) -> bool:
    """Return whether the patch brings all names and literals of a run of tokens once more, close together."""
    words = {alignment.base[i].text for i in indices if _WORD.match(alignment.base[i].text)}
    added = [alignment.theirs[i].text for i in alignment.added()]
    near = Counter[bytes]()  # of the words in the last tokens, as many as the run has
    for at, text in enumerate(added):
        near[text] += text in words
        if at >= len(indices):
            near[added[at - len(indices)]] -= added[at - len(indices)] in words
        if text in words and all(near[word] for word in words):
            return True
    return False


def may_be_gone(alignment: Alignment, indices: range) -> bool:
    """Return whether tokens deleted beside a run may belong to it, as when one of ``} }`` is left."""
    texts = alignment.base.texts
    first, last = indices[0], indices[-1]
    start, end = _next_gap(alignment, range(last + 1, len(texts)))
    if start < end and texts[last:start] == texts[last + end - start : end]:
        return True
    end, start = _next_gap(alignment, range(first - 1, -1, -1))
    start, end = start + 1, end + 1
    return start < end and texts[start : first + 1 - (end - start)] == texts[end : first + 1]


def _next_gap(alignment: Alignment, indices: range) -> tuple[int, int]:
    """Return the first deleted token of the base among some indices in a row, and the first kept one after it."""
    start = alignment.first_gone(indices)
    behind = range(start, indices.stop, indices.step)
    return start, next((i for i in behind if alignment.to(i) is not None), indices.stop)


def _neighbour(tokens: Sequence[Token], index: int | None, step: int) -> bytes:
    at = -1 if index is None else index + step
    return tokens[at].text if 0 <= at < len(tokens) else b""
