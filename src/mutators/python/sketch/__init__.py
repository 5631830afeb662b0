"""sketch: plain names for a function and its variables, ``def twice(n, /): …`` -> ``def f(arg_0, /): …``.

Relation: preserving.
Preconditions:
    - for each variable, the preconditions of `variable-renaming`; a variable with an obstacle keeps its name
      (LR 4.2.2), and so does a parameter of the function that a caller may pass by name (LR 6.3.4);
    - the function is no method: it may override one, or be looked up on an object (LR 3.3.2);
    - it has no decorator, which may register it under its name (LR 8.7);
    - its name is not one that Python, a test runner or a launcher calls: ``__getattr__``, ``main``, ``test_…`` (LR 3.3.2.1);
    - the word is nowhere else in the text, strings and comments included, and inside only where the function calls itself;
    - the text does not set or look up names at run time (LR 4.2.2), and the function has no class, whose ``repr`` would show it.
  A function with one of these obstacles keeps its name.
Rewrite: parameters of the function become ``arg_0``, ``arg_1``, ...; all its other variables, including variables of
    nested functions, lambdas and comprehensions, become ``var_0``, ``var_1``, ... in the order of their first
    occurrence; the function becomes ``f``, with its calls of itself. A name that the member has elsewhere is skipped
    (``arg_1``; ``f_0`` for the function), and the second function of a text becomes ``f_1``, the third ``f_2``, so that
    their sketches fit together. Attributes, keywords of calls, names of imports, nested functions and classes, and
    comments stay.
Limits: nothing outside the function is renamed. Callers in other files must use the new name; the record's assumptions say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from mutators.base import Example, Mutator
from mutators.model import Edit, Mutation
from mutators.python.match import PythonMatch
from mutators.python.sketch import plan
from mutators.python.tools import renaming
from parsers.python.function import Function
from parsers.source import SourceFile

__all__ = ["Sketch"]


class Sketch(Mutator):
    """See the module's docstring. It is applied only if it is named."""

    name = "sketch"
    language = "python"
    relation = "preserving"
    by_default = False
    examples = Example.rows(
        "@",
        "def twice(n, /):\n    k = n\n    return k + k -> def f(arg_0, /):\n    var_0 = arg_0\n    return var_0 + var_0",
        "def fact(n, /): return 1 if n < 2 else n * fact(n - 1)"
        " -> def f(arg_0, /): return 1 if arg_0 < 2 else arg_0 * f(arg_0 - 1)",
        "def total(xs): return sum(x.n for x in xs) -> def f(xs): return sum(var_0.n for var_0 in xs)",
        "def go(*a, **k): f(arg_0, *a, **k) -> def f_0(*arg_1, **arg_2): f(arg_0, *arg_1, **arg_2)",
        "def __getattr__(n, /): return n -> def __getattr__(arg_0, /): return arg_0",
        "@cache\ndef g(a):\n    n = a; return n -> @cache\ndef g(a):\n    var_0 = a; return var_0",
        "class A:\n    def get(self):\n        v = self.v; return v"
        " -> class A:\n    def get(self):\n        var_0 = self.v; return var_0",
        "def get(n, /):\n    table['get'] = n -> def get(arg_0, /):\n    table['get'] = arg_0",
        "def make(n, /):\n    class P: pass\n    return P, n -> def make(arg_0, /):\n    class P: pass\n    return P, arg_0",
        "def f(arg_0, /): return arg_0 -> !there is no name to replace",
        "class A:\n    def get(self): return self.v -> !there is no name to replace",
        "def main(n): return n -> !there is no name to replace",
    )

    def matches(self, method: Function) -> Iterator[Names]:
        yield Names(method, method.node)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Restore all names, including names in uses that the patch added."""
        return renaming.restore(patched, mutant, mutation)


class Names(PythonMatch):
    """The names of a function."""

    @property
    def start(self) -> int:
        """Byte offset of the function, its decorators included."""
        return self.method.start

    @property
    def end(self) -> int:
        """Byte offset behind the function."""
        return self.method.end

    def refusal(self) -> str | None:
        """Return why no name can be replaced."""
        return None if self._plan else "there is no name to replace"

    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions about callers if the function is renamed, and about names taken for built-in ones."""
        return plan.assumptions(self.method, self._plan)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Return the edits of all names."""
        return plan.edits(self.method, self._plan)

    @cached_property
    def _plan(self) -> tuple[plan.Replaced, ...]:
        return plan.plan(self.method)
