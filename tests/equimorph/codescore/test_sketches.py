"""Sketches as CodeScore-R has them: a score cannot depend on what a text's names are."""

from __future__ import annotations

import pytest

from equimorph.texts.sketching import sketch
from mutators.java.variable_renaming import VariableRenaming
from parsers import SourceFile


@pytest.mark.parametrize(
    ("language", "text", "renamed"),
    [
        ("java", "int add(int a, int b) { return a + b; }", "int plus(int x, int y) { return x + y; }"),
        (
            "java",
            "class S { int g(int n) { return n < 2 ? n : g(n - 1) + this.g(n - 2) + S.h(n); } static int h(int k) { return k; } }",
            "class S { int q(int m) { return m < 2 ? m : q(m - 1) + this.q(m - 2) + S.z(m); } static int z(int i) { return i; } }",
        ),
        (
            "java",
            "void f(int n) { for (int i = 0; i < n; i++) { } for (int i = 0; i < n; i++) { } }",
            "void f(int n) { for (int i = 0; i < n; i++) { } for (int j = 0; j < n; j++) { } }",
        ),
        ("python", "def f(a, b=1):\n    return f(b, b=a)\n", "def g(x, y=1):\n    return g(y, y=x)\n"),
        (
            "python",
            "class S:\n    def get(self, k):\n        return [self.get(x) for x in k]\n",
            "class S:\n    def take(self, q):\n        return [self.take(x) for x in q]\n",
        ),
    ],
)
def test_other_names_have_the_same_sketch(language: str, text: str, renamed: str) -> None:
    assert sketch(text, language).reason is None
    assert sketch(text, language) == sketch(renamed, language)


def test_a_sketch_is_its_own_sketch() -> None:
    made = sketch("int add(int a) { int b = a; for (int c : x) { b += c; } return add(b); }").text
    assert (
        made
        == "int f(int arg_0) { int var_0 = arg_0; for (int var_1 : x) { var_0 += var_1; } return f(var_0); }"
    )
    assert sketch(made).text == made


def test_what_does_not_parse_stays_and_has_a_reason() -> None:
    for language, text in (("java", "int f( {"), ("python", "def f(:\n"), ("java", "int f() { \ud800 }")):
        found = sketch(text, language)
        assert found.text == text
        assert found.reason


def test_renamings_of_the_mutator_change_no_sketch() -> None:
    text = "int f(int[] data, int most) { int n = 0; for (int d : data) { if (d < most) { n += d; } } return n; }"
    source = SourceFile.from_text(text)
    for number, site in enumerate(VariableRenaming().sites(source)):
        mutant = VariableRenaming().mutate(source, source.methods[0], site, number).mutant
        assert mutant != text
        assert sketch(mutant) == sketch(text)
