"""Casts of a variable to its own type: which reads, which types, what is refused, and what undo takes out again."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.java.useless_cast import UselessCast
from mutators.undo.transport import parses
from parsers.oracles.jdk import Jdk, compare


def judged(text: str, name: str = "x") -> list[str | None]:
    """For each candidate of that name, in order, why it is refused, or None."""
    source = em.parse(text)
    return [r for site, r in UselessCast().judged(source) if source.slice(site.start, site.end) == name]


def casts(text: str, name: str = "x") -> list[str]:
    """What the reads of a variable become, in order."""
    found = UselessCast().mutants(em.parse(text))
    return [m.local.edits[0].new for m in found if m.local.edits[0].old == name]


def cast(text: str, name: str = "x", number: int = 0) -> em.Mutant:
    """The mutant that casts a read of a variable, the first or a later one."""
    return [m for m in UselessCast().mutants(em.parse(text)) if m.local.edits[0].old == name][number]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int f(int x) { return x; }", "int"),
        ("int f(final @A int x) { return x; }", "int"),
        ("int f(int... x) { return x[0]; }", "int[]"),
        ("int f(int[]... x) { return x[0]; }", "int[][]"),
        ("int f(int x[]) { return x[0]; }", "int[]"),
        ("int f(int[] x[][]) { return x[0]; }", "int[][][]"),
        ("int f(int @A [] @B [] x) { return x[0]; }", "int[][]"),
        ("int f(java . util .List< ? super  T > x) { return x.n; }", "java.util.List<? super T>"),
        ("int f(java.util.@A List<@B(1) T> x) { return x.n; }", "java.util.List<T>"),
        ("int f(Map</* é */K,V>[] x) { return x.n; }", "Map<K, V>[]"),
        ("int f() { Outer.Inner<A>.Deep x = g(); return x.n; }", "Outer.Inner<A>.Deep"),
        ("int f() { for (Foo x = g(); ; ) return x.n; }", "Foo"),
        ("int f() { for (Foo x : xs) return x.n; return 0; }", "Foo"),
        ("int f() { for (Foo x[] : xs) return x.n; return 0; }", "Foo[]"),
        ("int f() { try (Foo x = g()) { return x.n; } }", "Foo"),
        ("int f() { try { g(); } catch (Foo x) { h(x); } }", "Foo"),
        ("int f() { return o instanceof Foo x ? x.n : 0; }", "Foo"),
        ("int f() { run((Foo x) -> x.n); }", "Foo"),
        ('int f() { var x = "a" + 1; return x.n; }', "String"),
        ("int f() { var x = 2L * 3; return g(x); }", "long"),
        ("int f() { var x = new int[3][]; return x[0]; }", "int[][]"),
        ("int f() { for (var x = 0; x < 3; ) ; }", "int"),
        ("<T extends Foo> int f(T x) { return x.n; }", "T"),
        ("class A { Foo x; int f() { return x.n; } }", "Foo"),
        ("class A { static final Foo x[] = g(), y; int f() { return x.n; } }", "Foo[]"),
        ("class A<T> { T x; int f() { return x.n; } }", "T"),
        ("enum E { X; int x; int f() { return x; } }", "int"),
        ("record R(Foo x) { int f() { return x.n; } }", "Foo"),
        ("interface I { int x = 1; default int f() { return x; } }", "int"),
        ("class A { int x; class B { int f() { return x; } } }", "int"),
        ("class A { int x; int f() { int y = x; { int x = 2; } return y; } }", "int"),
    ],
)
def test_the_type_is_that_of_the_declaration(text: str, expected: str) -> None:
    assert casts(text)[:1] == [f"(({expected}) x)"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return-x;", "return-((int) x);"),
        ("return x+x;", "return ((int) x)+x;"),
        ("x += x;", "x += ((int) x);"),
        ("a[x]++;", "a[((int) x)]++;"),
        ("return (x);", "return (((int) x));"),
        ("return (long) x;", "return (long) ((int) x);"),
        ("return x < 1 ? x : 2;", "return ((int) x) < 1 ? x : 2;"),
        ("switch (x) { }", "switch (((int) x)) { }"),
        ("if (x == 1) g();", "if (((int) x) == 1) g();"),
        ("new Foo(x) { };", "new Foo(((int) x)) { };"),
        ("int[] b = {x, 2};", "int[] b = {((int) x), 2};"),
        ("Runnable r = () -> g(x);", "Runnable r = () -> g(((int) x));"),
        ("assert x > 0 : x;", "assert ((int) x) > 0 : x;"),
        ("this.x = x;", "this.x = ((int) x);"),
        ("throw new E(x);", "throw new E(((int) x));"),
    ],
)
def test_reads(before: str, after: str) -> None:
    frame = "int f(int[] a, int x) {{ {} }}"
    assert cast(frame.format(before)).text == frame.format(after)


def test_reads_of_references() -> None:
    frame = "int f(Foo x) {{ {} }}"
    for before, after in (
        ("x.n = 1;", "((Foo) x).n = 1;"),
        ("x.y.go();", "((Foo) x).y.go();"),
        ("run(x::go);", "run(((Foo) x)::go);"),
        ("x.new Bar();", "((Foo) x).new Bar();"),
        ("synchronized (x) { }", "synchronized (((Foo) x)) { }"),
        ("throw x;", "throw ((Foo) x);"),
        ("if (x instanceof Bar) g();", "if (((Foo) x) instanceof Bar) g();"),
        ("x.<T>go();", "((Foo) x).<T>go();"),
    ):
        assert cast(frame.format(before)).text == frame.format(after)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("void f(int x) { x = 1; }", "it is assigned to"),
        ("void f() { class L { } L x = null; g(x); }", "another type"),  # a limit: it is the very same
        ("void f(int x) { x <<= 1; }", "it is assigned to"),
        ("void f(int x) { -x++; }", "it is assigned to"),
        ("void f(int x) { --((x)); }", "it is assigned to"),
        ("void f(Foo x) { try (x) { } }", "a resource must be a variable"),
        ("void f(E e) { final int x = 1; switch (e) { case x: } }", "a case label may name"),
        ("void f(E e) { final int x = 1; switch (e) { case A, x -> g(); } }", "a case label may name"),
        ("void f() { final int x = 1; @A(n = x) int k; }", "an annotation asks for a constant"),
        ("void f() { final int x = 1; @A({x, 2}) class B { } }", "an annotation asks for a constant"),
        ("class A { static final int x = 1; @B(x) void f() { } }", "an annotation asks for a constant"),
        ("void f() { try { } catch (E x) { throw x; } }", "the exception is thrown again"),
        ("void f() { try { } catch (E x) { throw ((x)); } }", "the exception is thrown again"),
        ("void f(Object x) { if (x instanceof String s) g(); }", "javac keeps a copy"),
        ("void f(Object x) { if ((x) instanceof String s) g(); }", "javac keeps a copy"),
        ("void f(Foo x) { new B() { int g() { return x.n; } }; }", "may inherit a field"),
        ("void f(Foo x) { run(() -> x.n); run(() -> x.n); }", "lambdas with equal bodies"),
        ("void f() { try { } catch (A | B x) { g(x); } }", "cannot be written"),
        ("void f() { var x = g(); h(x); }", "cannot be written"),
        ("void f() { run(x -> x.n); }", "cannot be written"),
        ("void f() { run((var x) -> x.n); }", "cannot be written"),
        ("void f() { for (var x : g()) h(x); }", "cannot be written"),
        ("class A { Map</* c */ K> x; int f() { return x.n; } }", "cannot be written"),
        ("class A { List<@B T> x; int f() { return x.n; } }", "cannot be written"),
        ("void f(Foo x) { class Foo { } g(x); }", "another type"),
        ("void f(java.Foo x) { class java { } g(x); }", "another type"),
        ("void f(T x) { new Object() { <T> void g() { h(x); } }; }", "another type"),
        ("class A { Foo x; <Foo> void f() { g(x); } }", "another type"),
        ("class A { Foo x; class B { class Foo { } void f() { g(x); } } }", "another type"),
        ("class A { Foo x; class B extends Unseen { void f() { g(x); } } }", "not the name"),
        ("class A<T> { T x; class B<T> { void f() { g(x); } } }", "another type"),
        ("class A { Foo x; class Foo extends B { void f() { g(x); } } static class B { class Foo { } } }", "another type"),
    ],
)  # fmt: skip
def test_refusals(text: str, reason: str) -> None:
    found = judged(text)
    if reason == "not the name":  # a class around may inherit a field of that name: no candidate
        assert found == []
        return
    assert found
    assert all(r is not None and reason in r for r in found), found


def test_what_is_certain_is_not_refused() -> None:
    for text in (
        "void f(Foo x) { new Object() { int g() { return x.n; } }; }",
        "void f(Object x) { if (x instanceof String) g(); }",
        "void f() { try { } catch (E x) { throw wrap(x); } }",
        "void f() { try { } catch (final @A E x) { h(x); } }",
        "void f(RuntimeException x) { throw x; }",
        "<T> void f(T x) { g(x); }",
        "void f(Foo x) { run(() -> x.n()); run(() -> n); }",
        "class A { void f(Foo x) { class B { void g() { h(x); } } } static class Foo { } }",
        "class A<T> { T x; void f() { g(x); } }",
        "class A { Foo x; class B extends C { void f() { g(x); } } static class C { } }",
    ):
        assert judged(text) == [None], text


def test_fields_are_candidates_by_their_simple_name_and_where_the_file_declares_them() -> None:
    text = "class A extends B { int x, n; void f(A a) { g(x, this.x, a.x, A.x, super.n, m, x()); } }"
    assert judged(text) == [None]
    assert judged(text, "n") == judged(text, "m") == []
    assert judged("void f() { g(x); }") == []
    assert judged("class A { int x; void f() { x: while (x > 0) { break x; } } }") == [None]


def test_a_site_made_up_is_refused() -> None:
    source = em.parse("class A { int x = 1; int f(int n) { n(); return n + k; } }")
    for word in ("k;", "int n", "n()", "return n", "n + k"):
        at = source.text.index(word)
        with pytest.raises(em.Refused, match="nothing that useless-cast could change stands there"):
            UselessCast().apply(source, em.Site.of("useless-cast", at, at + len(word.rstrip(";)("))))
    with pytest.raises(em.Refused):
        UselessCast().apply(source, em.Site.of("useless-cast", source.text.index("x"), 15))
    broken = em.parse("class A { int f(int n) { return n } }")
    with pytest.raises(em.Refused, match="syntax error"):
        UselessCast().apply(broken, em.Site.of("useless-cast", 32, 33))


def test_methods_that_cannot_be_trusted_are_left_alone() -> None:
    source = em.parse("class A { int f(int n) { return n } int g(int n) { return n; } }")
    assert [reason for _, reason in UselessCast().judged(source)] == [
        "the grammar finds a syntax error at line 1",
        None,
    ]
    site = em.Site.of("useless-cast", 32, 33)
    assert source.slice(site.start, site.end) == "n"
    assert UselessCast().refuse(source, site) == "nothing that useless-cast could change stands there"
    assert (
        UselessCast().refuse(source, em.Site.of("useless-cast", 0, 5))
        == "nothing that useless-cast could change stands there"
    )


def test_class_bytes_stay_the_same(jdk: Jdk) -> None:
    text = """
        import java.util.*;
        class A<T> {
            T t; static final int K = 3; Map.Entry<String, int[]>[] es;
            int f(final int n, byte b, String s, List<? extends Number> all, T... more) throws Exception {
                final String c = "x"; var v = 'q'; b += b; long sum = K + n + b + s.length() + v;
                switch (n) { case K: case 7: sum++; }
                for (Number x : all) sum += x.intValue() << b;
                try (AutoCloseable r = () -> { }) { r.close(); } catch (final RuntimeException e) { throw e; }
                Runnable run = () -> System.out.println(c + s + t);
                if (more[0] instanceof String && c == "x") run.run();
                for (var e : es) sum += e.getValue()[0];
                return (int) sum;
            }
        }
    """
    mutants = list(UselessCast().mutants(em.parse(text)))
    assert len(mutants) == 19
    before = jdk.compile({"A.java": text})
    assert before.ok, before.diagnostics
    for mutant in mutants:
        after = jdk.compile({"A.java": mutant.text})
        assert after.ok, (mutant.diff(), after.diagnostics)
        assert compare(before, after).equal, mutant.diff()


# Undo

TEXT = "int f(String s, int n) { if (s.length() > n) { g(s); } return n; }"
CAST = "((String) s)"


@pytest.mark.parametrize(
    ("old", "new", "undone"),
    [
        ("g(s);", "g(s, 1);", "g(s, 1);"),
        ("g(s);", f"g({CAST});", "g(s);"),  # the patch copied it
        ("g(s);", f"g({CAST} + {CAST}.length());", "g(s + s.length());"),
        ("g(s);", "g((String) s);", "g(s);"),  # without its parentheses, as an argument
        ("g(s);", "String t = (String) s; g(t);", "String t = s; g(t);"),
        ("g(s);", "String t = (String)s; return(String)s;", "String t = s; return s;"),
        ("g(s);", "g(1, (String) s, 2);", "g(1, s, 2);"),
        ("g(s);", "while ((String) s == t) g(1);", "while (s == t) g(1);"),
        ("g(s);", "switch ((String) s) { }", "switch (s) { }"),
        ("g(s);", "synchronized (((String) s)) { }", "synchronized (s) { }"),
        ("g(s);", f"for (char c : {CAST}.cs) g(c);", "for (char c : s.cs) g(c);"),
        (f"{CAST}.length() > n", f"n < {CAST}.length()", "n < s.length()"),  # moved
        (f"if ({CAST}.length() > n) {{ g(s); }} return n;", f"return {CAST}.length();", "return s.length();"),
        (f"{CAST}.length() > n", "s.length() > n", "s.length() > n"),  # the patch took it out itself
        (f"{CAST}.length() > n", "n > 0", "n > 0"),
        (f"{CAST}.length()", f"{CAST}.trim().length()", "s.trim().length()"),
        (f"{CAST}.length()", "((String)s).length()", "s.length()"),
        (f"{CAST}.length()", "( ( String ) s ) . length ( )", "s . length ( )"),
        (f"{CAST}.length()", "((String) /* c */ s).length()", "/* c */ s.length()"),
        (f"{CAST}.length()", f"({CAST}).length()", "(s).length()"),
        (CAST, "((String) s + t)", "(s + t)"),
        (CAST, "(n > 0 ? (String) s : t)", "(n > 0 ? s : t)"),
        ("g(s);", "g((Object) s);", "g((Object) s);"),  # another type: the patch's own
        ("g(s);", "g((String) t);", "g((String) t);"),
        # Another variable of that name and type: useless there, too.
        (
            "g(s);",
            "class B { String s; int h() { return ((String) s).n; } }",
            "class B { String s; int h() { return s.n; } }",
        ),
        ("if (", "String s = h(); if (", "String s = h(); if ("),
        # The patch's own casts, of something else.
        ("g(s);", "g((String) s.trim());", "g((String) s.trim());"),
        ("g(s);", "g((String) s[0]);", "g((String) s[0]);"),
        # What is left of a cast that the patch dropped.
        (f"{CAST}.length() > n", "(s).length() > n", "(s).length() > n"),
        (f"{CAST}.length() > n", "s.trim().length() > n", "s.trim().length() > n"),
        ("int f(String s, int n) {", "int f(int n) { String s = h();", "int f(int n) { String s = h();"),
        # Texts that do not parse.
        ("g(s);", "g(s", "g(s"),
        ("{ g(s); }", "{ g(s);", "{ g(s);"),
        (f"{CAST}.length() > n", f"n < (1 + {CAST}.length()", "n < (1 + s.length()"),
        (f"if ({CAST}.length() > n)", f"return {CAST}.length(", "return s.length("),
        (f"{CAST}.length() > n", "s.length( > n", "s.length( > n"),
    ],
)
def test_casts_are_taken_out(old: str, new: str, undone: str) -> None:
    mutant = cast(TEXT, "s")
    assert mutant.text == TEXT.replace("s.length", CAST + ".length")
    assert mutant.text.count(old) == 1
    expected = mutant.text.replace(old, undone).replace(CAST + ".length() > n", "s.length() > n")
    found = em.undo(mutant.text.replace(old, new), mutant)
    assert found == expected
    assert found.parses == parses(em.SourceFile.from_text(expected))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (CAST, "((Object) s)", "changed the cast"),
        (CAST, "((String) t)", "changed the cast"),
        (CAST, "((java.lang.String) s)", "changed the cast"),
        (CAST, "((String) s.trim())", "what is cast"),
        (CAST, "((String) (s))", "changed the cast"),
        (CAST, "(String) s", "what is cast"),  # now the cast of the length
        ("String s", "CharSequence s", "has another type"),
        (CAST, "((String))", "changed the cast"),
        (f"{CAST}.length()", "h((String) s)", "what surrounds"),
        (CAST, "(String)", "changed the cast"),
        ("g(s);", "class B { Object s; int h() { return ((String) s).n; } }", "has another type"),
        ("int f(String s, int n) {", "int f(String t, int n) {", "not certain which type"),
        ("int f(String s, int n) { if", "int f(String t, int n) { var s = h(); if", "not certain which type"),
        # Texts that do not parse: what a copy stands for is not known.
        ("{ g(s); }", f"{{ g({CAST});", "not certain what it casts"),
        ("{ g(s); }", "{ return (String) s;", "not certain what it casts"),
        ("String s, int n)", "Object s, int n", "changed the declaration"),
    ],
)
def test_a_cast_that_is_not_as_it_was_is_a_conflict(old: str, new: str, reason: str) -> None:
    mutant = cast(TEXT, "s")
    assert old in mutant.text
    patched = mutant.text.replace(old, new)
    with pytest.raises(em.UndoConflict, match=reason) as raised:
        em.undo(patched, mutant)
    start, end = raised.value.region
    assert 0 <= start < end <= max(len(patched.encode()), len(mutant.data))


ORIGINAL_CASTS = "int f(String s) { g((String) s); h(((String) s).n); return s.n; }"


def test_casts_of_the_original_stay() -> None:
    mutant = cast(ORIGINAL_CASTS, "s", 2)
    assert mutant.text == ORIGINAL_CASTS.replace("return s", f"return {CAST}")
    patched = mutant.text.replace("int f", "long f").replace("h(", "k(1, ").replace(" return", "\n  return")
    assert em.undo(patched, mutant) == patched.replace(f"return {CAST}", "return s")
    for old, new in (
        ("g((String) s)", "g(s)"),
        ("return", "k((String) s); return"),
        (f"return {CAST}.n", "return s.n"),
        ("h(((String) s).n); ", ""),
    ):
        with pytest.raises(em.UndoConflict, match="one of several equal casts"):
            em.undo(mutant.text.replace(old, new), mutant)


def test_a_cast_of_a_cast() -> None:
    mutant = cast(ORIGINAL_CASTS, "s", 0)
    assert mutant.text == ORIGINAL_CASTS.replace("g((String) s)", f"g((String) {CAST})")
    patched = mutant.text.replace("return s.n", "return s.n + 1")
    assert em.undo(patched, mutant) == ORIGINAL_CASTS.replace("return s.n", "return s.n + 1")


def test_casts_in_other_members_stay() -> None:
    text = "class A { int g(String s) { return ((String) s).n; } int f(String s) { return s.n; } }"
    mutant = cast(text, "s", 1)
    patched = mutant.text.replace("s).n; } }", "s).n + 1; } }")
    assert em.undo(patched, mutant) == text.replace("s.n; } }", "s.n + 1; } }")


def test_casts_of_fields() -> None:
    text = "class A { Foo x; int f() { return x.n; } int g() { return 1; } }"
    mutant = cast(text)
    patched = mutant.text.replace("return 1", "return ((Foo) x).m")
    assert em.undo(patched, mutant) == text.replace("return 1", "return x.m")
    patched = mutant.text.replace("return ((Foo)", "Foo x = h(); return ((Foo)")
    assert em.undo(patched, mutant) == patched.replace("((Foo) x)", "x")
    with pytest.raises(em.UndoConflict, match="another type"):
        em.undo(patched.replace("Foo x = h()", "Bar x = h()"), mutant)
    with pytest.raises(em.UndoConflict, match="another type"):
        em.undo(mutant.text.replace("Foo x;", "Bar x;"), mutant)
    # The member alone does not show the field.
    assert em.undo(mutant.mutant.replace("n;", "n + 1;"), mutant) == "int f() { return x.n + 1; }"


def test_blanks_that_keep_tokens_apart() -> None:
    text = "int f(String s) { for (;;) if (a) continue; else return s; }"
    mutant = cast(text, "s")
    patched = mutant.text.replace("return ((String) s)", "return((String)s)")
    assert em.undo(patched, mutant) == text


def test_undo_of_tokenised_text() -> None:
    mutant = cast(TEXT, "s")
    patched = (
        "int f ( String s , int n ) { if ( ( ( String ) s ) . length ( ) >= n ) { g ( s ) ; } return n ; }"
    )
    assert em.undo(patched, mutant) == patched.replace("( ( String ) s )", "s")
    torn = patched.replace("{ g ( s ) ; }", "{ g ( s ;")
    assert em.undo(torn, mutant) == torn.replace("( ( String ) s )", "s")


@pytest.mark.parametrize(
    ("text", "patch", "reason"),
    [
        # Parentheses that are those of a call or header in a text that does not parse.
        ("void f(int x) { h(((int) x)); }", ("h(((int) x));", "k((int) x); if (c) {"), "surrounds"),
        ("int f(int x) { return ((int) x); }", ("return ((int) x); }", "return abs((int) x);"), "surrounds"),
        # A name for which nothing of the text vouches.
        ("void f(int x) { h(((int) x)); }", ("h(", "new B() { int z() { return (int) x; } }; h("), "certain"),
        ("void f(Foo x) { h(((Foo) x)); }", ("h(", "class Foo { } h("), "certain"),
        ("void f(int x) { h(((int) x)); }", ("int x", "var x"), "another|certain|not parse"),
        # A parenthesis is gone: that of the cast, or of the call.
        ("void f(int x) { h(((int) x)); }", ("x));", "x);"), "certain"),
    ],
)
def test_a_patch_in_which_the_cast_may_not_be_useless(text: str, patch: tuple[str, str], reason: str) -> None:
    original = text.replace("((int) x)", "x").replace("((Foo) x)", "x")
    (mutant,) = [m for m in UselessCast().mutants(em.parse(original)) if m.text == text]
    assert patch[0] in text
    with pytest.raises(em.UndoConflict, match=reason):
        em.undo(text.replace(*patch, 1), mutant)
