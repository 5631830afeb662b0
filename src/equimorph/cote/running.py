"""Steps that a test and a repair share; each is done once, also where the run was killed and continues."""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
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
from equimorph.runs.partial import check_options, partial
from equimorph.runs.whole import whole_file
from equimorph.version import __version__

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


def corpus_lines(corpus: Corpus) -> list[bytes]:
    """Return a corpus as the workers read it."""
    return [encode({"size": corpus.size, "counts": corpus.counts})]


@contextmanager
def working(target: Target, what: str, run: Mapping[str, Any]) -> Iterator[Path]:
    """Work in ``OUT.partial``, if what is there is of the same run.

    Raises:
        CoteError: it is of a run with other options; or another run is at work there.
        OSError: it cannot be read or written.
    """
    assert target.out is not None
    with partial(target.out, CoteError, target.restart) as work:
        check_options(work, what, run, CoteError)
        yield work


def mutated(target: Target, work: Path, inputs: Iterable[Input], options: CoteOptions, label: str) -> Path:
    """Return the file of the mutants of inputs, made now if an earlier run did not.

    Raises:
        BulkError, CoteError, OSError: they cannot be made.
    """
    out = work / "mutants.jsonl"
    if not out.exists():
        lines = (encode({"row_name": one.id, **one.to_row()}) for one in inputs)
        place = replace(target, out=out, parts=None, restart=False)
        worked(place, "equimorph.cote.work:mutate", options.to_dict(), lines, label, {}, _SECONDS)
    return out


def asked(
    target: Target, work: Path, requests: Callable[[], Iterator[Request]], opened: Opened
) -> tuple[dict[str, Output], str]:
    """Return what the generator says of each text, and its name; what an earlier run asked is not asked again.

    Raises:
        CoteError: an earlier run asked another generator.
        BulkError, MutationError, OSError: it cannot be asked.
    """
    place, out, known = work / "requests.jsonl", work / "answers.jsonl", work / "generator.json"
    if not place.exists():
        write_requests(place, requests())
    with opened_requests(place) as found, opened(found) as endpoint:
        identity = json.loads(json.dumps(dict(endpoint.identity)))
        if known.exists() and json.loads(known.read_bytes()) != identity:
            raise CoteError(f"{work} is of another generator: give that one, or --restart")
        with whole_file(known) as stream:
            stream.write(json.dumps(identity).encode())
        try:
            if not out.exists():
                write_answers(replace(target, out=out, parts=None, restart=False), found, endpoint)
        except CannotRun:
            if not out.with_name(f"{out.name}.partial").exists():  # another generator may be asked then
                known.unlink()
            raise
    return read_outputs(place, out)


def published(rows: Path, out: Path) -> None:
    """Copy a file of rows to its place, compressed if its name says so, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    with rows.open("rb") as source, whole_file(out) as whole, packed(whole, out) as stream:
        shutil.copyfileobj(source, stream, 1 << 20)


def write_manifest(out: Path, run: Mapping[str, Any], counts: Mapping[str, Any]) -> None:
    """Write what a file of rows depends on, and what is in it, beside the file.

    Raises:
        OSError: it cannot be written.
    """
    data = {"run": run, "counts": counts, "equimorph": __version__, "python": platform.python_version()}
    with whole_file(out.with_name(out.name + MANIFEST)) as stream:
        stream.write(json.dumps(data, indent=1, sort_keys=True).encode() + b"\n")
