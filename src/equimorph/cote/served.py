"""Generators by their names, and the process that serves one: `python -m equimorph.cote.served GENERATOR [SECONDS]`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

from equimorph.cote.errors import GeneratorError
from equimorph.cote.outputs import Generator, endpoint_of
from equimorph.models import CannotRun, Endpoint, loaded_object, serving

__all__ = ["named_generator", "served_generator"]


def named_generator(name: str) -> Endpoint:
    """Return a generator by its name, in this process.

    Args:
        name: the folder that `equimorph cote train` wrote; ``jopy`` or ``j2py``, translators of wheels; ``package.module:name`` or
            ``file.py:name``, a function from a text to a program, or an object of `equimorph.models`.

    Raises:
        GeneratorError: there is no such generator, or it is damaged.
        ModuleNotFoundError: it needs a package that is not installed.
    """
    if Path(name).is_dir():
        from equimorph.cote.generators import load_generator  # torch, where the folder needs it

        return endpoint_of(load_generator(Path(name)))
    if ":" not in name:
        from equimorph.cote.translators import named_translator

        return endpoint_of(named_translator(name))
    try:
        found = loaded_object(name)
        return endpoint_of(cast("Generator", found() if isinstance(found, type) else found))
    except CannotRun as error:
        raise GeneratorError(str(error)) from error


served_generator = partial(serving.served_model, "equimorph.cote.served")
"""Returns a generator by its name, in a process of its own; as `equimorph.models.serving.served_model`."""

if __name__ == "__main__":
    serving.main(named_generator)
