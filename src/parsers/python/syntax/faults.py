"""Faults of a text that edits made of a function: syntax errors, and new texts that do not begin and end at a token boundary."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING

from parsers.errors import ParseError
from parsers.language import Token
from parsers.python.syntax.tokens import NEWLINE
from parsers.python.syntax.tree import compiled

if TYPE_CHECKING:
    from parsers.member import Change
    from parsers.python.syntax.outline import Patch
    from parsers.python.view import PythonView


def fault_of(view: PythonView, mutant: bytes, changes: Sequence[Change]) -> str | None:
    """Return the fault of a mutated function, or None; the arguments are a function and then `Member.fault_of`'s."""
    patches = view.outline.patches(mutant, changes)
    return _error(view, mutant, patches) or _torn(mutant, changes, patches)


def _error(view: PythonView, mutant: bytes, patches: Sequence[Patch]) -> str | None:
    """Return the syntax error of a mutated function; if it does not compile alone, its whole text decides."""
    part = view.outline.pruned(mutant, patches)
    if part is not None and len(part) < len(mutant) * _WORTH and _compiles(view, part):
        return None
    if _compiles(view, mutant):
        return None
    tree = view.parsed.tree
    at = view.start + tree.shift
    text = tree.data[:at] + mutant + tree.data[view.end + tree.shift :]
    try:
        compiled(text.decode())
    except ParseError as error:
        return f"text that does not parse, in {view.name}: {error}"
    return None


_WORTH = 0.8
"""The largest part of a function that is compiled instead of all of it."""


def _compiles(view: PythonView, text: bytes) -> bool:
    """Return whether a text in place of a function compiles alone."""
    margin = view.margin
    try:
        compiled((b"class _:\n" + margin + text if margin else text).decode())
    except ParseError:
        return False
    return True


def _torn(mutant: bytes, changes: Sequence[Change], patches: Sequence[Patch]) -> str | None:
    lines = [line for patch in patches for line in patch.lines]
    tokens = [token for line in lines for token in (*line.tokens, Token(NEWLINE, line.stop, line.end))]
    ends = [token.end for token in tokens]
    for start, _, length in changes:
        for at in (start, start + length):
            first = bisect_left(ends, at)  # the first token that ends there or later
            if first < len(tokens) and tokens[first].start < at < tokens[first].end:
                text = mutant[start : start + length].decode()
                return f"a new text {text!r} that does not begin and end at a token boundary"
    return None
