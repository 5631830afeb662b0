"""Models of the command line: a file of answers may be standard input."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial

from equimorph.cli.session import Session
from equimorph.cli.streams import STANDARD, name_of, spooled
from equimorph.models import Chat, Endpoint
from equimorph.models.asking import Requests
from equimorph.models.options import ModelOptions


def opener(model: ModelOptions, session: Session) -> Callable[[Requests], AbstractContextManager[Endpoint]]:
    """Return `opened` with a model and a session."""
    return partial(opened, model, session=session)


@contextmanager
def opened(model: ModelOptions, requests: Requests, session: Session) -> Iterator[Endpoint]:
    """Yield the model; rows of a file of answers that belong to no request are reported."""
    answers = model.answers
    if answers is None:
        endpoint = model.endpoint()
        try:
            yield endpoint
        finally:
            if isinstance(endpoint, Chat) and (spent := endpoint.budget.summary()):
                session.note(spent)
        return
    with (
        spooled(answers) if answers == STANDARD else nullcontext(answers) as place,
        model.opened(requests, session.bad_row, place=place, label=name_of(answers)) as endpoint,
    ):
        yield endpoint
