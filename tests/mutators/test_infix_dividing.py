"""Operands that get a variable of their own: which, which not, what a patch leaves of it, and that programs do the same."""

from __future__ import annotations

import re

import pytest

import equimorph as em
from mutators.java.infix_dividing import InfixDividing
from mutators.model import Refused, UndoConflict
from parsers.java.syntax.tokens import tokenize
from parsers.oracles.jdk import Jdk

FRAME = """class A {{
    int n; volatile int w; static int count; final int kept = g(); static final int FIXED = 7; A next;
    static class B {{ static int used = g(); B(int i) {{ }} static int g() {{ return 1; }} }}
    A(Object... all) {{ }}
    static int g(Object... all) {{ return 1; }}
    Object f(int i, int j, long k, byte b, char c, double d, boolean p, Boolean q, String s, int[] a, Integer big, Object o) {{
        {}
        return o;
    }}
}}"""
SEVERAL = "it may be evaluated never, or several times"
BLOCK = "it is not directly in a block"
TYPE = "its type is not known"
CONSTANT = "it may be a constant expression"
SETS = "it sets a variable"
PATTERN = "it declares a pattern variable"
COUNTED = "it declares a class or lambda, which javac counts"
TEXT_CHANGES = "the text of an operand may change"
USES = "an operand may change what the other uses"
BOTH = "both operands may throw"
BEFORE = "an operand may throw before or after the other's effect"
VOLATILE = "two field reads, one of which may be volatile"


def judged(text: str, frame: str = FRAME) -> dict[str, str | None]:
    source = em.parse(frame.format(text))
    return {source.slice(s.start, s.end): reason for s, reason in InfixDividing().judged(source)}


def divided(text: str, frame: str = FRAME) -> list[str]:
    source = em.parse(frame.format(text))
    head, tail = frame.format("@").split("@")
    made = list(InfixDividing().mutants(source))
    assert all(em.invert(mutant.text, mutant.mutation) == source.text for mutant in made)
    texts = [mutant.text.removeprefix(head).removesuffix(tail) for mutant in made]
    return [re.sub(r"\b(part|operand|term)\b", "t", text) for text in texts]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("i = i + j * 2;", ["int t = j * 2;\n        i = i + t;"]),
        ("i=(i+j)*2;", ["int t = i+j;\n        i=t*2;"]),
        ("k = (b + c) * k;", ["int t = b + c;\n        k = t * k;"]),
        ("k = (b << k) * k;", ["int t = b << k;\n        k = t * k;"]),
        ("d = d + k * 2f;", ["float t = k * 2f;\n        d = d + t;"]),
        ("p = p ^ (q & p);", ["boolean t = q & p;\n        p = p ^ t;"]),
        ("s = c + 1 + s;", ["int t = c + 1;\n        s = t + s;"]),
        ("s = s + c + 1;", ["String t = s + c;\n        s = t + 1;"]),
        ('s = "" + i + big;', ['String t = "" + i;\n        s = t + big;']),
        ("p = s + i == s;", ["String t = s + i;\n        p = t == s;"]),
        ("i = (/* sum */ i + j) * 2;", ["int t = (/* sum */ i + j);\n        i = t * 2;"]),
        ("i = ((i /* sum */ + j)) * 2;", ["int t = i /* sum */ + j;\n        i = t * 2;"]),
        ("i = j +\n    j * // two\n    2;", ["int t = j * // two\n    2;\n        i = j +\n    t;"]),
        ("{i=i+j*2;}", ["{int t = j*2; i=i+t;}"]),
        ("\r\n\ti = i + j * 2;\r\n", ["\r\n\tint t = j * 2;\r\n\ti = i + t;\r\n"]),
        ("// first\n        i = i + j * 2; // then", ["// first\n        int t = j * 2;\n        i = i + t; // then"]),
        ("if (i + 1 < j) g();", ["int t = i + 1;\n        if (t < j) g();"]),
        ("switch (i) { case 1: i = i + j * 2; }", ["switch (i) { case 1: int t = j * 2; i = i + t; }"]),
        ("switch (i) { case 1 -> { i = i + j * 2; } }", ["switch (i) { case 1 -> { int t = j * 2; i = i + t; } }"]),
        ("if(p)return(i+j)*2;", []),
        ("if(p){return(i+j)*2;}", ["if(p){int t = i+j; return t*2;}"]),
        ("int x = i, y = j + i * 2;", ["int t = i * 2;\n        int x = i, y = j + t;"]),
        ("throw new Error(s + i + j);", ["String t = s + i;\n        throw new Error(t + j);"]),
        (
            'throw new Error("" + (n + 1) * 2);',
            [
                'int t = (n + 1) * 2;\n        throw new Error("" + t);',
                'int t = n + 1;\n        throw new Error("" + t * 2);',
            ],
        ),
        ("o = new A(i + j * 2);", ["int t = j * 2;\n        o = new A(i + t);"]),
        ("o = new B(i + j * 2);", ["int t = j * 2;\n        o = new B(i + t);"]),
        ("i = g(i, j) + j * 2;", ["int t = j * 2;\n        i = g(i, j) + t;"]),
        ("i = a.length + (big + 1);", ["int t = big + 1;\n        i = a.length + t;"]),
        ("i = big + (j - 1);", ["int t = j - 1;\n        i = big + t;"]),
        ("a[i] = i + j / 2;", ["int t = j / 2;\n        a[i] = i + t;"]),
        ("a[i * 2 + j] += j;", ["int t = i * 2;\n        a[t + j] += j;"]),
        ("a[i + j * 2]++;", ["int t = j * 2;\n        a[i + t]++;"]),
        ("i += j + (n - 1);", ["int t = n - 1;\n        i += j + t;"]),
        ("i = n - 1 < kept ? 1 : 2;", ["int t = n - 1;\n        i = t < kept ? 1 : 2;"]),
        ("i = (int) (k * 2) + -(i * 2 + j);", ["int t = i * 2;\n        i = (int) (k * 2) + -(t + j);"]),
        ("Runnable r = () -> { g(i + j * 2); };", ["Runnable r = () -> { int t = j * 2; g(i + t); };"]),
        ("int[] x = { i, i + j * 2 };", ["int t = j * 2;\n        int[] x = { i, i + t };"]),
        ("o = new int[i + j * 2];", ["int t = j * 2;\n        o = new int[i + t];"]),
        ("p = p && i > 0 || i + 1 < j;", ["boolean t = p && i > 0;\n        p = t || i + 1 < j;"]),
        ("s = s.concat(s + i + j);", ["String t = s + i;\n        s = s.concat(t + j);"]),
    ],
)  # fmt: skip
def test_divides(before: str, after: list[str]) -> None:
    assert divided(before) == after


