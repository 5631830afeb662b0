"""Leakage: which bugs of a benchmark are in a model's training data, word for word or as a clone."""

from __future__ import annotations

from equimorph.leakage.benchmarks import read_benchmark
from equimorph.leakage.finding import (
    FindOptions,
    Leak,
    Leaks,
    Summary,
    Training,
    find,
    summarise,
    write_leaks,
)
from equimorph.leakage.forms import form
from equimorph.leakage.normalising import normalise
from equimorph.leakage.pv import pv
from equimorph.leakage.samples import Item, Sample
from equimorph.leakage.training import read_training

__all__ = [
    "FindOptions",
    "Item",
    "Leak",
    "Leaks",
    "Sample",
    "Summary",
    "Training",
    "find",
    "form",
    "normalise",
    "pv",
    "read_benchmark",
    "read_training",
    "summarise",
    "write_leaks",
]
