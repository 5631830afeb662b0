"""Models by name: a Python object, or a folder with a trained model. Nothing is fetched, and no pickle is read."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from equimorph.models import CannotRun, loaded_object
from equimorph.runs.hashes import file_hash, files_hash
from equimorph.search.errors import SearchError
from equimorph.search.outputs import NamedModel, TextModel, named

__all__ = ["load_model"]


def load_model(spec: str, device: str | None = None) -> NamedModel:
    """Return the model that a text names.

    Args:
        spec: Place of a callable texts -> outputs, ``package.module:name`` or ``path/to/file.py:name``, or of a class
            of callables that takes no arguments; or a folder: an encoder that `equimorph codescore train` wrote, or a
            Hugging Face model in safetensors.
        device: Device for torch, for a folder; None for a GPU if one is available.

    Raises:
        SearchError: the object or folder does not exist, or it is no model.
        ModuleNotFoundError: a folder needs a package that is not installed.
    """
    folder = Path(spec)
    if folder.is_dir():
        from equimorph.search.encoders import encoder_of

        return NamedModel(encoder_of(folder, device), folder.resolve().name, _folder_identity(folder))
    try:
        found = loaded_object(spec)
        if isinstance(found, type):
            found = found()
    except CannotRun as error:
        raise SearchError(f"{spec}: neither a folder, nor {_reason(error, spec)}") from error
    except Exception as error:  # whatever its constructor raises
        raise SearchError(f"{spec}: {type(error).__name__}: {error}") from error
    made = named(cast("TextModel | NamedModel", found), spec.rpartition(":")[2])
    own = [made.identity] if made.identity != made.name else []
    return NamedModel(made.model, made.name, "|".join([spec, _source_identity(spec), *own]))


def _reason(error: CannotRun, spec: str) -> str:
    text = str(error)
    return "MODULE:NAME or FILE.py:NAME" if text.startswith(repr(spec)) else f"an object: {text}"


def _source_identity(spec: str) -> str:
    """Return the hash of the file that an object is from; "" where it has none. What else it depends on is not known."""
    where = spec.rpartition(":")[0]
    place = where if where.endswith(".py") else getattr(sys.modules.get(where), "__file__", None)
    if place is None or not Path(place).is_file():
        return ""
    return file_hash(Path(place))


def _folder_identity(folder: Path) -> str:
    return files_hash((path.relative_to(folder).as_posix(), path) for path in _files(folder))


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())
