"""Statements that print: texts, places, what `System` means, what may count them, and what undo takes out again."""

from __future__ import annotations

import re
from functools import cache

import pytest

import equimorph as em
from mutators import registry
from mutators.java.log_statement import LogStatement
from mutators.java.testing import JavaOracle
from parsers.oracles.jdk import Jdk

PRINTED = re.compile(r'System\.out\.println\("([a-z]+(?: \d+)?)"\);')
SYSTEM = "a variable or another class may be called System"


def judged(text: str) -> dict[str, str | None]:
    source = em.parse(text)
    found = [(source.slice(s.start, s.end), reason) for s, reason in LogStatement().judged(source)]
    assert len(found) == len(dict(found))
    return dict(found)


def texts(text: str, seeds: range = range(200)) -> set[str]:
    """The texts that are printed before the first place of a text."""
    source = em.parse(text)
    site = next(LogStatement().sites(source))
    found = set()
    for seed in seeds:
        [edit] = LogStatement().apply(source, site, seed).local.edits
        match = PRINTED.fullmatch(edit.new.strip())
        assert match is not None, edit
        found.add(match[1])
    return found


def test_texts_are_drawn_and_new_in_the_member() -> None:
    found = texts("void f() { g(); }")
    assert len(found) > 100
    assert {text for text in found if " " not in text} > {"here", "step", "debug"}
    crowded = " ".join(f'print("{text}");' for text in sorted(found))
    assert not found & texts(f"void f() {{ {crowded} }}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f() { g(); ; }", {"g();": None, ";": None}),
        ("void f() { }", {"{ }": None}),
        ("void f() { { g(); } }", {"{ g(); }": None, "g();": None}),
        ("void f() { if (a) g(); else h(); }", {"g();": "in a block", "h();": "in a block"}),
        ("void f() { a: g(); }", {"a: g();": None, "g();": "a label"}),
        ("void f() { class L { } }", {"class L { }": None}),
        ("void f() { r = () -> { }; }", {"{ }": None}),
        (
            "void f() { switch (a) { case 1: int b = 1; case 2: b = 2; } }",
            {"int b = 1;": None, "b = 2;": None},
        ),
        ("int f() { return switch (a) { case 1 -> { yield 1; } default -> throw e; }; }", {"yield 1;": None}),
        ("class A { A() { this(1); } A(int n) { super(); g(); } }", {"this(1);": "first", "g();": None}),
        ("class A { { g(); } static { h(); } }", {"g();": None, "h();": None}),
        ("enum E { A { void f() { g(); } }, B; void f() { h(); } }", {"h();": None}),
        ("record R(int n) { R { g(); } }", {"g();": None}),
        ("interface I { default void f() { g(); } }", {"g();": None}),
        ("g();", {"g();": "around the statements"}),
        ("R { g(); }", {"g();": "compact constructor"}),
        # A case group with a declaration beside a pattern is no obstacle: nothing is declared.
        ("void f() { if (o instanceof A a) switch (n) { case 1: g(); } }", {"g();": None}),
    ],
)
def test_places(text: str, expected: dict[str, str | None]) -> None:
    found = judged(text)
    for statement, reason in expected.items():
        told = found[statement]
        assert (told is None) if reason is None else (told is not None and reason in told), (statement, told)


@pytest.mark.parametrize(
    "text",
    [
        "class System { void f() { g(); } }",
        "class A { class System { } void f() { g(); } }",
        "class A { void f() { class System { } g(); } }",
        "class A { <System> void f() { g(); } }",
        "class A<System> { void f() { g(); } }",
        "import other.System; class A { void f() { g(); } }",
        "import static other.B.System; class A { void f() { g(); } }",
        "import static other.B.*; class A { void f() { g(); } }",
        "class A extends Unseen { void f() { g(); } }",
        "class A extends B { void f() { g(); } } class B { static class System { } }",
        "class A extends B { void f() { g(); } } class B { Object System; }",
        "class A { int System; void f() { g(); } }",
        "class A { static class B { void f() { g(); } } static int System; }",
        "class A { void f(int System) { g(); } }",
        "class A { void f() { Object System = null; g(); } }",
        "class A { void f() { for (int System = 0;;) { g(); } } }",
        "class A { void f(Object o) { if (!(o instanceof A System)) return; g(); } }",
        "class A { void f() { h(System -> { g(); }); } }",
        "class A { void f(int System) { new Object() { void h() { g(); } }; } }",
        "class A { void f() { new Object() { int System; void h() { g(); } }; } }",
        "class A { void f() { new Unseen() { void h() { g(); } }; } }",
        "class A { void f(int System) { class L { void h() { g(); } } } }",
        "enum E { System; void f() { g(); } }",
        "record R(int System) { void f() { g(); } }",
        "interface I { int System = 1; default void f() { g(); } }",
        "class A { void f() { g(); } void h( { } }",
    ],
)
def test_nothing_is_inserted_where_system_may_be_something_else(text: str) -> None:
    assert judged(text)["g();"] in (SYSTEM, "the grammar finds a syntax error at line 1")


