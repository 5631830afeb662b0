"""Steps of a long run in one folder: a manifest says which are done, with hashes, so that the same run can continue."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimorph.bulk.reporting import Reporter
from equimorph.runs.hashes import file_hash
from equimorph.runs.manifests import check_same, write_manifest
from equimorph.runs.partial import LOCK, alone
from equimorph.runs.whole import check_new
from equimorph.version import __version__
from mutators import MutationError, get, names

MANIFEST = "study.json"
SCHEMA = 1


@dataclass(frozen=True)
class Step:
    """A part of a run.

    Attributes:
        name: Name in the manifest.
        files: Files that it writes, each whole or not at all; relative to the folder, with slashes.
        make: Writes the files; returns remarks for the reader of the results.
        folder: Folder whose files all belong to this step, too; "" for none.
        inputs: Files of earlier steps that it reads.
        facts: Plain data that its files depend on, too; None for none.
        again: Whether it is done again if it left remarks, since another try may leave none.
    """

    name: str
    files: tuple[str, ...]
    make: Callable[[], Sequence[str]]
    folder: str = ""
    inputs: tuple[str, ...] = ()
    facts: Any = None
    again: bool = False


class Counting:
    """A reporter that hands on what it gets, and counts what failed.

    Attributes:
        failures: how much failed.
    """

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter
        self.failures = 0

    def failed(self, message: object, reason: str = "") -> None:
        """Hand it on, and count it."""
        self.failures += 1
        self._reporter.failed(message, reason)

    def skipped(self, count: int, messages: Iterable[object] = ()) -> None:
        """Hand it on."""
        self._reporter.skipped(count, messages)

    def failed_earlier(self, count: int) -> None:
        """Hand it on, and count it."""
        self.failures += count
        self._reporter.failed_earlier(count)

    def note(self, message: str) -> None:
        """Hand it on."""
        self._reporter.note(message)

    def bar(self, total: int | None, what: str) -> AbstractContextManager[Callable[..., None]]:
        """Hand it on."""
        return self._reporter.bar(total, what)


@contextmanager
def steps_in(
    out: Path,
    options: Mapping[str, Any],
    reporter: Counting,
    restart: bool,
    parts: Mapping[str, Mapping[str, Any]] | None = None,
) -> Iterator[Steps]:
    """Yield the steps of a run, which is alone in its folder.

    Args:
        out, options, reporter, restart, parts: See `Steps`.

    Raises:
        FileExistsError, MutationError: see `Steps`; or another run is at work there.
        OSError: the folder cannot be made.
    """
    if not out.is_dir():
        check_new(out)
    out.mkdir(parents=True, exist_ok=True)
    with alone(out, MutationError):
        try:
            yield Steps(out, options, reporter, restart, parts or {})
        finally:
            (out / LOCK).unlink()


class Steps:
    """The steps of a run in a folder.

    A step that is done is not done again, unless its files, its inputs or its facts have changed.

    Args:
        out: the folder: new, empty, or of an earlier run.
        options: Options of the run, plain data; an earlier run had the same.
        reporter: gets what failed earlier.
        restart: forget what an earlier run did.
        parts: Options of the parts of the run by name, plain data; a part is the steps whose names begin with its name and
            a slash. An earlier run that did one of its steps had the same; parts may be added and left out.

    Attributes:
        notes: the remarks of the steps so far.

    Raises:
        FileExistsError: the folder has something that is no run.
        MutationError: it has a run with other options, or of another version.
    """

    def __init__(
        self,
        out: Path,
        options: Mapping[str, Any],
        reporter: Counting,
        restart: bool,
        parts: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self._out, self._reporter = out, reporter
        head = {
            "schema": SCHEMA,
            "equimorph": __version__,
            "mutators": {name: get(name).version for name in sorted(names())},
            "options": dict(options),
        }
        self._data: dict[str, Any] = {**head, "complete": False, "steps": {}}
        if parts:
            self._data["parts"] = {name: dict(part) for name, part in parts.items()}
        self._done = list[str]()
        self._hashes = dict[str, str]()
        self.notes = list[str]()
        place = out / MANIFEST
        if not place.exists():
            check_new(out, besides=LOCK)
        elif restart:
            self._forget(self._read(place))
        else:
            before = self._read(place)
            check_same(out, before, head, MutationError, "give another folder or --restart")
            earlier = dict(before.get("parts") or {})
            begun = {step.rpartition("/")[0] for step in before["steps"]}
            for name in sorted(parts.keys() & earlier.keys() & begun):
                check_same(out / name, earlier[name], parts[name], MutationError, "give it another name")
            self._data["steps"] = dict(before["steps"])
            if parts:
                self._data["parts"] = {**earlier, **self._data["parts"]}
        self._write()

    def do(self, step: Step) -> None:
        """Do a step, if it is not done."""
        record = self._data["steps"].get(step.name)
        if record is None or (step.again and record["notes"]) or not self._is_valid(step, record):
            before = None if record is None else record["files"]
            record = self._made(step)
            if record["files"] != before:
                self._drop_without_inputs()
            self._data["steps"][step.name] = record
            self._write()
        else:
            self._reporter.failed_earlier(record["failed"])
        self._done.append(step.name)
        self._hashes |= record["files"]
        self.notes += record["notes"]

    def _drop_without_inputs(self) -> None:
        """Forget later steps whose inputs the manifest does not name: it was written by equimorph 0.1."""
        self._data["steps"] = {
            name: record
            for name, record in self._data["steps"].items()
            if name in self._done or "inputs" in record
        }

    def abandon(self) -> None:
        """Remove what was done, so that the folder is free for another run; nothing if an earlier run did later steps."""
        if self._data["steps"].keys() <= set(self._done):
            self._forget(self._data)
            (self._out / MANIFEST).unlink(missing_ok=True)

    def finish(self) -> None:
        """Say in the manifest that all is done."""
        self._data["complete"] = True
        self._write()

    def _made(self, step: Step) -> dict[str, Any]:
        for name in step.files:
            (self._out / name).parent.mkdir(exist_ok=True, parents=True)
        before = self._reporter.failures
        notes = list(step.make())
        inside = sorted((self._out / step.folder).iterdir()) if step.folder else []
        names = [*step.files, *(file.relative_to(self._out).as_posix() for file in inside)]
        files = {name: file_hash(self._out / name) for name in names}
        record = {"files": files, "failed": self._reporter.failures - before, "notes": notes}
        record["inputs"] = self._inputs(step)
        return record if step.facts is None else {**record, "facts": step.facts}

    def _inputs(self, step: Step) -> dict[str, str]:
        return {name: self._hashes[name] for name in step.inputs}

    def _is_valid(self, step: Step, record: Mapping[str, Any]) -> bool:
        same = record.get("inputs", self._inputs(step)) == self._inputs(step)
        return same and record.get("facts") == step.facts and self._is_whole(record["files"])

    def _is_whole(self, files: Mapping[str, str]) -> bool:
        return all(
            (self._out / name).is_file() and file_hash(self._out / name) == known
            for name, known in files.items()
        )

    def _read(self, place: Path) -> dict[str, Any]:
        try:
            data = json.loads(place.read_bytes())
            if (
                isinstance(data, dict)
                and data.get("schema") == SCHEMA
                and isinstance(data.get("steps"), dict)
            ):
                return data
        except (ValueError, RecursionError):
            pass
        raise MutationError(f"{place} is no manifest of a study; give another folder, or remove it")

    def _forget(self, data: Mapping[str, Any]) -> None:
        for step in data["steps"].values():
            for name in step["files"]:
                (self._out / name).unlink(missing_ok=True)
        for partial in self._out.rglob("*.partial"):
            shutil.rmtree(partial)

    def _write(self) -> None:
        write_manifest(self._out / MANIFEST, self._data)
