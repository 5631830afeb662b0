"""The variables of a function, each with all places of its name (Python language reference, 4.2), and new names for them.

A name that is free in the function is never given to a variable, so that two functions have one form only if a renaming makes
them equal. Some variables keep their names, since these are seen from outside: classes, decorated functions, parameters that a
call gives by keyword, and all of a function that looks at names at run time.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Literal, TypeAlias

from equimorph.leakage.forms.python.revealing import (
    called_by_keyword,
    is_revealing,
    is_unpacking,
    words_to_run,
)

Role: TypeAlias = Literal["parameter", "store", "other", "load", "delete", "declared"]
"""The use of a name; "other" binds something that is no plain value, such as an import."""

_SPECIAL = re.compile(r"__\w+__\Z")
_PRIVATE = re.compile(r"__\w*[^_\W]_?\Z")
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(eq=False)
class Scope:
    """A block with names of its own."""

    kind: Literal["outside", "function", "class", "comprehension", "generator"]
    parent: Scope | None
    bound: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)


@dataclass(eq=False)
class Place:
    """A place of a name: a field of a node, or one of the names in it."""

    node: ast.AST
    field: str
    role: Role
    scope: Scope
    index: int | None = None

    @property
    def name(self) -> str:
        """The name there."""
        value = getattr(self.node, self.field)
        return str(value if self.index is None else value[self.index])

    def rename(self, name: str) -> None:
        """Put another name there."""
        if self.index is None:
            setattr(self.node, self.field, name)
        else:
            getattr(self.node, self.field)[self.index] = name


@dataclass(eq=False)
class Variable:
    """A variable of a function or comprehension.

    Attributes:
        scope: Scope that binds it.
        places: Places of its name, in the order of the tree.
        is_kept: Whether its name must stay.
    """

    scope: Scope
    places: list[Place] = field(default_factory=list)
    is_kept: bool = False

    def all(self, *roles: Role) -> list[Place]:
        """Return the places with one of some roles."""
        return [place for place in self.places if place.role in roles]

    @property
    def is_parameter(self) -> bool:
        """True for a parameter."""
        return bool(self.all("parameter"))

    @property
    def is_plain(self) -> bool:
        """True for a variable of values alone: all bindings are in its own scope, and nothing deletes it."""
        binding = self.all("store", "other", "parameter", "delete", "declared")
        return all(place.scope is self.scope and place.role in ("store", "parameter") for place in binding)


class Names:
    """The names of a function, or of the statements of a module, whose own names are free.

    Args:
        root: The function or module.
        around: Names of the module around a function, if that is known.

    Attributes:
        variables: Variables, in the order in which they are first bound.
        free: Names that mean something outside.
        is_revealed: Whether the function looks at names, frames, code or docstrings at run time.
    """

    def __init__(self, root: ast.AST, around: Names | None = None) -> None:
        self._places, self._of = list[Place](), dict[int, Variable]()
        self.root, self.free, self._around = root, set[str](), around
        self._set: set[str] = set() if around is None else {*around._set}
        self._keywords: set[str | None] = called_by_keyword(root) if around is None else around._keywords
        self._unpacks: bool = is_unpacking(root) if around is None else around._unpacks
        outside = Scope("outside", None)
        if isinstance(root, ast.Module):
            for statement in root.body:
                self._visit(statement, outside)
        else:
            self._visit(root, outside)
        self.is_revealed = is_revealing(root)
        self._holders = {id(child): node for node in ast.walk(root) for child in ast.iter_child_nodes(node)}
        self.variables = self._resolved()
        self._keep()

    def variable(self, node: ast.AST | None) -> Variable | None:
        """Return the variable that a node names; None for another node, and for a free name."""
        return self._of.get(id(node))

    def is_free(self, node: ast.AST, name: str) -> bool:
        """Return whether a node is a name that means what it means outside, such as a built-in function."""
        return (
            isinstance(node, ast.Name)
            and node.id == name
            and id(node) not in self._of
            and not {name, "*"} & self._set
        )

    def holder(self, node: ast.AST | None) -> ast.AST | None:
        """Return the node around a node."""
        return self._holders.get(id(node))

    def is_evaluated(self, node: ast.AST) -> bool:
        """Return whether annotations at a statement are evaluated: directly in a class or module, and not in a function."""
        above = self.holder(node)
        while above is not None and not isinstance(above, _FUNCTIONS | ast.ClassDef):
            above = self.holder(above)
        return not isinstance(above, _FUNCTIONS)

    def number(self) -> None:
        """Give the variables new names, in the order in which they are bound."""
        if self.is_revealed:
            return
        taken = self.free | {part.places[0].name for part in self.variables if part.is_kept}
        fresh = (name for name in (f"v{number}" for number in count()) if name not in taken)
        for variable in self.variables:
            if not variable.is_kept:
                new = next(fresh)
                for place in variable.places:
                    place.rename(new)

    # -- one kind of node each ------------------------------------------------------------------

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, _FUNCTIONS):
            self._function(node, scope)
        elif isinstance(node, _COMPREHENSIONS):
            self._comprehension(node, scope)
        elif isinstance(node, ast.ClassDef):
            self._class(node, scope)
        elif isinstance(node, ast.NamedExpr):
            _holder(scope).bound.add(node.target.id)
            self._places.append(Place(node.target, "id", "store", scope))
            self._visit(node.value, scope)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _binds_nothing(node):
            self._place(node.target, "id", "load", scope)
            self._visit(node.annotation, scope)
        else:
            self._named(node, scope)
            for child in ast.iter_child_nodes(node):
                self._visit(child, scope)

    def _named(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            self._place(node.target, "id", "load", scope)  # and then a store
        elif isinstance(node, ast.Name):
            roles: dict[type, Role] = {ast.Store: "store", ast.Del: "delete", ast.Load: "load"}
            self._place(node, "id", roles[type(node.ctx)], scope)
        elif isinstance(node, ast.alias):
            self._import(node, scope)
        elif isinstance(node, ast.Global):
            scope.globals.update(node.names)
            self.free.update(node.names)
        elif isinstance(node, ast.Nonlocal):
            scope.nonlocals.update(node.names)
            for at in range(len(node.names)):
                self._place(node, "names", "declared", scope, at)
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name is not None:
            self._place(node, "name", "other", scope)
        elif isinstance(node, ast.MatchMapping) and node.rest is not None:
            self._place(node, "rest", "other", scope)

    def _place(self, node: ast.AST, field: str, role: Role, scope: Scope, index: int | None = None) -> None:
        place = Place(node, field, role, scope, index)
        self._places.append(place)
        if role not in ("load", "declared"):
            scope.bound.add(place.name)

    def _import(self, node: ast.alias, scope: Scope) -> None:
        if node.asname is None and "." not in node.name and node.name != "*":
            node.asname = node.name
        if node.asname is not None:
            self._place(node, "asname", "other", scope)
        else:
            name = node.name.partition(".")[0]  # it keeps the name that it binds, or is a star
            for names in (scope.globals, self.free, self._set):
                names.add(name)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Scope) -> None:
        signature = node.args
        outer = [*signature.defaults, *(part for part in signature.kw_defaults if part is not None)]
        if not isinstance(node, ast.Lambda):
            outer += node.decorator_list
            outer += [
                part for part in (node.returns, *(each.annotation for each in _parameters(signature))) if part
            ]
            self._define(node, scope)
        for part in outer:
            self._visit(part, scope)
        inner = Scope("function", scope)
        for parameter in _parameters(signature):
            self._place(parameter, "arg", "parameter", inner)
        for parameter in getattr(node, "type_params", ()):
            inner.globals.add(parameter.name)
            self.free.add(parameter.name)
        for statement in node.body if isinstance(node.body, list) else [node.body]:
            self._visit(statement, inner)

    def _define(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, scope: Scope) -> None:
        if scope.kind == "outside":
            self._set.add(node.name)
        else:
            self._place(node, "name", "other", scope)

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        self._define(node, scope)
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self._visit(part, scope)
        inner = Scope("class", scope)
        for statement in node.body:
            self._visit(statement, inner)

    def _comprehension(self, node: ast.AST, scope: Scope) -> None:
        inner = Scope("generator" if isinstance(node, ast.GeneratorExp) else "comprehension", scope)
        generators: list[ast.comprehension] = getattr(node, "generators", [])
        for at, generator in enumerate(generators):
            self._visit(generator.iter, inner if at else scope)
            self._visit(generator.target, inner)
            for condition in generator.ifs:
                self._visit(condition, inner)
        for name in ("elt", "key", "value"):
            if (value := getattr(node, name, None)) is not None:
                self._visit(value, inner)

    # -- what they mean ---------------------------------------------------------------------------

    def _resolved(self) -> list[Variable]:
        by_name = dict[tuple[int, str], Variable]()
        for place in self._places:
            scope = _binding(place.scope, place.name)
            if scope is None or scope.kind in ("outside", "class"):
                self.free.add(place.name)
                self._set |= {place.name} if place.role != "load" else set()
                continue
            variable = by_name.setdefault((id(scope), place.name), Variable(scope))
            variable.places.append(place)
            if place.index is None:
                self._of[id(place.node)] = variable

        def first(variable: Variable) -> int:
            return next(
                at for at, place in enumerate(variable.places) if place.role not in ("load", "declared")
            )

        order = {id(place): at for at, place in enumerate(self._places)}
        return sorted(by_name.values(), key=lambda part: order[id(part.places[first(part)])])

    def _keep(self) -> None:
        itself = getattr(self.root, "name", "")
        recursive = self._around is not None or any(
            itself in (getattr(node, "id", ""), getattr(node, "attr", "")) for node in ast.walk(self.root)
        )
        has_class = any(isinstance(node, ast.ClassDef) for node in ast.walk(self.root))
        words = set(words_to_run(self.root))
        signatures = [node for node in ast.walk(self.root) if isinstance(node, ast.arguments)]
        only = {id(part) for signature in signatures for part in signature.kwonlyargs}
        ordinary = {id(part) for signature in signatures for part in signature.args if self._unpacks}
        for variable in self.variables:
            name, nodes = variable.places[0].name, [place.node for place in variable.places]
            outer = variable.scope.parent is not None and variable.scope.parent.kind == "outside"
            variable.is_kept = (
                bool(_SPECIAL.match(name) or (has_class and _PRIVATE.match(name)))
                or name in words
                or any(id(node) in only for node in nodes)
                or (
                    variable.is_parameter
                    and (recursive or not outer)
                    and (name in self._keywords or any(id(node) in ordinary for node in nodes))
                )
                or any(
                    isinstance(node, ast.ClassDef) or getattr(node, "decorator_list", ()) for node in nodes
                )
            )


def _parameters(signature: ast.arguments) -> Iterator[ast.arg]:
    starred = [part for part in (signature.vararg, signature.kwarg) if part is not None]
    yield from (*signature.posonlyargs, *signature.args, *signature.kwonlyargs, *starred)


def _binds_nothing(node: ast.AnnAssign) -> bool:
    """Return whether an annotation is as good as absent: ``(x): int`` does not even make the name a local one."""
    return not node.simple and node.value is None


def _holder(scope: Scope) -> Scope:
    """Return the scope in which ``:=`` binds (PEP 572)."""
    while scope.parent is not None and scope.kind in ("comprehension", "generator"):
        scope = scope.parent
    return scope


def _binding(scope: Scope | None, name: str) -> Scope | None:
    """Return the scope that binds a name which is used in a scope; None for a free name."""
    first = scope
    while scope is not None:
        if name in scope.globals:
            return None
        if name in scope.bound and name not in scope.nonlocals and (scope.kind != "class" or scope is first):
            return scope
        scope = scope.parent
    return None
