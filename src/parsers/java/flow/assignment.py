"""Definite assignment and unassignment of a local variable (JLS 16).

The rules follow JLS 16, "when true" and "when false" included, and so does the convention that everything holds in
unreachable places, namely after a jump and in the branch that a constant condition rules out. In try statements
(JLS 16.2.15) this does what javac does: jumps out of one pass through its finally block, or end there, and an
assignment anywhere in the try block counts against unassignment in its handlers.

A state is two bits, ASSIGNED and UNASSIGNED; a packed state is one for "true" and one for "false". States
meet by ``&``. A condition that may be constant because of an unknown name is taken not to be, which can only
lose bits: so an answer "yes" is proved, an answer "no" is not.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

from parsers.java.syntax.statements import (
    CLASS_BODIES,
    JUMPS,
    body_of,
    has_default,
    is_switch_value,
    statements_of,
)
from parsers.java.syntax.tree import Node
from parsers.java.values.constants import Condition

if TYPE_CHECKING:
    from parsers.java.flow.completion import Completion
    from parsers.java.names.bindings import Declaration
    from parsers.java.names.scopes import Scopes
    from parsers.java.view import JavaView

_ASSIGNED, _UNASSIGNED = 1, 2
_NOWHERE = 3
"""The state where control cannot get: everything holds."""
_ANY = 15
"""Both halves of a packed state set: what meets it is kept."""
_EITHER = 5
"""Times this, a state is packed: the same when true and when false."""

_INITIALISED = frozenset({"parameter", "lambda", "catch", "resource", "foreach", "pattern"})


def _after(states: int) -> int:
    return states & states >> 2 & _NOWHERE


class Assignment:
    """Definite assignment of one variable: computed once for all of its scope, on demand.

    Answers are False outside the scope and for fields. Ask for statements and expressions only.
    """

    def __init__(self, declaration: Declaration, view: JavaView, scopes: Scopes, flow: Completion) -> None:
        self._declaration = declaration
        self._data = view.source.data
        self._reference = scopes.reference
        self._flow = flow
        self._before: dict[Node, int] = {}
        self._after: dict[Node, int] = {}
        # What arrives by jumps at a statement: (kind of arrival, statement) -> packed state.
        self._pending: dict[tuple[str, Node], int] = {}
        # Loops in which the variable may be assigned on the way back to their start.
        self._assigning: set[Node] = set()
        self._writes = [r.node.start for r in declaration.references if r.access in ("write", "both")]
        self._home = _home(declaration) if declaration.kind in ("local", "for") else None
        self._from = _assigned_from(declaration, self._home)

    # -- queries --------------------------------------------------------------------------------

    def assigned_before(self, node: Node) -> bool:
        """Return whether the variable is definitely assigned before a statement or expression."""
        if self._from is not None:
            spans = self._declaration.region
            return node.start >= self._from and any(start <= node.start < end for start, end in spans)
        return bool(self._state(node, self._before) & _ASSIGNED)

    def assigned_after(self, node: Node) -> bool:
        """Return whether the variable is definitely assigned after a statement or expression."""
        if self._from is not None:
            spans = self._declaration.region
            return node.end >= self._from and any(start < node.end <= end for start, end in spans)
        return bool(self._state(node, self._after) & _ASSIGNED)

    def unassigned_before(self, node: Node) -> bool:
        """Return whether the variable is definitely unassigned before a statement or expression."""
        return bool(self._state(node, self._before) & _UNASSIGNED)

    def unassigned_after(self, node: Node) -> bool:
        """Return whether the variable is definitely unassigned after a statement or expression."""
        return bool(self._state(node, self._after) & _UNASSIGNED)

    def _state(self, node: Node, states: dict[Node, int]) -> int:
        if self._home is None:
            return 0
        if not self._before:
            # The control flow first: it would else be computed from deep in here, on top of this recursion.
            self._flow.completes(self._home)
            self._visit(self._home, _UNASSIGNED)
        offset = node.start if states is self._before else node.end - 1
        start, end = self._declaration.region[0]
        if not start <= offset < end or node is self._home:
            return 0
        if node in states:
            return states[node]
        for above in node.ancestors():
            if above.type in CLASS_BODIES and above in self._before:
                # It may run at any time after: no rule of JLS 16 makes the variable unassigned there.
                return self._before[above] & _ASSIGNED
        return 0

    # -- visiting ----------------------------------------------------------------------------------

    def _visit(self, node: Node, state: int) -> int:
        """Return the packed state after a statement or expression, given that before it."""
        self._before[node] = state
        states = _HANDLERS.get(node.type, Assignment._parts)(self, node, state)
        self._after[node] = _after(states)
        return states

    def _parts(self, node: Node, state: int) -> int:
        for child in node.children:
            if child.named:
                state = _after(self._visit(child, state))
        return state * _EITHER

    def _list(self, node: Node, state: int) -> int:
        for statement in statements_of(node):
            state = _after(self._visit(statement, state))
        return state * _EITHER

    def _class_body(self, _node: Node, state: int) -> int:
        return state * _EITHER

    # -- expressions (JLS 16.1) --------------------------------------------------------------------

    def _constant(self, node: Node, state: int) -> int:
        return self._known(node, _after(self._parts(node, state)))

    def _known(self, node: Node, state: int) -> int:
        known = self._flow.condition(node)
        if known is Condition.TRUE:
            return state | _NOWHERE << 2
        return _NOWHERE | state << 2 if known is Condition.FALSE else state * _EITHER

    def _inner(self, node: Node, state: int) -> int:
        return self._visit(node.named_children()[0], state)

    def _unary(self, node: Node, state: int) -> int:
        states = self._visit(node.children[-1], state)
        if node.children[0].type == "!":
            return states >> 2 | (states & _NOWHERE) << 2
        return _after(states) * _EITHER

    def _binary(self, node: Node, state: int) -> int:
        operator = node.children[1].type
        left = self._visit(node.children[0], state)
        if operator == "&&":
            return self._visit(node.children[-1], left & _NOWHERE) & (left | _NOWHERE)
        if operator == "||":
            return self._visit(node.children[-1], left >> 2) & (left | _NOWHERE << 2)
        return self._known(node, _after(self._visit(node.children[-1], _after(left))))

    def _ternary(self, node: Node, state: int) -> int:
        condition, consequence, alternative = node.named_children()
        chosen = self._visit(condition, state)
        return self._visit(consequence, chosen & _NOWHERE) & self._visit(alternative, chosen >> 2)

    def _assignment(self, node: Node, state: int) -> int:
        state = _after(self._parts(node, state))
        # `=` and compound assignments alike, and `++` and `--`, which have no field for the operand.
        target = node.child("left") or node.named_children()[0]
        return (_ASSIGNED if self._is_variable(target) else state) * _EITHER

    def _is_variable(self, node: Node) -> bool:
        while node.type == "parenthesized_expression":
            node = node.named_children()[0]
        reference = self._reference(node) if node.type == "identifier" else None
        return reference is not None and reference.declaration is self._declaration

    def _lambda(self, node: Node, state: int) -> int:
        body = node.child("body")
        if body is not None:
            # The body may run at any time: no rule makes the variable unassigned there (JLS 16.1.10).
            self._visit(body, state & _ASSIGNED)
        return state * _EITHER

    # -- statements (JLS 16.2) ---------------------------------------------------------------------

    def _declarator(self, node: Node, state: int) -> int:
        value, name = node.child("value"), node.child("name")
        own = name is self._declaration.node
        state = _UNASSIGNED if own else state
        if value is None:
            return state * _EITHER
        states = self._visit(value, state)
        return (_ASSIGNED if own else _after(states)) * _EITHER

    def _if(self, node: Node, state: int) -> int:
        condition, consequence, alternative = map(node.child, ("condition", "consequence", "alternative"))
        chosen = self._visit(condition, state) if condition is not None else state * _EITHER
        after = self._visit(consequence, chosen & _NOWHERE) if consequence is not None else chosen
        if alternative is None:
            return after & (chosen >> 2) * _EITHER
        return after & self._visit(alternative, chosen >> 2)

    def _assert(self, node: Node, state: int) -> int:
        condition, *detail = node.named_children()
        chosen = self._visit(condition, state)
        for part in detail:
            self._visit(part, chosen >> 2)
        # It may be switched off: what it assigns does not count, and is not unassigned either.
        return (state & (chosen | _ASSIGNED)) * _EITHER

    def _labeled(self, node: Node, state: int) -> int:
        return self._list(node, state) & self._pending.pop(("break", node), _ANY)

    def _loop(self, node: Node, state: int) -> int:
        for init in node.all("init"):
            state = _after(self._visit(init, state))
        condition, body = node.child("condition"), node.child("body")
        while True:
            state = self._entry(node, state)
            # Without a condition it is `true`.
            chosen = self._visit(condition, state) if condition is not None else state | _NOWHERE << 2
            back = self._visit(body, chosen & _NOWHERE) if body is not None else chosen
            back = _after(back & self._pending.pop(("continue", node), _ANY))
            for update in node.all("update"):
                back = _after(self._visit(update, back))
            if self._settled(node, state, back):
                return (chosen >> 2) * _EITHER & self._pending.pop(("break", node), _ANY)

    def _do(self, node: Node, state: int) -> int:
        body, condition = node.child("body"), node.child("condition")
        while True:
            state = self._entry(node, state)
            after = self._visit(body, state) if body is not None else state * _EITHER
            after = _after(after & self._pending.pop(("continue", node), _ANY))
            chosen = self._visit(condition, after) if condition is not None else after * _EITHER
            if self._settled(node, state, chosen & _NOWHERE):
                return (chosen >> 2) * _EITHER & self._pending.pop(("break", node), _ANY)

    def _foreach(self, node: Node, state: int) -> int:
        value, body = node.child("value"), node.child("body")
        state = _after(self._visit(value, state)) if value is not None else state
        while True:
            state = self._entry(node, state)
            back = self._visit(body, state) if body is not None else state * _EITHER
            back = _after(back & self._pending.pop(("continue", node), _ANY))
            if self._settled(node, state, back):
                return state * _EITHER & self._pending.pop(("break", node), _ANY)

    def _entry(self, loop: Node, state: int) -> int:
        return state & _ASSIGNED if loop in self._assigning else state

    def _settled(self, loop: Node, state: int, back: int) -> bool:
        """Return whether the assumption at a loop's start holds on the way back; if not, remember it."""
        if state & _UNASSIGNED and not back & _UNASSIGNED:
            self._assigning.add(loop)
            return False
        return True

    def _switch(self, node: Node, state: int) -> int:
        condition, block = node.child("condition"), node.child("body")
        state = _after(self._visit(condition, state)) if condition is not None else state
        rules, fall = _ANY, _NOWHERE
        parts = block.named_children() if block is not None else []
        for part in parts:
            if part.type == "switch_rule":
                rules &= self._visit(part, state)
            elif part.type == "switch_block_statement_group":
                fall = _after(self._visit(part, state & fall))
        result = rules & fall * _EITHER & self._pending.pop(("break", node), _ANY)
        if not is_switch_value(node) and not (parts and has_default(node, self._data)):
            result &= state * _EITHER
        return result

    def _rule(self, node: Node, state: int) -> int:
        body = node.named_children()[-1]
        if body.type != "expression_statement":
            return self._visit(body, state)
        self._before[body] = state
        states = self._visit(body.named_children()[0], state)
        self._after[body] = _after(states)
        return states

    def _body(self, node: Node, state: int) -> int:
        body = body_of(node)
        return self._visit(body, state) if body is not None else state * _EITHER

    def _try(self, node: Node, state: int) -> int:
        resources, body, final = node.child("resources"), node.child("body"), node.first("finally_clause")
        outer = self._pending
        if final is not None:
            self._pending = {}
        inside = _after(self._visit(resources, state)) if resources is not None else state
        ends = self._visit(body, inside) if body is not None else inside * _EITHER
        for clause in node.children:
            if clause.type == "catch_clause" and body is not None:
                ends &= self._visit(clause, self._thrown(state, node.start, body.end))
        if final is None:
            return ends
        through, self._pending = self._pending, outer
        after = self._visit(final, self._thrown(state, node.start, final.start))
        if not self._flow.completes(final):
            # Nothing gets out of the whole statement.
            return _NOWHERE * _EITHER
        # What the finally block assigns is assigned on all ways through it.
        gains, keeps = after & _ASSIGNED * _EITHER, after | _ASSIGNED * _EITHER
        for arrival, states in through.items():
            self._arrive(arrival, (states | gains) & keeps)
        return (ends | gains) & keeps

    def _thrown(self, state: int, start: int, end: int) -> int:
        """Return the state where an exception from a stretch of text is handled, given that before it."""
        assigned = any(start <= offset < end for offset in self._writes)
        return state & _ASSIGNED if assigned else state

    def _jump(self, node: Node, state: int) -> int:
        states = state * _EITHER
        for child in node.children:
            if child.named:
                states = self._visit(child, state)
        target = self._flow.target(node)
        if target is not None:
            self._arrive(("continue" if node.type == "continue_statement" else "break", target), states)
        return _NOWHERE * _EITHER

    def _arrive(self, arrival: tuple[str, Node], states: int) -> None:
        self._pending[arrival] = self._pending.get(arrival, _ANY) & states


