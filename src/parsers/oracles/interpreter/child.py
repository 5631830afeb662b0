"""A script for the child process: it compiles the texts that it reads, and never runs them.

One line of JSON on standard input is a request, one on standard output its answer. Run by plain ``python -I``, without our
packages.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any


def _beside(name: str) -> ModuleType:
    """Return a module of this folder, which is in no package here."""
    spec = importlib.util.spec_from_file_location(
        f"_equimorph_{name}", Path(__file__).with_name(f"{name}.py")
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


def _answer(request: dict[str, Any], code: ModuleType) -> dict[str, Any]:
    """Return the digest of a text's code object, or why there is none."""
    try:
        compiled = compile(request["text"], "<text>", "exec", dont_inherit=True, optimize=0)
        return {"digest": code.digest(compiled, request["nested"])}
    except SyntaxError as error:
        return {"error": error.msg, "line": error.lineno}
    except RecursionError:
        return {"error": "nested too deeply"}
    except MemoryError:
        return {"error": "it takes too much memory"}
    except (ValueError, OverflowError) as error:  # NUL bytes, lone surrogates
        return {"error": str(error)}


def _main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # what anything else prints is no answer
    warnings.simplefilter("ignore")  # of the texts, such as an invalid escape
    code = _beside("code") if sys.version_info >= (3, 11) else None
    known = (
        code is not None and sys.implementation.name == "cpython" and sys.version_info[:2] in code.VERSIONS
    )
    hello = {"equimorph": sys.argv[1], "name": sys.implementation.name, "version": sys.version_info[:3]}
    print(json.dumps({**hello, "known": known}), file=answers, flush=True)
    if code is None or not known:
        return
    for line in sys.stdin.buffer:
        print(json.dumps(_answer(json.loads(line), code)), file=answers, flush=True)


if __name__ == "__main__":
    _main()
