"""A script that runs a program as ``__main__``: ``python program.py FILE TOKEN``.

An exception that nobody catches is printed on standard error by its class alone, after the token: its text may name variables, and
its traceback lines.
"""

from __future__ import annotations

import resource
import sys
from types import ModuleType, TracebackType

_FILE_BYTES = 64 << 20
_MEMORY_BYTES = 4 << 30


def _main() -> None:
    _, path, token = sys.argv

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        print(f"\n{token} {kind.__module__}.{kind.__qualname__}", file=sys.__stderr__, flush=True)

    sys.excepthook = report
    resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE_BYTES, _FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    with open(path, "rb") as file:  # noqa: PTH123  (a program sees fewer modules)
        text = file.read().decode()
    module = sys.modules["__main__"] = ModuleType("__main__")
    sys.argv[:] = ["program"]
    exec(compile(text, "<program>", "exec", dont_inherit=True, optimize=0), vars(module))


if __name__ == "__main__":
    _main()
