"""How tightly expressions bind, told by how the grammar reads two operators without parentheses."""

from __future__ import annotations

from itertools import product

import pytest

from parsers.java.syntax.operators import PRECEDENCE, Binding
from parsers.java.syntax.precedence import binding_of
from parsers.java.syntax.tree import Node
from parsers.source import SourceFile


def expression(text: str) -> Node:
    method = SourceFile.from_text(f"void f() {{ x = {text}; }}").methods[0]
    return next(n for n in method.root.walk() if n.field == "right")


@pytest.mark.parametrize(("one", "other"), list(product(PRECEDENCE, PRECEDENCE)))
def test_binary_operators(one: str, other: str) -> None:
    whole = expression(f"a {one} b {other} c")
    left = whole.child("left")
    assert left is not None
    assert (left.type == "binary_expression") is (PRECEDENCE[one] >= PRECEDENCE[other])
    assert binding_of(whole) == min(PRECEDENCE[one], PRECEDENCE[other])


@pytest.mark.parametrize(
    ("text", "binding"),
    [
        ("() -> 1", Binding.LOOSE),
        ("a -> b -> c", Binding.LOOSE),
        ("Foo::bar", Binding.LOOSE),
        ("a = b", Binding.ASSIGNMENT),
        ("a += b", Binding.ASSIGNMENT),
        ("a ? b : c", Binding.CONDITIONAL),
        ("a instanceof B", Binding.RELATIONAL),
        ("a instanceof B b", Binding.RELATIONAL),
        ("!a", Binding.UNARY),
        ("-a", Binding.UNARY),
        ("++a", Binding.UNARY),
        ("(int) a", Binding.UNARY),
        ("-a++", Binding.UNARY),
        ("a--", Binding.POSTFIX),
        ("a", Binding.PRIMARY),
        ("a.b", Binding.PRIMARY),
        ("a[b + c]", Binding.PRIMARY),
        ("a(b + c)", Binding.PRIMARY),
        ("new A(b + c)", Binding.PRIMARY),
        ("(a + b)", Binding.PRIMARY),
        ("this", Binding.PRIMARY),
        ('"a"', Binding.PRIMARY),
    ],
)
def test_other_expressions(text: str, binding: Binding) -> None:
    assert binding_of(expression(text)) is binding


def test_a_switch_gets_parentheses_as_a_matter_of_form() -> None:
    assert binding_of(expression("switch (a) { default -> 1; }")) is Binding.LOOSE
