"""The canonical form of a Java text: equal for a text and all that our preserving mutators make of it."""

from __future__ import annotations

from equimorph.leakage.forms.canonical import reading, rendering, settling
from equimorph.leakage.forms.canonical.loop_exchange import TooLarge
from parsers.errors import ParseError
from parsers.java.method import Method, methods_of
from parsers.java.syntax.tokens import tokenize
from parsers.source import SourceFile

__all__ = ["canonical", "members"]


def canonical(data: bytes) -> bytes | None:
    """Return a Java text in canonical form; None if it does not parse."""
    source = _source(data)
    if source is None:
        return None
    found, at = list[bytes](), 0
    for method in methods_of(source):
        form = _form(method)
        if form is None:
            return None
        found += [token.text for token in tokenize(data[at : method.start])]
        found.append(form)
        at = method.end
    return b" ".join([*found, *[token.text for token in tokenize(data[at:])]])


def members(data: bytes) -> list[bytes]:
    """Return the canonical forms of the members in a Java text."""
    source = _source(data)
    if source is None:
        return []
    forms = [_form(method) for method in methods_of(source)]
    return [form for form in forms if form is not None]


def _source(data: bytes) -> SourceFile | None:
    try:
        source = SourceFile(data)
        return source if source.parses else None
    except ParseError:
        return None


def _form(method: Method) -> bytes | None:
    if method.untrusted:
        return None
    try:
        term = reading.read(method)
    except TooLarge:
        return None
    settling.settle(term)
    return rendering.rendered(term)
