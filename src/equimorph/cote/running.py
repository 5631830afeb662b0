"""Steps that a test and a repair share; each is done once, also where the run was killed and continues."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from equimorph.bulk.working import Target, worked
from equimorph.cote.consistency import Corpus
from equimorph.cote.errors import CoteError
from equimorph.cote.inputs import Input
from equimorph.cote.options import CoteOptions
from equimorph.cote.outputs import Output, read_outputs, write_requests
from equimorph.models import CannotRun, Endpoint, Request
from equimorph.models.asking import Requests, opened_requests, write_answers
from equimorph.rows.jsonl import encode, packed
from equimorph.runs.manifests import check_same, package_versions, write_manifest
from equimorph.runs.whole import whole_file

MANIFEST = ".manifest.json"
"""The suffix of an output's manifest."""
Opened: TypeAlias = Callable[[Requests], AbstractContextManager[Endpoint]]
"""Opens the generator; gets the requests, which a file of answers is compared with."""
_SECONDS = 3600.0


def rows_in(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file that we wrote.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as stream:
        yield from map(json.loads, stream)


def texts_of(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield the texts that a generator is asked for rows of mutants, each with an id."""
    for row in rows:
        yield row["input_id"], row["input"]
        if row["mutant"] is not None:
            yield row["id"], row["mutant"]


def mutated(target: Target, work: Path, inputs: Iterable[Input], options: CoteOptions, label: str) -> Path:
    """Return the file of the mutants of inputs, made now if an earlier run did not.

    Raises:
        BulkError, CoteError, OSError: they cannot be made.
    """
    out = work / "mutants.jsonl"
    if not out.exists():
        lines = (encode({"row_name": entry.id, **entry.to_row()}) for entry in inputs)
        place = replace(target, out=out, parts=None, restart=False)
        worked(place, "equimorph.cote.work:mutate", options.to_dict(), lines, label, {}, _SECONDS)
    return out


def asked(
    target: Target, work: Path, requests: Callable[[], Iterator[Request]], opened: Opened
) -> tuple[dict[str, Output], str]:
    """Return the generator's output for each text, and its name; answers from an earlier run are reused.

    Raises:
        CoteError: an earlier run asked another generator.
        BulkError, MutationError, OSError: it cannot be asked.
    """
    place, out, known = work / "requests.jsonl", work / "answers.jsonl", work / "generator.json"
    if not place.exists():
        write_requests(place, requests())
    with opened_requests(place) as found, opened(found) as endpoint:
        identity = dict(endpoint.identity)
        if known.exists():
            before = json.loads(known.read_bytes())
            check_same(work, {"generator": before}, {"generator": identity}, CoteError)
        write_manifest(known, identity)
        try:
            if not out.exists():
                write_answers(replace(target, out=out, parts=None, restart=False), found, endpoint)
        except CannotRun:
            if not out.with_name(f"{out.name}.partial").exists():  # another generator may be asked then
                known.unlink()
            raise
    return read_outputs(place, out)


def concluded(
    target: Target,
    work: Path,
    task: str,
    options: Mapping[str, Any],
    lines: Iterable[bytes],
    label: str,
    corpus: Corpus,
    add: Callable[[Any], object],
) -> None:
    """Compare the programs, and copy the rows to their place, compressed if its name says so, whole or not at all.

    Args:
        target: Target of the run.
        work: its folder.
        task, options: what `Job` has as `work`, below `equimorph.cote`, and as `options`.
        lines: the rows with their outputs.
        label: what messages call them.
        corpus: Corpus of the outputs.
        add: gets each row that is written.

    Raises:
        BulkError, MutationError, OSError: it cannot be done.
    """
    rows = work / "rows.jsonl"
    assert target.out is not None

    def counted(line: bytes) -> bool:
        add(json.loads(line))
        return True

    worked(
        replace(target, out=rows, parts=None, restart=False),
        f"equimorph.cote.{task}",
        options,
        lines,
        label,
        {},
        wanted=counted,
        shared=[encode({"size": corpus.size, "counts": corpus.counts})],
    )
    with rows.open("rb") as source, whole_file(target.out) as whole, packed(whole, target.out) as stream:
        shutil.copyfileobj(source, stream, 1 << 20)


def describe(target: Target, work: Path, run: Mapping[str, Any], counts: Mapping[str, Any]) -> None:
    """Write what a file of rows depends on, and what is in it, beside the file.

    Raises:
        OSError: it cannot be written.
    """
    assert target.out is not None
    generator = json.loads((work / "generator.json").read_bytes())
    data = {"run": {**run, "generator": generator}, "counts": counts, **package_versions()}
    write_manifest(target.out.with_name(target.out.name + MANIFEST), data, sort_keys=True)
