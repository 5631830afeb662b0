"""Batches of rows in, batches of mutants out: columns of plain values, as `datasets.Dataset.map(batched=True)` needs them."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from equimorph.mutants.mutating import Conflict, Mutators, Selection, mutants, select_mutators
from equimorph.rows.by_row import parse_field
from equimorph.rows.row import row
from mutators import MutationError, Mutator
from mutators.seeding import checked_seed
from parsers import ParseError

__all__ = ["OnError", "mutate_batch"]

OnError = Literal["warn", "raise", "column"]
"""The report of bad rows, by a warning for the batch, an error, or rows with the column `error`."""

_EMPTY: Mapping[str, Any] = {
    "id": "",
    "method": {"name": "", "start_line": 0, "end_line": 0},
    "mutator": "",
    "relation": "",
    "original": "",
    "mutant": "",
    "mutation": "",
    "offset": 0,
}
"""The columns, and what is in them where a row has no mutant: not null, since a column that begins with nulls has no type."""
_SHOWN = 3


def mutate_batch(
    batch: Mapping[str, Sequence[Any]],
    indices: Sequence[int] | None = None,
    *,
    field: str,
    mutators: Mutators = None,
    seed: int = 0,
    select: Selection | None = None,
    full: bool = False,
    keep: Iterable[str] | Mapping[str, str] = (),
    on_error: OnError = "warn",
    language: str | None = None,
) -> dict[str, list[Any]]:
    """Return the mutants of a batch of texts as columns, for `datasets.Dataset.map(batched=True, remove_columns=...)`.

    The columns are the fields of the rows that `row` makes, without `fault_lines`; `mutation` is a string of JSON,
    since records differ by mutator, and a table needs one type. `parse_row` reads a row of them. A column `path` of the
    batch is the path of its texts.

    Args:
        batch: Columns of one length.
        indices: Numbers of the rows, which `map(with_indices=True)` gives, for messages and the column `index`; without
            them messages count from 0 within the batch.
        field: Column with the texts.
        mutators, seed, select: See `mutate`; a text without a method of the selected name has no mutants.
        full: Include the column `mutant_file`, the whole mutated text.
        keep: Columns of the batch that each mutant gets from its row; or a mapping from their names to new ones.
        on_error: What to do with a text that cannot be mutated, such as one with a syntax error. "warn": it is left
            out, and one warning reports how many there are in the batch, and the first few. "raise": a `MutationError`
            names the row. "column": it becomes a row in which only the columns kept and `error` are filled; `error` is
            "" for all mutants.
        language: Language of the texts, such as "python", which then have a column `language`; by default what the columns
            `language` and `path` of the batch name, if there are any, or Java.

    Raises:
        MutationError: a column does not exist, a mutator's name is unknown, a kept column has the name of another one;
            with "raise" also as described there.
        TypeError, ValueError: an argument is not of its type, or `on_error` none of the three.
    """
    if on_error not in ("warn", "raise", "column"):
        raise ValueError(f"on_error is 'warn', 'raise' or 'column', not {on_error!r}")
    chosen, seed, kept = _Chosen(mutators, language), checked_seed(seed), _kept(keep)
    for name in (field, *kept):
        if name not in batch:
            raise MutationError(f"no column {name!r}; there are: {', '.join(batch)}")
    read = {field, "path", "language"} & set(batch)
    empty = dict(_EMPTY) | ({"path": ""} if "path" in batch else {}) | ({"mutant_file": ""} if full else {})
    empty |= {"language": ""} if language not in (None, "java") else {}
    empty |= ({"error": ""} if on_error == "column" else {}) | ({"index": 0} if indices is not None else {})
    for new in kept.values():
        if new in empty:
            raise MutationError(
                f"a column {new!r} is made; keep={{{new!r}: 'source_{new}'}} gives the kept one another name"
            )
    columns: dict[str, list[Any]] = {name: [] for name in (*empty, *kept.values())}
    faults: list[tuple[int, str]] = []
    for at in range(len(batch[field])):
        number = at if indices is None else indices[at]
        same = {new: batch[old][at] for old, new in kept.items()}
        same |= {"index": number} if indices is not None else {}
        failed: list[str] = []
        for made in _made(
            {name: batch[name][at] for name in read}, field, chosen, seed, select, full, failed
        ):
            _add(columns, empty | made | same)
        faults += [(number, reason) for reason in failed]
        if failed and on_error == "raise":
            raise MutationError(f"row {number}: {failed[0]}")
        for reason in failed if on_error == "column" else ():
            _add(columns, empty | {"error": reason} | same)
    if faults and on_error == "warn":
        warnings.warn(_report(faults, len(batch[field])), stacklevel=2)
    return columns


class _Chosen:
    """The mutators of a batch, by the language of a text.

    Args:
        mutators: see `mutate_batch`.
        language: Language of all texts, or None.

    Raises:
        MutationError: a mutator's name is unknown.
    """

    def __init__(self, mutators: Mutators, language: str | None) -> None:
        if isinstance(mutators, Iterable) and not isinstance(mutators, str):
            mutators = tuple(mutators)  # they are asked for again for each language
        self._mutators = mutators
        self._known: dict[str, tuple[Mutator, ...]] = {}
        self.language = language
        self.of(language or "java")

    def of(self, language: str) -> tuple[Mutator, ...]:
        if language not in self._known:
            self._known[language] = select_mutators(self._mutators, language)
        return self._known[language]


def _kept(keep: Iterable[str] | Mapping[str, str]) -> dict[str, str]:
    """Return the new names of kept columns by the old ones."""
    if isinstance(keep, str):
        return {keep: keep}
    return dict(keep) if isinstance(keep, Mapping) else {name: name for name in keep}


def _made(
    data: Mapping[str, Any],
    field: str,
    chosen: _Chosen,
    seed: int,
    select: Selection | None,
    full: bool,
    failed: list[str],
) -> Iterator[dict[str, Any]]:
    """Yield the rows of the mutants of a text, and put aside what failed."""

    def conflict(found: Conflict) -> None:
        failed.append(str(found))

    try:
        source = parse_field(data, field, chosen.language)
        mutators = chosen.of(source.language)
        for mutant in mutants(source, mutators, seed=seed, select=select, on_conflict=conflict):
            made = row(mutant, full=full)
            del made["fault_lines"]
            made["mutation"] = json.dumps(
                made["mutation"], ensure_ascii=False, sort_keys=True, separators=(",", ":")
            )
            if made["path"] is None:
                del made["path"]
            yield made
    except (ParseError, MutationError) as error:
        failed.append(str(error))


def _add(columns: Mapping[str, list[Any]], made: Mapping[str, Any]) -> None:
    for name, values in columns.items():
        values.append(made[name])


def _report(faults: Sequence[tuple[int, str]], rows: int) -> str:
    """Return the report of a batch's failures: their number, and the first few."""
    shown = "; ".join(f"row {number}: {reason}" for number, reason in faults[:_SHOWN])
    more = "; ..." if len(faults) > _SHOWN else ""
    count = len({number for number, _ in faults})
    return f"{count} of {rows} rows failed, and have no mutants or not all: {shown}{more}"
