"""What can go wrong with CodeScore-R, beside what any part reports."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from mutators import MutationError

__all__ = ["CodeScoreError", "DeadVector", "NoCompiler", "module"]


class CodeScoreError(MutationError):
    """A model, an option or an input of CodeScore-R cannot be used."""


class DeadVector(CodeScoreError):
    """The vector of a text is zero everywhere, so that it has no cosine."""


class NoCompiler(CodeScoreError):
    """There is no compiler that says whether a candidate compiles."""


def module(name: str) -> Any:  # noqa: ANN401 - a module of another project
    """Return a module of the extra ``models``, imported when it is asked for.

    Raises:
        ModuleNotFoundError: it is not installed; names what to install.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        root = name.partition(".")[0]
        if error.name is not None and error.name.partition(".")[0] != root:
            raise
        extra = "transformers" if root == "transformers" else "equimorph[models]"
        raise ModuleNotFoundError(f"{root} is not installed: pip install '{extra}'", name=root) from error
