"""The child process of an oracle."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from parsers.oracles.child import ChildProcess


def lines(stream: IO[bytes], put: Callable[[bytes], None]) -> None:
    for line in stream:
        put(line)
    put(b"")


def python(code: str, folder: Path | None = None) -> ChildProcess[bytes]:
    return ChildProcess([sys.executable, "-u", "-c", code], lines, os.environ, folder)


def test_answers_come_in_order_and_the_last_one_says_that_there_are_no_more() -> None:
    child = python("print(input()); print(2)")
    child.send(b"1\n")
    assert [child.answer(30) for _ in range(3)] == [b"1\n", b"2\n", b""]
    assert child.wait(30) == 0
    child.stop()


def test_what_it_prints_on_standard_error_is_kept_to_the_end() -> None:
    child = python("import sys; sys.stderr.write('x' * 100_000 + 'end')")
    assert child.answer(30) == b""
    printed = child.printed()
    assert printed.endswith("xend")
    assert len(printed) == 4000
    child.stop()


def test_it_ends_with_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "scratch"
    folder.mkdir()
    child = python("import time; print(); time.sleep(1000)", folder)
    assert child.answer(30) == b"\n"
    assert child.is_alive
    child.stop()
    assert not child.is_alive
    assert not folder.exists()


def test_a_program_that_does_not_start_leaves_no_folder(tmp_path: Path) -> None:
    folder = tmp_path / "scratch"
    folder.mkdir()
    with pytest.raises(FileNotFoundError):
        ChildProcess([str(tmp_path / "nothing")], lines, os.environ, folder)
    assert not folder.exists()
