"""method-renaming and parameter-adding: what is written and refused, records of whole files, what a patch leaves of them."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import equimorph as em
from equimorph.rows.row import from_row, parse_row
from mutators import get
from mutators.java.method_renaming import MethodRenaming, OwnMethod
from mutators.java.parameter_adding import ParameterAdding
from mutators.model import EditConflict, UndoConflict
from parsers.java.method import Method, methods_of
from parsers.java.names.private_methods import private_method
from parsers.oracles.jdk import Jdk
from tests.laws.corpus import SUBJECTS

BOTH = ("method-renaming", "parameter-adding")
TEXT = """class A {
    private int total(int n) {
        return n < 1 ? 0 : n + total(n - 1);
    }

    int f() {
        return total(3);
    }
}
"""


def reasons(text: str, mutator: str) -> dict[str, str | None]:
    """Why the private methods of a text are refused, by name."""
    source = em.parse(text)
    return {source.slice(site.start, site.end): why for site, why in get(mutator).judged(source)}


def uses(text: str, name: str) -> int:
    """How many uses of a private method are known."""
    found = [private_method(m) for m in methods_of(em.parse(text)) if m.name == name]
    [method] = [one for one in found if one is not None]
    return len(method.uses) if method.obstacle() is None else -1


def only(mutator: str, text: str = TEXT, seed: int = 1) -> em.Mutant:
    return next(em.mutate(text, [mutator], seed=seed))


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("void g() { m(1); this.m(2); A.this.m(3); new A().m(4); }", 4),
        ("A a; void g(A b) { a.m(1); b.m(2); ((A) b).m(3); }", 3),
        ("int k = m(1); { m(2); } static A s; static { s.m(3); }", 3),
        ("Runnable r = () -> m(1); F h = this::m; F i = A::m;", 3),
        ("class B { void g() { m(1); A.this.m(2); } }", 2),
        ("class B { void m() { } void g() { A.this.m(2); } }", 1),
        ("class B { void m(int n) { } void g() { m(1); this.m(1); } }", 0),
        ("static class B { void g(A a, B b) { a.m(1); b.m(2); } void m(int n) { } }", 1),
        ("void g(String s, int[] a) { s.m(1); a.m(2); Math.m(3); }", 0),
        ("void g() { m(); m(1, 2); }", 0),
        ("class B implements Runnable { public void run() { m(1); } }", 1),
        ("enum E { X { void g(A a) { a.m(1); } } }", 1),
        ("void g() { for (A a = this; ; ) a.m(1); }", 1),
        # What a text does not show may have a method of the name.
        ("class B extends C { void g() { m(1); } }", -1),
        ("void g() { new C() { void h() { m(1); } }; }", -1),
        ("void g(C c) { c.m(1); }", -1),
        ("void g() { c().m(1); }", -1),
        ("void g() { super.m(1); }", -1),
        ("void g() { var c = c(); c.m(1); }", -1),
        ("C c; Object o = c.m(1);", -1),
        ("F f = c()::m;", -1),
        ("int A; F f = A::m;", -1),
        ("class B { void g() { A.super.m(1); } }", -1),
    ],
)
def test_uses(body: str, count: int) -> None:
    assert uses(f"class A {{ private void m(int n) {{ }} {body} }}", "m") == count


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "class A { @Inject private void m() { } }",
            "it has an annotation, by which a framework may find it",
        ),
        (
            "class A { @a.Deprecated private void m() { } }",
            "it has an annotation, by which a framework may find it",
        ),
        ('class A { @SuppressWarnings("x") private void m() { } }', None),
        ("class A implements Comparable<A> { private void m() { } }", None),
        (
            "class A implements Comparable<A> { private void compareTo(int n) { } }",
            "a supertype may have a method of its name",
        ),
        ("class Comparable { } class A extends Comparable { private void m() { } }", None),
        (
            "import x.Runnable; class A implements Runnable { private void m() { } }",
            "a supertype may have a method of its name",
        ),
        ("class A { private void toString(int n) { } }", "a supertype may have a method of its name"),
        (
            'class A { private void m() { } Object o = find("""\n    m"""); }',
            "its file has the name as a string, perhaps for reflection",
        ),
        ('class A { private void m() { } Object o = find("m."); }', None),
        (
            "class B { void m(long n) { } } class A extends B { private void m(int n) { } }",
            "a supertype may have a method of its name",
        ),
        (
            "class B extends C { } class A extends B { private void m(int n) { } }",
            "a supertype may have a method of its name",
        ),
        (
            "class A { private void m() { } } class B extends A implements java.util.Comparator<B> { }",
            "a subclass may have a method of its name from an interface",
        ),
        (
            "interface I { default int m() { return 1; } } class A { private int m() { return 2; } }"
            " class B extends A implements I { }",
            "a subclass may have a method of its name from an interface",
        ),
        (
            "@interface I { int m(); } class A { private int m() { return 2; } } abstract class B extends A implements I { }",
            "a subclass may have a method of its name from an interface",
        ),
        (
            "interface J { int m(int n); } interface I extends J { } class A { private int m() { return 2; } }"
            " class M extends A { } abstract class B extends M implements I { }",
            "a subclass may have a method of its name from an interface",
        ),
        (
            "interface I { int k(); } class A { private int m() { return 2; } } class M extends A { int m() { return 3; } }"
            " class B extends M implements I { public int k() { return 4; } }",
            None,
        ),
        (
            "class A { private void m() { } } class B extends A implements Runnable { public void run() { } }",
            None,
        ),
        ("class A extends A { private void m(int n) { } }", "a supertype may have a method of its name"),
        (
            "class A { private void main(String[] a) { } }",
            "the launcher or serialization calls it by its name",
        ),
        (
            "class A { private void setSize(int n) { } }",
            "a library may take it for the accessor of a property",
        ),
        ("class A { private int getSize() { return 1; } }", None),
        ("class A { private static void setSize(int n) { } }", None),
        (
            "class A { private native int go(); private int size() { return 1; } }",
            "native code may call it by its name",
        ),
        ("class A { @Test private void m() { } }", "it has an annotation, by which a framework may find it"),
        ("class A { @Deprecated @java.lang.SuppressWarnings(K) private void m() { } }", None),
    ],
)
def test_what_others_may_know(text: str, reason: str | None) -> None:
    for mutator in BOTH:
        assert list(reasons(text, mutator).values()) == [reason]


def test_only_private_methods_are_candidates() -> None:
    text = "class A { void a() { } private A() { } public void b() { } static void c() { } private int d = 1; { } }"
    assert [reasons(text, mutator) for mutator in BOTH] == [{}, {}]


def test_a_new_name_is_no_word_of_the_file() -> None:
    """Here every synonym and every ending but one is taken."""
    made = {m.text for seed in range(30) for m in em.mutate(TEXT, ["method-renaming"], seed=seed)}
    names = {text.split("private int ")[1].split("(")[0] for text in made}
    assert len(names) >= 2
    words = " ".join(
        f"int {name};" for name in (*names, "totalImpl", "totalInternal", "totalHelper", "totalCore")
    )
    text = TEXT.replace("class A {", f"class A {{ {words}")
    assert "private int total0(int n)" in only("method-renaming", text).text


def test_no_new_name_is_called_from_outside() -> None:
    """Controllers of JavaFX have an `initialize`, which is a synonym of the name."""
    text = "class A { private void init() { } void g() { init(); } }"
    made = {only("method-renaming", text, seed).text for seed in range(20)}
    assert text not in made
    assert not any("initialize(" in mutant for mutant in made)


def test_every_object_has_methods_that_nobody_wrote() -> None:
    """A synonym of the name is one of them; with a parameter, which nothing outside of the source calls."""
    text = "class A { private void copy(int n) { } void g() { copy(1); } }"
    assert all("void clone(" not in only("method-renaming", text, seed).text for seed in range(20))


@pytest.mark.parametrize("mutator", BOTH)
@pytest.mark.parametrize(
    "text", [TEXT, TEXT.replace("\n", "\r\n"), "\ufeff" + TEXT.replace("    ", "\t"), " ".join(TEXT.split())]
)
def test_records_are_of_the_whole_text(mutator: str, text: str) -> None:
    made = only(mutator, text)
    assert (made.offset, made.original, made.mutant) == (0, text, made.text)
    assert made.mutation == made.local
    assert em.invert(made.text, made.mutation) == text
    assert made.member.name == made.method.name == "total"
    assert pickle.loads(pickle.dumps(made)) == made
    assert len(made.mutation.edits) == 3
    assert made.lines.touched([7] if "\n" in text else [1])


@pytest.mark.parametrize("mutator", BOTH)
def test_rows_give_the_mutant_back(mutator: str) -> None:
    made = only(mutator)
    data = json.loads(json.dumps(em.row(made, full=True, diff=True, fault_lines=[7, 3])))
    assert data["fault_lines"] == {"original": [3, 7], "mutant": [3, 7], "touched": True}
    assert (data["offset"], data["original"], data["method"]["name"]) == (0, TEXT, "total")
    row = parse_row(data)
    row.check()
    assert from_row(row) == made
    patched = made.text.replace("n < 1", "n <= 1")
    assert em.undo(patched, made) == TEXT.replace("n < 1", "n <= 1")
    assert em.undo(patched, made.mutation, TEXT) == TEXT.replace("n < 1", "n <= 1")


@pytest.mark.parametrize("mutator", BOTH)
def test_who_wants_mutants_of_one_member_refuses(mutator: str, tmp_path: Path) -> None:
    (tmp_path / "A.java").write_text(TEXT, encoding="utf-8")
    with pytest.raises(
        em.MutationError, match=f"{mutator} changes a whole file; stacks are of one member each"
    ):
        em.stack(TEXT, [mutator])
    with pytest.raises(em.MutationError, match="of one member each"):
        em.rewrite(tmp_path, tmp_path / "out", mutators=[mutator])
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("mutator", BOTH)
def test_a_patch_of_the_method_alone_is_a_conflict(mutator: str) -> None:
    made = only(mutator)
    alone = made.text[made.text.index("private") : made.text.index("\n\n")]
    for undone in (
        lambda: em.undo(alone, made),
        lambda: em.undo(alone, made.mutation, TEXT),
        lambda: made.undo(alone),
    ):
        with pytest.raises(UndoConflict, match="the patch is not of the whole text"):
            undone()


def renamed(made: em.Mutant) -> str:
    return made.mutation.edits[0].new


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("return NAME(3);", "return NAME(3) + NAME(4);", "return total(3) + total(4);"),
        (
            "return NAME(3);",
            "IntUnaryOperator f = this::NAME; return f.applyAsInt(3);",
            "IntUnaryOperator f = this::total; return f.applyAsInt(3);",
        ),
        ("n < 1", "n <= 1", "n <= 1"),
        ("int f()", "int g() { return NAME(1); }\n    int f()", "int g() { return total(1); }\n    int f()"),
        ("return NAME(3);", "return 6;", "return 6;"),
    ],
)
def test_a_patch_of_a_renamed_method_is_undone(old: str, new: str, expected: str) -> None:
    made = only("method-renaming")
    name = renamed(made)
    patched = made.text.replace(old.replace("NAME", name), new.replace("NAME", name))
    assert patched != made.text
    assert em.undo(patched, made) == TEXT.replace(old.replace("NAME", "total"), expected)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return NAME(3);", "int NAME = 3; return NAME(NAME);"),
        ("return NAME(3);", "return NAME(3) + total(2);"),
        ("return NAME(3);", "return new C() { int g() { return NAME(3); } }.g();"),
        ("int f()", "int total() { return 1; }\n    int f()"),
        ("int f()", "int NAME(long n) { return 1; }\n    int f()"),
        ("private int", "public int"),
        ("class A", "class A extends B"),
    ],
)
def test_a_patch_that_makes_the_name_uncertain_is_a_conflict(old: str, new: str) -> None:
    made = only("method-renaming")
    name = renamed(made)
    patched = made.text.replace(old.replace("NAME", name), new.replace("NAME", name))
    assert patched != made.text
    if new == "int total() { return 1; }\n    int f()":  # an overload with another number of arguments
        assert "int total() { return 1; }" in em.undo(patched, made)
        return
    with pytest.raises(UndoConflict):
        em.undo(patched, made)


def test_a_renamed_method_that_is_gone_is_undone() -> None:
    made = only("method-renaming")
    gone = "class A {\n    int f() {\n        return 6;\n    }\n}\n"
    assert em.undo(gone, made) == gone


def added(made: em.Mutant) -> tuple[str, str]:
    """The parameter and the argument that were added."""
    return made.mutation.edits[0].new.removeprefix(", "), made.mutation.edits[1].new.removeprefix(", ")


@pytest.mark.parametrize("seed", range(8))
def test_a_patch_of_a_method_with_another_parameter_is_undone(seed: int) -> None:
    made = only("parameter-adding", seed=seed)
    parameter, argument = added(made)
    more = made.text.replace(f"(3, {argument})", f"(3, {argument}) + total(f() , {argument} )")
    patched, wanted = (
        re.sub(r"\bn\b", "k", text) for text in (more, TEXT.replace("(3)", "(3) + total(f()  )"))
    )
    assert em.undo(patched, made) == wanted
    for wrong in (
        made.text.replace(f"(3, {argument})", "(3)"),
        made.text.replace(f"(3, {argument})", f"(3, {argument}) + total(4)"),
        made.text.replace(f"(3, {argument})", "(3, null)"),
        made.text.replace("return n", f"use({parameter.split()[1]}); return n"),
        made.text.replace(parameter, f"final {parameter}"),
        made.text.replace(parameter, f"{parameter}, int more"),
        made.text.replace("int f()", "Object o = (F) this::total;\n    int f()"),
    ):
        assert wrong != made.text
        with pytest.raises(UndoConflict):
            em.undo(wrong, made)


@pytest.mark.parametrize(
    "other", ["class B {{ int g() {{ {} }} }}", "class A2 extends B {{ int g() {{ {} }} }}"]
)
def test_a_call_that_a_patch_takes_to_another_class_is_a_conflict(other: str) -> None:
    text = TEXT + other.format("return 2;")
    made = only("parameter-adding", text)
    _, argument = added(made)
    call = f"return total(3, {argument});"
    for patched in (
        made.text.replace(call, "return 3;").replace("return 2;", call),
        made.text.replace("return 2;", call),
        made.text.replace("return 2;", f"return a.total(5, {argument});"),
    ):
        assert call in made.text
        assert patched != made.text
        with pytest.raises(UndoConflict):
            em.undo(patched, made)
    # A call of another method of the name stays one.
    text = TEXT + other.format(f"return new C().total(2, {argument});").replace(" extends B", "")
    text += " class C { int total(int n, Object k) { return n; } }"
    made = only("parameter-adding", text)
    assert em.undo(made.text.replace("n < 1", "n <= 1"), made) == text.replace("n < 1", "n <= 1")


def test_what_a_patch_repeats_where_nothing_parses_is_a_conflict() -> None:
    made = only("parameter-adding")
    parameter, argument = added(made)
    for once, twice in (
        (f", {parameter})", f", {parameter}) int n, {parameter})"),
        (f"(3, {argument});", f"(3, {argument}); 3, {argument});"),
    ):
        assert once in made.text
        with pytest.raises(UndoConflict, match="repeats what was mutated"):
            em.undo(made.text.replace(once, twice), made)


@pytest.mark.parametrize("mutator", BOTH)
def test_a_patch_that_does_not_parse(mutator: str) -> None:
    made = only(mutator)
    assert em.undo(made.text.replace("return n <", "return n <<< <"), made) == TEXT.replace(
        "return n <", "return n <<< <"
    )
    with pytest.raises(UndoConflict):
        em.undo(made.text.replace("{", "", 1).replace(made.mutation.edits[1].new, "("), made)
    name = made.text[made.text.index("int ") + 4 : made.text.index("(")]
    with pytest.raises(UndoConflict, match="the patch does not parse, so that it is not certain what its"):
        em.undo(made.text.replace("return n <", f"{name}(2); return n <<< <"), made)


def test_a_new_text_must_parse() -> None:
    source = em.parse(TEXT)
    site = next(MethodRenaming().sites(source))

    class Broken(MethodRenaming):
        def matches(self, method: Method) -> Iterator[OwnMethod]:
            for match in super().matches(method):
                vars(match)["edits"] = lambda _: [em.Edit(source.text.index("total"), "total", "to tal")]
                yield match

    with pytest.raises(EditConflict, match="text that does not parse"):
        Broken().apply(source, site)


@pytest.mark.parametrize("mutator", [MethodRenaming(), ParameterAdding()], ids=BOTH)
def test_all_at_once_do_the_same(jdk: Jdk, mutator: MethodRenaming | ParameterAdding) -> None:
    """The mutants of one file, one after another, all on top of each other."""
    source = em.read(SUBJECTS / "Privates.java")
    before = jdk.compile({"Privates.java": source.data}, bytes_=True)
    done, names = 0, {source.slice(site.start, site.end) for site in mutator.sites(source)}
    while True:
        site = next((s for s in mutator.sites(source) if source.slice(s.start, s.end) in names), None)
        if site is None:
            break
        names.discard(source.slice(site.start, site.end))
        source = em.SourceFile(mutator.apply(source, site, 5).data, source.path)
        done += 1
    after = jdk.compile({"Privates.java": source.data}, bytes_=True)
    assert done >= 15
    assert after.ok, after.diagnostics
    one, other = (jdk.run(each, "Privates") for each in (before, after))
    assert (other.status, other.text, other.exception) == (one.status, one.text, one.exception)
