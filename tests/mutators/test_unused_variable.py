"""Declarations that nothing uses: types and names that are drawn, places, refusals, and what undo takes out again."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

import equimorph as em
from mutators.java.unused_variable import UnusedVariable
from parsers.oracles.jdk import Jdk

DECLARATION = re.compile(r"(\w+) ([\w$]+) = ([^;]+);")
VALUES = {
    "int": "0",
    "boolean": "false",
    "char": "'0'",
    "float": "0.0f",
    "double": "0.0",
    "long": "0L",
    "byte": "0",
    "short": "0",
    "String": '""',
}
SEEDS = range(400)


def drawn(text: str, number: int = 0, seeds: range = SEEDS) -> Counter[tuple[str, str]]:
    """How often each type and name comes at a site of a text."""
    source = em.parse(text)
    site = list(UnusedVariable().sites(source))[number]
    found: Counter[tuple[str, str]] = Counter()
    for seed in seeds:
        (edit,) = UnusedVariable().apply(source, site, seed).local.edits
        assert edit.old == ""
        match = DECLARATION.fullmatch(edit.new.strip())
        assert match is not None, edit.new
        assert VALUES[match[1]] == match[3]
        found[match[1], match[2]] += 1
    return found


def types(text: str, number: int = 0) -> set[str]:
    return {type_ for type_, _ in drawn(text, number, range(150))}


def judged(text: str) -> list[tuple[str, str | None]]:
    source = em.parse(text)
    return [(source.slice(s.start, s.end), reason) for s, reason in UnusedVariable().judged(source)]


def test_all_types_and_all_styles_of_names_are_drawn() -> None:
    found = drawn("void f(int n) { g(n); }")
    by_type = Counter(type_ for type_, _ in found.elements())
    assert set(by_type) == set(VALUES)
    assert min(by_type.values()) > 0.5 * len(SEEDS) / len(VALUES)
    capitalised = {type_: type_[:1].upper() + type_[1:] for type_ in VALUES}
    styles = Counter(
        "unused"
        if name == "unused" + capitalised[type_]
        else "filler"
        if name in ("temp", "tmp", "dummy", "unused", "spare", "placeholder")
        else "letter"
        if name in (type_[0].lower(), type_[0].lower() + "1")  # the method is called f
        else "type"
        if name == ("string" if type_ == "String" else type_ + "Value")
        else "generic"
        if name == "var0"
        else name
        for type_, name in found.elements()
    )
    assert set(styles) == {"unused", "filler", "letter", "type", "generic"}
    assert min(styles.values()) > 0.5 * len(SEEDS) / 5
    fillers = {
        name for _, name in found if name in ("temp", "tmp", "dummy", "unused", "spare", "placeholder")
    }
    assert len(fillers) == 6


def test_names_are_fresh_in_the_member() -> None:
    names = ["temp", "tmp", "dummy", "unused", "spare", "placeholder", "var0", *"ibcfdls", "string"]
    names += [type_ + "Value" for type_ in VALUES if type_ != "String"]
    names += ["unused" + t[:1].upper() + t[1:] for t in VALUES]
    uses = {
        "a variable": "void m() {{ int {0}; }}",
        "a member": "void m() {{ x.{0}(); }}",
        "a label": "void m() {{ {0}: for (;;) break {0}; }}",
        "a type": "void m() {{ class {0} {{ }} }}",
    }
    for what, frame in uses.items():
        for name in names:
            assert name not in {n for _, n in drawn(frame.format(name), 0, range(40))}, (what, name)
    crowded = "void m(" + ", ".join(f"int {name}" for name in names) + ") { g(); }"
    found = {name for _, name in drawn(crowded, 0, range(120))}
    assert not found & set(names)
    assert {"temp1", "var1", "unusedInt1"} < found


def test_names_that_a_body_inherits_or_captures_are_not_drawn() -> None:
    text = "class A { static class B { int var0, temp; } void m() { new B() { int f() { return g(); } }; } }"
    assert not {"var0", "temp"} & {name for _, name in drawn(text)}
    text = "record R(int var0, int temp) { R { g(); } }"
    assert not {"var0", "temp"} & {name for _, name in drawn(text)}


@pytest.mark.parametrize(
    ("text", "undone"),
    [
        ("class A { A() {} }", "class A { A() {} }"),
        ("class A { A() { g(); } }", "class A { A() { g(); } }"),
        ("class A {\n    A() {\n        g();\n    }\n}\n", "class A {\n    A() {\n        g();\n    }\n}\n"),
    ],
)
@pytest.mark.parametrize("between", ["", " ", "\t", "\r\n"])
def test_copies_side_by_side_are_taken_out(text: str, undone: str, between: str) -> None:
    mutant = next(em.mutate(text, ["unused-variable"], seed=5))
    declaration = mutant.local.edits[0].new.strip()
    patched = mutant.text.replace(declaration, between.join([declaration] * 3))
    assert em.undo(patched, mutant) == undone


@pytest.mark.parametrize(
    "text",
    [
        "class String { void f() { g(); } }",
        "class A { class String { } void f() { g(); } }",
        "class A { void f() { class String { } g(); } }",
        "class A { <String> void f() { g(); } }",
        "class A<String> { void f() { g(); } }",
        "class A { class B extends C { void f() { g(); } } static class C { class String { } } }",
        "class A { class B<String> { void f() { g(); } } }",
        "class A extends Unseen { void f() { g(); } }",
        "import other.String; class A { void f() { g(); } }",
        "class A { void f() { new Unseen() { void h() { g(); } }; } }",
    ],
)
def test_string_is_not_drawn_where_it_may_mean_another_class(text: str) -> None:
    number = next(i for i, (site, _) in enumerate(judged(text)) if site == "g();")
    assert types(text, number) == VALUES.keys() - {"String"}


@pytest.mark.parametrize(
    "text",
    [
        "class A { void f() { g(); } }",
        "class A extends Object { void f() { g(); } }",
        "import java.util.List; class A implements Runnable { public void run() { g(); } }",
        "class A { void f() { g(); } class String1 { } }",
        "class A { void f() { g(); String(); int String; } }",
    ],
)
def test_string_is_drawn_where_it_is_javas(text: str) -> None:
    number = next(i for i, (site, _) in enumerate(judged(text)) if site == "g();")
    assert types(text, number) == VALUES.keys()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f() { g(); h(); }", {"g();": None, "h();": None}),
        ("void f() { ; }", {";": None}),
        ("void f() { }", {"{ }": None}),
        ("void f() { { } }", {"{ }": None}),
        ("void f() { { g(); } }", {"{ g(); }": None, "g();": None}),
        ("void f() { int k = 1; return; }", {"int k = 1;": None, "return;": None}),
        ("void f() { class L { } }", {"class L { }": None}),
        ("void f() { record L() { } }", {"record L() { }": None}),
        (
            "void f() { if (a) g(); else h(); }",
            {"if (a) g(); else h();": None, "g();": "in a block", "h();": "in a block"},
        ),
        (
            "void f() { if (a) { g(); } else { } }",
            {"if (a) { g(); } else { }": None, "g();": None, "{ }": None},
        ),
        (
            "void f() { for (;;) while (a) ; }",
            {"for (;;) while (a) ;": None, "while (a) ;": "in a block", ";": "in a block"},
        ),
        ("void f() { do g(); while (a); }", {"do g(); while (a);": None, "g();": "in a block"}),
        ("void f() { for (A a : b) g(); }", {"for (A a : b) g();": None, "g();": "in a block"}),
        ("void f() { a: b: g(); }", {"a: b: g();": None, "b: g();": "a label", "g();": "a label"}),
        ("void f() { a: { g(); } }", {"a: { g(); }": None, "g();": None}),
        (
            "void f() { switch (a) { case 1: g(); case 2: case 3: { h(); } } }",
            {
                "switch (a) { case 1: g(); case 2: case 3: { h(); } }": None,
                "g();": None,
                "{ h(); }": None,
                "h();": None,
            },
        ),
        (
            "int f() { return switch (a) { case 1 -> { yield 1; } default -> throw e; }; }",
            {
                "return switch (a) { case 1 -> { yield 1; } default -> throw e; };": None,
                "yield 1;": None,
                "throw e;": "in a block",
            },
        ),
        (
            "int f() { switch (a) { case 1 -> g(); default -> { } } }",
            {"switch (a) { case 1 -> g(); default -> { } }": None, "g();": "in a block", "{ }": None},
        ),
        (
            "void f() { try { g(); } catch (E e) { } finally { h(); } }",
            {"try { g(); } catch (E e) { } finally { h(); }": None, "g();": None, "{ }": None, "h();": None},
        ),
        (
            "void f() { synchronized (a) { g(); } }",
            {"synchronized (a) { g(); }": None, "g();": None},
        ),
        ("void f() { r = () -> g(); }", {"r = () -> g();": None}),
        ("void f() { r = () -> { g(); }; }", {"r = () -> { g(); };": None, "g();": None}),
        (
            "void f() { new A() { int k = 1; { g(); } void h() { } }; }",
            {
                "new A() { int k = 1; { g(); } void h() { } };": None,
                "g();": None,
                "{ }": None,
            },
        ),
        ("class A { A() { this(1); } }", {"this(1);": "must come first"}),
        ("class A { A() { b.super(1); g(); } }", {"b.super(1);": "must come first", "g();": None}),
        ("class A { A() { } }", {"{ }": None}),
        ("class A { { g(); } static { h(); } }", {"g();": None, "h();": None}),
        ("record R(int n) { R { g(); } }", {"g();": None}),
        ("g(); h();", {"g();": "parameters of the method", "h();": "parameters of the method"}),
        ("R { g(); }", {"g();": "parameters of the compact"}),
        ("interface I { void f(); int K = 1; default void g() { h(); } }", {"h();": None}),
        ("abstract class A { abstract void f(); native void g(); int k = 1; }", {}),
    ],
)
def test_places(text: str, expected: dict[str, str | None]) -> None:
    found = dict(judged(text))
    assert len(judged(text)) == len(found)
    assert set(found) == set(expected)
    for statement, reason in expected.items():
        told = found[statement]
        assert (told is None) if reason is None else (told is not None and reason in told), statement


def test_the_mutants_of_all_places_compile_and_do_not_collide(jdk: Jdk) -> None:
    text = """
        class A {
            int n; A(int k) { super(); n = k; } A() { this(1); }
            int f(int k) throws Exception {
                final int j;
                if (k > 0) { j = 1; } else { j = 2; }
                Runnable r = () -> { }, q = () -> { System.out.println(j); };
                out: while (true) { if (k++ > 9) break out; }
                switch (k) { case 1: int a = 1; case 2: a = 2; return a; default: }
                k = switch (k) { case 1 -> { yield 1; } default -> 3; };
                try { r.run(); } catch (RuntimeException e) { throw e; } finally { }
                ;
                class L { { } void m() { } }
                { }
                return j;
            }
        }
    """
    source = em.parse(text)
    mutants = [m for seed in range(6) for m in UnusedVariable().mutants(source, seed)]
    assert len(mutants) == 6 * 26
    for mutant in mutants:
        compiled = jdk.compile({"A.java": mutant.text})
        assert compiled.ok, (mutant.diff(), compiled.diagnostics)


def test_a_site_made_up_is_refused() -> None:
    text = "class A { void f() { g(1); } void h() { return } }"
    source = em.parse(text)
    for word in ("g(1)", "1", "f()", "void f() { g(1); }"):
        at = text.index(word)
        with pytest.raises(em.Refused, match="nothing that unused-variable could change stands there"):
            UnusedVariable().apply(source, em.Site.of("unused-variable", at, at + len(word)))
    at = text.index("return")
    with pytest.raises(em.Refused, match="syntax error"):
        UnusedVariable().apply(source, em.Site.of("unused-variable", at, at + 6))


def test_methods_that_cannot_be_trusted_are_left_alone() -> None:
    source = em.parse("class A { void f() { g() } void h() { } }")
    assert [reason for _, reason in UnusedVariable().judged(source)] == [
        "the grammar finds a syntax error at line 1",
        None,
    ]
    for start, end in ((21, 24), (0, 5)):
        site = em.Site.of("unused-variable", start, end)
        assert (
            UnusedVariable().refuse(source, site) == "nothing that unused-variable could change stands there"
        )


# Undo

TEXT = """\
class A {
    int other() { int dummy = 0; return dummy; }

