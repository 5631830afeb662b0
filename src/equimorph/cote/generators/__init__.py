"""Generators that run offline: retrieval of the nearest pair, and a small network that is trained on pairs.

The network needs the extra ``models``, which is imported when a network is trained or loaded.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from equimorph.cote.generators.options import TrainOptions
from equimorph.cote.generators.pairs import Pair, pairs_in, read_pairs
from equimorph.cote.generators.retrieval import Retrieval
from equimorph.cote.generators.training import KINDS, load_generator, train
from equimorph.runs.extras import module

if TYPE_CHECKING:
    from equimorph.cote.generators.seq2seq import Seq2Seq

__all__ = [
    "KINDS",
    "Pair",
    "Retrieval",
    "Seq2Seq",
    "TrainOptions",
    "load_generator",
    "pairs_in",
    "read_pairs",
    "train",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - of any name
    if name != "Seq2Seq":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module("torch")
    return import_module(f"{__name__}.seq2seq").Seq2Seq
