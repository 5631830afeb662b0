"""Statements whose exceptions are caught and thrown again: places, names, what is assigned and thrown, and what undo takes out."""

from __future__ import annotations

from functools import cache

import pytest

import equimorph as em
from mutators.java.testing import JavaOracle
from mutators.java.try_catch import TryCatch
from parsers.oracles.jdk import Jdk

DECLARES = "it is a declaration, whose scope would end"
PATTERN = "it may introduce a pattern variable for what follows"
PLACE = "it is not directly in a block"
JAVAC = "javac 17 may compile it wrongly there"
OTHER = "another class may be called RuntimeException"


def judged(text: str) -> dict[str, str | None]:
    source = em.parse(text)
    return {source.slice(s.start, s.end): reason for s, reason in TryCatch().judged(source)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f() { g(); ; { } }", {"g();": None, ";": None, "{ }": None}),
        ("void f() { }", {}),
        ("void f() { if (a) g(); else h(); }", {"if (a) g(); else h();": None, "g();": PLACE, "h();": PLACE}),
        ("void f() { a: for (;;) { continue a; } }",
         {"a: for (;;) { continue a; }": None, "for (;;) { continue a; }": "a label stands before it", "continue a;": None}),
        ("class A { A() { super(); g(); } }", {"super();": "a call of another constructor must come first", "g();": None}),
        ("void f() { int a = 1; class L { } }", {"int a = 1;": DECLARES, "class L { }": DECLARES}),
        ("int f() { return 1; }", {"return 1;": None}),
        ("int f() { throw e; }", {"throw e;": None}),
        ("int f() { while (true) { g(); } }", {"while (true) { g(); }": None, "g();": None}),
        ("void f() { h(() -> { throw e; }); }", {"h(() -> { throw e; });": None, "throw e;": None}),
        ("void f() { if (!(o instanceof A a)) { return; } g(a); }",
         {"if (!(o instanceof A a)) { return; }": PATTERN, "return;": None, "g(a);": None}),
        ("void f() { switch (a) { case 1: g(); break; } }", {"switch (a) { case 1: g(); break; }": None, "g();": None,
          "break;": None}),
        ("int f() { return switch (a) { case 1: g(); yield 1; default: yield 2; }; }",
         {"return switch (a) { case 1: g(); yield 1; default: yield 2; };": None, "g();": JAVAC, "yield 1;": JAVAC,
          "yield 2;": JAVAC}),
        ("int f() { return switch (a) { case 1 -> { g(); yield 1; } default -> throw e; }; }",
         {"return switch (a) { case 1 -> { g(); yield 1; } default -> throw e; };": None, "g();": JAVAC, "yield 1;": JAVAC,
          "throw e;": PLACE}),
        ("class A { A() { new Object() { static final int K; static { K = 1; } { g(); } }; } }",
         {"new Object() { static final int K; static { K = 1; } { g(); } };": None, "K = 1;": JAVAC, "g();": None}),
        ("class A { static final int K; static { K = 1; } }", {"K = 1;": None}),
        ("g();", {"g();": "the parameters of the method around the statements are not in the text"}),
        ("R { g(); }", {"g();": "the parameters of the compact constructor are not in the text"}),
    ],
)  # fmt: skip
def test_places(text: str, expected: dict[str, str | None]) -> None:
    assert judged(text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("class RuntimeException { void f() { g(); } }", OTHER),
        ("class A { class RuntimeException { } void f() { g(); } }", OTHER),
        ("class A { <RuntimeException> void f() { g(); } }", OTHER),
        ("class A { void f() { class RuntimeException { } g(); } }", OTHER),
        ("import p.RuntimeException; class A { void f() { g(); } }", OTHER),
        ("class A extends Unseen { void f() { g(); } }", OTHER),
        ("class A extends B { void f() { g(); } } class B { class RuntimeException { } }", OTHER),
        ("class A { void f() { new Unseen() { void h() { g(); } }; } }", OTHER),
        ("class A extends Object implements Runnable { void f() { g(); } }", None),
        ("class A { int RuntimeException; void f() { g(); } }", None),
    ],
)
def test_what_runtime_exception_means(text: str, reason: str | None) -> None:
    assert judged(text)["g();"] == reason


def test_names_are_drawn_and_fresh_in_the_member() -> None:
    def names(text: str) -> set[str]:
        source = em.parse(text)
        site = next(TryCatch().sites(source))
        tails = [TryCatch().apply(source, site, seed).local.edits[1].new for seed in range(80)]
        found = {tail.partition("RuntimeException ")[2].partition(")")[0] for tail in tails}
        assert {tail for tail in tails} == {
            f" }} catch (RuntimeException {name}) {{ throw {name}; }}" for name in found
        }
        return found

    wishes = {"e", "ex", "exception", "error", "failure", "problem", "cause"}
    assert names("void f() { g(); }") == wishes
    assert names("void f(int e) { g(ex -> exception, error::h); failure: { } }") == {"problem", "cause"}
    assert names("void f() { g(); " + " ".join(f"{name}();" for name in wishes) + " }") == {"var0"}