    int f(int n) {
        g(n);
        if (n > 0) { h(); }
        return n;
    }
}
"""
LINE = "        int dummy = 0;\n"


@cache
def mutant(before: str = "g(n);") -> em.Mutant:
    """The mutant with `int dummy = 0;` before a statement."""
    source, mutator = em.parse(TEXT), UnusedVariable()
    (site,) = [site for site in mutator.sites(source) if source.slice(site.start, site.end) == before]
    made = (mutator.apply(source, site, seed) for seed in range(5000))
    return next(m for m in made if m.local.edits[0].new.strip() == "int dummy = 0;")


def test_the_mutants_are_what_the_tests_take_them_for() -> None:
    assert mutant().text == TEXT.replace("        g(n);\n", LINE + "        g(n);\n")
    assert mutant("h();").text == TEXT.replace("h();", "int dummy = 0; h();")


@pytest.mark.parametrize(
    ("old", "new", "undone"),
    [
        ("g(n);", "g(n + 1);", "        g(n + 1);"),
        (LINE, "", ""),  # the patch removed it
        (LINE + "        g(n);\n", "", ""),
        (LINE + "        g(n);\n", "        g(n);\n" + LINE, "        g(n);\n"),  # moved
        (LINE, LINE + LINE, ""),  # copied
        ("h();", "int dummy = 0; h();", None),
        ("return n;", "{ int dummy = 0; } return n;", None),
        (LINE, "        int  dummy=0 ;\n", ""),
        (LINE, "        int dummy = 0; // mine\n", "        // mine\n"),
        (LINE, "        /* mine */ int dummy = 0;\n", "        /* mine */ \n"),
        (LINE, "\t\tint dummy\n= 0;\n", ""),
        (LINE + "        g(n);\n", "        int dummy = 0; g(n);\n", "        g(n);\n"),
        ("g(n);", "g(n", "        g(n"),  # does not parse
        ("{ h(); }", "{ h(;", None),
        ("other() { int dummy", "other() { long dummy", None),  # of another member
    ],
)
def test_the_declaration_is_taken_out(old: str, new: str, undone: str | None) -> None:
    text = mutant().text
    assert text.count(old) == 1
    patched = text.replace(old, new)
    if undone is None:
        expected = (
            patched.replace(LINE, "")
            .replace("{ int dummy = 0; h(", "{ h(")
            .replace("{ int dummy = 0; }", "{ }")
        )
    else:
        whole = LINE + "        g(n);\n"
        around = {LINE: LINE, whole: whole, "g(n);": LINE + "        g(n);"}[old]
        expected = text.replace(around, undone)
    assert em.undo(patched, mutant()) == expected


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("return n;", "return n + dummy;", "uses the unused variable"),
        ("return n;", "dummy++; return n;", "uses the unused variable"),
        ("return n;", "return this.dummy;", "uses the unused variable"),
        ("return n;", "return (dummy", "uses the unused variable"),
        ("h();", "int dummy = 2;", "uses the unused variable"),
        (LINE + "        g(n);", "        g(dummy);", "uses the unused variable"),
        (LINE, "        int dummy = 1;\n", "changed the inserted"),
        (LINE, "        int dummy;\n", "changed the inserted"),
        (LINE, "        int spare = 0;\n", "changed the inserted"),
        (LINE, "        long dummy = 0;\n", "changed the inserted"),
        (LINE, "        int dummy = 0, k = 1;\n", "changed the inserted"),
        (LINE, "        final int dummy = 0;\n", "part of something else: final int"),
        (
            LINE + "        g(n);",
            "        for (int dummy = 0; n > 0; ) g(n);",
            "part of something else: (int",
        ),
    ],
)
def test_a_declaration_that_the_patch_uses_or_changes_is_a_conflict(old: str, new: str, reason: str) -> None:
    text = mutant().text
    assert text.count(old) == 1
    patched = text.replace(old, new)
    reason, _, region = reason.partition(": ")
    with pytest.raises(em.UndoConflict, match=reason) as raised:
        em.undo(patched, mutant())
    start, end = raised.value.region
    at_fault = (mutant().data if reason.startswith("changed") else patched.encode())[start:end]
    assert at_fault.decode() == (region or ("int dummy = 0;" if reason.startswith("changed") else "dummy"))


def test_undo_within_a_line() -> None:
    made = mutant("h();")
    for old, new, undone in (
        ("h();", "h(1);", "{ h(1); }"),
        ("{ int dummy = 0; h(); }", "{ h(); int dummy = 0; }", "{ h(); }"),
        ("{ int dummy = 0; h(); }", "{\n int dummy = 0;\n h();\n}", "{\n h();\n}"),
        ("{ int dummy = 0; h(); }", "{ int dummy = 0;h(); }", "{ h(); }"),
    ):
        patched = made.text.replace(old, new)
        expected = made.text.replace("{ int dummy = 0; h(); }", undone)
        assert em.undo(patched, made) == expected


def test_a_member_alone_and_a_file_are_undone_alike() -> None:
    made = mutant()
    assert em.undo(made.mutant.replace("n > 0", "n > 1"), made) == made.original.replace("n > 0", "n > 1")
    assert em.undo(made.text.replace("other()", "more()"), made) == TEXT.replace("other()", "more()")


def test_undo_of_tokenised_text() -> None:
    patched = "int f ( int n ) { int dummy = 0 ; g ( n ) ; if ( n > 9 ) { h ( ) ; } return n ; }"
    assert em.undo(patched, mutant()) == patched.replace("int dummy = 0 ; ", "")
    with pytest.raises(em.UndoConflict):
        em.undo(patched.replace("return n", "return dummy"), mutant())


def test_an_empty_block_is_empty_again() -> None:
    text = "void f() { run(() -> {}); }"
    source = em.parse(text)
    (site,) = [s for s in UnusedVariable().sites(source) if source.slice(s.start, s.end) == "{}"]
    made = UnusedVariable().apply(source, site, 3)
    declaration = made.local.edits[0].new.strip()
    assert made.text == text.replace("{}", "{ " + declaration + " }")
    assert em.undo(made.text.replace("run", "go"), made) == text.replace("run", "go")
