"""Contrastive pairs: an anchor for each method, texts that behave alike, and similar texts that behave differently."""

from __future__ import annotations

from equimorph.contrastive.inputs import Item, items, line_items
from equimorph.contrastive.options import Compiler, Javac, Options, PythonCode
from equimorph.contrastive.output import parquet_schema, write, write_parts
from equimorph.contrastive.sampling import Sampler, pairs
from equimorph.contrastive.schema import COLUMNS, SCHEMA, SPLITS, Sample, Variant, check
from equimorph.contrastive.trainers import SHAPES, Shape
from equimorph.texts.likeness import Seen

__all__ = [
    "COLUMNS",
    "SCHEMA",
    "SHAPES",
    "SPLITS",
    "Compiler",
    "Item",
    "Javac",
    "Options",
    "PythonCode",
    "Sample",
    "Sampler",
    "Seen",
    "Shape",
    "Variant",
    "check",
    "items",
    "line_items",
    "pairs",
    "parquet_schema",
    "write",
    "write_parts",
]
