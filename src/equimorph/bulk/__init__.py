"""Processing of many rows in parts, by workers that may crash or hang, on one or several machines."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from equimorph.bulk.engines import Engine, dask_engine, in_order, local_engine
    from equimorph.bulk.inputs import Files, Lines, Plan, Source, Table
    from equimorph.bulk.job import BulkError, CannotWork, Failure, Job, Part, PartDone, Record
    from equimorph.bulk.parts import run_part
    from equimorph.bulk.reporting import SILENT, Reporter
    from equimorph.bulk.run import Run, Totals, opened
    from equimorph.bulk.work import MUTATE, mutant_columns, mutate_options
    from equimorph.bulk.workers import Workers

__all__ = [
    "MUTATE",
    "SILENT",
    "BulkError",
    "CannotWork",
    "Engine",
    "Failure",
    "Files",
    "Job",
    "Lines",
    "Part",
    "PartDone",
    "Plan",
    "Record",
    "Reporter",
    "Run",
    "Source",
    "Table",
    "Totals",
    "Workers",
    "dask_engine",
    "in_order",
    "local_engine",
    "mutant_columns",
    "mutate_options",
    "opened",
    "run_part",
]

_MODULES = ("reporting", "job", "inputs", "parts", "run", "engines", "workers", "work")
"""The modules with these names; each imports some of those before it."""

if not TYPE_CHECKING:  # else each misspelt name had the type `object`

    def __getattr__(name: str) -> object:
        """Return a name of the first module that has it, so that a message on the command line imports no engine."""
        for module in _MODULES if name in __all__ else ():
            place = import_module(f"equimorph.bulk.{module}")
            if hasattr(place, name):
                return getattr(place, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
