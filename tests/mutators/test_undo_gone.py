"""Undo where the patch takes out what the mutation changed, with its statement, or declares a variable of the new name."""

from __future__ import annotations

import re

import pytest

import equimorph as em
from mutators import UndoConflict, defaults
from mutators.java.unused_variable import UnusedVariable
from mutators.java.variable_renaming import VariableRenaming
from mutators.python.variable_renaming import VariableRenaming as PythonRenaming

JAVA = {
    "condition-exchange": "if (b == true) g(i);",
    "declaration-split": "int k = i; g(k);",
    "expression-exchange": "i += j;",
    "infix-dividing": "g(i + j * 2);",
    "loop-exchange": "for (int k = 0; k < i; k++) { g(k); }",
    "new-variable": "{ String t = s; g(t); h(t); }",
    "operator-mutation": "g(i + j);",
    "parenthesise": "g(i + j);",
    "permute-exchange": "if (b) { g(i); } else { h(s); }",
    "permute-statement": "i = j; s = t0;",
    "reorder-condition": "if (i < j) g(i);",
    "return-variable": "if (b) { return i + j; }",
    "string-equality": 'String u = "x"; if (u.equals("y")) g(i);',
    "switch-to-if": "switch (i) { case 1: g(i); break; default: h(s); }",
    "ternary-to-if": "i = b ? i : j;",
    "try-catch": "{ g(i); g(j); }",
    "dead-branch": "g(i + 17);",
    "unused-variable": "{ g(i); g(j); }",
    "unused-statement": "{ g(i); g(j); }",
    "log-statement": "{ g(i); g(j); }",
    "useless-cast": "h(s);",
    "variable-renaming": "{ int k = i; g(k); }",
}
FRAME = "class A {{ int f(int i, int j, boolean b, String s, String t0) {{ int z = 5; k(z); {} k(z + 1); return z; }} }}"


@pytest.mark.parametrize("replaced", ["", "n(null);", "for (Object o : p()) { n(o); }"])
@pytest.mark.parametrize("mutator", JAVA)
def test_what_is_deleted_with_its_statement_is_not_to_be_undone(mutator: str, replaced: str) -> None:
    inner = JAVA[mutator]
    source = em.parse(FRAME.format(inner))
    start = source.text.index(inner)
    found = [
        mutant
        for mutant in em.mutate(source, [mutator])
        if all(start <= edit.start and edit.end <= start + len(inner) for edit in mutant.mutation.edits)
    ]
    assert found
    for mutant in found:
        grown = len(mutant.text) - len(source.text)
        patched = mutant.text[:start] + replaced + mutant.text[start + len(inner) + grown :]
        assert em.same_tokens(em.undo(patched, mutant), FRAME.format(replaced))


def test_every_default_mutator_is_among_them() -> None:
    assert {*defaults()} <= {*JAVA}


PYTHON = {
    "condition-exchange": "if not (i < 7 and j):\n        g(i)",
    "expression-exchange": "q = 3\n    q += 7\n    g(q)",
    "loop-exchange": "for k in range(3):\n        g(k)",
    "new-variable": "t = s\n    g(t)\n    h(t)",
    "operator-mutation": "g(i + 7)",
    "permute-exchange": "if b:\n        g(i)\n    else:\n        h(s)",
    "reorder-condition": "if 7 < len(s):\n        g(i)",
    "unused-variable": "g(i)\n    g(j)",
    "variable-renaming": "q = i\n    g(q)",
}
FUNCTION = "def f(i, j, b, s):\n    z = 5\n    k(z)\n    {}\n    k(z + 1)\n    return z\n"


@pytest.mark.parametrize("replaced", ["n(None)", "with p() as o:\n        n(o)"])
@pytest.mark.parametrize("mutator", PYTHON)
def test_python_as_well(mutator: str, replaced: str) -> None:
    inner = PYTHON[mutator]
    source = em.parse(FUNCTION.format(inner), language="python")
    start = source.text.index(inner)
    found = [
        mutant
        for mutant in em.mutate(source, [mutator])
        if all(start <= edit.start and edit.end <= start + len(inner) for edit in mutant.mutation.edits)
    ]
    assert found
    for mutant in found:
        grown = len(mutant.text) - len(source.text)
        patched = mutant.text[:start] + replaced + mutant.text[start + len(inner) + grown :]
        assert em.same_tokens(em.undo(patched, mutant), FUNCTION.format(replaced), "python")


# -- what is still there in another form is a conflict ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "mutator", "old", "new"),
    [
        ("if (b == true) g(i);", "condition-exchange", "!!b", "!!!b"),
        ("i += j;", "expression-exchange", "i = (int) (i + (j))", "i = (int) (i * (j))"),
        ("g(i);", "unused-variable", " = ", " = 3 + "),
        ("h(s);", "useless-cast", "(String) s", "(Object) s"),
        ("h(s);", "useless-cast", "(String) s", "(String) s.trim()"),
        ("h(s);", "useless-cast", "((String) s)", "(String.valueOf(s))"),
    ],
)
def test_what_a_patch_changed_is_a_conflict(before: str, mutator: str, old: str, new: str) -> None:
    source = em.parse(FRAME.format(before))
    found = [mutant for mutant in em.mutate(source, [mutator]) if old in mutant.text]
    for mutant in found:
        start = mutant.text.index(before[:1], source.text.index(before) - 1) - 1
        patched = mutant.text[:start] + mutant.text[start:].replace(old, new, 1)
        if patched != mutant.text:
            with pytest.raises(UndoConflict):
                em.undo(patched, mutant)