@pytest.mark.parametrize(
    ("text", "operand", "reason"),
    [
        ("p = p && i + 1 < j;", "i + 1", SEVERAL),
        ("p = p || i + 1 < j;", "i + 1", SEVERAL),
        ("i = p ? i + j * 2 : 1;", "j * 2", SEVERAL),
        ("i = p ? 1 : i + j * 2;", "j * 2", SEVERAL),
        ("o = (F) () -> i + j * 2;", "j * 2", SEVERAL),
        ("o = new A() { int m = i + j * 2; };", "j * 2", SEVERAL),
        ("while (i + j * 2 < 9) i++;", "j * 2", SEVERAL),
        ("do i++; while (i + j * 2 < 9);", "j * 2", SEVERAL),
        ("for (; i + j * 2 < 9; ) i++;", "j * 2", SEVERAL),
        ("for (; ; i = i + j * 2) g();", "j * 2", SEVERAL),
        ("for (i = i + j * 2; ; ) g();", "j * 2", SEVERAL),
        ("for (int x = i + j * 2; ; ) g();", "j * 2", BLOCK),
        ("assert i + j * 2 > 0;", "j * 2", SEVERAL),
        ("switch (i + j * 2) { }", "j * 2", SEVERAL),
        ("synchronized (s + i + j) { }", "s + i", SEVERAL),
        ("try (R r = r(i + j * 2)) { }", "j * 2", SEVERAL),
        ("i = switch (j) { case 1 -> i + j * 2; default -> 1; };", "j * 2", BLOCK),
        ("o = o.new B(i + j * 2);", "j * 2", SEVERAL),
        ("if (p) i = i + j * 2;", "j * 2", BLOCK),
        ("if (p) g(); else if (i + j * 2 > 0) g();", "j * 2", BLOCK),
        ("x: if (i + j * 2 > 0) g();", "j * 2", "a label stands before it"),
        ("i = i + unseen() * 2;", "unseen() * 2", TYPE),
        ("i = i + unseen * 2;", "unseen * 2", TYPE),
        ("i = i + 2 * 3;", "2 * 3", CONSTANT),
        ("final int x = 2; i = i + x * 3;", "x * 3", CONSTANT),
        ("i = i + FIXED * 3;", "FIXED * 3", CONSTANT),
        ('s = "a" + "b" + s;', '"a" + "b"', CONSTANT),
        ("i = i + (j = 2) * 3;", "(j = 2) * 3", SETS),
        ("i = i + j++ * 3;", "j++ * 3", SETS),
        ("p = p & (o instanceof A x & p);", "(o instanceof A x & p)", PATTERN),
        ("if (p & (o instanceof A x && p)) g();", "(o instanceof A x && p)", PATTERN),
        ("p = p & p == new A() { }.t(i > 1);", "p == new A() { }.t(i > 1)", COUNTED),
        ("p = p == (i > g(() -> 1));", "(i > g(() -> 1))", COUNTED),
        ("s = s + o + i;", "s + o", TEXT_CHANGES),
        ("s = i + (s + o);", "(s + o)", TEXT_CHANGES),
        ("i = i++ + i * 2;", "i * 2", USES),
        ("i = (i = 3) + i * 2;", "i * 2", USES),
        ("i = g() + n * 2;", "n * 2", USES),
        ("i = g(n = 1) + kept * 2;", "kept * 2", USES),
        ("g(g(), i + n * 2);", "n * 2", USES),
        ("a[g()] = i + n * 2;", "n * 2", USES),
        ("i = new A(n = 2).h(j + n * 2);", "n * 2", USES),
        ("o = new Object[] { g(), i + n * 2 };", "n * 2", USES),
        ("o = new int[g()][i + n * 2];", "n * 2", USES),
        ("B.used += i + n * 2;", "n * 2", USES),
        # The creation initialises B before it evaluates the argument.
        ("o = new B(i + n * 2);", "n * 2", USES),
        ("o = new B(i + j / i);", "j / i", BOTH),
        ("int x = 1, y = i + x * 2;", "x * 2", USES),
        ("int x = g(), y = i + n * 2;", "n * 2", USES),
        # The first use of B runs its initialiser.
        ("i = count + B.used * 2;", "B.used * 2", USES),
        ("i = B.used + n * 2;", "n * 2", USES),
        ("i = a[0] + i / j;", "i / j", BOTH),
        ("i = big + i / j;", "i / j", BOTH),
        ("g(big, i + i / j);", "i / j", BOTH),
        ("i = s.length() + i / j;", "i / j", BOTH),
        ("a[big] = i + i / j;", "i / j", BOTH),
        ("a[i] += i + i / j;", "i / j", BOTH),
        ("i = i / j + i % j;", "i % j", BOTH),
        ("i = g() + i / j;", "i / j", BOTH),
        ("i = (n = 2) + i / j;", "i / j", BEFORE),
        ("i = (k = 2) > 1 & i / j > 1 ? 1 : 2;", "i / j > 1", BEFORE),
        ("i = n + w * 2;", "w * 2", VOLATILE),
        ("i = w + n * 2;", "n * 2", VOLATILE),
        ("n += i + w * 2;", "w * 2", VOLATILE),
        ("this.w += i + n * 2;", "n * 2", VOLATILE),
    ],
)  # fmt: skip
def test_refused(text: str, operand: str, reason: str) -> None:
    assert judged(text)[operand] == reason


