"""Readers of the nodes of Java and Python that are not mere sequences, for the data flow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from equimorph.metrics.flow_walk import NoFlow, Readers, Step, Walk
from equimorph.metrics.trees import Grammar

_BRANCHES = frozenset({"elif_clause", "else_clause"})


def _generators_first(walk: Walk, node: int) -> None:
    """Read the loops of a comprehension, then what it collects."""
    tree = walk.tree
    loops_first: list[int] = sorted(
        tree.children(node), key=lambda child: tree.name(child) != "for_in_clause"
    )
    walk.then(loops_first)


def _declarator(walk: Walk, node: int) -> None:
    """Read ``a = b`` of a declaration or of a parameter, or ``a`` alone."""
    name, value = walk.child(node, "name"), walk.tree.child(node, "value")
    if value is not None:
        walk.then([value, partial(walk.bind, name, value, "comesFrom")])
        return
    for place in walk.variables(name):
        walk.set(place, "comesFrom", ())


def _java_assignment(walk: Walk, node: int) -> None:
    target, value = walk.child(node, "left"), walk.child(node, "right")
    walk.then([value, partial(walk.bind, target, value, "computedFrom")])


def _update(walk: Walk, node: int) -> None:
    walk.bind(node, node, "computedFrom")


def _java_if(walk: Walk, node: int) -> None:
    """Read an ``if``; the word ``else`` is a branch of its own that does nothing, so that the state before it flows on."""
    tree = walk.tree
    children = tree.children(node)
    names = [tree.name(child) for child in children]
    cut = next((at for at, name in enumerate(names) if name in ("if_statement", "else")), len(children))
    walk.fork(children[:cut], children[cut:], complete=any("else" in name for name in names))


def _java_for(walk: Walk, node: int) -> None:
    """Read a ``for`` with a declaration, and all but the declaration again; without one, all once."""
    tree = walk.tree
    children = tree.children(node)
    names = [tree.name(child) for child in children]
    again = names.index("local_variable_declaration") + 1 if "local_variable_declaration" in names else None
    walk.loop(children + children[again:] if again is not None else children)


def _enhanced_for(walk: Walk, node: int) -> None:
    name, value, body = (walk.child(node, field) for field in ("name", "value", "body"))
    walk.loop([value, partial(walk.bind, name, value, "computedFrom"), body] * 2)


def _while(walk: Walk, node: int) -> None:
    walk.loop(walk.tree.children(node) * 2)


def _python_assignment(walk: Walk, node: int) -> None:
    """Read ``a = b``; an annotation alone is nothing."""
    right = walk.tree.child(node, "right")
    if right is not None:
        walk.then(_assigned(walk, _pairs(walk, walk.child(node, "left"), right)))


def _generator(walk: Walk, node: int) -> None:
    """Read ``for a in b`` of a comprehension."""
    walk.then(_assigned(walk, [(walk.child(node, "left"), walk.tree.children(node)[-1])]))


def _python_for(walk: Walk, node: int) -> None:
    """Read the loop twice; what follows the body, such as ``else``, takes the body's place, and is not read."""
    steps = _assigned(walk, _pairs(walk, walk.child(node, "left"), walk.child(node, "right")))
    last = walk.tree.children(node)[-1]
    if walk.tree.name(last) == "block":
        steps.append(last)
    walk.loop(steps * 2)


def _python_if(walk: Walk, node: int) -> None:
    tree = walk.tree
    children = tree.children(node)
    names = [tree.name(child) for child in children]
    branches = [child for child, name in zip(children, names, strict=True) if name in _BRANCHES]
    straight = [child for child, name in zip(children, names, strict=True) if name not in _BRANCHES]
    walk.fork(straight, branches, complete=any("else" in name for name in names))


def _pairs(walk: Walk, left: int, right: int) -> list[tuple[int, int]]:
    """Return the bindings: part by part if both sides have the same number of parts, else the whole to the whole.

    Raises:
        NoFlow: these are parts of a string, which have no places.
    """
    tree = walk.tree
    sides = [[part for part in tree.parts(side) if tree.name(part) != ","] for side in (left, right)]
    if not sides[0] or len(sides[0]) != len(sides[1]):
        return [(left, right)]
    if tree.kinds[left] in tree.grammar.atoms or tree.kinds[right] in tree.grammar.atoms:
        raise NoFlow
    return list(zip(*sides, strict=True))


def _assigned(walk: Walk, pairs: Sequence[tuple[int, int]]) -> list[Step]:
    """Return the steps that read the values, then bind the targets to them."""
    return [
        *(value for _, value in pairs),
        *(partial(walk.bind_at_once, target, value) for target, value in pairs),
    ]


_READERS: dict[str, dict[str, Callable[[Walk, int], None]]] = {
    "java": {
        "variable_declarator": _declarator,
        "assignment_expression": _java_assignment,
        "update_expression": _update,
        "if_statement": _java_if,
        "for_statement": _java_for,
        "enhanced_for_statement": _enhanced_for,
        "while_statement": _while,
    },
    "python": {
        **{f"{kind}_comprehension": _generators_first for kind in ("list", "set", "dictionary")},
        "generator_expression": _generators_first,
        "ERROR": _generators_first,
        "default_parameter": _declarator,
        "assignment": _python_assignment,
        "augmented_assignment": _python_assignment,
        "for_in_clause": _generator,
        "if_statement": _python_if,
        "for_statement": _python_for,
        "while_statement": _while,
    },
}
"""Readers of the nodes that are not mere sequences, by language and type."""


@cache
def readers(grammar: Grammar) -> Readers:
    """Return the readers of nodes, by the number of their type."""
    by_name = _READERS[grammar.lang]
    return {kind: by_name[name] for kind, name in grammar.names.items() if name in by_name}
