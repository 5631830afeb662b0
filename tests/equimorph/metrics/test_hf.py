"""The metrics as a module of `evaluate`, loaded as its documentation says: https://huggingface.co/docs/evaluate/creating_and_sharing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from equimorph.metrics import MetricError, corpus, hf

pytest.importorskip("evaluate", reason="needs the package evaluate")

Module: TypeAlias = Any
SAME = "int f(int a) { return a + 1; }"
OTHER = "int f(int a) { return a - 2; }"


@pytest.fixture(scope="module")
def metric(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Module]:
    """The module, loaded offline into caches of its own."""
    with pytest.MonkeyPatch.context() as patch:
        import evaluate

        folder: Path = tmp_path_factory.mktemp("cache")
        patch.setattr("evaluate.config.HF_EVALUATE_OFFLINE", True)
        patch.setattr("evaluate.config.HF_MODULES_CACHE", str(folder / "modules"))
        yield evaluate.load(hf.PATH, cache_dir=str(folder))


def test_scores_are_those_of_the_corpus(metric: Module) -> None:
    found = metric.compute(
        predictions=[SAME, OTHER],
        references=[SAME, SAME],
        language="java",
        metrics=["bleu", "codebleu", "ed"],
    )
    pairs = [(SAME, SAME), (OTHER, SAME)]
    expected = {name: corpus(name, pairs, "java").value for name in ("bleu", "codebleu", "ed")}
    assert found == {**expected, "pairs": 2, "undefined": {"bleu": 0, "codebleu": 0, "ed": 0}}
    assert 0 < found["bleu"] < 1


def test_samples_without_a_score_are_counted(metric: Module) -> None:
    found = metric.compute(
        predictions=["return;"], references=["return;"], language="java", metrics="dataflow-match"
    )
    assert found == {"dataflow-match": None, "pairs": 1, "undefined": {"dataflow-match": 1}}


def test_options_reach_the_metrics_that_have_them(metric: Module) -> None:
    one = {"predictions": ["a+b"], "references": ["a + b"], "language": "java", "metrics": ["ed"]}
    assert metric.compute(**one)["ed"] == 1
    assert metric.compute(**one, tokens="split")["ed"] < 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "language is one of .*java.*python.*, not None"),
        ({"language": "cobol"}, "language is one of .*java.*python.*, not 'cobol'"),
        ({"language": "java", "metrics": ["blue"]}, "no metric 'blue'"),
        ({"language": "java", "metrics": []}, "no metric is asked for"),
        ({"language": "java", "smoothing": 1}, "no option 'smoothing'"),
    ],
)
def test_wrong_arguments_are_errors(metric: Module, given: dict[str, Any], message: str) -> None:
    with pytest.raises(MetricError, match=message):
        metric.compute(predictions=["a"], references=["a"], **given)
    assert metric.compute(predictions=["b"], references=["b"], language="java")["pairs"] == 1
