"""Comparison of repairs: what is the same, what only looks so, and javac's opinion of it."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import equimorph as em
from parsers.oracles.jdk import Jdk
from tests.laws.corpus import PROGRAMS

HEAD = "int x(boolean a, boolean b, int n, int k, Boolean box, String s, Object o, int[] c) { "


def method(body: str) -> str:
    return HEAD + body + " }"


def test_blanks_and_comments_are_left_aside() -> None:
    assert em.same_tokens("int f(){return 1;}", "int  f ( ) {\n  return 1; // one\n}")
    assert not em.same_tokens("int f(){return 1;}", "int f(){return 2;}")
    assert not em.same_tokens("int f(){return (1);}", "int f(){return 1;}")
    assert not em.same_tokens('f("a b");', 'f("a  b");')
    assert not em.same_tokens("int a;", "inta;")
    assert em.same_tokens("List<List<A> > x;", "List<List<A>> x;")
    # The tokens are the same, but `a > > b` is none of Java.
    assert not em.same_tokens(method("return n > > k;"), method("return n >> k;"))
    assert not em.same_tokens(method("n > >= k;"), method("n >>= k;"))
    assert em.same_tokens("", " // nothing")
    assert em.same_tokens("not Java at all (", "not  Java at all (", normalise=True)


SAME = [
    ("return (n);", "return n;"),
    ("return ((n) + (k));", "return n + k;"),
    ("return (n + k) + 1;", "return n + k + 1;"),
    ("return (n * k) + 1;", "return n * k + 1;"),
    ("return a && (b && a) ? 1 : 2;", "return (a && (b && a)) ? 1 : 2;"),
    ("n = (k);", "n = k;"),
    ("int m = (n);", "int m = n;"),
    ("f((n), (k + 1));", "f(n, k + 1);"),
    ("c[(n)] = (c)[0];", "c[n] = c[0];"),
    ("return ((String) (s)).length();", "return ((String) s).length();"),
    ("(s).length();", "s.length();"),
    ("return -(n);", "return -n;"),
    ("return (int) (-n);", "return (int) -n;"),
    ("if ((a)) f();", "if (a) f();"),
    ("while (((a))) f();", "while (a) f();"),
    ("do f(); while ((a));", "do f(); while (a);"),
    ("for (; (a); ) f();", "for (; a; ) f();"),
    ("for (int i : (c)) f();", "for (int i : c) f();"),
    ("switch ((n)) { default: f(); }", "switch (n) { default: f(); }"),
    ("throw (e());", "throw e();"),
    ("assert (a) : (s);", "assert a : s;"),
    ("run(() -> (n));", "run(() -> n);"),
    ("if (!!a) f();", "if (a) f();"),
    ("if (!!!a) f();", "if (!a) f();"),
    ("if (!(!(a && b))) f();", "if (a && b) f();"),
    ("boolean r = !!(n < k);", "boolean r = n < k;"),
    ("boolean r = !!!!(n < k);", "boolean r = n < k;"),
    ("f(!!a);", "f(a);"),
    ("return !!(a ? b : a);", "return a ? b : a;"),
    ("boolean r = !!a && b;", "boolean r = a && b;"),
    (
        "boolean r = !!(o instanceof String t) && t.isEmpty();",
        "boolean r = o instanceof String t && t.isEmpty();",
    ),
    ("if (!!box) f();", "if (box) f();"),
    ("return !!a ? 1 : 2;", "return a ? 1 : 2;"),
    ("if (a) { f(); }", "if (a) f();"),
    ("if (a) { f(); } else { g(); }", "if (a) f(); else g();"),
    ("if (a) f(); else { if (b) g(); }", "if (a) f(); else if (b) g();"),
    ("if (a) { { f(); } }", "if (a) f();"),
    ("while (a) { f(); }", "while (a) f();"),
    ("do { f(); } while (a);", "do f(); while (a);"),
    ("for (int i = 0; i < n; i++) { f(); }", "for (int i = 0; i < n; i++) f();"),
    ("for (int i : c) { f(); }", "for (int i : c) f();"),
    ("if (a) { ; }", "if (a) ;"),
    ("if (a) { for (;;) { f(); } }", "if (a) for (;;) f();"),
    ("if (a) { if (b) f(); else g(); }", "if (a) if (b) f(); else g();"),
    ("if (a) { if (b) f(); } else g();", "if (a) { if (b) { f(); } } else { g(); }"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_says_nothing_is_left_aside(one: str, other: str) -> None:
    assert em.same_tokens(method(one), method(other), normalise=True)
    if one.startswith("if"):
        assert em.same_tokens(one, other, normalise=True)
    assert not em.same_tokens(method(one), method(other))


DIFFERENT = [
    ("return n - (k - 1);", "return n - k - 1;"),
    ("return (n + k) * 2;", "return n + k * 2;"),
    ("return s + (n + k);", "return s + n + k;"),
    ("return n + (k + 1);", "return n + k + 1;"),  # not with an overflow of floating point, nor with strings
    ("return (a ? n : k) + 1;", "return a ? n : k + 1;"),
    ("return !(a && b);", "return !a && b;"),
    ("return - -n;", "return n;"),
    ("return -(-n);", "return --n;"),
    ("return ~~n;", "return n;"),
    ("return -(2147483648);", "return -2147483648;"),
    ("return (int) (n) - k;", "return (int) (n - k);"),
    ("return (Foo) (-n);", "return (Foo) -n;"),
    ("return (o) - n;", "return (o) (-n);"),
    ("run(() -> (f()));", "run(() -> f());"),
    ("run(() -> (n++));", "run(() -> n++);"),
    ("run(() -> !!(a = b));", "run(() -> a = b);"),
    ("run(() -> (!!!!(a = b)));", "run(() -> a = b);"),
    ("(n) = k;", "n = k;"),
    ("(n)++;", "n++;"),
    ("(this).n = k;", "this.n = k;"),
    ("f(!!box);", "f(box);"),
    ("o = !!box;", "o = box;"),
    ("f(!!(a ? box : b));", "f((Boolean) (a ? box : b));"),
    ("f(!!unknown);", "f(unknown);"),
    ("boolean r = !!box;", "boolean r = box;"),
    ("if (!!get()) f();", "if (get()) f();"),
    ("if (!!(a ? get() : null)) f();", "if (a ? get() : null) f();"),
    ("if (a) { if (b) f(); } else g();", "if (a) if (b) f(); else g();"),
    ("if (a) { while (b) if (a) f(); } else g();", "if (a) while (b) if (a) f(); else g();"),
    ("if (a) { int m = n; }", "if (a) int m = n;"),
    ("if (a) { f(); g(); }", "if (a) f(); g();"),
    ("if (a) { }", "if (a) ;"),
    ("{ f(); }", "f();"),
    ("try { f(); } finally { g(); }", "try { f(); } finally { { g(); } }"),
    ("l: { f(); }", "l: f();"),
    ("synchronized (o) { f(); }", "synchronized (o) { { f(); } }"),
    ("run(() -> { f(); });", "run(() -> f());"),
    ("return (new int[2])[0];", "return new int[2][0];"),
    ("switch (n) { case (1): f(); }", "switch (n) { case 1: f(); }"),
    ("return (a) == b;", "return (a == b);  f();"),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_may_mean_something_else_is_not(one: str, other: str) -> None:
    assert not em.same_tokens(method(one), method(other), normalise=True)


def test_a_known_method_may_be_negated_twice() -> None:
    file = "class A {{ boolean get() {{ return true; }} void f() {{ if ({}get()) f(); }} }}"
    assert em.same_tokens(file.format("!!"), file.format(""), normalise=True)
    generic = file.replace("boolean get", "<T> T get")
    assert not em.same_tokens(generic.format("!!"), generic.format(""), normalise=True)


@pytest.mark.parametrize("normalise", [False, True])
@pytest.mark.parametrize(
    "comment", ["// \\u000a n = {};\n", "/* \\u002a/ n = {}; /* */", "/* *\\uu002f n = {}; /* */"]
)
def test_code_that_hides_behind_an_escape_is_compared(comment: str, normalise: bool) -> None:
    five, six = (method(comment.format(n)) for n in "56")
    assert em.same_tokens(five, five, normalise=normalise)
    assert not em.same_tokens(five, method(""), normalise=normalise)
    assert not em.same_tokens(five, six, normalise=normalise)


def test_an_escape_that_hides_nothing_is_left_aside() -> None:
    assert em.same_tokens(method("// \\u0061 n = 5;\n"), method(""))


def test_the_body_of_a_lambda_does_not_become_a_statement(jdk: Jdk) -> None:
    # javac takes another overload: the first phase finds one only for a body that can be a statement (JLS 15.12.2.2).
    file = """import java.util.function.BooleanSupplier;