def test_layouts() -> None:
    for text, after in (
        ("void f() {\r\n\tg();\r\n}", "void f() {\r\n\t@g();#\r\n}"),
        ("void f() { /* a */ g() /* b */; // c\n}", "void f() { /* a */ @g() /* b */;# // c\n}"),
        ("void f(){g();}", "void f(){@g();#}"),
        ("void f(){while(a){\n}}", "void f(){@while(a){\n}#}"),
    ):
        [mutant] = em.mutate(text, ["try-catch"], seed=3)
        head, tail = (edit.new for edit in mutant.local.edits)
        assert mutant.text == after.replace("@", head).replace("#", tail)
        assert em.invert(mutant.text, mutant.mutation) == text


PROGRAM = """
    import java.io.*;
    import java.util.*;
    import java.util.concurrent.*;
    import java.util.function.*;
    public class A {
        final int n; static int runs; static final int K; int field; static final StringBuilder LOG = new StringBuilder();
        static { int k = 1; if (k > 0) { runs = k; } K = k; }
        { runs += 2; if (runs < 0) { throw new Error(); } }
        A(int k) throws IOException {
            super(); while (k > 9) { k--; if (k == 11) { break; } } if (k < 0) { n = 0; return; }
            if (k == 8) { throw new IOException("eight"); } n = k;
        }
        A() throws IOException { this(1); }
        A(String s) { while (true) { n = s.length(); break; } }
        static int call(Callable<Integer> c) { return 1; }
        static int call(Runnable r) { return 2; }
        static int first(int[] all) { for (int one : all) { if (one > 0) { return one; } else { continue; } } throw new Error(); }
        static <X extends Exception> void may(Thrower<X> t) throws X { t.run(); }
        interface Thrower<X extends Exception> { void run() throws X; }
        static String kind(Object o) {
            if (!(o instanceof String s)) { if (o instanceof Integer i && i > 3) { return "big" + i; } return "other"; }
            return s.isEmpty() ? "empty" : s;
        }
        static int order(int k) {
            try {
                LOG.append(k);
                try { if (k == 1) { throw new IllegalStateException(); } if (k == 2) { throw new Error(); } return 1 / (k - 3); }
                catch (IllegalStateException e) { LOG.append("i"); throw e; }
                finally { LOG.append("f"); }
            } catch (ArithmeticException e) { LOG.append("a"); return 5; } finally { LOG.append("F"); }
        }
        static void precise(int k) throws IOException {
            try { if (k == 0) { throw new IOException(); } if (k == 1) { throw new IllegalArgumentException(); } LOG.append(k); }
            catch (Exception e) { LOG.append(e.getClass().getSimpleName()); throw e; }
        }
        static void close(int k) throws Exception {
            try (AutoCloseable c = () -> { LOG.append("c"); if (k == 2) { throw new IOException("closing"); } }) {
                if (k > 0) { throw new IllegalStateException("body"); }
            } catch (IllegalStateException e) { LOG.append(e.getSuppressed().length); throw e; }
        }
        int f(Object o, int k) throws Exception {
            final int j; int late; final int either;
            if (k > 0) { j = 1; } else { j = 2; }
            { either = j > 1 ? 3 : 4; }
            Runnable r = () -> { }, q = () -> { runs += j; runs += either; };
            Supplier<Integer> s = () -> { if (j > 5) { return 6; } throw new IllegalStateException(); };
            out: while (true) { if (k++ > 9) { break out; } if (k == 5) { continue out; } }
            switch (k) { case 1: int a = 1; case 2: a = 2; return a; default: }
            if (!(o instanceof String t) || t.isEmpty()) { return 3; }
            k = switch (k) { case 1 -> { runs++; yield 1; } default -> { do { k--; } while (k > 3); yield t.length(); } };
            try { late = 1; r.run(); q.run(); s.get(); } catch (IllegalStateException | Error e) { late = 2; runs++; } finally { ; }
            for (;;) { if (k > 0) { break; } k++; }
            class L { final int z; { z = j; } int m(int v) { return j + v; } }
            synchronized (this) { field = 7; }
            may(() -> { runs++; });
            new Object() { { runs += j; } void m() { runs++; } }.m();
            return new L().m(late) + call(() -> { throw new Error(); }) + call(() -> { runs++; }) * 10;
        }
        static void log(Callable<?> c) {
            try { LOG.append(c.call()); } catch (Throwable e) { LOG.append(e.getClass().getSimpleName()).append(e.getMessage()); }
            LOG.append("\\n");
        }
        public static void main(String[] a) throws Exception {
            for (int k = 0; k < 4; k++) {
                int i = k;
                log(() -> order(i));
                log(() -> { precise(i); return ""; });
                log(() -> { close(i); return ""; });
                log(() -> new A(6 + i).n);
            }
            log(() -> new A().f("four", 4) + " " + runs + kind("x") + kind(5) + kind(2) + first(new int[] {0, 3}));
            log(() -> first(new int[0]));
            log(() -> new A("abc").n + new A(-3).n + K);
            System.out.println(LOG);
            int[] none = {};
            none[runs] = 1;
        }
    }
"""


