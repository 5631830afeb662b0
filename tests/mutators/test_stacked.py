"""A higher-order mutant is a mutant like any other: inverted, undone, followed line by line, written as rows."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from mutators import Stacked
from mutators.lines import LineMapping
from tests.equimorph.conftest import SAMPLE

PARCEL = Path("examples/Parcel.java").read_text()
MEMBER = """\
boolean sameLabel(String one, String other, int least) {
    String left = one.trim();
    String right = other.trim();
    return left.length() < right.length() && left.length() > least;
}
"""
TEXTS = {
    "file": PARCEL,
    "small": SAMPLE,
    "member": MEMBER,
    "crlf": SAMPLE.replace("\n", "\r\n"),
    "mark": "\ufeff" + PARCEL,
}
BREAKING = ["operator-mutation", "reorder-condition"]


@pytest.fixture(params=list(TEXTS))
def stacked(request: pytest.FixtureRequest) -> Stacked:
    made = em.stack(em.parse(TEXTS[request.param], "A.java"), seed=5, per_method=4)
    assert len(made.rounds) == 4
    return made


def test_it_says_what_it_is(stacked: Stacked) -> None:
    assert stacked.source.text in TEXTS.values()
    assert stacked.text == stacked.data.decode() != stacked.source.text
    assert stacked.relation == "preserving"
    assert stacked.mutator == "+".join(mutant.mutator for made in stacked.rounds for mutant in made)
    assert repr(stacked).startswith(f"<Stacked {stacked.id}: {len(stacked.mutants)} mutations in ")
    assert stacked.diff().startswith("--- A.java\n+++ A.java (")


@pytest.mark.parametrize("protocol", [2, 5])
def test_it_pickles_with_its_source_once(stacked: Stacked, protocol: int) -> None:
    found = pickle.loads(pickle.dumps(stacked, protocol))
    assert found == stacked
    assert hash(found) == hash(stacked)
    assert (found.id, found.data, found.mutations) == (stacked.id, stacked.data, stacked.mutations)
    assert found.undo(found.text) == stacked.source.text
    large = em.stack(f"class A {{\n{MEMBER}}}\n// {'long ' * 100_000}\n", per_method=4)
    assert len(large.rounds) == 4
    assert len(pickle.dumps(large, protocol)) < 510_000


def test_its_records_invert_last_to_first(stacked: Stacked) -> None:
    assert em.invert(stacked.text, stacked) == stacked.source.text
    assert em.invert(stacked.data, stacked.mutations) == stacked.source.data
    kept = [em.Mutation.from_json(record.to_json()) for record in stacked.mutations]
    assert em.invert(stacked.text, kept) == stacked.source.text
    with pytest.raises(em.RecordMismatch):
        em.invert(stacked.text, kept[::-1])


def test_undo_of_the_mutant_is_the_original(stacked: Stacked) -> None:
    for undone in (
        stacked.undo(stacked.text),
        em.undo(stacked.text, stacked),
        em.undo(stacked.text, stacked.mutations, stacked.source.text),
    ):
        assert undone == stacked.source.text
        assert undone.parses


def test_undo_keeps_a_patch_of_the_whole_text() -> None:
    stacked = em.stack(PARCEL, seed=5, per_method=3)
    assert len(stacked.by_member()) > 2
    patched = stacked.text.replace("public class Parcel {", "public class Parcel {\n    int added;\n")
    assert patched != stacked.text
    assert stacked.undo(patched) == PARCEL.replace(
        "public class Parcel {", "public class Parcel {\n    int added;\n"
    )
    assert em.undo(patched, stacked.mutations, PARCEL) == stacked.undo(patched)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("text", [MEMBER, f"class A {{\n    int n;\n{MEMBER}    int last;\n}}\n"])
def test_undo_keeps_a_patch_of_the_member(text: str, seed: int) -> None:
    stacked = em.stack(text, ["variable-renaming", "reorder-condition"], seed=seed, per_method=4)
    assert len(stacked.mutants) == 4
    old, new = " && ", " && true && "
    assert stacked.undo(stacked.mutant.replace(old, new)) == MEMBER.strip().replace(old, new)
    assert stacked.undo(stacked.text.replace(old, new)) == text.replace(old, new)


def test_a_patch_of_one_member_of_several_is_a_conflict() -> None:
    stacked = em.stack(PARCEL, seed=5, per_method=2)
    alone = stacked.by_member()
    assert len(alone) > 1
    for one in alone:
        with pytest.raises(em.UndoConflict, match="members are mutated: `by_member` gives a stack of each"):
            stacked.undo(one.mutant)
        assert one.undo(one.mutant) == one.mutants[0].original
    both = "boolean f(int a, int b) { return a < b; } boolean g(int a, int b) { return a > b; }"
    stacked = em.stack(both, ["reorder-condition"])
    assert stacked.undo(stacked.text.replace("{ return b > a", "{ a++; return b > a")) == both.replace(
        "{ return a <", "{ a++; return a <"
    )


def test_a_conflict_of_one_mutation_is_one_of_the_whole() -> None:
    stacked = em.stack(MEMBER, ["reorder-condition"], seed=1, per_method=2)
    assert len(stacked.mutants) == 2
    for mutant in stacked.mutants:
        [first, *_] = [edit.new for edit in mutant.local.edits if "length" in edit.new or "least" in edit.new]
        place = stacked.text.index(first, stacked.text.index("return"))
        patched = stacked.text[:place] + "changed()" + stacked.text[place + len(first) :]
        with pytest.raises(em.UndoConflict, match=r", in mutation [12] of 2, reorder-condition \(bytes"):
            stacked.undo(patched)
        with pytest.raises(em.UndoConflict):
            em.undo(patched, stacked.mutations, MEMBER)


@pytest.mark.parametrize("name", ["i", "aMuchLongerName"])
def test_the_region_of_a_conflict_is_one_of_the_patched_text(name: str) -> None:
    """The conflict is found in a text from which the later mutation was already taken out."""
    text = f"void f(int {name}, int b) {{ int start = {name}; g({name}); if ({name} < b) g(b); }}"
    [first] = em.mutate(text, ["reorder-condition"])
    second = next(m for m in em.mutate(first.text, ["variable-renaming"]) if m.mutation.edits[0].old == name)
    stacked = Stacked(first.source, ((first,), (second,)))
    new = second.mutation.edits[0].new
    assert len(new) != len(name)
    patched = stacked.text.replace(f"b > {new}", f"h(b) > h({new})")
    assert patched != stacked.text
    with pytest.raises(em.UndoConflict, match="in mutation 1 of 2, reorder-condition") as caught:
        stacked.undo(patched)
    start, end = caught.value.region
    assert patched[start:end] in f"(h(b) > h({new}))"
    assert patched[start:end]


def test_each_member_is_a_stack_of_its_own(stacked: Stacked) -> None:
    alone = stacked.by_member()
    assert sum(len(one.mutants) for one in alone) == len(stacked.mutants)
    assert {one.source for one in alone} == {stacked.source}
    assert {m.local.id for one in alone for m in one.mutants} == {m.local.id for m in stacked.mutants}
    if len(alone) == 1:
        assert alone[0].id == stacked.id
    for one in alone:
        assert one.by_member() == (one,)
        assert em.invert(one.text, one) == stacked.source.text
        assert one.undo(one.mutant) == one.mutants[0].original
        assert one.undo(one.text) == stacked.source.text
        for mutant in one.mutants:
            assert mutant.method.untrusted is None
            assert mutant.method.text == mutant.original


def oracle(stacked: Stacked) -> list[LineMapping]:
    """The mappings of all mutations one by one."""
    texts = [stacked.source.data]
    for record in stacked.mutations:
        texts.append(record.apply(texts[-1]))
    return [
        LineMapping(before, after, record.edits)
        for before, after, record in zip(texts[:-1], texts[1:], stacked.mutations, strict=True)
    ]


def test_lines_go_through_all_mutations(stacked: Stacked) -> None:
    steps, before, after = oracle(stacked), stacked.source.text.splitlines(), stacked.text.splitlines()
    seen = set()
    for line in range(1, len(before) + 1):
        found = {line}
        for step in steps:
            found = {new for old in found for new in step.to_mutant(old)}
        assert stacked.lines.to_mutant(line) == tuple(sorted(found))
        status = stacked.lines.status(line)
        seen.add(status)
        if status in ("kept", "moved"):
            [new] = found
            assert before[line - 1].strip() == after[new - 1].strip()
            assert (status == "kept") == (new == line)
        assert stacked.lines.touched([line]) == (status in ("touched", "deleted"))
    for line in range(1, len(after) + 1):
        found = {line}
        for step in reversed(steps):
            found = {old for new in found for old in step.to_original(new)}
        assert stacked.lines.to_original(line) == tuple(sorted(found))
    assert "touched" in seen


def test_a_line_that_has_its_text_again_is_not_touched() -> None:
    text = "boolean f(int a, int b) {\n    return a < b;\n}"
    [first] = em.mutate(text, ["reorder-condition"])
    [second] = em.mutate(first.text, ["reorder-condition"])
    stacked = Stacked(first.source, ((first,), (second,)))
    assert stacked.text == text
    assert first.lines.status(2) == "touched"
    assert [stacked.lines.status(line) for line in (1, 2, 3)] == ["kept"] * 3


def test_text_is_not_followed_from_one_member_into_another() -> None:
    """Both edits together look like a move of the text between members; they are two mutations."""
    mapping = LineMapping(
        b"f {\n  int gone = 1;\n}\ng {\n}\n",
        b"f {\n}\ng {\n  int gone = 1;\n}\n",
        (em.Edit(4, "  int gone = 1;\n", ""), em.Edit(26, "", "  int gone = 1;\n")),
        groups=(1, 1),
    )
    assert mapping.status(2) == "deleted"
    assert mapping.to_original(4) == ()
    assert LineMapping(mapping.original, mapping.mutant, mapping.edits).to_mutant(2) == (4,)


def test_a_stack_without_mutations() -> None:
    stacked = em.stack("int f() { return 1; }", ["useless-cast"])
    assert (stacked.rounds, stacked.text, stacked.mutations) == ((), "int f() { return 1; }", ())
    assert stacked.lines.status(1) == "kept"
    assert stacked.undo("int f() { return 2; }") == "int f() { return 2; }"
    assert stacked.undo("int f() { return 2 }").parses is False
    assert stacked.to_rows() == []
    assert stacked.diff() == ""
    with pytest.raises(em.MutationError, match="0 members are mutated, not one"):
        stacked.to_row()


@pytest.mark.parametrize("full", [False, True])
def test_rows_lead_back(stacked: Stacked, full: bool) -> None:
    lines = range(1, 60)
    made = [json.loads(json.dumps(row)) for row in stacked.to_rows(fault_lines=lines, full=full)]
    assert len(made) == len(stacked.by_member())
    for row, alone in zip(made, stacked.by_member(), strict=True):
        assert list(row) == [
            name if name != "mutation" else "mutations" for name in em.row(alone.mutants[0], full=full)
        ]
        assert row == em.row(alone, fault_lines=lines, full=full)
        assert row["id"] == alone.id
        read = em.parse_row(row)
        read.check()
        assert (read.id, read.mutator, read.mutations) == (
            row["id"],
            row["mutator"],
            tuple(m.local for m in alone.mutants),
        )
        for kept in (row, {name: value for name, value in row.items() if name != "original"}):
            back = em.invert_row(em.parse_row(kept))
            assert back["original"] == row["original"]
            assert back.get("original_file", stacked.source.text) == stacked.source.text
        undone = em.undo_row(em.parse_row(row | {"answer": row["mutant"]}), "answer")
        assert (undone["verdict"], undone["undone"]) == ("undone", row["original"])
        text = row | {"mutations": json.dumps(row["mutations"])}
        assert em.parse_row(text).mutations == read.mutations
        assert row["fault_lines"]["touched"]
    assert [found.failures for found in em.verify(made)] == [()] * len(made)


def test_a_row_of_a_breaking_stack_says_so() -> None:
    stacked = em.stack(MEMBER, BREAKING, seed=2, per_method=2)
    row = stacked.to_row()
    assert {mutant.relation for mutant in stacked.mutants} == {"preserving", "breaking"}
    assert row["relation"] == stacked.relation == "breaking"


def changed(**fields: Any) -> dict[str, Any]:  # noqa: ANN401
    row = em.stack(MEMBER, seed=2, per_method=2).to_row()
    assert len(row["mutations"]) == 2
    return row | fields


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"mutations": []}, "field 'mutations' is not a list of records"),
        ({"mutations": "[]"}, "field 'mutations' is not a list of records"),
        ({"mutations": "["}, "field 'mutations' is not JSON"),
        ({"mutations": {"a": 1}}, "field 'mutations' is not a list of records"),
        ({"mutations": [1]}, "field 'mutation' is not a JSON object"),
        ({"mutations": None}, "field 'mutation' is not a JSON object"),
        ({"mutation": {}}, "both fields 'mutation' and 'mutations'"),
        ({"mutations": changed()["mutations"][::-1]}, "does not belong to this text"),
        ({"mutations": changed()["mutations"][:1]}, "does not make the row's mutant"),
        ({"mutations": changed()["mutations"][1:]}, "does not belong to this text"),
        ({"id": "0" * 12}, "id is '000000000000', its record says"),
        ({"mutator": "sketch"}, "mutator is 'sketch', its record says"),
        ({"original": MEMBER + " "}, "does not belong to this text"),
    ],
)
def test_a_row_that_does_not_agree_is_refused(fields: dict[str, Any], said: str) -> None:
    em.parse_row(changed()).check()
    with pytest.raises(em.RecordMismatch, match=said):
        em.parse_row(changed(**fields)).check()


def test_a_row_of_several_records_has_not_one() -> None:
    with pytest.raises(em.MutationError, match="line 3: a higher-order mutant: 2 records, not one"):
        em.parse_row(changed(), 3).mutation  # noqa: B018


def test_a_row_is_of_one_member() -> None:
    stacked = em.stack(PARCEL, per_method=2)
    with pytest.raises(
        em.MutationError, match="members are mutated, not one: `by_member` gives a stack of each"
    ):
        stacked.to_row()
    with pytest.raises(em.MutationError, match="`to_rows` a row of each"):
        em.row(stacked)


def test_a_hunk_of_a_stack() -> None:
    stacked = em.stack(MEMBER, ["variable-renaming", "reorder-condition"], seed=3, per_method=3)
    number = next(n for n, line in enumerate(stacked.text.splitlines(), 1) if "return" in line)
    hunk = "    log();\n" + stacked.text.splitlines(keepends=True)[number - 1]
    undone = em.undo_hunk(hunk, stacked, number)
    assert undone == MEMBER.replace("    return", "    log();\n    return")


def test_answers_to_a_stack() -> None:
    stacked = em.stack(MEMBER, ["variable-renaming", "reorder-condition"], seed=3, per_method=3)
    undone = em.undo(f"Here it is:\n\n```java\n{stacked.text}```\n", stacked)
    assert (undone, undone.stripped) == (MEMBER, "fence")
    assert em.undo("", stacked).verdict == "empty"
    lines = stacked.text.splitlines(keepends=True)
    diff = f"@@ -3 +3,2 @@\n {lines[2]}+    log();\n {lines[3]}"
    assert em.undo_diff(diff, stacked) == MEMBER.replace("    return", "    log();\n    return")
    swapped: Any = (stacked, stacked.text)
    with pytest.raises(TypeError, match="takes the answer first, then the mutant"):
        em.undo(*swapped)


def test_an_empty_patch_is_empty_and_a_share_is_a_number() -> None:
    stacked = em.stack("int f(int a) { return a < g() ? 1 : 2; }", per_method=2)
    assert [stacked.undo(text).verdict for text in ("", " // nothing\n")] == ["empty", "empty"]
    assert "2 mutations in 1 member of text" in repr(stacked)
    with pytest.raises(TypeError, match="a share is a number above 0 and up to 1, not '50%'"):
        em.stack("int f(int a) { return a; }", share="50%")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"such as 0\.5 for half, not 50"):
        em.stack("int f(int a) { return a; }", share=50)
