"""Renaming variables: which names, which references, and what is refused."""

from __future__ import annotations

import re

import pytest

import equimorph as em
from mutators.java.variable_renaming import VariableRenaming
from mutators.naming import SCHEMES


def renamings(text: str, scheme: str = "generic") -> dict[str, str]:
    """New name by old name, with its number where a name occurs twice."""
    found: dict[str, str] = {}
    for mutant in VariableRenaming([scheme]).mutants(em.parse(text)):
        edit = next(e for e in mutant.local.edits if e.start == mutant.local.site.start)
        found[edit.old + "'" * sum(key.strip("'") == edit.old for key in found)] = edit.new
    return found


def mutant(text: str, name: str, scheme: str = "generic") -> str:
    for found in VariableRenaming([scheme]).mutants(em.parse(text)):
        if next(e for e in found.local.edits if e.start == found.local.site.start).old == name:
            return found.text
    raise AssertionError(f"{name} is not renamed")


def reasons(text: str, name: str) -> list[str | None]:
    source = em.parse(text)
    judged = VariableRenaming().judged(source)
    return [reason for site, reason in judged if source.slice(site.start, site.end) == name]


@pytest.mark.parametrize(
    ("declaration", "scheme", "new"),
    [
        ("String name", "first-letter", "s"),
        ("SimpleName name", "initials", "sn"),
        ("SimpleName name", "type-name", "simpleName"),
        ("SimpleName name", "generic", "var0"),
        ("String[] name", "type-name", "strings"),
        ("String name[]", "type-name", "strings"),
        ("java.util.List<String> name", "type-name", "list"),
        ("int name", "type-name", "intValue"),
        ("final @A Map.Entry<K, V> name", "initials", "e"),
        ("List<int[]>[] name", "first-letter", "l"),
        ("Object... name", "type-name", "objects"),
    ],
)
def test_names_come_from_the_declared_type(declaration: str, scheme: str, new: str) -> None:
    assert renamings(f"void m({declaration}) {{ use(name); }}", scheme) == {"name": new}


def test_inferred_types_are_used_only_where_they_are_certain() -> None:
    text = 'void m() { var text = "x"; var other = unknown(); var item = new StringBuilder(); }'
    found = renamings(text, "type-name")
    assert found["text"] == "string"
    assert found["item"] == "stringBuilder"
    assert found["other"] not in ("var", "unknown", "object")


def test_any_is_one_site_for_each_variable_and_the_seed_draws_the_scheme() -> None:
    source = em.parse("int f(SimpleName countTotal) { return countTotal.x; }")
    assert len(list(VariableRenaming().sites(source))) == 1
    names = {m.local.edits[0].new for seed in range(60) for m in VariableRenaming().mutants(source, seed)}
    assert {"s", "sn", "simpleName", "var0"} < names
    assert len(list(VariableRenaming(SCHEMES).sites(source))) == len(SCHEMES) == 5


def test_a_new_name_is_no_identifier_of_the_member() -> None:
    text = "int f(int a) { String s1 = s(); var0: for (;;) { java.var1.X.go(var2.y); break var0; } return var3() + a; }"
    found = renamings(text)
    assert found["a"] == "var4"
    assert renamings(text, "first-letter")["s1"] not in ("s", "s1", "a")


def test_fields_that_a_class_body_inherits_are_no_new_names() -> None:
    text = "class A { static class B { int var0; } void m(int a) { new B() { int f() { return var1; } }; a++; } }"
    assert renamings(text) == {"a": "var2"}


