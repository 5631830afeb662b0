"""The verb `mutate`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, BinaryIO

import typer

from equimorph.bulk.inputs import Files, Source, records
from equimorph.bulk.job import Record, Report, Work, guarded, reason_of
from equimorph.bulk.outputs import to_parts, to_stream
from equimorph.bulk.reporting import counted
from equimorph.bulk.sampling import Reservoir, Sample, place_of
from equimorph.bulk.work import (
    MUTATE,
    file_source,
    mutant_columns,
    mutate_options,
    report_skipped,
    row_data,
    spoken,
)
from equimorph.bulk.work import mutate as work_of
from equimorph.cli import bulk_options as bulk
from equimorph.cli.arguments import (
    Field,
    Full,
    Language,
    LimitPerMethod,
    LimitPerMutator,
    OutTable,
    Quiet,
    RowsFile,
    Seed,
    SomePaths,
    SourceEncoding,
    TableFile,
    configured,
    one_input,
    with_mutators,
)
from equimorph.cli.selecting import InDiff, SampleSize, parse_sample, patched
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import is_table, output, stays
from equimorph.cli.terminal import Painter, coloured, painted, plain, shown
from equimorph.cli.values import parse_lines
from equimorph.mutants.catalogue import DEFAULTS, Choice, versions
from equimorph.mutants.failures import each_made
from equimorph.mutants.mutating import Selection
from equimorph.mutants.mutating import mutants as mutants_of
from equimorph.mutants.skipping import Skipped
from equimorph.rows.by_row import parse_field
from equimorph.runs.declared import Option, Panel
from mutators import Mutant
from parsers import ParseError

_REFUSED = "no mutants: `equimorph sites --why` shows the places that were refused, with reasons"
_NAMES = 20
"""How many names of methods a message lists."""


_FAULT_LINES = "Faulty lines; each row gives their lines in the mutant (repeatable)."
_DIFF = "Add a diff of the file to each row, for git apply and patch -p1."
_SHOW = "Print readable diffs instead of rows, coloured on a terminal."


@with_mutators
def mutate(
    *,
    paths: SomePaths = None,
    jsonl: RowsFile = None,
    table: TableFile = None,
    field: Field = "source",
    language: Language = None,
    encoding: SourceEncoding = None,
    choice: Choice = DEFAULTS,
    seed: Seed = 0,
    method: Annotated[str | None, Option(help="Only methods of this name.")] = None,
    lines: Annotated[
        list[str] | None, Option(help="Only mutants that touch these lines: 12, 3-5 (repeatable).")
    ] = None,
    avoid_lines: Annotated[
        list[str] | None, Option(help="Only mutants that do not touch these lines (repeatable).")
    ] = None,
    in_diff: InDiff = None,
    limit_per_method: LimitPerMethod = None,
    sample: SampleSize = None,
    limit_per_mutator: LimitPerMutator = None,
    fault_lines: Annotated[list[str] | None, Option(panel=Panel.OUTPUT, help=_FAULT_LINES)] = None,
    full: Full = False,
    diff: Annotated[bool, Option(panel=Panel.OUTPUT, help=_DIFF)] = False,
    show: Annotated[bool, Option(panel=Panel.OUTPUT, help=_SHOW)] = False,
    out: OutTable = None,
    how: bulk.BulkOptions,
    quiet: Quiet = False,
) -> None:
    """Make first-order mutants: one JSON object per mutant, with its record."""
    one_input(paths, jsonl, table)
    how.check(out, [*(paths or ()), jsonl, table])
    if show and (how or full or diff or out is not None):
        raise typer.BadParameter(
            "--show prints diffs for people on standard output; leave it out to get rows with --out, --full,"
            " --diff, --parts, --jobs or --scheduler"
        )
    if encoding is not None and not paths:
        raise typer.BadParameter("--encoding is for source files; JSON and Parquet are UTF-8")
    if in_diff is not None and (lines or not paths):
        raise typer.BadParameter("--in-diff chooses lines of files: give it with paths, and without --lines")
    choice = replace(choice, language=language)
    session, _ = Session(quiet, bars=not show), configured(choice)
    ranges = (
        parse_lines(lines, "--lines") if lines else None,
        parse_lines(avoid_lines or (), "--avoid-lines"),
    )
    asked = _Asked(
        None if paths else field,
        seed,
        Selection(method, *ranges, limit_per_method, limit_per_mutator),
        parse_lines(fault_lines or (), "--fault-lines"),
        encoding,
        sample=parse_sample(sample),
    )

    def narrowed(found: Sequence[Path]) -> list[Path]:
        nonlocal asked
        if in_diff is None:
            return list(found)
        asked = replace(asked, changed=patched(in_diff, [str(path) for path in found], session))
        return [path for path in found if str(path) in (asked.changed or ())]

    if how.parts is not None:
        session.resume = f"{how.parts} keeps the parts that are done: the same command continues there"
    elif stays(out):
        session.lost = f"{out} was not written; with --parts FOLDER finished parts would be kept"
    with (
        reported(session),
        bulk.source_of(
            paths or (), jsonl, table, session, reread=bool(how), narrowed=narrowed, language=language
        ) as source,
    ):
        options = mutate_options(choice, **vars(asked), full=full, diff=diff)
        if how.parts is not None:
            languages = spoken(source, options)
            job, rows = how.job_of_parts(MUTATE, options, mutant_columns(options, languages))
            job = replace(job, keep=asked.keep)
            identity = {"versions": versions(one for name in languages for one in choice.mutators(name))}
            count = to_parts(job, source, rows, identity, how.engine(), session)
        else:
            languages = spoken(source, options) if is_table(out) else ()
            with output(out, mutant_columns(options, languages)) as stream:
                if show:
                    work = _diffs(choice, asked, painted if coloured() else plain)
                    count = _written(source, work, asked, session, stream, flush=True)
                elif how:
                    job = replace(how.job(MUTATE, options, Path()), keep=asked.keep)
                    count = to_stream(job, source, how.engine(), session, stream, out if stays(out) else None)
                else:
                    count = _written(source, work_of(options), asked, session, stream)
        if isinstance(source, Files) and not count and source.count() and sample is None:
            _explain_nothing(source, asked, language, session)
    session.end(counted(count, "mutant"))


def _explain_nothing(source: Files, asked: _Asked, language: str | None, session: Session) -> None:
    """Report why files have no mutants: a method or lines that are not there, or refused sites."""
    wanted = asked.select
    if wanted.method is None and not wanted.lines:
        if not session.failures:  # else no site may have been looked at
            session.note(_REFUSED)
        return
    names, longest = dict[str, None](), 0
    for record in records(source.whole(), Path(), ()):
        if not Path(record.place or os.fsdecode(record.data)).is_file():
            return  # a pipe cannot be read again
        with suppress(ParseError, OSError):  # reported already
            found = file_source(record, asked.encoding, language)
            names.update((member.name, None) for member in found.methods if member.name)
            longest = max(longest, len(found.lines))
    if wanted.method is not None and wanted.method not in names:
        close = get_close_matches(wanted.method, list(names), n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(islice(names, _NAMES))}"
        more = f" and {len(names) - _NAMES} more" if not close and len(names) > _NAMES else ""
        session.failed(f"no method {wanted.method!r}; {hint}{more}" if names else "no method in the input")
    elif wanted.lines and min(wanted.lines) > longest:
        lines = "file has" if source.count() == 1 else "longest file has"
        session.failed(f"no line {min(wanted.lines)}: the {lines} {counted(longest, 'line')}")
    else:
        session.note(_REFUSED)


@dataclass(frozen=True)
class _Asked:
    """What mutants are wanted.

    Attributes:
        field: of the rows that is the text; None if rows are files.
        seed, select: as in `equimorph.mutate`.
        fault_lines: as in `equimorph.row`.
        encoding: of files.
        changed, sample: as in `mutate_options`.
    """

    field: str | None
    seed: int
    select: Selection
    fault_lines: frozenset[int]
    encoding: str | None
    changed: Mapping[str, frozenset[int]] | None = None
    sample: Sample | None = None

    @property
    def keep(self) -> int | None:
        """How many mutants a `Reservoir` keeps; None where there is no need of one."""
        return None if self.sample is None else self.sample.count


def _written(
    source: Source, work: Work, asked: _Asked, session: Session, out: BinaryIO, flush: bool = False
) -> int:
    """Write what is made of all rows in this process; return how many mutants that are.

    Args:
        flush: after each of them, for people who wait.
    """
    count, part = 0, source.whole()
    columns = [str(asked.field), "path", "language"]

    def report(message: object) -> None:
        if isinstance(message, Skipped):
            session.skipped(1, [message])
        else:
            session.failed(message)

    with TemporaryFile() as spool:
        reservoir = None if asked.keep is None else Reservoir(asked.keep, spool)
        for record in session.progress(records(part, Path(), columns), source.count(), part.what):

            def failed(error: Exception) -> None:
                reason = reason_of(error)
                session.failed(part.place_of(record, reason), part.kind_of(reason))  # noqa: B023 - called before the next one

            for made in guarded(work(record, report), failed):
                if reservoir is not None:
                    reservoir.add(made)
                    continue
                out.write(made)
                if flush:
                    out.flush()
                count += 1
        return count if reservoir is None else reservoir.write(out)


def _diffs(choice: Choice, asked: _Asked, paint: Painter) -> Work:
    """Return what makes diffs for people of the mutants of a file, or of a text in a row."""
    mutators_of = cache(choice.mutators)

    def diffs(record: Record, report: Report) -> Iterator[bytes]:
        select, place = asked.select, place_of(record, asked.field)
        if asked.field is None:
            path = os.fsdecode(record.data)
            source, line = file_source(record, asked.encoding, choice.language), None
            select = select if asked.changed is None else replace(select, lines=asked.changed[path])
        else:
            source = parse_field(row_data(record), asked.field, choice.language)
            line = record.number
        mutators = mutators_of(source.language)

        def diff(mutant: Mutant) -> bytes:
            tag = b"" if asked.sample is None else asked.sample.tag(mutant, asked.seed, place)
            if tag is None:
                return b""
            # Names of files need not be UTF-8: their bytes go through.
            return tag + shown(mutant, asked.fault_lines, line, paint).encode("utf-8", "surrogateescape")

        found = mutants_of(source, mutators, seed=asked.seed, select=select, on_conflict=report)
        yield from filter(None, each_made(found, diff, report))
        report_skipped(source, select, report)

    return diffs
