"""The smallest negation: what turns around, what gets a `!`, which parentheses and blanks stay."""

from __future__ import annotations

import pytest

from mutators.java.tools.negation import merged, negate, negation
from mutators.model import Edit, apply_edits, checked
from parsers.java.method import Method
from parsers.java.syntax.operators import Binding
from parsers.java.syntax.precedence import min_binding_at
from parsers.java.syntax.tree import Node
from tests.parsers.java.facts_oracle import method_of

PARAMETERS = "int i, long l, char c, double d, float e, Integer w, boolean p, boolean q, String s, Object o"


def parsed(statement: str, kind: str) -> tuple[Method, Node]:
    method = method_of(f"Object m({PARAMETERS}) {{ {statement} }}")
    return method, next(node for node in method.root.walk() if node.type == kind)


def rewritten(statement: str, kind: str) -> str:
    method, node = parsed(statement, kind)
    condition = node.child("condition")
    assert condition is not None
    made = apply_edits(method.source.data, checked(negate(method, condition))).decode()
    return made.partition("{ ")[2].removesuffix(" }")


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("i == w", "i != w"),
        ("o != s", "o == s"),
        ("d == e", "d != e"),
        ("p == q == p", "p == q != p"),
        ("i < l", "i >= l"),
        ("i <= c", "i > c"),
        ("w > i", "w <= i"),
        ("i + 1 >= w << 2", "i + 1 < w << 2"),
        ("i < d", "!(i < d)"),
        ("e >= 1", "!(e >= 1)"),
        ("i < k", "!(i < k)"),
        ("p", "!p"),
        ("(p)", "!(p)"),
        ("!p", "p"),
        ("! p", "p"),
        ("!!p", "!p"),
        ("!(p)", "p"),
        ("!(p && q)", "p && q"),
        ("! ( p && q )", "p && q"),
        ("!((p && q))", "(p && q)"),
        ("(!(p || q))", "(p || q)"),
        ("!(p = q)", "(p = q)"),
        ("!(p ? q : p)", "p ? q : p"),
        ("!/*a*/(/*b*/p/*c*/)", "/*a*//*b*/p/*c*/"),
        ("! // why\n p", "// why\n p"),
        ("p && q", "!(p && q)"),
        ("(p && q)", "!(p && q)"),
        ("((i < l))", "((i >= l))"),
        ("(/*a*/ i < l /*b*/)", "(/*a*/ i >= l /*b*/)"),
        ("p & q", "!(p & q)"),
        ("p ^ q", "!(p ^ q)"),
        ("o instanceof String t", "!(o instanceof String t)"),
        ("!(o instanceof String t)", "o instanceof String t"),
        ("p = q", "!(p = q)"),
        ("p ? q : p", "!(p ? q : p)"),
        ("s.isEmpty()", "!s.isEmpty()"),
        ("(Boolean) o", "!(Boolean) o"),
        ("true", "!true"),
        ("!true", "true"),
        ("i /* a */ < /* b */ l // c\n", "i /* a */ >= /* b */ l // c\n"),
    ],
)
def test_condition_of_an_if(condition: str, expected: str) -> None:
    assert rewritten(f"if ({condition}) g();", "if_statement") == f"if ({expected}) g();"
    assert rewritten(f"while ({condition}) g();", "while_statement") == f"while ({expected}) g();"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return!p?1:2;", "return p?1:2;"),
        ("return!(p)?1:2;", "return p?1:2;"),
        ("return!(p ? q : p)?1:2;", "return(p ? q : p)?1:2;"),
        ("return!(p && q)?1:2;", "return p && q?1:2;"),
        ("return!!p?1:2;", "return!p?1:2;"),
        ("return(p)?1:2;", "return!(p)?1:2;"),
        ("return p||q?1:2;", "return !(p||q)?1:2;"),
        ("return(i<l)?1:2;", "return(i>=l)?1:2;"),
        ("return(!p)?1:2;", "return(p)?1:2;"),
    ],
)
def test_condition_of_a_conditional_expression(before: str, after: str) -> None:
    assert rewritten(before, "ternary_expression") == after


@pytest.mark.parametrize(
    ("statement", "room"),
    [
        ("g(k);", Binding.LOOSE),
        ("p = k;", Binding.LOOSE),
        ("return k;", Binding.LOOSE),
        ("boolean r = (k);", Binding.LOOSE),
        ("r = p ? k : q;", Binding.LOOSE),
        ("r = p ? q : k;", Binding.CONDITIONAL),
        ("r = k ? q : p;", Binding.OR_ELSE),
        ("r = k || q;", Binding.OR_ELSE),
        ("r = p || k;", Binding.AND_ALSO),
        ("r = p == k;", Binding.RELATIONAL),
        ("r = k instanceof A;", Binding.RELATIONAL),
        ("r = !k;", Binding.UNARY),
        ("r = (Boolean) k;", Binding.UNARY),
        ("r = a[k];", Binding.LOOSE),
        ("r = k.x;", Binding.PRIMARY),
        ("r = k.x();", Binding.PRIMARY),
        ("k = p;", Binding.PRIMARY),
    ],
)
def test_room(statement: str, room: Binding) -> None:
    method = method_of(f"Object m({PARAMETERS}) {{ {statement} }}")
    node = next(n for n in method.root.walk() if n.type == "identifier" and method.node_text(n) == "k")
    assert min_binding_at(node) == room


def test_another_place_asks_for_parentheses() -> None:
    method, node = parsed("boolean r = !(p && q);", "unary_expression")
    assert [(e.old, e.new) for e in negate(method, node)] == [("!(", ""), (")", "")]
    assert [(e.old, e.new) for e in negation(method, node, Binding.OR)] == [("!", "")]


def test_parentheses_of_its_own_are_place_enough() -> None:
    method, node = parsed("boolean r = (!(p && q));", "parenthesized_expression")
    assert [e.old for e in negation(method, node, Binding.OR)] == ["!", "(", ")"]


def test_touching_edits_become_one() -> None:
    data = b"return!a&&b;"
    edits = [Edit(8, "&&", "||"), Edit(8, "", ")"), Edit(10, "", "!"), Edit(6, "", "!(")]
    assert merged(data, edits) == [Edit(6, "", "!("), Edit(8, "&&", ")||!")]
    assert merged(data, [Edit(6, "!", "")]) == [Edit(6, "!a", " a")]
    assert merged(data, [Edit(6, "!", ""), Edit(6, "", "!(")]) == [Edit(6, "!", "!(")]
    assert merged(b"(!a)", [Edit(1, "!", "")]) == [Edit(1, "!", "")]
