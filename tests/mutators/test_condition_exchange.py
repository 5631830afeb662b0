"""Other ways to write conditions: what is written and refused, what a patch leaves of it, and that programs do the same."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import equimorph as em
from mutators import Mutant
from mutators.java.condition_exchange import ConditionExchange
from mutators.model import Refused, UndoConflict
from parsers.oracles.jdk import Jdk
from parsers.source import SourceFile
from tests.laws.grouping import groups, together
from tests.laws.judging import culprits

FRAME = "Object f(int i, int j, double d, boolean p, Boolean q, boolean r, String s, Object o) {{ {} }}"
HEAD, TAIL = FRAME.format("@").split("@")


def exchanged(text: str, form: str) -> list[str]:
    source = em.parse(FRAME.format(text))
    made = list(ConditionExchange().mutants(source))
    assert all(em.invert(mutant.text, mutant.mutation) == source.text for mutant in made)
    texts = [
        m.text.removeprefix(HEAD).removesuffix(TAIL) for m in made if m.mutation.site.param("form") == form
    ]
    assert all(text.count("(") == text.count(")") for text in texts)
    return texts


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("while (true) g();", ["while (!false) g();"]),
        ("while (!false) g();", ["while (true) g();"]),
        ("for (; true; ) g();", ["for (; !false; ) g();"]),
        ("return true;", ["return !false;"]),
        ("return!true;", ["return false;"]),
        ("return ! true;", ["return false;"]),
        ("return!/*a*/true;", ["return/*a*/false;"]),
        ("return!!true;", ["return!false;"]),
        ("return !(true);", ["return !(!false);"]),
        ('return "" + false + !false;', ['return "" + !true + !false;', 'return "" + false + true;']),
        ("g(true, x -> false);", ["g(!false, x -> false);", "g(true, x -> !true);"]),
        ("boolean[] a = {true};", ["boolean[] a = {!false};"]),
        ("return (Object) true;", ["return (Object) !false;"]),
        ("@A(true) int k = 1; @B(x = {!true}) int l = 2;", []),
        ("switch (k) { case true: g(); }", []),
    ],
)
def test_literals(before: str, after: list[str]) -> None:
    assert exchanged(before, "literal") == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return p || !(q && !p);", ["return !(!p && (q && !p));", "return p || (!q || p);"]),
        ("return p && q;", ["return !(!p || !q);"]),
        ("return p || q;", ["return !(!p && !q);"]),
        ("return p&&q;", ["return !(!p||!q);"]),
        ("return!p&&q;", ["return!(p||!q);"]),
        ("return p && q && r;", ["return !(!p || !q || !r);"]),
        ("return p && (q && r);", ["return !(!p || !(q && r));", "return p && (!(!q || !r));"]),
        (
            "return p && q || r && !p;",
            [
                "return !(!(p && q) && !(r && !p));",
                "return !(!p || !q) || r && !p;",
                "return p && q || !(!r || p);",
            ],
        ),
        ("return (p || q) && r;", ["return !(!(p || q) || !r);", "return (!(!p && !q)) && r;"]),
        ("return !(p || q) && r;", ["return !((p || q) || !r);", "return !p && !q && r;"]),
        ("return i < j && d < 1;", ["return !(i >= j || !(d < 1));"]),
        ("return i<j&&d<1;", ["return !(i>=j||!(d<1));"]),
        ("return i == j && o != s;", ["return !(i != j || o == s);"]),
        ("return !(p && q);", ["return !p || !q;"]),
        ("return!(p && q);", ["return!p || !q;"]),
        ("return!(!p && q);", ["return p || !q;"]),
        ("return !(!p && !q);", ["return p || q;"]),
        ("return ! ( p && q ) ;", ["return !p || !q ;"]),
        ("return !((p && q));", ["return (!p || !q);"]),
        ("return !(p && q) == r;", ["return (!p || !q) == r;"]),
        ("return !(p && q) || r;", ["return !((p && q) && !r);", "return !p || !q || r;"]),
        ("return !!(p && q);", ["return !(!p || !q);"]),
        ("return !(p || q) ? 1 : 2;", ["return !p && !q ? 1 : 2;"]),
        ("return r ? !(p || q) : p;", ["return r ? !p && !q : p;"]),
        ("return (boolean) !(p || q);", ["return (boolean) (!p && !q);"]),
        ("return (r = p) && q;", ["return !(!(r = p) || !q);"]),
        ("return (r ? p : q) && q;", ["return !(!(r ? p : q) || !q);"]),
        ("return !(r ? p : q) && q;", ["return !((r ? p : q) || !q);"]),
        (
            "return o instanceof String t && t.isEmpty();",
            ["return !(!(o instanceof String t) || !t.isEmpty());"],
        ),
        (
            "return !(o instanceof String t) || t.isEmpty();",
            ["return !(o instanceof String t && !t.isEmpty());"],
        ),
        (
            "return p // a\n  && /*b*/ q // c\n  ;",
            ["return !(!p // a\n  || /*b*/ !q) // c\n  ;"],
        ),
        ("return ! // a\n ( // b\n p || q // c\n );", ["return // a\n // b\n !p && !q // c\n;"]),
        ("@A(true && false) int k = 1;", []),
        ("return p & q | r;", []),
    ],
)
def test_de_morgan(before: str, after: list[str]) -> None:
    assert exchanged(before, "de-morgan") == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if (q) g();", ["if (!!q) g();"]),
        ("if ((q)) g();", ["if (!!(q)) g();"]),
        ("while (i < j) g();", ["while (!!(i < j)) g();"]),
        ("do g(); while (q);", ["do g(); while (!!q);"]),
        ("for (; (q); ) g();", ["for (; !!(q); ) g();"]),
        ("return q ? 1 : 2;", ["return !!q ? 1 : 2;"]),
        ("assert q : q;", ["assert !!q : q;"]),
        ("assert p;", ["assert !!p;"]),
        ("return k() && q;", ["return !!k() && q;", "return k() && !!q;"]),
        ("return (i < j) || q;", ["return !!(i < j) || q;", "return (i < j) || !!q;"]),
        ("return p;", ["return !!p;"]),
        ("return q;", []),
        ("return x;", []),
        ("return i < j;", ["return !!(i < j);"]),
        ("g(p, q, i);", ["g(!!p, q, i);"]),
        ("p = r;", ["p = !!r;"]),
        ("p |= r;", ["p |= !!r;"]),
        ("p = r = q;", ["p = !!(r = q);"]),
        ("p = (r = q);", ["p = !!(r = q);"]),
        ("boolean t = p;", ["boolean t = !!p;"]),
        ("boolean[] t = {p};", ["boolean[] t = {!!p};"]),
        ('s = "a" + p + (i == j);', ['s = "a" + !!p + (i == j);', 's = "a" + p + !!(i == j);']),
        ("return p == r;", ["return !!(p == r);", "return !!p == r;", "return p == !!r;"]),
        (
            "return p ? r : p;",
            ["return !!(p ? r : p);", "return !!p ? r : p;", "return p ? !!r : p;", "return p ? r : !!p;"],
        ),
        ("run(() -> p);", ["run(() -> !!p);"]),
        ("run(() -> s.isEmpty());", []),
        ("run(() -> (s.isEmpty()));", ["run(() -> !!(s.isEmpty()));"]),
        ("run(() -> p = r);", ["run(() -> p = !!r);"]),
        ("s.isEmpty();", []),
        ("p = !r;", []),
        ("@A(1 == 2) int k = 1;", []),
        ("return (Object) p;", []),
        ("if (o instanceof String t) g(t);", ["if (!!(o instanceof String t)) g(t);"]),
    ],
)
def test_double_negation(before: str, after: list[str]) -> None:
    assert sorted(exchanged(before, "double-negation")) == sorted(after)


def test_what_hinges_on_its_place_is_refused() -> None:
    frame = "class A {{ boolean k() {{ return b; }} <T> T l() {{ return null; }} void f(X x) {{ {} }} }}"
    for text, reason in (
        ("if (k()) g();", None),
        ("if (l()) g();", "the type of the call may be inferred from its place"),
        ("if (x.k()) g();", "the type of the call may be inferred from its place"),
        ("if (k() ? l() : k()) g();", "the type of the call may be inferred from its place"),
        ("while (k() && x.k()) g();", None),
    ):
        source = em.parse(frame.format(text))
        judged = [r for s, r in ConditionExchange().judged(source) if s.start > source.text.index("void f")]
        assert judged[0] == reason, text
        assert set(judged[1:]) <= {None}


def test_sites_made_up_are_refused() -> None:
    source = em.parse(FRAME.format("if (p & q) g(i);"))
    for text, form in (("p & q", "de-morgan"), ("p", "literal"), ("i", "double-negation"), ("g(", "literal")):
        at = source.text.rindex(text)
        with pytest.raises(Refused, match="nothing that condition-exchange could change stands there"):
            ConditionExchange().apply(source, em.Site.of("condition-exchange", at, at + len(text), form=form))


def test_methods_that_cannot_be_trusted_are_left_alone() -> None:
    source = em.parse("void f(boolean p) { int a = 1 if (p) g(); else h(); }")
    assert [reason for _, reason in ConditionExchange().judged(source)] == [
        "the grammar finds a syntax error at line 1"
    ]
    start = source.text.index("p)")
    site = em.Site.of("condition-exchange", start, source.text.index(") g"), form="double-negation")
    assert (
        ConditionExchange().refuse(source, site)
        == "nothing that condition-exchange could change stands there"
    )


@pytest.mark.parametrize(
    ("before", "form", "old", "new", "expected"),
    [
        ("if (p && q) g();", "de-morgan", "g();", "{ g(); h(); }", "if (p && q) { g(); h(); }"),
        ("if (p && i < j) g();", "de-morgan", ">= j", ">= 5", "if (p && i < 5) g();"),
        ("if (!p && q) g();", "de-morgan", "!q", "!r", "if (!p && r) g();"),
        ("if (!(p && q)) g();", "de-morgan", "!q", "!r", "if (!(p && r)) g();"),
        ("if (p && q) g();", "de-morgan", "||", "&&", None),
        ("while (true) g();", "literal", "g();", "{ if (p) break; }", "while (true) { if (p) break; }"),
        ("while (true) g();", "literal", "!false", "p", "while (p) g();"),
        ("if (q) g();", "double-negation", "!!q", "!!p", "if (p) g();"),
        ("if (q) g();", "double-negation", "!!q", "!q", None),
        ("if (i < j) g();", "double-negation", "j)", "j + 1)", "if (i < j + 1) g();"),
    ],
)
def test_undo_of_a_patch(before: str, form: str, old: str, new: str, expected: str | None) -> None:
    source = em.parse(FRAME.format(before))
    made = ConditionExchange().mutants(source)
    mutant = next(m for m in made if m.mutation.site.param("form") == form)
    at = mutant.text.rindex(old)
    patched = SourceFile.from_text(mutant.text[:at] + new + mutant.text[at + len(old) :])
    if expected is None:
        with pytest.raises(UndoConflict):
            ConditionExchange().undo(patched, source.data, mutant.mutation)
    else:
        assert ConditionExchange().undo(patched, source.data, mutant.mutation) == FRAME.format(expected)


PROGRAM = """
import java.util.*; import java.util.function.*;
public class Main {
    static StringBuilder out = new StringBuilder();
    static final boolean ON = true; static final boolean OFF = !ON; static final String TEXT = "a" + true + (ON && OFF);
    static boolean t(String n, boolean v) { out.append(n); return v; }
    static Boolean u(String n, Boolean v) { out.append(n); return v; }
    static Object a(boolean p, boolean q, boolean r) { return (t("1", p) && t("2", q) && t("3", r)) + "" + (t("4", p) || t("5", q)
        && !(t("6", r) || t("7", p))) + !(t("8", p) && (t("9", q) || !t("a", r))); }
    static Object b(Boolean p, Boolean q) { return (u("l", p) && u("r", q)) + "" + (u("x", q) || !u("y", p)) + (p == q) + (p & q); }
    static Object c(double x, double y) { return (x < y && x > y || !(x <= y)) + "" + !(x < 1 || x >= 1) + (x == x && y != y); }
    static boolean d(Object o) { return o instanceof String s && s.length() > 1 || !(!(o instanceof Integer i) || i < 3); }
    static int e(Object o) { if (!(o instanceof String s) || s.isEmpty()) return -1; return s.length(); }
    static int f(boolean p, int n) { int x; if (p && (x = n) > 2) return x; boolean y = !p || (x = n) < 2; return y ? 1 : 2; }
    static int g() { while (!OFF && ON) { if (t("g", true)) return 1; } }
    static int h() { do { if (t("h", true)) return 1; } while (true); }
    static String i(boolean v) { return "b" + v; } static String i(Boolean v) { return "B" + v; }
    static String i(Object v) { return "o"; }
    static String j(Supplier<Boolean> s) { return "S" + s.get(); }
    static String j(BooleanSupplier s) { return "B" + s.getAsBoolean(); }
    static String k(Runnable s) { return "R"; } static String k(Supplier<Boolean> s) { return "S"; }
    static Object l(boolean p, Boolean q) { boolean[] z = { p, !p, true }; return i(p) + i(q) + i(p && q) + i(true) + i(p ? p : q)
        + j(() -> p) + j(() -> q) + j(() -> p || q) + k(() -> p) + k(() -> z[0] = p) + k(() -> (z[0] = p)) + z[2] + (p ? q : p); }
    static boolean m(int n) { final boolean F = n > 1; return switch (n) {
        case 0 -> true; case 1 -> { yield !F || OFF; } default -> F; }; }
    static boolean n() { final boolean F = true; return ("a" + F + (F && OFF)) == TEXT; }
    public static void main(String[] args) {
        assert out.isEmpty() && !out.equals(null) : "x";
        boolean[] both = { true, false }; Boolean[] three = { true, false, null };
        for (boolean p : both) for (boolean q : both) { out.append(l(p, q)).append(f(p, 1)).append(f(p, 3));
            for (boolean r : both) out.append(a(p, q, r)); }
        for (Boolean p : three) for (Boolean q : three)
            try { out.append(b(p, q)); } catch (NullPointerException e) { out.append("npe"); }
        for (double x : new double[] { 1, 2, Double.NaN }) out.append(c(x, 1)).append(c(1, x));
        for (Object o : new Object[] { null, "", "abc", 2, 7 }) out.append(d(o)).append(e(o));
        out.append(g()).append(h()).append(n()); for (int x = 0; x < 3; x++) out.append(m(x));
        System.out.println(out);
    }
}
"""


def test_a_text_that_only_the_grammar_takes_for_java_does_not_parse() -> None:
    """``@Override return false;`` declares a variable called `false`, to the grammar."""
    text = "class A {\n    @Override\n    public boolean test(Object o) {\n        return false;\n    }\n}\n"
    (mutant,) = em.mutate(text, ["condition-exchange"])
    line = "    @Override\n"
    patched, expected = (
        each.replace(line, "").replace("        return", line + "        return")
        for each in (mutant.text, text)
    )
    undone = em.undo(patched, mutant)
    assert (undone, undone.parses) == (expected, False)
    assert em.parse(text).parsed.is_misread is False
    assert em.parse(expected).parsed.is_misread is True


def test_programs_do_the_same(jdk: Jdk) -> None:
    source = em.parse(PROGRAM)
    wanted = jdk.run(jdk.compile({"Main.java": source.data}, bytes_=True), "Main")
    assert wanted.status == "ok"
    made = list(ConditionExchange().mutants(source))
    assert {str(m.mutation.site.param("form")) for m in made} == {"literal", "de-morgan", "double-negation"}

    def wrong(group: Sequence[Mutant]) -> str:
        compiled = jdk.compile({"Main.java": together(source, group)}, bytes_=True)
        if not compiled.ok:
            return str(compiled.diagnostics[:2])
        return "" if jdk.run(compiled, "Main").stdout == wanted.stdout else "it prints something else"

    found = [each for group in groups(made) for each in culprits(group, wrong)]
    assert not found, "\n".join(map(str, found))
