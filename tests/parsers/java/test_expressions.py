"""Where expressions stand: whether anything can use their value."""

from __future__ import annotations

import pytest

from parsers.java.syntax.expressions import is_value_unused, stands_as_statement
from parsers.java.syntax.tree import Node
from parsers.source import SourceFile


def update(body: str) -> Node:
    """The first update expression of a method's body."""
    [method] = SourceFile.from_text(f"int f(int n) {{ {body} }}").methods
    return next(node for node in method.root.walk() if node.type == "update_expression")


@pytest.mark.parametrize(
    "body",
    [
        "n++; return n;",
        "for (n++; n < 9; ) { } return n;",
        "for (; n < 9; --n) { } return n;",
        "switch (n) { case 1 -> n++; default -> { } } return n;",
        "return switch (n) { case 1 -> { n++; yield 2; } default -> 3; };",
    ],
)
def test_the_value_of_a_statement_is_unused(body: str) -> None:
    assert stands_as_statement(update(body))
    assert is_value_unused(update(body))


@pytest.mark.parametrize(
    "body", ["return n++;", "for (; n++ < 9; ) { } return n;", "run(() -> n++); return n;"]
)
def test_other_values_may_be_used(body: str) -> None:
    assert not stands_as_statement(update(body))
    assert not is_value_unused(update(body))


@pytest.mark.parametrize("rule", ["n++", "(n++)"])
def test_a_rule_of_a_switch_expression_has_a_value(rule: str) -> None:
    node = update(f"return switch (n) {{ case 1 -> {rule}; default -> 3; }};")
    assert stands_as_statement(node)
    assert not is_value_unused(node)