def test_implicitly_assigned_components_are_no_new_names() -> None:
    assert renamings("record R(int var0, int b) { R { int k = b; b = k; } }") == {"k": "var1"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "int f(int n) { return n + this.n + n.n + n() + X.n; }",
            "int f(int v) { return v + this.n + v.n + n() + X.n; }",
        ),
        (
            "int f(int n) { n: while (n > 0) { break n; } return n; }",
            "int f(int v) { n: while (v > 0) { break n; } return v; }",
        ),
        (
            "int f(int n) { Runnable r = () -> g(n); return n++; }",
            "int f(int v) { Runnable r = () -> g(v); return v++; }",
        ),
        ("@A(n = 1) int f(@B(n = 2) int n) { return n; }", "@A(n = 1) int f(@B(n = 2) int v) { return v; }"),
        (
            "int f(int n) { return new Object() { int n; int g() { return n; } }.g() + n; }",
            "int f(int v) { return new Object() { int n; int g() { return n; } }.g() + v; }",
        ),
        (
            "int f(int n) { return g(x -> { int m = n; return m; }); }",
            "int f(int v) { return g(x -> { int m = v; return m; }); }",
        ),
        (
            "int f(n n) { n m = (n) n; return n.a(n::b, n[].class, n.class); }",
            "int f(n v) { n m = (n) v; return v.a(v::b, n[].class, n.class); }",
        ),
        ("int f(C n) { return n.new D(n).x; }", "int f(C v) { return v.new D(v).x; }"),
        (
            "int f(int n) { switch (1) { default: int k = n; } for (int i = n; i < n; i += n) ; return n; }",
            "int f(int v) { switch (1) { default: int k = v; } for (int i = v; i < v; i += v) ; return v; }",
        ),
        (
            "int f(int k) { switch (k) { case 1: int n = 1; case 2: n = 2; return n; default: n = 3; } return n; }",
            "int f(int k) { switch (k) { case 1: int v = 1; case 2: v = 2; return v; default: v = 3; } return n; }",
        ),
        ("void f() { for (C n : n.kids) g(n); g(n); }", "void f() { for (C v : n.kids) g(v); g(n); }"),
        ("void f(C n) { g(n::m, n::new, n.super::m); }", "void f(C v) { g(v::m, n::new, n.super::m); }"),
        # A name that begins what can only be a type, however far from its end (JLS 15.13, 15.8.4, 15.12).
        (
            "void f(C n) { g(n.b::m, n.B::new, n.B.C::new); }",
            "void f(C v) { g(v.b::m, n.B::new, n.B.C::new); }",
        ),
        (
            "void f(C n) { g(n.a.b, n.B.this.a, n.B.this); }",
            "void f(C v) { g(v.a.b, n.B.this.a, n.B.this); }",
        ),
        ("void f(C n) { n.a.m(); n.B.super.m(); }", "void f(C v) { v.a.m(); n.B.super.m(); }"),
        (
            "boolean f(Object o) { return !(o instanceof C n) || n.x(); }",
            "boolean f(Object o) { return !(o instanceof C v) || v.x(); }",
        ),
        (
            "int f(Object o) { if (!(o instanceof C n)) { return 1; } return n.x(); }",
            "int f(Object o) { if (!(o instanceof C v)) { return 1; } return v.x(); }",
        ),
        (
            "int f(int n) { record R() { static int g() { return n; } } return n; }",
            "int f(int v) { record R() { static int g() { return n; } } return v; }",
        ),
        ("int f(A n) { return (n.b) - n.c + (n) - n; }", "int f(A v) { return (v.b) - v.c + (v) - v; }"),
        (
            "void f() { try (C n = n(); D d = n.d()) { n.x(); } catch (E e) { n.x(); } }",
            "void f() { try (C v = n(); D d = v.d()) { v.x(); } catch (E e) { n.x(); } }",
        ),
    ],
)
def test_the_references_and_nothing_else(text: str, expected: str) -> None:
    assert mutant(text, "n") == re.sub(r"\bv\b", "var0", expected)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("void f(int n) { new B() { int g() { return n; } }; }", "may inherit"),
        ("void f(E e, int n) { switch (e) { case n: g(); } }", "enum constant"),
        ("Foo(int n) { this.n = n; }", "canonical"),
        ("record R(int n) { R(int n) { this.n = n; } }", "canonical"),
        ("void f(Object o) { x: while (!(o instanceof String n)) { break; } g(n); }", "pattern variable"),
    ],
)
def test_refusals(text: str, reason: str) -> None:
    found = reasons(text, "n")
    assert found
    assert all(r is not None and reason in r for r in found), found


@pytest.mark.parametrize(
    "text",
    [
        "void f(int n) { new Object() { int g() { return n; } }; }",  # Object has no fields
        "void f(int n) { Runnable r = new Runnable() { public void run() { g(n); } }; }",
        "class A { A(int n) { g(n); } }",
        "Foo(int n) { this(n, 2); }",
        "void f(int k) { final int n = 3; switch (k) { case n: g(); } }",
    ],
)
def test_what_is_certain_is_not_refused(text: str) -> None:
    assert reasons(text, "n") == [None]


def test_receivers_fields_and_components_are_no_candidates() -> None:
    text = "class A { int f; void m(@X A this, int n) { class L { int k; } record R(int c) { } } }"
    assert renamings(text) == {"n": "var0"}


def test_a_site_made_up_is_refused() -> None:
    source = em.parse("int f(int n) { return n; }")
    reference = source.text.rindex("n")
    with pytest.raises(em.Refused, match="nothing that variable-renaming could change stands there"):
        VariableRenaming().apply(
            source, em.Site.of("variable-renaming", reference, reference + 1, scheme="any")
        )


_PATTERN = "int f(Object o) { if (o instanceof String text) { return text.length(); } return 0; }"
_LABEL = "int f(int n) { final int limit = 3; switch (n) { case limit: return 1; default: return 0; } }"


@pytest.mark.parametrize(("text", "name"), [(_PATTERN, "text"), (_LABEL, "limit")])
def test_a_variable_that_all_scopes_are_asked_about_is_renamed_back(text: str, name: str) -> None:
    [mutant] = [
        one for one in VariableRenaming().mutants(em.parse(text), 1) if one.mutation.edits[0].old == name
    ]
    assert str(mutant.undo(mutant.text.replace("return 0", "return 2"))) == text.replace(
        "return 0", "return 2"
    )