def test_the_mutants_do_the_same(jdk: Jdk) -> None:
    source = em.parse(PROGRAM)
    mutants = list(TryCatch().mutants(source, 5))
    assert len(mutants) > 90
    with JavaOracle(jdk) as oracle:
        for mutant in mutants:
            assert oracle(source, mutant) is None, mutant.diff()
        assert oracle.ran > 0.9 * len(mutants)


@pytest.mark.parametrize("share", [0.3, 1])
def test_many_at_once(jdk: Jdk, share: float) -> None:
    stacked = em.stack(PROGRAM, ["try-catch"], share=share)
    assert len(stacked.mutants) > 25
    before, after = (
        jdk.run(jdk.compile({"A.java": text}, bytes_=True), "A") for text in (PROGRAM, stacked.text)
    )
    assert before.text
    assert (before.text, before.status, before.exception) == (after.text, after.status, after.exception)


def test_what_javac_makes_of_a_local_class(jdk: Jdk) -> None:
    text = "A() { new Object() { static final int K; static { K = 1; } }; }"
    wrapped = text.replace("K = 1;", "try { K = 1; } catch (RuntimeException e) { throw e; }")
    found = [jdk.compile({"A.java": f"class A {{ {one} }}"}) for one in (text, wrapped)]
    assert found[0].ok
    # A later javac may do better: then the refusal can go.
    assert not found[1].ok


# Undo

TEXT = """\
class A {
    int f(int n) {
        g(n);
        if (n > 0) { h(); }
        return n;
    }
}
"""
HANDLER = "catch (RuntimeException e) { throw e; }"
WRAPPED = f"try {{ g(n); }} {HANDLER}"


@cache
def mutant(before: str = "g(n);") -> em.Mutant:
    source, mutator = em.parse(TEXT), TryCatch()
    [site] = [site for site in mutator.sites(source) if source.slice(site.start, site.end) == before]
    made = (mutator.apply(source, site, seed) for seed in range(100))
    return next(one for one in made if HANDLER in one.text)


@pytest.mark.parametrize(
    ("old", "new", "undone"),
    [
        ("h();", "h(1);", TEXT.replace("h();", "h(1);")),
        (WRAPPED, f"try {{ g(n + 1); }} {HANDLER}", TEXT.replace("g(n)", "g(n + 1)")),
        (WRAPPED, f"try {{ g(n); h(); }} {HANDLER}", TEXT.replace("g(n);", "g(n); h();")),
        (WRAPPED, f"try {{ if (n > 1) {{ g(n); }} }} {HANDLER}", TEXT.replace("g(n);", "if (n > 1) { g(n); }")),
        (WRAPPED, f"if (n > 3) {{ {WRAPPED} }}", TEXT.replace("g(n);", "if (n > 3) { g(n); }")),
        (WRAPPED, f"try {{ try {{ g(n); }} catch (E e) {{ }} }} {HANDLER}",
         TEXT.replace("g(n);", "try { g(n); } catch (E e) { }")),
        ("h();", "h(;", TEXT.replace("h();", "h(;")),
    ],
)  # fmt: skip
def test_the_handler_is_taken_away(old: str, new: str, undone: str) -> None:
    text = mutant().text
    assert text.count(old) == 1
    if "catch (E" in new:  # there are two heads then
        with pytest.raises(em.UndoConflict, match="changed or copied"):
            em.undo(text.replace(old, new), mutant())
        return
    assert em.undo(text.replace(old, new), mutant()) == undone


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        (f"try {{ int k = n; g(k); }} {HANDLER}", "declares something in the block"),
        ("try { g(n); } catch (RuntimeException e) { h(); throw e; }", "changed what was put around"),
        ("try { g(n); } catch (RuntimeException e) { h(); }", "changed what was put around"),
        ("try { g(n); } catch (Exception e) { throw e; }", "changed what was put around"),
        ("try { g(n); } finally { h(); }", "changed what was put around"),
        (f"{WRAPPED} finally {{ h(); }}", "changed what was put around"),
        (f"try {{ g(n); }} catch (Error e) {{ }} {HANDLER}", "changed what was put around"),
        (f"try (R r = h()) {{ g(n); }} {HANDLER}", "changed or copied"),
        (f"if (n > 3) {WRAPPED}", "changed what was put around"),
        (f"{WRAPPED} {WRAPPED}", "changed or copied"),
        ("g(n);", "changed or copied"),
        (f"try {{ g(n; }} {HANDLER}", "the patch"),  # does not parse
        (f"if (n {{ {WRAPPED}", "does not parse, and changed braces"),
        (
            f'try {{ g("n\n"); }} {HANDLER}',
            "changed what was put around",
        ),  # the grammar has the string end in the next line
    ],
)
def test_conflicts(new: str, reason: str) -> None:
    with pytest.raises(em.UndoConflict, match=reason):
        em.undo(mutant().text.replace(WRAPPED, new), mutant())
