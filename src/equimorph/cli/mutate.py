"""The verb `mutate`."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.inputs import Files, Source, records
from equimorph.bulk.outputs import here, to_parts, to_stream
from equimorph.bulk.reporting import counted
from equimorph.bulk.work import MUTATE, MutateOptions, file_source, mutant_columns, spoken
from equimorph.bulk.work import mutate as work_of
from equimorph.cli.arguments import Language, OutTable, SourceEncoding
from equimorph.cli.bulk_options import BulkOptions, Inputs
from equimorph.cli.choosing import configured
from equimorph.cli.selecting import InDiff, Patched
from equimorph.cli.session import Session
from equimorph.cli.streams import is_table, output, stays
from equimorph.cli.terminal import coloured, painted
from equimorph.mutants.catalogue import DEFAULTS, Choice, versions
from equimorph.mutants.showing import plain, shown
from equimorph.runs.declared import Option, Panel, closest
from mutators import Mutant
from parsers import ParseError

_REFUSED = "no mutants: `equimorph sites --why` shows the places that were refused, with reasons"
_NAMES = 20
"""How many names of methods a message lists."""
_SHOW = "Print readable diffs instead of rows, coloured on a terminal."


def mutate(
    *,
    inputs: Inputs,
    language: Language = None,
    encoding: SourceEncoding = None,
    choice: Choice = DEFAULTS,
    options: MutateOptions,
    in_diff: InDiff = None,
    show: Annotated[bool, Option(panel=Panel.OUTPUT, help=_SHOW)] = False,
    out: OutTable = None,
    how: BulkOptions,
    session: Session,
) -> None:
    """Make first-order mutants: one JSON object per mutant, with its record."""
    how.check(out, inputs.files)
    if show and (how or options.full or options.diff or out is not None):
        raise typer.BadParameter(
            "--show prints diffs for people on standard output; leave it out to get rows with --out, --full,"
            " --diff, --parts, --jobs or --scheduler"
        )
    inputs.check_encoding(encoding)
    if in_diff is not None and (options.select.lines or not inputs.paths):
        raise typer.BadParameter("--in-diff chooses lines of files: give it with paths, and without --lines")
    configured(choice)
    field = None if inputs.paths else inputs.field
    options = replace(options, choice=choice, field=field, encoding=encoding)
    session.bars = not show
    if how.parts is not None:
        session.keeps_parts(how.parts)
    elif stays(out):
        session.lost = f"{out} was not written; with --parts FOLDER finished parts would be kept"
    patched = Patched(in_diff, session)
    with inputs.opened(session, reread=bool(how), narrowed=patched, language=language) as source:
        options = replace(options, changed=patched.changed)
        if show:
            paint = painted if coloured() else plain

            def diff(mutant: Mutant, number: int | None) -> bytes:
                # Names of files need not be UTF-8: their bytes go through.
                text = shown(mutant, options.fault_lines, number, paint)
                return text.encode("utf-8", "surrogateescape")

            with output(out) as stream:
                count = here(
                    source,
                    work_of(options, diff),
                    [str(field)],
                    session,
                    stream,
                    keep=options.keep,
                    flush=True,
                )
        else:
            count = _rows(source, options, out, how, session)
        if isinstance(source, Files) and not count and source.count() and options.sample is None:
            _explain_nothing(source, options, session)
    session.end(counted(count, "mutant"))


def _rows(
    source: Source, options: MutateOptions, out: Path | None, how: BulkOptions, session: Session
) -> int:
    """Write the rows, here or by workers; return how many mutants they are."""
    data, choice = options.to_dict(), options.choice
    languages = spoken(source, data) if how.parts is not None or is_table(out) else ()
    columns = mutant_columns(data, languages)
    if how.parts is not None:
        job, rows = how.job_of_parts(MUTATE, data, columns)
        identity = {"versions": versions(one for name in languages for one in choice.mutators(name))}
        return to_parts(
            replace(job, keep=options.keep), source, rows, identity, how.workers.engine(), session
        )
    with output(out, columns) as stream:
        if not how:
            return here(source, work_of(options), [str(options.field)], session, stream, keep=options.keep)
        job = replace(how.workers.job(MUTATE, data, Path()), keep=options.keep)
        return to_stream(job, source, how.workers.engine(), session, stream, out if stays(out) else None)


def _explain_nothing(source: Files, options: MutateOptions, session: Session) -> None:
    """Report why files have no mutants: a method or lines that are not there, or refused sites."""
    method, lines = options.select.method, set(options.select.lines or ())
    if method is None and not lines:
        if not session.failures:  # else no site may have been looked at
            session.note(_REFUSED)
        return
    names, longest = dict[str, None](), 0
    for record in records(source.whole(), Path(), ()):
        if not Path(record.place or os.fsdecode(record.data)).is_file():
            return  # a pipe cannot be read again
        with suppress(ParseError, OSError):  # reported already
            found = file_source(record, options.encoding, options.choice.language)
            names.update((member.name, None) for member in found.methods if member.name)
            longest = max(longest, len(found.lines))
    if method is not None and method not in names:
        more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
        hint = closest(method, [*names]) or f"there are: {', '.join(islice(names, _NAMES))}{more}"
        session.failed(f"no method {method!r}; {hint}" if names else "no method in the input")
    elif lines and min(lines) > longest:
        of = "file has" if source.count() == 1 else "longest file has"
        session.failed(f"no line {min(lines)}: the {of} {counted(longest, 'line')}")
    else:
        session.note(_REFUSED)
