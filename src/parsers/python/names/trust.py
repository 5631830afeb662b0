"""Whether the facts about a function can be relied on.

Not where it may see or set its own names at run time (`distrust`), nor where Python's own compiler finds other scopes
(`disagreement`).
"""

from __future__ import annotations

import symtable
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import libcst as cst

from parsers.python.names.occurrences import normalised
from parsers.python.names.reflection import CODE, FRAMES, REFLECTIVE

if TYPE_CHECKING:
    from parsers.python.names.bindings import Scope
    from parsers.python.names.scopes import Scopes
    from parsers.python.view import PythonView

__all__ = ["disagreement", "distrust"]

TOO_DEEP = "it is nested too deeply"
MOST = 250
"""The maximum depth of a function's nodes: its facts are computed by recursion."""
_Place = Literal["local", "free", "global"]
_Entry = tuple[str, str, frozenset[tuple[str, _Place]]]
"""A scope as both sides see it: its kind, its name, and where each name in it is bound."""
_IMPLICIT = frozenset(
    {".0", "__class__", "__classdict__", ".defaults", ".kwdefaults", ".generic_base", ".type_params"}
)


def distrust(view: PythonView) -> str | None:
    """Return why no fact about a function can be relied on whatever its scopes are, or None.

    That is so if it names what sees or sets names at run time, reaches for frames or code objects, has a type parameter, or if its
    module lets others do so under another name.
    """
    tree = view.parsed.tree
    for start, end in tree.hidden:
        if start - tree.shift < view.end and view.start < end - tree.shift:
            line = tree.data.count(b"\n", 0, start) + 1 - tree.is_wrapped
            return f"{TOO_DEEP}, at line {line}"
    if view.depth > MOST:
        return TOO_DEEP
    for name in view.all(cst.Name):
        word = normalised(name.value)
        if word in REFLECTIVE:
            return f"it uses {name.value}, which sees or sets names at run time"
        if word in FRAMES or word in CODE:
            return f"it uses {name.value}, which shows the names or the code of a function"
    if view.all(cst.TypeParameters):
        return "it has type parameters"
    return view.parsed.names.exposed


def disagreement(view: PythonView, scopes: Scopes) -> str | None:
    """Return why the scopes of a function are not certain, None where Python's compiler finds the same."""
    tree = view.parsed.tree
    lines = [
        _line(tree.data, view.start_of(node) + tree.shift) for node in (view.node, *view.node.decorators)
    ]
    tables = [
        table for line in lines if (table := view.parsed.symbols.of(normalised(view.node.name.value), line))
    ]
    if not tables:
        return "its scopes are not found in Python's symbol table"
    theirs, ours = Counter(_theirs(tables[0])), Counter[_Entry]()
    for scope, entry in _ours(view, scopes):
        own = (scope, *scope.around)
        if any(one.kind == "function" and one.node is view.node for one in own):
            ours[entry] += 1
            continue
        # In a decorator, a default or an annotation: outside of the function's own table.
        line = _line(tree.data, view.start_of(own[-2].node) + tree.shift)
        outside = view.parsed.symbols.outside(_name(own[-2]), line)
        if not any(entry in _theirs(table) for table in outside):
            return "its scopes are not those of Python's symbol table"
    return None if ours == theirs else "its scopes are not those of Python's symbol table"


def _line(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1


def _theirs(table: symtable.SymbolTable) -> Iterator[_Entry]:
    stack = [table]
    while stack:
        one = stack.pop()
        if one.get_type() in ("function", "class"):
            places = frozenset(_places(one))
            yield _kind(one), one.get_name(), places
        stack += one.get_children()


def _kind(table: symtable.SymbolTable) -> str:
    if table.get_type() == "class":
        return "class"
    return {
        "lambda": "lambda",
        "genexpr": "comprehension",
        "listcomp": "comprehension",
        "setcomp": "comprehension",
        "dictcomp": "comprehension",
    }.get(table.get_name(), "function")


def _places(table: symtable.SymbolTable) -> Iterator[tuple[str, _Place]]:
    for symbol in table.get_symbols():
        name = symbol.get_name()
        used = symbol.is_referenced() or symbol.is_assigned() or symbol.is_parameter() or symbol.is_imported()
        if name in _IMPLICIT or not (used or symbol.is_local()):
            continue  # free only because a scope in it uses it
        if symbol.is_free():
            yield name, "free"
        elif symbol.is_global():
            yield name, "global"
        else:
            yield name, "local"


def _ours(view: PythonView, scopes: Scopes) -> Iterator[tuple[Scope, _Entry]]:
    no_annotations = view.parsed.symbols.annotations_are_text
    by_scope: dict[Scope, set[tuple[str, _Place]]] = {scope: set() for scope in scopes.all}
    for scope, places in by_scope.items():
        # A walrus in a comprehension binds here without an occurrence.
        own = scope.bound - scope.global_ - scope.nonlocal_
        places.update((_mangled(name, scope, view), "local") for name in own)
        places.update((_mangled(name, scope, view), "global") for name in scope.bound & scope.global_)
        places.update((_mangled(name, scope, view), "free") for name in _bound_outside(scope))
    for one in scopes.occurrences:
        if one.scope not in by_scope or one.access == "declare":
            continue
        if no_annotations and one.role == "annotation" and one.access == "read":
            continue
        variable = scopes.variable_of(one.node)
        if variable is None and one.node.value == "__class__":
            continue  # the cell that Python adds (3.3.3.6)
        place: _Place = "global" if variable is None else "local" if variable.scope is one.scope else "free"
        by_scope[one.scope].add((_mangled(normalised(one.node.value), one.scope, view), place))
    for scope, places in by_scope.items():
        if scope.kind != "annotation":
            yield scope, (scope.kind, _name(scope), frozenset(places))


def _bound_outside(scope: Scope) -> set[str]:
    """Return the names that a scope binds for one around it; not of a comprehension, whose occurrences show it."""
    return set() if scope.kind == "comprehension" else scope.bound & scope.nonlocal_


def _name(scope: Scope) -> str:
    node = scope.node
    if isinstance(node, cst.FunctionDef | cst.ClassDef):
        return normalised(node.name.value)
    names = {
        cst.Lambda: "lambda",
        cst.ListComp: "listcomp",
        cst.SetComp: "setcomp",
        cst.DictComp: "dictcomp",
        cst.GeneratorExp: "genexpr",
    }
    return names[type(node)]


def _mangled(name: str, scope: Scope, view: PythonView) -> str:
    """Return a private name as the class around it has it (Python language reference, 6.2.1)."""
    if not name.startswith("__") or name.endswith("__"):
        return name
    classes = [one.node for one in (scope, *scope.around) if one.kind == "class"]
    owner = classes[0] if classes else view.owners[-1] if view.owners else None
    if isinstance(owner, cst.ClassDef):
        stripped = owner.name.value.lstrip("_")
        return f"_{stripped}{name}" if stripped else name
    return name
