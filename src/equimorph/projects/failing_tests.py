r"""Tests that fail, as Defects4J lists them in ``failing_tests``: a line ``--- class::method`` each, then a stack trace.

The `detail` decides whether two failures are the same (RobustNPR, section 3.4.2). For an exception it is type and
place: class and method of the topmost frame whose class is in the source folder, since mutants move lines. For an
assertion it is type and message, in which hashes of objects, addresses and paths of temporary files are masked.

A line ``+++ assertion TYPE`` or ``+++ exception TYPE`` may be before the trace: what knows the class of what was thrown writes
it, as the bundled driver does. Without it an assertion is known by its name.

Names that javac makes up do not count: ``lambda$read$0`` is ``read``, ``Parser$1`` is ``Parser$*``, because a mutant or a patch may
add another lambda or anonymous class before it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from equimorph.projects.outcome import FailingTest

_TEST = re.compile(r"--- ([^\s:]+::\S.*?|broken test input .*)[ \t]*")
_CLASS = re.compile(r"--- ([\w$.]+)[ \t]*")
_KIND = re.compile(r"\+\+\+ (assertion|exception) ([\w$.]+)")
_THROWN = re.compile(r"[\w$]+(?:\.[\w$]+)+(?::.*)?|\+\+\+ (?:assertion|exception) .*")
_FRAME = re.compile(r"\s+at (?:[^\s(/]*/)*([^\s(/]+)\.([^\s.(]+)\(([^()]*)\)")
_MORE = re.compile(r"\s+\.\.\. \d+ (?:more|common frames omitted)|\s*(?:Caused by|Suppressed): .*")
_TYPE = re.compile(r"[\w$]+(?:\.[\w$]+)*")
_ASSERTIONS = (
    "AssertionError",
    "AssertionFailedError",
    "ComparisonFailure",
    "MultipleFailuresError",
    "WithFacts",
)
"""The ends of the names of AssertionError and of its usual subclasses in JUnit 3 to 5, opentest4j, AssertJ and Truth."""
_HANGS = ("org.junit.runners.model.TestTimedOutException",)
"""Exceptions that may occur at any place."""
_OVERFLOWS = ("java.lang.StackOverflowError", "RecursionError")


class Frame(NamedTuple):
    """A line of a stack trace.

    Attributes:
        type: the binary name of the class, such as ``a.b.Parser$1``.
        method: its name in the class file.
        file: the name of the source file; None if the class file has none.
        line: 1-based; None if it is not known.
    """

    type: str
    method: str
    file: str | None
    line: int | None


@dataclass(frozen=True)
class Entry:
    """A test that fails, as it is listed.

    Attributes:
        test: ``package.Class::method``, or the class alone if it cannot be loaded.
        type: Type of the exception; empty if no stack trace follows.
        message: Message of the exception, which may have several lines; None if it has none.
        frames: Frames of the stack trace, the topmost first, followed by the frames of a cause.
        kind: "assertion" or "exception", if the list says it.
    """

    test: str
    type: str
    message: str | None
    frames: tuple[Frame, ...]
    kind: str | None = None

    @property
    def is_assertion(self) -> bool:
        """Whether an AssertionError was thrown, or a subclass of it; only a usual one where `kind` is not known."""
        if self.kind is not None:
            return self.kind == "assertion"
        return self.type.rpartition(".")[2].endswith(_ASSERTIONS)


@dataclass(frozen=True)
class Places:
    """The compared parts of a stack trace and of a message.

    Attributes:
        is_source: Whether a path, such as ``a/b/Parser.java``, belongs to a file in the source folder.
        folders: Paths that differ from run to run, such as the copy of the checkout.
        line: Name of a line in a source file, given the path and the line; None if lines do not count.
    """

    is_source: Callable[[str], bool]
    folders: tuple[str, ...] = ()
    line: Callable[[str, int], str] | None = None


def read_entries(data: bytes) -> list[Entry]:
    """Read a list of tests that fail, in its order; bytes that are not UTF-8 are kept as escapes."""
    text = data.decode("utf-8", "backslashreplace").replace("\r\n", "\n").replace("\r", "\n")
    entries: list[tuple[str, list[str]]] = []
    lines = [*text.split("\n"), ""]
    has_kinds = len(lines) > 1 and _KIND.fullmatch(lines[1]) is not None
    for line, after in pairwise(lines):
        head = _TEST.fullmatch(line)
        if head is None and (not after or _THROWN.fullmatch(after)):
            head = _CLASS.fullmatch(line)  # else it is of a message that has a diff
        if head is not None and not (has_kinds and _KIND.fullmatch(after) is None):
            entries.append((head[1], []))
        elif entries:
            entries[-1][1].append(line)
    return [_entry(test, lines) for test, lines in entries]


def listed(test: str) -> str:
    """Return the name of a test in the list, which has no spaces."""
    return re.sub(r"\s", "_", test)


def failing_tests(entries: Iterable[Entry], places: Places) -> frozenset[FailingTest]:
    """Return the parts of failing tests that count as behaviour."""
    return frozenset(
        FailingTest(entry.test, "assertion", _value(entry, places))
        if entry.is_assertion
        else FailingTest(entry.test, "exception", _thrown(entry, places))
        for entry in entries
    )


def _entry(test: str, lines: list[str]) -> Entry:
    while lines and not lines[-1].strip():
        lines.pop()
    kind = _KIND.fullmatch(lines[0]) if lines else None
    if kind is not None:
        lines = lines[1:]
    head = next(
        (n for n, line in enumerate(lines) if _FRAME.fullmatch(line) or _MORE.fullmatch(line)), len(lines)
    )
    first, *more = lines[:head] or [""]
    type_match = _TYPE.match(first)
    type = type_match[0] if type_match and first[type_match.end() :][:1] in ("", ":") else ""
    if kind is not None and type != kind[2]:
        type, first = kind[2], f"{kind[2]}: {first}"  # its toString is its own
    rest = first[len(type) :]
    message = "\n".join([rest.removeprefix(": ") if type else rest, *more])
    return Entry(
        test, type, message if rest or more else None, tuple(_frames(lines[head:])), kind and kind[1]
    )


def _frames(lines: Iterable[str]) -> Iterator[Frame]:
    for line in lines:
        if match := _FRAME.fullmatch(line):
            file, _, number = match[3].partition(":")
            is_file = file.endswith((".java", ".kt", ".groovy", ".scala", ".py"))
            yield Frame(
                match[1], match[2], file if is_file else None, int(number) if number.isdecimal() else None
            )


def _value(entry: Entry, places: Places) -> str:
    type = _class(entry.type)
    return type if entry.message is None else f"{type}: {_masked(entry.message, places.folders)}"


_HASH = re.compile(r"(?<=[\w\]$;>)])@[0-9a-f]{1,16}\b")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{8,16}\b")
_LAMBDA = re.compile(r"\$\$Lambda(?:\$\d+)?(?:/(?:0x)?[0-9a-fA-F]+)?")
_TEMPORARY = re.compile(r"(?:/private)?(?:/tmp|/var/tmp|/var/folders)/[^\s'\"<>\[\](),;:]+")


def _masked(message: str, folders: Iterable[str]) -> str:
    """Return a message without what differs from run to run."""
    for folder in sorted(folders, key=len, reverse=True):
        message = message.replace(folder, "<folder>")
    message = _TEMPORARY.sub("<temporary>", message)
    message = _LAMBDA.sub("$$Lambda", message)
    return _ADDRESS.sub("<address>", _HASH.sub("@<hash>", message))


def _thrown(entry: Entry, places: Places) -> str:
    """Return type and place of an exception; the message is no part of it."""
    type = _class(entry.type) or "unknown"
    if type in _HANGS:
        return type
    frame = _overflowing(entry, places) if type in _OVERFLOWS else _topmost(entry, places)
    if frame is None:
        return type
    place = f"{_class(frame.type)}.{_method(frame.method)}"
    path = _path(frame)
    if (
        places.line is not None
        and frame.line is not None
        and type not in _OVERFLOWS
        and places.is_source(path)
    ):
        place += f":{places.line(path, frame.line)}"
    return f"{type} at {place}"


def _topmost(entry: Entry, places: Places) -> Frame | None:
    """Return the topmost frame in the source folder; if there is none, the topmost of all."""
    candidates = (frame for frame in entry.frames if places.is_source(_path(frame)))
    return next(candidates, next(iter(entry.frames), None))


def _overflowing(entry: Entry, places: Places) -> Frame | None:
    """Return a frame of the recursion, wherever the stack ended the same one: the first by name among its methods."""
    frames = [frame for frame in entry.frames if places.is_source(_path(frame))] or list(entry.frames)
    counts = Counter((_class(frame.type), _method(frame.method)) for frame in frames)
    often = max(counts.values(), default=0) / 2
    named = ((_class(frame.type), _method(frame.method), frame) for frame in frames)
    return min(
        (candidate for candidate in named if counts[candidate[:2]] >= often), default=(None, None, None)
    )[2]


def _path(frame: Frame) -> str:
    """Return the path of the file of a class, relative to the folder of its sources."""
    package, _, name = frame.type.rpartition(".")
    file = frame.file or f"{name.partition('$')[0] or name}.java"
    return f"{package.replace('.', '/')}/{file}".lstrip("/")


def _class(type: str) -> str:
    return re.sub(r"\$\d+(?=[A-Za-z_])", "$", re.sub(r"\$\d+(?=\$|$)", "$*", _LAMBDA.sub("$$Lambda", type)))


_MADE_UP = re.compile(r"lambda\$(.+?)\$(?:\d+|[0-9a-f]{8,}\$\d+)|(access)\$\d+")
_INITIALISERS = {"new": "<init>", "static": "<clinit>"}


def _method(name: str) -> str:
    match = _MADE_UP.fullmatch(name)
    if match is None:
        return name
    outer = match[1] or f"{match[2]}$*"
    return _INITIALISERS.get(outer, outer)
