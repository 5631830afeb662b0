"""The candidate's side: it knows no tests, only the calls that it gets.

Arguments: the file descriptors of requests and of replies. The first request is the program and the name of the entry point, each
further one a call. The first reply is sent before any line of the candidate runs, so that it cannot be of the candidate's making.
"""

from __future__ import annotations

import json
import os
import random
import sys
from types import ModuleType
from typing import Any

from equimorph.bench.boxed.values import NotPlain, name_of, packed, unpacked

_NAME = "candidate"


def serve(requests: int, replies: int) -> None:
    """Answer requests until there are no more."""
    with os.fdopen(requests, "rb") as source, os.fdopen(replies, "wb", 0) as target:
        first = json.loads(source.readline())
        try:
            code = compile(first["program"], f"{_NAME}.py", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
            _send(target, {"compiled": False, "reason": f"{type(error).__name__}: {error}"})
            return
        _send(target, {"compiled": True})
        random.seed(0)
        module = ModuleType(_NAME)
        sys.modules[_NAME] = module
        try:
            exec(code, vars(module))
            function = getattr(module, first["entry"])
        except BaseException as error:
            _send(target, _raised(error))
            return
        _send(target, {"ready": True})
        for line in source:
            _send(target, _called(function, json.loads(line)))


def _called(function: Any, call: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - the candidate
    arguments = [unpacked(argument) for argument in call["arguments"]]
    named = {name: unpacked(data) for name, data in call["named"].items()}
    try:
        result = function(*arguments, **named)
    except Exception as error:
        return _raised(error)
    except BaseException as error:  # ends a program, so that no test would see it
        return {"unfit": f"it ends by {_raised(error)['raised']}"}
    # What is not plain is no error of the candidate's, which a test may ask for.
    try:
        return {"result": packed(result), "arguments": [packed(argument) for argument in arguments]}
    except NotPlain as error:
        return {"unfit": str(error)}
    except RecursionError:
        return {"unfit": "a value is nested too deep, or contains itself"}
    except BaseException as error:
        return {"unfit": f"its value cannot be read: {_raised(error)['raised']}"}


def _raised(error: BaseException) -> dict[str, Any]:
    name, message = name_of(error)
    return {"raised": name, "message": message}


def _send(target: Any, reply: dict[str, Any]) -> None:  # noqa: ANN401 - a stream
    data = json.dumps(reply).encode() + b"\n"
    while data:
        data = data[target.write(data) :]


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)  # numbers of any length pass
    serve(int(sys.argv[1]), int(sys.argv[2]))
