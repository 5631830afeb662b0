"""Batches of requests that several threads ask for at the same time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Lock

from equimorph.models.protocol import Answer, Request


class Batches:
    """A queue in front of a model that answers many requests at once, one batch after the other.

    The first thread answers for all threads that wait; later ones are the next batch.

    Args:
        answer: Answers requests, in their order.
        rows: Maximum number of candidates of a batch; a request with more is a batch by itself.
    """

    def __init__(self, answer: Callable[[Sequence[Request]], Sequence[Answer]], rows: int) -> None:
        self._answer, self._rows = answer, rows
        self._waiting = deque[tuple[Request, Future[Answer]]]()
        self._queue, self._model = Lock(), Lock()

    def ask(self, request: Request) -> Answer:
        """Return the answer to a request; whatever `answer` raises is raised for each request of its batch."""
        future = Future[Answer]()
        with self._queue:
            self._waiting.append((request, future))
        with self._model:
            while not future.done():
                self._next()
        return future.result()

    def _next(self) -> None:
        batch, rows = list[tuple[Request, Future[Answer]]](), 0
        with self._queue:
            while self._waiting and (not batch or rows + self._waiting[0][0].k <= self._rows):
                rows += self._waiting[0][0].k
                batch.append(self._waiting.popleft())
        try:
            answers = self._answer([request for request, _ in batch])
        except BaseException as error:
            for _, future in batch:
                future.set_exception(error)
        else:
            for (_, future), answer in zip(batch, answers, strict=True):
                future.set_result(answer)
