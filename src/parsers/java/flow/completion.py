"""Completion of statements, reachability, jump targets (JLS 14.15-14.17, 14.21, 14.22).

The rules of JLS 14.22 are applied to the letter, including the special case of ``if``: ``if (false)`` is an ``if``.
They depend on whether a condition is a constant expression, and a name that the text does not declare may be a constant
of some class: ``while (DEBUG)`` may be endless. So an answer has three values. `Completion.completes` is true unless
the opposite is proved, and `Completion.certain` is true if the answer does not depend on an unknown name. The member is
assumed to compile, so a statement completes if another one follows it in its block.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from parsers.java.syntax.statements import (
    CLASS_BODIES,
    JUMPS,
    LOOPS,
    OWNERS,
    TRIES,
    body_of,
    has_default,
    is_statement,
    is_switch_value,
    labels_of,
    statements_of,
    unlabeled,
)
from parsers.java.syntax.tree import Node
from parsers.java.values.constants import Condition, Constants

if TYPE_CHECKING:
    from parsers.java.view import JavaView

__all__ = ["Completion"]

# Kleene's three values, in an order that makes "and" min and "or" max.
_NO, _MAYBE, _YES = 0, 1, 2
_AFTER_LOOP = {Condition.TRUE: _NO, Condition.FALSE: _YES, Condition.VARIES: _YES, Condition.UNKNOWN: _MAYBE}
_CLAUSES = frozenset({"switch_rule", "switch_block_statement_group", "catch_clause", "finally_clause"})


class Completion:
    """Completion and jumps of the statements of a method view; computed on demand, body by body.

    Statements are nodes of the tree; a ``;`` that is an empty statement and a ``switch_expression`` in the
    place of a statement among them. The body of a method, lambda or initialiser, and a switch in the place of
    an expression, are analysed apart: no jump leaves them (JLS 14.15-14.17, 14.21).

    Args:
        view: the method; its facts must be trusted (`Method.untrusted` is None).
        constants: its constant expressions.
    """

    def __init__(self, view: JavaView, constants: Constants) -> None:
        self._view = view
        self._constants = constants
        self._entry: dict[Node, int] = {}
        self._exit: dict[Node, int] = {}
        self._arrivals: dict[str, dict[Node, int]] = {jump: {} for jump in JUMPS}
        self._broken = self._arrivals["break_statement"]
        self._continued = self._arrivals["continue_statement"]
        self._jumps: dict[Node, list[Node]] = {}

    # -- queries --------------------------------------------------------------------------------

    def completes(self, node: Node) -> bool:
        """Return whether a statement can complete normally (JLS 14.22), unless the opposite is proved.

        Args:
            node: a statement, a switch rule or group, a catch or finally clause; a method or lambda means its
                body. An expression completes.
        """
        return self._completion(node) > _NO

    def has_completion(self, node: Node) -> bool:
        """Return whether a node is a statement or clause, of which `completes` says something."""
        return _has_entry(node)

    def certain(self, node: Node) -> bool:
        """Return whether `completes` holds whatever the names mean whose declarations are not in the text."""
        return self._completion(node) != _MAYBE

    def reachable(self, node: Node) -> bool:
        """Return whether a statement is reachable (JLS 14.22); for an expression, whether its statement is.

        False only where a member does not compile; what follows an unreachable statement is unreachable too.
        """
        statement: Node | None = node
        while statement is not None and not _has_entry(statement):
            statement = statement.parent
        if statement is None:
            return True
        self._analyse(statement)
        return self._entry.get(statement, _MAYBE) > _NO

    def target(self, jump: Node) -> Node | None:
        """Return the target of a jump; None for anything else, and for a jump without a target in its body.

        The target of a ``break`` is the loop or switch, with a label the labeled statement; of a ``continue`` the loop,
        with or without a label; of a ``yield`` the switch; of a ``return`` the body (of the lambda or method).
        """
        return self._route(jump)[0]

    def jumps_to(self, node: Node) -> list[Node]:
        """Return the jumps whose `target` is this node, in source order."""
        self._analyse(node)
        return sorted(self._jumps.get(node, ()), key=lambda jump: jump.start)

    def crosses_finally(self, jump: Node) -> bool:
        """Return whether a finally block runs between the jump and its target (JLS 14.20.2).

        A jump out of the finally block itself does not run it again.
        """
        return bool(self._route(jump)[1])

    def handlers_between(self, jump: Node, loop: Node) -> tuple[bool, bool]:
        """Return the code that runs between a jump and its loop, and the handlers that see what happens before it.

        Returns:
            Whether a finally block or the closing of a resource runs in between (JLS 14.20), and whether a catch clause
            or a lock (JLS 14.19) covers the place of the jump.
        """
        runs, covers = self.crosses_finally(jump), False
        below = jump
        for node in jump.ancestors():
            if node is loop:
                break
            if node.type in TRIES and below.type not in ("catch_clause", "finally_clause"):
                # The resources are closed before a handler runs (JLS 14.20.3.2).
                runs |= node.child("resources") is not None
                covers |= node.first("catch_clause") is not None
            covers |= node.type == "synchronized_statement"
            below = node
        return runs, covers

    def condition(self, node: Node) -> Condition:
        """Return whether a condition is a constant expression (JLS 15.29)."""
        return self._constants.condition(node)

    # -- statements --------------------------------------------------------------------------------

    def _completion(self, node: Node) -> int:
        if node.type in OWNERS and node.type not in CLASS_BODIES:
            node = body_of(node) or node
        if not _has_entry(node):
            return _YES
        self._analyse(node)
        return self._exit.get(node, _MAYBE)

    def _analyse(self, node: Node) -> None:
        if node in self._exit:
            return
        top = node
        while top.parent is not None and top.parent.type not in OWNERS and not is_switch_value(top):
            top = top.parent
        if top not in self._exit:
            self._scan(top, _YES)

    def _scan(self, node: Node, alive: int) -> int:
        # In a member that compiles every statement is reachable.
        alive = _YES if alive == _MAYBE else alive
        self._entry[node] = alive
        handler = _HANDLERS.get(node.type)
        if handler is not None:
            alive = handler(self, node, alive)
        self._exit[node] = alive
        return alive

    def _list(self, node: Node, alive: int) -> int:
        before: Node | None = None
        for statement in statements_of(node):
            if before is not None and alive == _MAYBE:
                self._exit[before] = _YES
            alive = self._scan(statement, alive)
            before = statement
        return max(alive, self._broken.get(node, _NO))

    def _if(self, node: Node, alive: int) -> int:
        consequence, alternative = node.child("consequence"), node.child("alternative")
        after = self._scan(consequence, alive) if consequence is not None else alive
        return max(after, self._scan(alternative, alive)) if alternative is not None else alive

    def _loop(self, node: Node, alive: int) -> int:
        condition = node.child("condition")
        known = self.condition(condition) if condition is not None else Condition.TRUE
        body = node.child("body")
        if body is not None:
            self._scan(body, _NO if known is Condition.FALSE else alive)
        return max(min(alive, _AFTER_LOOP[known]), self._broken.get(node, _NO))

    def _do(self, node: Node, alive: int) -> int:
        body, condition = node.child("body"), node.child("condition")
        after = self._scan(body, alive) if body is not None else alive
        after = max(after, self._continued.get(node, _NO))
        known = self.condition(condition) if condition is not None else Condition.UNKNOWN
        return max(min(after, _AFTER_LOOP[known]), self._broken.get(node, _NO))

    def _foreach(self, node: Node, alive: int) -> int:
        body = node.child("body")
        if body is not None:
            self._scan(body, alive)
        return alive

    def _body(self, node: Node, alive: int) -> int:
        body = body_of(node)
        return self._scan(body, alive) if body is not None else alive

    def _try(self, node: Node, alive: int) -> int:
        # The finally block first: jumps out of the others ask whether it completes.
        final = node.first("finally_clause")
        after = self._scan(final, alive) if final is not None else _YES
        body = node.child("body")
        ends = self._scan(body, alive) if body is not None else alive
        for clause in node.children:
            if clause.type == "catch_clause":
                ends = max(ends, self._scan(clause, alive))
        return min(ends, after)

    def _switch(self, node: Node, alive: int) -> int:
        block = node.child("body")
        last, rules = alive, _NO
        for part in block.children if block is not None else ():
            if part.type == "switch_block_statement_group":
                # Each group bears a label, so it is reachable.
                last = self._scan(part, alive)
            elif part.type == "switch_rule":
                last = _NO
                rules = max(rules, self._scan(part, alive))
        if is_switch_value(node):
            return alive
        unmatched = _MAYBE if _may_be_exhaustive(node) else alive
        if has_default(node, self._view.source.data):
            unmatched = _NO
        return max(last, rules, min(alive, unmatched), self._broken.get(node, _NO))

    def _rule(self, node: Node, alive: int) -> int:
        return self._scan(node.named_children()[-1], alive)

    def _throw(self, _node: Node, _alive: int) -> int:
        return _NO

    # -- jumps -------------------------------------------------------------------------------------

    def _jump(self, node: Node, alive: int) -> int:
        target, finals = self._route(node)
        if target is not None:
            self._jumps.setdefault(target, []).append(node)
            for final in finals:
                alive = min(alive, self._exit[final])
            arrivals = self._arrivals[node.type]
            arrivals[target] = max(arrivals.get(target, _NO), alive)
        return _NO

    def _route(self, jump: Node) -> tuple[Node | None, list[Node]]:
        """Return the target of a jump, and the finally clauses that run on the way."""
        if jump.type not in JUMPS:
            return None, []
        label = self._label(jump)
        finals: list[Node] = []
        below = jump
        for node in jump.ancestors():
            if node.type in OWNERS:
                return (below if jump.type == "return_statement" else None), finals
            if node.type in TRIES and below.type != "finally_clause":
                final = node.first("finally_clause")
                finals += [final] if final is not None else []
            if self._stops(jump.type, label, node):
                return unlabeled(node) if jump.type == "continue_statement" else node, finals
            if is_switch_value(node):
                return None, finals
            below = node
        return (below if jump.type == "return_statement" else None), finals

    def _stops(self, kind: str, label: str | None, node: Node) -> bool:
        if kind == "yield_statement":
            return is_switch_value(node)
        if kind == "return_statement":
            return False
        if label is not None:
            return node.type == "labeled_statement" and self._view.node_text(node.children[0]) == label
        if node.type == "switch_expression":
            return kind == "break_statement" and not is_switch_value(node)
        return node.type in LOOPS

    def _label(self, jump: Node) -> str | None:
        name = jump.first("identifier") if jump.type in ("break_statement", "continue_statement") else None
        return self._view.node_text(name) if name is not None else None


def _has_entry(node: Node) -> bool:
    return node.type in _CLAUSES or is_statement(node)


def _may_be_exhaustive(switch: Node) -> bool:
    # Patterns and null ask for all cases to be covered; JLS 17 has neither in switch, later editions have.
    parts = [child.type for label in labels_of(switch) for child in label.children]
    return "pattern" in parts or "null_literal" in parts


_HANDLERS: dict[str, Callable[[Completion, Node, int], int]] = {
    "block": Completion._list,
    "constructor_body": Completion._list,
    "switch_block_statement_group": Completion._list,
    "if_statement": Completion._if,
    "while_statement": Completion._loop,
    "for_statement": Completion._loop,
    "do_statement": Completion._do,
    "enhanced_for_statement": Completion._foreach,
    "labeled_statement": Completion._list,
    "synchronized_statement": Completion._body,
    "catch_clause": Completion._body,
    "finally_clause": Completion._body,
    "try_statement": Completion._try,
    "try_with_resources_statement": Completion._try,
    "switch_expression": Completion._switch,
    "switch_rule": Completion._rule,
    "throw_statement": Completion._throw,
    **dict.fromkeys(JUMPS, Completion._jump),
}
