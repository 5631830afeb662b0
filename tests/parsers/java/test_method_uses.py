"""The places of a text that name methods."""

from __future__ import annotations

from parsers.java.names.method_uses import uses
from parsers.java.parsed import JavaParsed
from parsers.source import SourceFile

TEXT = """class A {
    void f(A this, int n) { f(1, /* two */ 2); run(this::f); }
    void g(int... all) { }
    @interface B { int f(); }
}"""


def test_uses() -> None:
    found = uses(JavaParsed.of(SourceFile.from_text(TEXT)))
    assert [(use.kind, use.least) for use in found["f"]] == [
        ("declaration", 1),
        ("call", 2),
        ("reference", 0),
        ("declaration", 0),
    ]
    assert all(TEXT[use.start : use.end] == name for name, places in found.items() for use in places)
    assert found.keys() == {"f", "run", "g"}


def test_numbers_of_arguments_that_meet() -> None:
    found = uses(JavaParsed.of(SourceFile.from_text(TEXT)))
    declared, call, reference, _ = found["f"]
    assert not declared.meets(call)
    assert declared.meets(reference)
    assert found["g"][0].meets(call)


def test_a_text_without_methods() -> None:
    assert uses(JavaParsed.of(SourceFile.from_text("class A { }"))) == {}
