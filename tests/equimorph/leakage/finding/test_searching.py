"""The search in memory: forms of keys, boundaries, rows that are cut, what a leak is as a row."""

from __future__ import annotations

import pytest

from equimorph.leakage import FindOptions, Item, Leak, Sample, find
from equimorph.leakage.finding.searching import BATCH_BYTES, BATCH_ITEMS, batches
from equimorph.leakage.samples import FORMS
from mutators import MutationError

ADD = b"int add(int one, int other) { int sum = one + other; return sum; }"
RENAMED = b"int plus(int a, int b) { int c = a + b; /* c */ return c; }"
OTHER = b"int add(int one, int other) { int sum = one - other; return sum; }"


def sample(buggy: bytes | None, fixed: bytes | None, bug: str = "B-1") -> Sample:
    return Sample("b", bug, 1, buggy, fixed)


def item(buggy: bytes | None, fixed: bytes | None, row: int = 1) -> Item:
    return Item("t", row, None, buggy, fixed)


def test_keys_find_clones_in_a_class_and_the_other_way_round() -> None:
    within, alone = [item(None, b"class A { int x; " + RENAMED + b" }")], [item(None, RENAMED)]
    in_class = sample(None, b"class B { long y; " + ADD + b" }")
    for form in ("renamed", "canonical"):
        assert [leak.kind for leak in find(within, [sample(None, ADD)], forms=[form])] == ["inside"]
        assert [leak.kind for leak in find(alone, [sample(None, ADD)], forms=[form])] == ["exact"]
        assert list(find(alone, [in_class], forms=[form], min_chars=30)) == []
        found = list(find(alone, [in_class], forms=[form], min_chars=30, direction="either"))
        assert [(leak.kind, leak.offset, leak.boundary) for leak in found] == [("contains", None, None)]
        assert list(find(alone, [in_class], forms=[form], direction="either", min_chars=60)) == []
        assert list(find([item(None, OTHER)], [sample(None, ADD)], forms=[form])) == []


@pytest.mark.parametrize("form", FORMS)
def test_an_empty_side_equals_an_empty_one_in_each_form(form: str) -> None:
    inserted = sample(b" // nothing", ADD)
    found = find([item(b"", ADD), item(b"x", ADD, 2)], [inserted], forms=[form])  # type: ignore[list-item]
    assert [(leak.level, leak.kind, leak.train_row) for leak in found] == [
        ("pair", "exact", 1),
        ("fixed", "exact", 1),
        ("fixed", "exact", 2),
    ]


def test_near_says_how_much_is_common() -> None:
    long = b"int f() { " + b"".join(b"call%d(x%d); " % (n, n) for n in range(60)) + b"return 0; }"
    edited = long.replace(b"call7(", b"call77(")
    [pair, buggy, fixed] = find([item(long, edited)], [sample(long, long)], forms=["near"])
    assert (buggy.similarity, buggy.boundary, buggy.offset) == (1.0, None, None)
    assert fixed.similarity is not None
    assert 0.8 <= fixed.similarity < 1
    assert pair.similarity == fixed.similarity


def test_what_is_cut_from_a_word_is_told() -> None:
    side = b"int value; " * 6
    whole, part = item(None, b"{ " + side + b"}"), item(None, b"print value; " + side[11:], 2)
    assert [(leak.train_row, leak.boundary) for leak in find([whole, part], [sample(None, side)])] == [
        (1, "token"),
        (2, "cut"),
    ]
    # Of a pair, one side that is cut is enough.
    both = find([item(b"{ " + side + b"}", part.fixed)], [sample(side, side)])
    assert [(leak.level, leak.boundary) for leak in both] == [
        ("pair", "cut"),
        ("buggy", "token"),
        ("fixed", "cut"),
    ]


def test_offsets_are_characters_of_the_side_that_is_longer() -> None:
    side = 'f("\u00e9\U0001f600"); g(); h(); i(); j(); k(); l(); m(); n(); o(); p(); q();'.encode()
    before = 'String s = "\U0001f600\u00fc"; '.encode()
    [leak] = find([item(None, before + side)], [sample(None, side)])
    assert (leak.offset, leak.chars) == (len('Strings="\U0001f600\u00fc";'), 52)
    [leak] = find([item(None, side)], [sample(None, before + side)], direction="either")
    assert (leak.kind, leak.offset, leak.chars) == ("contains", 13, 65)


def test_rows_of_a_bug_are_cut_and_counts_are_not() -> None:
    items = [item(ADD, ADD, row) for row in range(1, 8)]
    found = find(items, [sample(None, ADD), sample(None, ADD, "B-2")], max_hits=3)
    assert [(leak.bug_id, leak.train_row) for leak in found] == [
        (bug, row) for row in (1, 2, 3) for bug in ("B-1", "B-2")
    ]
    data = found.summary().data
    assert [bug["fixed"]["exact"] for bug in data["bugs"]] == [7, 7]
    assert found.summary().rows == 6