@pytest.mark.parametrize(
    "text",
    [
        "class A { void f() { g(); } }",
        "import java.util.*; class A implements Runnable { public void run() { g(); } }",
        "import java.lang.System; class A { void f() { g(); } }",
        "import static other.B.out; class A { void f() { g(); } }",
        "class A { void f() { System(); g(); } void System() { } }",
        "class A { void f() { g(); int System = 1; } }",
        "class A { void f() { { int System = 1; } g(); } }",
        "class A { void f() { System: for (;;) { g(); break System; } } }",
        "class A extends B { void f() { g(); } } class B { int system; }",
        "void f() { System.exit(1); g(); }",
    ],
)
def test_system_is_known(text: str) -> None:
    assert judged(text)["g();"] is None


def test_layouts() -> None:
    for text, after in (
        ("void f() {\r\n\tg();\r\n}", "void f() {\r\n\t@\r\n\tg();\r\n}"),
        ("void f() { /* a */ g(); // b\n}", "void f() { /* a */ @ g(); // b\n}"),
        ("void f() {\n  // only\n}", "void f() {\n  // only\n    @\n}"),
        ("void f(){g();}", "void f(){@ g();}"),
        ("void f() {}", "void f() { @ }"),
    ):
        [mutant] = em.mutate(text, ["log-statement"])
        assert PRINTED.sub("@", mutant.text) == after
        assert em.invert(mutant.text, mutant.mutation) == text


PROGRAM = """
    import java.util.function.*;
    public class A {
        final int n; static int runs;
        static { runs = 1; }
        { runs++; }
        A(int k) { super(); n = k; } A() { this(1); }
        static int of(Supplier<Integer> s) { return s.get(); }
        static int of(Runnable r) { r.run(); return 0; }
        int f(Object o, int k) {
            final int j;
            if (k > 0) { j = 1; } else { j = 2; }
            Runnable r = () -> { }, q = () -> { runs += j; };
            Supplier<Integer> s = () -> { throw new IllegalStateException(); };
            out: while (true) { if (k++ > 9) break out; }
            switch (k) { case 1: int a = 1; case 2: a = 2; return a; default: }
            if (!(o instanceof String t)) return 3;
            k = switch (k) { case 1 -> { yield 1; } default -> { do { k--; } while (k > 3); yield t.length(); } };
            try { r.run(); q.run(); s.get(); } catch (IllegalStateException e) { runs++; } finally { }
            for (;;) { if (k > 0) break; k++; }
            class L { { } int m() { return j; } }
            return of(() -> { return j; }) + of(() -> { runs++; }) + of(() -> { while (true) { return 5; } })
                + new L().m();
        }
        public static void main(String[] a) {
            System.out.println(new A().f("four", 4) + " " + runs);
            throw new IllegalArgumentException("at the end");
        }
    }
"""


def test_the_mutants_compile_and_do_the_same_but_for_the_output(jdk: Jdk) -> None:
    source = em.parse(PROGRAM)
    mutants = list(LogStatement().mutants(source, 1))
    assert len(mutants) == 46
    before = jdk.run(jdk.compile({"A.java": PROGRAM}, bytes_=True), "A")
    printed = 0
    with JavaOracle(jdk) as oracle:
        for mutant in mutants:
            assert oracle(source, mutant) is None
            run = jdk.run(jdk.compile({"A.java": mutant.text}, bytes_=True), "A")
            [edit] = mutant.local.edits
            [text] = PRINTED.findall(edit.new)
            lines = run.text.splitlines()
            assert [line for line in lines if line != text] == before.text.splitlines()
            printed += text in lines
        assert oracle.ran == len(mutants)
    assert printed > 35


def test_the_oracle_compares_how_a_run_ends(jdk: Jdk) -> None:
    class Leave(LogStatement):
        name = "leave-statement"

    source = em.parse(PROGRAM)
    mutant = next(LogStatement().mutants(source))
    [edit] = mutant.local.edits
    data = mutant.mutant_data.replace(edit.new.strip().encode(), b"if (runs < 9) throw new Error();")
    wrong = em.Mutant(mutant.source, mutant.method, mutant.local, data, Leave())
    with JavaOracle(jdk) as oracle:
        assert "it does not do the same" in str(oracle(source, wrong))


# The relation


def test_it_is_made_only_where_it_is_named() -> None:
    assert "log-statement" not in registry.defaults()
    assert LogStatement.relation == "preserving-but-for-output"
    text = "class A { void f() { g(); } }"
    assert "log-statement" not in {mutant.mutator for mutant in em.mutate(text)}
    assert [mutant.relation for mutant in em.mutate(text, ["log-statement"])] == ["preserving-but-for-output"]


