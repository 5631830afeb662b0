"""One row of a JSON Lines file in, rows out: mutating texts, inverting mutants, undoing patches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from equimorph.answers import Answer, read_answer
from equimorph.diff_answers import read_diff
from equimorph.mutating import Conflict, Mutators, Selection, mutants, parse
from equimorph.questions import Question
from equimorph.rows.row import Row, from_row, language_of_row, row
from equimorph.undoing import asked, replace_lines, undo_answer
from mutators import MutationError, UndoConflict, Undone
from parsers import SourceFile
from parsers.validity import error_line

__all__ = ["invert_row", "mutate_row", "parse_field", "text_field", "undo_diff_row", "undo_row"]


def mutate_row(
    data: Mapping[str, Any],
    field: str,
    mutators: Mutators = None,
    *,
    seed: int = 0,
    select: Selection | None = None,
    fault_lines: Collection[int] = (),
    full: bool = False,
    diff: bool = False,
    on_conflict: Callable[[Conflict], None] | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the rows of the mutants of a text in a row; the call parses the text. For many rows use `mutate_batch`.

    Args:
        data: a row.
        field: the field that has the text; its field `path`, if there is one, is the text's path.
        mutators, seed, select, on_conflict: as in `mutate`; a text without a method of the selected name has no mutants.
        fault_lines, full, diff: as in `row`.

    Raises:
        ParseError: the text is not of its language.
        MutationError: the field is not there or not a text.
    """
    made = mutants(parse_field(data, field), mutators, seed=seed, select=select, on_conflict=on_conflict)
    return (row(mutant, fault_lines=fault_lines, full=full, diff=diff) for mutant in made)


def parse_field(data: Mapping[str, Any], field: str, language: str | None = None) -> SourceFile:
    """Return the source that a field of a row holds; its field `path`, if there is one, is the source's path.

    Args:
        language: of the text; by default that which the row names, by its field `language` or the suffix of its path, or Java.

    Raises:
        ParseError: the text is not of the language.
        MutationError: the field is not there or not a text.
    """
    text, path = text_field(data, field), data.get("path")
    if not (path is None or isinstance(path, str)):
        raise MutationError("field 'path' is not a text")
    return parse(text, path, language or language_of_row(data))


def text_field(data: Mapping[str, Any], field: str) -> str:
    """Return a field that must be a text.

    Raises:
        MutationError: it is not there, or something else.
    """
    value = _field(data, field)
    if not isinstance(value, str):
        raise MutationError(f"field {field!r} is not a text")
    return value


def _field(data: Mapping[str, Any], field: str) -> Any:  # noqa: ANN401
    if field not in data:
        known = f"; there are: {', '.join(data)}" if data else ""
        raise MutationError(f"no field {field!r}{known}")
    return data[field]


def invert_row(row: Row) -> dict[str, Any]:
    """Return the row with its original, made from mutant and record alone; the whole file if it has the mutated one.

    Raises:
        MutationError: the row is inconsistent.
    """
    row.check()
    data = {**row.data, "original": row.restored()}
    whole = row.original_file()
    return data if whole is None else {**data, "original_file": whole.decode()}


def undo_row(row: Row, field: str, at_lines: str | None = None) -> dict[str, Any]:
    """Return the row with its patched mutant as a patched original: fields `undone`, `verdict` and `reason`.

    The verdict is "undone"; "unparsable" (undone, but the patch contains a syntax error); "conflict" or "empty", then `undone` is
    null. If something was removed from the answer, such as a Markdown fence, the field `stripped` names it.

    Args:
        row: of a mutant.
        field: the patched mutant: the member, or, where the row has `mutant_file`, perhaps the whole file; null is no answer.
        at_lines: if given, `field` is a hunk, and this field has the lines that it replaces, a number or a list
            of two, as in `undo_hunk`. They count in the row's `mutant`, and `undone` is the whole member.

    Raises:
        MutationError: a field is missing or has a wrong value; the record does not belong to the row's original.
        ParseError: the patched text cannot be encoded.
    """
    if _field(row.data, field) is None:
        return _unanswered(row)
    text = text_field(row.data, field)
    if at_lines is None:
        return _undone(row, lambda question: read_answer(question.read(text), question))
    patched = _with_hunk(row, text, at_lines)
    return _undone(row, lambda question: Answer(question.read(patched), None))


def undo_diff_row(row: Row, field: str) -> dict[str, Any]:
    """Return the row as `undo_row` does, if a field holds a unified diff of its mutant.

    Args:
        row: of a mutant.
        field: the diff: of the member, or, if the row has `mutant_file`, perhaps of the whole file; then `undone` is the whole
            file.

    Raises:
        MutationError, ParseError: as for `undo_row`.
    """
    if _field(row.data, field) is None:
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
        return "there is no answer, or nothing is left of the member"
    if undone.verdict == "undone":
        return None
    return f"the patched text has a syntax error at line {error_line(SourceFile.from_text(undone, language=language))}"


def _with_hunk(row: Row, hunk: str, at_lines: str) -> str:
    """Return the row's mutant with the lines replaced that the field names."""
    lines = _field(row.data, at_lines)
    try:
        return replace_lines(row.mutant, hunk, tuple(lines) if isinstance(lines, list) else lines)
    except (TypeError, ValueError) as error:
        raise MutationError(f"field {at_lines!r}: {error}") from error