def _home(declaration: Declaration) -> Node:
    """Return the statement in which a local variable's scope is: a block, a switch, or a for."""
    above = list(islice(declaration.node.ancestors(), 5))
    return above[4] if is_of_group(declaration) else above[2]


def is_of_group(declaration: Declaration) -> bool:
    """Return whether a local variable is declared in a group of a switch: a later group can be entered behind its initialiser."""
    above = list(islice(declaration.node.ancestors(), 3))
    return above[2].type == "switch_block_statement_group"


def _assigned_from(declaration: Declaration, home: Node | None) -> int | None:
    """Return the offset from which on the variable is trivially assigned, or None."""
    if declaration.kind == "resource" and declaration.value is not None:
        return declaration.value.end
    if declaration.kind in _INITIALISED:
        return declaration.region[0][0] if declaration.region else None
    if home is None or home.type == "switch_expression" or declaration.value is None:
        return None
    return declaration.value.end


_HANDLERS: dict[str, Callable[[Assignment, Node, int], int]] = {
    "block": Assignment._list,
    "constructor_body": Assignment._list,
    "switch_block_statement_group": Assignment._list,
    "true": Assignment._constant,
    "false": Assignment._constant,
    "identifier": Assignment._constant,
    "field_access": Assignment._constant,
    "cast_expression": Assignment._constant,
    "parenthesized_expression": Assignment._inner,
    "unary_expression": Assignment._unary,
    "binary_expression": Assignment._binary,
    "ternary_expression": Assignment._ternary,
    "assignment_expression": Assignment._assignment,
    "update_expression": Assignment._assignment,
    "lambda_expression": Assignment._lambda,
    "variable_declarator": Assignment._declarator,
    "if_statement": Assignment._if,
    "assert_statement": Assignment._assert,
    "labeled_statement": Assignment._labeled,
    "while_statement": Assignment._loop,
    "for_statement": Assignment._loop,
    "do_statement": Assignment._do,
    "enhanced_for_statement": Assignment._foreach,
    "switch_expression": Assignment._switch,
    "switch_rule": Assignment._rule,
    "catch_clause": Assignment._body,
    "finally_clause": Assignment._body,
    "try_statement": Assignment._try,
    "try_with_resources_statement": Assignment._try,
    "throw_statement": Assignment._jump,
    **dict.fromkeys(JUMPS, Assignment._jump),
    **dict.fromkeys(CLASS_BODIES, Assignment._class_body),
}
