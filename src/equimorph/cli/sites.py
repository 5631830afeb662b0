"""The verb `sites`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from equimorph.bulk.inputs import Source, records
from equimorph.bulk.reporting import counted
from equimorph.bulk.work import file_source
from equimorph.cli.arguments import FileLanguage, OutFile, Paths, SourceEncoding
from equimorph.cli.bulk_options import Inputs
from equimorph.cli.choosing import configured
from equimorph.cli.selecting import InDiff, Patched
from equimorph.cli.session import Session
from equimorph.cli.streams import output
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.mutants.mutating import Candidate, Selection, line_of
from equimorph.mutants.mutating import sites as judged
from equimorph.mutants.showing import visible
from equimorph.mutants.skipping import skipped
from equimorph.rows.jsonl import encode
from equimorph.runs.declared import Option, Panel
from mutators import MutationError, Mutator
from parsers import ParseError, SourceFile


def sites(
    *,
    paths: Paths,
    language: FileLanguage = None,
    encoding: SourceEncoding = None,
    in_diff: InDiff = None,
    choice: Choice = DEFAULTS,
    why: Annotated[
        bool, Option(panel=Panel.OUTPUT, help="Also show refused candidates, with reasons.")
    ] = False,
    as_json: Annotated[
        bool, Option(flags="--json", panel=Panel.OUTPUT, help="Write one JSON object per line.")
    ] = False,
    out: OutFile = None,
    session: Session,
) -> None:
    """Show where mutators apply: path:line:column, mutator (and its form or direction), method, text."""
    configured(choice)
    mutators_of = cache(choice.mutators)
    accepted = refused = 0
    patched = Patched(in_diff, session)
    with (
        output(out) as stream,
        Inputs(paths=paths).opened(session, narrowed=patched, language=language) as files,
    ):
        for source in _sources(files, encoding, language, session):
            chosen = mutators_of(source.language)
            named = {mutator.name: mutator for mutator in chosen}
            lines = None if patched.changed is None else patched.changed[source.path or ""]
            for found in judged(source, chosen, why=True):
                mutator = named[found.site.mutator]
                if found.failed:
                    session.failed(f"{line_of(found.site, found.method)}: {found.reason}")
                if not (why or found.accepted) or (lines is not None and not _on(lines, found, mutator)):
                    continue
                accepted += found.accepted
                refused += not found.accepted
                place = _place(source, found, mutator.label(found.site))
                # Names of files need not be UTF-8: their bytes go through.
                line = encode(place) if as_json else _site_line(place).encode("utf-8", "surrogateescape")
                stream.write(line)
    session.end(counted(accepted, "site") + (f", {refused:,} refused" if why else ""))


def _on(lines: frozenset[int], proposal: Candidate, mutator: Mutator) -> bool:
    """Return whether the mutant of a candidate touches one of the lines; of a refused one, whether its text is on one."""
    source = proposal.method.source
    if proposal.accepted:
        try:
            mutant = mutator.mutate(source, proposal.method, proposal.site, 0)
            return Selection(lines=lines).takes(mutant)
        except MutationError:  # a fault of the mutator, which `mutate` reports
            pass
    first, last = (source.lines.line(offset) for offset in (proposal.site.start, proposal.site.end))
    return not lines.isdisjoint(range(first, last + 1))


def _sources(
    files: Source, encoding: str | None, language: str | None, session: Session
) -> Iterator[SourceFile]:
    """Yield the sources that can be read, one at a time; report the others, and members that are left alone."""
    for record in session.progress(records(files.whole(), Path(), ()), files.count(), "files"):
        try:
            source = file_source(record, encoding, language)
        except (ParseError, OSError) as error:
            session.failed(error)
            continue
        yield source
        omissions = skipped(source)
        session.skipped(len(omissions), omissions)


def _place(source: SourceFile, candidate: Candidate, label: str) -> dict[str, Any]:
    """Return a site as plain data; line and column count from 1, the column in characters."""
    start = source.lines.start(line := source.lines.line(candidate.site.start))
    return {
        "path": source.path,
        "line": line,
        "column": source.char_offset(candidate.site.start) - source.char_offset(start) + 1,
        "mutator": candidate.site.mutator,
        "kind": label or None,  # one node may have sites of several
        "method": candidate.method.name,
        "text": source.slice(candidate.site.start, candidate.site.end),
        "accepted": candidate.accepted,
        "reason": candidate.reason,
    }


def _site_line(place: Mapping[str, Any]) -> str:
    text = " ".join(place["text"].split())
    shown = text if len(text) <= 60 else f"{text[:57]}..."
    verdict = "" if place["accepted"] else f"  refused: {place['reason']}"
    mutator = f"{place['mutator']} ({place['kind']})" if place["kind"] else place["mutator"]
    where = "{path}:{line}:{column}".format_map(place).replace("\n", "\\u000a")
    return visible(f"{where}: {mutator} in {place['method'] or 'statements'}: {shown}{verdict}\n")