def test_one_of_two_equal_statements_may_be_the_other_one() -> None:
    source = em.parse("int f(boolean b) { if (!!b) g(); if (b) g(); return 1; }")
    [mutant] = [one for one in em.mutate(source, ["condition-exchange"]) if one.text.count("!!b") == 2]
    with pytest.raises(UndoConflict):
        em.undo(mutant.text.replace("if (!!b) g(); ", "", 1), mutant)


@pytest.mark.parametrize(
    "fix", ["String t = h(s); k(t);", "k(new String(h(s)));", "for (String t : h(s)) { k((t)); }"]
)
def test_a_cast_whose_words_the_fix_has_elsewhere_was_dropped_with_its_statement(fix: str) -> None:
    # The shape of Jsoup-75: tokens of the cast come again in what the fix has in the statement's place.
    source = em.parse("void f(String s) { g(); k(s); }")
    [mutant] = em.mutate(source, ["useless-cast"])
    patched = mutant.text.replace("k(((String) s));", fix)
    assert em.undo(patched, mutant) == patched


# -- variables of the patch's own -------------------------------------------------------------------------------------------------

RENAMED = (
    "int f(Input input) { for (Element element : input.all()) { use(element); }"
    " Document doc = input.parse(); return doc.size(); }"
)


def renamed(text: str, name: str, scheme: str = "type-name") -> em.Mutant:
    """The mutant in which a variable has another name."""
    [mutant] = [
        one for one in VariableRenaming([scheme]).mutants(em.parse(text)) if one.mutation.edits[0].old == name
    ]
    return mutant


def new_name(mutant: em.Mutant) -> str:
    return mutant.mutation.edits[0].new


@pytest.mark.parametrize(
    "added",
    [
        "try { g(); } catch (W @) { throw @.cause(); }",
        "for (int @ = 0; @ < 3; @++) { g(@); }",
        "run((W @) -> @.cause());",
        "{ W @ = g(); g(@); }",
        "try (R @ = g()) { g(@); }",
        "if (input instanceof W @) { g(@); }",
        "run(new Task() { int g() { W @ = g(); return @.n; } });",
    ],
)
def test_a_variable_of_the_fix_in_another_scope_keeps_its_name(added: str) -> None:
    # The shape of Jsoup-78: element has become e, and the fix catches an e behind the loop.
    mutant = renamed(RENAMED, "element", "generic")
    own = added.replace("@", new_name(mutant))
    before = "Document doc"
    patched = mutant.text.replace(before, f"{own} {before}")
    assert em.undo(patched, mutant) == RENAMED.replace(before, f"{own} {before}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for (String s : xs) { g(s); }", "xs.forEach(s -> g(s));"),
        ("xs.forEach(s -> g(s));", "for (String s : xs) { g(s); }"),
        ("String s = xs.get(0); g(s);", "xs.forEach(s -> g(s));"),
    ],
)
def test_a_loop_that_becomes_a_lambda_has_the_old_name(before: str, after: str) -> None:
    text = "class A { int f(java.util.List<String> xs) { @ return 1; } }"
    mutant = renamed(text.replace("@", before), "s", "generic")
    name = new_name(mutant)
    patched = text.replace("@", re.sub(r"\bs\b", name, after))
    assert em.undo(patched, mutant) == text.replace("@", after)


def test_it_keeps_its_name_where_the_fix_deletes_the_renamed_one() -> None:
    mutant = renamed(RENAMED, "element", "generic")
    loop = RENAMED[RENAMED.index("for") : RENAMED.index("Document")]
    own = f"try {{ g(); }} catch (W {new_name(mutant)}) {{ g({new_name(mutant)}); }} "
    start = mutant.text.index("for")
    patched = mutant.text[:start] + own + mutant.text[mutant.text.index("Document") :]
    assert em.undo(patched, mutant) == RENAMED.replace(loop, own)


@pytest.mark.parametrize(
    ("added", "reason"),
    [
        (
            "for (Element @ : input.more()) { use(@); }",
            "not certain which",
        ),  # a copy: it may be the renamed one
        ("use(@);", "not certain which"),
    ],
)
def test_what_may_be_the_renamed_variable_is_a_conflict(added: str, reason: str) -> None:
    mutant = renamed(RENAMED, "element", "generic")
    patched = mutant.text.replace("Document doc", f"{added.replace('@', new_name(mutant))} Document doc")
    with pytest.raises(UndoConflict, match=reason):
        em.undo(patched, mutant)