def test_operands_of_the_whole_are_judged_too() -> None:
    assert judged("i = i + j * 2 + k;") == {"j * 2": None, "i + j * 2": None}
    assert judged("i = (i + (j)) + (i); @T(1 + 2 * 3) int x = i + j;".replace("@T", "@T")) == {
        "(i + (j))": None
    }


def test_a_string_of_the_program_is_no_string() -> None:
    text = 'class A {{ static class String {{ }} void f(int i, java.lang.String s) {{ Object o = "a" + i + i; {} }} }}'
    assert judged("", text) == {'"a" + i': TYPE}


def test_declarations_beside_pattern_variables() -> None:
    text = "if (o instanceof String x) g(); switch (i) { case 1: i = i + j * 2; } i = i + j * 3;"
    assert judged(text) == {
        "j * 2": "javac may lose a pattern variable where a case group declares a variable",
        "j * 3": None,
    }


def test_calls_of_constructors_come_first() -> None:
    frame = "class A extends B {{ A(int i, int j) {{ {} }} }}"
    reason = "a call of another constructor must come first"
    assert judged("super(i + j * 2); i = i + j * 3;", frame) == {"j * 2": reason, "j * 3": None}
    assert judged("this(i + j * 2, 1, 2);", frame) == {"j * 2": reason}


