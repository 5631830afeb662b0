"""A Python object as a model, in a process of its own: `python -m equimorph.models.served MODULE:NAME [SECONDS]`."""

from __future__ import annotations

from functools import partial

from equimorph.models import serving
from equimorph.models.callables import loaded_model

served_object = partial(serving.served_model, "equimorph.models.served")
"""Returns the model of ``package.module:name`` or ``file.py:name``; as `equimorph.models.serving.served_model`."""

if __name__ == "__main__":
    serving.main(loaded_model)