@pytest.mark.parametrize(
    ("others", "relation"),
    [
        (["unused-variable"], "preserving-but-for-output"),
        (["operator-mutation"], "breaking"),
        ([], "preserving-but-for-output"),
    ],
)
def test_a_stack_promises_what_its_weakest_mutation_does(others: list[str], relation: str) -> None:
    text, names = "int f(int n) { return n + 1; }", ["log-statement", *others]
    stacks = (em.stack(text, names, seed=seed, per_method=2) for seed in range(50))
    stacked = next(one for one in stacks if {mutant.mutator for mutant in one.mutants} == set(names))
    assert stacked.relation == stacked.to_row()["relation"] == relation


@pytest.mark.parametrize("side", ["mutators", "breaking"])
def test_it_is_neither_a_positive_nor_a_negative(side: str) -> None:
    wanted = "preserving" if side == "mutators" else "breaking"
    reason = f"log-statement is preserving-but-for-output; {wanted} mutators are wanted here"
    with pytest.raises(em.MutationError, match=reason):
        em.contrastive.Options(**{side: ["log-statement"]})  # type: ignore[arg-type]


def test_equivalence_is_not_asked() -> None:
    [mutant] = em.mutate("class A { void f() { } }", ["log-statement"])
    with Jdk() as jdk:
        [found] = em.equivalence([em.row(mutant)], jdk=jdk)
    assert (found.verdict, found.reason) == ("not asked", "its relation is 'preserving-but-for-output'")


# Undo

TEXT = """\
class A {
    int f(int n) {
        g(n);
        if (n > 0) { h(); }
        return n;
    }

    int other() { System.out.println("here"); return 1; }
}
"""
LINE = '        System.out.println("here");\n'
LOG = LINE.strip()


@cache
def mutant(before: str = "g(n);") -> em.Mutant:
    source, mutator = em.parse(TEXT), LogStatement()
    [site] = [site for site in mutator.sites(source) if source.slice(site.start, site.end) == before]
    made = (mutator.apply(source, site, seed) for seed in range(5000))
    return next(m for m in made if m.local.edits[0].new.strip() == LOG)


@pytest.mark.parametrize(
    ("old", "new", "undone"),
    [
        ("g(n);", "g(n + 1);", TEXT.replace("g(n);", "g(n + 1);")),
        (LINE, "", TEXT),  # the patch removed it
        (LINE + "        g(n);\n", "", TEXT.replace("        g(n);\n", "")),
        (LINE + "        g(n);\n", "        g(n);\n" + LINE, TEXT),  # moved
        (LINE, LINE + LINE, TEXT),  # copied
        ("h();", LOG + " h();", TEXT),
        ("return n;", "{ " + LOG + " } return n;", TEXT.replace("return n;", "{ } return n;")),
        ("return n;", f"switch (n) {{ case 1: {LOG} default: {LOG} }} return n;",
         TEXT.replace("return n;", "switch (n) { case 1: default: } return n;")),
        (LINE, LINE.replace("(", " ( /* mine */ "), TEXT.replace("g(n);", "/* mine */ g(n);")),
        (LINE, LINE.replace(";\n", "; // mine\n"), TEXT.replace("        g(n);", "        // mine\n        g(n);")),
        (LINE + "        g(n);\n", f"        {LOG} g(n);\n", TEXT),
        ("g(n);", "g(n", TEXT.replace("g(n);", "g(n")),  # does not parse
        ('other() { System.out.println("here")', "other() { x()",
         TEXT.replace('other() { System.out.println("here")', "other() { x()")),
    ],
)  # fmt: skip
def test_the_statement_is_taken_out(old: str, new: str, undone: str) -> None:
    text = mutant().text
    assert text.count(old) == 1
    patched = text.replace(old, new)
    assert em.undo(patched, mutant()) == undone


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("        System.out.println(n);\n", "changed the inserted statement"),
        ('        System.err.println("here");\n', "changed the inserted statement"),
        ('        System.out.println("here" + n);\n', "changed the inserted statement"),
        (f"        if (n > 1) {LOG}\n", "part of something else"),
        (f"        if (n > 1) h(); else {LOG}\n", "part of something else"),
        (f"        again: {LOG}\n", "part of something else"),
        (f"        switch (n) {{ case 1: again: {LOG} }}\n", "part of something else"),
        (f"        switch (n) {{ case 1 -> {LOG} }}\n", "part of something else"),
        (f"        while (h(n) {LOG}\n", "part of something else"),  # does not parse
        (f"        my.{LOG}\n", "part of something else"),
    ],
)
def test_a_statement_that_is_not_as_it_was_is_a_conflict(new: str, reason: str) -> None:
    text = mutant().text
    with pytest.raises(em.UndoConflict, match=reason):
        em.undo(text.replace(LINE, new), mutant())


def test_a_patch_of_the_member_alone() -> None:
    member = mutant().mutant
    assert em.undo(member.replace("g(n)", "g(n, n)"), mutant()) == mutant().original.replace(
        "g(n)", "g(n, n)"
    )
