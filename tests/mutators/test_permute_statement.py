"""Statements that change places: which, which not, what a patch leaves of it, and that programs do the same."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.java.permute_statement import PermuteStatement
from mutators.model import Refused, UndoConflict
from parsers.oracles.jdk import Jdk

FRAME = """class A {{
    int n; int[] v; static int count; volatile int w; Integer boxed; final int kept = g(); A next; static final int FIXED = 7;
    Box<String> box; static class Box<T> {{ T value; T[] all; }}
    static class B {{ static int used = g(); static final int CONSTANT = 1; static int g() {{ return 1; }} }}
    int g() {{ return 1; }} void run(Object... all) {{ }}
    void f(int i, int j, int[] a, int[] b, Object o, String s, Integer big) throws Exception {{ {} }}
}}"""
USES = "a statement may change what the other uses"
BOTH = "both statements may throw"
BEFORE = "a statement may throw before or after an effect of the other"
VOLATILE = "two field reads, one of which may be volatile"
NAME = "a name in the first statement may mean what the second declares"
COUNTED = "both statements declare a class, lambda or method reference, which javac counts"
PATTERN = "a statement declares a pattern variable"
CASE_GROUP = "javac may lose a pattern variable where a case group declares a variable"
BLANK = "a lambda may need the field that the other statement sets"


def judged(text: str, frame: str = FRAME) -> dict[str, str | None]:
    source = em.parse(frame.format(text))
    return {
        " ".join(source.slice(s.start, s.end).split()): reason
        for s, reason in PermuteStatement().judged(source)
    }


def permuted(text: str, frame: str = FRAME) -> list[str]:
    source = em.parse(frame.format(text))
    head, tail = frame.format("@").split("@")
    made = list(PermuteStatement().mutants(source))
    assert all(em.invert(mutant.text, mutant.mutation) == source.text for mutant in made)
    return [mutant.text.removeprefix(head).removesuffix(tail) for mutant in made]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("i = 1; j = 2;", ["j = 2; i = 1;"]),
        (
            "int c = 1; int d = 2; int e = 3;",
            ["int d = 2; int c = 1; int e = 3;", "int c = 1; int e = 3; int d = 2;"],
        ),
        ("int c = i, d = j; final long e = 1;", ["final long e = 1; int c = i, d = j;"]),
        ("i=1;j=2;", ["j=2;i=1;"]),
        ("{i = 1;j++;}", ["{j++;i = 1;}"]),
        ("i = 1; // one\n  j = 2; // two\n", ["j = 2; // one\n  i = 1; // two\n"]),
        ("i = /* 1 */ 1; /* 2 */ j = 2; /* 3 */", ["j = 2; /* 2 */ i = /* 1 */ 1; /* 3 */"]),
        (
            "i = // one\n 1;\n j = 2; run();",
            ["j = 2;\n i = // one\n 1; run();", "i = // one\n 1;\n run(); j = 2;"],
        ),
        ("\r\n\ti = 1;\r\n\tj = 2;\r\n", ["\r\n\tj = 2;\r\n\ti = 1;\r\n"]),
        ("i = 1;\n\n   // about j\n   j = 2;\n", ["j = 2;\n\n   // about j\n   i = 1;\n"]),
        ("o = () -> { i(); j(); }; i = 1;", ["i = 1; o = () -> { i(); j(); };"]),
        ("int k; k = 1; j = 2;", ["int k; j = 2; k = 1;"]),
        ("switch (i) { case 1: i = 1; j = 2; break; }", ["switch (i) { case 1: j = 2; i = 1; break; }"]),
        (
            "switch (i) { case 1: int k; k = 1; case 2: k = 2; j = 3; }",
            ["switch (i) { case 1: int k; k = 1; case 2: j = 3; k = 2; }"],
        ),
        ("switch (i) { case 1 -> { i = 1; j = 2; } }", ["switch (i) { case 1 -> { j = 2; i = 1; } }"]),
        ("a: { i = 1; j = 2; }", ["a: { j = 2; i = 1; }"]),
        ("n = 1; j = i;", ["j = i; n = 1;"]),
        ("i = n; j = v.length;", ["j = v.length; i = n;"]),
        ("i = a.length; int c = s.length();", ["int c = s.length(); i = a.length;"]),
        ("i = big; j = a.length;", ["j = a.length; i = big;"]),
        ("i = a[0]; j = 1;", ["j = 1; i = a[0];"]),
        ("i = j / 2; g();", ["g(); i = j / 2;"]),
        ("i = B.CONSTANT; g();", ["g(); i = B.CONSTANT;"]),
        ("i = FIXED; n = j;", ["n = j; i = FIXED;"]),
        ("i = Integer.MAX_VALUE; n = j;", ["n = j; i = Integer.MAX_VALUE;"]),
        ("i = count; j = n;", ["j = n; i = count;"]),
        ("Runnable r = () -> run(i); n = 1;", ["n = 1; Runnable r = () -> run(i);"]),
        ("o = new Object() { }; i = 1;", ["i = 1; o = new Object() { };"]),
        ('s = "a" + i; n = j;', ['n = j; s = "a" + i;']),
        ("new Object() { int size() { return size; } int size = 1; }.size(); long k = 2;", None),
        ("B.g(); long k = 2;", ["long k = 2; B.g();"]),
        ("var c = i; var d = s;", ["var d = s; var c = i;"]),
    ],
)
def test_permutes(before: str, after: list[str] | None) -> None:
    if after is None:
        after = ["long k = 2; new Object() { int size() { return size; } int size = 1; }.size();"]
    assert permuted(before) == after


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("i = 1; j = i;", USES),
        ("j = i; i = 1;", USES),
        ("i = 1; i = 2;", USES),
        ("i++; j += i;", USES),
        ("int c = 1; int d = c;", USES),
        ("int c; c = 1;", USES),
        ("int c = i; Runnable r = () -> run(c);", USES),
        ("n = 1; this.n = 2;", USES),
        ("n = 1; i = a[0];", USES),
        ("n = 1; i = kept;", USES),
        ("a[0] = 1; i = b[0];", USES),
        ("g(); i = n;", USES),
        ("g(); i = kept;", USES),
        ("g(); g(1);", USES),
        ("g(); o = new Object();", USES),
        ("g(); i = switch (j) { case 1 -> 1; default -> 2; };", USES),
        # The first use of B runs its initialiser.
        ("i = B.used; n = 1;", USES),
        ("i = B.used; j = 2 / j;", BOTH),
        ("o = unseen; j = 2 / j;", BOTH),
        ("B.used = 1; j = n;", USES),
        ("i = new A().next.other; n = 1;", USES),
        ("i = unseen; n = 1;", USES),
        ("i = o.hashCode(); n = 1;", USES),
        ('s = "a" + o; n = 1;', USES),
        ("i = a[0]; j = b[0];", BOTH),
        ("i = a[0]; j = b.length;", BOTH),
        ("i = 1 / j; int[] c = new int[i(0)];", BOTH),
        ("int[] c = new int[i]; A d = (A) o;", BOTH),
        ("n = big; i = s.length();", BOTH),
        ("this.next.n = 1; i = s.length();", BOTH),
        ("n = 1; i = s.length();", BEFORE),
        ("i = a[0]; n = 1;", USES),
        ("n = 1; i = j % i;", BEFORE),
        ("n = 1; int c = big;", BEFORE),
        # A silent cast where the heap is polluted (JLS 4.12.2).
        ("String c = box.value; n = 1;", USES),
        ("String c = box.value; j = s.length();", BOTH),
        ("i = box.all.length; n = 1;", USES),
        ("i = w; j = n;", VOLATILE),
        ("i = n; j = w;", VOLATILE),
        ("i = w; j = kept;", VOLATILE),
        ("i = n; int n = 1;", NAME),
        ("n.m(); int n = 1;", NAME),
        ("run((F) n -> 1); int n = 1;", NAME),
        ("run((F) () -> { int c = 1; }); int c = 1;", NAME),
        ("o = () -> n; int n = 1;", NAME),
        ("run(() -> 1); o = () -> 2;", COUNTED),
        ("Runnable c = A::new; Runnable d = () -> { };", COUNTED),
        ("run(new A() { }); Runnable d = () -> { };", COUNTED),
        ("boolean c = o instanceof String t; i = 1;", PATTERN),
        ("i = 1; boolean c = o instanceof String t && t.isEmpty();", PATTERN),
        ("run(o instanceof String t); switch (i) { case 1: int c = 1; j = 2; }", CASE_GROUP),
        ("run(o instanceof String t); switch (i) { case 1: j = 2; int c = 1; }", CASE_GROUP),
        ("i = 1; i  =  1 /* again */;", "the statements are equal"),
        ("s.length(); s.length();", "the statements are equal"),
    ],
)
def test_refused(text: str, reason: str) -> None:
    assert list(judged(text).values())[-1 if reason == CASE_GROUP else 0] == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("try { i = 1; g(); } finally { run(i); }", BEFORE),
        ("try { i = 1; g(); } catch (Exception e) { run(i); }", BEFORE),
        ("try { i = 1; g(); } catch (Exception e) { } run(i);", BEFORE),
        ("try { g(); i = 1; } catch (Exception e) { } run(i);", BEFORE),
        ("try { i = 1; j = a[0]; } catch (Exception e) { } run(i);", BEFORE),
        ("try { i = a.length; j = b.length; } catch (Exception e) { } run(i);", BOTH),
        ("try { try { i = 1; g(); } finally { } } finally { run(i); }", BEFORE),
        ("try { synchronized (o) { i = 1; g(); } } catch (Exception e) { i++; }", BEFORE),
        ("try { } catch (Exception e) { i = 1; g(); } finally { run(i); }", BEFORE),
        ("try { } finally { try { i = 1; g(); } finally { run(i); } }", BEFORE),
        ("try (R r = r()) { i = 1; g(); } catch (Exception e) { run(i); }", BEFORE),
        # In the next turn of a loop, the try block itself reads what the exception left.
        ("while (i > 0) { try { run(j); ; j = 1; g(); } catch (Exception e) { } }", BEFORE),
        ("for (int k = 0; ; ) { try { run(k); ; k = 1; g(); } catch (Exception e) { } }", BEFORE),
        (
            "while (true) { int k = 0; for (;;) { try { run(k); ; k = 1; g(); } finally { continue; } } }",
            BEFORE,
        ),
        ("try { i = 1; g(); ; run(i); } finally { }", None),
        ("try { int k = 1; g(); ; run(k); } finally { run(i); }", None),
        ("try { i = 1; g(); } finally { i = 2; }", None),
        ("while (j > 0) { int k = 0; try { run(k); ; k = 1; g(); } catch (Exception e) { } }", None),
        ("try (R r = r()) { i = 1; g(); } run(i);", None),
        ("try { } catch (Exception e) { i = 1; g(); } run(i);", None),
        ("try { } finally { i = 1; g(); } run(i);", None),
        ("try { go((F) () -> { int k = 1; g(); return k; }); } finally { run(i); }", None),
        ("try { i = 1; j = 2; } finally { run(i, j); }", None),
        ("i = 1; g(); ; run(i);", None),
    ],
)
def test_a_write_that_is_read_after_an_exception_keeps_its_place(text: str, reason: str | None) -> None:
    frame = "class A {{ void f(int i, int j, int[] a, int[] b, Object o) {{ {} }} int g() {{ return 1; }} }}"
    assert list(judged(text, frame).values()) == [reason]


def test_fields_that_may_be_blank() -> None:
    frame = "class A {{ final int n; int m; A(int i) {{ {} n = 1; }} void run(int i) {{ }} }}"
    method = "class A {{ int m; void f(int i) {{ {} }} void run(int i) {{ }} }}"
    for text in ("m = i; Runnable r = () -> run(m); ;", "Runnable r = () -> run(2); m = i; ;"):
        assert list(judged(text, frame).values()) == [BLANK]
        assert list(judged(text, method).values()) == [None]


def test_the_body_of_a_lambda_is_not_evaluated_with_it() -> None:
    assert judged("Runnable r = () -> run(B.used); n = 1;") == {
        "Runnable r = () -> run(B.used); n = 1;": None
    }


def test_a_field_of_a_local_class_seen_from_another_one() -> None:
    body = "void m(int i, int j, int m) {{ i = k; j = 2 / m; }}"
    inner = "class A {{ void f() {{ class L {{ static int k = g(); class M {{ " + body + " }} }} }} }}"
    assert judged("", inner) == {"i = k; j = 2 / m;": BOTH}
    own = "class A {{ void f() {{ class L {{ static int k = g(); " + body + " }} }} }}"
    assert judged("", own) == {"i = k; j = 2 / m;": None}


def test_calls_of_constructors_stay_first() -> None:
    frame = "class A extends B {{ int n; A(int i) {{ {} }} }}"
    assert judged("super(i); i = 1;", frame) == {}
    assert judged("this(i, 1); i = 1; n = 2;", frame) == {"i = 1; n = 2;": None}


def test_no_candidates() -> None:
    assert judged("if (i > 0) i = 1; j = 2; return;") == {}
    assert judged("for (;;) { } ") == {}
    assert judged("i = 1; ; j = 2; class L { } i = 1; { } j = 1; assert i > 0; i = 1;") == {}
    assert judged("i = 1; switch (i) { case 1: i = 1; case 2: j = 2; }") == {}


def test_statements_alone() -> None:
    # Names that the text does not declare may be volatile fields, or those of a class that is not initialised.
    assert judged("i = 1; j = 2;", "{}") == {"i = 1; j = 2;": USES}
    assert judged("int i = 1; int j = 2;", "{}") == {"int i = 1; int j = 2;": None}
    assert judged("int i = 1; g();", "{}") == {"int i = 1; g();": None}


def test_sites_made_up_are_refused() -> None:
    source = em.parse(FRAME.format("i = 1; j = 2; g();"))
    for text in ("i = 1;", "j = 2;", "i = 1; j = 2; g();"):
        at = source.text.index(text)
        with pytest.raises(Refused, match="nothing that permute-statement could change stands there"):
            PermuteStatement().apply(source, em.Site.of("permute-statement", at, at + len(text)))


PROGRAM = """
import java.util.*;

