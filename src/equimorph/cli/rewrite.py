"""The verb `rewrite`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from equimorph.bulk.reporting import counted
from equimorph.bulk.trees import REWRITE, rewrite_tree
from equimorph.cli.arguments import OutFolder, Seed, SourceEncoding, TreeLanguage
from equimorph.cli.bulk_options import FileBulk
from equimorph.cli.choosing import configured
from equimorph.cli.selecting import InDiff, Patched
from equimorph.cli.session import Session, found_files
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.runs.declared import Option
from equimorph.runs.values import fraction
from equimorph.trees import rewriting

_SHARE = "Mutate this share of a method's sites instead: 50% or 0.5."


def rewrite(
    *,
    source_dir: Annotated[Path, Option(argument=True, help="Source tree.", exists=True, folder=True)],
    out: OutFolder,
    language: TreeLanguage = None,
    encoding: SourceEncoding = None,
    choice: Choice = DEFAULTS,
    seed: Seed = 0,
    per_method: Annotated[int, Option(minimum=1, help="Maximum mutations per method.")] = 1,
    share: Annotated[float | None, Option(metavar="SHARE", help=_SHARE, parse=fraction)] = None,
    in_diff: InDiff = None,
    how: FileBulk,
    session: Session,
) -> None:
    """Copy a source tree and mutate every method of the copy; its mutations.jsonl holds the records."""
    how.check(out)
    mutators = configured(choice)
    session.loses(out)
    files = list(found_files([source_dir], session, language=language))
    patched = Patched(in_diff, session)
    patched(files)
    changed = patched.changed and {
        Path(path).relative_to(source_dir).as_posix(): lines for path, lines in patched.changed.items()
    }
    common: dict[str, Any] = {"seed": seed, "per_method": per_method, "share": share, "encoding": encoding}
    with session.bar(len(files), "files") as advance:
        if how:
            options = {"source": str(source_dir.resolve()), "mutators": choice.to_dict(), **common}
            if changed is not None:
                options["changed"] = {name: sorted(lines) for name, lines in changed.items()}
            job = how.workers.job(REWRITE, options, Path())
            done = rewrite_tree(source_dir, out, job, how.workers.engine(), advance)
        else:
            done = rewriting.rewrite(
                source_dir,
                out,
                **common,
                mutators=mutators,
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
