"""Undoing a mutation in a text that somebody made from the mutant: a patched text, a diff, or a mutant with some lines replaced."""

from __future__ import annotations

import re

import mutators as registry
from equimorph.answers import Answer, Question, check_member, read_answer, read_diff
from equimorph.answers.markdown import LINE
from equimorph.mutants.inverting import Mutated, records_of
from mutators import Mutant, Mutation, Stacked, UndoConflict, Undone
from parsers import SourceFile

__all__ = ["asked", "replace_lines", "undo", "undo_answer", "undo_diff", "undo_hunk"]


def undo(answer: str | SourceFile, mutant: Mutated, original: str | SourceFile | None = None) -> Undone:
    """Turn a repair of the mutant into a repair of the original: undo the mutation in a patched text.

    This is the T^-1 of RobustNPR.

    Args:
        answer: The patched mutant, as a model writes it: the whole source, the member alone, a unified diff or search/replace
            blocks; thinking, a Markdown fence, prose and a class around a member are removed.
        mutant: The mutant, of first or of higher order; or its record; or its records in the order of the mutations.
        original: Text that the record was made from, if a record is given; a `SourceFile` if it is not Java.

    Returns:
        The text, a string; the whole one if the answer was a diff or search/replace blocks; its `verdict` is "undone",
        "unparsable", or "empty" if there is no code; `stripped` names what was removed.

    Raises:
        TypeError: the arguments are in the wrong order, or a record is given without `original`.
        UndoConflict: the patch changed what the mutation changed, so that undoing it would be a guess; or several parts of
            the answer may be meant, or it is not an edited mutant.
        RecordMismatch: the record does not belong to `original`.
    """
    check_arguments("undo", "answer", answer, mutant)
    question = asked(mutant, original)
    theirs = answer if isinstance(answer, SourceFile) else question.read(answer)
    return undo_answer(read_answer(theirs, question), mutant, question)


def undo_answer(answer: Answer, mutant: Mutated, question: Question) -> Undone:
    """Undo an answer that has been read.

    Raises:
        UndoConflict, RecordMismatch: see `undo`.
    """
    source = answer.source
    if source is None or source.is_empty or question.is_gone(source):
        return Undone(stripped=answer.stripped)
    check_member(source, question)
    ends = _line_ends(source.data), _line_ends(question.text)
    if ends in ((b"\n", b"\r\n"), (b"\r\n", b"\n")):
        undone = _undone_with(*ends, answer, mutant, question)
    else:
        undone = _undone(source, answer, mutant, question)
    return undone.also_stripped(answer.stripped)


def _undone(source: SourceFile, answer: Answer, mutant: Mutated, question: Question) -> Undone:
    if isinstance(mutant, Mutant | Stacked) and not answer.is_whole:
        return mutant.undo(source)
    return question.undo(source, whole=answer.is_whole)


def _undone_with(
    line_end: bytes, theirs: bytes, answer: Answer, mutant: Mutated, question: Question
) -> Undone:
    """Undo an answer with other line ends than the mutant as one with the same, and give it its line ends back."""
    assert answer.source is not None
    data = answer.source.data
    like = SourceFile(data.replace(line_end, theirs), answer.source.path, answer.source.language)
    try:
        undone = _undone(like, answer, mutant, question)
    except UndoConflict as conflict:
        start, end = (len(like.data[:at].replace(theirs, line_end)) for at in conflict.region)
        raise UndoConflict(conflict.reason, (start, end)) from None
    return Undone(undone.replace(theirs.decode(), line_end.decode()), parses=undone.parses)


def _line_ends(data: bytes) -> bytes | None:
    """Return the line ends of a text if all are Unix or all are Windows line ends; None for any other text."""
    count, windows = data.count(b"\n"), data.count(b"\r\n")
    if not count or data.count(b"\r") != windows or windows not in (0, count):
        return None
    return b"\r\n" if windows else b"\n"


def undo_hunk(
    hunk: str, mutant: Mutated, at_lines: int | tuple[int, int], original: str | SourceFile | None = None
) -> Undone:
    """Undo, if only some lines of the mutant are replaced, as by a model that answers with one line or hunk.

    Args:
        hunk: New lines, as in `replace_lines`; nothing is removed from them.
        mutant: The mutant, of first or of higher order; or its record; or its records in the order of the mutations.
        at_lines: Lines of the mutated text, which is `mutant.text`, so of the whole source; with a record, of the
            mutant that it makes from `original`.
        original: Text that the record was made from, if a record is given; a `SourceFile` if it is not Java.

    Returns:
        The whole text, not the hunk alone, as `undo` gives it; empty if nothing is left of the member.

    Raises:
        TypeError, ValueError: see `replace_lines`; TypeError also for arguments in the wrong order, and for a record without
            `original`.
        UndoConflict, RecordMismatch: see `undo`.
    """
    check_arguments("undo_hunk", "hunk", hunk, mutant, ", at_lines")
    question = asked(mutant, original)
    patched = question.read(replace_lines(question.text.decode(), hunk, at_lines))
    return undo_answer(Answer(patched, None, is_whole=True), mutant, question)


