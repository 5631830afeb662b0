"""Effects of Python's expressions: what is said to run nothing, read nothing or raise nothing does so."""

from __future__ import annotations

import libcst as cst
import pytest

from parsers.python.effects.analysis import BOTH_RAISE, RAISES_BEFORE, USES, Effect
from parsers.python.function import Function
from parsers.source import SourceFile

BEFORE = "n, m, x, s, b, t, xs = 1, 2, 0.5, 'x', b'x', (1, 2), [1]"


def function(expression: str, head: str = "def f(p, q):") -> tuple[Function, cst.BaseExpression]:
    text = f"{head}\n    {BEFORE}\n    return {expression}\n"
    [method] = SourceFile(text.encode(), language="python").methods
    made = Function.of(method)
    value = made.all(cst.Return)[-1].value
    assert value is not None
    return made, value


def effect(expression: str, head: str = "def f(p, q):") -> Effect:
    made, value = function(expression, head)
    return made.effects.of(value)


def summary(found: Effect) -> str:
    words = [
        "anything" * found.runs,
        "heap" * (found.reads_heap and not found.runs),
        "raises" * (found.raises and not found.runs),
        *(f"reads {name}" for name in sorted(variable.name for variable in found.reads)),
        *(f"writes {name}" for name in sorted(variable.name for variable in found.writes)),
    ]
    return ", ".join(word for word in words if word)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1", ""),
        ("-1.5", "raises"),
        ("-1", ""),
        ("'a' 'b'", ""),
        ("None", ""),
        ("...", ""),
        ("p", "reads p"),
        ("n + m", "reads m, reads n"),
        ("n / m", "raises, reads m, reads n"),
        ("n << m", "raises, reads m, reads n"),
        ("x + x", "reads x"),
        ("x ** x", "raises, reads x"),
        ("x + n", "raises, reads n, reads x"),
        ("s + s", "reads s"),
        ("s + b", "raises, reads b, reads s"),
        ("s == b", "raises, reads b, reads s"),
        ("s * n", "raises, reads n, reads s"),
        ("n < x", "reads n, reads x"),
        ("s < n", "raises, reads n, reads s"),
        ("s in s", "reads s"),
        ("n in s", "raises, reads n, reads s"),
        ("n in xs", "anything, reads n, reads xs"),
        ("p is q", "reads p, reads q"),
        ("not n", "reads n"),
        ("not xs", "heap, reads xs"),
        ("not p", "anything, reads p"),
        ("n and p", "reads n, reads p"),
        ("p and n", "anything, reads n, reads p"),
        ("p if n else q", "reads n, reads p, reads q"),
        ("n if p else m", "anything, reads m, reads n, reads p"),
        ("len(s)", "reads s"),
        ("len(xs)", "heap, reads xs"),
        ("len(p)", "anything, reads p"),
        ("id(p)", "reads p"),
        ("bool(xs)", "heap, reads xs"),
        ("abs(n)", "raises, reads n"),
        ("abs(p)", "anything, reads p"),
        ("int(s)", "raises, reads s"),
        ("print(n)", "anything, reads n"),
        ("isinstance(n, p)", "anything, reads n, reads p"),
        ("s.upper()", "raises, reads s"),
        ("s.join(xs)", "anything, reads s, reads xs"),
        ("s.format(n)", "anything, reads n, reads s"),
        ("s.upper(*xs)", "anything, reads s, reads xs"),
        ("xs.append(n)", "anything, reads n, reads xs"),
        ("xs.copy()", "anything, reads xs"),
        ("p.x", "anything, reads p"),
        ("s[0]", "raises, reads s"),
        ("t[n:]", "raises, reads n, reads t"),
        ("xs[0]", "heap, raises, reads xs"),
        ("p[0]", "anything, reads p"),
        ("t[p]", "anything, reads p, reads t"),
        ("[n, p]", "reads n, reads p"),
        ("[*p]", "anything, reads p"),
        ("(n, s)", "reads n, reads s"),
        ("{n, s}", "reads n, reads s"),
        ("{p}", "anything, reads p"),
        ("{n: p}", "reads n, reads p"),
        ("{p: n}", "anything, reads n, reads p"),
        ("{**p}", "anything, reads p"),
        ("f'{s}'", "reads s"),
        ("f'{n}'", "raises, reads n"),
        ("f'{b}'", "raises, reads b"),
        ("f'{s:>3}'", "raises, reads s"),
        ("f'{s:{p}}'", "anything, reads p, reads s"),
        ("f'{p}'", "anything, reads p"),
        ("(z := n)", "reads n, writes z"),
        ("[n for k in xs]", "anything, reads n, reads xs, writes k"),
        ("[(z := k) for k in xs]", "anything, reads k, reads xs, writes k, writes z"),
        ("next((z := k) for k in xs)", "anything, reads k, reads xs, writes k, writes z"),
        ("(lambda k, j=(z := 1): n)(m)", "anything, reads m, reads n, writes j, writes k, writes z"),
        ("p(z := n)", "anything, reads n, reads p, writes z"),
        ("p(k=(z := n), *xs)", "anything, reads n, reads p, reads xs, writes z"),
        ("p[z := n]", "anything, reads n, reads p, writes z"),
        ("p[1:(z := n), ...]", "anything, reads n, reads p, writes z"),
        ("p(z := n).x", "anything, reads n, reads p, writes z"),
        ("-p(z := n)", "anything, reads n, reads p, writes z"),
        ("p(z := n) + 1", "anything, reads n, reads p, writes z"),
        ("p(z := n) < 1", "anything, reads n, reads p, writes z"),
        ("{p: (z := n)}", "anything, reads n, reads p, writes z"),
        ("{*p, (z := n)}", "anything, reads n, reads p, writes z"),
        ("f'{p(z := n)!r:>{(y := m)}}'", "anything, reads m, reads n, reads p, writes y, writes z"),
        ("p((z := 1) if n else (y := m))", "anything, reads m, reads n, reads p, writes y, writes z"),
        ("(yield)", "anything"),
        ("(yield (z := n))", "anything, reads n, writes z"),
        ("(yield from p(z := n))", "anything, reads n, reads p, writes z"),
        ("g", "heap, raises"),
        ("len", ""),
        ("n < m < x", "reads m, reads n, reads x"),
        ("n < m < p", "anything, reads m, reads n, reads p"),
        ("p is q is n", "anything, reads n, reads p, reads q"),
        ("~n", "reads n"),
        ("~(n < m)", "raises, reads m, reads n"),
    ],
)
def test_effects(expression: str, expected: str) -> None:
    assert summary(effect(expression)) == expected


