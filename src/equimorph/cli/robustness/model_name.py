"""The option that names a repair model, and the model that the options name."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from equimorph.cli.arguments import Known
from equimorph.cli.commands import Panel
from equimorph.cli.model_options import ModelOptions
from equimorph.robustness.served import BASELINES, served_model

__all__ = ["ModelName", "is_built_in", "model_options"]

_BASELINES = Known("model", lambda: BASELINES)


def _known(name: str | None) -> str | None:
    """Return the name of a model, if it is that of a built-in one, or of a Python object."""
    if name is None or (":" in name and not name.startswith(":") and not name.endswith(":")):
        return name
    return _BASELINES.check(name)


ModelName = Annotated[
    str | None,
    typer.Option(
        help="A built-in model (template, copy, memory:FOLDER), or a Python object: MODULE:NAME or FILE.py:NAME.",
        show_default=False,
        callback=_known,
        autocompletion=_BASELINES.complete,
        rich_help_panel=Panel.INPUT,
    ),
]

model_options = partial(ModelOptions, served_model)
"""Returns the model that the options name, as of `ModelOptions`."""


def is_built_in(name: str) -> bool:
    """Return whether a name is that of a model that needs no weights."""
    return name.partition(":")[0] in BASELINES
