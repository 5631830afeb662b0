"""The side of the tests: they call the candidate in another box, and end with the nonce or with what failed.

Arguments: the file descriptors of the candidate's requests and replies, and of the verdict. Standard input has the job, a JSON
object: program and entry, tests, helpers (code that tests may use, as the reference has it), classes (names in it that the
candidate has, too), nonce. The verdict is a line of JSON: the outcome, a reason, and the nonce where all tests ran to their end.
"""

from __future__ import annotations

import builtins
import json
import os
import random
import re
import sys
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from types import BuiltinFunctionType, ModuleType
from typing import Any, BinaryIO

from equimorph.bench.boxed.exchange import PULLS, Exchange, Gone, Objects, Unfit, next_of, pulled
from equimorph.bench.boxed.remote import OPERATORS, Remote, remote_class
from equimorph.bench.boxed.values import NotPlain, error_of

_REPLY_BYTES = 1 << 26
_REASON = 500
"""Characters of a reason."""


class Over(BaseException):
    """No test can be passed any more, also where a test catches this.

    Attributes:
        outcome: "gone" for a candidate that answers no more; "fail" for one that has answered what no test may see.
    """

    def __init__(self, outcome: str, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome


class TestsBorder(Exchange):
    """The tests' end of the border.

    Attributes:
        over: Why no test can be passed any more, or None.
        calls: How many calls there were.
        errors: Classes of errors of the reference, by their names.
        of_class: Whether the problem asks for a class.
    """

    def __init__(self, requests: BinaryIO, replies: BinaryIO) -> None:
        self.objects = Objects("t", self._refer, self._resolve)
        super().__init__(replies, requests, self.objects, self._serve, _REPLY_BYTES)
        self.over: Over | None = None
        self.calls = 0
        self.errors = dict[str, type[Exception]]()
        self.of_class = False
        self._turn = threading.RLock()
        self._given = list[Any]()
        self._remotes = dict[int, Remote]()
        self._iterators = dict[int, Iterator[Any]]()

    def entry(self, operators: Sequence[str]) -> Remote:
        """Return the candidate's function or class."""
        return self._remote(0, operators, under_test=self.of_class)

    def request(
        self, request: Sequence[Any], arguments: Sequence[Any] = (), named: Mapping[str, Any] | None = None
    ) -> Any:  # noqa: ANN401 - anything
        """Return the answer to a request.

        Raises:
            Over: there is no proper one.
        """
        if self.over is not None:
            raise self.over
        self.calls += request[0] == "__call__"
        try:
            with self._turn:
                result = self.ask(request, arguments, named or {})
        except Gone as error:
            raise self.ended(str(error)) from error
        except Unfit as error:
            raise self.ended(_text(str(error)), "fail") from error
        if self.of_class and [*request] == ["__call__", 0] and isinstance(result, Remote):
            # Another one than a result that is the same object: a method may return what a test has made.
            return type(result)(self, result._equimorph_number, True)
        return result

    def ended(self, reason: str, outcome: str = "gone") -> Over:
        """Return the error to raise where no test can be passed any more."""
        if self.over is None:
            self.over = Over(outcome, reason)
        return self.over

    def received(self, message: dict[str, Any]) -> None:
        """Print here what the candidate has printed there."""
        if isinstance(printed := message.get("printed"), str) and printed:
            sys.stdout.write(printed)

    def raised(self, data: Any) -> Exception:  # noqa: ANN401 - JSON
        """Return the error that the candidate has raised."""
        return error_of(data, self.errors)

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """Do what the candidate asks for."""
        try:
            return super().answer(message)
        except (NotPlain, KeyError, RecursionError) as error:
            raise self.ended(f"a test gives what it cannot: {error}", "fail") from error

    def _serve(self, request: Sequence[Any], arguments: list[Any], named: dict[str, Any]) -> Any:  # noqa: ANN401
        """Call a function of the tests, or take the next item of an iterator of theirs."""
        operation, number = request
        value = self._given[number]
        try:
            return value(*arguments, **named) if operation == "__call__" else next_of(value, None)
        except AssertionError as error:  # of a test, whatever the candidate makes of it
            raise self.ended(f"a test fails: {_said(error)}", "fail") from error

    def _refer(self, value: object) -> Any:  # noqa: ANN401 - JSON
        if isinstance(value, Remote):
            return {"kept": value._equimorph_number}
        for number, iterator in self._iterators.items():
            if iterator is value:
                return {"pulled": number}
        name = str(getattr(value, "__name__", "function"))
        if isinstance(value, BuiltinFunctionType) and getattr(builtins, name, None) is value:
            return {"builtin": name}
        if not isinstance(value, Iterator) and not callable(value):
            raise NotPlain(f"a value of the type {type(value).__name__} is not plain data")
        number = next((at for at, other in enumerate(self._given) if other is value), len(self._given))
        if number == len(self._given):
            self._given.append(value)
        doc = getattr(value, "__doc__", None)
        what = "iterator" if isinstance(value, Iterator) else "function"
        return {"given": [number, what, name, doc if isinstance(doc, str) else None]}

    def _resolve(self, kind: str, value: Any) -> Any:  # noqa: ANN401 - anything
        match kind, value:
            case "kept", [int() as number, list() as operators]:
                return self._remote(number, operators)
            case "pulled", [int() as number, bool() as generator]:
                if number not in self._iterators:
                    items = self._pulled(number)
                    self._iterators[number] = items if generator else map(lambda item: item, items)
                return self._iterators[number]
            case "given", int():
                return self._given[value]
        raise NotPlain("the data are no value")

    def _pulled(self, number: int) -> Generator[Any, Any, Any]:
        over = f"an iterator has more than {PULLS:,} items"
        return pulled(lambda sent: self.request(["next", number], [sent]), lambda: self.ended(over, "fail"))

    def _remote(self, number: int, operators: Sequence[str], *, under_test: bool = False) -> Remote:
        if number not in self._remotes:
            names = frozenset(name for name in operators if name in OPERATORS)
            self._remotes[number] = remote_class(names)(self, number, under_test)
        return self._remotes[number]


def judge(job: dict[str, Any], requests: BinaryIO, replies: BinaryIO) -> dict[str, str]:
    """Return the verdict on a candidate."""
    candidate = TestsBorder(requests, replies)
    result = _judged(job, candidate)
    if candidate.over is not None:
        return {"outcome": candidate.over.outcome, "reason": str(candidate.over)}
    return result


def _judged(job: dict[str, Any], candidate: TestsBorder) -> dict[str, str]:
    try:
        candidate.send({name: job[name] for name in ("program", "entry", "classes")})
        compiled = candidate.receive()
        if compiled.get("compiled") is not True:
            return {"outcome": "no-compile", "reason": str(compiled.get("reason", ""))}
        ready = candidate.receive()
        if not isinstance(ready.get("ready"), list):
            return {"outcome": "fail", "reason": f"while it is loaded: {ready.get('raised')}"}
        random.seed(0)
        sys.modules["tests"] = ModuleType("tests")  # where data classes look for it
        names = vars(sys.modules["tests"])
        exec(compile(job["helpers"], "helpers.py", "exec"), names)
        classes = {
            name: value
            for name, value in names.items()
            if isinstance(value, type) and value.__module__ == "tests"
        }
        candidate.of_class = job["entry"] in classes
        candidate.errors = {name: value for name, value in classes.items() if issubclass(value, Exception)}
        candidate.objects.classes = {name: classes[name] for name in job["classes"] if name in classes}
        names[job["entry"]] = candidate.entry(ready["ready"])
        exec(compile(job["tests"], "tests.py", "exec"), names)
    except Gone as error:
        return {"outcome": "gone", "reason": str(error)}
    except AssertionError as error:
        return {"outcome": "fail", "reason": _text(f"a test fails: {_said(error)}")}
    except BaseException as error:
        return {"outcome": "fail", "reason": _text(f"{type(error).__name__}: {_said(error)}")}
    if not candidate.calls:
        return {"outcome": "fail", "reason": f"no test calls {job['entry']}"}
    return {"outcome": "pass", "reason": "", "nonce": job["nonce"]}


def _said(error: BaseException) -> str:
    try:
        return str(error)
    except BaseException:  # it has an object of the candidate, which may say anything
        return ""


def _text(reason: str) -> str:
    """Return a reason without addresses, so that it is the same in every run."""
    return re.sub(r"\b0x[0-9a-f]+", "0x...", reason)[:_REASON].rstrip(": ")


def main(requests: int, replies: int, verdict: int) -> None:
    """Judge the job on standard input, and write the verdict."""
    job = json.loads(sys.stdin.buffer.readline())
    with os.fdopen(requests, "wb") as asking, os.fdopen(replies, "rb") as answers:
        result = judge(job, asking, answers)
        with os.fdopen(verdict, "wb") as out:
            out.write(json.dumps(result).encode() + b"\n")
            out.flush()
            os._exit(0)  # what tests left to be done at the end is of no interest


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)  # numbers of any length pass
    main(*map(int, sys.argv[1:4]))
