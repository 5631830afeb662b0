"""The laws of the whole chain, on bugs of `demo/bugs`: what must hold whatever a real model answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from equimorph.models import Answer, Request
from equimorph.robustness import Bug, Score, ask, augment, judge, mutants, read_bugs, requests, score
from equimorph.robustness.baselines import CopyModel
from equimorph.robustness.judging.judged import JudgedRow
from tests.equimorph.conftest import rows, run
from tests.equimorph.robustness.conftest import write_rows
from tests.killing import EQUIMORPH, killed

DEMO = Path(__file__).resolve().parents[3] / "demo" / "bugs"
NAMES = ("Dates-1b", "Queues-1b", "Shop-2b", "Words-1b")
MUTATORS = ("variable-renaming", "useless-cast")
SEED = 5
Row = dict[str, Any]
Repair = Callable[[str], str | None]


class Study:
    """Bugs without their files, their mutants, and the repair of each: the same mutation made in the fix."""

    def __init__(self, bugs: list[Bug]) -> None:
        self.bugs = bugs
        pairs = [{"id": bug.id, "buggy": bug.buggy, "fixed": bug.fixed} for bug in bugs]
        self.fixes = {row["id"]: row["fixed"] for row in augment(pairs, 1000, list(MUTATORS), seed=SEED)}
        found = list(mutants(bugs, list(MUTATORS), seed=SEED))
        # A mutant of what the fix takes away has no counterpart.
        self.mutants = [row for row in found if f"{row['bug_id']}/{row['id']}" in self.fixes]
        assert len(self.mutants) > 0.9 * len(found)
        assert {row["mutator"] for row in self.mutants} == set(MUTATORS)
        self.fixes |= {bug.id: bug.fixed for bug in bugs}

    def requests(self) -> list[Request]:
        return list(requests(self.bugs, self.mutants, k=1))

    def answers(self, repair: Repair) -> list[Answer]:
        """The answers of a model that knows a repair by the id of the request, or gives back its text."""
        found = self.requests()
        texts = [[repair(one.id) or one.text] for one in found]
        answers = iter(texts)
        return list(ask(found, lambda text, lines, k: next(answers)))

    def judged(self, repair: Repair) -> list[JudgedRow]:
        answers = [answer.to_row() for answer in self.answers(repair)]
        return list(judge([bug.to_row() for bug in self.bugs], self.mutants, answers))

    def score(self, repair: Repair) -> Score:
        return score([row.to_row() for row in self.judged(repair)])


@pytest.fixture(scope="module")
def study() -> Study:
    return Study([replace(bug, checkout=None) for name in NAMES for bug in read_bugs(DEMO / name)])


def test_a_perfect_model_has_pfm_0(study: Study) -> None:
    found = study.score(lambda id: study.fixes[id])
    for metric, count in (("PFM", len(study.mutants)), ("PFA", len(study.bugs))):
        ratio = found.cell(metric).ratio
        assert (ratio.numerator, ratio.denominator) == (0, count)


def test_a_model_that_repairs_only_originals_has_pfm_1(study: Study) -> None:
    found = study.score(lambda id: None if "/" in id else study.fixes[id])
    for metric, count in (("PFM", len(study.mutants)), ("PFA", len(study.bugs))):
        ratio = found.cell(metric).ratio
        assert (ratio.numerator, ratio.denominator) == (count, count)


def test_one_wrong_mutant_is_one_failure_of_one_sample(study: Study) -> None:
    last = f"{study.mutants[-1]['bug_id']}/{study.mutants[-1]['id']}"
    found = study.score(lambda id: None if id == last else study.fixes[id])
    assert found.cell("PFM").ratio.numerator == found.cell("PFA").ratio.numerator == 1


def test_copy_repairs_nothing_so_that_it_has_no_pfm(study: Study) -> None:
    found = study.score(lambda id: None)
    assert (found.cell("PFM").ratio.denominator, found.cell("PFM").ratio.value) == (0, None)
    assert found.to_dict()["samples"]["repaired"] == 0


def test_copy_behaves_on_mutants_as_on_originals_and_says_that_it_repairs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jdk: object
) -> None:
    monkeypatch.chdir(tmp_path)
    bugs = list(read_bugs(DEMO / "Words-1b"))
    made = list(mutants(bugs, preset="r-diversity", seed=SEED, limit_per_mutator=2))
    answers = ask(requests(bugs, made, k=1), CopyModel())
    write_rows(Path("bugs.jsonl"), bugs)
    write_rows(Path("mutants.jsonl"), made)
    write_rows(Path("answers.jsonl"), (one.to_row() for one in answers))
    given = [part for name in ("bugs", "mutants", "answers") for part in (f"--{name}", f"{name}.jsonl")]
    result = run("robustness", "judge", *given, "--criterion", "behaviour", "--out", "judged.jsonl")
    assert result.exit_code == 0, result.stderr
    assert {row["status"] for row in rows(Path("judged.jsonl"))} == {"assertion"}
    found = score("judged.jsonl")
    for metric, count in (("PDM", len(made)), ("PDA", 1)):
        ratio = found.cell(metric).ratio
        assert (ratio.numerator, ratio.denominator) == (0, count)
    assert found.cell("PDM").to_dict()["repaired"] == found.to_dict()["samples"]["repaired"] == 0


def test_permuted_fixes_change_no_request_and_no_answer(study: Study) -> None:
    bugs = study.bugs
    permuted = Study.__new__(Study)
    permuted.bugs = [
        replace(bug, fixed=other.fixed) for bug, other in zip(bugs, bugs[1:] + bugs[:1], strict=True)
    ]
    permuted.mutants = list(mutants(permuted.bugs, list(MUTATORS), seed=SEED))
    known = {row["id"] for row in study.mutants}
    permuted.mutants = [row for row in permuted.mutants if row["id"] in known]
    assert permuted.requests() == study.requests()
    assert permuted.answers(lambda id: None) == study.answers(lambda id: None)
    hits = {row.status for row in permuted.judged(lambda id: study.fixes[id])}
    assert "hit" not in hits


def test_the_order_of_rows_changes_no_number(study: Study) -> None:
    def mixed(id: str) -> str | None:
        return study.fixes[id] if sum(id.encode()) % 3 else None

    judged = [row.to_row() for row in study.judged(mixed)]
    wanted = score(judged).to_dict()
    assert 0 < wanted["cells"][0]["numerator"] < wanted["cells"][0]["denominator"]
    Random(1).shuffle(judged)
    assert score(judged).to_dict() == wanted


CHAIN = {
    "mutants": ("bugs.jsonl", "--preset", "r-behaviour", "--seed", "5"),
    "ask": ("requests.jsonl", "--model-command", "sh copy.sh"),
    "judge": ("--bugs", "bugs.jsonl", "--mutants", "mutants.jsonl", "--answers", "ask.jsonl"),
}
COPY = """\
read -r hello
echo '{"protocol":1,"model":"copy"}'
while IFS= read -r line; do
  id=${line#*'"id":"'}; id=${id%%'","text":'*}
  text=${line#*'"text":'}; text=${text%%',"fault_lines":'*}
  printf '{"id":"%s","candidates":[{"text":%s}]}\\n' "$id" "$text"
done
"""


def made_by(verb: str, out: str, *options: str) -> Iterator[str]:
    yield from ("robustness", verb, *CHAIN[verb], *options, "--out", out)


def kill(verb: str, out: str) -> None:
    """Kills a verb when it has done a part; `mutants` has only one here, and is killed before it makes it."""
    placed = "manifest.json" if verb == "mutants" else "receipts/part-*.json"
    killed([*EQUIMORPH, *made_by(verb, out)], f"{out}.partial/{placed}")


def test_neither_jobs_nor_a_kill_change_a_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("copy.sh").write_text(COPY)
    folders = [str(DEMO / name) for name in NAMES]
    assert run("robustness", "bugs", *folders, "--out", "bugs.jsonl").exit_code == 0
    for verb in CHAIN:
        for out, options in ((f"{verb}.jsonl", ()), (f"{verb}-jobs.jsonl", ("--jobs", "2"))):
            result = run(*made_by(verb, out, *options))
            assert result.exit_code == 0, result.stderr
        kill(verb, f"{verb}-killed.jsonl")
        assert run(*made_by(verb, f"{verb}-killed.jsonl")).exit_code == 0
        whole = Path(f"{verb}.jsonl").read_bytes()
        assert len(whole) > 1000
        assert Path(f"{verb}-jobs.jsonl").read_bytes() == whole
        assert Path(f"{verb}-killed.jsonl").read_bytes() == whole
        if verb == "mutants":
            made = ("bugs.jsonl", "mutants.jsonl", "--out", "requests.jsonl")
            assert run("robustness", "requests", *made).exit_code == 0
