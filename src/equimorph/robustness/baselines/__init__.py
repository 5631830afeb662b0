"""Models without weights, with which the whole chain can be tried: what they repair says nothing about a repair model."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path

from equimorph.models import Model
from equimorph.robustness.baselines.copying import CopyModel
from equimorph.robustness.baselines.memory import Memory
from equimorph.robustness.baselines.template import TemplateModel
from mutators import MutationError

__all__ = ["CopyModel", "Memory", "TemplateModel", "baseline"]


def baseline(name: str, *, path: str | PathLike[str] | None = None) -> Model:
    """Return a model by its name.

    Args:
        name: "copy", "memory" or "template".
        path: Path of the file or folder that the model reads; None for one that reads none.

    Raises:
        MutationError: the model does not exist, it reads no file, or it needs one.
        OSError: the file or folder cannot be read.
    """
    make = _BASELINES.get(name)
    if make is None:
        raise MutationError(f"no model {name!r}; there are: {', '.join(_BASELINES)}")
    return make(None if path is None else Path(path))


def _copy(path: Path | None) -> Model:
    return CopyModel() if path is None else _reads_nothing(CopyModel.name, path)


def _memory(path: Path | None) -> Model:
    if path is None:
        raise MutationError(
            f"the model {Memory.name!r} needs the folder that `robustness train` wrote: {Memory.name}:FOLDER"
        )
    return Memory(path)


def _template(path: Path | None) -> Model:
    return TemplateModel() if path is None else _reads_nothing(TemplateModel.name, path)


def _reads_nothing(name: str, path: Path) -> Model:
    raise MutationError(f"the model {name!r} reads no file, so not {str(path)!r} either")


_BASELINES: dict[str, Callable[[Path | None], Model]] = {
    "copy": _copy,
    "memory": _memory,
    "template": _template,
}
