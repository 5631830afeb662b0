"""The metrics as a module of Hugging Face's `evaluate`, which loads it from this folder without a network.

``evaluate.load(equimorph.metrics.hf.PATH)`` has ``compute(predictions=..., references=..., language="java")``.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["PATH"]

PATH = str(Path(__file__).parent)
"""This folder, for `evaluate.load`."""
