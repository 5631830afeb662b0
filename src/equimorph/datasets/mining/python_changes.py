"""Changes of Python files, in which comments and docstrings do not count, but the depth of blocks does."""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_right
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from equimorph.datasets.mining.changes import FilePair, Piece
from equimorph.leakage.forms.python.texts import code_tokens
from equimorph.patches.diffs import Change, patch_changes, split_lines
from equimorph.patches.pairing import Pairing
from parsers.python.syntax.tokens import DEDENT, INDENT, tokenize

_LINE_END = re.compile(rb"\r\n|\n|\r")
"""An end of a line of Python, where a patch knows line feeds alone."""
_Line = tuple[int, tuple[bytes, ...]]
"""The depth of the block of a line, and its tokens; a line within a logical one has the depth of that."""


class PythonCode:
    """A text and its lines without comments and docstrings.

    Args:
        data: the text, UTF-8.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    def lines(self) -> list[_Line]:
        """The lines as a patch counts them; a token of several lines is on each of them."""
        starts = [0, *accumulate(len(line) + 1 for line in self.data.split(b"\n"))]
        kept = {(token.start, token.end) for token in code_tokens(self.data)}
        words: list[list[bytes]] = [[] for _ in starts]
        depths, depth = [0] * len(starts), 0
        for token in tokenize(self.data):
            depth += (token.text == INDENT) - (token.text == DEDENT)
            if (token.start, token.end) in kept:
                first, last = (bisect_right(starts, at) - 1 for at in (token.start, token.end - 1))
                for line in range(first, last + 1):
                    words[line].append(token.text)
                    depths[line] = depth
        return [(depth if tokens else 0, tuple(tokens)) for depth, tokens in zip(depths, words, strict=True)]

    def on(self, start: int, end: int) -> list[_Line]:
        """Return some lines, from 0, without lines that have no token."""
        return [line for line in self.lines[start:end] if line[1]]


def same_python(buggy: PythonCode, fixed: PythonCode) -> bool:
    """Return whether two texts differ only in comments, docstrings, blanks and the width of their indentation, if at all."""
    return buggy.data == fixed.data or _words(buggy) == _words(fixed)


def python_changes(
    buggy: PythonCode, fixed: PythonCode, lines: Iterable[Change] | None = None
) -> Iterator[Change]:
    """Yield the changes from one text to another, line by line, in which a token or the depth of a block changes."""
    if lines is None:
        lines = patch_changes(split_lines(buggy.data), split_lines(fixed.data))
    for change in lines:
        if buggy.on(change.start, change.end) != fixed.on(change.new_start, change.new_end):
            yield change


@dataclass(frozen=True)
class PythonPair(FilePair):
    """A Python file before and after a commit."""

    @cached_property
    def code(self) -> list[Change]:
        """The changes of its code, line by line."""
        return list(python_changes(PythonCode(self.buggy.data), PythonCode(self.fixed.data), self.lines))

    @cached_property
    def package(self) -> str:
        """The path of the file before the commit, which names its module."""
        return self.old_path.decode("utf-8", "replace")

    def methods(self) -> Iterator[Piece]:
        """Yield the functions and methods whose code changes, in order, as `FilePair.methods` does."""
        for old, new in Pairing(self.buggy, self.fixed).changed():
            sides = PythonCode(old.data), PythonCode(new.data)
            if changes := tuple(python_changes(*sides)):
                line = self.buggy.data.count(b"\n", 0, old.start) + 1
                yield Piece(old.name, line, old.text, new.text, changes)

    def types(self) -> Iterator[Piece]:
        """Yield the classes of the module whose code changes, in order."""
        before, after = (_classes(source.data) for source in (self.buggy, self.fixed))
        for name, (line, buggy) in before.items():
            if name in after:
                fixed = after[name][1]
                if changes := tuple(python_changes(PythonCode(buggy), PythonCode(fixed))):
                    yield Piece(name, line, buggy.decode(), fixed.decode(), changes)


def _words(code: PythonCode) -> list[_Line]:
    """Return the tokens of a text with their depths, wherever its lines end within logical ones."""
    return [(depth, (word,)) for depth, words in code.lines for word in words]


def _classes(data: bytes) -> dict[str, tuple[int, bytes]]:
    """Return the classes of a module by name, each with its first line and its text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(data.decode("utf-8-sig"))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return {}
    starts = [
        len(BOM_UTF8) if data.startswith(BOM_UTF8) else 0,
        *(end.end() for end in _LINE_END.finditer(data)),
    ]
    result = dict[str, tuple[int, bytes]]()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            first = starts[min([node.lineno, *(part.lineno for part in node.decorator_list)]) - 1]
            last = [*starts[1:], len(data)][(node.end_lineno or node.lineno) - 1]
            result[node.name] = data.count(b"\n", 0, first) + 1, data[first:last].rstrip(b"\r\n")
    return result
