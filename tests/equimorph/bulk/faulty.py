"""A mutator as somebody might plug it in, that does to its process what the name of a method says; and rows that do so."""

from __future__ import annotations

import ctypes
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random

from equimorph.bulk.job import Record, Report, Work
from equimorph.runs.extras import MissingPackage
from mutators.base import Mutator
from mutators.java.match import JavaMatch
from mutators.model import Edit
from parsers.java.method import Method
from parsers.oracles.jdk import JdkNotFound

__all__ = ["ENTRY", "Faulty", "behind", "echo"]

ENTRY = "[equimorph.mutators]\nfaulty = tests.equimorph.bulk.faulty:Faulty\n"


def suffer(name: str) -> None:
    """What a row or method of the name does."""
    if "segfault" in name:
        ctypes.string_at(0)
    if "exits" in name:
        os._exit(3)
    if "hangs" in name:
        while True:
            # As in a function in C: no Python code runs, and nothing can be raised.
            re.match(r"(a*)*b", "a" * 40)
    if "works" in name:
        until = time.process_time() + 0.6
        while time.process_time() < until:
            pass
    if "sleeps" in name:
        time.sleep(100)
    if "raises" in name:
        raise KeyError(name)
    if "lacks" in name:
        raise MissingPackage("lacks needs a package: pip install it")
    if "wants" in name:
        raise JdkNotFound("wants a JDK")
    if "greedy" in name:
        bytes(1 << 40)
    if "prints" in name:
        print("among the frames", flush=True)
    if found := re.search(r"once_(\w+)", name):
        flag = Path(os.environ["FAULTY_FOLDER"], found[1])
        if not flag.exists():
            flag.touch()
            os._exit(4)


def echo(options: Mapping[str, object]) -> Work:
    """Rows that come out as they went in, twice."""
    if options.get("broken"):
        raise ValueError("no such work")
    if options.get("lacking"):
        raise MissingPackage("pip install it")

    def made(record: Record, report: Report) -> Iterator[bytes]:
        yield record.data
        if b"half" in record.data:
            report("half of it")
        if b"big" in record.data:
            yield b"x" * (3 << 20) + b"\n"
        suffer(record.data.decode())
        if b"bad" in record.data:
            raise OSError(2, "not there", "file")
        yield record.data

    return made


def behind(options: Mapping[str, object], shared: Path) -> Work:
    """Rows behind the first line of the shared file."""
    first = shared.read_bytes().splitlines()[0]

    def made(record: Record, report: Report) -> Iterator[bytes]:
        time.sleep(float(str(options.get("seconds", 0))))
        suffer(record.data.decode())
        yield first + record.data

    return made


class Faulty(Mutator):
    """Puts a blank before the last brace of each method."""

    name = "faulty"
    language = "java"
    relation = "preserving"
    by_default = False
    examples = ()

    def matches(self, method: Method) -> Iterator[JavaMatch]:
        yield _Suffering(method, method.root)


class _Suffering(JavaMatch):
    def obstacle(self) -> str | None:
        suffer(self.method.name)
        return None

    def edits(self, rng: Random) -> Iterable[Edit]:
        return [Edit(self.end - 1, "}", " }")]
