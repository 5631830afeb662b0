"""Lines and offsets of an original and its mutant, against a computing of its own by markers."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mutators.lines import LineMapping, map_offset
from mutators.model import Edit, apply_edits, checked, invert_edits
from parsers.source import LineMap
from tests.mutators.test_model import CASES, edited


def mapping(original: str, *edits: Edit) -> LineMapping:
    return LineMapping(original.encode(), apply_edits(original.encode(), edits), checked(edits))


@settings(max_examples=CASES // 4)
@given(edited())
def test_offsets_outside_edits_map_to_the_same_byte_and_back(case: tuple[str, tuple[Edit, ...], str]) -> None:
    original, edits, mutant = case
    one, two, ordered = original.encode(), mutant.encode(), checked(edits)
    inverse = invert_edits(ordered)
    for offset in range(len(one)):
        if any(edit.start <= offset < edit.end for edit in ordered):
            continue
        there = map_offset(ordered, offset)
        assert two[there] == one[offset]
        assert map_offset(inverse, there) == offset
    assert map_offset(ordered, len(one)) == len(two)


@settings(max_examples=CASES // 4)
@given(edited())
def test_offsets_never_change_order(case: tuple[str, tuple[Edit, ...], str]) -> None:
    original, edits, _ = case
    ordered = checked(edits)
    for after in (True, False):
        mapped = [map_offset(ordered, offset, after=after) for offset in range(len(original.encode()) + 1)]
        assert mapped == sorted(mapped)


def test_an_insertion_stays_behind_or_before() -> None:
    edits = [Edit(2, "", "xyz")]
    assert map_offset(edits, 2) == 5
    assert map_offset(edits, 2, after=False) == 2


def test_inside_a_replaced_text_as_far_as_it_goes() -> None:
    edits = [Edit(2, "abcd", "xy"), Edit(8, "q", "")]
    assert [map_offset(edits, offset) for offset in range(10)] == [0, 1, 2, 3, 4, 4, 4, 5, 6, 6]


TEXT = "one();\n  two(a, b);\nthree();\n\nfour();\n"


def test_a_changed_line_is_touched_and_the_others_are_kept() -> None:
    lines = mapping(TEXT, Edit(TEXT.index("a,"), "a", "bbb"))
    assert [lines.status(n) for n in range(1, 7)] == ["kept", "touched", "kept", "kept", "kept", "kept"]
    assert [lines.to_mutant(n) for n in range(1, 7)] == [(n,) for n in range(1, 7)]
    assert [lines.to_original(n) for n in range(1, 7)] == [(n,) for n in range(1, 7)]
    assert lines.touched([2])
    assert lines.touched([1, 2])
    assert not lines.touched([1, 3, 4, 5, 6])
    assert not lines.touched([])


def test_lines_after_an_insertion_move() -> None:
    at = TEXT.index("  two")
    lines = mapping(TEXT, Edit(at, "", "int x = 0;\n"))
    assert [lines.status(n) for n in range(1, 6)] == ["kept", "moved", "moved", "moved", "moved"]
    assert [lines.to_mutant(n) for n in range(1, 6)] == [(1,), (3,), (4,), (5,), (6,)]
    assert [lines.to_original(n) for n in (1, 3, 4, 6)] == [(1,), (2,), (3,), (5,)]


def test_a_deleted_line_is_nowhere() -> None:
    start, end = TEXT.index("  two"), TEXT.index("three")
    lines = mapping(TEXT, Edit(start, TEXT[start:end], ""))
    assert [lines.status(n) for n in range(1, 6)] == ["kept", "deleted", "moved", "moved", "moved"]
    assert lines.to_mutant(2) == ()
    assert lines.to_mutant(3) == (2,)
    assert lines.touched([2])
    back = mapping(TEXT[:start] + TEXT[end:], Edit(start, "", TEXT[start:end]))
    assert back.to_original(2) == ()


def test_a_line_that_is_split_has_several_lines() -> None:
    at = TEXT.index(" b)")
    lines = mapping(TEXT, Edit(at, " ", "\n    "))
    assert lines.status(2) == "touched"
    assert lines.to_mutant(2) == (2, 3)
    assert lines.to_original(3) == (2,)
    assert lines.status(3) == "moved"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_line_ends_count(end: str) -> None:
    text = TEXT.replace("\n", end)
    lines = mapping(text, Edit(text.index("three"), "three", f"x();{end}three"))
    assert [lines.status(n) for n in (1, 2, 3, 5)] == ["kept", "kept", "touched", "moved"]


@settings(max_examples=CASES // 6)
@given(st.text(alphabet="ab\n\r é𝒙\t", max_size=30))
def test_the_line_map_agrees_with_python(text: str) -> None:
    lines = LineMap(text.encode())
    parts = re.split(r"\r\n|\n|\r", text)
    assert len(lines) == len(parts)
    for offset in range(len(text.encode())):
        before = text.encode()[:offset].decode(errors="ignore")
        inside = text.encode()[offset - 1 : offset + 1] == b"\r\n"
        assert lines.line(offset) == len(re.split(r"\r\n|\n|\r", before)) - inside
    assert (
        "".join(text.encode()[lines.start(n) : lines.end(n)].decode() for n in range(1, len(lines) + 1))
        == text
    )
    for wrong in (0, len(lines) + 1):
        with pytest.raises(ValueError, match="no line"):
            lines.start(wrong)
