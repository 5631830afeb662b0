"""The canonical form: one rule a mutator, whatever is around the text, and any bytes."""

from __future__ import annotations

import pytest
from hypothesis import given

import mutators
from equimorph.leakage.forms.canonical import canonical, members, read_canonical
from tests.equimorph.leakage.forms.rules import WITHOUT
from tests.laws.corpus import SUBJECTS
from tests.strategies.text import byte_noise

ODD = (SUBJECTS / "Odd.java").read_bytes()

EQUAL = (
    ("int f(int n) { return n; }", "int g(int other) { return other; }"),
    ("<T> T f(T t) { return t; }", "<S> S f(S t) { return t; }"),
    ("void f() { a: while (b) break a; }", "void f() { c: while (b) break c; }"),
    ("int f(int n) { return f(n - 1); }", "int g(int n) { return this.g(n - 1); }".replace("this.", "")),
    ("f(x);", "f((x)) ;"),
    ("void f() { if (a) g(); }", "void f() { if (a) { { g(); } ; } }"),
    ("void f() { if (a) g(); else if (b) h(); }", "void f() { if (a) g(); else { if (b) h(); } }"),
    ("void f(String s) { g(((String) s).trim()); }", "void f(String s) { g(s.trim()); }"),
    ("int f() { return (int) count; }", "int f() { return count; }"),
    ("void f() { int k = a(); int y = k; g(y); }", "void f() { int k = a(); g(k); }"),
    ("void f(int n) { int y = n; y++; g(y); }", "void f(int n) { n++; g(n); }"),
    ("void f() { final int k = x, y = k; int z = y; g(z); }", "void f() { final int k = x; g(k); }"),
    ("void f() { long a = 0L; char b = 'x'; g(); }", "void f() { g(); }"),
    ("boolean f() { return a < b; }", "boolean f() { return b > a; }"),
    ("void f() { if (true) { g(); } h(); }", "void f() { g(); h(); }"),
    ("void f() { if (false) { n = n; } h(); }", "void f() { h(); }"),
    ("void f() { if (!true) g(); else h(); }", "void f() { h(); }"),
    ("void f() { l: if (true) { break l; } }", "void f() { l: { break l; } }"),
    ("void f() { try { g(); } catch (RuntimeException e) { throw e; } }", "void f() { g(); }"),
    ("void f() { if (a) if (true) g(); }", "void f() { if (a) { g(); } }"),
    ('boolean f() { return s.equals("a" + b); }', 'boolean f() { return ("a" + b).equals(s); }'),
    ("boolean f(String s) { return s.equalsIgnoreCase(t.n); }", "boolean f(String s) { return t.n.equalsIgnoreCase(s); }"),
    ("boolean f(int i, int j) { return j >= i; }", "boolean f(int i, int j) { return i <= j; }"),
    ("boolean f() { return !(a && b || !c); }", "boolean f() { return (!a || !b) && c; }"),
    ("boolean f() { return !!a == !true; }", "boolean f() { return a == false; }"),
    ("void f() { if (!a) g(); else h(); }", "void f() { if (a) h(); else g(); }"),
    ("int f() { return a != b ? 1 : 2; }", "int f() { return a == b ? 2 : 1; }"),
    ("void f(byte b) { b = (byte) (b + 1); }", "void f(byte b) { b++; }"),
    ("void f(int[] a, int i) { a[i + 1] = a[i + 1] - (2 + i); }", "void f(int[] a, int i) { a[i + 1] -= 2 + i; }"),
    (
        "void f() { for (int i = 0; i < n; i++) { if (a) continue; g(i); } }",
        "void f() { int i = 0; while (i < n) { if (a) { i++; continue; } g(i); i += 1; } }",
    ),
    ("void f() { for (;;) g(); }", "void f() { while (true) g(); }"),
    ("void f() { for (;; g()) { return; } }", "void f() { while (true) { return; } }"),
    ("void f() { do g(); while (a < b); }", "void f() { while (true) { g(); if (!(b > a)) break; } }"),
    (
        "void f(int[] a) { for (int x : a) { if (x > 1) continue; g(x); } }",
        "void f(int[] a) { for (int i = 0; a.length > i; i++) { int x = a[i]; if (x > 1) continue; g(x); } }",
    ),
    (
        "void f() { for (int x : h()) g(x); }",
        "void f() { { int[] a = h(); for (int i = 0; i < a.length; i++) { int x = a[i]; g(x); } } }",
    ),
    (
        "void f() { l: for (String s : list) g(s); }",
        "void f() { l: for (java.util.Iterator<String> i = list.iterator(); i.hasNext(); ) { String s = i.next(); g(s); } }",
    ),
)  # fmt: skip
DIFFERENT = (
    ("void f() { try { g(); } catch (RuntimeException e) { throw e; } finally { } }", "void f() { g(); }"),
    ("void f() { try { g(); } catch (RuntimeException e) { throw x; } }", "void f() { g(); }"),
    ("void f() { try { g(); } catch (RuntimeException e) { h(); throw e; } }", "void f() { g(); }"),
    ("void f() { try { g(); } catch (A e) { throw e; } catch (B e) { h(); } }", "void f() { g(); }"),
    ("void f() { try { g(); } catch (RuntimeException e) { } }", "void f() { g(); }"),
    ("void f() { if (a) { g(); } h(); }", "void f() { g(); h(); }"),
    ("boolean f() { return a.equals(b, c); }", "boolean f() { return b.equals(a, c); }"),
    ("boolean f() { return super.equals(a); }", "boolean f() { return a.equals(this); }"),
    ("boolean f() { return a.startsWith(b); }", "boolean f() { return b.startsWith(a); }"),
    ("int f(int n) { return n; }", "int f(int m) { return n; }"),
    ("int f(int a, int b) { return a - b; }", "int f(int a, int b) { return b - a; }"),
    ("boolean f(int a, int b) { return a < b; }", "boolean f(int a, int b) { return a > b; }"),
    ("boolean f() { return a < b; }", "boolean f() { return a <= b; }"),
    ("boolean f() { return a && (b || c); }", "boolean f() { return a && b || c; }"),
    ("void f() { if (a == b) g(); else h(); }", "void f() { if (a != b) g(); else h(); }"),
    ("int f() { return a - (b - c); }", "int f() { return a - b - c; }"),
    ("int f(double d) { return (int) d; }", "int f(double d) { return d; }"),
    ("double f(int a, int b) { return (double) a / b; }", "double f(int a, int b) { return a / b; }"),
    ("void f(int n) { int y = n; n++; g(y); }", "void f(int n) { n++; g(n); }"),
    ("void f(int n) { int y = n; while (a) { g(y); n++; } }", "void f(int n) { while (a) { g(n); n++; } }"),
    ("void f(int n) { int y = n; y++; g(n); }", "void f(int n) { n++; g(n); }"),
    ("void f(int n) { while (a) { int y = n; y++; g(y); } }", "void f(int n) { while (a) { n++; g(n); } }"),
    ("void f(int n) { long y = n; g(y * y); }", "void f(int n) { g(n * n); }"),
    ("void f() { int a = g(); h(); }", "void f() { h(); }"),
    ("void f() { while (a) { g(); } h(); }", "void f() { while (a) { g(); h(); } }"),
    ("void f() { do { if (a) continue; g(); } while (b); }", "void f() { while (true) { if (a) continue; g(); if (!b) break; } }"),
    (
        "void f(int[] a) { for (int i = 0; i < a.length; i++) { int x = a[i]; g(x, i); } }",
        "void f(int[] a) { for (int x : a) g(x, $3); }",
    ),
    (
        "void f(int[] a) { for (int i = 0; i < a.length; i++) { int x = a[i]; a = g(x); } }",
        "void f(int[] a) { for (int x : a) a = g(x); }",
    ),
    ("void f(int[] a) { for (int i = 1; i < a.length; i++) { int x = a[i]; g(x); } }", "void f(int[] a) { for (int x : a) g(x); }"),
    ("int a = 1;", "int b = 2;"),
    ("void f(int i) { g(i++); }", "void f(int i) { g(++i); }"),
    ("void f() { a[i++] = a[i++] + 1; }", "void f() { a[i++] += 1; }"),
    ("void f() { g().x = g().x + 1; }", "void f() { g().x += 1; }"),
    ("int f(int x, int y) { return x - y; }", "int f(int x, int y) { return y - x; }"),
)  # fmt: skip


