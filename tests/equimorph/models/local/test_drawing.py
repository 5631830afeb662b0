"""Draws of tokens."""

from __future__ import annotations

from collections import Counter

import pytest
import torch

from equimorph.models.local.drawing import Distribution, Draws

SCORES = torch.tensor([[0.5, 0.3, 0.0, 0.2]]).log()


@pytest.mark.parametrize(
    ("distribution", "wanted"),
    [
        (Distribution(1.0), [0.5, 0.3, 0, 0.2]),
        (Distribution(0.5), [25 / 38, 9 / 38, 0, 4 / 38]),
        (Distribution(1.0, top_k=2), [5 / 8, 3 / 8, 0, 0]),
        (Distribution(1.0, top_k=9), [0.5, 0.3, 0, 0.2]),
        (Distribution(1.0, top_p=0.7), [5 / 8, 3 / 8, 0, 0]),
        (Distribution(1.0, top_p=0.45), [1, 0, 0, 0]),
        (Distribution(1.0, top_p=0), [1, 0, 0, 0]),
        (Distribution(1.0, top_p=1), [0.5, 0.3, 0, 0.2]),
    ],
)
def test_probabilities(distribution: Distribution, wanted: list[float]) -> None:
    assert distribution.probabilities(SCORES)[0].tolist() == pytest.approx(wanted)


def drawn(scores: torch.Tensor, seeds: list[int]) -> list[int]:
    """The tokens that are left to the rows."""
    rows = Draws(Distribution(1.0), seeds)(torch.tensor([[0]]), scores.expand(len(seeds), -1))
    assert [sum(score == 0 for score in row) for row in rows.tolist()] == [1] * len(seeds)
    return rows.argmax(dim=-1).tolist()


def test_tokens_are_drawn_as_often_as_they_are_probable() -> None:
    counts = Counter(drawn(SCORES, list(range(4000))))
    assert counts[2] == 0  # it has no chance
    for token, chance in ((0, 0.5), (1, 0.3), (3, 0.2)):
        assert counts[token] / 4000 == pytest.approx(chance, abs=0.03)


def test_a_row_is_drawn_by_its_seed_alone() -> None:
    assert drawn(SCORES, [5, 6, 7]) == [drawn(SCORES, [seed])[0] for seed in (5, 6, 7)]
    draws = Draws(Distribution(1.0), [5])
    steps = [int(draws(torch.tensor([[0]]), SCORES).argmax()) for _ in range(40)]
    assert len(set(steps)) == 3  # each step draws anew
