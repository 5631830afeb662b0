"""The verb `rewrite`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.trees import REWRITE, rewrite_tree
from equimorph.catalogue import DEFAULTS, Choice
from equimorph.cli import bulk_options as bulk
from equimorph.cli.arguments import (
    OutFolder,
    Quiet,
    Seed,
    configured,
    with_mutators,
)
from equimorph.cli.selecting import InDiff, patched
from equimorph.cli.session import Session, found_files, reported
from equimorph.trees import rewriting

__all__ = ["rewrite"]


@with_mutators
def rewrite(
    source_dir: Annotated[Path, typer.Argument(help="Source tree.", exists=True, file_okay=False)],
    out: OutFolder,
    seed: Seed = 0,
    choice: Choice = DEFAULTS,
    per_method: Annotated[int, typer.Option(min=1, help="The most mutations for a method.")] = 1,
    share: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=100,
            help="Instead: percent of the places where a mutator applies to a method.",
            show_default=False,
        ),
    ] = None,
    in_diff: InDiff = None,
    jobs: bulk.Jobs = None,
    timeout: bulk.Timeout = None,
    memory: bulk.Memory = None,
    scheduler: bulk.Scheduler = None,
    quiet: Quiet = False,
) -> None:
    """Copy a source tree so that every method carries mutations; its mutations.jsonl holds the records."""
    how = bulk.BulkOptions(jobs, timeout, memory, scheduler)
    how.check(out)
    session, mutators = Session(quiet), configured(choice)
    fraction = None if share is None else share / 100
    with reported(session):
        files = [str(path) for path in found_files([source_dir], session)]
        total, changed = len(files), None
        if in_diff is not None:
            lines = patched(in_diff, files, session)
            changed = {Path(path).relative_to(source_dir).as_posix(): some for path, some in lines.items()}
        with session.bar(total, "files") as advance:
            if how:
                asked = {"source": str(source_dir.resolve()), "mutators": choice.to_dict(), "seed": seed}
                options = {**asked, "per_method": per_method, "share": fraction}
                if changed is not None:
                    options["changed"] = {name: sorted(some) for name, some in changed.items()}
                job = how.job(REWRITE, options, Path())
                done = rewrite_tree(source_dir, out, job, how.engine(), lambda _: advance())
            else:
                done = rewriting.rewrite(
                    source_dir,
                    out,
                    seed=seed,
                    mutators=mutators,
                    per_method=per_method,
                    share=fraction,
                    changed=changed,
                    on_file=lambda _: advance(),
                )
    for message in done.unparsed:
        session.note(f"copied as it is: {message}")
    for message in done.lost:
        session.failed(f"copied as it is: {message}")
    for message in done.conflicts:
        session.failed(message)
    counts = ", ".join(f"{count} {name}" for name, count in done.mutations.items()) or "no mutations"
    session.end(f"{done.files} files, {done.mutated_methods} of {done.methods} methods mutated: {counts}")
