"""Training again with mutated pairs: what the model repairs before and after."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from equimorph.models import Answer, Candidate, Request, object_model
from equimorph.mutants.catalogue import Choice
from equimorph.robustness import retraining
from equimorph.robustness.augmenting import AugmentOptions, augment
from equimorph.robustness.mutants import MutantOptions
from equimorph.robustness.retraining import Change, Retrained, RetrainOptions, retrain
from equimorph.rows.tables import BadRow
from mutators import MutationError
from tests.equimorph.conftest import run
from tests.equimorph.models.chat.server import Exchange, completion, serving

LOOP = """\
int sum{n}(int[] values) {{
    int total = {n};
    for (int i = 0; i {op} values.length; i++) {{
        total += values[i];
    }}
    return total;
}}"""
BUGS: list[dict[str, Any]] = [
    {
        "id": f"Demo-{n}b:Sums.sum{n}:3",
        "path": "Sums.java",
        "method": {"name": f"sum{n}", "start_line": 3, "end_line": 9},
        "buggy": LOOP.format(n=n, op="<="),
        "fixed": LOOP.format(n=n, op="<"),
        "fault_lines": [3],
    }
    for n in range(4)
]
SEEN, UNSEEN = BUGS[:2], BUGS[2:]
RENAMED = RetrainOptions(augment=(0, 1, 20), mutants=MutantOptions(preset="l-robustness"), k=5)


@pytest.fixture(scope="module")
def found() -> Retrained:
    return retrain(SEEN, SEEN, RENAMED)


def pfm(found: Retrained, number: int) -> tuple[int, int]:
    [one] = [one for one in found.trainings if one.augment == number]
    ratio = one.score.cell("PFM").ratio
    return int(ratio.numerator), int(ratio.denominator)


def test_what_was_seen_is_repaired_and_mutants_of_it_are_when_they_were_seen_too(found: Retrained) -> None:
    ids = tuple(bug["id"] for bug in SEEN)
    assert [one.repaired for one in found.trainings] == [ids] * 3
    failing, mutants = pfm(found, 0)
    assert failing > 0
    assert [pfm(found, number)[1] for number in (1, 20)] == [mutants] * 2
    # Most mutants of the bugs are among the mutated pairs now.
    assert pfm(found, 20)[0] <= failing // 2


def test_pairs_are_those_that_were_given_and_the_mutated_ones(found: Retrained) -> None:
    for one in found.trainings:
        assert one.trained.count.read == len(SEEN) + one.augmented.kept
        assert one.augmented.wanted == len(SEEN) * one.augment
        assert one.augmented.kept + one.augmented.dropped.total() == one.augmented.wanted
    assert found.trainings[1].augmented.kept == 2


def test_the_json_says_before_and_after(found: Retrained) -> None:
    data = json.loads(json.dumps(found.to_dict()))
    assert (data["schema"], data["model"], data["k"]) == (1, "memory", 5)
    assert [one["augment"] for one in data["trainings"]] == [0, 1, 20]
    assert [(one["before"], one["after"]) for one in data["changes"]] == [(0, 1), (0, 20)]
    last = data["changes"][-1]
    [cell] = [
        cell
        for cell in last["cells"]
        if (cell["metric"], cell["mutator"], cell["fault"], cell["group"]) == ("PFM", "all", "all", "all")
    ]
    for name, number in (("before", 0), ("after", 20)):
        assert (cell[name]["numerator"], cell[name]["denominator"]) == pfm(found, number)
    assert (last["lost"], last["gained"]) == ([], [])


def test_a_bug_that_only_a_mutated_pair_shows_is_gained() -> None:
    [shown, *_] = [
        row for row in augment(SEEN[:1], 20, ["variable-renaming"]) if "values" not in row["buggy"]
    ]
    bug = {**BUGS[0], **{name: shown[name] for name in ("buggy", "fixed", "fault_lines")}}
    how = AugmentOptions(0, Choice(("variable-renaming",)))
    [change] = retrain(SEEN[:1], [bug], RetrainOptions((0, 20), how, RENAMED.mutants)).changes
    assert (change.lost, change.gained) == ((), (bug["id"],))


def test_lost_and_gained_are_what_one_of_two_repairs(found: Retrained) -> None:
    before, after = (replace(found.trainings[0], repaired=tuple(ids)) for ids in ("abc", "bdc"))
    change = Change(before, after)
    assert (change.lost, change.gained) == (("a",), ("d",))


def test_cells_that_only_one_of_two_has_are_there(found: Retrained) -> None:
    before = found.trainings[0]
    after = replace(before, score=replace(before.score, cells=before.score.cells[1:]))
    [first, *others] = Change(before, after).to_dict()["cells"]
    assert first["before"] is not None
    assert first["after"] is None
    assert all(cell["before"] == cell["after"] is not None for cell in others)


def test_the_first_numbers_need_not_be_the_smallest() -> None:
    options = RetrainOptions((20, 0), mutants=MutantOptions(preset="l-robustness"), k=5)
    turned = retrain(SEEN, SEEN, options)
    [change] = turned.changes
    assert (change.before.augment, change.after.augment) == (20, 0)


def test_the_same_input_gives_the_same_result(found: Retrained) -> None:
    assert retrain(SEEN, SEEN, RENAMED).to_dict() == found.to_dict()


def test_bad_rows_are_reported_and_the_rest_goes_on() -> None:
    bad: list[BadRow] = []
    options = RetrainOptions((0, 1), k=1)
    found = retrain([*SEEN, {}, SEEN[0]], [*UNSEEN, {"id": "a/b"}], options, failed=bad.append)
    assert [row.line for row in bad] == [3, 4, 3]
    assert (found.pairs.read, found.pairs.kept) == (4, 2)
    with pytest.raises(MutationError, match="no field 'id'"):
        retrain([{}], BUGS, options)


def test_what_cannot_be_done_is_refused() -> None:
    for numbers in ((0,), (1, 1), (0, -1), ()):
        with pytest.raises(ValueError, match="two different numbers"):
            RetrainOptions(numbers)
    with pytest.raises(ValueError, match="counts from 1"):
        RetrainOptions(k=0)
    with pytest.raises(MutationError, match="cannot be trained here"):
        retrain(SEEN, SEEN, model="template")


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bugs.jsonl").write_text("".join(json.dumps(bug) + "\n" for bug in SEEN))
    shared = ("--model", "memory", "--preset", "l-robustness", "-k", 5)
    command = ("robustness", "retrain", "bugs.jsonl", "--bugs", "bugs.jsonl", "--augment", "0,1", *shared)
    done = run(*command, "--json", "out.json")
    assert done.exit_code == 0
    assert done.stderr.splitlines() == [
        "0 to 1: 0 bugs lost, 0 bugs gained",
        "2 trainings; pairs: 2 read, 2 kept",
    ]
    options = RetrainOptions((0, 1), mutants=MutantOptions(preset="l-robustness"), k=5)
    assert json.loads(Path("out.json").read_text()) == json.loads(
        json.dumps(retrain(SEEN, SEEN, options).to_dict())
    )
    table = run(*command).stdout
    assert "0 to 1, lost: none" in table
    assert "1 mutated pairs of each pair: 2 wanted, 2 kept" in table
    for wrong in ("0", "0,x", "1,1"):
        assert run(*command[:5], "--augment", wrong).exit_code == 2
    assert run(*command[:5], "--model", "copy").exit_code == 2


class Learner:
    """A model that gives the repair of the last example, which is the nearest one."""

    name = "learner"

    def __init__(self) -> None:
        self.requests: list[Request] = []

    def repair(self, requests: Iterable[Request], k: int) -> Iterator[Answer]:
        for request in requests:
            self.requests.append(request)
            yield Answer(request.id, self.name, (Candidate(request.examples[-1][1]),))


def test_another_model_learns_from_the_nearest_pairs_in_its_requests() -> None:
    model = Learner()
    options = replace(RENAMED, augment=(0, 20), k=1, examples=2)
    pairs = [*SEEN, SEEN[0] | {"id": "equal"}, SEEN[1] | {"id": "no", "fixed": None}]
    found = retrain(pairs, SEEN, options, model=object_model(model))
    assert found.model == "learner"
    assert [one.repaired for one in found.trainings] == [tuple(bug["id"] for bug in SEEN)] * 2
    first, *_, last = model.requests
    pairs = [(bug["buggy"], bug["fixed"]) for bug in SEEN]
    assert first.examples == (pairs[1], pairs[0])
    assert last.id.startswith(SEEN[1]["id"])
    assert len(last.examples) == 2
    assert not {*last.examples} <= {*pairs}
    assert Request.from_row(first.to_row()) == first
    with pytest.raises(MutationError, match="field 'examples' is not a list of objects"):
        Request.from_row(first.to_row() | {"examples": ["a"]})


def test_a_chat_server_gets_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bugs.jsonl").write_text("".join(json.dumps(bug) + "\n" for bug in SEEN))
    command = (
        "robustness",
        "retrain",
        "bugs.jsonl",
        "--bugs",
        "bugs.jsonl",
        "--preset",
        "l-robustness",
        "-k",
        1,
    )

    def say(exchange: Exchange) -> None:
        exchange.reply(
            completion(exchange.body["messages"][-1]["content"].split("```java\n")[2].split("```")[0])
        )

    with serving(say) as server:
        chat = (
            "--chat",
            server.base,
            "--chat-model",
            "m",
            "--cache",
            "replies",
            "--examples",
            1,
            "--augment",
            "0,1",
        )
        done = run(*command, *chat, "--json", "out.json")
        assert done.exit_code == 0, done.stderr
        asked = len(server.requests)
        assert run(*command, *chat, "--json", "again.json").exit_code == 0
        assert len(server.requests) == asked
        assert run(*command, *chat, "--cache", "other", "--budget-tokens", 24).exit_code == 3
    assert Path("out.json").read_bytes() == Path("again.json").read_bytes()
    result = json.loads(Path("out.json").read_bytes())
    assert (result["model"], [len(one["repaired"]) for one in result["trainings"]]) == ("m", [2, 2])


def test_an_interrupt_says_how_far_it_came_and_that_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bugs.jsonl").write_text("".join(json.dumps(bug) + "\n" for bug in SEEN))
    trained, numbers = retraining.train, iter(range(2))

    def interrupted(*given: Any) -> Any:  # noqa: ANN401
        if next(numbers):
            raise KeyboardInterrupt
        return trained(*given)

    monkeypatch.setattr(retraining, "train", interrupted)
    command = ("robustness", "retrain", "bugs.jsonl", "--bugs", "bugs.jsonl", "--preset", "l-robustness")
    done = run(*command, "--augment", "0,1,2", "--json", "out.json")
    assert done.exit_code == 130
    assert done.stderr.splitlines()[-1] == "interrupted after 1 of 3 trainings; nothing is kept"
    assert not Path("out.json").exists()
