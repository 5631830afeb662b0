"""The verb `sites`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.inputs import records
from equimorph.bulk.work import file_source
from equimorph.catalogue import DEFAULTS, Choice
from equimorph.cli.arguments import Encoding, OutFile, Paths, Quiet, configured, with_mutators
from equimorph.cli.bulk_options import source_of
from equimorph.cli.commands import Panel
from equimorph.cli.session import Session, counted, reported
from equimorph.cli.streams import output
from equimorph.cli.terminal import visible
from equimorph.mutating import Candidate
from equimorph.mutating import sites as judged
from equimorph.rows.jsonl import encode
from equimorph.skipping import skipped
from parsers import ParseError, SourceFile
from parsers.encoding import UTF_8

__all__ = ["sites"]


@with_mutators
def sites(
    paths: Paths,
    encoding: Encoding = UTF_8,
    choice: Choice = DEFAULTS,
    why: Annotated[
        bool,
        typer.Option(
            "--why", help="Show the refused candidates, too, with reasons.", rich_help_panel=Panel.OUTPUT
        ),
    ] = False,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Write a JSON object for each, on a line.", rich_help_panel=Panel.OUTPUT),
    ] = False,
    out: OutFile = None,
    quiet: Quiet = False,
) -> None:
    """Show where mutators apply: path:line:column, mutator (and its form or direction), method, text."""
    session, chosen = Session(quiet), configured(choice)
    labels = {mutator.name: mutator.label for mutator in chosen}
    accepted = refused = 0
    with reported(session), output(out) as stream:
        for source in _sources(paths, encoding, session):
            for found in judged(source, chosen, why=why):
                accepted += found.accepted
                refused += not found.accepted
                place = _place(source, found, labels[found.site.mutator](found.site))
                # Names of files need not be UTF-8: their bytes go through.
                line = encode(place) if as_json else _site_line(place).encode("utf-8", "surrogateescape")
                stream.write(line)
    session.end(counted(accepted, "site") + (f", {refused:,} refused" if why else ""))


def _sources(paths: list[Path], encoding: str, session: Session) -> Iterator[SourceFile]:
    """Yield the sources that can be read, one at a time; report the others, and members that are left alone."""
    with source_of(paths, None, None, session) as files:
        for record in session.progress(records(files.whole(), Path(), ()), files.count(), "files"):
            try:
                source = file_source(record, encoding)
            except (ParseError, OSError) as error:
                session.failed(error)
                continue
            yield source
            found = skipped(source)
            session.skipped(len(found), found)


def _place(source: SourceFile, found: Candidate, label: str) -> dict[str, Any]:
    """Return a site as plain data; line and column count from 1, the column in characters."""
    start = source.lines.start(line := source.lines.line(found.site.start))
    return {
        "path": source.path,
        "line": line,
        "column": source.char_offset(found.site.start) - source.char_offset(start) + 1,
        "mutator": found.site.mutator,
        "kind": label or None,  # one node may have sites of several
        "method": found.method.name,
        "text": source.slice(found.site.start, found.site.end),
        "accepted": found.accepted,
        "reason": found.reason,
    }


def _site_line(place: Mapping[str, Any]) -> str:
    text = " ".join(place["text"].split())
    shown = text if len(text) <= 60 else f"{text[:57]}..."
    verdict = "" if place["accepted"] else f"  refused: {place['reason']}"
    mutator = f"{place['mutator']} ({place['kind']})" if place["kind"] else place["mutator"]
    where = "{path}:{line}:{column}".format_map(place).replace("\n", "\\u000a")
    return visible(f"{where}: {mutator} in {place['method'] or 'statements'}: {shown}{verdict}\n")
