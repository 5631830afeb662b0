"""The losses: the worked values of the paper's equation 3, and independent doubles in plain Python."""

from __future__ import annotations

import math
from random import Random

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.codescore.loss import TEMPERATURE, contrastive_loss, contrastive_loss_of, masked_loss  # noqa: E402

Vectors = list[list[float]]


def cosine(left: list[float], right: list[float]) -> float:
    dot = math.fsum(a * b for a, b in zip(left, right, strict=True))
    return dot / math.sqrt(math.fsum(a * a for a in left) * math.fsum(b * b for b in right))


def plain(anchors: Vectors, positives: Vectors, negatives: Vectors, tau: float) -> float:
    """Equation 3, term by term."""
    total = 0.0
    for i, anchor in enumerate(anchors):
        above = math.exp(cosine(anchor, positives[i]) / tau)
        below = 0.0
        for j in range(len(anchors)):
            below += math.exp(cosine(anchor, positives[j]) / tau)
            below += math.exp(cosine(anchor, negatives[j]) / tau)
        total += -math.log(above / below)
    return total / len(anchors)


@pytest.mark.parametrize(("tau", "expected"), [(1.0, 0.988326), (0.05, 0.002477)])
def test_a_batch_of_two_has_the_worked_value(tau: float, expected: float) -> None:
    positive = torch.tensor([[0.9, 0.2], [0.2, 0.9]], dtype=torch.float64)
    negative = torch.tensor([[0.6, 0.1], [0.1, 0.6]], dtype=torch.float64)
    assert float(contrastive_loss_of(positive, negative, tau)) == pytest.approx(expected, abs=5e-7)


def test_tau_is_a_twentieth() -> None:
    assert TEMPERATURE == 0.05


@pytest.mark.parametrize("seed", range(8))
def test_the_loss_of_vectors_is_equation_3(seed: int) -> None:
    rng = Random(seed)
    size = rng.randint(1, 6)
    sides = [[[rng.uniform(-1, 2) for _ in range(5)] for _ in range(size)] for _ in range(3)]
    tau = rng.choice((0.05, 0.3, 1.0))
    tensors = [torch.tensor(side, dtype=torch.float64) for side in sides]
    assert float(contrastive_loss(*tensors, tau)) == pytest.approx(plain(*sides, tau), rel=1e-9)


def test_each_text_has_the_positives_and_negatives_of_all_others_in_its_denominator() -> None:
    """One text alone has two terms, of which one is its own: another text's negative raises the loss."""
    anchors = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    far = torch.tensor([[0.0, 1.0], [0.0, -1.0]])
    near = torch.tensor([[0.0, 1.0], [1.0, 0.0]])  # the second text's negative is the first one's anchor
    assert contrastive_loss(anchors, anchors, near, 1.0) > contrastive_loss(anchors, anchors, far, 1.0) + 0.1


def test_the_masked_loss_is_a_sum_over_tokens() -> None:
    scores = [[1.0, 2.0, 0.5], [0.0, -1.0, 3.0]]
    targets = [1, 0]
    expected = -math.fsum(
        row[at] - math.log(math.fsum(map(math.exp, row))) for row, at in zip(scores, targets, strict=True)
    )
    found = masked_loss(torch.tensor(scores, dtype=torch.float64), torch.tensor(targets))
    assert float(found) == pytest.approx(expected, rel=1e-12)
