"""The vectors of texts, against sums by hand."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.codescore.pooling import VECTORS, Vector, places_of, pooled  # noqa: E402

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


def test_the_last_layer_computes_only_what_is_wanted_and_the_same() -> None:
    from equimorph.codescore.encoder import Encoder, EncoderSize

    torch.manual_seed(1)
    encoder = Encoder(EncoderSize(50, width=16, heads=2)).eval()
    numbers = torch.randint(0, 50, (3, 9))
    mask = torch.arange(9)[None, :] < torch.tensor([9, 4, 6])[:, None]
    whole = encoder(numbers, mask)
    for vector in VECTORS:
        found = pooled(encoder(numbers, mask, places_of(numbers, vector)), mask, vector)
        assert torch.allclose(found, pooled(whole, mask, vector), atol=1e-6)
    places = torch.tensor([[2, 5], [3, 0], [1, 1]])
    wanted = encoder(numbers, mask, places)[-1]
    assert wanted.shape == (3, 2, 16)
    assert torch.allclose(wanted[1, 0], whole[-1][1, 3], atol=1e-6)


def test_what_fills_a_text_up_changes_nothing() -> None:
    from equimorph.codescore.encoder import Encoder, EncoderSize

    torch.manual_seed(1)
    encoder = Encoder(EncoderSize(50, width=16, heads=2)).eval()
    text = torch.randint(0, 50, (1, 5))
    alone = encoder(text, torch.ones(1, 5, dtype=torch.bool))[-1]
    longer = torch.cat([text, torch.randint(0, 50, (1, 3))], dim=1)
    filled = encoder(longer, torch.tensor([[True] * 5 + [False] * 3]))[-1]
    assert torch.allclose(alone, filled[:, :5], atol=1e-6)
