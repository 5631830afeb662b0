"""The sets of a retraining: sides without leaks, one mutant of each root and kind, everything else counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.search import SearchError
from equimorph.search.found import FoundRow
from equimorph.search.matrix import CLEAN, KINDS
from equimorph.search.study_sets import SetOptions, Sets, comment_above, sets_of
from equimorph.search.tasks import TaskText
from mutators import MutationError
from parsers import SourceFile
from tests.equimorph.search.studies import Remembering, method, row, rows


def made(given: list[dict[str, Any]], options: SetOptions | None = None, **more: list[Any]) -> Sets:
    kinds = {kind: map(FoundRow.from_row, more.get(kind, [])) for kind in ("once", "times")}
    found = {"guided": list(map(FoundRow.from_row, given)), **kinds}
    return sets_of(found, Remembering(), options or SetOptions(), more.get("more", []))


def roots(texts: list[TaskText]) -> set[str]:
    return {one.root for one in texts}


def test_adversarials_are_those_of_train_roots_and_tests_have_the_same_roots() -> None:
    found = made(rows())
    train, test = roots(found.adversarials["guided"]), roots(found.tests[CLEAN])
    assert not train & test
    assert (len(train), len(test)) == (6, 3)
    assert roots(found.train) == train
    for kind in KINDS:
        assert [one.root for one in found.adversarials[kind]] == [one.root for one in found.train]
        assert [one.root for one in found.tests[kind]] == [one.root for one in found.tests[CLEAN]]
    assert all("result" in one.text for one in found.tests["guided"])
    assert found.dropped == {"no name": 1}


def test_mutants_that_no_row_has_are_made_and_parse() -> None:
    found = made(rows(), SetOptions(k=4))
    assert found.made == {"once": 9, "times": 9}
    for kind in ("once", "times"):
        for one in (*found.adversarials[kind], *found.tests[kind]):
            assert SourceFile.from_text(one.text).parses
            assert one.text != next(
                base.text for base in (*found.train, *found.tests[CLEAN]) if base.root == one.root
            )
    longer = sum(len(one.text) for one in found.tests["times"])
    assert longer > sum(len(one.text) for one in found.tests["once"])
    assert made(rows(), SetOptions(k=1)).tests["times"][0].text == made(rows()).tests["once"][0].text


def test_rows_of_the_baselines_are_taken_where_they_are_given() -> None:
    found = made(rows(), times=rows(10, "total"))
    texts = [*found.adversarials["times"], *found.tests["times"]]
    assert len(texts) == 9
    assert all("total" in one.text for one in texts)
    assert found.made == {"once": 9}


def test_a_root_that_given_rows_lack_is_in_no_set() -> None:
    # The rows are selected by a score; mutants made here are not, and would not compare.
    found = made(rows(), once=rows(7, "value"), times=rows(10, "total"))
    texts = [*found.adversarials["once"], *found.tests["once"]]
    assert all("value" in one.text for one in texts)
    assert not found.made
    assert found.dropped["no mutant by once"] == 9 - len(texts)


def test_of_several_rows_the_one_with_the_highest_score_is_taken() -> None:
    best = {"value": 0.9, "numerator": 9, "denominator": 10}
    better = [row("r1", "max", 4, "highest", id="z", score=best)]
    worse = [row("r1", "max", 4, "lowest", id="a", score={"value": 0.1, "numerator": 1, "denominator": 10})]
    for given in (better + worse + rows(), rows() + worse + better):
        found = made(given)
        texts = [*found.adversarials["guided"], *found.tests["guided"]]
        [mine] = [one.text for one in texts if one.root == "r1"]
        assert "highest" in mine


def test_roots_of_one_file_and_roots_that_read_alike_are_on_one_side(tmp_path: Path) -> None:
    files = [tmp_path / f"{n}.java" for n in range(8)]
    given = [row(f"r{n}", "sum", 3 + n, "result", path=str(files[n // 3])) for n in range(24)]
    copies = [row("copy", "max", 5, "result")]
    for seed in range(8):
        found = made(given + copies, SetOptions(seed=seed, test_share=0.4))
        test = roots(found.tests[CLEAN])
        sides = [{f"r{n}" in test for n in range(3 * file, 3 * file + 3)} for file in range(8)]
        assert all(len(side) == 1 for side in sides)
        assert ("copy" in test) == ("r2" in test)
        assert {frozenset(side) for side in sides} == {frozenset({True}), frozenset({False})}


def test_another_seed_shares_out_otherwise_and_the_order_of_rows_does_not() -> None:
    found = {seed: roots(made(rows(), SetOptions(seed=seed)).tests[CLEAN]) for seed in range(4)}
    assert len({frozenset(one) for one in found.values()}) > 1
    assert roots(made(rows()[::-1]).tests[CLEAN]) == found[0]
    assert list(made(rows()[::-1]).rows()) == list(made(rows()).rows())


def test_further_methods_are_learnt_from_unless_they_are_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "A.java"
    path.write_text("class A {}")
    given = [{**one, "path": str(path)} if one["root"] in ("r1", "r2") else one for one in rows()]
    asked = next(seed for seed in range(50) if "r1" in roots(made(given, SetOptions(seed=seed)).tests[CLEAN]))

    def further(id: str, text: str, name: str, source: str = "") -> TaskText:
        return TaskText(id, id, text, name, "", source)

    more = [
        further("a", method("other", 70), "other"),
        further("b", method("renamed", 71), "renamed", f"{tmp_path}/./A.java"),
        further("c", method("another", 3), "another"),
        further("d", method("yetAnother", 70), "yetAnother"),
        further("e", method("mode", 72), "mode"),
    ]
    found = made(given, SetOptions(seed=asked), more=more)
    assert [one.id for one in found.train if not one.id.startswith("r")] == ["a"]
    assert found.dropped == {"no name": 2, "in a file that is asked about": 1, "reads like another method": 2}
    assert roots(found.learnt_by("guided")) == roots(found.train)
    assert len(found.learnt_by("guided")) == len(found.train) + len(found.adversarials["guided"])
    assert found.learnt_by("original") == found.train


def test_a_root_without_a_mutant_of_some_kind_is_in_no_set() -> None:
    plain = {"original": "int first();", "text": "int second();"}
    found = made([*rows(), row("plain", "first", 1, "x", **plain)])
    assert found.dropped == {"no name": 1, "no mutant by once": 1}


def test_too_little_on_a_side_is_said() -> None:
    with pytest.raises(
        SearchError, match=r"1 roots to learn from, two at least are needed \(left out: none\)"
    ):
        made(rows(2), SetOptions(test_share=0.5))
    with pytest.raises(SearchError, match="no rows of mutants"):
        made([])
    with pytest.raises(SearchError, match="root r1 has two originals"):
        made([*rows(), row("r1", "max", 99, "result")])
    with pytest.raises(SearchError, match="between 0 and 1, not 1"):
        SetOptions(test_share=1)
    with pytest.raises(SearchError, match="k is 1 or more"):
        SetOptions(k=0)


def test_the_javadoc_above_a_root_is_read_from_its_file(tmp_path: Path) -> None:
    one = rows()[0]
    before = "class A {\n  /** Adds all. Really. */\n  "
    (tmp_path / "A.java").write_text(f"{before}{one['original']}\n}}\n")
    there = {**one, "path": str(tmp_path / "A.java"), "offset": len(before)}
    assert comment_above(FoundRow.from_row(there)) == "Adds all"
    assert comment_above(FoundRow.from_row({**there, "offset": 3})) == ""
    assert comment_above(FoundRow.from_row({**there, "path": str(tmp_path / "B.java")})) == ""
    assert comment_above(FoundRow.from_row(one)) == ""


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"text": None}, "field 'text' is not a text"),
        ({"operators": "x"}, "field 'operators' is not a list"),
        ({"operators": []}, "no mutant"),
        ({"score": 0.5}, "field 'score' has no numerator"),
        ({"score": {"numerator": 3, "denominator": 2}}, "field 'score' has no numerator"),
        ({"said": "x"}, "field 'said' is no object"),
        ({"offset": -1}, "field 'offset' is not a number"),
    ],
)
def test_a_bad_row_says_what_is_wrong(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(MutationError, match=problem):
        FoundRow.from_row({**rows()[0], **fields})


def test_a_row_without_a_score_is_a_mutant_that_no_model_judged() -> None:
    found = FoundRow.from_row({**rows()[0], "score": None})
    assert (found.score, found.models) == (0, 0)
