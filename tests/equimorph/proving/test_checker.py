"""Proofs of mutants in memory, of rows and of trees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from equimorph.proving import ProofChecker, RowProof, prove_rows, prove_tree
from tests.equimorph.conftest import SAMPLE

MEMBER = "int f(int a, int b) { if (a < b) { a++; } return a - b; }"


@pytest.fixture(scope="module")
def checker() -> Iterator[ProofChecker]:
    with ProofChecker() as found:
        yield found


def by(mutator: str, text: str = MEMBER, path: str | None = None) -> em.Mutant:
    return next(iter(em.mutate(em.parse(text, path), [mutator], seed=1)))


def rows(*mutators: str, full: bool = True) -> list[dict[str, Any]]:
    return [
        em.row(mutant, full=full) for mutant in em.mutate(em.parse(SAMPLE, "Cart.java"), mutators, seed=1)
    ]


@pytest.mark.parametrize("mutator", ["useless-cast", "variable-renaming"])
def test_mutants_of_the_same_class_bytes_are_proved(checker: ProofChecker, mutator: str) -> None:
    proof = checker.prove(by(mutator))
    assert (proof.verdict, proof.how, proof.reason) == ("proved", "bytes", None)


@pytest.mark.parametrize("mutator", ["reorder-condition", "unused-variable", "new-variable"])
def test_other_preserving_mutants_are_proved_by_their_graphs(checker: ProofChecker, mutator: str) -> None:
    assert checker.prove(by(mutator)).how == "graph"


def test_breaking_mutants_are_not_proved(checker: ProofChecker) -> None:
    found = [checker.prove(mutant) for mutant in em.mutate(em.parse(MEMBER), ["operator-mutation"])]
    assert len(found) > 5
    assert {proof.verdict for proof in found} == {"unproved"}


def test_stacks_are_proved(checker: ProofChecker) -> None:
    for text, path in ((MEMBER, None), (SAMPLE, "Cart.java")):
        stack = em.stack(em.parse(text, path), seed=1, per_method=8)
        assert checker.prove(stack)
        [*rows] = stack.to_rows() if path is None else stack.to_rows(full=True)
        assert [one.proof.verdict for one in checker.prove_rows(rows)] == ["proved"] * len(rows)


@pytest.mark.parametrize(
    ("modifier", "verdict"), [("", "unproved"), ("public static ", "unproved"), ("private ", "proved")]
)
def test_a_sketch_is_proved_unless_others_can_use_the_name_of_its_method(
    checker: ProofChecker, modifier: str, verdict: str
) -> None:
    mutant = by(
        "sketch", f"{modifier}int sum(int count, int more) {{ int total = count; return total + more; }}"
    )
    assert "int f(" in mutant.text
    for proof in (checker.prove(mutant), checker.prove(em.row(mutant))):
        assert proof.verdict == verdict
        reason = None if proof else "a method has another name: Member.sum(II)I is f in the mutant"
        assert proof.reason == reason


def test_statements_alone_are_not_for_javac(checker: ProofChecker) -> None:
    source = em.parse("int i = 0; if (i < n) { i++; }")
    assert source.kind == "statements"
    proof = checker.prove(next(iter(em.mutate(source, ["reorder-condition"]))))
    assert (proof.verdict, proof.reason) == ("no-opinion", "statements alone are not for javac")


def test_an_original_that_does_not_compile_gives_no_opinion(checker: ProofChecker) -> None:
    proof = checker.prove(by("reorder-condition", "int f(Unknown u, int b) { return u.a() < b ? 1 : 2; }"))
    assert proof.verdict == "no-opinion"
    assert (proof.reason or "").startswith("the original does not compile: line 1: ")


def test_rows_keep_their_order_and_fields(checker: ProofChecker) -> None:
    made = rows("reorder-condition", "useless-cast", "operator-mutation")
    found = list(checker.prove_rows(made))
    assert [one.id for one in found] == [row["id"] for row in made]
    assert [one.number for one in found] == list(range(1, len(made) + 1))
    for one, row in zip(found, made, strict=True):
        assert {name: one.row()[name] for name in row} == row
        assert set(one.row()) - set(row) == {"proof", "proof_how", "proof_reason"}
        assert (one.proof.verdict == "proved") is (row["relation"] == "preserving"), one.proof.reason
        assert one.fault is None


def test_a_row_that_was_changed_is_a_fault(checker: ProofChecker) -> None:
    good, bad, *_ = rows("reorder-condition")
    bad = {**bad, "mutant": bad["mutant"].replace("return", "return 1 + ")}
    first, second = checker.prove_rows([good, bad])
    assert (first.fault, second.proof.verdict) == (None, "no-opinion")
    assert second.fault == "record: the mutation does not make the row's mutant"
    [none] = checker.prove_rows([{"id": "x"}])
    assert (none.id, none.proof.verdict) == (None, "no-opinion")
    with pytest.raises(em.MutationError, match="record"):
        checker.prove({"id": "x"})


def test_only_the_mutant_does_not_compile(checker: ProofChecker) -> None:
    source = em.parse("class A { int f(int a) { return a + 1; } }", "A.java")
    text = source.text.replace("a + 1", "b + 1")
    proof = checker.prove_files("A.java", source.data, text.encode())
    assert (proof.verdict, (proof.reason or "")[:28]) == ("no-opinion", "the mutant does not compile:")


def test_python_is_not_for_this_checker(checker: ProofChecker) -> None:
    source = em.parse("def f(a):\n    return len(a) < 3\n", language="python")
    [row] = [em.row(mutant) for mutant in em.mutate(source, ["reorder-condition"])]
    [found] = checker.prove_rows([row])
    assert (found.proof.verdict, found.proof.reason, found.fault) == (
        "no-opinion",
        "proofs are of Java only",
        None,
    )


def test_the_function_keeps_its_jvms_for_the_next_call() -> None:
    mutant = by("reorder-condition")
    assert em.prove(mutant)
    assert em.prove(em.row(mutant), classpath=[]).how == "graph"
    assert not em.prove(by("operator-mutation"))


def test_rows_of_a_path_are_compiled_in_their_file(tmp_path: Path) -> None:
    path = tmp_path / "A.java"
    path.write_text("class A { int own; boolean f(int a) { return own < a; } }")
    made = [em.row(mutant) for mutant in em.mutate(path, ["reorder-condition"])]
    [found] = prove_rows(made)
    assert found.proof.how == "graph"
    path.unlink()
    [alone] = prove_rows(made)
    assert (alone.proof.verdict, isinstance(alone, RowProof)) == ("no-opinion", True)
    assert alone.proof.reason == f"{path}: no such file with this original; give rows with --full"


def test_a_member_is_not_taken_out_of_a_file_that_does_not_compile(checker: ProofChecker) -> None:
    # In its class another method equals is meant.
    text = "import missing.X; class A { boolean equals(String s) { return true; } boolean t(String s) { return equals(s); } }"
    source = em.parse(text, "A.java")
    for mutant in em.mutate(source, ["useless-cast"]):
        assert checker.prove(mutant).verdict == "no-opinion"
        [row] = checker.prove_rows([em.row(mutant, full=True)])
        assert row.proof.verdict == "no-opinion"


def test_a_class_path_is_a_list() -> None:
    with pytest.raises(TypeError, match="a list of paths, not the text 'target/classes'"):
        em.prove(by("reorder-condition"), classpath="target/classes")


def test_a_rewritten_tree_is_proved_file_by_file(tmp_path: Path) -> None:
    source = tmp_path / "src"
    (source / "p").mkdir(parents=True)
    (source / "p" / "A.java").write_text(
        "package p; class A { int f(int a) { return a < B.z ? a : new B().g(a); } }"
    )
    (source / "p" / "B.java").write_text(
        "package p; class B { static int z; int g(int b) { return b > z ? 1 : 2; } }"
    )
    (source / "Same.java").write_text("class Same { Missing m; }")
    em.rewrite(source, out=tmp_path / "out", seed=1, per_method=4)
    found = {one.path: one for one in prove_tree(tmp_path / "out", source)}
    assert {path: (one.proof.verdict, one.proof.how) for path, one in found.items()} == {
        "Same.java": ("proved", "bytes"),
        "p/A.java": ("proved", "graph"),
        "p/B.java": ("proved", "graph"),
    }
    wrong = tmp_path / "out" / "p" / "B.java"
    wrong.write_text(wrong.read_text().replace("1 : 2", "2 : 1").replace("2 : 1", "3 : 2"))
    found = {one.path: one for one in prove_tree(tmp_path / "out", source)}
    assert found["p/B.java"].row()["proof"] == "unproved"
    assert [place.partition(":")[0] for place in found["p/B.java"].row()["obstacles"]] == ["p.B.g(I)I"]
    assert found["p/A.java"].proof


def test_trees_have_the_same_files(tmp_path: Path) -> None:
    for name, file in (("a", "A.java"), ("b", "B.java")):
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text("class A { }")
    with pytest.raises(em.MutationError, match=r"b/A\.java: no such file, but .*a/A\.java"):
        list(prove_tree(tmp_path / "a", tmp_path / "b"))
    (tmp_path / "a" / "B.java").write_text("class B { }")
    (tmp_path / "a" / "A.java").unlink()
    (tmp_path / "b" / "C.java").write_text("class C { }")
    with pytest.raises(em.MutationError, match=r"a/C\.java: no such file"):
        list(prove_tree(tmp_path / "a", tmp_path / "b"))
    with pytest.raises(FileNotFoundError):
        list(prove_tree(tmp_path / "x", tmp_path / "b"))
