"""Packages of the extra ``metrics``, imported when a metric needs one."""

from __future__ import annotations

import importlib
from typing import Any

from equimorph.runs.extras import MissingPackage


def needed(module: str, metric: str) -> Any:  # noqa: ANN401 - any module
    """Return a module of the extra.

    Raises:
        MissingPackage: it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0].replace("_", "-")
        raise MissingPackage(
            f"{metric} needs {package}: pip install 'equimorph[metrics]'", name=error.name
        ) from error
