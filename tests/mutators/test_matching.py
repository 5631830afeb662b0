"""Runs common to two texts, and places of a run in one: what is found, and that a large text takes little time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mutators.lines import common_prefix
from mutators.undo import matching
from mutators.undo.matching import common_runs, find
from parsers.language import Token

SHORT = st.lists(st.sampled_from("abc"), max_size=30)


def check(one: Sequence[str], other: Sequence[str]) -> int:
    """That the runs are of equal elements, in order, and touch nowhere; how much they hold."""
    at = there = size = 0
    for run in common_runs(one, other):
        assert run.size > 0
        assert run.one >= at
        assert run.other >= there
        assert one[run.one : run.one + run.size] == other[run.other : run.other + run.size]
        at, there, size = run.one + run.size, run.other + run.size, size + run.size
    return size


@given(SHORT, SHORT)
def test_small_texts_are_aligned_as_difflib_does_behind_a_common_beginning(
    one: list[str], other: list[str]
) -> None:
    head = common_prefix(one, other)
    tail = common_prefix(one[head:][::-1], other[head:][::-1])
    inner = SequenceMatcher(
        None, one[head : len(one) - tail], other[head : len(other) - tail], autojunk=False
    )
    wanted = {(head + b.a + k, head + b.b + k) for b in inner.get_matching_blocks() for k in range(b.size)}
    wanted |= {(k, k) for k in range(head)} | {(len(one) - k, len(other) - k) for k in range(1, tail + 1)}
    assert {(r.one + k, r.other + k) for r in common_runs(one, other) for k in range(r.size)} == wanted


@given(SHORT, SHORT, SHORT, SHORT, st.integers(0, 30))
def test_cut_texts_have_runs_too(
    one: list[str], two: list[str], same: list[str], more: list[str], small: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "_SMALL", small)
        marks = [f"mark{i}" for i in range(10)]
        assert check([*one, *marks, *two, *same], [*two, *marks, *more, *same]) >= len(marks)
        check(one + two, two + one)


def test_runs_that_compete_for_elements_do_not_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "_SMALL", 0)
    one, other = list("p0123456789q"), list("r0123456723456789s")
    assert check(one, other) == check(other, one) == 10


def lines(count: int, line: str) -> list[str]:
    """So many lines, with their number for `@`."""
    return [word.replace("@", str(number)) for number in range(count) for word in line.split()]


def late_edits(text: list[str]) -> list[str]:
    """Something at the very beginning, and something near the end."""
    return ["import", "x", *text[:20], "new", *text[20:-9], "late", "edit", *text[-8:]]


@pytest.mark.parametrize("line", ["int v@ = f ( a , @ ) ;", "x = f ( y ) ;", "( )"])
def test_two_edits_far_apart_leave_all_else_in_place(line: str) -> None:
    text = lines(10_000, line)
    assert check(text, late_edits(text)) >= len(text) - 10


def test_a_moved_line_of_a_large_text_leaves_all_else_in_place() -> None:
    text = lines(1_000, "int v@ = f ( a , @ ) ;")
    assert check(text, ["p", *text[10:5_000], *text[:10], *text[5_000:-10], "q"]) >= len(text) - 20


def test_every_line_changed_leaves_the_rest_of_the_line() -> None:
    text = lines(1_000, "int v@ = f ( a , @ ) ;")
    assert check(text, [w if w != "a" else "b" for w in text]) == len(text) - 1_000


def test_difflib_sees_small_gaps_only(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def counted(junk: None, one: list[int], other: list[int], *, autojunk: bool) -> SequenceMatcher[int]:
        seen.append(sum(one.count(word) * other.count(word) for word in {*one}))
        return SequenceMatcher(junk, one, other, autojunk=autojunk)

    monkeypatch.setattr(matching, "SequenceMatcher", counted)
    text = lines(2_000, "v@ = a [ @ ] + b ;")
    rng = Random(1)
    common_runs(text, [w if rng.random() < 0.9 else f"k{i}" for i, w in enumerate(text)])
    assert seen
    assert max(seen) <= matching._SMALL


def shuffled(text: list[str]) -> list[str]:
    found = text[:]
    Random(3).shuffle(found)
    return found


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("v@ = a [ @ ] ;", late_edits),
        ("x = a [ i ] ;", late_edits),
        ("v@ = a [ @ ] ;", shuffled),
        ("x = a [ i ] ;", shuffled),
        ("v@ = a [ @ ] ;", lambda text: text[::-1]),
        ("v@ = a [ @ ] ;", lambda text: [word + "'" for word in text]),
        ("v@ ( w@ (", lambda text: [word if word == "(" else word + "'" for word in text]),
        ("v@ ( w@ (", lambda text: [word if i % 3 else f"k{i}" for i, word in enumerate(text)]),
        ("x", lambda text: text[::2]),
        ("x", lambda text: []),
    ],
)
def test_a_large_text_takes_little_time(line: str, change: Callable[[list[str]], list[str]]) -> None:
    """Under a second where difflib takes minutes or hours."""
    text = lines(4_000, line)
    other = change(text)
    start = time.process_time()
    common_runs(text, other)
    common_runs(other, text)
    assert time.process_time() - start < 5
    check(text, other)


@given(SHORT, st.lists(st.sampled_from("abc"), min_size=1, max_size=4))
@example(list("aaacab"), list("aaab"))
def test_a_run_is_found_wherever_it_stands(text: list[str], run: list[str]) -> None:
    tokens, words = [Token(word.encode(), i, i + 1) for i, word in enumerate(text)], [w.encode() for w in run]
    assert find(tokens, words) == [i for i in range(len(text)) if text[i : i + len(run)] == run]
