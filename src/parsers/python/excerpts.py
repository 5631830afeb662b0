"""Python texts that are read as a file and hold little more than one function, such as a method in a class made up around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import libcst as cst

from parsers.excerpt import Excerpt
from parsers.python.parsed import PythonParsed

if TYPE_CHECKING:
    from parsers.source import SourceFile


def excerpt_of(source: SourceFile) -> Excerpt | None:
    """Return a text that is read as a file taken apart; None where it holds more than imports and functions, or a class of them.

    Raises:
        ParseError: it is not Python.
    """
    parsed = PythonParsed.of(source)
    if parsed.kind != "file" or not parsed.methods:
        return None
    body: Sequence[cst.CSTNode] = [node for node in parsed.tree.module.body if not _is_import(node)]
    types = list[str]()
    while len(body) == 1 and isinstance(body[0], cst.ClassDef):
        types.append(body[0].name.value)
        body = body[0].body.body
    if not body or not all(isinstance(node, cst.FunctionDef) for node in body):
        return None
    first, last = parsed.methods[0].start, parsed.methods[-1].end
    line = source.lines.start(source.lines.line(first))
    return Excerpt(imports_of(source), tuple(types), len(body), source.slice(line, last))


def imports_of(source: SourceFile) -> frozenset[str]:
    """Return the import statements at the top level of a file, without blanks.

    Raises:
        ParseError: it is not Python.
    """
    module = PythonParsed.of(source).tree.module
    imports = [node for node in module.body if _is_import(node)]
    return frozenset(
        "".join(module.code_for_node(part).split()).rstrip(";")
        for line in imports
        if isinstance(line, cst.SimpleStatementLine)
        for part in line.body
    )


def types_of(source: SourceFile) -> frozenset[str]:
    """Return the names of the classes at the top level of a file.

    Raises:
        ParseError: it is not Python.
    """
    body = PythonParsed.of(source).tree.module.body
    return frozenset(node.name.value for node in body if isinstance(node, cst.ClassDef))


def _is_import(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.SimpleStatementLine) and all(
        isinstance(part, cst.Import | cst.ImportFrom) for part in node.body
    )
