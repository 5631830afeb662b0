"""Taking a mutation out of what somebody made of the mutant: of a patched text, or of a mutant with some lines replaced."""

from __future__ import annotations

import re

import mutators as registry
from equimorph.inverting import Mutated, records_of
from mutators import Mutant, Mutation, Mutator, Stacked, Undone
from mutators.undo.steps import undo_steps
from parsers import SourceFile

__all__ = ["replace_lines", "undo", "undo_hunk"]


def undo(patched: str | SourceFile, mutant: Mutated, original: str | None = None) -> Undone:
    """Turn a repair of the mutant into a repair of the original: take the mutation out of a patched text.

    This is the T^-1 of RobustNPR.

    Args:
        patched: the patched mutant: the whole source, or the member alone.
        mutant: the mutant, of first or of higher order; or its record; or its records in the order in which they were made.
        original: with a record, the text that the record was made from.

    Returns:
        The text, a string; its attribute `parses` is False if it does not parse.

    Raises:
        UndoConflict: the patch changed what the mutation changed, so that undoing it would be a guess.
        RecordMismatch: the record does not belong to `original`.
    """
    if isinstance(mutant, Mutant | Stacked):
        return mutant.undo(patched)
    steps, data = _steps(mutant, original)
    language = steps[0][0].language if steps else "java"
    theirs = patched if isinstance(patched, SourceFile) else SourceFile.from_text(patched, language=language)
    return undo_steps(steps, data, theirs)


def undo_hunk(
    mutant: Mutated, hunk: str, at_lines: int | tuple[int, int], original: str | None = None
) -> Undone:
    """Undo, if only some lines of the mutant are replaced, as by a model that answers with one line or hunk.

    Args:
        mutant: the mutant, or its record.
        hunk: what stands for the lines, as in `replace_lines`.
        at_lines: which lines of the mutated text: of `mutant.text`, so of the whole source; with a record, of the
            mutant that it makes of `original`.
        original: with a record, the text that the record was made from.

    Returns:
        The whole text, not the hunk alone, as `undo` gives it.

    Raises:
        TypeError, ValueError: as for `replace_lines`; TypeError also for a record without `original`.
        UndoConflict, RecordMismatch: as for `undo`.
    """
    steps, data = _steps(mutant, original)
    language = steps[0][0].language if steps else "java"
    patched = SourceFile.from_text(replace_lines(data.decode(), hunk, at_lines), language=language)
    return undo_steps(steps, data, patched)


def replace_lines(text: str, hunk: str, at_lines: int | tuple[int, int]) -> str:
    """Return a text with some of its lines replaced by others.

    Args:
        text: its lines end as JLS 3.4 says; behind a line end at the very end there is no further line.
        hunk: whole lines, taken as they are. If the last one has no line end, it gets that of the lines which it
            replaces, or for an insertion that of the text's first line. An empty hunk deletes.
        at_lines: a 1-based line, or the first and the last of several; (n, n - 1) inserts before line n.

    Raises:
        TypeError: `at_lines` is neither a number nor two.
        ValueError: there are no such lines.
    """
    lines: list[str] = _LINE.findall(text)
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


_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_END = re.compile(r"(?:\r\n|\n|\r)\Z")


def _line_end(text: str) -> str:
    found = _END.search(text)
    return found.group() if found else ""


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


def _steps(mutant: Mutated, original: str | None) -> tuple[list[tuple[Mutator, Mutation]], bytes]:
    """Return the mutators and records of a mutant, in order, each record of the whole source; and the whole mutated text."""
    records = records_of(mutant)
    if isinstance(mutant, Mutant):
        return [(mutant.made_by, mutant.mutation)], mutant.data
    if isinstance(mutant, Stacked):
        return [
            (made.made_by, record) for made, record in zip(mutant.mutants, records, strict=True)
        ], mutant.data
    if original is None:
        raise TypeError("undo with a record needs the original text, too")
    data = original.encode()
    for record in records:
        data = record.apply(data)
    return [(registry.get(record.mutator), record) for record in records], data
