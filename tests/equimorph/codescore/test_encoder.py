"""The encoder: it sees distances, not positions, and neighbours; what fills a text up changes nothing."""

from __future__ import annotations

import torch

from equimorph.codescore.encoder import Encoder, EncoderSize

TOKENS = [7, 11, 13, 17, 19, 23, 29, 31]


def encoder() -> Encoder:
    torch.manual_seed(3)
    return Encoder(EncoderSize(50, width=16, heads=2)).eval()


def states(numbers: list[int], hidden: int = 0) -> torch.Tensor:
    """The last layer of one text, of which the first tokens are hidden."""
    mask = torch.ones(1, len(numbers), dtype=torch.bool)
    mask[:, :hidden] = False
    with torch.no_grad():
        return encoder()(torch.tensor([numbers]), mask)[-1][0, hidden:]


def test_a_text_further_back_is_the_same_text() -> None:
    alone = states(TOKENS)
    for shift in (1, 5, 40):
        assert torch.allclose(states([1] * shift + TOKENS, shift), alone, atol=1e-5)


def test_the_order_of_tokens_is_seen() -> None:
    turned = [*TOKENS[:2], TOKENS[3], TOKENS[2], *TOKENS[4:]]
    assert not torch.allclose(states(turned)[0], states(TOKENS)[0], atol=1e-4)
    assert not torch.allclose(states(turned)[-1], states(TOKENS)[-1], atol=1e-4)


def test_a_neighbour_is_seen_without_attention() -> None:
    one = encoder()
    for layer in one.layers:
        torch.nn.init.zeros_(layer.out.weight)  # type: ignore[union-attr]
    mask = torch.ones(1, len(TOKENS), dtype=torch.bool)
    with torch.no_grad():
        before = one(torch.tensor([TOKENS]), mask)[-1][0]
        after = one(torch.tensor([[*TOKENS[:4], 41, *TOKENS[5:]]]), mask)[-1][0]
    changed = [not torch.allclose(x, y, atol=1e-6) for x, y in zip(before, after, strict=True)]
    assert changed == [False, True, True, True, True, True, True, True]
