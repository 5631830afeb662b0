"""Runs of a project's tests on mutants, see kill_rates.py."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from kill_suite import Baseline, Classes, Lost, Profile, Worker
from mutators import Edit, Mutant
from parsers import Method
from parsers.java.syntax.statements import is_statement
from parsers.java.syntax.tree import Node
from parsers.oracles.jdk import Compilation, Jdk, compare

__all__ = ["KILLED", "VERDICTS", "Judge", "changed", "covering", "lines_of"]

KILLED = ("failure", "timeout", "crash")
VERDICTS = ("invalid", "equal", "not covered", "survived", *KILLED)
"""What may become of a mutant; "equal": it has the class files of its original."""


class Judge:
    """A judge that runs the tests on mutants; each thread that asks has a JVM for the tests of its own."""

    def __init__(self, classes: Classes, baseline: Baseline, jdk: Jdk, encoding: str, scratch: Path) -> None:
        self._classes = classes
        self._baseline = baseline
        self._jdk = jdk
        self._encoding = encoding
        self._scratch = scratch
        self._local = threading.local()
        self._workers: list[Worker] = []
        self._original = cache(self._compiled)

    def close(self) -> None:
        """End the JVMs."""
        for worker in self._workers:
            worker.stop()

    def verdict(self, mutant: Mutant) -> dict[str, Any]:
        """Return what becomes of a mutant: `verdict`, whether it is `covered`; of a killed one `test` and its `message`."""
        tests = covering(self._baseline, mutant)
        return {"covered": bool(tests), **self._verdict(mutant, tests)}

    def _verdict(self, mutant: Mutant, tests: Sequence[str]) -> dict[str, Any]:
        path = mutant.source.path or ""
        compiled = self._compiled(path, mutant.data)
        if not compiled.ok:
            return {"verdict": "invalid", "message": str(compiled.diagnostics[0])}
        if compare(self._original(path, mutant.source.data), compiled).equal:
            return {"verdict": "equal"}
        if not tests:
            return {"verdict": "not covered"}
        with TemporaryDirectory(dir=self._scratch) as folder:
            write_classes(compiled, Path(folder))
            for test in tests:
                found = self._kill(folder, test)
                if found is not None:
                    return {"verdict": found[0], "test": found[1], "message": found[2]}
        return {"verdict": "survived"}

    def _compiled(self, path: str, data: bytes) -> Compilation:
        return self._jdk.compile({path: data.decode(self._encoding)}, bytes_=True)

    def _kill(self, folder: str, test_class: str) -> tuple[str, str, str] | None:
        """Return the verdict, the test and its message, if a test class kills the mutant in the folder."""
        if not hasattr(self._local, "worker"):
            self._local.worker = Worker(self._classes)
            self._workers.append(self._local.worker)
        worker: Worker = self._local.worker
        # Once more in fresh JVMs, where the mutant itself or one before it may have left something behind.
        for alone in (False, True):
            if alone:
                worker.stop()
            found = self._failing(worker, folder, test_class)
            if isinstance(found, str):
                if alone:
                    return found, test_class, ""
                continue
            if not found:
                return None
            if alone:
                worker.stop()
            sure = self._confirmed(worker, folder, test_class, found, alone=alone)
            if sure:
                return "failure", *min(sure.items())
        return None

    def _confirmed(
        self, worker: Worker, folder: str, test_class: str, found: Mapping[str, str], *, alone: bool
    ) -> dict[str, str]:
        """Return those of the failures that are none without the mutant, and come again with it."""
        without = self._failing(worker, self._classes.main, test_class, tuple(found))
        if isinstance(without, str):
            return {}
        if alone:
            worker.stop()
        again = self._failing(worker, folder, test_class)
        # Lost: it fails at times, and hangs or crashes at times.
        failing = found if isinstance(again, str) else again
        return {test: why for test, why in found.items() if test not in without and test in failing}

    def _failing(
        self, worker: Worker, folder: str, test_class: str, only: Sequence[str] = ()
    ) -> dict[str, str] | str:
        """Return the newly failing tests of a class with their messages, or how the JVM was lost.

        Only the first one, if all its tests passed on the project's own sources.
        """
        known = self._baseline[test_class]
        stop = not {"failed", "unstable"}.intersection(known.statuses.values())
        main = [folder] if folder == self._classes.main else [folder, self._classes.main]
        try:
            answer = worker.run(test_class, main, limit(known), stop=stop, only=only)
        except Lost as lost:
            return str(lost)
        return {
            test: outcome.message
            for test, outcome in answer.outcomes.items()
            if outcome.status == "failed" and (known.passed(test) or test not in known.statuses)
        }


def limit(known: Profile) -> float:
    """Return the time limit in seconds for a test class."""
    return 10 + 5 * known.seconds


def write_classes(compiled: Compilation, folder: Path) -> None:
    """Write class files below a folder."""
    for name, each in compiled.classes.items():
        assert each.data is not None
        file = folder / f"{name.replace('.', '/')}.class"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(each.data)


def changed(edits: Sequence[Edit]) -> tuple[int, int]:
    """Return the range from the first to the last byte that edits change, in the source."""
    return edits[0].start, max(edits[0].start, *(edit.end for edit in edits))


def lines_of(mutant: Mutant) -> set[int]:
    """Return the lines from the start of the innermost statement around the change to the change; 1-based.

    Not only the changed lines: javac gives not every line of a statement an entry of its own. A mutation that reaches beyond
    a member has such lines in each member that it changes.
    """
    if isinstance(mutant.method, Method):
        return set(_lines_in(mutant.method, mutant.mutation.edits))
    found: set[int] = set()
    for member in mutant.source.methods:
        inside = [
            edit for edit in mutant.mutation.edits if member.start <= edit.start and edit.end <= member.end
        ]
        if inside:
            found.update(_lines_in(Method.of(member), inside))
    return found


def _lines_in(method: Method, edits: Sequence[Edit]) -> range:
    first, last = changed(edits)
    start = method.start
    inner: Node | None = method.root
    while inner is not None:
        if is_statement(inner):
            start = inner.start
        inner = next((part for part in inner.children if part.start <= first and last <= part.end), None)
    line = method.source.lines.line
    return range(line(start), line(last) + 1)


def covering(baseline: Baseline, mutant: Mutant) -> list[str]:
    """Return the test classes that execute a line of the mutant, that of the mutated class first, then the quickest."""
    path = mutant.source.path or ""
    lines = {f"{path}:{line}" for line in lines_of(mutant)}
    name = PurePosixPath(path).stem
    found = [test for test, each in baseline.items() if not lines.isdisjoint(each.lines)]

    def order(test: str) -> tuple[int, float, str]:
        own = test.rpartition(".")[2]
        return (0 if own == f"{name}Test" else 1 if own.startswith(name) else 2), baseline[test].seconds, test

    return sorted(found, key=order)
