"""The rules about variables: a second name for a value, and a variable that nothing reads, go away."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from equimorph.leakage.forms.python.names import Names, Variable


def without_spare(names: Names) -> bool:
    """Remove second and unread variables of a function in place; return whether one was removed."""
    for body in blocks(names.root):
        for at, statement in enumerate(body):
            if not (isinstance(statement, ast.Assign) and len(statement.targets) == 1):
                continue
            variable = names.variable(statement.targets[0])
            if variable is None or variable.is_kept or not variable.is_plain:
                continue
            if _is_unread(variable) and isinstance(statement.value, ast.Constant):
                _remove(body, at)
                return True
            first = names.variable(statement.value)
            if (
                first is not None
                and _is_second(variable, first, body[at + 1 :])
                and _is_bound(first, statement, names)
            ):
                for place in variable.all("load"):
                    place.rename(first.places[0].name)
                _remove(body, at)
                return True
    return False


def blocks(root: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of statements in a function or module, except directly in a class."""
    for node in ast.walk(root):
        if not isinstance(node, ast.ClassDef):
            yield from filter(None, bodies(node))


def bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of a statement, also empty ones."""
    for field in ("body", "orelse", "finalbody"):
        body = getattr(node, field, None)
        if isinstance(body, list):
            yield body


def _remove(body: list[ast.stmt], at: int) -> None:
    del body[at]
    body += [] if body else [ast.Pass()]


def _is_unread(variable: Variable) -> bool:
    return not variable.all("load") and not variable.is_parameter and variable.scope.kind == "function"


def _is_second(second: Variable, first: Variable, rest: list[ast.stmt]) -> bool:
    """Return whether a variable has the value of another one wherever it is read, after its only binding ``second = first``.

    `rest` has the statements behind that binding, in its block.
    """
    if second is first or second.scope is not first.scope or len(second.all("store", "parameter")) != 1:
        return False
    if not first.is_plain or (
        first.is_kept and any(place.scope is not first.scope for place in second.places)
    ):
        return False  # in another scope a name that stays may mean something else
    inside = {id(node) for statement in rest for node in ast.walk(statement)}
    reads = second.all("load")
    if not all(id(place.node) in inside for place in reads):
        return False
    if any(id(place.node) in inside for place in first.all("store")):
        return False
    fixed = first.is_parameter and not first.all("store")
    return fixed or all(_runs_at_once(place.scope, second) for place in reads)


def _is_bound(variable: Variable, statement: ast.AST, names: Names) -> bool:
    """Return whether a variable certainly has a value before a statement: a parameter, or bound before or around it."""
    if variable.is_parameter:
        return True
    binding = {id(_binding(place.node, names)) for place in variable.all("store")}
    below: ast.AST | None = statement
    while below is not None and (above := names.holder(below)) is not None:
        for body in bodies(above):
            at = next((at for at, part in enumerate(body) if part is below), 0)
            if any(id(part) in binding and isinstance(part, _ASSIGNMENTS) for part in body[:at]):
                return True
        if isinstance(above, _FRAMES) and id(above) in binding and any(part is below for part in above.body):
            return True
        below = None if isinstance(above, ast.FunctionDef | ast.AsyncFunctionDef) else above
    return False


_ASSIGNMENTS = ast.Assign | ast.AugAssign
_FRAMES = ast.For | ast.AsyncFor | ast.With | ast.AsyncWith


def _binding(node: ast.AST, names: Names) -> ast.AST | None:
    """Return the statement that binds a name, where the name is a target of it or in one."""
    above = names.holder(node)
    while isinstance(above, ast.Tuple | ast.List | ast.Starred | ast.withitem):
        above = names.holder(above)
    return above


def _runs_at_once(scope: object, variable: Variable) -> bool:
    """Return whether a read is in the variable's own scope, or in comprehensions within, and not in what may run later."""
    while scope is not variable.scope:
        if getattr(scope, "kind", "") != "comprehension":
            return False
        scope = getattr(scope, "parent", None)
    return True
