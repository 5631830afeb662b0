"""The option that names a repair model, and the model that the options name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from equimorph.cli.known import Known
from equimorph.cli.values import input_file
from equimorph.models.options import ModelOptions, Served
from equimorph.robustness.served import BASELINES, served_model
from equimorph.runs.declared import Option, Panel

_BASELINES = Known("model", lambda: BASELINES)


def _known(name: str) -> None:
    """Check that a name is that of a built-in model, or of a Python object."""
    if ":" not in name.strip(":") or name.startswith(":") or name.endswith(":"):
        _BASELINES.check(name)


@dataclass(frozen=True)
class RepairModel(ModelOptions):
    """The repair model that the options name.

    Attributes:
        model: A built-in model (template, copy, memory:FOLDER), or a Python object: MODULE:NAME or FILE.py:NAME.
    """

    served: Served = served_model
    model: Annotated[str | None, Option(panel=Panel.INPUT, check=_known, suggestions=BASELINES)] = None
    answers: Annotated[Path | None, Option(panel=Panel.INPUT, check=input_file)] = None


def is_built_in(name: str) -> bool:
    """Return whether a name is that of a model that needs no weights."""
    return name.partition(":")[0] in BASELINES
