"""Models by their names, and the process that serves one: `python -m equimorph.robustness.served MODEL [SECONDS]`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from equimorph.models import CommandModel, Endpoint, loaded_model, object_model, serve
from equimorph.models.exchange import SECONDS
from mutators import MutationError

__all__ = ["BASELINES", "main", "named_model", "served_model"]

BASELINES = ("template", "memory", "copy")
"""Names of the built-in models."""
_CANNOT_RUN = 126
_SPARE_SECONDS = 5.0


def named_model(name: str) -> Endpoint:
    """Return a model by its name, in this process.

    Args:
        name: that of a built-in model, such as ``template`` or ``memory:FOLDER``; or ``package.module:name`` or ``file.py:name``.

    Raises:
        MutationError: there is no such model, or it cannot be loaded.
    """
    head, colon, path = name.partition(":")
    if head in BASELINES:
        from equimorph.robustness.baselines import baseline  # only where one is asked for

        return object_model(baseline(head, path=Path(path) if colon else None))
    return loaded_model(name)


def served_model(
    name: str, timeout: float, start_timeout: float | None = None, given_name: str | None = None
) -> CommandModel:
    """Return a model by its name, in a process of its own, so that it may crash, hang, and run several times at once.

    Args:
        name: as of `named_model`.
        timeout, start_timeout, given_name: as of `CommandModel`; to start, it has a minute at least.
    """
    # A module is found there as here; the folder in which the command runs comes when the model is loaded.
    paths = [os.path.abspath(path) for path in sys.path if path]  # noqa: PTH100 - need not be resolved
    limit = timeout + _SPARE_SECONDS
    return CommandModel(
        (sys.executable, "-P", "-m", __name__, name, str(limit)),
        timeout,
        max(timeout, SECONDS) if start_timeout is None else start_timeout,
        given_name,
        shown=name,
        environment={"PYTHONPATH": os.pathsep.join(paths)},
    )


def main() -> None:
    """Serve the model that the arguments name."""
    name, *limit = sys.argv[1:]
    try:
        model = named_model(name)
    except MutationError as error:
        print(error, file=sys.stderr)
        sys.exit(_CANNOT_RUN)
    serve(model, limit=float(limit[0]) if limit else None)


if __name__ == "__main__":
    main()
