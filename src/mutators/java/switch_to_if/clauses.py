"""The clauses of a switch statement: what runs for which constants, and what keeps it from being a branch (JLS 14.11.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parsers.java.method import Method
from parsers.java.names.shadowing import identifiers_in
from parsers.java.syntax.expressions import has_pattern
from parsers.java.syntax.statements import LOOPS, OWNERS, is_switch_value, labels_of, statements_of
from parsers.java.syntax.tree import Node

_MOST = 200
"""Labels that a switch may have: each one makes the tree of the if statements a level deeper."""

_PARTS = frozenset({"switch_block_statement_group", "switch_rule"})


@dataclass(frozen=True)
class Clause:
    """Statements of a switch with the labels that lead to them: adjacent groups of which only the last one is not empty, or a rule.

    Attributes:
        parts: the groups, or the rule.
        constants: the constants of its labels.
        default: whether ``default`` is among the labels.
        statements: what it runs.
        leaving: the ``break`` at its end that leaves the switch, or None.
    """

    parts: tuple[Node, ...]
    constants: tuple[Node, ...]
    default: bool
    statements: tuple[Node, ...]
    leaving: Node | None

    @property
    def start(self) -> int:
        """Byte offset of its first label."""
        return self.parts[0].start

    @property
    def labels(self) -> list[tuple[int, int]]:
        """The byte ranges of its labels, with the colon or arrow behind each."""
        marks = [next(child for child in part.children if child.type in (":", "->")) for part in self.parts]
        return [(part.start, mark.end) for part, mark in zip(self.parts, marks, strict=True)]

    @property
    def block(self) -> Node | None:
        """The block that holds all that it runs, if there is one."""
        kept = [statement for statement in self.statements if statement is not self.leaving]
        return kept[0] if len(kept) == 1 and kept[0].type == "block" else None


def is_switch_statement(node: Node) -> bool:
    """Return whether a node is a switch statement."""
    return node.type == "switch_expression" and not is_switch_value(node)


def clauses_of(method: Method, switch: Node) -> tuple[Clause, ...]:
    """Return the clauses of a switch statement, in source order."""
    block = switch.child("body")
    found: list[Clause] = []
    parts: list[Node] = []
    for part in block.children if block is not None else ():
        if part.type in _PARTS:
            parts.append(part)
            if part.type == "switch_rule" or statements_of(part):
                found.append(_clause(method, switch, parts))
                parts = []
    return (*found, _clause(method, switch, parts)) if parts else tuple(found)


def constants_of(part: Node) -> list[Node]:
    """Return the constants in the labels of a group or rule."""
    return [
        child for label in part.children if label.type == "switch_label" for child in label.named_children()
    ]


def obstacle(method: Method, switch: Node, clauses: tuple[Clause, ...]) -> str | None:
    """Return why the clauses of a switch cannot be the branches of if statements, whatever it selects by; or None."""
    labels = labels_of(switch)
    if any(
        child.type in ("pattern", "guard", "null_literal") for label in labels for child in label.children
    ):
        return "a label is a pattern or null"
    constants = sum(len(clause.constants) for clause in clauses)
    if not constants or (len(clauses) == 1 and clauses[0].default):
        return "there is no case to tell from others"
    if constants > _MOST:
        return "it has too many labels"
    for clause in clauses[:-1]:
        if clause.parts[-1].type != "switch_rule" and method.flow.completes(clause.parts[-1]):
            return "a group may fall through into the next one"
    if _shares_declaration(method, clauses):
        return "a name that a group declares occurs in a later one"
    return None


def in_pattern_loop(node: Node) -> bool:
    """Return whether a loop around a node has a pattern in its condition.

    javac 17 takes a ``break`` out of a switch in its body for one out of the loop, and so decides about the scope behind it.
    """
    for above in node.ancestors():
        if above.type in OWNERS:
            return False
        condition = above.child("condition") if above.type in LOOPS else None
        if condition is not None and has_pattern(condition):
            return True
    return False


def _clause(method: Method, switch: Node, parts: list[Node]) -> Clause:
    labels = [child for part in parts for child in part.children if child.type == "switch_label"]
    holder = parts[-1]
    statements = statements_of(holder) if holder.type != "switch_rule" else holder.named_children()[-1:]
    last = statements[-1] if statements else None
    while last is not None and last.type == "block":
        last = next(iter(statements_of(last)[-1:]), None)
    leaves = last is not None and last.type == "break_statement" and method.flow.target(last) is switch
    return Clause(
        tuple(parts),
        tuple(constant for part in parts for constant in constants_of(part)),
        any(child.type == "default" for label in labels for child in label.children),
        tuple(statements),
        last if leaves else None,
    )


def _shares_declaration(method: Method, clauses: tuple[Clause, ...]) -> bool:
    """Return whether the scope of a declaration, which reaches to the end of the switch, matters in another group (JLS 6.3)."""
    names: set[str] = set()
    for clause in clauses:
        if names & identifiers_in(method, *clause.parts):
            return True
        for statement in clause.statements:
            names.update(method.node_text(name) for name in _declared(statement))
    return False


def _declared(statement: Node) -> Iterator[Node]:
    found = [declarator.child("name") for declarator in statement.all("declarator")]
    if statement.type.endswith("_declaration"):
        found.append(statement.child("name"))
    yield from (name for name in found if name is not None)