public class Main {
    static StringBuilder log = new StringBuilder();
    static int total;
    int n = 3; final int kept; volatile boolean ready; Node head = new Node();
    static class Node { int value = 4; Node next; }
    static class Lazy { static int used = note("lazy"); static int other = 5; }
    static class Later { static int used = note("later"); }
    interface Constants { int ONE = note("constants"); int TWO = 2; }
    static class Impl implements Constants {
        static int f() { int a = 1; int b = ONE; int c = note("impl"); total = TWO; int d = 2; return a + b + c + d; }
    }
    static class Box<T> { T value; @SuppressWarnings("unchecked") T[] all = (T[]) new Object[2]; }

    static int note(String text) { log.append(text).append(' '); return log.length(); }

    Main(int start) { n = start; int twice = 2 * start; kept = n + twice; Runnable r = () -> note("r" + kept); n++;
        r.run(); }

    static int classes() { int a = Lazy.used; int b = Later.used; int c = 3; total = a; int d = Lazy.other;
        return a + b + c + d; }

    static int caught(int[] a, int i) {
        int seen = 0, other = 0;
        try { seen = 1; other = a[i]; seen = 2; total++; other += 3; note("in"); seen = 4;
            } catch (RuntimeException e) { note("e" + seen); }
        finally { note("f" + other); }
        return seen + 10 * other;
    }

