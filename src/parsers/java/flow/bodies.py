"""Ends that must not be reached, such as a method's with a result (JLS 8.4.7, 14.11.1, 14.22, 15.27.2, 15.28.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.java.syntax.statements import OWNERS, is_switch_value

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

_GROUP = "switch_block_statement_group"


def may_get_to_end(method: Method, statement: Node) -> bool:
    """Return whether a member still compiles, and means the same, if the end of a statement counts as reachable (JLS 14.22).

    It does if the statement can complete normally anyway, or a statement around it can, or the body may end there. Everything
    behind its end in the text is reachable anyway, in a member that compiles. But no group of a switch may run into one that
    declares pattern variables (JLS 21, 14.11.1), wherever in the group the statement is.
    """
    flow = method.flow
    if flow.completes(statement) and flow.certain(statement):
        return True
    for above in statement.ancestors():
        if above.type in OWNERS:
            return _may_end(above)
        if is_switch_value(above):
            return False
        if method.scopes.introduces(above):  # which may rest on how a branch ends
            return False
        if flow.has_completion(above) and flow.completes(above) and flow.certain(above):
            return True
        if above.type == _GROUP and _runs_into_pattern(above):
            return False
    return method.kind == "initializer"


def _runs_into_pattern(group: Node) -> bool:
    """Return whether a group behind this one in its switch has a label with a pattern or a guard."""
    switch = group.parent
    later = [part for part in switch.children if part.start > group.start] if switch is not None else []
    labels = [label for part in later for label in part.children if label.type == "switch_label"]
    return any(label.first("pattern") is not None for label in labels)


def _may_end(owner: Node) -> bool:
    """Return whether the body of a member or lambda may complete normally, whatever it does now, without another meaning."""
    if owner.type == "lambda_expression":
        return False
    result = owner.child("type")
    return owner.type != "method_declaration" or (result is not None and result.type == "void_type")
