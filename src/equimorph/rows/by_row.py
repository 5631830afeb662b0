"""One row of a JSON Lines file in, rows out: mutating texts, inverting mutants."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from equimorph.mutants.mutating import Conflict, Mutators, Selection, mutants, parse
from equimorph.rows.row import Row, language_of_row, row
from mutators import MutationError
from parsers import SourceFile

__all__ = ["any_field", "invert_row", "mutate_row", "parse_field", "text_field"]


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
        data: A row.
        field: Field with the text; the row's field `path`, if there is one, is the text's path.
        mutators, seed, select, on_conflict: See `mutate`; a text without a method of the selected name has no mutants.
        fault_lines, full, diff: See `row`.

    Raises:
        ParseError: the text is not of its language.
        MutationError: the field is not there or not a text.
    """
    made = mutants(parse_field(data, field), mutators, seed=seed, select=select, on_conflict=on_conflict)
    return (row(mutant, fault_lines=fault_lines, full=full, diff=diff) for mutant in made)


def parse_field(data: Mapping[str, Any], field: str, language: str | None = None) -> SourceFile:
    """Return the source that a field of a row holds; its field `path`, if there is one, is the source's path.

    Args:
        language: Language of the text; by default taken from the row's field `language` or the suffix of its path, else
            Java.

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
    value = any_field(data, field)
    if not isinstance(value, str):
        raise MutationError(f"field {field!r} is not a text")
    return value


def any_field(data: Mapping[str, Any], field: str) -> Any:  # noqa: ANN401 - of any type
    """Return a field.

    Raises:
        MutationError: it is not there.
    """
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
