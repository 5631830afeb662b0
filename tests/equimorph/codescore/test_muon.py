"""The optimizer of the encoder's matrices, against torch's own and against what it promises."""

from __future__ import annotations

import pytest
import torch

from equimorph.codescore.muon import Muon, orthogonal


@pytest.mark.parametrize(("rows", "columns"), [(16, 16), (32, 8), (8, 32), (128, 128), (512, 128)])
def test_a_step_is_nearly_orthogonal_in_the_directions_of_the_gradient(rows: int, columns: int) -> None:
    torch.manual_seed(1)
    matrix = torch.randn(rows, columns) * 1e-3
    found = orthogonal(matrix)
    left, sizes, right = torch.linalg.svd(matrix, full_matrices=False)
    turned = left.T @ found @ right.T
    # The directions stay; their sizes become about 1, but for those that were tiny beside the largest.
    assert torch.allclose(turned, torch.diag(turned.diagonal()), atol=1e-3)
    wanted = turned.diagonal()[sizes > 0.05 * sizes.norm()]
    assert len(wanted)
    assert wanted.min() > 0.6
    assert wanted.max() < 1.25


def test_nothing_moves_without_a_gradient() -> None:
    assert not orthogonal(torch.zeros(4, 3)).any()
    weight = torch.nn.Parameter(torch.ones(4, 3))
    Muon([weight], lr=0.1).step()
    assert torch.equal(weight.detach(), torch.ones(4, 3))


@pytest.mark.skipif(not hasattr(torch.optim, "Muon"), reason="torch has Muon from 2.9 on")
@pytest.mark.parametrize(("rows", "columns"), [(24, 24), (48, 12), (12, 48)])
def test_steps_are_those_of_torch(rows: int, columns: int) -> None:
    torch.manual_seed(2)
    start = torch.randn(rows, columns)
    ours, theirs = (torch.nn.Parameter(start.clone()) for _ in range(2))
    pairs = [
        (ours, Muon([ours], lr=0.02, weight_decay=0.1)),
        (theirs, torch.optim.Muon([theirs], lr=0.02, weight_decay=0.1)),
    ]
    for _ in range(5):
        gradient = torch.randn(rows, columns)  # another direction each time, so momentum matters
        for weight, optimizer in pairs:
            weight.grad = gradient.clone()
            optimizer.step()
    # torch computes steps in bfloat16, with 8 bits.
    assert (ours - theirs).abs().max() < 0.02 * (ours - start).abs().max()
    assert (ours - start).abs().max() > 0.02
