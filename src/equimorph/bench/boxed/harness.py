"""The side of the tests: they call the candidate in another box, and end with the nonce or with what failed.

Arguments: the file descriptors of the candidate's requests and replies, and of the verdict. Standard input has the job, a JSON
object: program and entry, tests, helpers (code that tests may use, as the reference has it), nonce. The verdict is a line of JSON:
the outcome, a reason, and the nonce where all tests ran to their end.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
from typing import Any, BinaryIO

from equimorph.bench.boxed.values import NotPlain, error_named, packed, unpacked

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


class Candidate:
    """A function of the candidate, as the tests call it.

    Args:
        requests, replies: the pipes.
        name: the entry point.

    Attributes:
        over: why no test can be passed any more, or None.
        calls: how many there were.
    """

    def __init__(self, requests: BinaryIO, replies: BinaryIO, name: str) -> None:
        self._requests, self._replies = requests, replies
        self.__name__ = self.__qualname__ = name
        self.over: Over | None = None
        self.calls = 0

    def __call__(self, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - plain values
        """Call the candidate; lists, dictionaries and sets that it changes are changed here."""
        if self.over is not None:
            raise self.over
        self.calls += 1
        try:
            request = {
                "arguments": [packed(argument) for argument in arguments],
                "named": {name: packed(value) for name, value in named.items()},
            }
        except (NotPlain, RecursionError) as error:
            raise self.ended(f"a test gives what it cannot: {error}", "fail") from error
        reply = self.ask(request)
        if "unfit" in reply:
            raise self.ended(_text(str(reply["unfit"])), "fail")
        if "raised" in reply:
            raise error_named(str(reply["raised"]), str(reply.get("message", "")))
        try:
            result = unpacked(reply["result"])
            for before, after in zip(arguments, reply["arguments"], strict=True):
                _change(before, unpacked(after))
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise self.ended(f"no proper reply: {error}") from error
        return result

    def ended(self, reason: str, outcome: str = "gone") -> Over:
        """Return the error to raise where no test can be passed any more."""
        self.over = Over(outcome, reason)
        return self.over

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the reply to a request."""
        try:
            self._requests.write(json.dumps(request).encode() + b"\n")
            self._requests.flush()
        except OSError:
            raise self.ended("the candidate's process ended") from None
        return self.reply()

    def reply(self) -> dict[str, Any]:
        """Return the next reply."""
        line = self._replies.readline(_REPLY_BYTES)
        if not line.endswith(b"\n"):
            raise self.ended(
                "the candidate's process ended" if len(line) < _REPLY_BYTES else "too long a reply"
            )
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self.ended(f"no proper reply: {error}") from error
        if not isinstance(data, dict):
            raise self.ended("no proper reply: not an object")
        return data


def _change(before: object, after: object) -> None:
    if before == after and repr(before) == repr(after):
        return
    if isinstance(before, list) and isinstance(after, list):
        before[:] = after
    elif (isinstance(before, dict) and isinstance(after, dict)) or (
        isinstance(before, set) and isinstance(after, set)
    ):
        before.clear()
        before.update(after)
    elif isinstance(before, bytearray) and isinstance(after, bytearray):
        before[:] = after


def judge(job: dict[str, Any], requests: BinaryIO, replies: BinaryIO) -> dict[str, str]:
    """Return the verdict on a candidate."""
    candidate = Candidate(requests, replies, job["entry"])
    result = _judged(job, candidate)
    if candidate.over is not None:
        return {"outcome": candidate.over.outcome, "reason": str(candidate.over)}
    return result


def _judged(job: dict[str, Any], candidate: Candidate) -> dict[str, str]:
    try:
        compiled = candidate.ask({"program": job["program"], "entry": job["entry"]})
        if compiled.get("compiled") is not True:
            return {"outcome": "no-compile", "reason": str(compiled.get("reason", ""))}
        ready = candidate.reply()
        if ready.get("ready") is not True:
            return {"outcome": "fail", "reason": f"while it is loaded: {ready.get('raised')}"}
        random.seed(0)
        names: dict[str, Any] = {"__name__": "tests"}
        exec(compile(job["helpers"], "helpers.py", "exec"), names)
        names[job["entry"]] = candidate
        exec(compile(job["tests"], "tests.py", "exec"), names)
    except AssertionError as error:
        return {"outcome": "fail", "reason": _text(f"a test fails: {error}")}
    except BaseException as error:
        return {"outcome": "fail", "reason": _text(f"{type(error).__name__}: {error}")}
    if not candidate.calls:
        return {"outcome": "fail", "reason": f"no test calls {job['entry']}"}
    return {"outcome": "pass", "reason": "", "nonce": job["nonce"]}


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
