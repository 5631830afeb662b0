"""Models by their names, and the process that serves one: `python -m equimorph.robustness.served MODEL [SECONDS]`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from equimorph.models import Endpoint, loaded_model, object_model, serving

BASELINES = ("template", "memory", "copy")
"""Names of the built-in models."""


def named_model(name: str) -> Endpoint:
    """Return a model by its name, in this process.

    Args:
        name: Name of a built-in model, such as ``template`` or ``memory:FOLDER``; or ``package.module:name`` or
            ``file.py:name``.

    Raises:
        MutationError: the model does not exist, or it cannot be loaded.
    """
    head, colon, path = name.partition(":")
    if head in BASELINES:
        from equimorph.robustness.baselines import baseline  # only where one is asked for

        return object_model(baseline(head, path=Path(path) if colon else None))
    return loaded_model(name)


served_model = partial(serving.served_model, "equimorph.robustness.served")
"""Returns a model by its name, in a process of its own; as `equimorph.models.serving.served_model`."""

if __name__ == "__main__":
    serving.main(named_model)
