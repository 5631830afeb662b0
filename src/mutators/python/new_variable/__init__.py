"""new-variable: a second variable takes over the later reads of a first, ``use(x)`` -> ``y = x; use(y)``.

Relation: preserving.
Preconditions:
    - the second variable is set right behind what binds the first: a parameter, an assignment, a ``for``, a ``with`` (LR 7.2, 8.3,
      8.5, 8.7), so that the first is bound;
    - nothing else binds the first variable, and nothing deletes it (LR 7.5): both are the same object, for as long as either;
    - only reads in the rest of the block move, which control enters only behind the new statement (LR 8), and only
      reads in the variable's own scope: closures keep the first (LR 4.2.2);
    - fields such as ``{x=}`` (LR 2.4.3) and annotations (LR 8.7) keep the first variable;
    - the new name differs from every word of the member, so that it neither captures nor shadows (LR 4.2.2).
Rewrite: the assignment is inserted, on its own line if the statement behind it begins one, and the reads are renamed. The name
    comes from a naming scheme, as in variable-renaming.
Limits: variables that imports, ``def``, ``class``, ``except``, patterns or ``:=`` bind are refused. When a call ends, the objects
    of its variables may die in another order (LR 3.1 leaves open when they do).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from mutators.base import Example
from mutators.model import Edit, Mutation
from mutators.naming import NamingMutator
from mutators.python.new_variable import alias, undo
from mutators.python.tools.renaming import Renamed
from parsers.python.function import Function
from parsers.source import SourceFile

__all__ = ["NewVariable"]


class NewVariable(NamingMutator):
    """See the module's docstring."""

    name = "new-variable"
    language = "python"
    examples = (
        *Example.rows(
            "def f(g):\n    @\n",
            "k = len(g)\n    use(k, k + 1) -> k = len(g)\n    int_value = k\n    use(int_value, int_value + 1)",
            "k = g(); use(k) -> k = g(); var0 = k; use(var0)",
            "k: int = g()\n    # why\n    return k -> k: int = g()\n    # why\n    var0 = k\n    return var0",
            "for k in g: use(k) -> for k in g: var0 = k; use(var0)",
            "for k, v in g:\n        use(k) -> for k, v in g:\n        var0 = k\n        use(var0)",
            "with open(g) as h:\n        yield h.read() -> with open(g) as h:\n        var0 = h\n        yield var0.read()",
            "k = g()\n    while k:\n        use(k)\n    return k"
            " -> k = g()\n    var0 = k\n    while var0:\n        use(var0)\n    return var0",
            "k = g()\n    run(lambda: k); use(k) -> k = g()\n    var0 = k\n    run(lambda: k); use(var0)",
            "if g:\n        k = g()\n        use(k)\n    return k"
            " -> if g:\n        k = g()\n        var0 = k\n        use(var0)\n    return k",
            "k = g(); print(f'{k=}') -> !no later use can move",
            "k = 0\n    while g(k): k += 1 -> !it is written more than once",
            "k = g(); use(k); del k -> !it is deleted",
            "def h():\n        nonlocal k\n        k = 1\n    h()\n    use(k)\n    k: int -> !it is written more than once",
            "return [k for k in g] -> !it is no variable of a function's body",
            "import os\n    return os.sep -> !it is no plain variable",
            "if (k := g()): use(k) -> !no statement begins right behind its binding",
            "k = g(); return sys.getrefcount(k) -> !it counts references",
        ),
        *Example.rows(
            "@",
            "def f(x): return x * 2\n -> def f(x): var0 = x; return var0 * 2\n",
            'def f(x):\n    "It doubles."\n    return x * 2\n'
            ' -> def f(x):\n    "It doubles."\n    var0 = x\n    return var0 * 2\n',
            "def f(x):\n    x = x or 1\n    return x\n -> !it is written more than once",
        ),
    )

    def matches(self, method: Function) -> Iterator[First]:
        for variable in method.scopes.variables:
            for scheme in self.schemes:
                yield First(method, variable, scheme)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Remove the statement, and replace the uses of its variable by the first one."""
        if not patched.parses:
            return super().restore(patched, original, mutant, mutation)
        return undo.restore(patched, mutant, mutation)


class First(Renamed):
    """A local variable or parameter whose later reads a second variable takes over."""

    def refusal(self) -> str | None:
        """Return why no second variable can take over."""
        return self._plan if isinstance(self._plan, str) else None

    def edits(self, rng: Random) -> list[Edit]:
        """Return the insertion of the assignment, and the reads renamed."""
        assert isinstance(self._plan, alias.Alias)
        return self._plan.edits(self.method, self.variable.occurrences[0].node.value, self.new_name(rng))

    @cached_property
    def _plan(self) -> alias.Alias | str:
        return alias.plan(self.method, self.variable)
