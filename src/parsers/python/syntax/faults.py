"""Faults of a text that edits made of a function: syntax errors, and new texts that do not begin and end at a token boundary."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING

from parsers.errors import ParseError
from parsers.python.syntax.tokens import tokenize
from parsers.python.syntax.tree import compiled

if TYPE_CHECKING:
    from parsers.member import Change
    from parsers.python.view import PythonView


def fault_of(view: PythonView, mutant: bytes, changes: Sequence[Change]) -> str | None:
    """Return the fault of a mutated function, or None; the arguments are a function and then `Member.fault_of`'s."""
    return _error(view, mutant) or _torn(mutant, changes)


def _error(view: PythonView, mutant: bytes) -> str | None:
    """Return the syntax error of a mutated function; if it does not compile alone, its whole text decides."""
    data, start = view.source.data, view.start
    line = data.rfind(b"\n", 0, start) + 1
    margin = data[line:start] if data[line:start].isspace() else b""
    try:
        compiled((b"class _:\n" + margin + mutant if margin else mutant).decode())
    except ParseError:
        tree = view.parsed.tree
        at = start + tree.shift
        text = tree.data[:at] + mutant + tree.data[view.end + tree.shift :]
        try:
            compiled(text.decode())
        except ParseError as error:
            return f"text that does not parse, in {view.name}: {error}"
    return None


def _torn(mutant: bytes, changes: Sequence[Change]) -> str | None:
    tokens = tokenize(mutant)
    ends = [token.end for token in tokens]
    for start, _, length in changes:
        for at in (start, start + length):
            first = bisect_left(ends, at)  # the first token that ends there or later
            if first < len(tokens) and tokens[first].start < at < tokens[first].end:
                text = mutant[start : start + length].decode()
                return f"a new text {text!r} that does not begin and end at a token boundary"
    return None
