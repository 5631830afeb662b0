"""Opinions of tree-sitter and javalang, and the relative form."""

from __future__ import annotations

import javalang
import pytest

from parsers import SourceFile
from parsers.java.validity import (
    javalang_error,
    javalang_opinion,
    tree_sitter_error,
    tree_sitter_opinion,
)
from parsers.validity import Opinion, relative


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("class A {\n int f() { return 1; }\n}", None),
        ("class A {\n int f( { return 1; }\n}", 2),
        ("int f() { return 1; }", None),
        ("A() {\n\n  x = ;\n}", 3),
        ("x = 1;\ny = 2;", None),
        ("x = 1;\r\n\r\ny = = 2;", 3),
        ("\ufeffclass A {\n int = 1;\n}", 2),
        ("", None),
        ("one two % three\n$$ ### not Java", 1),
    ],
)
def test_tree_sitter_names_the_line_of_the_first_error(text: str, line: int | None) -> None:
    source = SourceFile.from_text(text)
    assert tree_sitter_error(source) == line
    assert tree_sitter_opinion(source).verdict == ("accepted" if line is None else "rejected")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("\ufeffclass A { int f() { return 1; } }", "file"),
        ("A(int x) { this.x = x; }", "member"),
        ("static { x = 1; } // the end", "member"),
        ("x = 1; return x; // the end", "statements"),
    ],
)
def test_javalang_accepts_each_kind_of_text(text: str, kind: str) -> None:
    assert javalang_opinion(text, kind) == Opinion("accepted")
    assert javalang_error(text, kind) is None


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("int f() {\n return 1 }\n\nint g() { }", "member", "Expected ';' near line"),
        ("x = 1; class", "statements", "Expected Identifier near line 2"),
        ("class A {", "file", "Expected type at the end"),
        ('class A { String s = "a; }', "file", "Unterminated character/string literal"),
        ("class A { int x = #; }", "file", "Could not process token"),
    ],
)
def test_javalang_says_why_it_rejects(text: str, kind: str, reason: str) -> None:
    error = javalang_error(text, kind)
    assert error is not None
    assert error.startswith(reason)


def test_a_breakdown_of_javalang_is_no_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = "int f() { return " + "(" * 3000 + "1" + ")" * 3000 + "; }"
    assert javalang_opinion(deep, "member") == Opinion("none", "javalang breaks down: RecursionError")
    assert javalang_error(deep, "member") is None

    def broken(text: str) -> None:
        raise TypeError

    monkeypatch.setattr(javalang.parse, "parse", broken)
    assert javalang_opinion("class A {}", "file").verdict == "none"


def test_the_relative_form_fails_only_what_got_worse() -> None:
    accepted, rejected, none = Opinion("accepted"), Opinion("rejected", "why"), Opinion("none")
    assert relative(accepted, accepted) == "passed"
    assert relative(accepted, rejected) == "failed"
    assert {relative(rejected, other) for other in (accepted, rejected, none)} == {"no opinion"}
    assert {relative(none, other) for other in (accepted, rejected, none)} == {"no opinion"}
    assert relative(accepted, none) == "no opinion"
