"""Flow scope of pattern variables (JLS 6.3.1, 6.3.2): where ``o instanceof T t`` binds t.

A pattern variable is in scope wherever its pattern has definitely matched. `region` climbs from the pattern through the
conditional operators to the statement, and reports whether the answer is proven: what happens after an if or a loop depends on
which part can complete normally (JLS 14.22), which `completion` decides from syntax alone where it can.
"""

from __future__ import annotations

from parsers.java.syntax.statements import JUMPS, LOOPS, STATEMENT_LISTS
from parsers.java.syntax.tree import Node

_ABRUPT = JUMPS | {"throw_statement"}
_NORMAL = frozenset(
    {"expression_statement", "local_variable_declaration", "assert_statement", ";", "class_declaration"}
)
_BARRIERS = frozenset({"lambda_expression", "class_body"})


def region(pattern: Node) -> tuple[list[tuple[int, int]], bool]:
    """Return the byte ranges in which the variables of a pattern are in scope.

    Args:
        pattern: the instanceof_expression, or the pattern of a switch label.

    Returns:
        Byte ranges in source order, and whether they are proven to be all.
    """
    node, parent, when = pattern, pattern.parent, True
    spans: list[tuple[int, int]] = []
    while parent is not None:
        if parent.type == "parenthesized_expression":
            pass
        elif parent.type == "unary_expression" and parent.children[0].type == "!":
            when = not when
        elif parent.type == "binary_expression":
            operator = parent.child("operator")
            if operator is None or operator.type != ("&&" if when else "||"):
                return spans, True
            right = parent.child("right")
            if node.field == "left" and right is not None:
                spans.append((right.start, right.end))
        elif parent.type == "switch_label":
            rule = parent.parent
            return [*spans, (pattern.end, rule.end if rule is not None else parent.end)], True
        else:
            more, proven = _statement(parent, node, when)
            return [*spans, *more], proven
        node, parent = parent, parent.parent
    return spans, True


def _statement(statement: Node, condition: Node, when: bool) -> tuple[list[tuple[int, int]], bool]:
    """Return the scope that the statement (or ternary) gives to the pattern variables of its condition."""
    if condition.field != "condition":
        return [], True
    if statement.type in ("if_statement", "ternary_expression"):
        branch = statement.child("consequence" if when else "alternative")
        spans = [(branch.start, branch.end)] if branch is not None else []
        if statement.type == "ternary_expression":
            return spans, True
        after = _after_if(statement, when)
    elif statement.type in LOOPS:
        spans = []
        if when and statement.type != "do_statement":
            parts = [statement.child("body"), *statement.all("update")]
            spans = [(part.start, part.end) for part in parts if part is not None]
        breaks = breaks_out(statement)
        after = False if when else None if breaks is None else not breaks
    else:
        return [], True
    if after is False:
        return spans, True
    more, proven = _following(statement)
    return ([*spans, *more], proven) if after else (spans, proven and not more)


def _after_if(statement: Node, when: bool) -> bool | None:
    """Return whether the variables are in scope after the if statement; None if unknown (JLS 6.3.2.2)."""
    yes, no = statement.child("consequence"), statement.child("alternative")
    assert yes is not None
    completes = completion(yes)
    if no is None:
        return False if when or completes is True else None if completes is None else True
    other = completion(no)
    mine, theirs = (completes, other) if when else (other, completes)
    if mine is False or theirs is True:
        return False
    return None if mine is None or theirs is None else True


def _following(statement: Node) -> tuple[list[tuple[int, int]], bool]:
    """Return the statements after this one in its block; unproven under a label (JLS 6.3.2.5 changed between editions)."""
    block, proven = statement.parent, True
    while block is not None and block.type == "labeled_statement":
        statement, block, proven = block, block.parent, False
    if block is None or block.type not in STATEMENT_LISTS:
        return [], proven
    return [(statement.end, block.end)], proven


def completion(statement: Node) -> bool | None:
    """Return whether a statement of a valid program can complete normally (JLS 14.22); None if syntax does not decide it."""
    kind = statement.type
    if kind in _ABRUPT:
        return False
    if kind in _NORMAL:
        return True
    if kind in STATEMENT_LISTS:
        inner = [c for c in statement.children if c.named or c.type == ";"]
        inner = [c for c in inner if c.type != "switch_label"]
        return completion(inner[-1]) if inner else True
    if kind == "synchronized_statement":
        body = statement.child("body")
        return completion(body) if body is not None else None
    if kind == "if_statement":
        branches = [statement.child("consequence"), statement.child("alternative")]
        return any_completes([completion(b) if b is not None else True for b in branches])
    if kind == "enhanced_for_statement":
        return True
    if kind in LOOPS:
        breaks = breaks_out(statement)
        return breaks if breaks is not False else False if _endless(statement) else None
    return None


def any_completes(parts: list[bool | None]) -> bool | None:
    """Return the three-valued disjunction."""
    return True if True in parts else None if None in parts else False


def _endless(loop: Node) -> bool:
    condition = loop.child("condition")
    while condition is not None and condition.type == "parenthesized_expression":
        condition = condition.named_children()[0]
    return condition.type == "true" if condition is not None else loop.type == "for_statement"


def breaks_out(statement: Node) -> bool | None:
    """Return whether a break leaves this loop (JLS 14.15); None if only labelled ones, or ones in a switch, might."""
    found: bool | None = False
    stack = [(child, "") for child in statement.children]
    while stack:
        node, target = stack.pop()
        if node.type == "break_statement":
            # javac 17 takes a break out of a switch for one out of the loop; the JLS does not. Hence: unknown.
            if len(node.named_children()) == 1 or target == "switch_expression":
                found = None
            elif not target:
                return True
        if node.type not in _BARRIERS:
            inner = node.type if node.type in LOOPS or node.type == "switch_expression" else target
            stack.extend((child, inner) for child in node.children)
    return found
