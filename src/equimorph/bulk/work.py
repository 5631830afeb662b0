"""The work on a row, in the process of the command and in workers alike."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from equimorph.bulk.inputs import Source, records
from equimorph.bulk.job import Record, Report, Work
from equimorph.bulk.sampling import Sample, place_of
from equimorph.mutants import mutating
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.mutants.failures import each_made
from equimorph.mutants.mutating import Selection
from equimorph.mutants.skipping import skipped
from equimorph.rows.by_row import parse_field
from equimorph.rows.jsonl import encode, json_line
from equimorph.rows.parquet import ColumnType
from equimorph.rows.row import language_of_row, row
from equimorph.runs.declared import Option, Panel
from equimorph.runs.values import line_numbers
from mutators import Mutant, MutationError
from parsers import SourceFile
from parsers.language import language_of

__all__ = [
    "MUTATE",
    "MutateOptions",
    "file_source",
    "mutant_columns",
    "mutate",
    "mutate_options",
    "report_skipped",
    "row_data",
    "spoken",
]

MUTATE = "equimorph.bulk.work:mutate"


_FAULT_LINES = "Faulty lines; each row gives their lines in the mutant (repeatable)."
_SAMPLE = "Random sample of all mutants, drawn by the seed: N, or about P percent."


@dataclass(frozen=True, kw_only=True)
class MutateOptions:
    """The options of `MUTATE`.

    Attributes:
        choice: of mutators.
        field: Field of the rows that is the text; None if rows are files.
        seed: Seed for all random choices.
        select: see `equimorph.mutate`.
        sample: The mutants to keep; if it is a count, each line is behind its rank, and a `Reservoir` has to choose.
        fault_lines: see `equimorph.row`.
        full: Add the whole mutated file to each row.
        diff: Add a diff of the file to each row, for git apply and patch -p1.
        encoding: Encoding of files, as in `equimorph.read`.
        changed: lines by file; each mutant must touch one of its file's, instead of the lines of `select`.
    """

    choice: Choice = DEFAULTS
    field: str | None = None
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    select: Selection = Selection()  # noqa: RUF009 - it is frozen
    sample: Annotated[
        Sample | None, Option(metavar="N|P%", help=_SAMPLE, parse=Sample.parse, after="limit_per_method")
    ] = None
    fault_lines: Annotated[
        Collection[int], Option(panel=Panel.OUTPUT, help=_FAULT_LINES, parse=line_numbers)
    ] = frozenset()
    full: Annotated[bool, Option(panel=Panel.OUTPUT)] = False
    diff: Annotated[bool, Option(panel=Panel.OUTPUT)] = False
    encoding: str | None = None
    changed: Mapping[str, Collection[int]] | None = None

    @property
    def keep(self) -> int | None:
        """How many mutants a `Reservoir` keeps; None where there is no need of one."""
        return None if self.sample is None else self.sample.count

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        further: dict[str, Any] = {"diff": True} if self.diff else {}  # manifests without them stay the same
        if self.changed is not None:
            further["changed"] = {path: sorted(lines) for path, lines in self.changed.items()}
        if self.sample is not None:
            further["sample"] = asdict(self.sample)
        lines = self.select.lines
        return {
            "mutators": self.choice.to_dict(),
            "field": self.field,
            "seed": self.seed,
            **vars(self.select),
            "lines": None if lines is None else sorted(lines),
            "avoid_lines": sorted(self.select.avoid_lines),
            "fault_lines": sorted(self.fault_lines),
            "full": self.full,
            "encoding": self.encoding,
            **further,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> MutateOptions:
        """Return the options of which `to_dict` returned the data."""
        given = dict(data)
        select = Selection(**{one.name: given.pop(one.name) for one in fields(Selection)})
        sample = Sample(**given.pop("sample")) if "sample" in given else None
        return cls(choice=Choice.from_dict(given.pop("mutators")), select=select, sample=sample, **given)


def mutate_options(choice: Choice | None = None, **given: Any) -> dict[str, Any]:  # noqa: ANN401 - of any field
    """Return the options of `MUTATE` as plain data.

    Args:
        choice: Choice of mutators; the defaults for None.
        given: other attributes of `MutateOptions`.
    """
    return MutateOptions(choice=choice or DEFAULTS, **given).to_dict()


def mutate(
    options: Mapping[str, Any] | MutateOptions, text: Callable[[Mutant, int | None], bytes] | None = None
) -> Work:
    """Return a function that makes the mutants of a file, or of a text in a row.

    Args:
        options: what mutants, as `MutateOptions` or its plain data.
        text: makes what is written of a mutant, from it and the number of its row; by default the row of the mutant.
    """
    asked = options if isinstance(options, MutateOptions) else MutateOptions.from_dict(options)
    choice, field, select = asked.choice, asked.field, asked.select
    mutators_of = cache(choice.mutators)
    mutators_of(choice.language or "java")  # what is wrong with the choice is known before the first row

    def line_of(mutant: Mutant, number: int | None) -> bytes:
        extra = {} if number is None else {"input_line": number}
        known = row(mutant, fault_lines=asked.fault_lines, full=asked.full, diff=asked.diff)
        return encode({**known, **extra})

    def made(record: Record, report: Report) -> Iterator[bytes]:
        place, number, wanted = place_of(record, field), None, select
        if field is None:
            path = os.fsdecode(record.data)
            source = file_source(record, asked.encoding, choice.language)
            wanted = (
                select if asked.changed is None else replace(select, lines=frozenset(asked.changed[path]))
            )
        else:
            source, number = parse_field(row_data(record), field, choice.language), record.number
        mutators = mutators_of(source.language)

        def line(mutant: Mutant) -> bytes:
            tag = b"" if asked.sample is None else asked.sample.tag(mutant, asked.seed, place)
            return b"" if tag is None else tag + (text or line_of)(mutant, number)

        found = mutating.mutants(source, mutators, seed=asked.seed, select=wanted, on_conflict=report)
        yield from filter(None, each_made(found, line, report))
        report_skipped(source, wanted, report)

    return made


def file_source(record: Record, encoding: str | None, language: str | None = None) -> SourceFile:
    """Read the file that a row of the input is; its suffix names the language, if none is given.

    Raises:
        ParseError, OSError: see `equimorph.read`.
    """
    path = os.fsdecode(record.data)
    return mutating.read(Path(record.place or path), encoding=encoding, name=path, language=language)


def report_skipped(source: SourceFile, select: Selection, report: Report) -> None:
    """Report the members of a source that are left alone."""
    for omission in skipped(source, select.method):
        report(omission)


def row_data(record: Record) -> Mapping[str, Any]:
    """Return the object of a row.

    Raises:
        MutationError: it is not one.
    """
    line = json_line(record.number, record.data)
    if line.error is not None:
        raise MutationError(line.error)
    return line.data


def spoken(source: Source, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the languages of the rows of an input, in order.

    Args:
        source: the input, whose rows are read.
        options: Options of `MUTATE`.

    Raises:
        OSError, BulkError: the rows cannot be read.
    """
    chosen, field = options["mutators"].get("language"), options["field"]
    if chosen is not None:
        return (chosen,)
    names: set[str] = set()
    for record in records(source.whole(), Path(), ("path", "language")):
        if field is None:
            names.add(language_of(os.fsdecode(record.data)))
            continue
        with suppress(MutationError):  # of the row, which its turn reports
            names.add(language_of_row(row_data(record)))
    return tuple(sorted(names)) or ("java",)


def mutant_columns(options: Mapping[str, Any], languages: Collection[str] = ()) -> dict[str, ColumnType]:
    """Return the columns of the rows that `mutate` makes; `mutation` is a text of JSON, since records differ by mutator.

    Args:
        options: Options of `MUTATE`.
        languages: Languages of the input, if the options name none.
    """
    columns: dict[str, ColumnType] = {
        "id": "string",
        "path": "string",
        "method": {"name": "string", "start_line": "int64", "end_line": "int64"},
        "mutator": "string",
        "relation": "string",
        "original": "string",
        "mutant": "string",
        "mutation": "json",
        "offset": "int64",
        "fault_lines": {"original": ["int64"], "mutant": ["int64"], "touched": "bool"},
    }
    if options.get("diff"):
        columns["diff"] = "string"
    if options["full"]:
        columns["mutant_file"] = "string"
    if options["field"] is not None:
        columns["input_line"] = "int64"
    if {*languages, options["mutators"].get("language") or "java"} != {"java"}:
        columns["language"] = "string"
    return columns
