"""CodeScore-R: a learnt metric of generated code, on sketches, trained with contrastive pairs (paper 004).

The names of this package need the extra ``models`` and are imported when they are used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from equimorph.codescore.errors import CodeScoreError, DeadVector, NoCompiler
from equimorph.runs.extras import module

if TYPE_CHECKING:
    from equimorph.codescore.gate import Gate
    from equimorph.codescore.model import CodeScore, Score
    from equimorph.codescore.options import TrainOptions
    from equimorph.codescore.scoring import scored
    from equimorph.codescore.training import Trained, train

__all__ = [
    "CodeScore",
    "CodeScoreError",
    "DeadVector",
    "Gate",
    "NoCompiler",
    "Score",
    "TrainOptions",
    "Trained",
    "scored",
    "train",
]

_HOME = {
    "CodeScore": "model",
    "Gate": "gate",
    "Score": "model",
    "TrainOptions": "options",
    "Trained": "training",
    "scored": "scoring",
    "train": "training",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - of any name
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module("torch")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
