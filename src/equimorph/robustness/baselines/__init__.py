"""Models without weights, with which the whole chain can be tried: what they repair says nothing about a repair model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from equimorph.models import Model
from equimorph.robustness.baselines.copying import CopyModel
from equimorph.robustness.baselines.template import TemplateModel
from mutators import MutationError

__all__ = ["CopyModel", "TemplateModel", "baseline"]


def baseline(name: str, *, path: Path | None = None) -> Model:
    """Return a model by its name.

    Args:
        name: "copy" or "template".
        path: of the file or folder that the model reads; None for one that reads none.

    Raises:
        MutationError: there is no such model, or it reads no file.
    """
    make = _BASELINES.get(name)
    if make is None:
        raise MutationError(f"no model {name!r}; there are: {', '.join(_BASELINES)}")
    return make(path)


def _copy(path: Path | None) -> Model:
    return CopyModel() if path is None else _reads_nothing(CopyModel.name, path)


def _template(path: Path | None) -> Model:
    return TemplateModel() if path is None else _reads_nothing(TemplateModel.name, path)


def _reads_nothing(name: str, path: Path) -> Model:
    raise MutationError(f"the model {name!r} reads no file, so not {str(path)!r} either")


_BASELINES: dict[str, Callable[[Path | None], Model]] = {"copy": _copy, "template": _template}
