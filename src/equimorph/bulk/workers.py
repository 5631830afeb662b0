"""The options that change how a run works but never its output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.bulk.engines import Engine, dask_engine, local_engine
from equimorph.bulk.job import SECONDS, Job
from equimorph.version import __version__

__all__ = ["Workers"]


@dataclass(frozen=True)
class Workers:
    """Processes that do rows.

    Attributes:
        jobs: how many processes on this machine.
        timeout: Seconds of processor time for a row; see `Job`.
        memory: MiB of address space of each process; None for no limit.
        scheduler: address of a Dask scheduler whose workers do the parts instead; None for this machine.
    """

    jobs: int = 1
    timeout: float = SECONDS
    memory: int | None = None
    scheduler: str | None = None

    def engine(self) -> Engine:
        """Return the engine for the parts.

        Raises:
            ModuleNotFoundError: Dask is asked for, and not installed.
        """
        return local_engine(self.jobs) if self.scheduler is None else dask_engine(self.scheduler)

    def job(self, work: str, options: Mapping[str, Any], folder: str | PathLike[str]) -> Job:
        """Return the job with these options, whose parts are in a folder."""
        place = str(Path(folder).resolve())
        return Job(work, options, place, str(Path.cwd()), __version__, None, self.timeout, self.memory)
