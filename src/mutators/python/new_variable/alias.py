"""A second variable with the value of a first one, placed so that it can take over the reads (LR 4.2.2, 6.2.1, 7.2).

Control enters a block of statements only at its start. So in the rest of a block behind ``y = x``, both name the same object as
long as nothing there binds one of them again. No analysis of the flow is needed, since the place is right behind what binds ``x``.

An object may live longer by a second name. It does not here: nothing binds the first name to another object before the second one
follows it, and both end with the call. Only what counts references could see the second name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import libcst as cst

from mutators.model import Edit
from mutators.python.tools import declaring
from parsers.python.function import Function
from parsers.python.names.bindings import Occurrence, Variable

_COUNTING = frozenset({"getrefcount", "get_referrers", "get_referents", "resize"})
"""Functions that see how many names an object has; an array of numpy with two is not resized in place."""


@dataclass(frozen=True)
class Alias:
    """The place of the second variable, and the reads that it takes over.

    Attributes:
        anchor: the statement before which it is set.
        uses: the reads.
    """

    anchor: cst.CSTNode
    uses: tuple[Occurrence, ...]

    def edits(self, function: Function, old: str, new: str) -> list[Edit]:
        """Return the insertion, and the reads renamed; one that is where the insertion is becomes one edit with it."""
        insertion = declaring.before(function, self.anchor, f"{new} = {old}")
        renamed = [Edit(function.start_of(use.node), use.node.value, new) for use in self.uses]
        if any(edit.start == insertion.start for edit in renamed):
            first = next(edit for edit in renamed if edit.start == insertion.start)
            renamed.remove(first)
            insertion = Edit(first.start, first.old, insertion.new + first.new)
        return [insertion, *renamed]


def plan(function: Function, variable: Variable) -> Alias | str:
    """Return a plan for a second variable to take over later reads of a variable, or the reason why none can."""
    if function.scopes.identifiers & _COUNTING:
        return "it counts references"
    reason = _rebound(variable)
    if reason is not None:
        return reason
    anchor = _parameter_anchor(function, variable) if variable.is_parameter else _anchor(function, variable)
    if isinstance(anchor, str):
        return anchor
    uses = reads_behind(function, variable, anchor)
    return Alias(anchor, uses) if uses else "no later use can move"


def _rebound(variable: Variable) -> str | None:
    """Return why the variable may have another value later, or may let go of its value, or None."""
    if variable.scope.kind != "function":
        return "it is no variable of a function's body"
    if variable.deletes:
        return "it is deleted"
    writes = [one for one in variable.writes if one.role != "parameter"]
    if len(writes) > (0 if variable.is_parameter else 1):
        return "it is written more than once"
    if writes and writes[0].scope is not variable.scope:
        return "a nested function writes it"
    if writes and (writes[0].role != "name" or writes[0].updates):
        return "it is no plain variable"
    return None


def reads_behind(function: Function, variable: Variable, anchor: cst.CSTNode) -> tuple[Occurrence, ...]:
    """Return the reads of a variable from a statement to the end of the statement's block that another name can take over."""
    start, end = declaring.start_of(function, anchor), _end_of_block(function, anchor)
    return tuple(
        one
        for one in variable.reads
        if one.scope is variable.scope
        and one.role == "name"
        and start <= function.start_of(one.node) < end
        and not _is_shown(function, one.node)
    )


def _end_of_block(function: Function, statement: cst.CSTNode) -> int:
    block = function.parent(statement)
    if isinstance(block, cst.SimpleStatementLine):
        block = function.parent(block)
    return function.end_of(block)


def _is_shown(function: Function, node: cst.CSTNode) -> bool:
    """Return whether a name is in a field such as ``{x=}``, which prints it (LR 2.4.3)."""
    return any(
        isinstance(around, cst.FormattedStringExpression) and around.equal is not None
        for around in function.around(node)
    )


def _parameter_anchor(function: Function, variable: Variable) -> cst.CSTNode | str:
    owner = variable.scope.node
    assert isinstance(owner, cst.FunctionDef)
    return _first_of(function, owner.body)


def _anchor(function: Function, variable: Variable) -> cst.CSTNode | str:
    """Return the statement right behind what binds a variable."""
    node: cst.CSTNode = variable.writes[0].node
    above = function.parent(node)
    while isinstance(above, cst.Element | cst.StarredElement | cst.Tuple | cst.List):
        node, above = above, function.parent(above)
    if isinstance(above, cst.AssignTarget):
        above = function.parent(above)
        if isinstance(above, cst.Assign) and len(above.targets) == 1:
            return _following(function, above)
    elif isinstance(above, cst.AnnAssign) and above.value is not None:
        return _following(function, above)
    elif isinstance(above, cst.For) and above.target is node:
        return _first_of(function, above.body)
    elif isinstance(above, cst.AsName):
        item = function.parent(above)
        block = function.parent(item)
        if isinstance(block, cst.With) and block.items[-1] is item:
            return _first_of(function, block.body)
    return "no statement begins right behind its binding"


def _following(function: Function, statement: cst.CSTNode) -> cst.CSTNode | str:
    found = declaring.next_statement(function, statement)
    return found if found is not None else "no later use can move"


def _first_of(function: Function, body: cst.BaseSuite) -> cst.CSTNode | str:
    """Return the first statement of a block before which a variable can be set."""
    for statement in _small(body.body):
        if declaring.obstacle(function, statement) is None:
            return statement
    return "no later use can move"


def _small(nodes: Sequence[cst.CSTNode]) -> list[cst.CSTNode]:
    """Return statements, with the small ones of each line listed one by one."""
    found: list[cst.CSTNode] = []
    for node in nodes:
        found += node.body if isinstance(node, cst.SimpleStatementLine) else [node]
    return found
