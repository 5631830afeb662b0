"""The indentation of a member in its file, for a language in which it is part of what a text says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsers.language import Token, find_language
from parsers.source import SourceFile

_LINE = re.compile(rb"(?:\A|(?<=[\r\n]))[ \t]*(?=\S)")


def placed_member(patched: SourceFile, head: bytes, tail: bytes) -> bytes:
    """Return a patched member as it has to be indented between two texts.

    A model may give a method with the indentation of its class, without it, or with the first line alone not indented.
    The text is taken as it is if it fits, else with all its lines moved; lines within strings stay.

    Args:
        patched: The member.
        head, tail: Text before and behind it; the head ends with the indentation of the member's first line.
    """
    margin = head[len(head.rstrip(b" \t")) :]
    data = patched.data
    if not margin:
        return data
    tokens = find_language(patched.language).tokenize(data)
    starts = list(_line_starts(data, tokens))
    own = data[starts[0][0] : starts[0][1]] if starts else b""
    code = [(start, end) for start, end in starts if data[end : end + 1] != b"#"]
    if own:
        if any(not data[start:end].startswith(own) for start, end in starts):
            return data
        dedented = _moved(data, starts, len(own), b"")
        return _moved(dedented, _starts_of(dedented, patched.language), 0, margin)[len(margin) :]
    if all(data[start:end].startswith(margin) for start, end in code[1:]) and _fits(
        patched, head, data, tail
    ):
        return data
    shifted = _moved(data, starts, 0, margin)[len(margin) :]
    return shifted if _fits(patched, head, shifted, tail) else data


def _fits(patched: SourceFile, head: bytes, data: bytes, tail: bytes) -> bool:
    return SourceFile(head + data + tail, language=patched.language).parses


def _starts_of(data: bytes, language: str) -> list[tuple[int, int]]:
    return list(_line_starts(data, find_language(language).tokenize(data)))


def _line_starts(data: bytes, tokens: list[Token]) -> Iterator[tuple[int, int]]:
    """Yield the blanks at the starts of lines with a token, as byte ranges, those within a token left out."""
    at = 0
    for found in _LINE.finditer(data):
        while at < len(tokens) and tokens[at].end <= found.start():
            at += 1
        if at == len(tokens) or not tokens[at].start < found.start() < tokens[at].end:
            yield found.span()


def _moved(data: bytes, starts: list[tuple[int, int]], less: int, more: bytes) -> bytes:
    """Return a text with the indentation of some lines changed."""
    found, at = [], 0
    for start, _ in starts:
        found += [data[at:start], more]
        at = start + less
    return b"".join((*found, data[at:]))
