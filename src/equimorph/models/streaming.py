"""A `Model` that gets all requests at once, so that it may work in batches; answers are matched by their ids."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from equimorph.models.exchange import Connection, NoAnswer, described, plain
from equimorph.models.protocol import Answer, Request
from mutators import MutationError


def answers_in(found: object) -> Iterator[object]:
    """Return the answers that `Model.repair` returned, or yields.

    Raises:
        NoAnswer: it returned something else.
    """
    if not isinstance(found, Iterable) or isinstance(found, str | bytes | Mapping):
        raise NoAnswer(f"`repair` returned {type(found).__name__}, not answers")
    return iter(found)


def answer_of(found: object) -> Answer:
    """Return the answer that `Model.repair` gave, as an object or as a row.

    Raises:
        NoAnswer: it is none.
        MutationError: a field has a wrong value.
    """
    if isinstance(found, Mapping):
        return Answer.from_row(found, model="model")
    if not isinstance(found, Answer):
        raise NoAnswer(f"`repair` gave {type(found).__name__}, not an Answer")
    return Answer.from_row(found.to_row())  # whose fields may have any type


def streamed(
    requests: Iterable[Request],
    repair_all: Callable[[Iterator[Request], int], object],
    connection: Connection,
    name: str,
) -> Iterator[Answer]:
    """Yield the answer to each request, in order.

    The model is called once for all requests that follow each other with the same k, and takes as many ahead as it
    likes. Requests that it took and did not answer yet are held in memory, and so are answers that arrive out of turn.
    An answer to no open request is dropped; a request that is open when the call ends has an error. When a call raises,
    the requests that are open are asked again, one by one, so that only requests that raise again have an error. If
    requests are left, the model is called again.

    Args:
        requests: Requests to answer.
        repair_all: `Model.repair`.
        connection: Connection that asks one request by itself.
        name: Name of the model.

    Raises:
        Exception: whatever `requests` raises, after the answers to the earlier requests.
    """
    queue = _Queue(requests)
    while queue.peek() is not None:
        yield from _Call(queue, connection, name).answers(repair_all)
    if queue.error is not None:
        raise queue.error


class _Queue:
    """Requests, of which the next one can be looked at; what they raise is kept, since it is none of the model's."""

    def __init__(self, requests: Iterable[Request]) -> None:
        self._requests = iter(requests)
        self._next: Request | None = None
        self.error: Exception | None = None

    def peek(self) -> Request | None:
        """Return the next request, which stays; None if there is no other."""
        if self._next is None and self.error is None:
            try:
                self._next = next(self._requests, None)
            except Exception as error:  # raised again when all that came before is answered
                self.error = error
        return self._next

    def take(self) -> Request:
        taken = self.peek()
        assert taken is not None
        self._next = None
        return taken


class _Call:
    """A call of `Model.repair`, with requests that all have the same k."""

    def __init__(self, queue: _Queue, connection: Connection, name: str) -> None:
        self._queue, self._connection, self._name = queue, connection, name
        self._open = deque[Request]()
        self._ids = set[str]()
        self._early: dict[str, Answer] = {}
        self._stray = "`repair` gave no answer"
        self._over = False

    def answers(self, repair_all: Callable[[Iterator[Request], int], object]) -> Iterator[Answer]:
        """Yield the answers to the requests that the model takes, and to one at least."""
        first = self._queue.peek()
        assert first is not None
        raised: BaseException | None = None
        try:
            for reply in answers_in(repair_all(self._requests(first.k), first.k)):
                self._take(reply)
                yield from self._ready()
        except (Exception, SystemExit) as error:  # whatever a model raises
            raised = error
        self._over = True  # a thread of the model may still ask for requests
        if not self._open and self._queue.peek() is first:  # the model took none, as one that wants a list
            yield self._connection.ask(self._queue.take())
        missing = sum(request.id not in self._early for request in self._open)
        for request in self._open:
            if (early := self._early.get(request.id)) is not None:
                yield replace(early, candidates=early.candidates[: request.k])
            elif raised is None:
                yield self._failed(request.id, self._stray)
            elif missing == 1:
                yield self._failed(request.id, described(raised))
            else:
                yield self._connection.ask(request)

    def _requests(self, k: int) -> Iterator[Request]:
        """Yield the requests that the model takes."""
        while not self._over:
            head = self._queue.peek()
            if head is None or head.k != k or head.id in self._ids:
                return
            self._open.append(self._queue.take())
            self._ids.add(head.id)
            yield head

    def _take(self, reply: object) -> None:
        """Keep an answer until its turn."""
        try:
            answer = answer_of(reply)
        except (NoAnswer, MutationError) as error:
            id = (
                reply.id
                if isinstance(reply, Answer)
                else reply.get("id")
                if isinstance(reply, Mapping)
                else None
            )
            if not (isinstance(id, str) and id in self._ids):
                self._stray = described(error)
                return
            answer = self._failed(id, described(error))
        if answer.id in self._ids:
            self._early.setdefault(answer.id, replace(answer, model=self._name))
        else:
            self._stray = f"`repair` gave the answer to {answer.id!r}"

    def _ready(self) -> Iterator[Answer]:
        """Yield the answers whose turn it is."""
        while self._open and (answer := self._early.pop(self._open[0].id, None)) is not None:
            request = self._open.popleft()
            self._ids.discard(request.id)
            yield replace(answer, candidates=answer.candidates[: request.k])

    def _failed(self, id: str, reason: str) -> Answer:
        return Answer(id, self._name, (), plain(reason))