def undo_diff(diff: str, mutant: Mutated, original: str | SourceFile | None = None) -> Undone:
    """Undo, if the answer is a unified diff of the mutant.

    Args:
        diff: Diff of the whole mutated text or of the member, with or without a Markdown fence; headers and line numbers may
            be wrong or missing, since the context decides where a hunk belongs.
        mutant: The mutant, of first or of higher order; or its record; or its records in the order of the mutations.
        original: Text that the record was made from, if a record is given; a `SourceFile` if it is not Java.

    Returns:
        The whole text, as `undo` gives it; empty if there is no answer.

    Raises:
        TypeError: see `undo`.
        UndoConflict: see `undo`; also if a hunk fits no place or several ones.
        RecordMismatch: see `undo`.
    """
    check_arguments("undo_diff", "diff", diff, mutant)
    question = asked(mutant, original)
    return undo_answer(read_diff(diff, question), mutant, question)


def asked(mutant: Mutated, original: str | SourceFile | None, language: str | None = None) -> Question:
    """Return the question that a mutant is, or that a record makes of the original.

    Args:
        language: Language of a record's original; by default the language of the `SourceFile`, Java, or the language of
            the only mutator of its name.

    Raises:
        TypeError: a record is given without the original.
        RecordMismatch: the record does not belong to it.
    """
    records = records_of(mutant)
    if isinstance(mutant, Mutant | Stacked):
        parts = (mutant,) if isinstance(mutant, Mutant) else mutant.mutants
        steps = [(part.made_by, record) for part, record in zip(parts, records, strict=True)]
        return Question(mutant.source, steps, mutant.data)
    if original is None:
        raise TypeError("undo with a record needs the original text, too")
    if isinstance(original, SourceFile):
        language, original = original.language, original.text
    steps = [(registry.get(record.mutator, language), record) for record in records]
    spoken = language or (steps[0][0].language if steps else "java")
    source = SourceFile.from_text(original, language=spoken)
    data = source.data
    for record in records:
        data = record.apply(data)
    return Question(source, steps, data)


def check_arguments(verb: str, first: str, answer: object, mutant: object, more: str = "") -> None:
    """Check that the answer is the first argument and the mutant the second.

    Raises:
        TypeError: they do not; names the right order.
    """
    call = f"{verb}({first}, mutant{more})"
    kinds = (Mutant, Stacked, Mutation, list, tuple)
    if isinstance(mutant, kinds) and isinstance(answer, str | SourceFile):
        return
    if isinstance(answer, kinds):
        raise TypeError(f"{call} takes the {first} first, then the mutant")
    wrong, what = (answer, first) if isinstance(mutant, kinds) else (mutant, "mutant")
    raise TypeError(f"{call}: no {what}: {type(wrong).__name__}")


def replace_lines(text: str, hunk: str, at_lines: int | tuple[int, int]) -> str:
    """Return a text with some of its lines replaced by others.

    Args:
        text: Text whose lines end as in JLS 3.4; after a line end at the very end there is no further line.
        hunk: Whole lines, used unchanged. If the last one has no line end, it gets the line end of the replaced lines,
            or for an insertion the line end of the text's first line. An empty hunk deletes.
        at_lines: A 1-based line, or the first and the last of several; (n, n - 1) inserts before line n.

    Raises:
        TypeError: `at_lines` is neither a number nor two.
        ValueError: the lines do not exist.
    """
    lines: list[str] = LINE.findall(text)
    first, last = _first_and_last(at_lines, len(lines))
    before, replaced, after = lines[: first - 1], lines[first - 1 : last], lines[last:]
    line_end = _line_end(replaced[-1]) if replaced else _line_end("".join(lines[:1])) or "\n"
    if hunk and not replaced and before and not _line_end(before[-1]):
        # Behind a last line that has no line end: it gets one, and the hunk is the last line without.
        before.append(line_end)
        line_end = ""
    if hunk and not _line_end(hunk):
        hunk += line_end
    return "".join((*before, hunk, *after))


_END = re.compile(r"(?:\r\n|\n|\r)\Z")


def _line_end(text: str) -> str:
    match = _END.search(text)
    return match.group() if match else ""


def _first_and_last(at_lines: object, count: int) -> tuple[int, int]:
    pair = at_lines if isinstance(at_lines, tuple) else (at_lines, at_lines)
    # type, not isinstance: True is no line
    if len(pair) != 2 or type(pair[0]) is not int or type(pair[1]) is not int:
        raise TypeError(f"neither a line nor a pair of lines: {at_lines!r}")
    first, last = pair
    extent = f"line {first}" if first == last else f"lines {first}-{last}"
    if first > last + 1:
        raise ValueError(f"{extent}: the first comes after the last")
    if first < 1 or last > count:
        raise ValueError(f"no {extent} in a text of {count} lines")
    return first, last