    static int again(int[] a) {
        int last = -1, sum = 0;
        for (int i = 0; i < 4; i++) {
            try { sum += last; last = i; sum += a[i]; last = -2; } catch (IndexOutOfBoundsException e) { sum += 100; }
        }
        return sum;
    }

    static int kinds(Object o, int[] a, Node node, String s) {
        int r = 0;
        try { int x = a[9]; Node y = (Node) o; } catch (ClassCastException e) { r += 1;
            } catch (RuntimeException e) { r += 2; }
        try { int x = node.value; int y = s.length(); r += x; } catch (NullPointerException e) { r += 10; }
        try { int x = a.length / r; int y = s.length(); r += y; } catch (ArithmeticException e) { r += 20;
            } catch (NullPointerException e) { r += 40; }
        try { total = 5; int y = s.length(); } catch (NullPointerException e) { r += total; }
        return r;
    }

    static int polluted() {
        Box<String> box = new Box<>();
        int r = 0;
        try { r = 1; int k = box.all.length; r = 2; } catch (ClassCastException e) { r += 10; }
        try { total = 9; int k = box.all.length; String t = box.value; total = 8;
            } catch (ClassCastException e) { r += total; }
        return r;
    }

    int heap(int[] a, int[] b) {
        a[0] = 1; int x = b[0]; b[0] = 2; int y = a[0]; n = x; int z = n; this.n = 5; z += n; head.value = z;
            int q = head.value;
        int w = kept; note("w"); return x + 10 * y + 100 * z + 1000 * q + w;
    }

