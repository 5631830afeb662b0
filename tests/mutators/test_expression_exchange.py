"""Forms of assignments: which casts and parentheses, what comments become, where a value is used, what is refused, undo."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.java.expression_exchange import ExpressionExchange

FRAME = (
    "class A {{ String name; volatile int[] shared; static byte tiny; Object any; int[] cells; class B {{ int x; }} "
    "void f(byte b, short h, char c, int i, long n, float f, double d, boolean p, boolean q, String s, int[] a, int[][] g, "
    "Integer box, Long wide, Byte small, Character sign, Boolean flag, B o, Foo x) {{ {} }} }}"
)
HEAD, TAIL = (part.replace("{{", "{").replace("}}", "}") for part in FRAME.split("{}"))


def judged(body: str, form: str) -> list[tuple[str, str | None]]:
    """The sites of a form in a body, and why they are refused."""
    source = em.parse(HEAD + body + TAIL)
    found = ExpressionExchange().judged(source)
    return [(source.slice(s.start, s.end), reason) for s, reason in found if s.param("form") == form]


def made(body: str, form: str) -> list[str]:
    """What a body becomes by each site of a form."""
    found = ExpressionExchange().mutants(em.parse(HEAD + body + TAIL))
    mutants = [m for m in found if m.local.site.param("form") == form]
    assert all(m.local.invert(m.mutant_data) == m.original.encode() for m in mutants)
    return [m.text.removeprefix(HEAD).removesuffix(TAIL) for m in mutants]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # JLS 15.26.2: the hidden cast; 5.6: what the operator promotes to.
        ("h -= h;", "h = (short) (h - h);"),
        ("b >>>= n;", "b = (byte) (b >>> n);"),
        ("c += 1.5;", "c = (char) (c + 1.5);"),
        ("i <<= n;", "i = i << n;"),
        ("n >>= d(1);", "n = n >> d(1);"),
        ("i &= n;", "i = (int) (i & n);"),
        ("i += c;", "i = i + c;"),
        ("i += wide;", "i = (int) (i + wide);"),
        ("n += f;", "n = (long) (n + f);"),
        ("n ^= x.get();", "n = n ^ x.get();"),
        ("f += 1;", "f = f + 1;"),
        ("f += d;", "f = (float) (f + d);"),
        ("f += x.get();", "f = (float) (f + x.get());"),
        ("d += x.get();", "d = d + x.get();"),
        ("box <<= n;", "box = box << n;"),
        ("wide += x.get();", "wide = wide + x.get();"),
        ("flag &= p;", "flag = flag & p;"),
        # The right side keeps together.
        ("i -= i - 1;", "i = i - (i - 1);"),
        ("i /= 2 * i;", "i = i / (2 * i);"),
        ("i -= 2 * i;", "i = i - 2 * i;"),
        ("i <<= 1 + 1;", "i = i << 1 + 1;"),
        ("i <<= 1 << 1;", "i = i << (1 << 1);"),
        ("i &= i | 1;", "i = i & (i | 1);"),
        ("i |= i & 1;", "i = i | i & 1;"),
        ("p |= q && p;", "p = p | (q && p);"),
        ("p &= x instanceof Bar;", "p = p & x instanceof Bar;"),
        ("p &= p == q;", "p = p & p == q;"),
        ("i += p ? 1 : 2;", "i = i + (p ? 1 : 2);"),
        ("i += n = 3;", "i = (int) (i + (n = 3));"),
        ("i += (i = 3);", "i = i + (i = 3);"),
        ("i += switch (i) { default -> 2; };", "i = (int) (i + (switch (i) { default -> 2; }));"),
        ("b -= b - 1;", "b = (byte) (b - (b - 1));"),
        ("s += 1 + 2;", "s = s + (1 + 2);"),
        ("s += c;", "s = s + c;"),
        ("s += null;", "s = s + null;"),
        ("s += (Runnable) () -> g();", "s = s + (Runnable) () -> g();"),
        # Tokens that would run together.
        ("i-=-i;", "i=i- -i;"),
        ("i+=++i;", "i=i+ ++i;"),
        ("i/=/*c*/2;", "i=i/ /*c*/2;"),
        ("i/=// c\n2;", "i=i/ // c\n2;"),
        ("b*=-b+1;", "b=(byte)(b*(-b+1));"),
        # Comments and line ends.
        ("i /*1*/ -= /*2*/ 1 + i /*3*/;", "i /*1*/ = i - /*2*/ (1 + i) /*3*/;"),
        ("b // 1\n += // 2\r\n 1 // 3\n ;", "b // 1\n = (byte) (b + // 2\r\n 1) // 3\n ;"),
        # What is assigned to.
        ("a[i] += i++;", "a[i] = a[i] + i++;"),
        ("g[i][a[0]] += 2;", "g[i][a[0]] = g[i][a[0]] + 2;"),
        ("a[s.charAt(i) - 'a'] += 2;", "a[s.charAt(i) - 'a'] = a[s.charAt(i) - 'a'] + 2;"),
        ("o.x += 2;", "o.x = o.x + 2;"),
        ("this.name += s;", "this.name = this.name + s;"),
        ("cells[0] += 2;", "cells[0] = cells[0] + 2;"),
        ("A.tiny += 2;", "A.tiny = (byte) (A.tiny + 2);"),
        # Wherever an assignment stands.
        ("return i += 2;", "return i = i + 2;"),
        ("i = h += 2;", "i = h = (short) (h + 2);"),
        ("g(p ? i += 2 : 3);", "g(p ? i = i + 2 : 3);"),
        ("for (; ; n *= 2, i++) { }", "for (; ; n = n * 2, i++) { }"),
    ],
)
def test_plain(before: str, after: str) -> None:
    assert made(before, "plain") == [after]


def test_assignments_in_assignments_are_sites_of_their_own() -> None:
    assert made("i += n = h -= 1;", "plain") == [
        "i = (int) (i + (n = h -= 1));",
        "i += n = h = (short) (h - 1);",
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("i = i + n(1);", "i += n(1);"),
        ("i = i - (h - 1);", "i -= h - 1;"),
        ("i = i - -i;", "i -= -i;"),
        ("i=i+(h-1);", "i+=h-1;"),
        ("i = (i + 2);", "i += 2;"),
        ("i = ( i + ( 2 ) ) ;", "i += 2 ;"),
        ("i = ((i + ((2))));", "i += 2;"),
        ("i = i << 2;", "i <<= 2;"),
        ("i = i >>> 2;", "i >>>= 2;"),
        ("p = p & (q || p);", "p &= q || p;"),
        ("b = (byte) (b + 2);", "b += 2;"),
        ("c = ((char) (c - ('0' + 1)));", "c -= '0' + 1;"),
        ("i = (int) (i * 1.5);", "i *= 1.5;"),
        ("s = (String) (s + 1);", "s += 1;"),
        ("box = (Integer) (box + 1);", "box += 1;"),
        ("s = s + (s + 1);", "s += s + 1;"),
        ("a[i] = a [/*c*/ i] + 1;", "a[i] += /*c*/ 1;"),
        # Without a cast, whatever the type.
        ("any = any + s;", "any += s;"),
        ("x.n = x.n | 2;", "x.n |= 2;"),
        ("x = x * 2;", "x *= 2;"),
        ("i = /*1*/ i /*2*/ - /*3*/ ( /*4*/ h - 1 /*5*/ ) /*6*/;", "i -= /*1*/ /*2*/ /*3*/ /*4*/ h - 1 /*5*/  /*6*/;"),
        ("i // 1\n = // 2\n i // 3\n + // 4\n 2 // 5\n ;", "i // 1\n += // 2\n // 3\n // 4\n 2 // 5\n ;"),
        ("b = (byte) (b + ( // 1\n 2 // 2\n ) // 3\n ) // 4\n ;", "b += // 1\n 2 // 2\n  // 3\n  // 4\n ;"),
    ],
)  # fmt: skip
def test_compound(before: str, after: str) -> None:
    assert made(before, "compound") == [after]


@pytest.mark.parametrize(
    "text",
    [
        "i = i + n + 1;",
        "s = s + 1 + 2;",
        "i = h + i;",
        "i = (i) + 1;",
        "i = (int) i + 1;",
        "i = (int) -(i + 1);",
        "p = p && q;",
        "p = p == q;",
        "this.name = name + s;",
        "int j = i + 1;",
        "i = -i;",
    ],
)
def test_what_is_no_compound_assignment(text: str) -> None:
    assert judged(text, "compound") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("i++;", "i += 1;"),
        ("++i;", "i += 1;"),
        ("i--;", "i -= 1;"),
        ("-- /*1*/ i /*2*/;", "/*1*/ i -= 1 /*2*/;"),
        ("i // 1\n ++;", "i // 1\n += 1;"),
        ("++ // 1\n i // 2\n ;", "// 1\n i += 1 // 2\n ;"),
        ("if (p) g(); else++i;", "if (p) g(); else i += 1;"),
        ("do++i;while(p);", "do i += 1;while(p);"),
        ("b++;", "b += 1;"),
        ("c--;", "c -= 1;"),
        ("d++;", "d += 1;"),
        ("box++;", "box += 1;"),
        ("wide--;", "wide -= 1;"),
        ("a[g()]++;", "a[g()] += 1;"),
        ("this.shared[0]++;", "this.shared[0] += 1;"),
        ("for (i++; p; --n) { }", "for (i += 1; p; --n) { }|for (i++; p; n -= 1) { }"),
        ("switch (i) { case 1 -> i++; default -> g(); }", "switch (i) { case 1 -> i += 1; default -> g(); }"),
        ("switch (i) { case 1: n: i++; }", "switch (i) { case 1: n: i += 1; }"),
        ("run(() -> { i++; });", "run(() -> { i += 1; });"),
    ],
)
def test_increments_to_compound(before: str, after: str) -> None:
    assert made(before, "compound") == after.split("|")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("i += 1;", "i++;"),
        ("i-=1;", "i--;"),
        ("b += 1;", "b++;"),
        ("f -= 1;", "f--;"),
        ("box += 1;", "box++;"),
        ("x.n -= 1;", "x.n--;"),  # what has a minus is no String
        ("a[g()] += 1;", "a[g()]++;"),
        ("i /*1*/ += /*2*/ 1 /*3*/;", "i /*1*/ ++ /*2*/  /*3*/;"),
        ("i // 1\n += // 2\n 1 // 3\n ;", "i // 1\n ++ // 2\n  // 3\n ;"),
        ("for (; ; i += 1) { }", "for (; ; i++) { }"),
    ],
)
def test_increment(before: str, after: str) -> None:
    assert made(before, "increment") == [after]


@pytest.mark.parametrize(
    ("text", "sites"),
    [
        ("n = i{};", 0),
        ("g(i{});", 0),
        ("run(() -> i{});", 0),
        ("while ((i{}) > 2) {{ }}", 0),
        ("n = switch (i) {{ case 1 -> i{}; default -> 2; }};", 0),
        ("n = switch (i) {{ case 1 -> switch (h) {{ default -> i{}; }}; default -> 2; }};", 0),
        ("n = switch (i) {{ case 1 -> {{ i{}; yield 1; }} default -> 2; }};", 1),
        ("n = switch (i) {{ default -> {{ switch (h) {{ default -> i{}; }} yield 1; }} }};", 1),
        ("return switch (i) {{ default: yield i{}; }};", 0),
    ],
)
def test_where_the_value_is_used_an_increment_stays(text: str, sites: int) -> None:
    assert len(judged(text.format("++"), "compound")) == sites
    assert len(judged(text.format(" += 1"), "increment")) == sites


def test_other_steps_are_no_increments() -> None:
    for text in ("i += 2;", "i += 1L;", "i *= 1;", "i += (1);", "i = i + 1;", "i += 01;"):
        assert judged(text, "increment") == [], text


TYPE = "its type is not known to be primitive, a box or String"
TWICE = "evaluating its target twice may not be the same as once"
CAST = "the cast is not certainly one to the type of the target"
BYTE = "it may be a Byte, Short or Character, to which += assigns no int"


@pytest.mark.parametrize(
    ("text", "form", "reason"),
    [
        ("x.n += 2;", "plain", TYPE),
        ("any += s;", "plain", TYPE),
        ("unseen += 2;", "plain", TYPE),
        ("run(y -> y += 2);", "plain", TYPE),
        ("a[i++] += 2;", "plain", TWICE),
        ("a[i = 0] += 2;", "plain", TWICE),
        ("a[g()] += 2;", "plain", TWICE),
        ("a[x.size] += 2;", "plain", TWICE),  # perhaps a volatile field
        ("new B().x += 2;", "plain", TWICE),
        ("this.shared[0] += 2;", "plain", TWICE),
        ("a[i++] = a[i++] + 2;", "compound", TWICE),
        ("g().n = g().n + 2;", "compound", TWICE),
        ("shared[0] = shared[0] + 2;", "compound", TWICE),
        ("i = (byte) (i + 2);", "compound", CAST),
        ("d = (float) (d + 2);", "compound", CAST),
        ("x.n = (int) (x.n + 2);", "compound", CAST),
        ("x = (Foo) (x + 2);", "compound", CAST),
        ("small++;", "compound", BYTE),
        ("--sign;", "compound", BYTE),
        ("x.n++;", "compound", BYTE),
        ("s += 1;", "increment", "it may be a concatenation"),
        ("x.n += 1;", "increment", "it may be a concatenation"),
    ],
)
def test_refusals(text: str, form: str, reason: str) -> None:
    assert [found for _, found in judged(text, form)] == [reason]
    assert made(text, form) == []


def test_names_of_the_language_that_the_file_declares_anew() -> None:
    text = "class A<String> {{ {} void f(String s, Integer k) {{ s += 2; k++; }} }}"
    found = dict(
        (site.start, reason)
        for site, reason in ExpressionExchange().judged(em.parse(text.format("class Integer { }")))
    )
    assert sorted(found.values(), key=str) == [BYTE, TYPE]


def test_parentheses_around_the_target_are_left_alone() -> None:
    assert judged("(i)++; --(a[0]);", "compound") == []


def test_a_site_made_up_is_refused() -> None:
    source = em.parse(HEAD + "i += 2; g(h++); i = 3;" + TAIL)
    for text in ("i += 2", "h++", "i = 3", "g(h++)"):
        at = source.text.index(text)
        with pytest.raises(em.Refused, match="nothing that expression-exchange could change stands there"):
            ExpressionExchange().apply(
                source, em.Site.of("expression-exchange", at, at + len(text), form="compound")
            )


def test_methods_that_cannot_be_trusted_are_left_alone() -> None:
    source = em.parse("class A { int f(int n) { n += 2 return n; } void g(int n) { n += 2; } }")
    assert [
        (source.slice(s.start, s.end)[:5], reason) for s, reason in ExpressionExchange().judged(source)
    ] == [
        ("int f", "the grammar finds a syntax error at line 1"),
        ("n += ", None),
    ]
    at = source.text.index("n += 2")
    assert ExpressionExchange().refuse(source, em.Site.of("expression-exchange", at, at + 6, form="plain"))


def undo(before: str, form: str, old: str, new: str) -> str:
    """The undone body, after a patch of the only mutant's body."""
    mutator, source = ExpressionExchange(), em.parse(HEAD + before + TAIL)
    (mutant,) = [m for m in mutator.mutants(source) if m.local.site.param("form") == form]
    body = mutant.text.removeprefix(HEAD).removesuffix(TAIL)
    assert body.count(old) == 1
    patched = em.parse(HEAD + body.replace(old, new) + TAIL)
    return mutator.undo(patched, source.data, mutant.mutation).removeprefix(HEAD).removesuffix(TAIL)


