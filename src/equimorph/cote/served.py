"""Generators by their names, and the process that serves one: `python -m equimorph.cote.served GENERATOR [SECONDS]`."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import cast

from equimorph.cote.errors import GeneratorError
from equimorph.cote.outputs import Generator, endpoint_of
from equimorph.models import CannotRun, CommandModel, Endpoint, loaded_object, serving
from equimorph.runs.hashes import file_hash, files_hash

_MODULE = "equimorph.cote.served"


def named_generator(name: str) -> Endpoint:
    """Return a generator by its name, in this process.

    Args:
        name: The folder that `equimorph cote train` wrote; ``jopy`` or ``j2py``, translators of wheels; ``package.module:name`` or
            ``file.py:name``, a function from a text to a program, or an object of `equimorph.models`.

    Raises:
        GeneratorError: the generator does not exist or is damaged.
        ModuleNotFoundError: it needs a package that is not installed.
    """
    if Path(name).is_dir():
        from equimorph.cote.generators import load_generator  # torch, where the folder needs it

        return endpoint_of(load_generator(Path(name)))
    if ":" not in name:
        from equimorph.cote.translators import named_translator

        return endpoint_of(named_translator(name))
    try:
        value = loaded_object(name)
        return endpoint_of(cast("Generator", value() if isinstance(value, type) else value))
    except CannotRun as error:
        raise GeneratorError(str(error)) from error


def served_generator(
    name: str, timeout: float, start_timeout: float | None = None, given_name: str | None = None
) -> CommandModel:
    """Return a generator by its name, in a process of its own; what it is made of identifies it in manifests.

    Args:
        name: see `named_generator`.
        timeout, start_timeout, given_name: see `equimorph.models.serving.served_model`.
    """
    shown = f"{name} {_content(name)}".rstrip()
    return serving.served_model(_MODULE, name, timeout, start_timeout, given_name, shown)


def _content(name: str) -> str:
    """Return the hash of a folder's files, or of a file of Python, or the version of a wheel; "" of a module."""
    place = Path(name.rpartition(":")[0] or name)
    if place.is_dir():
        return files_hash((path.name, path) for path in sorted(place.iterdir()) if path.is_file())
    if place.is_file():
        return file_hash(place)
    wheel = {"jopy": "jopy", "j2py": "j2py-converter"}.get(name, "")
    try:
        return version(wheel) if wheel else ""
    except PackageNotFoundError:
        return ""


if __name__ == "__main__":
    serving.main(named_generator)
