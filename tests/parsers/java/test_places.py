"""Where declarations may be inserted, asked of javac: at every place they may, at the refused ones they may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from parsers.java.names import insertion_points
from parsers.java.syntax.statements import is_statement
from parsers.java.syntax.tree import Node
from parsers.oracles.jdk import Jdk
from parsers.source import SourceFile
from tests.laws.corpus import SUBJECTS

FILES = sorted(SUBJECTS.glob("*.java"))


def found(text: str) -> list[tuple[str, str | None]]:
    """The candidates of the first member, each with what is in the way."""
    method = SourceFile.from_text(text).methods[0]
    return [
        (method.node_text(node), insertion_points.obstacle(method, node))
        for node in insertion_points.candidates(method.root)
    ]


def spliced(data: bytes, at: list[tuple[int, str]]) -> str:
    """The text with some texts put in at byte offsets."""
    for offset, text in sorted(at, reverse=True):
        data = data[:offset] + text.encode() + data[offset:]
    return data.decode()


def offset(node: Node) -> int:
    """Where a declaration goes: before the statement, or behind the brace of an empty block."""
    return node.start + 1 if insertion_points.is_empty_block(node) else node.start


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_declaration_at_every_place_compiles(jdk: Jdk, path: Path) -> None:
    source = SourceFile(path.read_bytes())
    name = path.name
    free = [
        offset(node)
        for method in source.methods
        if not method.untrusted
        for node in insertion_points.candidates(method.root)
        if insertion_points.obstacle(method, node) is None
    ]
    assert len(free) == len(set(free))
    assert free or path.stem == "Odd"
    # One name per place: what is declared before a statement is in scope behind it.
    text = spliced(source.data, [(at, f"final int inserted{n} = {n}; ") for n, at in enumerate(free)])
    compiled = jdk.compile({name: text})
    assert compiled.ok, compiled.diagnostics[:3]


def test_every_statement_and_empty_block_is_a_candidate() -> None:
    for path in FILES:
        for method in SourceFile(path.read_bytes()).methods:
            given = list(insertion_points.candidates(method.root))
            assert [node.start for node in given] == sorted(node.start for node in given)
            for node in method.root.walk():
                if is_statement(node) and node.type not in ("block", "constructor_body"):
                    assert node in given, method.node_text(node)
            for node in given:
                assert is_statement(node)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("void f(int a) { if (a > 0) @g(); }", "g();", "it is not directly in a block"),
        ("void f(int a) { if (a > 0) g(); else @g(); }", "g();", "it is not directly in a block"),
        ("void f(int a) { while (a-- > 0) @g(); }", "g();", "it is not directly in a block"),
        ("void f(int a) { do @g(); while (a-- > 0); }", "g();", "it is not directly in a block"),
        ("void f(int a) { for (; a > 0; a--) @g(); }", "g();", "it is not directly in a block"),
        ("void f(int[] a) { for (int b : a) @g(); }", "g();", "it is not directly in a block"),
        ("void f(int a) { switch (a) { default -> @g(); } }", "g();", "it is not directly in a block"),
        ("void f(int a) { switch (a) { default -> @throw null; } }", "throw null;", "it is not directly in a block"),
        ("void f(int a) { if (a > 0) @; }", ";", "it is not directly in a block"),
        ("void f(int a) { a: @g(); }", "g();", "a label stands before it"),
        ("void f(int a) { a: @while (a-- > 0) { continue a; } }", "while (a-- > 0) { continue a; }", "a label stands before it"),
        ("A(int a) { @this(); }", "this();", "a call of another constructor must come first"),
        ("A(int a) { @super(); }", "super();", "a call of another constructor must come first"),
    ],
)  # fmt: skip
def test_javac_rejects_a_declaration_at_the_refused_places(
    jdk: Jdk, text: str, place: str, reason: str
) -> None:
    plain, at = text.replace("@", ""), text.index("@")
    method = SourceFile.from_text(plain).methods[0]
    refused = [
        node
        for node in insertion_points.candidates(method.root)
        if node.start == at and method.node_text(node) == place
    ]
    assert [insertion_points.obstacle(method, node) for node in refused] == [reason]
    frame = "class A {{ A() {{ }} static void g() {{ }} {} }}"
    assert jdk.compile({"A.java": frame.format(plain)}).ok
    assert not jdk.compile({"A.java": frame.format(spliced(plain.encode(), [(at, "int u = 0; ")]))}).ok


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f() { }", ["{ }"]),
        ("void f() { /* c */ }", ["{ /* c */ }"]),
        ("void f() { ; }", [";"]),
        ("void f() { { } }", ["{ }"]),
        ("void f() { { g(); } }", ["{ g(); }", "g();"]),
        ("void f() { a: { g(); } }", ["a: { g(); }", "g();"]),
        ("void f() { a: { } }", ["a: { }", "{ }"]),
        ("void f() { if (a) { g(); } }", ["if (a) { g(); }", "g();"]),
        ("void f() { try { g(); } finally { } }", ["try { g(); } finally { }", "g();", "{ }"]),
        ("void f() { r = () -> { }; }", ["r = () -> { };", "{ }"]),
        ("void f() { r = () -> g(); }", ["r = () -> g();"]),
        ("void f() { switch (a) { case 1: { g(); } } }", ["switch (a) { case 1: { g(); } }", "{ g(); }", "g();"]),
        ("void f() { switch (a) { case 1: case 2: } }", ["switch (a) { case 1: case 2: }"]),
        ("void f() { switch (a) { case 1 -> { g(); } } }", ["switch (a) { case 1 -> { g(); } }", "g();"]),
        ("int f() { int k = switch (a) { default -> 1; }; }", ["int k = switch (a) { default -> 1; };", "1;"]),
        ("A() { super(); }", ["super();"]),
        ("static { g(); }", ["g();"]),
        ("{ }", ["{ }"]),
    ],
)  # fmt: skip
def test_candidates(text: str, expected: list[str]) -> None:
    assert [place for place, _ in found(text)] == expected


def test_an_empty_block_is_a_place_wherever_it_stands() -> None:
    for text in ("void f() { if (a) { } }", "void f() { a: { } }", "A() { }", "void f() { for (;;) { } }"):
        assert [obstacle for place, obstacle in found(text) if place == "{ }"] == [None], text


def test_a_block_with_a_label_alone_is_not_empty() -> None:
    method = SourceFile.from_text("void f() { a: ; { } class L { } }").methods[0]
    blocks = [node for node in method.root.walk() if node.type == "block"]
    assert [insertion_points.is_empty_block(node) for node in blocks] == [False, True]
    assert not any(insertion_points.is_empty_block(n) for n in method.root.walk() if n.type == "class_body")
