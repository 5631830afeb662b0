"""Lists of tests in Defects4J's format, and the removal of listed tests from the sources.

A line ``--- CLASS`` or ``--- CLASS::METHOD`` names a class or a method; lines of a stack trace follow it. The treatment
of the lists follows Defects4J: framework/core/Utils.pm (`get_failing_tests`) and framework/util/rm_broken_tests.pl.
Everything is bytes, and lines end with LF.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from parsers import ParseError

_ENTRY = re.compile(rb"--- ([^:\n\0]+)(?:::([^:\n\0]+))?")
_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_ASSERTION = re.compile(rb"junit.framework.AssertionFailedError")
_JUNIT4 = re.compile(rb"import org\.junit\.Test")
_BACKSLASHES = ((rb'"\\"', b'""'), (rb"'\\'", b"''"))
_LITERAL = re.compile(rb"([\"'])(?:\\(\\\\)*\1|.)*?\1")
_COMMENT = re.compile(rb"//.*")
_CLOSING = re.compile(rb"(.*)}([^}])$")
_PLAIN = re.compile(rb"[^{}\"'\\]+|\\.?", re.DOTALL)
_QUOTED = {
    quote: re.compile(rb"[^\\%b]*(?:\\.[^\\%b]*)*%b" % (quote, quote, quote), re.DOTALL)
    for quote in (b'"', b"'")
}


@dataclass(frozen=True)
class Listed:
    """A list of tests.

    Attributes:
        classes: names of whole classes.
        methods: ``class::method``.
    """

    classes: tuple[str, ...]
    methods: tuple[str, ...]


def listed_tests(data: bytes) -> Listed:
    """Return the tests that a list names, in its order.

    As in Defects4J, the entry behind a stack trace of an assertion that has lines of JUnit only is passed over.
    """
    lines = _LINE.findall(data)
    classes, methods = list[str](), list[str]()
    at = 0
    while at < len(lines):
        entry = _ENTRY.search(lines[at])
        if entry is not None and entry[2] is None:
            classes.append(_text(entry[1]))
        elif entry is not None:
            methods.append(f"{_text(entry[1])}::{_text(entry[2])}")
            at = _behind_assertion(lines, at)
        at += 1
    return Listed(tuple(classes), tuple(methods))


def _behind_assertion(lines: Sequence[bytes], at: int) -> int:
    if at + 1 == len(lines) or not _ASSERTION.search(lines[at + 1]):
        return at
    at += 1
    while at < len(lines) and b"---" not in lines[at] and b"junit." in lines[at]:
        at += 1
    return at


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")


def without_tests(data: bytes, read: Callable[[str], bytes | None], name: str) -> dict[str, bytes]:
    """Take the tests that a list names out of their files, as Defects4J does.

    The body of a method becomes a comment, an empty method is before it. A method that the file does not have, since a
    superclass has it, gets an empty one at the end of the class. Whole classes stay.

    Args:
        data: the list.
        read: returns a file of the folder of tests, by its path relative to that; None if there is none.
        name: Name of the list, for messages.

    Returns:
        The files that change, by path.

    Raises:
        ParseError: the end of a method cannot be found; then Defects4J gives up, too.
    """
    # `sort -u`, in the order of bytes
    entries = sorted({line.removesuffix(b"\n") for line in _LINE.findall(data) if line.startswith(b"---")})
    files: dict[str, bytes] = {}
    parts: dict[str, list[bytes]] = {}
    for entry in (_ENTRY.match(line) for line in entries):
        if entry is None or entry[2] is None:
            continue
        path = _text(entry[1]).replace(".", "/") + ".java"
        if path not in files:
            content = read(path)
            if content is None:
                continue
            files[path], parts[path] = content, _LINE.findall(content)
        try:
            removed = _commented(parts[path], entry[2])
        except ValueError as error:
            raise ParseError(f"{path}: {_text(entry[2])}: {error}", path=name) from None
        is_junit4 = _JUNIT4.search(files[path]) is not None
        parts[path] = _overridden(parts[path], entry[2], is_junit4) if removed is None else removed
    return _changed(files, parts)


def _changed(files: Mapping[str, bytes], parts: Mapping[str, Sequence[bytes]]) -> dict[str, bytes]:
    written = {path: b"".join(parts[path]) for path in files}
    return {path: data for path, data in written.items() if data != files[path]}


def _commented(parts: Sequence[bytes], method: bytes) -> list[bytes] | None:
    """Return the file with the first method of this name as a comment; None if there is none.

    Args:
        parts: Parts of the file: lines, or replacements of lines.
        method: Name of the method.

    Raises:
        ValueError: the end of the method cannot be found.
    """
    head = re.compile(rb"([^/]*)public.+" + re.escape(method) + rb"\(\)")
    for at, part in enumerate(parts):
        match = head.match(part)
        if match is None:
            continue
        empty = match[1] + b"public void " + method + b"() {}\n// Defects4J: flaky method\n"
        first = at
        if at > 0 and b"@Test" in parts[at - 1]:
            first, empty = at - 1, match[1] + b"@Test\n" + empty
        end = first + _length(parts[first:])
        return [*parts[:first], empty, *(b"// " + line for line in parts[first:end]), *parts[end:]]
    return None


def _overridden(parts: Sequence[bytes], method: bytes, is_junit4: bool) -> list[bytes]:
    """Return the file with an empty method before the last brace."""
    empty = b"    public void " + method + b"() {} // Fails in super class\n"
    if is_junit4:
        empty = b"    @Test\n" + empty
    changed = list(parts)
    last = next((at for at in reversed(range(len(parts))) if b"}" in parts[at]), None)
    if last is not None:
        changed[last] = _CLOSING.sub(lambda m: m[1] + b"\n" + empty + b"}" + m[2], parts[last], count=1)
    return changed


def _length(parts: Sequence[bytes]) -> int:
    """Return the number of lines of a method from its head to the brace that closes its body."""
    text = b"".join(_bared(part) for part in parts)
    at, depth = text.find(b"{"), 0
    while 0 <= at < len(text):
        char = text[at : at + 1]
        if char in _QUOTED:
            match = _QUOTED[char].match(text, at + 1)
            if match is None:
                break
            at = match.end()
            continue
        if plain := _PLAIN.match(text, at):
            at = plain.end()
            continue
        at, depth = at + 1, depth + (1 if char == b"{" else -1)
        if depth == 0:
            return text.count(b"\n", 0, at) + 1
    raise ValueError("the end of the method cannot be found")


def _bared(part: bytes) -> bytes:
    """Return a line with its literals emptied, and without the text of its comment."""
    for pattern, empty in _BACKSLASHES:
        part = part.replace(pattern, empty)
    return _COMMENT.sub(b"//", _LITERAL.sub(rb"\1\1", part), count=1)
