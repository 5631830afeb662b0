"""Edits and records: what they do to arbitrary text, and what they refuse."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mutators.model import (
    SCHEMA,
    Edit,
    EditConflict,
    Mutation,
    MutationError,
    RecordMismatch,
    Refused,
    Site,
    UndoConflict,
    apply_edits,
    checked,
    invert_edits,
    invertible,
    sha256,
)
from tests.strategies.text import texts

# Under sabotage every patch runs this file again.
CASES = 150 if settings.get_current_profile_name() == "sabotage" else 2000


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, tuple[Edit, ...], str]:
    """A text, edits of it with gaps of at least one character, and what they make of it, put together by hand."""
    original, result, edits = "", "", []
    for _ in range(draw(st.integers(0, 3))):
        kept, old, new = draw(texts(min_size=1)), draw(texts()), draw(texts())
        start = len((original + kept).encode())
        original, result = original + kept + old, result + kept + new
        edits.append(Edit(start, old, new))
    tail = draw(texts())
    return original + tail, tuple(draw(st.permutations(edits))), result + tail


def record(original: str, edits: tuple[Edit, ...], mutant: str, start: int = 0) -> Mutation:
    site = Site.of("some", start, start + 3, scheme="x", n=2, flag=True, none=None, real=0.5)
    return Mutation(
        site, checked(edits), sha256(original.encode()), sha256(mutant.encode()), 1, 7, ("assumed",)
    )


@settings(max_examples=CASES)
@given(edited())
def test_edits_apply_in_any_order_and_invert_exactly(case: tuple[str, tuple[Edit, ...], str]) -> None:
    original, edits, result = case
    assert apply_edits(original.encode(), edits) == result.encode()
    inverse = invert_edits(edits)
    assert apply_edits(result.encode(), inverse) == original.encode()
    assert invert_edits(inverse) == checked(edits)
    assert checked(edits) == tuple(sorted(e for e in edits if e.old != e.new))


@settings(max_examples=CASES)
@given(edited(), st.integers(-(2**70), 2**70))
def test_records_survive_json_and_suffice_alone(case: tuple[str, tuple[Edit, ...], str], seed: int) -> None:
    original, edits, mutant = case
    made = record(original, edits, mutant)
    made = Mutation(**{**made.__dict__, "seed": seed})
    again = Mutation.from_json(json.dumps(json.loads(made.to_json())))
    assert again == made
    assert again.id == made.id
    assert again.to_json() == made.to_json()
    assert again.apply(original.encode()) == mutant.encode()
    assert again.invert(mutant.encode()) == original.encode()


SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts()


@settings(max_examples=CASES // 10)
@given(edited(), st.dictionaries(texts(), SCALARS, max_size=3), texts(), st.integers(-(2**70), 2**70))
def test_canonical_json_is_that_of_the_standard_library(
    case: tuple[str, tuple[Edit, ...], str], params: dict[str, object], name: str, seed: int
) -> None:
    original, edits, mutant = case
    made = record(original, edits, mutant)
    site = Site.of(name, 1, 2, **params)  # type: ignore[arg-type]
    for each in (
        made,
        Mutation(**{**made.__dict__, "site": site, "seed": seed, "assumptions": (name, *params)}),
        Mutation(**{**made.__dict__, "original_sha256": None, "seed": True, "mutator_version": 1.5}),
    ):
        expected = json.dumps(each.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert each.to_json() == expected


@given(edited(), texts(), texts())
def test_a_rebased_record_belongs_to_the_larger_text(
    case: tuple[str, tuple[Edit, ...], str], before: str, after: str
) -> None:
    original, edits, mutant = case
    small = record(original, edits, mutant)
    one, two = (before + original + after).encode(), (before + mutant + after).encode()
    large = small.rebase(len(before.encode()), one, two)
    assert (large.apply(one), large.invert(two)) == (two, one)
    assert large.site.start == small.site.start + len(before.encode())
    assert large.rebase(-len(before.encode()), original.encode(), mutant.encode()) == small


@pytest.mark.parametrize(
    "edits",
    [
        (Edit(0, "ab", "x"), Edit(1, "b", "y")),
        (Edit(1, "", "x"), Edit(1, "", "y")),
        (Edit(1, "", "x"), Edit(1, "bc", "y")),
        (Edit(0, "é", "x"), Edit(1, "b", "y")),
    ],
)
def test_edits_must_not_overlap_nor_start_together(edits: tuple[Edit, Edit]) -> None:
    for order in (edits, edits[::-1]):
        with pytest.raises(EditConflict, match="overlap"):
            checked(order)
        with pytest.raises(EditConflict):
            invert_edits(order)


def test_adjacent_edits_are_fine_and_those_without_effect_are_dropped() -> None:
    edits = (Edit(2, "c", "C"), Edit(1, "b", "b"), Edit(0, "ab", "AB"))
    assert checked(edits) == (Edit(0, "ab", "AB"), Edit(2, "c", "C"))
    assert apply_edits(b"abc", edits) == b"ABC"


def test_a_deletion_and_what_is_right_behind_it_are_one_edit() -> None:
    """Their inverses would start at one offset."""
    edits = (
        Edit(0, "a", ""),
        Edit(1, "", "x"),
        Edit(2, "c", ""),
        Edit(3, "d", ""),
        Edit(4, "e", "y"),
        Edit(5, "f", ""),
    )
    assert invertible(edits) == (Edit(0, "a", "x"), Edit(2, "cde", "y"), Edit(5, "f", ""))
    assert apply_edits(b"abcdef", edits) == b"xby"
    assert apply_edits(b"xby", invert_edits(invertible(edits))) == b"abcdef"
    apart = (Edit(0, "a", ""), Edit(2, "c", "x"), Edit(3, "d", ""))
    assert invertible(apart) == apart


@pytest.mark.parametrize(
    "edit", [Edit(1, "x", "y"), Edit(3, "c", "d"), Edit(-1, "c", "d"), Edit(2, "cd", "e")]
)
def test_an_edit_must_find_what_it_replaces(edit: Edit) -> None:
    with pytest.raises(EditConflict, match=f"byte {edit.start}"):
        apply_edits(b"abc", [edit])


def test_a_negative_start_is_not_python_slicing() -> None:
    with pytest.raises(EditConflict):
        apply_edits(b"abc", [Edit(-2, "b", "x")])


def test_a_record_knows_its_texts() -> None:
    made = record("abc", (Edit(0, "a", "x"),), "xbc")
    with pytest.raises(RecordMismatch, match=made.id):
        made.apply(b"abd")
    with pytest.raises(RecordMismatch, match=made.id):
        made.invert(b"abc")


def test_a_record_that_was_tampered_with_is_noticed() -> None:
    made = record("abc", (Edit(0, "a", "x"),), "xbc")
    other = {**made.to_dict(), "edits": [[0, "a", "y"]]}
    with pytest.raises(RecordMismatch, match="does not give"):
        Mutation.from_dict(other).apply(b"abc")
    with pytest.raises(RecordMismatch, match="does not fit"):
        Mutation.from_dict(other).invert(b"xbc")
    with pytest.raises(RecordMismatch, match="does not fit"):
        Mutation.from_dict({**made.to_dict(), "edits": [[1, "a", "y"]]}).apply(b"abc")


def test_the_id_is_that_of_the_canonical_json() -> None:
    made = record("ä", (Edit(0, "ä", "ö"),), "ö")
    assert '"edits":[[0,"ä","ö"]]' in made.to_json()
    assert list(json.loads(made.to_json())) == sorted(made.to_dict())
    assert made.id == sha256(made.to_json().encode())[:12]
    others = [record("ä", (Edit(0, "ä", "u"),), "u"), record("ä", (Edit(0, "ä", "ö"),), "ö", start=1)]
    assert len({made.id, *(other.id for other in others)}) == 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "null",
        "{}",
        '{"schema":2}',
        '{"schema":"1"}',
        '{"schema":1}',
        '{"schema":1,"site":{},"edits":[]}',
    ],
)
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(RecordMismatch):
        Mutation.from_json(text)


@pytest.mark.parametrize(
    "change", [{"edits": [[0, "a"]]}, {"edits": 5}, {"edits": [["x", "a", "b"]]}, {"site": None}]
)
def test_broken_records_are_refused(change: dict[str, object]) -> None:
    data = record("abc", (Edit(0, "a", "x"),), "xbc").to_dict()
    assert data["schema"] == SCHEMA
    with pytest.raises(RecordMismatch, match="not a mutation record"):
        Mutation.from_dict({**data, **change})


def test_sites_are_plain_sortable_data() -> None:
    one, two = Site.of("m", 3, 5, b=2, a="x"), Site.of("m", 3, 5, a="y", b=1)
    assert one.params == (("a", "x"), ("b", 2))
    assert sorted([two, one]) == [one, two]
    assert Site.from_dict(json.loads(json.dumps(one.to_dict()))) == one
    assert one.moved(-3) == Site.of("m", 0, 2, a="x", b=2)
    assert (one.param("a"), one.param("c")) == ("x", None)


def test_errors_say_what_happened() -> None:
    assert Refused("why").reason == "why"
    conflict = UndoConflict("gone", (3, 9))
    assert (conflict.reason, conflict.region) == ("gone", (3, 9))
    assert str(conflict) == "gone (bytes 3-9)"
    for kind in (Refused, EditConflict, RecordMismatch, UndoConflict):
        assert issubclass(kind, MutationError)
