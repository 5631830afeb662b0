"""One row of a JSON Lines file in, one out: undoing patches of mutants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from equimorph.answers import Answer, Question, read_answer, read_diff
from equimorph.patches.undoing import asked, replace_lines, undo_answer
from equimorph.rows.by_row import any_field, text_field
from equimorph.rows.row import Row, from_row
from mutators import MutationError, UndoConflict, Undone
from parsers import SourceFile

__all__ = ["undo_diff_row", "undo_row"]


def undo_row(row: Row, field: str, at_lines: str | None = None) -> dict[str, Any]:
    """Return the row with its patched mutant as a patched original: fields `undone`, `verdict` and `reason`.

    The verdict is "undone"; "unparsable" (undone, but the patch contains a syntax error); "conflict" or "empty", then `undone` is
    null. If something was removed from the answer, such as a Markdown fence, the field `stripped` names it.

    Args:
        row: Row of a mutant.
        field: Field with the patched mutant: the member, or, if the row has `mutant_file`, perhaps the whole file; null
            is no answer.
        at_lines: If given, `field` is a hunk, and this field has the lines that it replaces, a number or a list of two,
            as in `undo_hunk`. They count in the row's `mutant`, and `undone` is the whole member.

    Raises:
        MutationError: a field is missing or has a wrong value; the record does not belong to the row's original.
        ParseError: the patched text cannot be encoded.
    """
    if any_field(row.data, field) is None:
        return _unanswered(row)
    text = text_field(row.data, field)
    if at_lines is None:
        return _undone(row, lambda question: read_answer(question.read(text), question))
    patched = _with_hunk(row, text, at_lines)
    return _undone(row, lambda question: Answer(question.read(patched), None))


def undo_diff_row(row: Row, field: str) -> dict[str, Any]:
    """Return the row as `undo_row` does, if a field holds a unified diff of its mutant.

    Args:
        row: Row of a mutant.
        field: Field with the diff: of the member, or, if the row has `mutant_file`, perhaps of the whole file; then
            `undone` is the whole file.

    Raises:
        MutationError, ParseError: see `undo_row`.
    """
    if any_field(row.data, field) is None:
        return _unanswered(row)
    text = text_field(row.data, field)
    return _undone(row, lambda question: read_diff(text, question))


def _unanswered(row: Row) -> dict[str, Any]:
    """Return the row of a model that gave no answer: null is an empty answer, not an empty hunk, which deletes."""
    return _undone(row, lambda question: read_answer(question.read(""), question))


def _undone(row: Row, read: Callable[[Question], Answer]) -> dict[str, Any]:
    """Return the row with what became of its answer."""
    mutant = from_row(row) or row.mutations
    question = asked(mutant, row.original, row.language)
    stripped = None
    try:
        answer = read(question)
        stripped = answer.stripped
        undone = undo_answer(answer, mutant, question)
    except UndoConflict as conflict:
        found = {"undone": None, "verdict": "conflict", "reason": str(conflict)}
    else:
        text = None if undone.verdict == "empty" else str(undone)
        found = {"undone": text, "verdict": undone.verdict, "reason": _reason(undone, row.language)}
    return {**row.data, **found, **({} if stripped is None else {"stripped": stripped})}


def _reason(undone: Undone, language: str) -> str | None:
    """Return why an answer is no repair that parses."""
    if undone.verdict == "empty":
        return "there is no code in the answer, or nothing is left of the member"
    if undone.verdict == "undone":
        return None
    line = SourceFile.from_text(undone, language=language).error_line
    return "the patched text has a syntax error" + ("" if line is None else f" at line {line}")


def _with_hunk(row: Row, hunk: str, at_lines: str) -> str:
    """Return the row's mutant with the lines replaced that the field names."""
    lines = any_field(row.data, at_lines)
    try:
        return replace_lines(row.mutant, hunk, tuple(lines) if isinstance(lines, list) else lines)
    except (TypeError, ValueError) as error:
        raise MutationError(f"field {at_lines!r}: {error}") from error
