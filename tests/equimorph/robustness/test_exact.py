"""The criterion `exact`: which candidates are the fix once the mutation is out, and the laws of the whole chain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import equimorph as em
from equimorph.answers import Answer
from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import read_bugs
from equimorph.patches.diffs import unified_diff
from equimorph.robustness.judging import Exact, judge
from equimorph.robustness.judging.exact import Equal
from equimorph.robustness.judging.judged import JudgedRow
from equimorph.robustness.judging.patched_files import Asked
from equimorph.robustness.mutants import mutants
from equimorph.robustness.presets import PRESETS
from equimorph.robustness.requests import requests
from tests.equimorph.robustness.conftest import BUGGY, FIXED, PATH, answer, make_bug, perfect

TEXT = "int half(int number) {\n    int result = number;\n    return result / 3;\n}"
FIX = TEXT.replace("3", "2")
BUG = Bug("b", "A.java", "half", 1, 4, TEXT, FIX, (3,))
[RENAMED, *_] = mutants([BUG], "variable-renaming", seed=1)
NAME = RENAMED["mutation"]["edits"][0][2]
ID = f"b/{RENAMED['id']}"
REPAIR = RENAMED["mutant"].replace("3", "2")
"""The mutant, repaired."""


def judged(
    *candidates: str | Mapping[str, Any], of: str = ID, equal: Equal = "tokens", k: int | None = None
) -> JudgedRow:
    """The judged row of one answer to the bug or its mutant."""
    found = {
        "b" if row.mutant_id is None else f"b/{row.mutant_id}": row
        for row in judge([BUG], [RENAMED], [answer(of, *candidates)], Exact(k, equal))
    }
    assert list(found) == ["b", ID]
    assert found[ID if of == "b" else "b"].status == "no_answer"
    return found[of]


def test_the_mutation_is_taken_out_before_a_candidate_is_compared() -> None:
    assert RENAMED["mutant"] != TEXT
    row = judged(RENAMED["mutant"], REPAIR, FIX.replace("2", "4"))
    assert row == JudgedRow(
        "m",
        "b",
        RENAMED["id"],
        "hit",
        "exact",
        mutator="variable-renaming",
        touched=RENAMED["fault_lines"]["touched"],
        candidates=3,
        first_hit=2,
        first_undone=1,
        undone=3,
        measures=replace(row.measures, lines=4, changed_tokens=RENAMED["changed_tokens"]),
    )
    assert row.measures.nodes == RENAMED["nodes"] > 10


def test_a_candidate_of_the_original_is_compared_as_it_is() -> None:
    row = judged(TEXT, FIX, of="b")
    assert (row.status, row.first_hit, row.mutant_id, row.mutator, row.touched) == (
        "hit",
        2,
        None,
        None,
        None,
    )
    assert (row.measures.lines, row.measures.nodes, row.measures.changed_tokens) == (
        4,
        RENAMED["nodes"],
        None,
    )


@pytest.mark.parametrize("of", ["b", ID])
@pytest.mark.parametrize(
    "around",
    [
        "```java\n{}\n```",
        "The fix:\n\n```java\n{}\n```\nIt divides by two.",
        "<think>by 3?</think>\n{}",
        "class Solution {{\n{}\n}}",
        "{}\n",
        "\n\n  {}",
    ],
)
def test_what_a_model_writes_around_its_code_is_removed(of: str, around: str) -> None:
    row = judged(around.format(FIX if of == "b" else REPAIR), of=of)
    assert (row.status, row.undone) == ("hit", 1)


def test_equal_code_is_judged_once_but_other_code_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    undone, texts = Asked.undone, list[str]()

    def counted(self: Asked, code: Answer) -> em.Undone:
        texts.append("" if code.source is None else code.source.text)
        return undone(self, code)

    monkeypatch.setattr(Asked, "undone", counted)
    line = REPAIR.splitlines()[2]
    row = judged(
        RENAMED["mutant"],
        f"```java\n{RENAMED['mutant']}\n```",
        {"hunk": line, "at": 2},
        {"hunk": line, "at": 3},
        f"Fixed:\n```\n{REPAIR}\n```",
        REPAIR,
    )
    assert (row.first_hit, row.candidates) == (4, 6)
    assert len(texts) == len(set(texts)) == 3


def diff_of(seen: str, repaired: str) -> str:
    return unified_diff("src/A.java", seen.encode(), repaired.encode()).decode()


def blocks_of(seen: str, repaired: str) -> str:
    [(old, new)] = [(a, b) for a, b in zip(seen.splitlines(), repaired.splitlines(), strict=True) if a != b]
    return f"<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n"


@pytest.mark.parametrize("of", ["b", ID])
@pytest.mark.parametrize("written", [diff_of, blocks_of])
@pytest.mark.parametrize(
    "around", ["{}", "Sure:\n\n```diff\n{}```\nDone.", "<answer>\n```\n{}```\n</answer>"]
)
def test_changes_of_lines_are_answers_to_the_original_too(
    around: str, written: Callable[[str, str], str], of: str
) -> None:
    seen, repaired = (TEXT, FIX) if of == "b" else (RENAMED["mutant"], REPAIR)
    wrong = repaired.replace("return result / 2", "return result / 4").replace("/ 2", "/ 4")
    answers = [written(seen, wrong), written(seen, repaired), written("int other = 3;", "int other = 2;")]
    row = judged(*(around.format(text) for text in answers), of=of)
    assert (row.status, row.first_hit, row.undone, row.conflicts) == ("hit", 2, 2, 1)


@pytest.mark.parametrize("of", ["b", ID])
@pytest.mark.parametrize("words", ["I cannot find a bug.", "N/A", "```\nNo bug found\n```"])
def test_a_refusal_in_words_is_no_conflict(words: str, of: str) -> None:
    row = judged(words, of=of)
    assert (row.status, row.undone, row.conflicts, row.unparsable) == ("no_code", 0, 0, 0)


@pytest.mark.parametrize("of", ["b", ID])
def test_a_hunk_replaces_lines_of_the_request(of: str) -> None:
    number = next(line for line, text in enumerate(RENAMED["mutant"].splitlines(), 1) if "return" in text)
    repaired = (FIX if of == "b" else REPAIR).splitlines()[number - 1]
    row = judged(
        {"hunk": repaired, "at": 99},
        {"hunk": "    return (;", "at": number},
        {"hunk": repaired, "at": number},
        {"hunk": repaired + "\n}", "at": [number, number + 1]},
        of=of,
    )
    assert (row.status, row.first_hit, row.undone, row.unparsable) == ("hit", 3, 2, 2)


@pytest.mark.parametrize(
    ("candidate", "hits"),
    [
        (FIX, ("tokens", "text", "normalised")),
        (FIX.replace("int result", "int  /* n */ result"), ("tokens", "normalised")),
        (FIX.replace("result / 2", "(result / 2)"), ("normalised",)),
        (FIX.replace("2", "2 + 0"), ()),
    ],
)
def test_equal_says_what_counts_as_the_fix(candidate: str, hits: tuple[Equal, ...]) -> None:
    modes: tuple[Equal, ...] = ("tokens", "text", "normalised")
    assert tuple(mode for mode in modes if judged(candidate, of="b", equal=mode).status == "hit") == hits


CONFLICT = "void other() {}"
"""No edited mutant."""
TAKEN = REPAIR.replace("{", f"{{\n    int {RENAMED['mutation']['edits'][0][1]} = 0;", 1)
"""A new variable has the name that the renamed one had."""


@pytest.mark.parametrize(
    ("candidates", "wanted"),
    [
        ((CONFLICT,), ("undecided", None, None, 0, 1, 0)),
        ((CONFLICT, REPAIR), ("hit", 2, 2, 1, 1, 0)),
        ((CONFLICT, RENAMED["mutant"]), ("miss", None, 2, 1, 1, 0)),
        ((CONFLICT, REPAIR + "}"), ("miss", None, 2, 0, 1, 1)),
        ((CONFLICT, CONFLICT + "/* not"), ("miss", None, 2, 0, 1, 1)),
        ((TAKEN,), ("undecided", None, None, 0, 1, 0)),
        (("I do not know.",), ("no_code", None, None, 0, 0, 0)),
        ((REPAIR[: REPAIR.index("(") + 1], CONFLICT), ("miss", None, 1, 0, 1, 1)),
        ((f"```java\n{REPAIR}\n```\nor\n```java\n{TEXT}\n```",), ("undecided", None, None, 0, 1, 0)),
        ((CONFLICT, ""), ("undecided", None, None, 0, 1, 0)),
        (("", REPAIR), ("hit", 2, 2, 1, 0, 0)),
        (("", " \n", "// nothing"), ("no_code", None, None, 0, 0, 0)),
        ((), ("no_code", None, None, 0, 0, 0)),
        ((REPAIR, REPAIR, CONFLICT, CONFLICT), ("hit", 1, 1, 2, 2, 0)),
    ],
)
def test_the_counts_say_what_became_of_each_candidate(
    candidates: tuple[str, ...], wanted: tuple[object, ...]
) -> None:
    row = judged(*candidates)
    counts = (row.undone, row.conflicts, row.unparsable)
    assert (row.status, row.first_hit, row.first_undone, *counts) == wanted
    assert row.candidates == len(candidates)


def test_only_the_first_candidates_are_looked_at() -> None:
    row = judged(CONFLICT, TEXT, REPAIR, k=2)
    assert (row.status, row.k, row.candidates, row.first_hit) == ("miss", 2, 2, None)
    assert judged(CONFLICT, TEXT, REPAIR, k=3).first_hit == 3


def test_an_error_is_no_answer_even_beside_candidates() -> None:
    broken = {**answer(ID, REPAIR), "error": "out of memory"}
    assert [row.status for row in judge([BUG], [RENAMED], [broken])] == ["no_answer", "error"]


def test_equal_candidates_are_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Counter[str]()

    def counted(module: str, name: str) -> None:
        real = getattr(import_module(f"equimorph.robustness.judging.{module}"), name)

        def call(*given: Any) -> Any:  # noqa: ANN401 - whatever it is given
            calls[name] += 1
            return real(*given)

        monkeypatch.setattr(f"equimorph.robustness.judging.{module}.{name}", call)

    counted("exact", "read_answer")
    counted("patched_files", "undo_answer")
    assert judged(*[REPAIR, TEXT] * 50).undone == 100
    assert calls == {"read_answer": 2, "undo_answer": 2}


def test_a_bug_without_a_fix_is_dropped_with_its_reason() -> None:
    assert list(judge([replace(BUG, fixed=None)], [RENAMED], [answer(ID, FIX)])) == []


@pytest.mark.parametrize("given", [{"equal": "letters"}, {"k": 0}])
def test_bad_options_are_errors(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="is"):
        Exact(**given)


# The chain on checkouts.

Model = Callable[[Bug, Mapping[str, Any] | None], list[str]]
"""What it answers to a bug, or to a mutant of it."""


def rows_of(bugs: list[Bug], made: list[dict[str, Any]], models: Mapping[str, Model]) -> list[JudgedRow]:
    """The judged rows of all requests."""
    by_id = {bug.id: bug for bug in bugs}
    asked: list[tuple[str, Bug, dict[str, Any] | None]] = [(bug.id, bug, None) for bug in bugs]
    asked += [(f"{row['bug_id']}/{row['id']}", by_id[row["bug_id"]], row) for row in made]
    answers = [
        answer(id, *model(bug, row), model=name) for id, bug, row in asked for name, model in models.items()
    ]
    Random(3).shuffle(answers)
    return list(judge(bugs, made, answers))


def _fix(bug: Bug, row: Mapping[str, Any] | None) -> list[str]:
    return [(bug.fixed or "") if row is None else perfect(row)]


def _text(bug: Bug, row: Mapping[str, Any] | None) -> str:
    return bug.buggy if row is None else str(row["mutant"])


MODELS: dict[str, Model] = {
    "copy": lambda bug, row: [_text(bug, row)],
    "originals": lambda bug, row: _fix(bug, row) if row is None else [_text(bug, row)],
    "perfect": lambda bug, row: [_text(bug, row), *_fix(bug, row)],
    "silent": lambda bug, row: [],
}


@pytest.fixture
def bugs(checkouts: Path) -> list[Bug]:
    """Two bugs in their checkouts."""
    return list(read_bugs(checkouts))


@pytest.fixture
def made(bugs: list[Bug]) -> list[dict[str, Any]]:
    """Their mutants by the four mutators of RobustNPR."""
    return list(mutants(bugs, preset="r-behaviour", seed=4))


def test_a_perfect_model_hits_all_and_one_that_repairs_only_originals_misses_all_mutants(
    bugs: list[Bug], made: list[dict[str, Any]]
) -> None:
    found = rows_of(bugs, made, MODELS)
    wanted = [
        (bug.id, model, id)
        for bug in bugs
        for model in sorted(MODELS)
        for id in (None, *(row["id"] for row in made if row["bug_id"] == bug.id))
    ]
    assert [(row.bug_id, row.model, row.mutant_id) for row in found] == wanted
    status = {
        model: {(row.mutant_id is None, row.status) for row in found if row.model == model}
        for model in MODELS
    }
    assert status == {
        "copy": {(True, "miss"), (False, "miss")},
        "originals": {(True, "hit"), (False, "miss")},
        "perfect": {(True, "hit"), (False, "hit")},
        "silent": {(True, "no_code"), (False, "no_code")},
    }
    assert {row.first_hit for row in found if row.model == "perfect"} == {2}
    assert {row.mutator for row in found} == {None, *PRESETS["r-behaviour"].mutators}


def test_a_repair_of_what_is_mutated_is_at_worst_undecided(bugs: list[Bug]) -> None:
    made = list(mutants(bugs, seed=4))
    found = [row for row in rows_of(bugs, made, {"perfect": _fix}) if row.status != "hit"]
    assert {row.status for row in found} <= {"undecided"}
    assert len(found) < len(made) / 10


def test_permuted_fixes_change_no_request_and_make_a_perfect_model_fail(
    bugs: list[Bug], made: list[dict[str, Any]]
) -> None:
    first, second = bugs
    permuted = [replace(first, fixed=second.fixed), replace(second, fixed=first.fixed)]
    assert list(requests(permuted, made)) == list(requests(bugs, made))
    assert list(mutants(permuted, preset="r-behaviour", seed=4)) == made
    answers = [answer(bug.id, bug.fixed or "") for bug in bugs]
    answers += [answer(f"{row['bug_id']}/{row['id']}", perfect(row)) for row in made]
    assert {row.status for row in judge(bugs, made, answers)} == {"hit"}
    assert "hit" not in {row.status for row in judge(permuted, made, answers)}


def test_the_order_of_mutants_and_answers_changes_no_row(bugs: list[Bug], made: list[dict[str, Any]]) -> None:
    def known(found: list[JudgedRow]) -> set[tuple[object, ...]]:
        return {
            (row.bug_id, row.model, row.mutant_id, row.status, row.first_hit, row.undone) for row in found
        }

    assert known(rows_of(bugs, made, MODELS)) == known(rows_of(bugs[::-1], made[::-1], MODELS))


@pytest.mark.parametrize("whole", [False, True])
def test_in_its_file_more_is_known_and_the_whole_file_is_an_answer(tmp_path: Path, whole: bool) -> None:
    checkout = make_bug(tmp_path, "Math-1b", BUGGY, FIXED)
    [bug] = read_bugs(checkout)
    made = list(mutants([bug], "variable-renaming", seed=1))
    file = (checkout / PATH).read_text()
    texts = {bug.id: bug.fixed or ""} | {f"{bug.id}/{row['id']}": perfect(row) for row in made}
    answers = [answer(id, file.replace(bug.buggy, text) if whole else text) for id, text in texts.items()]
    assert len(made) > 1
    assert {row.status for row in judge([bug], made, answers)} == {"hit"}
    (checkout / PATH).unlink()
    alone = {row.status for row in judge([bug], made, answers)}
    assert alone == ({"undecided"} if whole else {"hit"})


def test_stacked_mutants_are_undone_too() -> None:
    stacked = em.stack(em.parse(TEXT), ["variable-renaming", "unused-variable"], seed=2, per_method=2)
    row = {**em.row(stacked), "bug_id": "b"}
    assert len(row["mutations"]) == 2
    made = row["mutant"].replace("/ 3", "/ 2")
    [_, found] = judge([BUG], [row], [answer(f"b/{row['id']}", made)])
    assert (found.status, found.mutator) == ("hit", row["mutator"])


@pytest.mark.parametrize("end", ["\n    int last() { int x = ; return x; }\n}\n", "\n", "\n}\n"])
def test_an_error_elsewhere_in_the_file_is_none_of_an_answer(tmp_path: Path, end: str) -> None:
    checkout = make_bug(tmp_path, "Math-1b", f"class A {{\n{TEXT}{end}", f"class A {{\n{FIX}{end}")
    bug = replace(BUG, checkout=str(checkout), path=PATH, start_line=2)
    for mutator in ("variable-renaming", "unused-variable"):
        rows = list(mutants([bug], mutator, seed=1))
        repairs = [row["mutant"].replace("/ 3", "/ 2") for row in rows]
        answers = [
            answer(f"b/{row['id']}", f"class A {{\n{one}{end}", one)
            for row, one in zip(rows, repairs, strict=True)
        ]
        [original, *found] = judge([bug], rows, [answer("b", f"class A {{\n{FIX}{end}"), *answers])
        assert found
        assert (original.status, {row.undone for row in found}) == ("hit", {2})


@pytest.mark.parametrize("end", [" /* fixed", " /*/", " // fixed\r}"])
@pytest.mark.parametrize("mutator", ["variable-renaming", "unused-variable"])
def test_an_error_without_a_token_is_undone_as_any_other(mutator: str, end: str) -> None:
    [row, *_] = mutants([BUG], mutator, seed=1)
    repair = row["mutant"].replace("/ 3", "/ 2")
    repair = f"{repair.rstrip()[:-1]}{end}" if "}" in end else repair + end
    [_, found] = judge([BUG], [row], [answer(f"b/{row['id']}", repair)])
    assert found.status == "hit"


def test_what_stays_broken_is_not_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Asked, "undone")
    for row, broken in (
        (RENAMED, "return /"),
        (next(iter(mutants([BUG], "unused-variable", seed=1))), "return (1"),
    ):
        patched = row["mutant"].replace("return", broken)
        [_, found] = judge(
            [BUG], [row], [answer(f"b/{row['id']}", patched, REPAIR + "{" if row is RENAMED else patched)]
        )
        assert (found.status, found.unparsable) == ("miss", 2)
