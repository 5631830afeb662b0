"""Declarations and their parts: what is written, what is refused, what a patch leaves of it, and that the class bytes stay."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.java.declaration_split import DeclarationSplit
from mutators.model import Refused, UndoConflict, invert_edits
from parsers.java.syntax.tokens import tokenize
from parsers.oracles.jdk import Jdk, compare
from parsers.source import SourceFile

FRAME = "void f(int n, Object o) {{ {} }}"
HEAD, TAIL = FRAME.format("@").split("@")


def judged(text: str) -> list[tuple[str, str | None]]:
    source = em.parse(FRAME.format(text))
    return [(str(site.param("form")), reason) for site, reason in DeclarationSplit().judged(source)]


def made(text: str) -> list[str]:
    source = em.parse(FRAME.format(text))
    mutants = list(DeclarationSplit().mutants(source))
    assert all(em.invert(mutant.text, mutant.mutation) == source.text for mutant in mutants)
    return [mutant.text.removeprefix(HEAD).removesuffix(TAIL) for mutant in mutants]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("int a=1;g(a);", ["int a; a=1;g(a);"]),
        ("int a;a=1;g(a);", ["int a=1;g(a);"]),
        ("int a,b;", ["int a; int b;"]),
        ("int a;int b;", ["int a, b;"]),
        ("int a; int /*1*/ b;", ["int a, /*1*/ b;"]),
        ("\r\n\tint a;\r\n\tint b;\r\n", ["\r\n\tint a, b;\r\n"]),
        ("int a[]={1};", ["int a[]; a= new int[] {1};"]),
        ("int[] a[] = {{1}, {}};", ["int[] a[]; a = new int[][] {{1}, {}};"]),
        ("java.util.List<?>[] a = {null};", ["java.util.List<?>[] a; a = new java.util.List<?>[] {null};"]),
        ("final int a = n, b = a, c;", ["final int a = n; final int b = a; final int c;"]),
        ("int[] a, b[], c;", ["int[] a; int[] b[]; int[] c;"]),
        (
            "int /*1*/ a /*2*/ , /*3*/ b /*4*/ ; /*5*/",
            ["int /*1*/ a /*2*/ ; /*3*/ int b /*4*/ ; /*5*/"],
        ),
        ("int a; // one\n\tint // two\n\tb;", ["int a, // one\n\t // two\n\tb;"]),
        ("int a; // one\n  a // two\n  = n;", ["int a // one\n  // two\n  = n;"]),
        ("\r\n\tint a = n;\r\n\tg(a);\r\n", ["\r\n\tint a;\r\n\ta = n;\r\n\tg(a);\r\n"]),
        ("\r\n\tint a;\r\n\ta = n;\r\n", ["\r\n\tint a = n;\r\n"]),
        ("\n  int a,\n      b;\n", ["\n  int a;\n  int b;\n"]),
        ("{ int a = 1; } int b;", ["{ int a; a = 1; } int b;"]),
        ("g(); int a = 1;", ["g(); int a; a = 1;"]),
        (
            "int a = 1; int b = 2;",
            ["int a; a = 1; int b = 2;", "int a = 1, b = 2;", "int a = 1; int b; b = 2;"],
        ),
        ("int a; int b = 2, c;", ["int a, b = 2, c;", "int a; int b = 2; int c;"]),
        ("int a; a += 1;", []),
        ("int a; g(); a = 1;", []),
        ("int a; l: a = 1;", []),
        ("int a; long b;", []),
        ("int a; final int b;", []),
        ("int a, b; b = 1;", ["int a; int b; b = 1;"]),
        ("int a; b = 1;", []),
        ("int a, b; a = 1;", ["int a; int b; a = 1;"]),
        ("int b = n; int a; b = 1;", ["int b; b = n; int a; b = 1;", "int b = n, a; b = 1;"]),
        ("int a; this.a = 1;", []),
        ("for (int i = 0; i < n; i++) ; try (A a = g()) { }", []),
        ("int a; a = (a = 1) + 1;", ["int a = (a = 1) + 1;"]),
        ("int a = (a = 1) + 1;", ["int a; a = (a = 1) + 1;"]),
        ("switch (n) { case 1 -> { int a = 1; } }", ["switch (n) { case 1 -> { int a; a = 1; } }"]),
        ("run(() -> { int a = n; });", ["run(() -> { int a; a = n; });"]),
        ("final int a = n; run(() -> g(a));", ["final int a; a = n; run(() -> g(a));"]),
        ("int a; a = n; run(() -> g(a));", ["int a = n; run(() -> g(a));"]),
        ("int a; a = n; a++;", ["int a = n; a++;"]),
        ("boolean a = n < 1; boolean b = n > (2);", None),
        ("Foo Foo = g(), b = Foo;", ["Foo Foo = g(); Foo b = Foo;"]),
        ("A a; switch (n) { case 1: int k = n; }", ["A a; switch (n) { case 1: int k; k = n; }"]),
    ],
)
def test_rewriting(before: str, after: list[str] | None) -> None:
    found = made(before)
    if after is None:
        after = [
            "boolean a; a = n < 1; boolean b = n > (2);",
            "boolean a = n < 1, b = n > (2);",
            "boolean a = n < 1; boolean b; b = n > (2);",
        ]
    assert found == after


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("var a = n;", {"assign": "its type is inferred"}),
        ("var a = n; var b = n;", {"assign": "its type is inferred", "join": "its type is inferred"}),
        ("final int a = 1;", {"assign": "it may be a constant variable"}),
        ("final int a = A.B;", {"assign": "it may be a constant variable"}),
        ('final String s = "a" + 1;', {"assign": "it may be a constant variable"}),
        ("final int a; a = (1);", {"declare": "it may be a constant variable"}),
        ("@A int a = 1;", {"assign": "an annotation may hold for all of the declaration"}),
        ("final @A int a = n;", {"assign": "an annotation may hold for all of the declaration"}),
        ("int @A [] a = {};", {"assign": "an annotation may hold for all of the declaration"}),
        ("int a @A [] = {};", {"assign": "an annotation may hold for all of the declaration"}),
        ("@A int a, b;", {"split": "an annotation may hold for all of the declaration"}),
        ("@A int a; a = 1;", {"declare": "an annotation may hold for all of the declaration"}),
        ("int a; int b @A [];", {"join": "an annotation may hold for all of the declaration"}),
        ("int a = g(new @A B());", {"assign": None}),
        ("int a = 1;", {"assign": None}),
        (
            "switch (n) { case 1: int a; a = n; run(() -> g(a)); break; default: a = 2; }",
            {"declare": "it must stay effectively final, and is set elsewhere"},
        ),
        (
            "switch (n) { case 1: final int a; a = n; break; default: a = 2; }",
            {"declare": "it must stay effectively final, and is set elsewhere"},
        ),
        (
            "switch (n) { case 1: A a; a = g(); try (a) { } break; default: a = h(); }",
            {"declare": "it must stay effectively final, and is set elsewhere"},
        ),
        ("switch (n) { case 1: int a; a = n; g(a); break; default: a = 2; }", {"declare": None}),
        *(
            (
                f"if (o instanceof A x) switch (n) {{ case 1: {declared} }}",
                {form: "javac may lose a pattern variable where a case group declares a variable"},
            )
            for form, declared in (
                ("assign", "int a = 1;"),
                ("declare", "int a; a = 1;"),
                ("split", "int a, b;"),
                ("join", "int a; int b;"),
            )
        ),
    ],
)
def test_refusals(text: str, reasons: dict[str, str | None]) -> None:
    assert dict(judged(text)) == reasons


def test_sites_made_up_are_refused() -> None:
    source = em.parse(FRAME.format("int a = 1;"))
    start = source.text.index("int a")
    for form in ("split", "declare", None):
        params = {"form": form} if form else {}
        with pytest.raises(Refused, match="nothing that declaration-split could change stands there"):
            DeclarationSplit().apply(
                source, em.Site.of("declaration-split", start, start + len("int a = 1;"), **params)
            )


def test_nothing_in_a_text_that_does_not_parse() -> None:
    source = em.parse("void f() { int a = 1 int b; }")
    assert [reason for _, reason in DeclarationSplit().judged(source)] == [
        "the grammar finds a syntax error at line 1"
    ]


@pytest.mark.parametrize(
    ("before", "old", "new", "expected"),
    [
        ("int a = 1; g(a);", "= 1", "= 2", "int a = 2; g(a);"),
        ("int a = 1; g(a);", "g(a)", "h(a)", "int a = 1; h(a);"),
        ("int a = 1; g(a);", "int a;", "long a;", "long a = 1; g(a);"),
        ("int a = 1; g(a);", "int a;", "/* low */ int a;", "/* low */ int a = 1; g(a);"),
        ("int a = 1; g(a);", "a = 1;", "a = h(1);", "int a = h(1); g(a);"),
        ("int[] a = {1}; g(a);", "{1}", "{1, 2}", "int[] a = {1, 2}; g(a);"),
        ("int a; a = n; g(a);", "= n", "= n + 1", "int a; a = n + 1; g(a);"),
        ("int a, b; g(b);", "int a;", "int a = 1;", "int a = 1, b; g(b);"),
        ("int a, b; g(b);", "int b;", "int b = n;", "int a, b = n; g(b);"),
        ("int a = n; int b = a; g(b);", "b = a", "b = a + 1", None),
    ],
)
def test_a_patch_is_kept(before: str, old: str, new: str, expected: str | None) -> None:
    source = em.parse(FRAME.format(before))
    number = 1 if "int b = a" in before else 0
    mutant = list(DeclarationSplit().mutants(source))[number]
    assert old in mutant.text
    wanted = expected if expected is not None else before.replace(old, new)
    assert em.undo(mutant.text.replace(old, new, 1), mutant) == FRAME.format(wanted)


@pytest.mark.parametrize(
    ("before", "old", "new"),
    [
        ("int a = 1; g(a);", "a = 1;", ""),
        ("int a = 1; g(a);", "a = 1;", "g(); a = 1;"),
        ("int a = 1; g(a);", "int a;", ""),
        ("int a = 1; g(a);", "int a;", "int b;"),
        ("int a = 1; g(a);", "int a;", "final int a;"),
        ("int a = n; g(a);", "a = n;", "if (n > 0) a = n;"),
        ("int a = n; g(a);", "a = n;", "a += n;"),
        ("int a = n; g(a);", "int a;", "@A int a;"),
        ("int a, b; g(b);", "int b;", "long b;"),
        ("int a, b; g(b);", "int b;", ""),
        ("int a, b; g(b);", "int a;", "int a; g();"),
        ("int[] a = {1}; g(a);", "new int[] ", "new long[] "),
    ],
)
def test_conflicts(before: str, old: str, new: str) -> None:
    source = em.parse(FRAME.format(before))
    mutant = next(DeclarationSplit().mutants(source))
    assert old in mutant.text
    with pytest.raises(UndoConflict):
        em.undo(mutant.text.replace(old, new, 1), mutant)


PIECES = (
    "int a = 1; g(a);",
    "int[] a = {1}; g(a);",
    "int a, b = n; g(b);",
    "int a; a = n; g(a);",
    "int a = n; int b = a; g(b);",
)


@pytest.mark.parametrize("before", PIECES)
def test_whatever_a_patch_removes_is_undone_or_a_conflict(before: str) -> None:
    source = em.parse(FRAME.format(before))
    for mutant in DeclarationSplit().mutants(source):
        data = mutant.data
        tokens = tokenize(data)
        for first in range(len(tokens)):
            for last in range(first, min(first + 9, len(tokens))):
                left = data[: tokens[first].start] + data[tokens[last].end :]
                try:
                    undone = em.undo(left.decode(), mutant)
                except UndoConflict:
                    continue
                again = SourceFile.from_text(undone)
                if not undone.parses or not SourceFile(left).parses:
                    continue
                edits = invert_edits(mutant.mutation.edits)
                if tokens[first].start <= edits[0].start and edits[-1].end <= tokens[last].end:
                    assert undone.encode() == left  # nothing of the mutation is left
                    continue
                texts = {tuple(t.text for t in tokenize(m.data)) for m in DeclarationSplit().mutants(again)}
                assert tuple(t.text for t in tokenize(left)) in texts


PROGRAM = """import java.util.*;
import java.util.function.*;
class Main {
    static final StringBuilder out = new StringBuilder();
    static int count = 0;
    static <T> T any(T t) { return t; }
    static int next(String s) { out.append(s).append(' '); return ++count; }
    interface Made { int get(); }
    int field = 5;
    int inits() { int a = next("a"), b = next("b") + a, c; c = a * b; int d = c; return a + b + c + d; }
    int arrays() { int[] a = {next("x"), next("y")}, b[] = {a, {3}}; int c[] = {4}, d = c[0]; String[][] s = {{"p"}, {}};
        long[] l; l = new long[] {a[0]}; return a.length + b.length + c[0] + d + s.length + (int) l[0]; }
    int narrow() { byte b = 1; b = 2; char c = 65; short s; s = 'x'; final byte q = 3; Byte w = 7; Character z = 66; long l = 'l';
        float f = 16777217; double d = 1; d = f; return b + c + s + q + w + z + (int) l + (int) f + (int) d; }
    int captured() { int a = next("c"); int b; b = a + 1; final int k = next("k"); Made m = () -> a + b + k;
        Made o = new Made() { int a = 3; public int get() { int b = a; return b + this.a; } }; return m.get() + o.get(); }
    int looped() { int sum = 0; List<Made> all = new ArrayList<>(); for (int i = 0, j = 3; i < j; i++) { int k = i; final int l;
        l = k + 1; all.add(() -> k * l); } for (Made m : all) { int got = m.get(); sum += got; } return sum; }
    int switched(int n) { switch (n) { case 1: int a = 4; int b, c = a; b = 2; return a + b + c; case 2: a = 7; b = a; return b;
        default: int d; d = n; a = d; return a + d; } }
    int chosen(int n) { int r = switch (n) { case 0 -> { int x = next("s"); yield x; } default -> { int y; y = 2; yield y; } };
        int t; t = n > 0 ? r : any(n); return r + t; }
    int generic() { List<String> l = new ArrayList<>(); l.add("q"); Map<String, List<String>> m; m = new HashMap<>(); m.put("k", l);
        List<? extends Object> w = l; Function<Integer, Integer> f = x -> { int y = x + 1; return y; }; Supplier<String> s;
        s = String::new; T0<?> t = new T0<>(3), u = t; return m.size() + w.size() + f.apply(1) + s.get().length() + (int) u.v; }
    static class T0<V> { final V v; T0(V v) { V w = v; this.v = w; } }
    int shadow() { int field = this.field, other = field; String String = "s", t = String; return field + other + t.length(); }
    int thrown() { int a = 1; try { int b = next("t"); Object o = null; a = b; String s = (String) o; int c = s.length(); a = c; }
        catch (RuntimeException e) { String n = e.getClass().getName(); out.append(n); } finally { int z = 3; a += z; } return a; }
    int assigned() { int a = (a = 2) + a; int b; b = (b = 3) * b; boolean p, q = (p = a > 2) && b > 3; return p && q ? a : b; }
    int constant(int n) { final int k = 1; final int j; j = 2; final String s = "a"; switch (n) { case k: return 5; default: }
        byte b = k; return j + b + (s + "b" == "ab" ? 1 : 0); }
    int ended(int n) { while (true) { int a = n; if (a > 2) return a; n++; } }
    { int init = 4; field += init; }
    static { int first, second = 2; first = second; count = first; }
    public static void main(String[] args) {
        Main m = new Main();
        out.append(m.inits()).append(m.arrays()).append(m.narrow()).append(m.captured()).append(m.looped()).append(m.generic());
        for (int n = 0; n < 4; n++) out.append(m.switched(n)).append(m.chosen(n)).append(m.constant(n)).append(m.ended(n));
        System.out.println(out.append(m.shadow()).append(m.thrown()).append(m.assigned()));
    }
}
"""


def test_the_class_bytes_stay(jdk: Jdk) -> None:
    source = em.parse(PROGRAM)
    before = jdk.compile({"Main.java": source.data}, bytes_=True)
    assert jdk.run(before, "Main").status == "ok"
    mutants = list(DeclarationSplit().mutants(source))
    assert len(mutants) == len({m.data for m in mutants}) > 60
    for mutant in mutants:
        after = jdk.compile({"Main.java": mutant.data}, bytes_=True)
        assert after.ok, (mutant.diff(), after.diagnostics[:2])
        assert compare(before, after), mutant.diff()


PATTERNS = """class Main {
    static int f(Object o) { int a = o instanceof String s && s.length() > 1 ? s.length() : 7;
        boolean b = o instanceof Integer i && i > 3, c = !(o instanceof String t) || t.isEmpty();
        int x = a, y = b ? 1 : 2; int z = c ? 4 : 5;
        if (!(o instanceof Integer k)) return x + y + z; int w = k; int v; v = k + w; return w + v; }
    public static void main(String[] args) { for (Object o : new Object[] {"", "ab", 3, 5}) System.out.println(f(o)); }
}
"""


def test_pattern_variables_do_the_same(jdk: Jdk) -> None:
    source = em.parse(PATTERNS)
    wanted = jdk.run(jdk.compile({"Main.java": source.data}, bytes_=True), "Main")
    assert wanted.status == "ok"
    mutants = list(DeclarationSplit().mutants(source))
    assert len(mutants) == 8
    for mutant in mutants:
        after = jdk.compile({"Main.java": mutant.data}, bytes_=True)
        assert after.ok, (mutant.diff(), after.diagnostics[:2])
        assert jdk.run(after, "Main").stdout == wanted.stdout, mutant.diff()
