"""Scores of judged rows that a script of someone else writes, with the fields that the spec names (3.1) and no others."""

from __future__ import annotations

from typing import Any

import pytest

from equimorph.robustness import score, scores
from equimorph.robustness.judging.judged import Criterion
from equimorph.robustness.scoring.verdicts import METRICS
from equimorph.rows.tables import RowCount
from equimorph.statistics.ratio import Ratio
from mutators import MutationError
from tests.equimorph.robustness.rows import counts, exact, example, repaired

SPEC_FIELDS = ("model", "bug_id", "mutant_id", "mutator", "touched", "first_hit", "status")


def of_the_spec(row: dict[str, Any], **fields: object) -> dict[str, Any]:
    """Only the fields that the spec names (3.1), and further ones."""
    return {name: row[name] for name in SPEC_FIELDS} | {"undone": 0, "conflicts": 0, "unparsable": 0} | fields


CLASSES = [("A", "pass"), ("B", "exception"), ("C", "compile_failure"), ("D", "no_answer")]


def test_behaviour_is_compared_here_where_rows_give_only_its_class() -> None:
    rows = [of_the_spec(exact(bug), status=status) for bug, status in CLASSES]
    for bug, _ in CLASSES:
        for status in ("pass", "exception", "compile_failure", "no_answer"):
            rows.append(of_the_spec(exact(bug, f"x-{status}"), status=status))
    found = score(rows)
    assert (found.criterion, counts(found, "PDM"), counts(found, "PDA")) == ("behaviour", "6/9", "3/3")
    assert found.cell("PDM").undecided == 0
    assert (found.samples["no_answer"], found.cell("PDM").no_answer) == (1, 3)
    assert "behaviour is compared by its class alone" in " ".join(found.remarks)
    answered = [row for row in rows if row["bug_id"] == "A" and row["status"] != "no_answer"]
    assert not score(answered).remarks


def test_behaviour_is_compared_here_where_rows_give_its_details() -> None:
    rows = [of_the_spec(exact("A"), status="exception", behaviour="exception NPE at C.m")]
    for number, shown in enumerate(("exception NPE at C.m", "exception NPE at C.n", None)):
        row = exact("A", f"x-{number}")
        rows.append(of_the_spec(row, status="exception", behaviour=shown))
    rows += [
        of_the_spec(exact("B"), status="pass", behaviour="pass"),
        of_the_spec(exact("B", "x-3"), status="pass"),
    ]
    assert (counts(score(rows), "PDM"), score(rows).cell("PDM").undecided) == ("2/4", 1)
    assert not score(rows).remarks


@pytest.mark.parametrize("order", [1, -1])
def test_a_row_that_does_not_show_its_criterion_has_that_of_the_others(order: int) -> None:
    rows = [of_the_spec(repaired("A", hit=1)), of_the_spec(repaired("A", "x-1"), status="no_answer")]
    rows += [of_the_spec(repaired("B"), status="no_answer"), of_the_spec(repaired("B", "x-2", 1))]
    found = score(
        [*rows, *(of_the_spec(row, model="n", status="no_answer") for row in rows[1:3])][::order], model="m"
    )
    assert (found.criterion, counts(found, "PDM"), found.samples["read"]) == ("repaired", "0/0", 2)


def test_a_row_that_does_not_show_its_criterion_is_bad_among_several() -> None:
    rows = [repaired("A", hit=1), exact("A", hit=1), of_the_spec(exact("B"), status="no_answer")]
    bad: list[str] = []
    count = RowCount()
    assert len(scores(rows, failed=lambda one: bad.append(str(one)), count=count)) == 2
    assert bad == ["rows:3: no field 'criterion', and other rows have exact, repaired"]
    assert (count.read, count.kept) == (3, 2)
    rows.append(of_the_spec(exact("A"), model="n", status="no_answer") | {"criterion": "exact"})
    rows.append(of_the_spec(exact("B"), model="n", status="no_answer"))
    assert scores(rows, failed=lambda _: None)[-1].samples["no_answer"] == 2


@pytest.mark.parametrize("criterion", ["exact", "repaired"])
@pytest.mark.parametrize(
    "words", [("fixed", "failed"), ("pass", "assertion"), ("hit", "miss"), ("repaired", "not_repaired")]
)
def test_the_first_hit_decides_where_the_status_has_a_word_of_its_own(
    criterion: Criterion, words: tuple[str, str]
) -> None:
    rows = [of_the_spec(row, status=words[row["first_hit"] is None]) for row in example()]
    found = score(rows, criterion=criterion)
    assert [found.cell(metric).ratio for metric in METRICS[criterion]] == [Ratio(3, 6), Ratio(2, 2)]
    assert bool(found.remarks) is (words[0] not in ("hit", "repaired"))


def test_what_only_conflicts_is_undecided_also_under_another_word() -> None:
    rows = [exact("A", hit=1), of_the_spec(exact("A", "x-1"), status="failed", conflicts=2)]
    rows += [of_the_spec(exact("A", "x-2"), status="failed", conflicts=2, unparsable=1)]
    found = score(rows, criterion="exact")
    assert (counts(found, "PFM"), found.cell("PFM").undecided) == ("2/2", 1)


def test_a_word_of_its_own_needs_a_field_that_decides() -> None:
    row = of_the_spec(exact("A"), status="fine")
    del row["first_hit"]
    with pytest.raises(
        MutationError, match="no field 'first_hit', and status 'fine' does not say what it is"
    ):
        score([row])
    with pytest.raises(MutationError, match="status 'fine' is no class of behaviour"):
        score([row], criterion="behaviour")


def test_flaky_may_be_a_status() -> None:
    rows = [of_the_spec(exact("A"), status="flaky"), of_the_spec(exact("A", "x-1"), status="exception")]
    rows += [of_the_spec(exact("B"), status="pass"), of_the_spec(exact("B", "x-2"), status="pass")]
    found = score(rows)
    assert (counts(found, "PDM"), found.samples["flaky"]) == ("0/1", 1)


@pytest.mark.parametrize("criterion", [None, "exact"])
def test_whole_numbers_may_have_a_point_as_tables_with_missing_ones_write_them(
    criterion: Criterion | None,
) -> None:
    rows = [
        {name: float(value) if type(value) is int else value for name, value in row.items()}
        | ({} if criterion is None else {"criterion": criterion})
        for row in example()
    ]
    assert score(rows).to_dict() == score(example()).to_dict()
    for number in (1.5, float("nan"), float("inf")):
        with pytest.raises(MutationError, match="field 'first_hit' is not a whole number"):
            score([*rows, rows[0] | {"bug_id": "E", "first_hit": number}])


def test_a_row_of_a_mutant_needs_the_id_of_the_mutant() -> None:
    row = of_the_spec(exact("A", "x-1"))
    del row["mutant_id"]
    with pytest.raises(MutationError, match="no field 'mutant_id', but a mutator"):
        score([row])
