"""Muon, an optimizer for weight matrices (K. Jordan and others, 2024): all directions of a step are equally long.

An encoder that starts from nothing needs a third of the steps that AdamW takes. `torch.optim.Muon` is the same, but computes in
bfloat16, which takes several times as long on a CPU, and is missing in torch before 2.9.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor

_COEFFICIENTS = (3.4445, -4.7750, 2.0315)
"""Of the odd polynomial that moves all singular values towards 1."""
_ROUNDS = 5
_TINY = 1e-7


class Muon(torch.optim.Optimizer):
    """Momentum of which each step is made orthogonal.

    Args:
        matrices: weights with two dimensions.
        lr: the rate: about the largest singular value of a step.
        momentum: how much of the steps before stays.
        weight_decay: the share of the weights that a step of rate 1 takes away.
    """

    def __init__(
        self, matrices: Iterable[Tensor], lr: float, momentum: float = 0.95, weight_decay: float = 0.01
    ) -> None:
        super().__init__(matrices, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]  # noqa: ANN401 - of torch
        """Change the weights by their gradients.

        Args:
            closure: none; torch's optimizers may have one.
        """
        for group in self.param_groups:
            for weight in group["params"]:
                if weight.grad is not None:
                    self._change(weight, weight.grad, group)

    def _change(self, weight: Tensor, gradient: Tensor, group: dict[str, Any]) -> None:
        state = self.state[weight]
        if not state:
            state["mean"] = torch.zeros_like(weight)
        mean: Tensor = state["mean"].lerp_(gradient, 1 - group["momentum"])
        # Nesterov's: the gradient moves the mean once more.
        step = orthogonal(gradient.lerp(mean, group["momentum"]))
        rows, columns = weight.shape
        weight.mul_(1 - group["lr"] * group["weight_decay"])
        weight.add_(step, alpha=-group["lr"] * max(1.0, rows / columns) ** 0.5)


def orthogonal(matrix: Tensor) -> Tensor:
    """Return nearly the closest orthogonal matrix, with singular values between 0.6 and 1.2 where they are not tiny.

    Five rounds of a Newton-Schulz iteration.

    Args:
        matrix: rows x columns.
    """
    rows, columns = matrix.shape
    wide = matrix if rows <= columns else matrix.T
    result: Tensor = wide / (wide.norm() + _TINY)
    first, third, fifth = _COEFFICIENTS
    for _ in range(_ROUNDS):
        square = result @ result.T
        result = first * result + (third * square + fifth * square @ square) @ result
    return result if rows <= columns else result.T
