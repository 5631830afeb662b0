"""Lambdas with equal bodies, asked of javac: it makes one method of them."""

from __future__ import annotations

import re

import pytest

from parsers.oracles.jdk import Jdk
from parsers.source import SourceFile

FRAME = """
class A {{
    interface F {{ int f(int a, int b); }} interface G {{ int g(int a); }} interface H {{ int h(); }}
    static final int C = 3; void m(int k, int n) {{ Object[] o = {{ {} }}; }}
}}
"""


def twins(text: str) -> list[bool]:
    source = SourceFile.from_text(text)
    nodes = [n for method in source.methods for n in method.root.walk() if n.type == "lambda_expression"]
    return [source.parsed.lambdas.has_twin(node.start) for node in nodes]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("(H) () -> 1", "(H) () -> 1", True),
        ("(H) () -> 1", "(H) () -> 1 + 1", False),
        ("(H) () -> k", "(H) () -> (k)", True),
        ("(G) a -> a + 1", "(G) b -> b + 1", True),
        ("(G) a -> a + 1", "(G) (int c) -> c /* c */+1", True),
        ("(F) (a, b) -> a - b", "(F) (b, a) -> b - a", True),
        ("(H) () -> { return 1; }", "(H) () -> { return 1; }", True),
        ("(H) () -> { return 1; }", "(H) () -> 1", True),
        ("(H) () -> { return 1; }", "(H) () -> { { return 1; } }", False),
        ("(H) () -> k", "(H) () -> n", True),
        ("(H) () -> C + k", "(H) () -> 3 + k", True),
        ("(H) () -> A.C + k", "(H) () -> C + n", True),
        ("(G) t -> { H h = () -> k + t; return 1; }", "(G) u -> { H h = () -> n + u; return 1; }", False),
    ],
)
def test_lambdas_of_which_javac_makes_one_method_are_twins(
    jdk: Jdk, one: str, other: str, expected: bool
) -> None:
    text = FRAME.format(f"{one}, {other}")
    compiled = jdk.compile({"A.java": text}, bytes_=True)
    assert compiled.ok, compiled.diagnostics
    data = compiled.classes["A"].data
    assert data is not None
    merged = len(set(re.findall(rb"lambda\$m\$\d+", data))) == 1
    assert merged == expected
    # There may be more twins than javac finds, for what names mean is not asked for.
    assert twins(text) == [expected] * 2 or not merged


def test_the_shape_is_what_counts() -> None:
    assert twins("H h = () -> g(1); H i = () -> g(k); H j = () -> g(2, 3);") == [True, True, False]
    assert twins("H h = () -> a.size(); H i = () -> b.size(); H j = () -> b.length();") == [True, True, False]


def test_twins_across_members() -> None:
    assert twins("class A { H a() { return () -> 1; } H b() { return () -> 1; } }") == [True, True]
    assert twins("H a() { return () -> { H h = () -> 1; }; }") == [False, False]
    assert not SourceFile.from_text("void f() { }").parsed.lambdas.has_twin(3)
