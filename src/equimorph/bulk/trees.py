"""Rewriting of a tree by workers: the same tree and records as without them."""

from __future__ import annotations

import functools
import os
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from equimorph.bulk.engines import Engine, OnRows, in_order
from equimorph.bulk.inputs import Files
from equimorph.bulk.job import BulkError, Failure, Job, Record, Report, Work
from equimorph.bulk.parts import RECEIPTS, answers, dropped
from equimorph.mutants.catalogue import Choice
from equimorph.mutants.mutating import check_reach
from equimorph.mutants.stacking import stacked as stack
from equimorph.rows.jsonl import encode
from equimorph.trees.files import tree_files
from equimorph.trees.rewriting import RewriteSummary, Rewritten, copied, rewritten

REWRITE = "equimorph.bulk.trees:rewrite"
_PART_FILES = 100


def rewrite(options: Mapping[str, Any]) -> Work:
    """Return a function that mutates a file of the tree; its answer is one line."""
    choice = Choice.from_dict(options["mutators"])
    settings = {name: options[name] for name in ("seed", "per_method", "share")}
    stacked = functools.partial(stack, mutators=choice.mutators(), **settings)
    language = choice.language or "java"
    source, changed = Path(options["source"]), options.get("changed")

    def made(record: Record, report: Report) -> Iterator[bytes]:
        name = os.fsdecode(record.data)
        lines = None if changed is None else frozenset(changed.get(name, ()))
        done = rewritten(
            (source / name).read_bytes(),
            name,
            functools.partial(stacked, lines=lines),
            options["encoding"],
            language,
        )
        plain = {
            **vars(done),
            "data": None if done.data is None else b64encode(done.data).decode(),
            "records": [line.decode() for line in done.records],
        }
        yield encode({"row": record.number, "name": name, "done": plain})

    return made


def rewrite_tree(
    source: Path, out: Path, job: Job, engine: Engine, on_files: OnRows = lambda count: None
) -> RewriteSummary:
    """Do as `equimorph.rewrite`; a file that kills its process is copied as it is.

    Args:
        source: a folder.
        out: the copy.
        job: Job of `REWRITE`; its folder is not used.
        engine: does it.
        on_files: called as source files are done, with their number.

    Raises:
        OSError: see `rewrite`.
        BulkError: the job cannot be done at all.
    """
    check_reach(Choice.from_dict(job.options["mutators"]).mutators(), "stacks are")
    with ExitStack() as scope:
        place = Path(scope.enter_context(tempfile.TemporaryDirectory(dir=out.resolve().parent)))
        (place / RECEIPTS).mkdir()
        done = scope.enter_context(closing(_rewritten(source, job.at(place), engine, on_files)))

        def made(_: Path, name: str) -> Rewritten:
            next_name, result = next(done, ("", Rewritten()))
            if next_name != name:
                raise BulkError(f"the tree is changing: {name} is new, or {next_name or 'a file'} is gone")
            return result

        return copied(source, out, made, language=_language(job))


def _rewritten(
    source: Path, job: Job, engine: Engine, on_files: OnRows
) -> Generator[tuple[str, Rewritten], None, None]:
    """Yield the source files of a tree and what became of them, in the order of the walk."""
    names = list(tree_files(source, _language(job)))
    parts = Files(names, source).cut(_PART_FILES)
    for done in in_order(engine(job, parts, on_files)):
        for number, answer in answers(job, done):
            if not isinstance(answer, Failure):
                yield answer["name"], _parsed(answer["done"])
            elif answer.lost:
                yield names[number - 1], Rewritten(lost=answer.reason)
            else:
                raise BulkError(answer.reason)
        dropped(job, parts[done.number], done)


def _language(job: Job) -> str:
    return Choice.from_dict(job.options["mutators"]).language or "java"


def _parsed(plain: Mapping[str, Any]) -> Rewritten:
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()
    }
    fields["data"] = None if plain["data"] is None else b64decode(plain["data"])
    fields["records"] = tuple(line.encode() for line in plain["records"])
    return Rewritten(**fields)
