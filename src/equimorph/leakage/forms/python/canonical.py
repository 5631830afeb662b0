"""The canonical form of a Python text: equal for a function and for what our preserving mutators make of it.

Each rule keeps the behaviour, by what the text itself proves; so the form is a program again, which does what the text does. Two
texts with one form behave alike, up to the names of variables, parameters and of the function itself, annotations and
docstrings, and provided that names which the text does not bind mean the same around both, built-in ones the built-in ones. This
is stricter than the form of Java, whose rules prove nothing.

A text that looks at names, frames, code or docstrings at run time is only written anew.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from itertools import chain, count

from equimorph.leakage.forms.python.loops import without_helpers
from equimorph.leakage.forms.python.names import Names
from equimorph.leakage.forms.python.reading import (
    Definition,
    cut_functions,
    definitions,
    is_method,
    read_tree,
)
from equimorph.leakage.forms.python.rewriting import Rewriting
from equimorph.leakage.forms.python.variables import without_spare

_ROUNDS = 40
"""A function that has not settled by then has no form."""
_OWN = "f"
_SPECIAL = re.compile(r"__\w+__\Z")


@dataclass(frozen=True, slots=True)
class Form:
    """A text in a form.

    Attributes:
        whole: All of it; None if it cannot be read, is too large or too deep, or does not settle.
        members: The outermost functions and methods in it, as if each stood alone; none where that is the whole text.
    """

    whole: bytes | None
    members: tuple[bytes, ...] = ()


def canonical(data: bytes) -> Form:
    """Return the canonical form of a text and of the functions in it."""
    return _form(data, is_settled=True)


def renamed(data: bytes) -> Form:
    """Return a text that parses and has a function, without comments and docstrings and with new names for its variables."""
    return _form(data, is_settled=False)


def _form(data: bytes, *, is_settled: bool) -> Form:
    try:
        tree = read_tree(data)
        if tree is not None:
            return _written(tree, is_settled)
        forms = (_written(part, is_settled).whole for _, part in cut_functions(data))
        return Form(None, tuple(form for form in forms if form is not None))
    except (RecursionError, ValueError):  # too deep, or a number too large to be written with decimal digits
        return Form(None)


def _written(tree: ast.Module, is_settled: bool) -> Form:
    members, methods = list(definitions(tree)), is_method(tree)
    names = Names(tree)
    alone = len(members) == 1 and [part for part in tree.body if part is not members[0]] == []
    settled = [alone or names.is_revealed or _settle(part, is_settled, names) for part in members]
    if is_settled and not names.is_revealed:
        tree.body = Rewriting(names).block(tree.body, frozenset())
    elif not names.is_revealed:
        _without_docstrings(tree)
    if all(isinstance(part, ast.Pass) for part in tree.body):
        return Form(b"")
    whole = None if alone or not all(settled) else _text(tree)
    texts = [_member(part, id(part) in methods, is_settled) for part in members]
    inside = [text for text in texts if text is not None]
    if alone:
        return Form(inside[0] if inside else None)
    return Form(whole, tuple(inside))


def _member(function: Definition, is_method: bool, is_settled: bool) -> bytes | None:
    """Return the form of a function as if it stood alone."""
    if not _settle(function, is_settled):
        return None
    _rename_own(function, is_method)
    return _text(ast.Module([function], [])) if _settle(function, is_settled) else None


def _settle(function: Definition, is_settled: bool, around: Names | None = None) -> bool:
    """Apply the rules to a function in place until nothing changes; return whether that ended.

    The form is canonical if `is_settled`; `around` has the names of the text around the function, where these count.
    """
    if not is_settled:
        names = Names(function, around)
        if not names.is_revealed:
            _without_docstrings(function)
            names.number()
        return True
    before = ""
    for _ in range(_ROUNDS):
        names = Names(function, around)
        if names.is_revealed:
            return True
        names.number()
        now = ast.dump(function)
        if now == before:
            return True
        before = now
        Rewriting(names).function(function, frozenset())
        while without_spare(Names(function, around)) or without_helpers(Names(function, around)):
            pass
    return False


def _rename_own(function: Definition, is_method: bool) -> None:
    """Give a function the name ``f``, also where it calls itself, if nothing else can tell."""
    itself = function.name
    names = Names(function)
    mentions = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == itself]
    attributes = {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute)}
    if names.is_revealed or function.decorator_list or _SPECIAL.match(itself) or itself == _OWN:
        return
    taken = (names.free - {itself}) | {part.places[0].name for part in names.variables} | attributes
    if any(isinstance(node, ast.ClassDef | ast.Global) for node in ast.walk(function)):
        return
    if itself in attributes or (is_method and mentions):
        return  # of a method they may mean another one
    free = [node for node in mentions if names.variable(node) is None]
    if itself in names.free and not all(isinstance(node.ctx, ast.Load) for node in free):
        return
    new = next(part for part in chain([_OWN], (f"{_OWN}{number}" for number in count())) if part not in taken)
    for node in (*free, function):
        setattr(node, "id" if isinstance(node, ast.Name) else "name", new)


def _without_docstrings(tree: ast.AST) -> None:
    for node in ast.walk(tree):
        if (
            isinstance(node, Definition | ast.ClassDef | ast.Module)
            and ast.get_docstring(node, clean=False) is not None
        ):
            node.body = node.body[1:] or [ast.Pass()]


def _text(tree: ast.AST) -> bytes | None:
    """Return a tree as text; None where the text would not be read as this tree."""
    try:
        text = ast.unparse(tree)
        read = ast.parse(text)
    except (ValueError, SyntaxError, MemoryError):
        return None
    return text.encode("utf-8", "surrogatepass") if ast.dump(read) == ast.dump(tree) else None
