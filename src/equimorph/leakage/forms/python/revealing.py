"""The uses of its own names and docstrings that a text has at run time; these names and docstrings stay."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from parsers.python.names.reflection import CALLERS, CODE, FRAMES, REFLECTIVE

_COUNTING = frozenset({"getrefcount", "get_referrers", "get_referents", "resize"})
_SIGNATURES = frozenset(
    {"__annotations__", "get_type_hints", "get_annotations", "from_callable", "getargspec"}
)
_REVEALING = REFLECTIVE | FRAMES | CODE | _COUNTING | _SIGNATURES | {"exec_"}
_BUILTINS = "builtins"
_WITH_ARGUMENT = frozenset({"vars", "dir"})
_RUNNING = frozenset(
    {
        *("query", "eval", "evaluate", "sql", "execute", "read_sql", "format_map"),
        *("ols", "dmatrix", "dmatrices", "from_formula"),
    }
)
"""Functions that may find a local variable by a word of the text that they get."""
_NAMES = frozenset({"__name__", "__qualname__"})
_DOCSTRING, _GETTERS = "__doc__", frozenset({"__doc__", "getdoc"})
_DEFINITIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def is_revealing(root: ast.AST) -> bool:
    """Return whether a text looks at names, frames, code or its own docstrings at run time."""
    return _reflects(root) or _reads_definitions(root)


def called_by_keyword(root: ast.AST) -> set[str | None]:
    """Return the names that calls give to arguments."""
    return {node.arg for node in ast.walk(root) if isinstance(node, ast.keyword)}


def is_unpacking(root: ast.AST) -> bool:
    """Return whether a call with ``**`` may be one of a function in the text, whose parameters it then names."""
    nodes = list(ast.walk(root))
    itself = getattr(root, "args", None)
    signature = {id(node) for node in ast.walk(itself)} if isinstance(itself, ast.arguments) else set[int]()
    definitions = {node.name for node in nodes if isinstance(node, _DEFINITIONS)}
    local_names = definitions | {
        *(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)),
        *(node.arg for node in nodes if isinstance(node, ast.arg) and id(node) not in signature),
    }
    for call in nodes:
        if isinstance(call, ast.Call) and any(part.arg is None for part in call.keywords):
            candidates = definitions if isinstance(call.func, ast.Attribute) else local_names
            if not isinstance(call.func, ast.Attribute | ast.Name) or _name(call.func) in candidates:
                return True
    return False


def words_to_run(root: ast.AST) -> Iterator[str]:
    """Yield the words of texts that are handed to a function which may look for local names in them."""
    for call in ast.walk(root):
        if not isinstance(call, ast.Call) or _name(call.func) not in _RUNNING:
            continue
        for node in ast.walk(call):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from re.findall(r"\w+", node.value)


def _name(node: ast.AST) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _reads_definitions(root: ast.AST) -> bool:
    """Return whether a text reads the name of a function in it, or a docstring in it."""
    nodes = list(ast.walk(root))
    definitions = [node for node in nodes if isinstance(node, _DEFINITIONS)]
    functions = {node.name for node in definitions if not isinstance(node, ast.ClassDef)}
    itself = {node.name for node in definitions}
    for node in nodes:
        holder, attribute = _read(node)
        if holder is not None and _name(holder) in (functions if attribute in _NAMES else itself):
            return True
    if any(isinstance(node, ast.Name) and node.id == _DOCSTRING for node in nodes):
        return True
    inner = (part for part in definitions if part is not root)
    return any(_mentions_docstring(node) for node in nodes) and any(
        ast.get_docstring(part, clean=False) is not None for part in inner
    )


def _read(node: ast.AST) -> tuple[ast.AST | None, str]:
    """Return the object whose name or docstring an expression reads, and which of these."""
    holder, attribute = None, ""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        holder, attribute = node.value, node.attr
    elif isinstance(node, ast.Call) and _name(node.func) == "getattr" and len(node.args) > 1:
        holder, attribute = node.args[0], str(getattr(node.args[1], "value", ""))
    return (holder, attribute) if attribute in _NAMES | {_DOCSTRING} else (None, "")


def _mentions_docstring(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
        return False
    return _name(node) in _GETTERS or (isinstance(node, ast.Constant) and node.value == _DOCSTRING)


def _reflects(root: ast.AST) -> bool:
    """Return whether a text has a name that shows names, frames or code at run time."""
    nodes = list(ast.walk(root))
    harmless = {id(node.func) for node in nodes if isinstance(node, ast.Call) and _has_object(node)}
    for node in nodes:
        names = [str(getattr(node, name, "")) for name in ("attr", "id")]
        if isinstance(node, ast.alias):
            names += [node.name, *node.name.split(".")]
            if node.name == _BUILTINS and node.asname not in (None, _BUILTINS):
                return True
        result = _REVEALING.intersection(names)
        other = isinstance(node, ast.Attribute) and _name(node.value) != _BUILTINS and result <= CALLERS
        if result and not (id(node) in harmless or other):
            return True
    return False


def _has_object(call: ast.Call) -> bool:
    """Return whether a call of `vars` or `dir` certainly has an argument."""
    has_first = bool(call.args) and not isinstance(call.args[0], ast.Starred)
    return has_first and getattr(call.func, "id", "") in _WITH_ARGUMENT
