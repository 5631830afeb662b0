"""Texts that libcst cannot read although Python can, made readable: form feeds before a line's first token, and deep nesting.

A form feed in the indentation of a line starts the line's column anew (Python language reference, 2.1.8); libcst does
not give it back. Deep nesting exhausts the recursion of libcst and of code that walks its trees, so a deeply nested
statement is hidden: an empty tuple of the same extent takes its place.
"""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from parsers.python.syntax.spans import Spans
from parsers.python.syntax.tokens import tokenize

_FORM_FEED = re.compile(rb"(?:^|(?<=[\r\n]))[ \t\f]*\f")
_NOT_LINE_END = re.compile(rb"[^\r\n]")
_Cut = tuple[int, int]
"""A byte range of the text that was left out."""


def without_form_feeds(data: bytes) -> tuple[bytes, list[_Cut]]:
    """Return a text without form feeds in indentation and the text before them in the line, and the ranges left out."""
    cuts, end = list[_Cut](), 0
    for start, after in [*((token.start, token.end) for token in tokenize(data)), (len(data), len(data))]:
        cuts += [(m.start(), m.end()) for m in _FORM_FEED.finditer(data, end, start)]
        end = after
    kept, at = [], 0
    for start, after in cuts:
        kept.append(data[at:start])
        at = after
    return b"".join([*kept, data[at:]]), cuts


def moved(spans: Spans, cuts: Sequence[_Cut]) -> Spans:
    """Return byte ranges in a text with ranges left out, converted to ranges in the whole text."""
    if not cuts:
        return spans
    lengths = [0, *accumulate(end - start for start, end in cuts)]
    places = [start - before for (start, _), before in zip(cuts, lengths, strict=False)]
    found: Spans = {}
    for node, (start, end) in spans.items():
        first = start + lengths[bisect_right(places, start)]
        last = end + lengths[bisect_left(places, end)]
        found[node] = (first, max(first, last))
    return found


_SHORT = 50
"""Bytes of a string whose parts are not counted."""


def hide(text: str, depth: int) -> tuple[bytes, list[_Cut]]:
    """Return a text that compiles with the statements hidden that are nested deeper than a bound, and their byte ranges.

    Of a function the body is hidden, if that is enough. Statements of modules and classes are looked at one by one.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the text, such as an invalid escape
        tree = ast.parse(text)
    data = text.encode()
    starts = [0, *(m.end() for m in re.finditer(rb"\r\n|\n|\r", data))]
    hidden = list[_Cut]()
    for first, last in _too_deep(tree.body, text, depth):
        start = starts[first.lineno - 1] + first.col_offset
        decorators: list[ast.expr] = getattr(first, "decorator_list", [])
        if decorators:
            at = starts[decorators[0].lineno - 1] + decorators[0].col_offset
            start = data.rindex(b"@", 0, at)
        assert last.end_lineno is not None
        assert last.end_col_offset is not None
        hidden.append((start, starts[last.end_lineno - 1] + last.end_col_offset))
    for start, end in hidden:
        inner = _NOT_LINE_END.sub(b" ", data[start + 1 : end - 1])
        data = data[:start] + b"(" + inner + b")" + data[end:]
    return data, hidden


def _too_deep(statements: Sequence[ast.stmt], text: str, depth: int) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    """Yield the first and the last of statements to hide."""
    for statement in statements:
        if _depth([statement], text) <= depth:
            continue
        if isinstance(statement, ast.ClassDef):
            heads: list[ast.AST] = [*statement.bases, *statement.keywords, *statement.decorator_list]
            if _depth(heads, text) <= depth:
                yield from _too_deep(statement.body, text, depth)
                continue
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            heads = [one for one in ast.iter_child_nodes(statement) if one not in statement.body]
            if _depth(heads, text) <= depth:
                yield statement.body[0], statement.body[-1]
                continue
        yield statement, statement


def _depth(roots: Sequence[ast.AST], text: str) -> int:
    """Return the depth of trees; libcst nests the parts of a string, and the operands of ``and``, where `ast` has a list."""
    deepest, stack = 0, [(root, 1) for root in roots]
    while stack:
        node, depth = stack.pop()
        if isinstance(node, ast.BoolOp):
            depth += len(node.values)
        elif isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        ):
            depth += _parts(node, text)
        deepest = max(deepest, depth)
        stack += [(child, depth + 1) for child in ast.iter_child_nodes(node)]
    return deepest


def _parts(node: ast.expr, text: str) -> int:
    """Return the number of tokens of a string, about none for a short one."""
    assert node.end_col_offset is not None
    if node.end_lineno == node.lineno and node.end_col_offset - node.col_offset < _SHORT:
        return 0
    segment = ast.get_source_segment(text, node)
    return len(tokenize(segment.encode())) if segment is not None else 0
