"""Programs that check, where they run, what is proved about the classes of their expressions."""

from __future__ import annotations

import libcst as cst

from parsers.python.function import Function
from parsers.source import SourceFile

__all__ = ["checked"]

_UNREACHABLE = (
    cst.Annotation,
    cst.BaseString,
    cst.MatchPattern,
    cst.AssignTarget,
    cst.Del,
    cst.AsName,
    cst.Global,
    cst.Nonlocal,
    cst.Import,
    cst.ImportFrom,
    cst.Decorator,
)
"""Nodes in which no expression can be wrapped in a call."""


def checked(text: str) -> tuple[str, int]:
    """Return a module that calls ``PROVED(classes, value)`` for each proved expression, and how many there are."""
    source = SourceFile(text.encode(), language="python")
    edits: list[tuple[int, int, int, str]] = []
    for method in source.methods:
        function = Function.of(method)
        if not function.untrusted:
            for node in _values(function):
                kinds = function.types.kinds(node)
                if kinds is None or isinstance(node, cst.GeneratorExp):
                    continue
                start, end = function.outer(node)
                gap = " " if source.data[start - 1 : start].isalnum() else ""
                edits.append((start, 1, start - end, f"{gap}PROVED({' '.join(sorted(kinds))!r}, "))
                edits.append((end, 0, end - start, ")"))
    parts, at = [], 0
    for offset, _, _, new in sorted(edits):
        parts += [source.data[at:offset].decode(), new]
        at = offset
    return "".join([*parts, source.data[at:].decode()]), len(edits) // 2


def _values(function: Function) -> list[cst.BaseExpression]:
    targets = {
        id(node.target)
        for node in function.nodes
        if isinstance(node, cst.For | cst.CompFor | cst.NamedExpr | cst.AugAssign | cst.AnnAssign)
    }
    found: list[cst.BaseExpression] = []
    stack: list[cst.CSTNode] = list(function.node.body.children)
    while stack:
        node = stack.pop()
        if isinstance(node, _UNREACHABLE) or id(node) in targets:
            continue
        if isinstance(node, cst.BaseExpression) and not isinstance(node, cst.StarredElement):
            found.append(node)
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            stack.append(node.body)
        elif isinstance(node, cst.Attribute | cst.Arg):
            stack.append(node.value)
        elif isinstance(node, cst.Lambda):
            stack.append(node.body)
        else:
            stack += node.children
    return found
