"""Translators of wheels that run offline: Python to Java by `jopy`, Java to Python by `j2py`."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from equimorph.cote.errors import GeneratorError

__all__ = ["TRANSLATORS", "named_translator"]

_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+(\w+)")


def _jopy() -> Callable[[str], str]:
    """Return the translator of the wheel `jopy`: a module of Python becomes a class of Java."""
    package = _package("jopy", "pip install jopy")

    def translate(text: str) -> str:
        return str(package.translate(text, filename="main.py").java)

    return translate


def _j2py() -> Callable[[str], str]:
    """Return the translator of the wheel `j2py-converter`, by its rules alone: it would ask a model of the network otherwise."""
    install = "pip install --no-deps j2py-converter, and pip install networkx tenacity diskcache pydantic"
    pipeline = _package("j2py.pipeline", install)
    loader = _package("j2py.config.loader", install)

    def translate(text: str) -> str:
        with tempfile.TemporaryDirectory(prefix="equimorph.") as folder:
            path = Path(folder, f"{_class_of(text)}.java")
            path.write_text(text, encoding="utf-8")
            translation = pipeline.translate_file(
                path, cfg=loader.TranslationConfig(), use_llm=False, validate=False
            )
        return str(translation.python_source)

    return translate


TRANSLATORS: dict[str, Callable[[], Callable[[str], str]]] = {"jopy": _jopy, "j2py": _j2py}
"""By name, what loads a translator."""


def named_translator(name: str) -> Callable[[str], str]:
    """Return a translator of a wheel.

    Raises:
        GeneratorError: no translator has that name, or its wheel is not installed.
    """
    if name not in TRANSLATORS:
        choices = (
            f"{', '.join(TRANSLATORS)}, a folder that `equimorph cote train` wrote, MODULE:NAME, FILE.py:NAME"
        )
        raise GeneratorError(f"no generator {name!r}; there are: {choices}")
    translate = TRANSLATORS[name]()
    translate.__name__ = name
    return translate


def _package(name: str, install: str) -> Any:  # noqa: ANN401 - optional
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise GeneratorError(
            f"the translator {name.partition('.')[0]} is not installed: {install}"
        ) from error


def _class_of(text: str) -> str:
    """Return the name of the first type that a text of Java declares, which its file is called by."""
    match = _TYPE.search(text)
    return match[1] if match else "Main"
