"""What is made of a problem: candidates with their records, splits, halves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import equimorph as em
from equimorph.bench import Problem, candidates
from equimorph.bench.making import balanced
from equimorph.bench.splits import SPLITS, shares_of, splits_of
from mutators import Mutation
from tests.equimorph.bench.conftest import DOUBLE, TWICE

LOOP = replace(
    DOUBLE,
    id="loop",
    prefix="import math\n\n\u00e9 = 1\n\n",
    solution="def double(x):\n    total = 0\n    for one in range(2):\n        total = total + x\n    if total < 0:\n"
    "        return -total\n    return total\n",
)
SUM = replace(
    TWICE,
    solution="    public static List<Integer> twice(int x) {\n        int y = x + x;\n"
    "        return List.of(y / 2, y - x);\n    }\n",
)


@pytest.mark.parametrize("problem", [LOOP, SUM], ids=["python", "java"])
def test_a_record_turns_a_candidate_back_into_the_solution(problem: Problem) -> None:
    made = candidates(problem, 1, 9, 9)
    assert Counter(one.kind for one in made)["operator"] > 1
    assert Counter(one.kind for one in made)["preserving"] > 1
    for one in made[1:]:
        [record] = one.mutations
        assert em.invert(one.text, Mutation.from_dict(record)) == problem.solution
        assert one.id.startswith(f"{problem.id}:{record['site']['mutator']}:")
    assert made[0].text == problem.solution
    assert made[0].mutations == ()


def test_no_two_candidates_are_equal_and_numbers_are_kept_to() -> None:
    made = candidates(LOOP, 1, 2, 3)
    assert len({one.text for one in made}) == len(made)
    assert len({one.id for one in made}) == len(made)
    assert Counter(one.kind for one in made) == {"solution": 1, "preserving": 2, "operator": 3}


def test_preserving_candidates_are_each_by_another_mutator() -> None:
    made = [one for one in candidates(LOOP, 1, 9, 0) if one.kind == "preserving"]
    names = [one.mutations[0]["site"]["mutator"] for one in made]
    assert len(names) == len(set(names)) > 3


def test_the_seed_decides() -> None:
    first, again, other = (candidates(LOOP, seed, 3, 3) for seed in (1, 1, 2))
    assert first == again != other


def test_what_stands_around_a_solution_stays() -> None:
    for one in candidates(LOOP, 1, 9, 9):
        assert "import math" not in one.text
        assert one.text.startswith("def double(")


def problems(count: int) -> list[Problem]:
    return [
        replace(DOUBLE, id=f"{lang}-{number}", lang=lang, group=f"{number}")
        for lang in ("java", "python")
        for number in range(count)
    ]


@pytest.mark.parametrize(
    ("shares", "sizes"),
    [("6/2/2", (6, 2, 2)), ("1/0/0", (10, 0, 0)), ("0/0/5", (0, 0, 10)), ("1/1/1", (3, 4, 3))],
)
def test_splits_have_the_shares(shares: str, sizes: tuple[int, ...]) -> None:
    found = splits_of(problems(10), shares_of(shares), 1)
    assert len(found) == 10
    count = Counter(found.values())
    assert tuple(count[name] for name in SPLITS) == sizes


def test_splits_depend_on_the_seed_and_not_on_the_order() -> None:
    some = problems(30)
    assert (
        splits_of(some, (1, 1, 1), 1) == splits_of(some[::-1], (1, 1, 1), 1) != splits_of(some, (1, 1, 1), 2)
    )


@pytest.mark.parametrize("text", ["", "1/2", "1/2/3/4", "0/0/0", "-1/1/1", "a/b/c", "1.5/1/1", "\u00b2/1/1"])
def test_shares_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="share"):
        shares_of(text)


def row(number: int, passed: bool) -> dict[str, Any]:
    return {"id": f"{number}", "passed": passed}


@pytest.mark.parametrize(("passing", "failing"), [(3, 9), (9, 3), (0, 5), (4, 4)])
def test_half_of_the_rows_fail(passing: int, failing: int) -> None:
    rows = [row(number, number < passing) for number in range(passing + failing)]
    kept = list(balanced(rows, 1))
    least = min(passing, failing)
    assert Counter(one["passed"] for one in kept) == Counter({True: least, False: least} if least else {})
    assert kept == [one for one in rows if one in kept]
    assert kept == list(balanced(rows, 1))
