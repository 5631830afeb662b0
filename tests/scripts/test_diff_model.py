"""The model that answers in diffs: what it says is judged as what the model behind it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimorph import robustness
from equimorph.models import CannotRun, loaded_model
from equimorph.robustness.baselines import TemplateModel

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "diff_model.py"


def test_diffs_are_judged_as_whole_texts_are() -> None:
    bugs = list(robustness.read_bugs(ROOT / "demo" / "bugs"))[:6]
    mutants = list(robustness.mutants(bugs, ["variable-renaming", "reorder-condition"], seed=3))
    requests = list(robustness.requests(bugs, mutants, k=4))
    in_diffs = list(loaded_model(f"{SCRIPT}:template").repair(requests, 4))
    assert {answer.model for answer in in_diffs} == {"template-in-diffs"}
    told = [each.text for answer in in_diffs for each in answer.candidates]
    assert told
    assert all("```diff\n--- a\n+++ b\n@@ " in text for text in told)

    def statuses(answers: object) -> list[tuple[str, int | None]]:
        judged = robustness.judge(bugs, mutants, answers, robustness.Exact(k=4))
        return [(row.status, row.first_hit) for row in judged]

    plain = statuses(TemplateModel().repair(requests, 4))
    assert statuses(in_diffs) == plain
    assert {status for status, _ in plain} >= {"hit", "miss"}


def test_a_memory_needs_its_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("EQUIMORPH_MEMORY", raising=False)
    with pytest.raises(CannotRun, match="EQUIMORPH_MEMORY"):
        loaded_model(f"{SCRIPT}:memory")
    monkeypatch.setenv("EQUIMORPH_MEMORY", str(tmp_path))
    with pytest.raises(CannotRun, match=r"memory\.json"):
        loaded_model(f"{SCRIPT}:memory")
