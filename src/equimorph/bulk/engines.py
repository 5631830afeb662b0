"""Engines: callers of the part function for all parts. The result is the same with every engine."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from queue import SimpleQueue
from typing import Any, Protocol, TypeAlias

from equimorph.bulk.job import BulkError, Job, Part, PartDone
from equimorph.bulk.parts import run_part
from equimorph.bulk.worker import Stopped, Worker
from equimorph.runs.extras import MissingPackage

__all__ = ["Engine", "OnRows", "dask_engine", "in_order", "local_engine"]

OnRows: TypeAlias = Callable[[int], None]
"""A function that is called with the number of rows that are done since the last call."""


def _ignore(count: int) -> None:
    """Show no progress."""


class Engine(Protocol):
    """A function that does parts, and yields what became of each as it is done, in any order."""

    def __call__(
        self, job: Job, parts: Iterable[Part], on_rows: OnRows = _ignore
    ) -> Generator[PartDone, None, None]:
        """Do the parts.

        Args:
            job: Job to do.
            parts: Parts with the rows.
            on_rows: Called in the thread of the caller as rows are done.
        """


def local_engine(jobs: int) -> Engine:
    """Return the engine of processes on this machine, each supervised by a thread.

    All are gone when the iterator is at its end or closed.
    """

    def run(job: Job, parts: Iterable[Part], on_rows: OnRows = _ignore) -> Generator[PartDone, None, None]:
        waiting, lock = iter(parts), threading.Lock()
        results: SimpleQueue[PartDone | BaseException | int | None] = SimpleQueue()
        workers = [Worker(job) for _ in range(jobs)]

        def taken() -> Part | None:
            with lock:
                return next(waiting, None)

        def labour(worker: Worker) -> None:
            try:
                with worker:
                    while (part := taken()) is not None:
                        results.put(run_part(job, part, worker, results.put))
            except Stopped:
                pass  # by the one who no longer listens
            except BaseException as error:  # raised where it is listened to
                results.put(error)
            results.put(None)

        threads = [threading.Thread(target=labour, args=(worker,), daemon=True) for worker in workers]
        for thread in threads:
            thread.start()
        try:
            left = jobs
            while left:
                result = results.get()
                if isinstance(result, BaseException):
                    raise result
                if isinstance(result, int):
                    on_rows(result)
                elif result is None:
                    left -= 1
                else:
                    yield result
        finally:
            for worker in workers:
                worker.stop()
            for thread in threads:
                thread.join()

    return run


def dask_engine(scheduler: str) -> Engine:
    """Return the engine of the workers of a Dask cluster; a part of which the worker dies is done by another one.

    Args:
        scheduler: its address.

    Raises:
        ModuleNotFoundError: distributed is not installed.
    """
    try:
        distributed: Any = importlib.import_module("distributed")  # it has no types
    except ModuleNotFoundError as error:
        raise MissingPackage(
            "--scheduler needs distributed: pip install distributed", name="distributed"
        ) from error

    def run(job: Job, parts: Iterable[Part], on_rows: OnRows = _ignore) -> Generator[PartDone, None, None]:
        waiting = iter(parts)
        with _client(distributed, scheduler) as client:
            futures = distributed.as_completed(loop=client.loop)

            def submit() -> None:
                """Submit a few for each thread there is now: what is not sent yet needs no memory elsewhere."""
                ahead = 2 * sum(client.nthreads().values())
                while futures.count() < ahead and (part := next(waiting, None)) is not None:
                    futures.add(client.submit(run_part, job, part, pure=False))

            submit()
            for future in futures:
                try:
                    done: PartDone = future.result()
                except distributed.KilledWorker as error:
                    raise BulkError(f"{scheduler}: workers died again and again: {error}") from error
                on_rows(done.rows)
                yield done
                submit()

    return run


_WAIT_SECONDS = 60


def _client(distributed: Any, scheduler: str) -> Any:  # noqa: ANN401 - distributed has no types
    """Return a client of a scheduler that has a worker.

    Raises:
        BulkError: no scheduler is at this address, or it has no worker for a minute.
    """
    try:
        client = distributed.Client(scheduler, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BulkError(f"no scheduler at {scheduler}: {error}") from error
    try:
        client.wait_for_workers(1, timeout=_WAIT_SECONDS)
    except TimeoutError as error:
        client.close()
        raise BulkError(f"{scheduler}: no worker for {_WAIT_SECONDS} seconds") from error
    return client


def in_order(done: Generator[PartDone, None, None], first: int = 0) -> Generator[PartDone, None, None]:
    """Yield parts in the order of their numbers, each as soon as possible.

    Args:
        first: The smallest number.
    """
    early: dict[int, PartDone] = {}
    turn = first
    with closing(done):
        for part in done:
            early[part.number] = part
            while (next_part := early.pop(turn, None)) is not None:
                yield next_part
                turn += 1
