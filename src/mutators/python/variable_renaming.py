"""variable-renaming: another name for a local variable, ``n = len(data)`` -> ``int_value = len(data)``.

Relation: preserving.
Preconditions:
    - Python's own compiler finds the same scopes (LR 4.2.2), and nothing in the function sees names at run time;
    - no import, ``def`` or ``class`` gives the name, and no class body uses it (LR 7.11, 8.7, 8.8);
    - no annotation names it (LR 8.7), and no f-string prints it, as ``{x=}`` does (LR 2.4.3);
    - it does not begin with two underscores (LR 6.2.1);
    - a parameter cannot be passed by name: it is positional-only, ``*`` or ``**``, of a nested function that is only called with
      positions, or of a lambda that a built-in calls so (LR 6.3.4, 8.7); no decorator sees it, and it has no annotation;
    - the new name differs from every word of the member, so that it neither captures nor shadows (LR 4.2.2).
Rewrite: all occurrences, including nested scopes. The name comes from a naming scheme (`mutators.naming`); a clash
    tries the next form of the scheme, then the next scheme.
Limits: parameters of the member itself that may be passed by name, names of imports, nested functions and classes, and names in
    class bodies are no candidates.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Example
from mutators.model import Edit, Mutation
from mutators.naming import NamingMutator
from mutators.python.tools import renaming
from mutators.python.tools.renaming import Renamed, declared_in
from parsers.python.function import Function
from parsers.source import SourceFile


class VariableRenaming(NamingMutator):
    """See the module's docstring."""

    name = "variable-renaming"
    language = "python"
    examples = (
        *Example.rows(
            "def f(data, /):\n    @\n",
            "n = len(data); return n -> int_value = len(data); return int_value",
            "for x in g(): use(x) -> for var0 in g(): use(var0)",
            "return [c for c in g() if c] -> return [var0 for var0 in g() if var0]",
        ),
        *Example.rows(
            "def f(data):\n    @\n",
            "with open(data) as h: return h.read() -> with open(data) as var0: return var0.read()",
            "try: g()\n    except E as e: raise R from e -> try: g()\n    except E as var0: raise R from var0",
            "k = 0\n    def g():\n        nonlocal k\n        k += 1\n    g()"
            " -> int_value = 0\n    def g():\n        nonlocal int_value\n        int_value += 1\n    g()",
            "while (n := data.read()): use(f'{n!r}') -> while (var0 := data.read()): use(f'{var0!r}')",
            "match data:\n        case [p, *_]: return p -> match data:\n        case [var0, *_]: return var0",
            "n = 1; print(f'{n=}') -> !an f-string prints its name",
            "n = 1; n: int = 2; m: n = 3 -> !an annotation names it",
            "__n = 1; return __n -> !a class may mangle its name, or it has a meaning of its own",
            "n = 1\n    class A: m = n -> !a class body uses it",
            "os = g()\n    import os -> !an import names it",
            "h = g()\n    def h(): pass -> !a def names it, and the function knows its name",
            "A = g()\n    class A: pass -> !a class statement names it, and the class knows its name",
        ),
        *Example.rows(
            "def f(data):\n    def g(@): return data\n    return g(1) + g(2)\n",
            "n -> var0",
            "n, **more -> !a parameter beside ** takes arguments of any name",
            "n: int -> !the annotations of the function have the parameter's name",
        ),
        *Example.rows(
            "def f(data):\n    @\n    return g(n=1)\n",
            "def g(n): return 1 -> !a caller may pass it by name",
            "@data\n    def g(n, /): return 1 -> !a decorator may look at the names of parameters",
        ),
    )

    def matches(self, method: Function) -> Iterator[Local]:
        for variable in declared_in(method):
            for scheme in self.schemes:
                yield Local(method, variable, scheme)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Rename the variable back, in every occurrence that the patch has."""
        return renaming.restore(patched, mutant, mutation)


class Local(Renamed):
    """A local variable to rename."""

    def refusal(self) -> str | None:
        """Return why the name must stay, or why not every occurrence is known."""
        return renaming.obstacle(self.method, self.variable)

    def assumptions(self) -> tuple[str, ...]:
        """Return that a name means the built-in which calls the variable's lambda, where the module is unknown."""
        return renaming.assumed(self.method, self.variable)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Return the edits of all occurrences."""
        return renaming.edits(self.variable, self.method, self.new_name(rng))
