"""Bodies whose end must not be reached, such as that of a method with a result (JLS 8.4.7, 14.22, 15.27.2, 15.28.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.java.syntax.statements import OWNERS, is_switch_value

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

__all__ = ["may_get_to_end"]


def may_get_to_end(method: Method, statement: Node) -> bool:
    """Return whether a member still compiles, and means the same, if the end of a statement counts as reachable (JLS 14.22).

    It does if the statement can complete normally anyway, or a statement around it can, or the body may end there. Everything
    behind its end in the text is reachable anyway, in a member that compiles.
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
    return method.kind == "initializer"


def _may_end(owner: Node) -> bool:
    """Return whether the body of a member or lambda may complete normally, whatever it does now, without another meaning."""
    if owner.type == "lambda_expression":
        return False
    result = owner.child("type")
    return owner.type != "method_declaration" or (result is not None and result.type == "void_type")
