"""Undo in a patch of a mutant whose source is known: mutation by mutation, in the whole source, or in the member alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from mutators.model import Mutation, UndoConflict
from mutators.undo.alignment import Alignment
from mutators.undo.margins import placed_member
from mutators.undo.texts import keep, known_source
from mutators.undo.transport import Undone
from parsers.errors import ParseError
from parsers.language import find_language
from parsers.member import Member
from parsers.source import SourceFile

if TYPE_CHECKING:
    from mutators.base import Mutator

    Step = tuple[Mutator, Mutation]


def undo_steps(steps: Sequence[Step], mutant: bytes, patched: SourceFile) -> Undone:
    """Return a patched mutant without its mutations, the last one taken out first.

    Args:
        steps: the mutators and records in the order in which the mutations were made, each record of the whole text.
        mutant: the text that they end in, UTF-8.
        patched: an edited version of it.

    Raises:
        UndoConflict: the patch changed what one of the mutations changed; the region is that in `patched`.
        RecordMismatch: the records do not belong to `mutant`.
    """
    if patched.is_empty:
        return Undone()
    befores = [mutant]
    for _, record in reversed(steps):
        befores.insert(0, record.invert(befores[0]))
    return Undone.of_source(_without(steps, befores, patched))


def _without(
    steps: Sequence[Step], befores: Sequence[bytes], patched: SourceFile, around: tuple[int, int] = (0, 0)
) -> SourceFile:
    """Return a patched mutant without its mutations.

    Args:
        steps: See `undo_steps`.
        befores: The texts before each of the mutations, and the mutant.
        patched: See `undo_steps`.
        around: Numbers of first and last bytes that the mutant and the patched text are known to share.
    """
    if patched.data == befores[-1]:
        return known_source(befores[0], patched.language)
    if not steps:
        return patched
    texts = [known_source(befores[-1], patched.language).edited(patched.data, patched.path, around)]
    for number, (mutator, record) in zip(range(len(steps), 0, -1), reversed(steps), strict=True):
        try:
            undone = mutator.without(texts[-1], befores[number - 1], befores[number], record)
        except UndoConflict as conflict:
            if len(steps) == 1:
                raise
            reason = f"{conflict.reason}, in mutation {number} of {len(steps)}, {mutator.name}"
            raise UndoConflict(reason, _traced(conflict.region, texts)) from None
        text = texts[-1].edited(undone, patched.path)
        texts.append(SourceFile(b"", patched.path, patched.language) if text.is_empty else text)
    return texts[-1]


def _traced(region: tuple[int, int], texts: Sequence[SourceFile]) -> tuple[int, int]:
    """Return the byte range in the first of some texts for one in the last, traced by the tokens that both have."""
    for before, after in zip(texts[-2::-1], texts[:0:-1], strict=True):
        alignment = Alignment(after.data, before)
        inside = alignment.inside(*region)
        first, last = (inside.start, inside.stop - 1) if inside else (inside.start - 1, inside.start)
        start, end = _edge(alignment, first, -1, inside), _edge(alignment, last, 1, inside)
        region = (start, max(start, end))
    return region


def _edge(alignment: Alignment, index: int, step: Literal[-1, 1], inside: range) -> int:
    """Return the byte at which a run of tokens starts (step -1) or ends (step 1) in the other text, or its neighbour there does."""
    while 0 <= index < len(alignment.base):
        found = alignment.to(index)
        if found is not None:
            token = alignment.theirs[found]
            return token.start if (index in inside) == (step < 0) else token.end
        index += step
    return 0 if step < 0 or not alignment.theirs else alignment.theirs[-1].end


def undo_in_member(steps: Sequence[Step], source: SourceFile, member: Member, patched: SourceFile) -> Undone:
    """Return a patched member without its mutations.

    In a file the member is put into its place, so that as much is known as when the mutations were made. Comments on
    both sides mark the border: the blanks around a line belong to it, but none of the file's blanks do.

    Args:
        steps: The mutators and records, each record relative to the member's text.
        source, member: The original source, and the member in it.
        patched: The patched member.

    Raises:
        UndoConflict: see `undo_steps`.
    """
    placed = _placed(tuple(steps), source, member, patched.language)
    head, tail = placed.head, placed.tail
    if not placed.is_in_file and patched.is_empty:
        return Undone()
    if placed.is_in_file and find_language(patched.language).margins:
        patched = SourceFile(placed_member(patched, head, tail), patched.path, patched.language)
    try:
        text = SourceFile(head + patched.data + tail, patched.path, patched.language)
        whole = _without(placed.steps, placed.befores, text, (len(head), len(tail))).data
    except UndoConflict as conflict:
        start, end = conflict.region
        raise UndoConflict(conflict.reason, (start - len(head), end - len(head))) from None
    if not whole.startswith(head) or not whole.endswith(tail):
        raise UndoConflict("undoing would change the text around the member", (0, len(patched.data)))
    return Undone.of(whole[len(head) : len(whole) - len(tail)], patched.language)


class _Placed(NamedTuple):
    """The mutations of a member in its file, which all patches of the mutant share.

    Attributes:
        head, tail: The texts around the member.
        steps: The steps, with their records rebased to the text around the member.
        befores: The texts before each of the mutations, and the mutant.
        is_in_file: Whether there is a file around the member.
    """

    head: bytes
    tail: bytes
    steps: tuple[Step, ...]
    befores: tuple[bytes, ...]
    is_in_file: bool


@lru_cache(maxsize=2)
def _placed(steps: tuple[Step, ...], source: SourceFile, member: Member, language: str) -> _Placed:
    head = tail = b""
    if source.kind == "file":
        comment = find_language(language).comment
        head, tail = source.data[: member.start] + comment, comment + source.data[member.end :]
    text = member.data
    placed, befores = list["Step"](), [head + text + tail]
    for mutator, record in steps:
        text = record.apply(text)
        befores.append(head + text + tail)
        placed.append((mutator, record.rebase(len(head), *befores[-2:])))
    is_in_file = source.kind == "file"
    if is_in_file and language == source.language:
        for data in dict.fromkeys(befores):
            keep(source.edited(data))
    return _Placed(head, tail, tuple(placed), tuple(befores), is_in_file)


def is_whole(patched: SourceFile, source: SourceFile, whole: bytes, member: bytes) -> bool:
    """Return whether a patched text is the whole source rather than its member.

    Args:
        source: Original of the whole.
        whole, member: The mutated texts, one of which was patched.
    """
    try:
        if patched.kind == "file" or source.kind == "file":
            return patched.kind == source.kind
    except ParseError:
        pass
    size = len(patched.data)
    return abs(size - len(whole)) < abs(size - len(member))