def form(text: str) -> bytes:
    found = canonical(text.encode())
    assert found is not None, text
    return found


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_equal(one: str, other: str) -> None:
    assert form(one) == form(other)
    assert canonical(form(one)) == form(one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different(one: str, other: str) -> None:
    assert form(one) != form(other)
    assert canonical(form(one)) == form(one)


def test_the_form_is_java_with_numbers_for_the_names_that_it_binds() -> None:
    text = "int sum(int[] all, int $0) { int n = 0; for (int one : all) n = n + (one); return n * scale; }"
    assert form(text) == (
        b"int $0 ( int [ ] $1 , int $2 ) { int $3 = 0 ; for ( int $4 : $1 ) { $3 += $4 ; } return $3 * scale ; }"
    )
    assert form("void f(int a) { $0 = a; }") == b"void $1 ( int $2 ) { $0 = $2 ; }"


def missed(name: str) -> list[mutators.Example]:
    """The examples of a mutator, a member or a file each, whose mutants have another form than the original."""
    mutator = mutators.get(name)
    changed = [example for example in mutator.examples if example.after is not None]
    assert all(members(example.before.encode()) for example in changed)
    return [one for one in changed if members(one.before.encode()) != members(str(one.after).encode())]


PRESERVING = [name for name in mutators.names() if mutators.get(name).relation == "preserving"]


@pytest.mark.parametrize("name", PRESERVING)
def test_a_mutant_has_the_form_of_its_original_unless_the_page_says_that_there_is_no_rule(name: str) -> None:
    assert bool(missed(name)) == (name in WITHOUT)


def test_a_member_has_one_form_alone_and_in_its_class_and_file() -> None:
    one, other = "int f(String s) { return s.length() < n ? 1 : 2; }", "A(int n) { this.n = n; }"
    of_class = f"class A {{ int n; {one} {other} }}"
    alone = [form(one), form(other)]
    assert members(of_class.encode()) == members(f"package p; import q; {of_class}".encode()) == alone
    assert form(of_class) == b"class A { int n ; " + b" ".join(alone) + b" }"


def test_line_ends_marks_and_encodings_say_nothing() -> None:
    text = 'void f() { // é\n g("é");\n h(); }'
    plain = form(text)
    for data in (
        text.replace("\n", "\r\n").encode(),
        text.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + text.encode(),
        text.encode("latin-1"),
    ):
        assert canonical(data) == plain


@pytest.mark.parametrize(
    "text",
    [
        "class A { int a = b >> 1, c = b >>> 2; boolean d = b >= 1; List<List<A>> e; { a >>>= 1; } }",
        "class A { @interface B { int value() default 2; } }",
        "sealed interface A permits B { } non-sealed class B implements A { int a = non-1; }",
        "class A { int a; void f(int b) { (b)++; --(a); } }",
        "class A { int f(Object o) { do { g(); } while (!(o instanceof Integer n) || n < 0); return n; } }",
        "void f() { 7--; }",
    ],
)
def test_the_form_of_a_form_is_the_form(text: str) -> None:
    assert canonical(form(text)) == form(text)


def test_what_parses_of_a_broken_file_has_forms() -> None:
    found = read_canonical(b"class A { void f() { g(; } int h(int a) { return a; } }")
    assert found.whole is None
    assert found.members == (form("int h(int a) { return a; }"),)


@pytest.mark.parametrize("text", ["", " \n", "// nothing"])
def test_nothing(text: str) -> None:
    assert canonical(text.encode()) == b""
    assert members(text.encode()) == []


DEEP = 20_000


@pytest.mark.parametrize(
    "data",
    [
        b"\0",
        b"}",
        b"/* open",
        b'"open',
        b"void f() {",
        b"@A return false;",
        bytes(range(256)),
        b"void f() { x = " + b"(" * DEEP + b"1" + b")" * DEEP + b"; }",
        b"void f() " + b"{" * DEEP + b"}" * DEEP,
        b"void f() { x = " + b"!" * DEEP + b"a; }",
        b"void f() { x = " + b" + ".join([b"a"] * DEEP) + b"; }",
        b"void f() { " + b"if (a) " * DEEP + b"g(); }",
        b"void f() { for (;; " + b"i++, " * 999 + b"i++) { " + b"if (a) continue; " * 999 + b"} }",
    ],
    ids=range(13),
)
def test_what_has_no_form(data: bytes) -> None:
    assert canonical(data) is None


@pytest.mark.parametrize(
    "data",
    [
        b"void f() { " + b" else ".join([b"if (a) g();"] * 200) + b" }",
        b"void f() { " + b"if (a) " * 120 + b"g(); }",
        b"void f() { x = " + b" && ".join([b"a"] * 200) + b"; }",
        b"void f() { x = " + b"!(a && b || " * 60 + b"c" + b")" * 60 + b"; }",
        b"void f(int a0) { " + b"".join(b"int a%d = a%d; " % (i + 1, i) for i in range(500)) + b"g(a500); }",
        b"void f(int a) { " + b"".join(b"int b%d = a; g(b%d); a = 1; " % (i, i) for i in range(300)) + b"}",
    ],
    ids=range(6),
)
def test_a_large_form_is_one_that_can_be_read_again_or_none(data: bytes) -> None:
    found = canonical(data)
    assert found is None or canonical(found) == found


@given(byte_noise(ODD))
def test_any_bytes(data: bytes) -> None:
    found = canonical(data)
    assert found is None or canonical(found) == found
