"""Formats of rows, told apart by their fields: a file in none of them is one error, not one a row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from os import PathLike
from pathlib import Path

from equimorph.rows.tables import Rows, lines_in, name_of_rows
from mutators import MutationError

__all__ = ["PREDICTIONS", "SCORED", "Format", "FormatError", "recognised"]

_ROWS, _FIELDS, _NEAREST = 100, 12, 3
"""The numbers of rows that are looked at, and of fields and formats that a message names."""


class FormatError(MutationError):
    """A file is in no format that its reader knows."""


@dataclass(frozen=True)
class Format:
    """A format of rows.

    Attributes:
        name: Name, such as human-eval.
        fields: Fields that each row has.
        either: Fields of which each row has at least one.
        hint: Advice for a file in this format where another format is read; "" for none.
        shape: Shape of the file, if it is not one of rows with these fields.
    """

    name: str
    fields: tuple[str, ...]
    either: tuple[str, ...] = ()
    hint: str = ""
    shape: str = ""

    def missing(self, names: Collection[str]) -> int:
        """Return the number of missing fields."""
        lacking = sum(field not in names for field in self.fields)
        return lacking + bool(self.either and not set(self.either) & {*names})

    def __str__(self) -> str:
        """Return the name and the fields."""
        if self.shape:
            return f"{self.name} ({self.shape})"
        either = (" or ".join(self.either),) if self.either else ()
        return f"{self.name} ({', '.join((*self.fields, *either))})"


_RUN = "`equimorph bench run` runs such predictions, and --problems says which references they have"
_SAMPLES = Format("human-eval", ("task_id",), ("completion", "solution"), _RUN)
PREDICTIONS: Mapping[str, Format] = {
    "equimorph": Format("equimorph", ("id", "problem", "candidate"), (), _RUN),
    "human-eval": _SAMPLES,
    "evalplus": _SAMPLES,
    "programs": Format("programs", ("id", "problem", "candidate"), (), _RUN),
    "humaneval-x": Format("humaneval-x", ("task_id", "generation"), (), _RUN),
    "bigcode": Format("bigcode", ("index", "list"), (), _RUN, "a list of lists of texts"),
    "lm-eval": Format("lm-eval", ("doc",), ("resps", "filtered_resps"), _RUN),
    "inspect": Format("inspect", ("id", "epoch", "output"), (), _RUN),
    "livecodebench": Format("livecodebench", ("question_id",), ("code_list", "output_list"), _RUN),
}
"""Formats of predictions. Rows of `programs` are like `equimorph`, with whole programs that are run unchanged."""
SCORED: Mapping[str, Format] = {"pairs": Format("pairs", ("id", "lang", "candidate", "reference"))}
"""The format of rows that metrics score."""


def recognised(
    rows: Rows, formats: Mapping[str, Format], others: Iterable[Format] = (), name: str | None = None
) -> tuple[Format, Rows]:
    """Return the format of rows, and the rows, which are still all there.

    Args:
        rows: A file, or rows.
        formats: Formats that can be read; the one that most of the first rows fit is chosen.
        others: Formats that cannot be read; for them, the message says what to do.
        name: Name of the format, if it is not to be detected.

    A pipe is not looked into: its rows are taken to be in the first format.

    Raises:
        FormatError: none of the first rows fits a format.
        OSError, ModuleNotFoundError: see `lines_in`.
    """
    if name is not None:
        return formats[name], rows
    known = list[Format]()
    for one in formats.values():
        if all((one.fields, one.either) != (other.fields, other.either) for other in known):
            known.append(one)
    if isinstance(rows, str | PathLike):
        if Path(rows).exists() and not Path(rows).is_file():  # a pipe, which can be read once
            return known[0], rows
        head = [set(line.data) for line in islice(lines_in(rows), _ROWS) if line.error is None]
    else:
        rest = iter(rows)
        first = list(islice(rest, _ROWS))
        head = [set(one if isinstance(one, Mapping) else one.to_row()) for one in first]
        rows = chain(first, rest)
    fitting = {format: sum(not format.missing(names) for names in head) for format in known}
    best = max(known, key=fitting.__getitem__)  # of several, the first
    if head and not fitting[best]:
        raise FormatError(_unknown(name_of_rows(rows), head, known, others))
    return best, rows


def _unknown(
    name: str, head: Iterable[Collection[str]], known: Iterable[Format], others: Iterable[Format]
) -> str:
    """Return the message about rows in no format."""
    rows, hints = [*head], [format for format in others if format.hint]
    for format in hints:
        if not all(map(format.missing, rows)):
            return f"{name}: the rows are in the format {format}; {format.hint}"
    names = sorted({field for fields in rows for field in fields})
    shown = ", ".join(names[:_FIELDS]) + (", ..." if len(names) > _FIELDS else "")
    first, *others = sorted(known, key=lambda format: min(map(format.missing, rows)))
    rest = {format.name: format for format in (*hints, *others) if format.name != first.name}
    nearest = [first, *sorted(rest.values(), key=lambda format: min(map(format.missing, rows)))][:_NEAREST]
    return (
        f"{name}: the rows are in no known format: they have the fields {shown or '(none)'};"
        f" nearest: {', '.join(map(str, nearest))}"
    )
