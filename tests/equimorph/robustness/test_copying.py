"""The model `copy`, and baselines by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimorph.models import Answer, Candidate, Request
from equimorph.robustness.baselines import baseline
from mutators import MutationError

TEXTS = ["int f() { return 1; }", "no Java {{{", "", "\r\n\tä \U0001f600"]


def test_each_text_is_answered_as_it_is() -> None:
    requests = [Request(str(at), text, (1,)) for at, text in enumerate(TEXTS)]
    answers = list(baseline("copy").repair(requests, 5))
    assert answers == [Answer(str(at), "copy", (Candidate(text),)) for at, text in enumerate(TEXTS)]


@pytest.mark.parametrize("name", ["copy", "template"])
def test_a_baseline_has_its_name_and_answers_in_order(name: str) -> None:
    model = baseline(name)
    assert model.name == name
    requests = [Request(str(at), "int f(int a) {\n  return a < 1;\n}", (2,)) for at in range(3)]
    answers = list(model.repair(iter(requests), 1))
    assert [(answer.id, answer.model, len(answer.candidates)) for answer in answers] == [
        ("0", name, 1),
        ("1", name, 1),
        ("2", name, 1),
    ]


def test_a_wrong_name_is_reported_with_the_known_ones() -> None:
    with pytest.raises(MutationError, match=r"^no model 'gpt'; there are: .*\bcopy\b.*\btemplate\b"):
        baseline("gpt")


@pytest.mark.parametrize("name", ["copy", "template"])
def test_a_file_for_a_model_that_reads_none_is_reported(name: str) -> None:
    with pytest.raises(MutationError, match=f"^the model '{name}' reads no file, so not 'model' either$"):
        baseline(name, path=Path("model"))
