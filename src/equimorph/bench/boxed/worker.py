"""The candidate's side: it knows no tests, only the requests that it gets.

Arguments: the file descriptors of requests and of replies. The first request is the program, the name of the entry point, and the
names of classes that both sides have. The first reply is sent before any line of the candidate runs, so that it cannot be of the
candidate's making.
"""

from __future__ import annotations

import builtins
import io
import json
import os
import random
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from types import GeneratorType, ModuleType
from typing import Any, BinaryIO

from equimorph.bench.boxed.exchange import Exchange, Gone, Objects, next_of, pulled
from equimorph.bench.boxed.remote import OPERATORS
from equimorph.bench.boxed.values import NotPlain, error_data, error_of

_NAME = "candidate"
_PRINTED = 1 << 20
"""Bytes of printed text that are kept until the next message."""
_ITERATORS: tuple[type[Iterator[Any]], ...] = (
    *(GeneratorType, map, filter, zip, enumerate, reversed),
    *(type(iter(kind())) for kind in (list, tuple, str, bytes, dict, set)),
    *(type(iter(view)) for view in (dict[int, int]().values(), dict[int, int]().items(), range(0))),
)


class _Printed(io.BytesIO):
    """The beginning of what is printed."""

    def write(self, data: Any) -> int:  # noqa: ANN401 - a buffer
        """Keep data as long as there is room."""
        super().write(bytes(data)[: max(0, _PRINTED - self.tell())])
        return len(data)

    def close(self) -> None:
        """Stay open: a program may have another `sys.stdout`, and this one's stream be no more."""

    def taken(self) -> str:
        """Return the printed text, and forget it."""
        data = self.getvalue()
        self.seek(0)
        self.truncate()
        return data.decode(errors="replace")


