"""A Python model as a command: requests from standard input, answers to standard output, line by line."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from equimorph.models.callables import object_model
from equimorph.models.commands import CommandModel
from equimorph.models.exchange import SECONDS, Endpoint, Hello, plain
from equimorph.models.protocol import PROTOCOL, Answer, Request
from equimorph.rows.jsonl import encode, json_lines
from mutators import MutationError

_CANNOT_RUN = 126
_SPARE_SECONDS = 5.0


def serve(model: object, *, limit: float | None = None) -> None:
    """Answer the requests that come from standard input, as ``--model-command`` asks them, until its end.

    Everything that the model prints is sent to stderr: standard output is for answers alone.

    Args:
        model: A `Model`, its class, or a function of text, faulty lines and k.
        limit: Seconds that a request may take; then the process dies, even if nobody waits for it any more.

    Raises:
        CannotRun: the object is no model.
    """
    endpoint = object_model(model)
    with suppress(BrokenPipeError):  # nobody reads any more
        source, out = _streams()
        with source, out:
            _answer_all(endpoint, source, out, limit)


def served_model(
    module: str,
    name: str,
    timeout: float,
    start_timeout: float | None = None,
    given_name: str | None = None,
    shown: str | None = None,
) -> CommandModel:
    """Return a model by its name, in a process of its own, so that it may crash, hang, and run several times at once.

    Args:
        module: that is run; it calls `main`.
        name: Name of the model.
        timeout, start_timeout, given_name: see `CommandModel`; to start, it has a minute at least.
        shown: what identifies the model in manifests, if its name does not suffice.
    """
    # A module is found there as here; the folder in which the command runs comes when the model is loaded.
    paths = [os.path.abspath(path) for path in sys.path if path]  # noqa: PTH100 - need not be resolved
    limit = timeout + _SPARE_SECONDS
    return CommandModel(
        (sys.executable, "-P", "-m", module, name, str(limit)),
        timeout,
        max(timeout, SECONDS) if start_timeout is None else start_timeout,
        given_name,
        shown=shown or name,
        environment={"PYTHONPATH": os.pathsep.join(paths)},
    )


def main(named: Callable[[str], Endpoint]) -> None:
    """Serve the model that the arguments of the process name, and the seconds that a request may take.

    Args:
        named: returns a model by its name.
    """
    name, *limit = sys.argv[1:]
    try:
        model = named(name)
    except (MutationError, ModuleNotFoundError, OSError) as error:
        print(_message(error), file=sys.stderr)
        sys.exit(_CANNOT_RUN)
    serve(model, limit=float(limit[0]) if limit else None)


def _message(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the former standard input and output; from now on they are empty, and stderr."""
    source, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout.flush()
    os.dup2(2, 1)
    return source, out


def _answer_all(endpoint: Endpoint, source: BinaryIO, out: BinaryIO, limit: float | None) -> None:
    connection = endpoint.connect(Hello())
    for line in json_lines(source):
        if line.data.get("protocol") is not None:
            out.write(encode({"protocol": PROTOCOL, "model": endpoint.label}))
            out.flush()
            continue
        _limit(limit)
        try:
            if line.error is not None:
                raise MutationError(line.error)
            answer = connection.ask(Request.from_row(line.data))
        except MutationError as error:
            answer = Answer(str(line.data.get("id", "")), endpoint.label, (), plain(error))
        _limit(None)
        out.write(encode(answer.to_row()))
        out.flush()


def _limit(seconds: float | None) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds or 0)