def test_names_are_fresh() -> None:
    for name in ("part", "operand", "term"):
        source = em.parse(f"int f(int {name}) {{ return 1 + {name} * 2; }}")
        (site,) = InfixDividing().sites(source)
        drawn = {
            InfixDividing().apply(source, site, seed).local.edits[0].new.split()[1] for seed in range(30)
        }
        assert drawn == {"part", "operand", "term"} - {name}
    source = em.parse(
        "int f(int part) { class operand { } term: return 1 + part * 2; }".replace("term: ", "term(); ")
    )
    (site,) = InfixDividing().sites(source)
    assert InfixDividing().apply(source, site, 3).local.edits[0].new == "int var0 = part * 2; "


def test_sites_made_up_are_refused() -> None:
    source = em.parse(FRAME.format("i = i + j * 2;"))
    for text in ("i + j * 2", "j", "i = i + j * 2;"):
        at = source.text.index(text)
        with pytest.raises(Refused, match="nothing that infix-dividing could change stands there"):
            InfixDividing().apply(source, em.Site.of("infix-dividing", at, at + len(text)))


# Undo

TEXT = """\
class A {
    int f(int i, int j) {
        int sum = 1;
        sum = i + j * 2;
        return sum;
    }
}
"""
DIVIDED = TEXT.replace("sum = i + j * 2;", "int part = j * 2;\n        sum = i + part;")


def mutant() -> em.Mutant:
    """The mutant with a variable called `part`."""
    source = em.parse(TEXT)
    (site,) = InfixDividing().sites(source)
    return next(
        m for m in (InfixDividing().apply(source, site, seed) for seed in range(40)) if m.text == DIVIDED
    )


@pytest.mark.parametrize(
    ("old", "new", "undone"),
    [
        ("return sum;", "return sum + 1;", None),
        ("int sum = 1;", "", None),
        ("return sum;", "return sum", None),  # does not parse
        ("sum = i + part;", "sum = j + part;", ("i + j * 2", "j + j * 2")),
        ("sum = i + part;", "sum = g(i + part);", ("i + j * 2", "g(i + j * 2)")),
        ("int part = j * 2;", "int part = j * 3;", ("j * 2", "j * 3")),
        ("int part = j * 2;", "int part = j * g(i);", None),
        ("int part = j * 2;", "int part = j * (i + 2);", ("j * 2", "j * (i + 2)")),
        ("int part = j * 2;", "int part = j - 2;", ("j * 2", "(j - 2)")),
    ],
)
def test_the_operand_goes_back(old: str, new: str, undone: tuple[str, str] | None) -> None:
    assert DIVIDED.count(old) == 1
    patched = DIVIDED.replace(old, new)
    if "g(i);" in new:  # its type is not known any more
        with pytest.raises(UndoConflict):
            em.undo(patched, mutant())
        return
    before, after = undone if undone is not None else (old, new)
    assert em.undo(patched, mutant()) == TEXT.replace(before, after)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return sum;", "return part;"),
        ("return sum;", "return part"),  # does not parse
        ("sum = i + part;", "sum = i + part + part;"),
        ("sum = i + part;", "sum = i;"),
        ("sum = i + part;", "if (i > 0) sum = i + part;"),
        ("sum = i + part;", "j++; sum = i + part;"),
        ("        int part = j * 2;\n", ""),
        ("int part = j * 2;", "long part = j * 2;"),
        ("int part = j * 2;", "int part = j * 2 + (i = 2);"),
        ("int part = j * 2;", "int part = j;"),
        ("int part = j * 2;", "int part = 2 * 2;"),
        ("int part = j * 2;", "int part = j * 2, more = 1;"),
    ],
)
def test_conflicts(old: str, new: str) -> None:
    assert DIVIDED.count(old) == 1
    with pytest.raises(UndoConflict):
        em.undo(DIVIDED.replace(old, new), mutant())