class Server(Exchange):
    """The candidate's end of the border."""

    def __init__(self, requests: BinaryIO, replies: BinaryIO) -> None:
        self.objects = Objects("c", self._refer, self._resolve)
        super().__init__(requests, replies, self.objects, self._serve)
        self.module = ModuleType(_NAME)
        self.turn = threading.RLock()
        self._asked = 0
        self._kept = list[Any]()
        self._numbers = dict[int, int]()
        self._given = dict[int, Any]()
        self._of_given = dict[int, int]()
        self._printed = _Printed()

    def capture(self) -> None:
        """Take what is printed from now on."""
        sys.stdout = io.TextIOWrapper(self._printed, "utf-8", "backslashreplace", "\n", write_through=True)

    def forget(self) -> None:
        """Forget what was printed."""
        self._printed.taken()

    def send(self, message: dict[str, Any]) -> None:
        """Send a line, with what was printed."""
        printed = self._printed.taken()
        super().send({**message, "printed": printed} if printed else message)

    def ask(self, request: Sequence[Any], arguments: Sequence[Any], named: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """Return the answer to a request of one thread at a time."""
        with self.turn:
            self._asked += 1
            try:
                return super().ask(request, arguments, named)
            finally:
                self._asked -= 1

    def raised(self, data: Any) -> Exception:  # noqa: ANN401 - JSON
        """Return the error that a function of the tests has raised."""
        return error_of(
            data,
            {
                name: value
                for name, value in vars(self.module).items()
                if isinstance(value, type) and issubclass(value, Exception)
            },
        )

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """Do what the tests ask for."""
        # What is not plain is no error of the candidate's, which a test may ask for.
        try:
            return super().answer(message)
        except NotPlain as error:
            return {"unfit": str(error)}
        except RecursionError:
            return {"unfit": "a value is nested too deep"}
        except BaseException as error:  # ends a program, so that no test would see it
            return {"unfit": f"it ends by {error_data(error)[0]}"}

    def keep(self, value: object) -> int:
        """Return the number of an object."""
        number = self._numbers.setdefault(id(value), len(self._kept))
        if number == len(self._kept):
            self._kept.append(value)
        return number

    def _serve(self, request: Sequence[Any], arguments: list[Any], named: dict[str, Any]) -> Any:  # noqa: ANN401
        """Do what is asked for; its threads may ask the tests meanwhile, unless these wait for another answer."""
        if self._asked:
            return self._done(request, arguments, named)
        self.turn.release()
        try:
            return self._done(request, arguments, named)
        finally:
            self.turn.acquire()

    def _done(self, request: Sequence[Any], arguments: list[Any], named: dict[str, Any]) -> Any:  # noqa: ANN401
        operation, number = request
        value = self._kept[number]
        match operation:
            case "get":
                return getattr(value, *arguments)
            case "set":
                return setattr(value, *arguments)
            case "delete":
                return delattr(value, *arguments)
            case "isinstance":
                return isinstance(arguments[0], value)
            case "next":
                return next_of(value, *arguments)
            case "__call__":
                return value(*arguments, **named)
            case "__exit__" if arguments[0] is not None:
                error = self.raised(arguments[0])
                return type(value).__exit__(value, type(error), error, None)
            case "__exit__":
                return type(value).__exit__(value, None, None, None)
        return getattr(type(value), operation)(value, *arguments, **named)

    def _refer(self, value: object) -> Any:  # noqa: ANN401 - JSON
        if (number := self._of_given.get(id(value))) is not None:
            return {"given": number}
        if isinstance(value, _ITERATORS):
            return {"pulled": [self.keep(value), isinstance(value, GeneratorType)]}
        return {"kept": [self.keep(value), operators(value)]}

    def _resolve(self, kind: str, value: Any) -> Any:  # noqa: ANN401 - anything
        if kind in ("kept", "pulled"):
            return self._kept[value]
        if kind == "builtin":
            return getattr(builtins, value)
        number, what, name, doc = value
        if number not in self._given:
            value = self._function(number, name, doc) if what == "function" else self._iterator(number)
            self._given[number], self._of_given[id(value)] = value, number
        return self._given[number]

    def _function(self, number: int, name: str, doc: str | None) -> Any:  # noqa: ANN401 - a function
        def function(*arguments: object, **named: object) -> Any:  # noqa: ANN401 - anything
            return self.ask(["__call__", number], arguments, named)

        function.__name__ = function.__qualname__ = name
        function.__doc__ = doc
        return function

    def _iterator(self, number: int) -> Iterator[Any]:
        return pulled(lambda _: self.ask(["next", number], (), {}), lambda: StopIteration())


def operators(value: object) -> list[str]:
    """Return the operators that the class of a value has."""
    kind = type(value)
    return sorted(name for name in OPERATORS if getattr(kind, name, None) is not getattr(object, name, None))


def serve(requests: int, replies: int) -> None:
    """Answer requests until there are no more."""
    with os.fdopen(requests, "rb") as source, os.fdopen(replies, "wb", 0) as target:
        server = Server(source, target)
        first = json.loads(source.readline())
        try:
            code = compile(first["program"], f"{_NAME}.py", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
            server.send({"compiled": False, "reason": f"{type(error).__name__}: {error}"})
            return
        server.send({"compiled": True})
        random.seed(0)
        sys.modules[_NAME] = server.module
        server.capture()
        try:
            exec(code, vars(server.module))
            server.keep(entry := getattr(server.module, first["entry"]))
            names = {name: getattr(server.module, name, None) for name in first["classes"]}
        except BaseException as error:
            server.send({"raised": error_data(error)[0]})
            return
        server.objects.classes = {name: kind for name, kind in names.items() if isinstance(kind, type)}
        server.forget()
        server.send({"ready": operators(entry)})
        with server.turn:
            while True:
                try:
                    message = server.receive()
                except Gone:
                    return
                server.send(server.answer(message))


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)  # numbers of any length pass
    serve(int(sys.argv[1]), int(sys.argv[2]))
