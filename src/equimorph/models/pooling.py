"""Asking by several connections at once, with the answers in the order of the requests."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import NamedTuple

from equimorph.bulk.job import Record
from equimorph.models.exchange import Connection
from equimorph.models.protocol import Answer, Request

__all__ = ["Entry", "answers_to"]

_AHEAD = 16
"""Requests that are asked or wait for their turn, by each connection."""


class Entry(NamedTuple):
    """A row of the requests, and its request and answer as far as they are known; or the reason why it is a bad row."""

    record: Record
    request: Request | None = None
    answer: Answer | None = None
    reason: str = ""


def answers_to(
    entries: Iterator[Entry], connect: Callable[[], Connection], jobs: int
) -> Generator[Entry, None, None]:
    """Yield each row with its answer, in order, while several connections ask ahead."""
    connections = [connect() for _ in range(jobs)]
    free = SimpleQueue[Connection]()
    for connection in connections:
        free.put(connection)

    def asked(request: Request) -> Answer:
        connection = free.get()
        try:
            return connection.ask(request)
        finally:
            free.put(connection)

    waiting = deque[tuple[Entry, "Future[Answer] | None"]]()
    with ThreadPoolExecutor(jobs, "ask") as pool:
        try:
            for entry in entries:
                if entry.request is None or entry.answer is not None:
                    waiting.append((entry, None))
                else:
                    waiting.append((entry, pool.submit(asked, entry.request)))
                if len(waiting) >= _AHEAD * jobs:
                    yield _settled(*waiting.popleft())
            while waiting:
                yield _settled(*waiting.popleft())
        except BaseException:
            for connection in connections:
                connection.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
        finally:
            for connection in connections:
                connection.close()


def _settled(entry: Entry, future: Future[Answer] | None) -> Entry:
    return entry if future is None else entry._replace(answer=future.result())
