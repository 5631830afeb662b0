"""A Python interpreter as an oracle for compilation, equality of code objects, and output.

    with Interpreter("python3.12") as python:
        python.compile(source).error
        python.same_code(original, mutant)
        python.run(source).stdout

A child process of the interpreter compiles, and never runs what it compiles; each program runs in a process of its own. The
interpreter needs no package of ours: the child reads the scripts of this folder as files.
"""

from parsers.oracles.errors import InterpreterError
from parsers.oracles.interpreter.client import Interpreter
from parsers.oracles.interpreter.code import Nested, digest, same_code
from parsers.oracles.interpreter.results import Compilation, Run

__all__ = ["Compilation", "Interpreter", "InterpreterError", "Nested", "Run", "digest", "same_code"]
