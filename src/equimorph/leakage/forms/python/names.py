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

from parsers.python.names.reflection import CALLERS, CODE, FRAMES, REFLECTIVE

Role: TypeAlias = Literal["parameter", "store", "other", "load", "delete", "declared"]
"""The use of a name; "other" binds something that is no plain value, such as an import."""

_SPECIAL = re.compile(r"__\w+__\Z")
_PRIVATE = re.compile(r"__\w*[^_\W]_?\Z")
_COUNTING = frozenset({"getrefcount", "get_referrers", "get_referents", "resize"})
_REVEALING = REFLECTIVE | FRAMES | CODE | _COUNTING | {"__annotations__", "get_type_hints"}
_WITH_ARGUMENT = frozenset({"vars", "dir"})
_RUNNING = frozenset({"query", "eval", "evaluate", "sql", "execute", "read_sql", "ols", "format_map"})
"""Functions that may find a local variable by a word of the text that they get."""
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
        """Whether it is a parameter."""
        return bool(self.all("parameter"))

    @property
    def is_plain(self) -> bool:
        """Whether values alone are bound to it, in its own scope, and nothing deletes it."""
        binding = self.all("store", "other", "parameter", "delete", "declared")
        return all(place.scope is self.scope and place.role in ("store", "parameter") for place in binding)


class Names:
    """The names of a function, or of the statements of a module, whose own names are free.

    Attributes:
        variables: Variables, in the order in which they are first bound.
        free: Names that mean something outside.
        is_revealed: Whether the function looks at names, frames, code or docstrings at run time.
    """

    def __init__(self, root: ast.AST) -> None:
        self._places, self._of = list[Place](), dict[int, Variable]()
        self.root, self.free, self._set = root, set[str](), set[str]()
        outside = Scope("outside", None)
        if isinstance(root, ast.Module):
            for statement in root.body:
                self._visit(statement, outside)
        else:
            self._visit(root, outside)
        self.is_revealed = _reveals(root) or _reads_docstring(root)
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
            and name not in self._set
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
            self._place(node.target, "id", "store", _holder(scope))
            self._visit(node.value, scope)
        else:
            self._named(node, scope)
            for child in ast.iter_child_nodes(node):
                self._visit(child, scope)

    def _named(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, ast.Name):
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
            scope.globals.add(node.name.partition(".")[0])  # it keeps the name that it binds
            self.free.add(node.name.partition(".")[0])

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Scope) -> None:
        signature = node.args
        outer = [*signature.defaults, *(part for part in signature.kw_defaults if part is not None)]
        if not isinstance(node, ast.Lambda):
            outer += node.decorator_list
            outer += [
                part for part in (node.returns, *(each.annotation for each in _parameters(signature))) if part
            ]
            if scope.kind != "outside":
                self._place(node, "name", "other", scope)
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

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        if scope.kind != "outside":
            self._place(node, "name", "other", scope)
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
        keywords = {node.arg for node in ast.walk(self.root) if isinstance(node, ast.keyword)}
        recursive = any(
            itself in (getattr(node, "id", ""), getattr(node, "attr", "")) for node in ast.walk(self.root)
        )
        has_class = any(isinstance(node, ast.ClassDef) for node in ast.walk(self.root))
        words = set(_words(self.root))
        only = {
            id(part)
            for node in ast.walk(self.root)
            if isinstance(node, ast.arguments)
            for part in node.kwonlyargs
        }
        for variable in self.variables:
            name, nodes = variable.places[0].name, [place.node for place in variable.places]
            outer = variable.scope.parent is not None and variable.scope.parent.kind == "outside"
            variable.is_kept = (
                bool(_SPECIAL.match(name) or (has_class and _PRIVATE.match(name)))
                or name in words
                or any(id(node) in only for node in nodes)
                or (variable.is_parameter and name in keywords and (recursive or not outer))
                or any(
                    isinstance(node, ast.ClassDef) or getattr(node, "decorator_list", ()) for node in nodes
                )
            )


def _parameters(signature: ast.arguments) -> Iterator[ast.arg]:
    starred = [part for part in (signature.vararg, signature.kwarg) if part is not None]
    yield from (*signature.posonlyargs, *signature.args, *signature.kwonlyargs, *starred)


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


def _words(root: ast.AST) -> Iterator[str]:
    """Yield the words of texts that are handed to a function which may look for local names in them."""
    for call in ast.walk(root):
        if not isinstance(call, ast.Call) or _called(call) not in _RUNNING:
            continue
        for node in ast.walk(call):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from re.findall(r"\w+", node.value)


def _called(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def _reads_docstring(root: ast.AST) -> bool:
    """Return whether a text reads the docstring of something that it defines itself."""
    nodes = list(ast.walk(root))
    itself = {
        node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    read = [node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)]
    holders = (node.value for node in read if node.attr == "__doc__")
    if any({getattr(node, "id", ""), getattr(node, "attr", "")} & itself for node in holders):
        return True
    return any(isinstance(node, ast.Name) and node.id == "__doc__" for node in nodes)


def _reveals(root: ast.AST) -> bool:
    """Return whether a text has a name that shows names, frames, code or docstrings at run time."""
    nodes = list(ast.walk(root))
    harmless = {
        id(node.func)
        for node in nodes
        if isinstance(node, ast.Call) and node.args and getattr(node.func, "id", "") in _WITH_ARGUMENT
    }
    for node in nodes:
        names = [str(getattr(node, name, "")) for name in ("attr", "id")]
        if isinstance(node, ast.alias):
            names += [node.name, *node.name.split(".")]
        result = _REVEALING.intersection(names)
        if result and not (id(node) in harmless or (result <= CALLERS and isinstance(node, ast.Attribute))):
            return True
    return False
