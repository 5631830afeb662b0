"""The vectors of texts, against sums by hand."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.codescore.pooling import VECTORS, Vector, pooled  # noqa: E402

FIRST = torch.tensor([[[1.0, -1.0], [3.0, 5.0], [100.0, 100.0]]])
LAST = torch.tensor([[[2.0, -4.0], [4.0, 8.0], [900.0, 900.0]]])
MASK = torch.tensor([[True, True, False]])


@pytest.mark.parametrize(
    ("vector", "expected"),
    [
        ("cls-relu", [2.0, 0.0]),
        ("cls", [2.0, -4.0]),
        ("last-avg", [3.0, 2.0]),
        ("first-last-avg", [2.5, 2.0]),
    ],
)
def test_a_vector_leaves_out_what_fills_a_text_up(vector: Vector, expected: list[float]) -> None:
    assert pooled([FIRST, LAST], MASK, vector)[0].tolist() == expected


def test_the_first_one_is_the_default() -> None:
    assert VECTORS[0] == "cls-relu"
    assert torch.equal(pooled([FIRST, LAST], MASK), pooled([FIRST, LAST], MASK, "cls-relu"))
