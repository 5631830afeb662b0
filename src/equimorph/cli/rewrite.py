"""The verb `rewrite`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.reporting import counted
from equimorph.bulk.trees import REWRITE, rewrite_tree
from equimorph.cli.arguments import (
    OutFolder,
    Quiet,
    Seed,
    SourceEncoding,
    TreeLanguage,
    configured,
    with_mutators,
)
from equimorph.cli.bulk_options import FileBulk
from equimorph.cli.selecting import InDiff, patched
from equimorph.cli.session import Session, found_files, reported
from equimorph.cli.values import parse_share
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.runs.declared import Option
from equimorph.trees import rewriting

_SHARE = "Mutate this share of a method's sites instead: 50% or 0.5."


@with_mutators
def rewrite(
    *,
    source_dir: Annotated[Path, typer.Argument(help="Source tree.", exists=True, file_okay=False)],
    out: OutFolder,
    language: TreeLanguage = None,
    encoding: SourceEncoding = None,
    choice: Choice = DEFAULTS,
    seed: Seed = 0,
    per_method: Annotated[int, Option(minimum=1, help="Maximum mutations per method.")] = 1,
    share: Annotated[str | None, Option(metavar="SHARE", help=_SHARE)] = None,
    in_diff: InDiff = None,
    how: FileBulk,
    quiet: Quiet = False,
) -> None:
    """Copy a source tree and mutate every method of the copy; its mutations.jsonl holds the records."""
    how.check(out)
    choice = replace(choice, language=language)
    session, mutators = Session(quiet), configured(choice)
    fraction = parse_share(share)
    session.lost = f"{out} was not written"
    with reported(session):
        files = [str(path) for path in found_files([source_dir], session, language=language)]
        total, changed = len(files), None
        if in_diff is not None:
            lines = patched(in_diff, files, session)
            changed = {Path(path).relative_to(source_dir).as_posix(): some for path, some in lines.items()}
        with session.bar(total, "files") as advance:
            if how:
                asked = {"source": str(source_dir.resolve()), "mutators": choice.to_dict(), "seed": seed}
                options: dict[str, Any] = {
                    **asked,
                    "per_method": per_method,
                    "share": fraction,
                    "encoding": encoding,
                }
                if changed is not None:
                    options["changed"] = {name: sorted(some) for name, some in changed.items()}
                job = how.job(REWRITE, options, Path())
                done = rewrite_tree(source_dir, out, job, how.engine(), advance)
            else:
                done = rewriting.rewrite(
                    source_dir,
                    out,
                    seed=seed,
                    mutators=mutators,
                    per_method=per_method,
                    share=fraction,
                    encoding=encoding,
                    changed=changed,
                    on_file=lambda _: advance(),
                    language=language or "java",
                )
    for message in done.unparsed:
        session.note(f"copied as it is: {message}")
    for message in done.lost:
        session.failed(f"copied as it is: {message}")
    for message in done.conflicts:
        session.failed(message)
    session.skipped(len(done.skipped), done.skipped)
    counts = ", ".join(f"{count:,} {name}" for name, count in done.mutations.items()) or "no mutations"
    mutated = f"{done.mutated_methods:,} of {counted(done.methods, 'method')}"
    session.end(f"{counted(done.files, 'file')}, {mutated} mutated: {counts}")
