"""The rules about loops: over a range they count by hand, and `enumerate` with an unused counter is removed.

The conditions are the same as in `mutators.python.loop_exchange`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import count, takewhile

from equimorph.leakage.forms.python.names import Names, Variable
from equimorph.leakage.forms.python.proofs import Proofs
from equimorph.leakage.forms.python.variables import blocks, bodies


def without_helpers(names: Names) -> bool:
    """Rewrite one loop over a range or with a spare counter in place; return whether there was one."""
    proofs = Proofs(names)
    for body in blocks(names.root):
        for at, loop in enumerate(body):
            if not isinstance(loop, ast.For):
                continue
            if _is_spare(loop, names):
                _uncount(loop)
                return True
            if (counter := _counter(loop, names, proofs)) is not None:
                body[at : at + 1] = _counted(loop, counter, names)
                return True
    return False


def _is_spare(loop: ast.For, names: Names) -> bool:
    call, target = loop.iter, loop.target
    if not isinstance(call, ast.Call) or not isinstance(target, ast.Tuple) or len(target.elts) != 2:
        return False
    plain = len(call.args) == 1 and not call.keywords and not isinstance(call.args[0], ast.Starred)
    first = names.variable(target.elts[0])
    if (
        not plain
        or first is None
        or len(first.places) != 1
        or first.is_kept
        or first.scope.kind != "function"
    ):
        return False
    kept = (names.variable(node) for node in ast.walk(target))
    return names.is_free(call.func, "enumerate") and not any(
        place.role != "load" and place.node is not node and _is_in(place.node, loop.body)
        for element in kept
        for node in ast.walk(target)
        for place in (element.places if element is not None and element is names.variable(node) else ())
    )


def _uncount(loop: ast.For) -> None:
    assert isinstance(loop.iter, ast.Call)
    assert isinstance(loop.target, ast.Tuple)
    loop.iter, loop.target = loop.iter.args[0], loop.target.elts[1]


def _is_in(node: ast.AST, body: list[ast.stmt]) -> bool:
    return any(element is node for statement in body for element in ast.walk(statement))


def _arguments(loop: ast.For) -> tuple[ast.expr, ast.expr, int] | None:
    """Return the start, the stop and the step of a range; None where the step is no literal other than 0."""
    call = loop.iter
    if not isinstance(call, ast.Call) or call.keywords or not 1 <= len(call.args) <= 3:
        return None
    start, stop = (ast.Constant(0), call.args[0]) if len(call.args) == 1 else call.args[:2]
    try:
        step = ast.literal_eval(call.args[2]) if len(call.args) == 3 else 1
    except (ValueError, TypeError):
        return None
    return (start, stop, step) if type(step) is int and step else None


def _counter(loop: ast.For, names: Names, proofs: Proofs) -> Variable | None:
    """Return the variable of a loop over a range that may count by hand."""
    counter, signature = names.variable(loop.target), _arguments(loop)
    if counter is None or signature is None or not names.is_free(getattr(loop.iter, "func", loop), "range"):
        return None
    start, stop, _ = signature
    if not (proofs.is_int(start) and proofs.is_int(stop)) or not isinstance(start, ast.Constant | ast.Name):
        return None
    if isinstance(start, ast.Name) and not proofs.commute(start, stop, ()):
        return None
    itself = {id(node) for node in ast.walk(loop.iter)}
    if counter.is_kept or not counter.is_plain or counter.scope.kind != "function":
        return None
    if any(
        id(place.node) in itself or place.scope is not counter.scope
        for place in counter.places
        if place.node is not loop.target
    ):
        return None
    if any(_is_in(place.node, loop.body) for place in counter.all("store")):
        return None
    if not all(_is_behind_binding(place.node, loop, counter, names) for place in counter.all("load")):
        return None
    return None if any(_leaves_guard(jump, loop, names) for jump in _continues(loop.body)) else counter


def _is_behind_binding(read: ast.AST, loop: ast.For, counter: Variable, names: Names) -> bool:
    """Return whether a read never has the last value of the loop: a binding is right before it, or it is in a loop's body."""

    def is_other(statement: ast.stmt) -> bool:
        return not _is_in(loop, [statement])

    for place in counter.all("store"):
        holder = names.holder(place.node)
        above = names.holder(holder)
        if isinstance(holder, ast.For) and holder.target is place.node:
            rest = holder.body
        elif isinstance(holder, ast.Assign) and above is not None:
            rest = next((body[body.index(holder) + 1 :] for body in bodies(above) if holder in body), [])
        else:
            continue
        if _is_in(read, [*takewhile(is_other, rest)]):
            return True
    return False


def _continues(body: list[ast.stmt]) -> Iterator[ast.Continue]:
    for node in body:
        if isinstance(node, ast.Continue):
            yield node
        elif isinstance(node, ast.For | ast.AsyncFor | ast.While):
            yield from _continues(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            parts = [
                *bodies(node),
                *(part.body for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ()))),
            ]
            for part in parts:
                yield from _continues(part)


def _leaves_guard(jump: ast.AST, loop: ast.For, names: Names) -> bool:
    above = names.holder(jump)
    while above is not None and above is not loop:
        if isinstance(above, ast.Try | ast.TryStar | ast.With | ast.AsyncWith):
            return True
        above = names.holder(above)
    return False


def _counted(loop: ast.For, counter: Variable, names: Names) -> list[ast.stmt]:
    signature = _arguments(loop)
    assert signature is not None
    start, stop, step = signature
    name, written = counter.places[0].name, list[ast.stmt]()
    if not isinstance(stop, ast.Constant):
        taken = names.free | {place.name for element in names.variables for place in element.places}
        helper = next(new for new in (f"v{number}" for number in count()) if new not in taken)
        written.append(_assignment(helper, stop))
        stop = ast.Name(helper, ast.Load())
    written.append(_assignment(name, start))
    test = ast.Compare(ast.Name(name, ast.Load()), [ast.Lt() if step > 0 else ast.Gt()], [stop])

    def advance() -> ast.stmt:
        return ast.AugAssign(
            ast.Name(name, ast.Store()), ast.Add() if step > 0 else ast.Sub(), ast.Constant(abs(step))
        )

    for jump in list(_continues(loop.body)):
        body = next(element for element in blocks(loop) if any(each is jump for each in element))
        body.insert(next(at for at, each in enumerate(body) if each is jump), advance())
    return [*written, ast.While(test, [*loop.body, advance()], loop.orelse)]


def _assignment(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value, lineno=0)
