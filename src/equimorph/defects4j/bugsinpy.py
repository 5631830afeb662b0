"""The folder of a Python bug in the layout of BugsInPy (https://github.com/soarsmu/BugsInPy).

It has a file ``bug.info`` and mostly ``run_test.sh``, a command for the tests that fail because of the bug; ``bugsinpy-checkout``
writes both with ``bugsinpy_`` before their names. ``project.info`` may name project and bug (``project_name``, ``bug_id``).
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from parsers import ParseError

__all__ = [
    "BUG",
    "BY_UNITTEST",
    "PATCH",
    "PREFIX",
    "PROJECT",
    "RUN",
    "TESTS",
    "info_file",
    "info_of",
    "read_info",
    "tests_of",
]

BUG, PROJECT, RUN, PATCH = "bug.info", "project.info", "run_test.sh", "bug_patch.txt"
BY_UNITTEST = "by_unittest"
"""The property of a checkout whose tests unittest runs."""
PREFIX = "bugsinpy_"
"""Stands before the names of these files in a folder that `bugsinpy-checkout` made."""
TESTS = r"(?:^|/)(?:tests?/|test_[^/]*\.py$|[^/]*_tests?\.py$|conftest\.py$)"
"""A regular expression of the paths of tests, as pytest and unittest find them."""
_ENTRY = re.compile(r"\s*(\w+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|(.*))")
_RUNS = ("pytest", "py.test")
_UNITTEST = "unittest"
_WITH_VALUE = frozenset({"-k", "-m", "-c", "-p", "-o", "-W", "-n", "-e", "--rootdir", "--tb", "--durations"})
"""Options whose value is the next word."""
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")


def info_file(folder: Path, name: str) -> Path | None:
    """Return a file of BugsInPy in a folder, with or without the prefix; None if there is none."""
    places = (folder / f"{PREFIX}{name}", folder / name)
    return next((place for place in places if place.is_file()), None)


def read_info(place: Path | None) -> dict[str, str]:
    """Return the values in ``bug.info`` or ``project.info``; none of a file that is not there.

    Raises:
        OSError: the file cannot be read.
    """
    return {} if place is None else info_of(place.read_bytes())


def info_of(data: bytes) -> dict[str, str]:
    """Return the values in the text of ``bug.info`` or ``project.info``."""
    text = data.decode("utf-8", "surrogateescape")
    matches = (_ENTRY.match(line) for line in text.splitlines())
    return {
        match[1]: next(group for group in match.groups()[1:] if group is not None).strip()
        for match in matches
        if match is not None
    }


def tests_of(folder: Path, info: Mapping[str, str]) -> tuple[tuple[str, ...], bool]:
    """Return the tests that fail because of a bug, and whether unittest alone runs them.

    They have the names that pytest gives them, such as ``tests/test_a.py::TestA::test_b``: what ``run_test.sh`` runs with pytest or
    unittest, or else the test files of the bug.

    Args:
        folder: Folder of the bug.
        info: Values of ``bug.info``.

    Raises:
        ParseError: a line of ``run_test.sh`` is no command of a shell; names the line.
        OSError: the file cannot be read.
    """
    place = info_file(folder, RUN)
    text = "" if place is None else place.read_bytes().decode("utf-8", "surrogateescape")
    tests, by_unittest = dict[str, None](), list[bool]()
    for number, line in enumerate(text.splitlines(), 1):
        try:
            command = shlex.split(line, comments=True)
        except ValueError as error:
            raise ParseError(f"no command of a shell: {error}", path=str(place), line=number) from None
        tests |= dict.fromkeys(_named(folder, command))
        by_unittest += [_UNITTEST in command] * bool(command)
    files = (name.strip() for name in info.get("test_file", "").split(";"))
    is_unittest = bool(by_unittest) and all(by_unittest)
    return tuple(tests) or tuple(name for name in files if name.endswith(".py")), is_unittest


def _named(folder: Path, command: list[str]) -> Iterator[str]:
    """Yield the tests that a command names."""
    words = iter(command)
    is_dotted = _UNITTEST in command
    for word in words:
        if PurePosixPath(word).name in _RUNS or word == _UNITTEST:
            continue
        if word in _WITH_VALUE:
            value = next(words, "")
            is_dotted = is_dotted or value == _UNITTEST
        elif ".py" in word and not word.startswith("-") and _is_test(word):
            yield word.removeprefix("./")
        elif is_dotted and _DOTTED.fullmatch(word) and "python" not in word:
            yield _of_dotted(folder, word)


def _is_test(word: str) -> bool:
    return word.partition("::")[0].endswith(".py")


def _of_dotted(folder: Path, name: str) -> str:
    """Return the name for pytest of a test that unittest calls ``tests.test_a.TestA.test_b``; an unknown name stays."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        path = f"{'/'.join(parts[:end])}.py"
        if (folder / path).is_file():
            return "::".join((path, *parts[end:]))
    return name
