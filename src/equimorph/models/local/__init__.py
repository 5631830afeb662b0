"""Local models: a language model of Hugging Face in a folder, asked in batches; needs the extra ``hf``."""

from __future__ import annotations

from equimorph.models.local.model import Local
from equimorph.models.local.options import LocalOptions

__all__ = ["Local", "LocalOptions"]
