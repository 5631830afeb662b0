"""Writing samples to a file as they come, so that a run which was stopped goes on where it was.

Beside the output stands a folder until the output is whole: the rows that are done, and a database with how many bytes of them and
how many items are certain. What was written after the last commit is cut off and made again, byte for byte the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from equimorph.contrastive.inputs import Item
from equimorph.contrastive.likeness import Seen
from equimorph.contrastive.schema import COLUMNS, Sample
from equimorph.rows.jsonl import encode
from equimorph.rows.parquet import schema, to_parquet
from equimorph.trees.files import whole_file

__all__ = ["Maker", "parquet_schema", "write"]

_COMMIT_ROWS = 100
_DATABASE = "progress.sqlite3"


class Maker(Protocol):
    """What makes samples: a `Sampler`, or what puts in order those that were made elsewhere."""

    counts: Counter[str]

    def samples(self, item: Item) -> Iterator[Sample]:
        """The samples of the next item."""

    def passed(self, item: Item) -> None:
        """Told, instead, of an item of which the samples are there already."""


def write(
    out: Path,
    items: Callable[[], Iterable[Item]],
    sampler: Callable[[Seen], Maker],
    manifest: Mapping[str, Any],
    *,
    restart: bool = False,
    on_item: Callable[[], None] | None = None,
    on_sample: Callable[[Sample], None] | None = None,
) -> Counter[str]:
    """Writes the samples of all items; Parquet if the name of `out` ends in ``.parquet``, else JSON Lines.

    The folder ``OUT.partial`` holds what is done; it is gone when the output is whole.

    Args:
        items: gives the items, the same ones in the same order whenever it is called.
        sampler: gives what makes the samples.
        manifest: what the rows hang on besides the items: a run can be continued only with an equal one.
        restart: forget what an earlier run left.
        on_item: called after each item, also for those that were done by an earlier run.
        on_sample: called with each sample of this run.

    Returns:
        The counts of the sampler, those of earlier runs of the same output included.

    Raises:
        OSError: something cannot be written; or an earlier run left rows made with other options or from other files.
        ModuleNotFoundError: Parquet is asked for, and pyarrow is not installed.
    """
    if out.suffix == ".parquet":
        parquet_schema()  # pyarrow is missing now, not when all is done
    folder = out.with_name(f"{out.name}.partial")
    if restart and folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(exist_ok=True)
    with closing(_Progress(folder, {**manifest, "items": _fingerprint(items())})) as progress:
        rows = folder / "rows.jsonl"
        made = sampler(Seen(progress.connection))
        made.counts.update(progress.counts)
        with rows.open("ab") as stream:
            if stream.tell() < progress.size:
                raise FileExistsError(17, "rows of an unfinished run are missing: give --restart", str(rows))
            stream.truncate(progress.size)
            _append(stream, items(), made, progress, on_item, on_sample)
        with whole_file(out) as whole:
            if out.suffix == ".parquet":
                to_parquet(rows, whole, COLUMNS)
            else:
                _copy(rows, whole)
    (folder / _DATABASE).unlink()  # first, so that what is left of the folder is no unfinished run
    shutil.rmtree(folder)
    return made.counts


def _append(
    stream: BinaryIO,
    items: Iterable[Item],
    made: Maker,
    progress: _Progress,
    on_item: Callable[[], None] | None,
    on_sample: Callable[[Sample], None] | None,
) -> None:
    fresh = 0
    for number, item in enumerate(items, 1):
        if number > progress.items:
            for sample in made.samples(item):
                stream.write(encode(sample.row()))
                fresh += 1
                if on_sample is not None:
                    on_sample(sample)
            if fresh >= _COMMIT_ROWS:
                progress.commit(stream, number, made.counts)
                fresh = 0
        else:
            made.passed(item)
        if on_item is not None:
            on_item()


class _Progress:
    """What is certain of an output that is not whole yet.

    Args:
        folder: where it stands.
        manifest: of this run.
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        self.connection = sqlite3.connect(folder / _DATABASE)
        try:
            self._open(folder, json.loads(json.dumps(manifest)))
        except BaseException:
            self.connection.close()
            raise

    def _open(self, folder: Path, manifest: dict[str, Any]) -> None:
        try:
            self.connection.execute("PRAGMA locking_mode = EXCLUSIVE").close()
            self.connection.execute("CREATE TABLE IF NOT EXISTS state (value TEXT)").close()
            found = self.connection.execute("SELECT value FROM state").fetchone()
        except sqlite3.OperationalError as error:
            raise BlockingIOError(11, f"another run writes here ({error})", str(folder)) from error
        state: dict[str, Any] = {"manifest": manifest, "items": 0, "size": 0, "counts": {}}
        if found is not None:
            state = json.loads(found[0])
        names = {*manifest, *state["manifest"]}
        other = sorted(name for name in names if manifest.get(name) != state["manifest"].get(name))
        if other:
            told = f"an unfinished run has other {', '.join(other)}: repeat it as it was, or give --restart"
            raise FileExistsError(17, told, str(folder))
        self._manifest = manifest
        self.items: int = state["items"]
        self.size: int = state["size"]
        self.counts: dict[str, int] = state["counts"]
        if found is None:
            self._save()

    def _save(self) -> None:
        state = {"manifest": self._manifest, "items": self.items, "size": self.size, "counts": self.counts}
        with self.connection:
            self.connection.execute("DELETE FROM state").close()
            self.connection.execute("INSERT INTO state VALUES (?)", (json.dumps(state),)).close()

    def commit(self, stream: BinaryIO, items: int, counts: Mapping[str, int]) -> None:
        """Makes certain what has been written, and in the same step the likenesses of its texts."""
        stream.flush()
        os.fsync(stream.fileno())
        self.items, self.size, self.counts = items, stream.tell(), dict(counts)
        self._save()

    def close(self) -> None:
        """Closes the database; what was not committed is forgotten."""
        self.connection.close()


def _fingerprint(items: Iterable[Item]) -> str:
    """A hash of what the items are: names, sizes and times of files; texts are taken as they are."""
    known = hashlib.sha256()
    for item in items:
        told: list[object] = [item.path, item.line, str(item.error) if item.error else None]
        if item.text is not None:
            told.append(item.text if isinstance(item.text, str) else item.text.text)
        elif item.error is None:
            told += _stamp(item.path)
        known.update(json.dumps(told).encode())
    return known.hexdigest()


def _stamp(path: str) -> list[int]:
    try:
        found = Path(path).stat()
    except OSError:  # the row of the item will tell
        return []
    return [found.st_size, found.st_mtime_ns]


def _copy(rows: Path, out: BinaryIO) -> None:
    with rows.open("rb") as stream:
        shutil.copyfileobj(stream, out, 1 << 20)


def parquet_schema() -> Any:  # noqa: ANN401 - pyarrow has no types
    """The columns as pyarrow has them.

    Raises:
        ModuleNotFoundError: pyarrow is not installed.
    """
    return schema(COLUMNS)