class A {
    static boolean a;
    static void go(Runnable r) { System.out.println("statement"); }
    static void go(BooleanSupplier... r) { System.out.println("value"); }
    public static void main(String[] args) { go(() -> %s); }
}"""
    one, other = file % "!!(a = true)", file % "a = true"
    printed = [jdk.run({"A.java": text}, "A").stdout for text in (one, other)]
    assert printed == [b"value\n", b"statement\n"]
    assert not em.same_tokens(one, other, normalise=True)


def test_what_stands_outside_of_methods_is_compared_as_it_is() -> None:
    assert not em.same_tokens("class A { int a = (1); }", "class A { int a = 1; }", normalise=True)
    assert em.same_tokens(
        "class A { int a = 1; void f() { g((1)); } }", "class A {int a=1; void f(){g(1);}}", normalise=True
    )


def test_a_text_that_does_not_parse_is_compared_token_by_token() -> None:
    assert not em.same_tokens("int f() { return (1; }", "int f() { return 1; }", normalise=True)
    assert not em.same_tokens("int f() { return (1)", "int f() { return 1", normalise=True)


def test_what_is_no_text_is_an_error() -> None:
    mutant = next(em.mutate("int f(int a) { return a; }", ["variable-renaming"]))
    with pytest.raises(TypeError, match=r"^same_tokens compares two strings, not Mutant$"):
        em.same_tokens(mutant, "int f(int a) { return a; }")  # type: ignore[arg-type]
    with pytest.raises(em.ParseError, match="unknown language 'cobol'"):
        em.same_tokens("a", "a", "cobol")


def test_mutants_by_spelling_are_the_same_and_by_operator_are_not() -> None:
    seen = {"double-negation": 0, "operator-mutation": 0}
    for program in PROGRAMS[::4]:
        text = program.source.text
        if program.source.has_error:
            continue
        for mutator in ("condition-exchange", "operator-mutation"):
            for mutant in list(em.mutate(program.source, [mutator]))[:10]:
                spelt = dict(mutant.local.site.params).get("form") == "double-negation"
                kind = "double-negation" if spelt else mutator
                if kind not in seen or (mutator == "condition-exchange" and "!!" in text):
                    continue
                seen[kind] += 1
                same = em.same_tokens(mutant.text, text, normalise=True)
                assert same <= spelt, mutant.diff()
    assert min(seen.values()) >= 20


SUBJECT = """\
class Subject {
    static int f(int n) { return n + 1; }
    static int g(boolean a, boolean b, int n, int k, String s, int[] c) {
        int r = n * k + f(n) - (k << 1);
        if (a) r++;
        else if (b) r += 2;
        for (int i = 0; i < c.length; i++) if (c[i] > n) r += c[i];
        while (r < k && !b) r += f(k);
        do r--; while (r > 100);
        String t = s + n + k;
        boolean q = a && b || n == k;
        Runnable p = () -> f(n);
        return q ? r : -r + t.length();
    }
}
"""


@given(st.randoms())
def test_redundant_spelling_makes_the_same_classes(jdk: Jdk, rng: Random) -> None:
    """Random parentheses and braces: where the normal form is the same, javac's class bytes are, too."""
    text = SUBJECT
    for _ in range(rng.randrange(1, 4)):
        how = rng.choice(
            (
                r"\b(?:n|k|a|b|r|q|c|i)\b(?! =|\+\+|--)",
                r"(?<=\) |e )r [+]= [^;]*;",
                r"(?<=[(=?:] )\w+ [-+*<&] \w+",
                r"(?<=do )r--;",
            )
        )
        found = list(re.finditer(how, text[text.index("int r") :]))
        if not found:
            continue
        one = rng.choice(found)
        start, end = (at + text.index("int r") for at in one.span())
        inner = text[start:end]
        text = text[:start] + (f"{{ {inner} }}" if inner.endswith(";") else f"({inner})") + text[end:]
    first, second = (jdk.compile({"Subject.java": each}) for each in (SUBJECT, text))
    if second.ok and em.same_tokens(SUBJECT, text, normalise=True):
        assert first.classes == second.classes