    static String names() {
        Runnable a = () -> { }; Object b = new Object() { }; Object c = new Object() { }; int k = 1;
            Runnable d = () -> { };
        return b.getClass().getName() + c.getClass().getName() + k;
    }

    int n() { return n; }

    int hidden() { int a = n; int b = n(); int n = 7; int c = n; int d = this.n;
        return a + 10 * b + 100 * c + 1000 * d + n; }

    static int group(int k) {
        int r = 0;
        switch (k) { case 1: int x = 1; r = 2; int y = 3; r += x; case 2: x = 5; y = r; r += x + y; break;
            default: r = -1; note("d"); }
        return r;
    }

    static int blank(boolean p) {
        final int x; int y; if (p) { y = 1; x = 2; } else { x = 3; y = 4; }
        int z; z = y; y = 9; int q = z; Runnable r = () -> note("x" + x); r.run(); return x + y + z + q;
    }

    static long order() { long a = note("a"); long b = note("b"); int c = 1; long d = note("d"); total += c;
        int[] e = { c, total }; return a + b + d + e[1]; }

    static String text(StringBuilder sb, Object o) { String a = "a" + sb; sb.append(1); String b = "b" + o; int c = 1;
        String d = "d" + c; return a + b + d; }

    static int boxes(Integer one, Integer none) {
        int r = 0;
        try { r = 1; int k = none; total = 3; int m = one; r = 2; } catch (NullPointerException e) { r += 10 + total;
            }
        return r;
    }

