"""The work on a row, in the process of the command and in those of workers alike."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

from equimorph.bulk.inputs import Source, records
from equimorph.bulk.job import Record, Report, Work
from equimorph.bulk.sampling import Sample, place_of
from equimorph.mutants import mutating
from equimorph.mutants.catalogue import Choice
from equimorph.mutants.failures import each_made
from equimorph.mutants.mutating import Selection
from equimorph.mutants.skipping import skipped
from equimorph.rows.by_row import parse_field
from equimorph.rows.jsonl import encode, json_line
from equimorph.rows.parquet import ColumnType
from equimorph.rows.row import language_of_row, row
from mutators import Mutant, MutationError
from parsers import SourceFile
from parsers.language import language_of

__all__ = [
    "MUTATE",
    "file_source",
    "mutant_columns",
    "mutate",
    "mutate_options",
    "report_skipped",
    "row_data",
    "spoken",
]

MUTATE = "equimorph.bulk.work:mutate"


def mutate_options(
    choice: Choice | None = None,
    *,
    field: str | None = None,
    seed: int = 0,
    select: Selection | None = None,
    fault_lines: frozenset[int] = frozenset(),
    full: bool = False,
    encoding: str | None = None,
    diff: bool = False,
    changed: Mapping[str, frozenset[int]] | None = None,
    sample: Sample | None = None,
) -> dict[str, Any]:
    """Return the options of `MUTATE`.

    Args:
        choice: Choice of mutators; the defaults for None.
        field: Field of the rows that is the text; None if rows are files.
        seed, select: see `equimorph.mutate`.
        fault_lines, full, diff: see `equimorph.row`.
        changed: lines by file; each mutant must touch one of its file's, instead of those of `select`.
        sample: which of the mutants; where it is a count, each line is behind its rank, and a `Reservoir` has to choose.
        encoding: Encoding of files, as in `equimorph.read`.
    """
    wanted = select or Selection()
    further: dict[str, Any] = {"diff": True} if diff else {}  # manifests of runs without them stay the same
    if changed is not None:
        further["changed"] = {path: sorted(lines) for path, lines in changed.items()}
    if sample is not None:
        further["sample"] = asdict(sample)
    return {
        "mutators": (choice or Choice()).to_dict(),
        "field": field,
        "seed": seed,
        "method": wanted.method,
        "lines": None if wanted.lines is None else sorted(wanted.lines),
        "avoid_lines": sorted(wanted.avoid_lines),
        "limit_per_method": wanted.limit_per_method,
        "limit_per_mutator": wanted.limit_per_mutator,
        "fault_lines": sorted(fault_lines),
        "full": full,
        "encoding": encoding,
        **further,
    }


def mutate(options: Mapping[str, Any]) -> Work:
    """Return a function that makes the mutants of a file, or of a text in a row."""
    choice = Choice.from_dict(options["mutators"])
    mutators_of = cache(choice.mutators)
    mutators_of(choice.language or "java")  # what is wrong with the choice is known before the first row
    narrowing = ("method", "lines", "avoid_lines", "limit_per_method", "limit_per_mutator")
    select = Selection(*(options[name] for name in narrowing))
    changed = options.get("changed")
    field, seed = options["field"], options["seed"]
    shown = {name: options.get(name, False) for name in ("full", "diff")}
    fault_lines = frozenset(options["fault_lines"])
    sample = Sample(**options["sample"]) if "sample" in options else None

    def made(record: Record, report: Report) -> Iterator[bytes]:
        place, extra = place_of(record, field), {} if field is None else {"input_line": record.number}
        wanted = select
        if field is None:
            path = os.fsdecode(record.data)
            source = file_source(record, options["encoding"], choice.language)
            wanted = select if changed is None else replace(select, lines=frozenset(changed[path]))
        else:
            source = parse_field(row_data(record), field, choice.language)
        mutators = mutators_of(source.language)

        def line(mutant: Mutant) -> bytes:
            tag = b"" if sample is None else sample.tag(mutant, seed, place)
            if tag is None:
                return b""
            return tag + encode({**row(mutant, fault_lines=fault_lines, **shown), **extra})

        found = mutating.mutants(source, mutators, seed=seed, select=wanted, on_conflict=report)
        yield from filter(None, each_made(found, line, report))
        report_skipped(source, wanted, report)

    return made


def file_source(record: Record, encoding: str | None, language: str | None = None) -> SourceFile:
    """Read the file that a row of the input is; its suffix names the language, if none is given.

    Raises:
        ParseError, OSError: as `equimorph.read`.
    """
    path = os.fsdecode(record.data)
    return mutating.read(Path(record.place or path), encoding=encoding, name=path, language=language)


def report_skipped(source: SourceFile, select: Selection, report: Report) -> None:
    """Report the members of a source that are left alone."""
    for one in skipped(source, select.method):
        report(one)


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
    found: set[str] = set()
    for record in records(source.whole(), Path(), ("path", "language")):
        if field is None:
            found.add(language_of(os.fsdecode(record.data)))
            continue
        with suppress(MutationError):  # of the row, which its turn reports
            found.add(language_of_row(row_data(record)))
    return tuple(sorted(found)) or ("java",)


def mutant_columns(options: Mapping[str, Any], languages: Collection[str] = ()) -> dict[str, ColumnType]:
    """Return the columns of the rows that `mutate` makes; `mutation` is a text of JSON, since records differ by mutator.

    Args:
        options: Options of `MUTATE`.
        languages: of the input, if not that of the options.
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