def test_a_leak_in_several_forms_counts_once_at_its_strongest_kind() -> None:
    text = b"class A { " + ADD + b" }"
    found = find([item(None, text), item(None, RENAMED, 2)], [sample(None, ADD)], forms=["renamed", "text"])
    assert [(leak.train_row, leak.form, leak.kind) for leak in found] == [
        (1, "renamed", "inside"),
        (1, "text", "inside"),
        (2, "renamed", "exact"),
    ]
    # What the first form has exactly and the second one inside is exact.
    both = find([item(None, b"{" + ADD), item(None, ADD, 2)], [sample(None, ADD)], forms=["near", "text"])
    kinds = [(leak.train_row, leak.form, leak.kind) for leak in both]
    assert (1, "text", "inside") in kinds
    assert (1, "near", "exact") in kinds
    for one, exact in ((found, 1), (both, 2)):
        assert one.summary().data["bugs"][0]["fixed"]["exact"] == exact
        assert one.summary().data["totals"]["fixed"]["items"] == 2


def test_a_summary_says_what_was_found_so_far() -> None:
    found = find((item(None, ADD, row) for row in range(1, 2 * BATCH_ITEMS)), [sample(None, ADD)])
    assert next(found).train_row == 1
    assert found.summary().data["train"]["items"] == BATCH_ITEMS
    assert len(list(found)) == 2 * BATCH_ITEMS - 2
    assert found.summary().data["train"]["items"] == 2 * BATCH_ITEMS - 1


def test_batches_are_bounded_in_items_and_bytes() -> None:
    sizes = [10, BATCH_BYTES, 5, 5, *[1] * (BATCH_ITEMS + 3)]
    made = list(batches(item(b"x" * size, None, row) for row, size in enumerate(sizes)))
    assert [one.row for batch in made for one in batch] == list(range(len(sizes)))
    assert [len(batch) for batch in made] == [2, BATCH_ITEMS, 5]
    assert list(batches([])) == []


def test_sides_that_are_not_there_are_no_leak() -> None:
    for one, other in (((None, ADD), (ADD, None)), ((ADD, None), (None, ADD))):
        assert list(find([item(*one)], [sample(*other)])) == []
    assert [leak.level for leak in find([item(None, ADD)], [sample(ADD, ADD)])] == ["fixed"]


def test_a_bug_of_two_pieces_leaks_as_a_whole_or_in_part() -> None:
    pieces = [
        Sample("b", "B-1", 1, None, ADD),
        Sample("b", "B-1", 2, None, OTHER),
        sample(None, ADD + OTHER, "B-2"),
    ]
    found = find([item(None, ADD)], pieces)
    assert [leak.hunk for leak in found] == [1]
    [first, second] = found.summary().data["bugs"]
    assert (first["hunks"], first["fixed"]["any"], first["fixed"]["all"]) == (2, True, False)
    assert second["fixed"] == {"exact": 0, "inside": 0, "contains": 0, "any": False, "all": False}
    both = find([item(None, ADD), item(None, OTHER, 2)], pieces)
    assert len(list(both)) == 2
    assert both.summary().data["totals"]["fixed"]["all_hunks"] == 1


def test_a_leak_is_the_row_that_it_was() -> None:
    for leak in find([item(ADD, RENAMED)], [sample(ADD, ADD)], forms=FORMS):
        assert Leak.from_row(leak.to_row()) == leak
    row = leak.to_row()
    for name in row:
        with pytest.raises(MutationError):
            Leak.from_row({key: value for key, value in row.items() if key != name})
        with pytest.raises(MutationError):
            Leak.from_row({**row, name: [1]})


@pytest.mark.parametrize(
    "options",
    [
        {"forms": ()},
        {"forms": ("text", "text")},
        {"forms": ("words",)},
        {"forms": "near"},
        {"direction": "out"},
        {"min_chars": 0},
        {"max_hits": -1},
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        FindOptions(**options)  # type: ignore[arg-type]


def test_no_samples_and_two_of_one_name_are_refused() -> None:
    with pytest.raises(MutationError, match="no bug"):
        find([], [])
    with pytest.raises(MutationError, match="two benchmarks are called 'b'"):
        find([], [sample(ADD, ADD), sample(ADD, OTHER)])


@pytest.mark.parametrize("form", FORMS)
def test_hostile_texts_end_nothing(form: str) -> None:
    odd = [
        *(b"", b"\0", b'"', b'"""', b"/*", b"'", b"\xff\xfe\x00", b"\xed\xa0\x80", b"\xef\xbb\xbf" + ADD),
        *(
            b"{" * 3000,
            b"(" * 3000,
            b"int f(){" * 500,
            b"a" * 300_000,
            b"\r\n\t\f\v ",
            "\u2028\u00a0".encode(),
            b"@" + ADD,
        ),
    ]
    items = [item(one, other, row) for row, (one, other) in enumerate(zip(odd, odd[::-1], strict=True), 1)]
    samples = [Sample("b", f"B-{n}", 1, one, ADD) for n, one in enumerate(odd)]
    leaks = list(find([*items, item(ADD, ADD, 99)], samples, forms=[form], min_chars=1, direction="either"))  # type: ignore[list-item]
    assert {leak.bug_id for leak in leaks if leak.train_row == 99} == {sample.bug_id for sample in samples}


def test_rows_are_no_samples() -> None:
    with pytest.raises(TypeError, match="dict is no Sample: read_benchmark makes them"):
        find([], [{"id": "A", "buggy": "x", "fixed": "y"}])  # type: ignore[list-item]