def test_a_variable_that_an_inner_function_binds_is_on_the_heap() -> None:
    text = b"def f():\n    n = 1\n    def g():\n        nonlocal n\n        n = 2\n    return n\n"
    [method] = SourceFile(text, language="python").methods
    made = Function.of(method)
    value = made.all(cst.Return)[-1].value
    assert value is not None
    assert summary(made.effects.of(value)) == "heap, raises, reads n"


def test_a_walrus_that_an_inner_function_sees_is_anything() -> None:
    text = b"def f(p):\n    def g(): return z\n    return (z := 1)\n"
    [method] = SourceFile(text, language="python").methods
    made = Function.of(method)
    value = made.all(cst.Return)[-1].value
    assert value is not None
    assert summary(made.effects.of(value)) == "anything, writes z"


def test_an_awaited_call_keeps_what_it_binds() -> None:
    assert summary(effect("await p(z := n)", "async def f(p, q):")) == "anything, reads n, reads p, writes z"


@pytest.mark.parametrize(
    ("left", "right", "reason"),
    [
        ("n", "p()", None),
        ("p()", "q()", USES),
        ("p()", "g", USES),
        ("p()", "len(xs)", USES),
        ("p()", "len(t)", None),
        ("p()", "n // m", BOTH_RAISE),
        ("n // m", "m // n", BOTH_RAISE),
        ("n // m", "(z := 1)", RAISES_BEFORE),
        ("n // m", "s", None),
        ("(z := 1)", "n", None),
        ("(z := 1)", "(y := z)", USES),
        ("(z := 1)", "(z := 2)", USES),
        ("n", "p(n := 5)", USES),
        ("n", "p[n := 5]", USES),
        ("n", "p(n := 5).x", USES),
        ("n", "[(n := k) for k in p]", USES),
        ("n", "(lambda k=(n := 5): k)()", USES),
        ("n", "p(lambda: (n := 5))", None),
        ("n", "(yield (n := 5))", USES),
        ("n", "p(m := 5)", None),
    ],
)
def test_order(left: str, right: str, reason: str | None) -> None:
    made, value = function(f"({left}, {right})")
    assert isinstance(value, cst.Tuple)
    one, other = (element.value for element in value.elements)
    assert made.effects.commute(one, other) == made.effects.commute(other, one) == reason
