"""Checkpoints: weights and moments of a training in one file, written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torch import Tensor, nn, optim

from equimorph.runs.extras import module
from equimorph.runs.whole import whole_file

CHECKPOINT = "checkpoint.safetensors"
_WEIGHTS = "weights"


def save(
    path: Path, network: nn.Module, optimizers: Mapping[str, optim.Optimizer], head: Mapping[str, object]
) -> None:
    """Write a checkpoint.

    Args:
        path: Path of the file.
        network: Network whose weights are kept.
        optimizers: Optimizers whose moments are kept, by their names in the file.
        head: Plain data about the progress of the training.

    Raises:
        OSError: it cannot be written.
    """
    tensors = {f"{_WEIGHTS}.{name}": weight for name, weight in network.state_dict().items()}
    for prefix, optimizer in optimizers.items():
        for number, moments in optimizer.state_dict()["state"].items():
            tensors.update({f"{prefix}.{number}.{name}": moment for name, moment in moments.items()})
    kept = {name: tensor.cpu().contiguous().clone() for name, tensor in tensors.items()}
    data = module("safetensors.torch").save(kept, {"run": json.dumps(head)})
    with whole_file(path) as stream:
        stream.write(data)


def load(
    path: Path, network: nn.Module, optimizers: Mapping[str, optim.Optimizer], damaged: Exception
) -> dict[str, Any] | None:
    """Read a checkpoint into a network and its optimizers; return its head, or None where there is no file.

    Args:
        path, network, optimizers: See `save`.
        damaged: Error to raise if the file is damaged.
    """
    if not path.is_file():
        return None
    head, tensors = _stored(path, damaged)
    weights: dict[str, Tensor] = {}
    moments: dict[str, dict[int, dict[str, Tensor]]] = {prefix: {} for prefix in optimizers}
    for name, tensor in tensors.items():
        kind, _, weight = name.partition(".")
        if kind == _WEIGHTS:
            weights[weight] = tensor
        else:
            prefix, number, moment = name.rsplit(".", 2)
            moments[prefix].setdefault(int(number), {})[moment] = tensor
    network.load_state_dict(weights)
    for prefix, optimizer in optimizers.items():
        groups = optimizer.state_dict()["param_groups"]
        optimizer.load_state_dict({"state": moments[prefix], "param_groups": groups})
    return head


def _stored(path: Path, damaged: Exception) -> tuple[dict[str, Any], dict[str, Tensor]]:
    safetensors = module("safetensors")
    try:
        with safetensors.safe_open(str(path), "pt") as stored:
            names = list(stored.keys())
            return json.loads(stored.metadata()["run"]), {name: stored.get_tensor(name) for name in names}
    except (safetensors.SafetensorError, KeyError, TypeError, ValueError) as error:
        raise damaged from error
