"""The scopes that Python's own compiler finds, held against ours (module `symtable` of the standard library)."""

from __future__ import annotations

import re
import symtable
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import libcst as cst

from parsers.python.names.occurrences import normalised

if TYPE_CHECKING:
    from parsers.python.function import Function
    from parsers.python.names.bindings import Scope
    from parsers.python.parsed import PythonParsed

_NO_ANNOTATIONS = re.compile(rb"\bfrom\s+__future__\s+import\b[^;\n]*\(?[\s\w,#]*\bannotations\b")
_Place = Literal["local", "free", "global"]
_View = tuple[str, str, frozenset[tuple[str, _Place]]]
"""A scope as both sides see it: its kind, its name, and where each name in it is bound."""
_IMPLICIT = frozenset(
    {".0", "__class__", "__classdict__", ".defaults", ".kwdefaults", ".generic_base", ".type_params"}
)


class SymbolTables:
    """The symbol tables of a text.

    Args:
        parsed: the text.
    """

    def __init__(self, parsed: PythonParsed) -> None:
        self._parsed = parsed

    @cached_property
    def _by_line(self) -> dict[tuple[str, int], list[symtable.SymbolTable]]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            top = symtable.symtable(self._parsed.tree.data.decode(), "<text>", "exec")
        found: dict[tuple[str, int], list[symtable.SymbolTable]] = {}
        stack = [top]
        while stack:
            table = stack.pop()
            found.setdefault((table.get_name(), table.get_lineno()), []).append(table)
            stack += table.get_children()
        return found

    @cached_property
    def annotations_are_text(self) -> bool:
        """Whether annotations are not evaluated, so that the names in them are in no table (PEP 563)."""
        return _NO_ANNOTATIONS.search(self._parsed.tree.data) is not None

    def outside(self, name: str, line: int) -> list[symtable.SymbolTable]:
        """Return the tables of a name, such as "lambda", on a 1-based line."""
        return self._by_line.get((name, line), [])

    def of(self, name: str, line: int) -> symtable.SymbolTable | None:
        """Return the table of a function by its name and the 1-based line of ``def`` or of its first decorator; None if unclear."""
        found = self._by_line.get((name, line), [])
        return found[0] if len(found) == 1 else None


def disagreement(function: Function) -> str | None:
    """Return why the scopes of a function are not certain, None where Python's compiler finds the same."""
    tree = function.parsed.tree
    lines = [
        _line(tree.data, function.start_of(node) + tree.shift)
        for node in (function.node, *function.node.decorators)
    ]
    tables = [
        table
        for line in lines
        if (table := function.parsed.symbols.of(normalised(function.node.name.value), line))
    ]
    if not tables:
        return "its scopes are not found in Python's symbol table"
    theirs, ours = Counter(_theirs(tables[0])), Counter[_View]()
    for scope, view in _ours(function):
        own = (scope, *scope.around)
        if any(one.kind == "function" and one.node is function.node for one in own):
            ours[view] += 1
            continue
        # In a decorator, a default or an annotation: outside of the function's own table.
        line = _line(tree.data, function.start_of(own[-2].node) + tree.shift)
        outside = function.parsed.symbols.outside(_name(own[-2]), line)
        if not any(view in _theirs(table) for table in outside):
            return "its scopes are not those of Python's symbol table"
    return None if ours == theirs else "its scopes are not those of Python's symbol table"


def _line(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1


def _theirs(table: symtable.SymbolTable) -> Iterator[_View]:
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


def _ours(function: Function) -> Iterator[tuple[Scope, _View]]:
    scopes, no_annotations = function.scopes, function.parsed.symbols.annotations_are_text
    by_scope: dict[Scope, set[tuple[str, _Place]]] = {scope: set() for scope in scopes.all}
    for scope, places in by_scope.items():
        # A walrus in a comprehension binds here without an occurrence.
        own = scope.bound - scope.global_ - scope.nonlocal_
        places.update((_mangled(name, scope, function), "local") for name in own)
        places.update((_mangled(name, scope, function), "global") for name in scope.bound & scope.global_)
        places.update((_mangled(name, scope, function), "free") for name in _bound_outside(scope))
    for one in scopes.occurrences:
        if one.scope not in by_scope or one.access == "declare":
            continue
        if no_annotations and one.role == "annotation" and one.access == "read":
            continue
        variable = scopes.variable_of(one.node)
        if variable is None and one.node.value == "__class__":
            continue  # the cell that Python adds (3.3.3.6)
        place: _Place = "global" if variable is None else "local" if variable.scope is one.scope else "free"
        by_scope[one.scope].add((_mangled(normalised(one.node.value), one.scope, function), place))
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


def _mangled(name: str, scope: Scope, function: Function) -> str:
    """Return a private name as the class around it has it (Python language reference, 6.2.1)."""
    if not name.startswith("__") or name.endswith("__"):
        return name
    classes = [one.node for one in (scope, *scope.around) if one.kind == "class"]
    owner = classes[0] if classes else function.owners[-1] if function.owners else None
    if isinstance(owner, cst.ClassDef):
        stripped = owner.name.value.lstrip("_")
        return f"_{stripped}{name}" if stripped else name
    return name
