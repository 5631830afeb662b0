"""Comparisons of Strings whose sides change places: what is written, refused and undone, and that programs do the same."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators import Mutant
from mutators.java.string_equality import StringEquality
from parsers.java.javac import YIELD_CALL
from parsers.oracles.jdk import Jdk

FRAME = "boolean f(String s, String t, Object o, String[] a, int n, boolean b) {{ {} }}"
HEAD, TAIL = FRAME.format("@").split("@")


def swapped(text: str) -> list[str]:
    """The mutants of statements, in order of their places."""
    source = em.parse(FRAME.format(text))
    made = list(StringEquality().mutants(source))
    assert all(em.invert(mutant.text, mutant.mutation) == source.text for mutant in made)
    return [mutant.text.removeprefix(HEAD).removesuffix(TAIL) for mutant in made]


def reasons(text: str) -> list[str | None]:
    """Why each comparison of statements is refused, or None."""
    return [reason for _, reason in StringEquality().judged(em.parse(FRAME.format(text)))]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('return s != null && s.equals("x");', 'return s != null && "x".equals(s);'),
        ('return s != null && "x".equals(s);', 'return s != null && s.equals("x");'),
        ('return s!=null&&"x".equals(s);', 'return s!=null&&s.equals("x");'),
        ('s.trim(); return"x".equals(s);', 's.trim(); return s.equals("x");'),
        ('s.trim(); return s.equals("x" + n);', 's.trim(); return ("x" + n).equals(s);'),
        ('s.trim(); return ("x" + n).equals(s);', 's.trim(); return s.equals(("x" + n));'),
        ('s.trim(); return s.equals((String) "x");', 's.trim(); return ((String) "x").equals(s);'),
        ('s.trim(); return s.equals(b ? "x" : "y");', 's.trim(); return (b ? "x" : "y").equals(s);'),
        ('s.trim(); return s.equals(t = "x");', 's.trim(); return (t = "x").equals(s);'),
        ('s.trim(); return s.equals(new String("x"));', 's.trim(); return new String("x").equals(s);'),
        ("s.trim(); t.trim(); return s.equalsIgnoreCase(t);", "s.trim(); t.trim(); return t.equalsIgnoreCase(s);"),
        ('s.trim(); return s /*a*/ . /*b*/ equals( /*c*/ "x" /*d*/ );',
         's.trim(); return "x" /*a*/ . /*b*/ equals( /*c*/ s /*d*/ );'),
        ('s.trim(); s.equals("x"); return b;', 's.trim(); "x".equals(s); return b;'),
        ('if (o instanceof String p) return p.equals("x"); return b;',
         'if (o instanceof String p) return "x".equals(p); return b;'),
        ('if (s == null)\r\n\treturn b;\r\nreturn s\r\n\t.equals("x");',
         'if (s == null)\r\n\treturn b;\r\nreturn "x"\r\n\t.equals(s);'),
        ('return s.trim().equals("x");', 'return "x".equals(s.trim());'),
        ('s.trim(); return s.equals("""\n  x""");', 's.trim(); return """\n  x""".equals(s);'),
    ],
)  # fmt: skip
def test_what_is_written(before: str, after: str) -> None:
    assert swapped(before) == [after]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('return s.equals("x");', "a side may be null"),
        ('return "x".equals(s);', "a side may be null"),
        ('s.trim(); s = t; return s.equals("x");', "a side may be null"),
        ("s.trim(); return s.equals(t);", "a side may be null"),
        ("s.trim(); return t.equals(s);", "a side may be null"),
        ('return "x".equals(null);', "a side may be no String"),
        ('return "x".equals(o.toString());', "a side may be null"),
        ('o.hashCode(); return "x".equals(o);', "a side may be no String"),
        ('if (o != null) return o.equals("x"); return b;', "a side may be no String"),
        ('return "x".equals((Object) "y");', "a side may be no String"),
        ('return "x".equals(1);', "a side may be no String"),
        ('return "x".equals(g());', "a side may be no String"),
        ('return "x".equals("x");', "the sides are the same"),
        ('s.trim(); return s.equals(s = "x");', "an operand may change what the other uses"),
        ("s.trim(); t.trim(); return s.substring(n).equals(t.substring(n));", "both operands may throw"),
        ('return switch (n) { default -> { yield "x".equals("a" + new int[] {1, 2}.length); } };', YIELD_CALL),
        ("s.trim(); return s.substring(n).equals(t = \"x\");", "an operand may throw before or after the other's effect"),
    ],
)  # fmt: skip
def test_refusals(text: str, reason: str) -> None:
    assert reasons(text) == [reason]


@pytest.mark.parametrize(
    "text",
    [
        "return o.equals(a);",
        'return s.contentEquals("x");',
        'return s.equals("x", t);',
        'return equals("x");',
        'return super.equals("x") == "x".compareTo(s) > 0;',
        's.trim(); return Objects.equals(s, "x");',
    ],
)
def test_other_calls_are_no_candidates(text: str) -> None:
    found = reasons(text)
    assert found in ([], ["a side may be no String"])
    assert not swapped(text)


def test_a_class_named_string_is_another_one() -> None:
    text = 'class A { static class String { } boolean f(String s) { s.hashCode(); return s.equals("x"); } }'
    assert not list(StringEquality().sites(em.parse(text)))
    text = 'boolean f() { class String { } String s = new String(); return "x".equals(s); }'
    assert not list(StringEquality().sites(em.parse(text)))


PROGRAM = """
    import java.util.function.*;
    public class P {
        static StringBuilder log = new StringBuilder();
        static String say(String s) { log.append(s); return s; }
        static boolean guarded(String s) { return s != null && s.equals("x") || s != null && "y".equals(s); }
        static boolean early(String s) { if (s == null) return false; log.append('e'); return "ex".equalsIgnoreCase(s); }
        static int loop(String[] all) {
            int n = 0;
            for (String s : all) { if (s == null) continue; if (s.trim().equals("x")) n++; if (s.equals("y" + n)) n += 10; }
            String last = "k";
            while (last.equals("k")) { last = last.equals("k") ? "l" : say("m"); }
            return n;
        }
        static boolean both(String s, String t) { return s.length() > t.length() || s.equals(t) || t.equalsIgnoreCase(s); }
        static boolean effect(String s, String t) { s.length(); return s.equals((t = say("q")) + t); }
        static boolean pattern(Object o) { return o instanceof String p && (p + "!").equals("x!") && "x".equals(p); }
        static boolean late(Supplier<String> g, String s) {
            if (s.isEmpty()) return true;
            Supplier<Boolean> r = () -> s.equals(new String("z")); return r.get();
        }
        static boolean sharp(String s) {
            s.length(); return "\\u00df".equalsIgnoreCase(s) | s.equalsIgnoreCase("\\u0131") | "I".equalsIgnoreCase(s);
        }
        static void show(Supplier<Object> g) {
            try { log.append(g.get()).append(' '); }
            catch (RuntimeException e) { log.append(e.getClass().getSimpleName()).append(' '); }
        }
        public static void main(String[] args) {
            for (String s : new String[] {
                    "x", "y", "z", "EX", "", null, "\\u00df", "i", "\\u0130", "\\u1e9e", "SS"}) {
                show(() -> guarded(s)); show(() -> early(s)); show(() -> loop(new String[] {s, " x", "y0", s, null}));
                show(() -> both(s, "X")); show(() -> both("x", s)); show(() -> effect(s, s)); show(() -> pattern(s));
                show(() -> late(() -> s, s)); show(() -> sharp(s));
            }
            System.out.println(log);
        }
    }
