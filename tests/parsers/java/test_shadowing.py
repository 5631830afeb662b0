"""Names that meet others, and names that must stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from parsers.java.method import Method
from parsers.java.names.shadowing import (
    declared_in,
    identifiers_in,
    in_scope_at,
    is_constant_label,
    may_be_canonical_parameter,
    redeclares,
)
from parsers.java.syntax.statements import is_statement
from parsers.java.syntax.tokens import tokenize
from parsers.source import SourceFile

SUBJECTS = sorted(Path(__file__).parents[2].joinpath("subjects").glob("*.java"))


def method_of(text: str) -> Method:
    return SourceFile.from_text(text).methods[0]


def test_names_in_a_statement() -> None:
    method = method_of("void f() { { int a = b; class C { int d; } run(e -> g.h); } }")
    block = method.root.walk()
    inner = [node for node in block if node.type == "block"][1]
    assert declared_in(method, inner) == {"a", "C", "d", "e"}
    assert identifiers_in(method, inner) == {"a", "b", "C", "d", "e", "run", "g", "h"}


def test_words_and_declarations_by_place_are_those_of_the_text_there() -> None:
    for path in SUBJECTS:
        for method in SourceFile(path.read_bytes()).methods:
            if method.untrusted is not None:
                continue
            for node in method.nodes:
                if not is_statement(node):
                    continue
                inside = tuple(d for d in method.scopes.declarations if d.node.inside(node))
                assert method.scopes.declared_within(node) == inside
                words = {token.text.decode() for token in tokenize(method.node_text(node).encode())}
                asked = {d.name for d in method.scopes.declarations} | {"for", "nowhere"}
                found = {word for word in asked if method.has_word(word, node.start, node.end)}
                assert found == asked & words


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("{ int a; } { int a; }", False),
        ("int a; run(a -> 1);", True),
        ("int a; new B() { void g(int a) { } };", False),
        ("for (int a; ; ) { int a; }", True),
    ],
)
def test_redeclarations(body: str, expected: bool) -> None:
    one, other = (d for d in method_of(f"void f() {{ {body} }}").scopes.declarations if d.name == "a")
    assert redeclares(one, other) is redeclares(other, one) is expected


def test_a_region_ends_before_its_end() -> None:
    text = "void f() { { int a; } }"
    [declaration] = method_of(text).scopes.declarations
    assert in_scope_at(text.index(";"), declaration)
    assert not in_scope_at(text.index("}") + 1, declaration)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("record P(int x) { P(int x) { this.x = x; } }", True),
        ("record P(int x) { P(int x) { this(); } }", False),
        ("class P { P(int x) { } }", False),
        ("P(int x) { }", True),
        ("void f(int x) { }", False),
    ],
)
def test_parameters_of_canonical_constructors(text: str, expected: bool) -> None:
    method = method_of(text)
    assert may_be_canonical_parameter(method, method.scopes.declarations[0]) is expected


@pytest.mark.parametrize(("type_", "expected"), [("int", True), ("String", True), ("Color", False)])
def test_labels(type_: str, expected: bool) -> None:
    method = method_of(f"void f({type_} c) {{ switch (c) {{ case RED: }} }}")
    label = next(node for node in method.nodes if node.type == "switch_label")
    assert is_constant_label(method, label) is expected