    static void exits(int k) { int a = 1; if (k > 2) { a = 2; note("exit" + a); total = a;
        throw new IllegalStateException("out" + a); } int b = a; note("b" + b); }

    public static void main(String[] args) {
        note("" + classes()); note("" + Impl.f());
        note("" + caught(new int[] { 1 }, 0)); note("" + caught(new int[] { 1 }, 1));
            note("" + again(new int[] { 5, 6 }));
        note("" + kinds("o", new int[3], null, null)); note("" + kinds(new Node(), new int[12], new Node(), "s"));
            note("" + polluted());
        Main m = new Main(6); note("" + m.heap(new int[2], new int[2])); int[] same = new int[2];
            note("" + m.heap(same, same));
        note(names()); note("" + m.hidden()); note("" + group(1) + group(2) + group(3));
            note("" + blank(true) + blank(false)); note("" + order());
        StringBuilder sb = new StringBuilder("sb"); note(text(sb, sb)); note("" + boxes(1, null) + boxes(null, 1));
        try { exits(1); exits(5); } catch (IllegalStateException e) { note(e.getMessage()); }
        System.out.println(log); System.out.println(total);
    }
}
"""


# Undo

TEXT = """\
class A {
    int f(int i, int j, int[] a) {
        int sum = 0;
        i = g(i + 1);
        j = 2 * j;
        sum += i;
        return sum + j;
    }
}
"""
SWAPPED = TEXT.replace("i = g(i + 1);\n        j = 2 * j;", "j = 2 * j;\n        i = g(i + 1);")


def mutant() -> em.Mutant:
    """The mutant in which `i = ...` and `j = ...` have changed places."""
    (made,) = [m for m in PermuteStatement().mutants(em.parse(TEXT)) if m.text == SWAPPED]
    return made


@pytest.mark.parametrize(
    ("old", "new", "undone"),
    [
        ("sum += i;", "sum -= i;", None),
        ("int sum = 0;", "int sum = 1;", None),
        ("return sum + j;", "return sum", None),  # does not parse
        ("j = 2 * j;", "j = 3 * j;", ("j = 2 * j;", "j = 3 * j;")),
        ("i = g(i + 1);", "i = g(i + 1) - 1;", ("i = g(i + 1);", "i = g(i + 1) - 1;")),
        ("j = 2 * j;", "j = 2 * j; // why", ("i = g(i + 1);", "i = g(i + 1); // why")),
    ],
)
def test_the_statements_are_swapped_back(old: str, new: str, undone: tuple[str, str] | None) -> None:
    assert SWAPPED.count(old) == 1
    before, after = undone if undone is not None else (old, new)
    assert em.undo(SWAPPED.replace(old, new), mutant()).split() == TEXT.replace(before, after).split()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("i = g(i + 1);", "sum++; i = g(i + 1);"),  # between them
        ("j = 2 * j;", "j = 2 * j; j++;"),
        ("j = 2 * j;", "if (i > 0) j = 2 * j;"),
        ("j = 2 * j;", "j = i * j;"),  # now they depend on each other
        ("j = 2 * j;", "a[0] = h(1);"),  # another statement
        ("j = 2 * j;", "a = null;"),
        ("        j = 2 * j;\n", ""),
        ("        i = g(i + 1);\n", ""),
        ("j = 2 * j;\n        i = g(i + 1);", "j = 3 * j;\n        i = g(i + 2);"),
        ("j = 2 * j;\n        i = g(i + 1);", "i = g(i + 1);\n        j = 2 * j;"),
        ("j = 2 * j;\n        i = g(i + 1);", "j = g(2 * j); i = i + 1;"),
        ("j = 2 * j;\n        i = g(i + 1);", "i = g(i + 1);\n        j = 3 * j;"),
        ("j = 2 * j;", "j = 2 * j"),  # does not parse
        (
            "int sum = 0;\n        j = 2 * j;",
            "int sum = 1;\n        j = 3 * j;",
        ),  # so does what stands before them
        ("sum += i;", "j = 2 * j; i = g(i + 1); sum += i;"),
    ],
)
def test_conflicts(old: str, new: str) -> None:
    assert SWAPPED.count(old) == 1
    with pytest.raises(UndoConflict):
        em.undo(SWAPPED.replace(old, new), mutant())


def test_undo_asks_the_precondition_again() -> None:
    text = "class A { void f(int i, int j) { g(); try { i = 1; g(2); } finally { run(j); } } }"
    source = em.parse(text)
    (made,) = [m for m in PermuteStatement().mutants(source) if "g(2); i = 1;" in m.text]
    assert em.undo(made.text.replace("run(j)", "run(j + 1)"), made) == text.replace("run(j)", "run(j + 1)")
    with pytest.raises(UndoConflict):
        em.undo(made.text.replace("run(j)", "run(i)"), made)


def test_programs_do_the_same(jdk: Jdk) -> None:
    source = em.parse(PROGRAM)
    mutants = list(PermuteStatement().mutants(source))
    assert len(mutants) == 28
    texts = [source.text, *(mutant.text for mutant in mutants)]
    compiled = jdk.compile(
        {f"m{n:03}/Main.java": f"package m{n:03};\n{text}" for n, text in enumerate(texts)},
        bytes_=True,
        timeout=300,
    )
    assert compiled.ok, compiled.diagnostics
    runs = [jdk.run(compiled, f"m{n:03}.Main", timeout=60) for n in range(len(texts))]
    wanted = runs[0].stdout.replace(b"m000.", b"")
    assert len(wanted) > 100
    for n, (mutant, run) in enumerate(zip(mutants, runs[1:], strict=True), 1):
        assert (run.status, run.stdout.replace(b"m%03d." % n, b"")) == ("ok", wanted), mutant.diff()