"""


def test_mutants_run_as_the_original(jdk: Jdk) -> None:
    before = jdk.compile({"P.java": PROGRAM}, bytes_=True)
    assert before.ok, before.diagnostics
    expected = jdk.run(before, "P").text
    mutants = list(StringEquality().mutants(em.parse(PROGRAM)))
    assert len(mutants) == 14
    for mutant in mutants:
        after = jdk.compile({"P.java": mutant.text}, bytes_=True)
        assert after.ok, mutant.diff()
        assert jdk.run(after, "P").text == expected, mutant.diff()


# Undo

TEXT = 'boolean f(String s, String t) { if (s == null) return g(t); return s.equals("x" + t); }'


def mutant() -> Mutant:
    (made,) = StringEquality().mutants(em.parse(TEXT))
    assert made.text == TEXT.replace('s.equals("x" + t)', '("x" + t).equals(s)')
    return made


@pytest.mark.parametrize(
    ("old", "new", "undone"),
    [
        ("g(t)", "g(t, 1)", "g(t, 1)"),
        ("return (", "return !(", "return !("),
        ("g(t); return", "g(t); k(); return", "g(t); k(); return"),
        (".equals(s);", ".equals(s) && h();", ".equals(s) && h();"),
        ("return g(t);", "throw e;", "throw e;"),
    ],
)
def test_patches_that_are_kept(old: str, new: str, undone: str) -> None:
    made = mutant()
    assert old in made.text
    expected = made.text.replace(old, undone).replace('("x" + t).equals(s)', 's.equals("x" + t)')
    assert em.undo(made.text.replace(old, new), made) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('("x" + t).equals(s)', "s.isEmpty()"),
        (".equals(s)", ".equals(h(s))"),
        ("if (s == null) return g(t);", ""),  # then s may be null
        (".equals", ".startsWith"),
        ('("x" + t)', "t"),
        ("return (", 'g(("x" + t).equals(s)); return ('),
        ("String s,", "Object s,"),
    ],
)
def test_conflicts(old: str, new: str) -> None:
    made = mutant()
    assert old in made.text
    with pytest.raises(em.UndoConflict):
        em.undo(made.text.replace(old, new, 1), made)
