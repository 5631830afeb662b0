"""Many rows: in parts, by workers that may crash or hang, on one machine or on many."""

from __future__ import annotations

from equimorph.bulk.engines import Engine, dask_engine, in_order, local_engine
from equimorph.bulk.inputs import Files, Lines, Plan, Source, Table
from equimorph.bulk.job import BulkError, Failure, Job, Part, PartDone, Record
from equimorph.bulk.parts import run_part
from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.bulk.run import Run, Totals, opened
from equimorph.bulk.work import MUTATE, mutant_columns, mutate_options
from equimorph.bulk.workers import Workers

__all__ = [
    "MUTATE",
    "SILENT",
    "BulkError",
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