@pytest.mark.parametrize(
    "added",
    ["try { g(); } catch (W @) { g(@); }", "{ W @ = g(); g(@); }", "run((W @) -> @.cause());"],
)
def test_one_in_the_scope_of_the_renamed_variable_is_a_conflict(added: str) -> None:
    mutant = renamed(RENAMED, "doc", "generic")
    patched = mutant.text.replace("return", f"{added.replace('@', new_name(mutant))} return")
    with pytest.raises(UndoConflict, match="the patch declares another"):
        em.undo(patched, mutant)


def test_the_old_name_may_be_taken_by_the_fix_where_the_variable_is() -> None:
    mutant = renamed(RENAMED, "doc", "generic")
    patched = mutant.text.replace("return", "{ W doc = g(); g(doc); } return")
    with pytest.raises(UndoConflict):
        em.undo(patched, mutant)


def test_the_second_variable_and_the_unused_one_keep_apart_from_those_of_the_fix() -> None:
    text = "void f(String s) { if (s != null) { g(s); h(s); } k(); }"
    for mutator in ("new-variable", "unused-variable"):
        for mutant in em.mutate(em.parse(text), [mutator], seed=3):
            edit = next(one for one in mutant.mutation.edits if ";" in one.new)
            name = edit.new.partition(" = ")[0].split()[-1]
            if not text.index("{ g(") < edit.start < text.index("} k("):
                continue
            own = f"try {{ k(); }} catch (W {name}) {{ k({name}); }}"
            patched = mutant.text.replace("} k(); }", f"}} {own} }}")
            assert em.undo(patched, mutant) == text.replace("} k(); }", f"}} {own} }}")


def test_a_use_of_the_unused_variable_is_still_a_conflict() -> None:
    mutant = next(UnusedVariable().mutants(em.parse("void f() { g(); h(); }")))
    name = mutant.mutation.edits[0].new.partition(" = ")[0].split()[-1]
    with pytest.raises(UndoConflict):
        em.undo(mutant.text.replace("h();", f"h({name});"), mutant)


def test_a_variable_of_a_lambda_of_the_fix_keeps_its_name_in_python() -> None:
    text = "def f(data):\n    n = len(data)\n    return n\n"
    [mutant] = [
        one
        for one in PythonRenaming(["generic"]).mutants(em.parse(text, language="python"))
        if one.mutation.edits[0].old == "n"
    ]
    name = new_name(mutant)
    for own in (f"data = sorted(data, key=lambda {name}: -{name})", f"data = [{name} for {name} in data]"):
        patched = mutant.text.replace("    return", f"    {own}\n    return")
        assert em.undo(patched, mutant) == text.replace("    return", f"    {own}\n    return")


def test_a_name_of_the_mutation_that_is_used_elsewhere_is_a_conflict() -> None:
    source = em.parse("int f(int i) { g(); if (i > 3) { return i + 1; } k(); return 0; }")
    [mutant] = [one for one in em.mutate(source, ["return-variable"]) if one.mutation.site.start < 45]
    name = mutant.mutation.edits[0].new.partition(" = ")[0].split()[-1]
    start, end = mutant.text.index("if (i"), mutant.text.index("k();")
    patched = f"{mutant.text[:start]}{mutant.text[end:]}".replace("return 0", f"return {name}")
    with pytest.raises(UndoConflict):
        em.undo(patched, mutant)


def test_a_declaration_whose_words_the_fix_has_elsewhere_is_gone() -> None:
    source = em.parse("Object f(Integer index) { return index != null ? values[index] : null; }")
    fixed = "Object f(Integer index) { try { Integer at = index; return values[at]; } catch (E e) { return null; } }"
    for mutant in em.mutate(source, ["unused-variable"]):
        assert em.undo(fixed, mutant) == fixed
    [mutant, *_] = em.mutate(source, ["unused-variable"])
    declaration = mutant.mutation.edits[0].new.strip()
    other = declaration.replace(declaration.partition(" = ")[0].split()[-1], "other")
    with pytest.raises(UndoConflict):  # it may have got another name
        em.undo(mutant.text.replace(declaration, other), mutant)


@pytest.mark.parametrize("mutator", ["new-variable", "unused-variable"])
def test_the_fix_may_take_the_name_of_a_declaration_that_it_drops(mutator: str) -> None:
    # Jsoup-78: the answer has neither the second variable e nor its uses, and catches an e.
    text = "void f(String s) { if (s != null) { g(s); h(s); } k(); }"
    for mutant in em.mutate(em.parse(text), [mutator], seed=3):
        edit = next(one for one in mutant.mutation.edits if ";" in one.new)
        name = edit.new.partition(" = ")[0].split()[-1]
        fixed = text.replace("k();", f"try {{ k(); }} catch (W {name}) {{ throw {name}.cause(); }}")
        assert em.undo(fixed, mutant) == fixed
        type_ = edit.new.split()[0]
        with pytest.raises(UndoConflict):  # this may be what the patch made of the declaration
            em.undo(text.replace("k();", f"for ({type_} {name} : all()) {{ k({name}); }}"), mutant)