@pytest.mark.parametrize(
    ("before", "form", "old", "new", "after"),
    [
        ("g(); i += n(1);", "plain", "g()", "h(2)", "h(2); i += n(1);"),
        ("g(); i += n(1);", "plain", "n(1)", "n(2)", "g(); i += n(2);"),
        ("b -= h - 1;", "plain", "h - 1", "h - 2", "b -= h - 2;"),
        ("i = i - (h - 1);", "compound", "h - 1", "h * 2 - 1", "i = i - (h * 2 - 1);"),
        ("b = (byte) (b - 1);", "compound", "b -= 1", "b  -=\n2", "b  = (byte) (b -\n2);"),
        ("if (p) ++i;", "compound", "if (p)", "if (q)", "if (q) ++i;"),
        ("i += 1;", "increment", "i++;", "i++; g();", "i += 1; g();"),
    ],
)
def test_undo(before: str, form: str, old: str, new: str, after: str) -> None:
    assert undo(before, form, old, new).split() == after.split()


@pytest.mark.parametrize(
    ("before", "form", "old", "new"),
    [
        (
            "i -= h - 1;",
            "plain",
            "(h - 1)",
            "h",
        ),  # the mutation brought these parentheses
        ("i -= h;", "plain", "= i -", "= n -"),
        ("b += 1;", "plain", "(byte)", "(short)"),
        ("i += 2;", "plain", "i = i", "h = i"),
        ("i = i + 2;", "compound", "+=", "-="),
        ("i++;", "compound", "1", "2"),
        ("i += 1;", "increment", "++", "--"),
    ],
)
def test_undo_of_what_the_patch_changed_is_a_conflict(before: str, form: str, old: str, new: str) -> None:
    with pytest.raises(em.UndoConflict):
        undo(before, form, old, new)