def test_a_member_alone_shows_less_than_its_file() -> None:
    source = em.parse("class A {\n    int n;\n    int f(int i) { g(i); i = i + n * 2; return i; }\n}\n")
    (made,) = InfixDividing().mutants(source)
    name = made.local.edits[1].new
    assert em.undo(made.mutant.replace("g(i)", "g(1)"), made) == made.original.replace("g(i)", "g(1)")
    for old, new in (("return i;", f"return {name};"), ("g(i);", f"g({name});")):
        with pytest.raises(UndoConflict, match="uses the new variable otherwise"):
            em.undo(made.mutant.replace(old, new), made)


def test_parentheses_come_back() -> None:
    for operand, new, undone in (
        ("(j * 2)", "j * 3", "(j * 3)"),
        ("(i + 2)", "i + 3", "(i + 3)"),
        ("(j * 2)", "j - 2", "(j - 2)"),
    ):
        text = TEXT.replace("i + j * 2", f"i - {operand}")
        (made,) = InfixDividing().mutants(em.parse(text))
        assert em.undo(made.text.replace("return sum", "return -sum"), made) == text.replace(
            "return sum", "return -sum"
        )
        patched = made.text.replace(f"= {operand[1:-1]};", f"= {new};")
        assert em.undo(patched, made) == text.replace(operand, undone)


