"""The task of Inspect with its mock model `mockllm/model`, which https://inspect.aisi.org.uk/models.html documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeAlias

import pytest

pytest.importorskip("inspect_ai", reason="needs the extra inspect")

from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, get_model

from equimorph.inspect import repair
from mutators import MutationError
from tests.equimorph.conftest import run

Inspected: TypeAlias = Any
ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.filterwarnings("ignore")  # of Inspect and what it imports


@pytest.fixture
def rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Files of one bug of the demo and of two mutants of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INSPECT_LOG_DIR", str(tmp_path / "logs"))
    assert (
        run("robustness", "bugs", ROOT / "demo" / "bugs" / "Bits-1b", "-o", "bugs.jsonl", "-q").exit_code == 0
    )
    words = ("--limit-per-mutator", "1", "-m", "variable-renaming", "-m", "new-variable")
    assert run("robustness", "mutants", "bugs.jsonl", *words, "-o", "mutants.jsonl", "-q").exit_code == 0
    return "bugs.jsonl", "mutants.jsonl"


def replies(task: Inspected, edit: dict[str, str], ends: str = "stop") -> Inspected:
    """The answer of a model that edits each text, in a fenced block."""
    outputs = []
    for sample in task.dataset:
        data = sample.metadata
        text = data["bug"]["buggy"] if data["mutant"] is None else data["mutant"]["mutant"]
        for old, new in edit.items():
            text = text.replace(old, new)
        outputs.append(ModelOutput.from_content("mockllm/model", f"```java\n{text}\n```", stop_reason=ends))
    model = get_model("mockllm/model", custom_outputs=outputs)
    model.api.count_text_tokens = counted  # its own one fetches a vocabulary from the network
    return model


async def counted(text: str) -> int:
    return len(text)


def scored(task: Inspected, model: Inspected) -> Inspected:
    [log] = evaluate(task, model=model, display="none", max_samples=1, max_connections=1)
    assert log.status == "success", log.error
    return log


def fix_of(path: str) -> dict[str, str]:
    bug = json.loads(Path(path).read_text())
    pairs = zip(bug["buggy"].splitlines(), bug["fixed"].splitlines(), strict=True)
    return {old.strip(): new.strip() for old, new in pairs if old != new}


def test_the_fix_of_a_mutant_is_undone_and_found(rows: tuple[str, str]) -> None:
    task = repair(*rows)
    kinds = [sample.metadata["mutator"] for sample in task.dataset]
    assert kinds[0] == "original"
    assert len(kinds) == 3
    log = scored(task, replies(task, fix_of("bugs.jsonl")))
    values = {sample.metadata["mutator"]: sample.scores["judged_repair"].value for sample in log.samples}
    assert values["original"] == "C"
    assert values["new-variable"] == "C"
    metrics = log.results.scores[0].metrics
    assert metrics["accuracy"].value == sum(value == "C" for value in values.values()) / 3
    assert metrics["new-variable"].value == 1


def test_the_unchanged_method_is_no_repair_and_the_prompt_shows_no_fix(rows: tuple[str, str]) -> None:
    task = repair(*rows)
    [fixed] = fix_of("bugs.jsonl").values()
    assert not any(fixed in str(sample.input) for sample in task.dataset)
    log = scored(task, replies(task, {}))
    assert {sample.scores["judged_repair"].value for sample in log.samples} == {"I"}
    assert {sample.scores["judged_repair"].explanation for sample in log.samples} == {"miss"}


def test_a_reply_that_was_cut_off_is_no_score(rows: tuple[str, str]) -> None:
    task = repair(rows[0])
    log = scored(task, replies(task, {}, "max_tokens"))
    [sample] = log.samples
    assert sample.scores["judged_repair"].value != sample.scores["judged_repair"].value  # NaN
    assert sample.scores["judged_repair"].explanation == "truncated"


@pytest.mark.usefixtures("jdk")
def test_tests_judge_where_there_is_a_checkout(rows: tuple[str, str]) -> None:
    task = repair(rows[0], tests=True)
    for edit, value in (({}, "I"), (fix_of("bugs.jsonl"), "C")):
        [sample] = scored(task, replies(task, edit)).samples
        assert sample.scores["judged_repair"].value == value
        assert sample.scores["judged_repair"].metadata["criterion"] == "repaired"


def test_a_bug_that_cannot_be_judged_is_an_error_before_a_model_is_asked(rows: tuple[str, str]) -> None:
    bug = json.loads(Path("bugs.jsonl").read_text())
    Path("bare.jsonl").write_text(json.dumps(bug | {"fixed": None, "checkout": None}) + "\n")
    with pytest.raises(MutationError, match="no repaired text to judge by"):
        repair("bare.jsonl")
    with pytest.raises(MutationError, match="no checkout to judge by"):
        repair("bare.jsonl", tests=True)
