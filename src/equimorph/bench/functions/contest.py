"""Candidates of contests as functions that tests call: programs that read standard input and print, and methods of a class.

Each call runs a program anew, in the process of the candidate, with files as its standard input and output.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

__all__ = ["MAIN", "is_program", "method_program", "standard_input_program"]

MAIN = "__main__"
"""The entry point of problems whose candidates are programs; its result is what is printed, and the exit status."""
_PROGRAM = """\
import atexit, builtins, contextlib, gc, os, random, sys, tempfile, threading, types

_BEFORE = compile({before!r}, "before.py", "exec", dont_inherit=True)
_CODE = compile({source!r}, "program.py", "exec", dont_inherit=True)
builtins.exit = builtins.quit = sys.exit  # which `site` adds, and the box has none
_DEPTH, _NOTHING = sys.getrecursionlimit(), os.open(os.devnull, os.O_RDWR)


def __main__(text):
    gc.collect()  # files of the last run, which close standard input and output
    os.dup2(_NOTHING, 0)
    os.dup2(_NOTHING, 1)
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as printed:
        given.write(text.encode("utf-8", "surrogateescape"))
        given.seek(0)
        os.dup2(given.fileno(), 0)
        os.dup2(printed.fileno(), 1)
        sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)
        sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", errors="surrogateescape", closefd=False)
        status = _run()
        for stream in (sys.stdout, sys.__stdout__):
            with contextlib.suppress(Exception):
                stream.flush()
        os.lseek(printed.fileno(), 0, os.SEEK_SET)
        return printed.read().decode("utf-8", "replace"), status


def _run():
    sys.setrecursionlimit(_DEPTH)
    random.seed(0)
    module, main = types.ModuleType("__main__"), sys.modules["__main__"]
    sys.modules["__main__"], sys.argv = module, ["program.py"]
    status = 0
    try:
        exec(_BEFORE, vars(module))
        exec(_CODE, vars(module))
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    atexit._run_exitfuncs()
    sys.modules["__main__"] = main
    return status
"""
_METHOD = """\
_names = {{"__name__": "candidate"}}
exec(compile({before!r}, "before.py", "exec", dont_inherit=True), _names)
_imported = _names.get({name!r})
exec(compile({source!r}, "candidate.py", "exec", dont_inherit=True), _names)
if {owner!r} in _names:
    {name} = getattr(_names[{owner!r}](), {name!r})
elif _names.get({name!r}) is not _imported:
    {name} = _names[{name!r}]
"""


def method_program(before: str, source: str, owner: str, name: str) -> str:
    """Return a program with a function, or with a method of a new object as one; an imported name does not count.

    Args:
        before: Statements that run before the candidate.
        source: The candidate.
        owner: Name of the class.
        name: Name of the function or method.
    """
    return _METHOD.format(before=before, source=source, owner=owner, name=name)


def standard_input_program(before: str, source: str) -> str:
    """Return a program with the function `__main__`, which runs a program on a text.

    Args:
        before: Statements that run before the program.
        source: The program.
    """
    return _PROGRAM.format(before=before, source=source)


def is_program(statements: Sequence[ast.stmt]) -> bool:
    """Return whether statements are a program, and not words or numbers that are expressions, too."""
    return any(
        not isinstance(statement, ast.Expr) or isinstance(statement.value, ast.Call)
        for statement in statements
    )