PROGRAM = """
import java.util.*;

public class Main {
    static StringBuilder log = new StringBuilder();
    static int total = 2;
    int n = 3; final int kept; volatile int ready = 1; Main next;
    static class Lazy { static int used = note("lazy"); static int g(int i) { return i; } }
    static class Later { static int used = note("later"); Later(int i) { note("made" + i); } }

    static int note(String text) { log.append(text).append(' '); return log.length(); }

    Main(int start, int twice) { n = start + twice * 2; kept = n + start % 7 * 3; }
    Main(int start) { this(start, start * 2 + start / 2); n = n + start * 2 - 1; }

    int bump() { n += 10; return n; }

    int heap(int[] a, int i) {
        int x = bump() + n * 2; x += n + kept * 3; a[i + 1 - 1] = i + a[0] * 2; n = x - a[i] + n % 5;
        int y = (n = 4) + n * 3; this.n += y + n * 2; a[bump() % 2] = n + a[0] * a[1];
            return x + y * 31 + n * 17 + a[0] + a[1] * 3;
    }

    static int thrown(int[] a, int i, int j, Integer none, String s) {
        int r = 0;
        try { r = a[9] + i / j; } catch (ArithmeticException e) { r += 1;
            } catch (IndexOutOfBoundsException e) { r += 2; }
        try { r = none + i / j; } catch (ArithmeticException e) { r += 4; } catch (NullPointerException e) { r += 8; }
        try { r = s.length() + (i + none); } catch (NullPointerException e) { r += 16; }
        try { a[0] = note("t") + i % j; } catch (ArithmeticException e) { r += 32; }
        try { total = i + i / j; } catch (ArithmeticException e) { r += 64 + total; }
        try { a[9] += i + i / j; } catch (ArithmeticException e) { r += 128;
            } catch (IndexOutOfBoundsException e) { r += 256; }
        try { a[9] = i + i / j; } catch (ArithmeticException e) { r += 512;
            } catch (IndexOutOfBoundsException e) { r += 1024; }
        return r;
    }

    static String text(StringBuilder sb, Object o, char c, int i, String s, Integer big, double d) {
        String r = "x" + sb + sb.append("1").length() + i; r = r + c + 1; r = c + 1 + r; r = r + i + big + s + d;
        r += i + c + s; r = s + (sb + "2") + (i * 2 + c); boolean same = s + i == s;
            r = r + same + (s + i).equals("s3");
        r += o + "y" + i * 2; return r + (char) (c + i * 2) + (byte) (i * 50 + c);
    }

    static String numbers(byte b, short s, char c, long k, float f, double d, Integer big) {
        double r = (b + s) * f; r = r + b * c * 0.5; long m = (k << 3) + (b << 40 - 1) + (s >>> 1 + 1);
            m = m ^ (k * 3 - 7) ^ (c & 5);
        int q = (b * c + s) / 7 % 5; float g = f * k + f / 3; byte t = (byte) (b * s + 1);
            boolean p = f / 0 > d & (d != d | k < 3 * 2L + b);
        int z = 2147483647 + b * 1 - c;
            return r + " " + m + " " + q + " " + g + " " + t + " " + p + " " + z + " " + (big + 1 + big * 2);
    }

    static int classes(int i) { int a = Lazy.used + Later.used * 2; int b = Lazy.g(i + i * 2) + total * 3;
        return a * 2 + b * 3; }

    static int made(int[] a) {
        int r = 0; Object o = new Later(r + a.length * 2);
        try { o = new Made(r + 1 / r); } catch (ArithmeticException e) { r += log.length();
            } return r + log.length() * 2;
    }
    static class Made { static int used = note("static"); Made(int i) { } }

    static boolean logic(boolean p, Boolean q, int i, int[] a) {
        boolean r = p && i > 0 || a != null && a.length + 1 > i; r = r & i * 2 > 3 ^ p;
            r = a != null && a[0] + 1 > 0 | r;
        if (i % 2 == 0 || i / 2 + 1 > 2 * 3) r = !r; if ((i + 1) * 2 > 3 && (p & r | !p)) return r ^ p;
        return r == q & i < 3 == p;
    }

    static int jumps(int k) {
        int r = 0;
        for (int i = k + k * 2 - 1; i + r * 2 < 20 + k; i = i + 1 * k) { r = r + i % 3 * 2; if (r + i * 2 > 99) break;
            }
        switch (k) { case 1: int x = k + r * 2; r = x - k * 3; case 2: x = r * 2 + 1; r = x + k * x; break;
            default: r = r - k * 2; }
        int[] made = new int[k + r % 3 * 0 + 3]; made[k * 0 + r % 2] += r - k * 2; made[1 + r * 0]++;
        Runnable run = () -> { int y = k + k * 2; note("run" + (y + k * 3)); }; run.run();
        int w = switch (k) { case 1 -> { int v = k + k * 4; yield v - k * 2; } default -> k + k * 5; };
        int one = 1, two = one + one * 2, three = two + one * 3;
            return r + made[0] + made[1] * 10 + w + one + two + three;
    }

    static boolean patterns(Object o, boolean p) {
        boolean r = p | (o instanceof String s && s.length() + 1 > 2);
            if (o instanceof Integer i && i * 2 + 1 > 3) r = i + i * 2 > 4; return r;
    }

    public static void main(String[] args) {
        Main m = new Main(6); note("" + m.heap(new int[] { 1, 2 }, 0) + m.heap(new int[] { 3, 4 }, 1) + m.n + m.kept);
        note("" + thrown(new int[2], 5, 0, null, null)); note("" + thrown(new int[10], 5, 2, 3, "abc"));
        note(text(new StringBuilder("sb"), "o", 'c', 3, "s", 1000, 0.5));
            note(numbers((byte) 100, (short) -3, 'x', 1L << 40, 1e30f, 0, 77));
        note("" + classes(4)); note("" + made(new int[3]));
        for (int i = 0; i < 8;
            i++) note("" + logic(i > 3, i % 2 == 0, i, i == 5 ? null : new int[] { i, 1 }) + jumps(i + 1) + patterns(i, i > 6));
        note("" + patterns("ab", false) + patterns("", false)); System.out.println(log); System.out.println(total);
    }
}
"""


def test_programs_do_the_same(jdk: Jdk) -> None:
    source = em.parse(PROGRAM)
    mutants = list(InfixDividing().mutants(source))
    assert len(mutants) == 117
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


@pytest.mark.parametrize("operand", ["(i & 1) == 0", "((i & 1) == 0)", "(i + 1) * (j + 2) > 3"])
def test_blanks_alone_bring_no_parentheses(operand: str) -> None:
    text = f"boolean f(int i, int j, boolean p) {{ return {operand} && p | i > j; }}"
    text = text.replace("&& p | i > j", "& p")
    made = next(em.mutate(text, ["infix-dividing"], seed=1))
    tokens = [token.text.decode() for token in tokenize(made.data)]
    undone = em.undo(" ".join(tokens), made)
    assert [token.text for token in tokenize(undone.encode())] == [
        token.text for token in tokenize(text.encode())
    ]
