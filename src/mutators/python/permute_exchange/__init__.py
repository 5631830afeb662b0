"""permute-exchange: two branches change places, ``if c: f() else: g()`` -> ``if not (c): g() else: f()``.

Relation: preserving.
Preconditions:
    - the test is evaluated, and its truth asked for, once and first, as before (LR 6.13, 8.1), also by ``not`` (LR 6.11);
    - no branch has ``global`` or ``nonlocal``, which must precede all uses of their names (LR 7.12, 7.13);
    - a conditional expression is not in a field of an f-string, where a brace at the beginning means something else (LR 2.4.3);
    - it is evaluated where the body runs, not in an annotation, which may be read as text (LR 8.7);
    - the branches differ.
Rewrite: the texts of the branches, from behind their colons to the ends of their last lines, comments included, change places. The
    indentation of each stays what it is. ``not x`` loses its ``not``, any other test becomes ``not (x)``.
    After an ``if`` with an ``elif``, the whole chain is one branch: it becomes an ``if`` of its own, one level deeper.
Limits: a chain is refused if a string in it spans lines, since its indentation must not change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import libcst as cst

from mutators.base import Example, Mutator
from mutators.model import Edit, Mutation
from mutators.python.match import PythonMatch
from mutators.python.permute_exchange.branches import branches, exchanged, negated_test, same_tokens
from mutators.python.permute_exchange.undo import swap_back
from mutators.python.tools.negation import merged
from mutators.undo.transport import parses
from parsers.python.function import Function
from parsers.source import SourceFile

__all__ = ["PermuteExchange"]


class PermuteExchange(Mutator):
    """See the module's docstring."""

    name = "permute-exchange"
    language = "python"
    relation = "preserving"
    hint = re.compile(rb"\bel(?:se|if)\b")
    examples = (
        *Example.rows(
            "def f(a, b, g, h):\n@\n",
            "    if a: g()\n    else: h() ->     if not (a): h()\n    else: g()",
            "    if (a):  # yes\n        g()\n        # done\n    # or\n    else:\n      h()  # no"
            " ->     if not (a):\n      h()\n    # or\n    else:  # yes\n        g()\n        # done  # no",
            "    if not a or b:\n        g()\n    else: h() ->     if not (not a or b): h()\n    else:\n        g()",
            "    if not a:\n    \tg()\n    else:\n     h() ->     if a:\n     h()\n    else:\n    \tg()",
            "    if x := g(): h(x)\n    else: return 1 ->     if not (x := g()): return 1\n    else: h(x)",
            "    return g if a else h ->     return h if not (a) else g",
            "    return (1 if a else 2 if b else 3) ->     return ((2 if b else 3) if not (a) else 1)",
            "    return g if(not a)else lambda: h ->     return (lambda: h) if not (not a)else g",
            "    if a: g()\n    elif b: h()\n    else: g(h)"
            " ->     if not (a):\n        if b: h()\n        else: g(h)\n    else: g()",
            "    if a:\n      g()\n    elif b:\n      h() ->     if not (a):\n      if b:\n        h()\n    else:\n      g()",
            "    if a: g()\n    elif b: h('''\n''')"
            " -> !the indentation of the elif cannot change: a string spans lines, or tabs are mixed",
            "    if a:\n        global k\n        k = 1\n    else: h() -> !a branch declares global or nonlocal names",
            "    if a: g()\n    else: g( ) -> !the branches are equal",
            "    n: g if a else h = 1 -> !an annotation may be read as text",
            "    def k(n: int = g if a else h): pass -> !it is in the default value of a parameter",
            "    return f'{g if a else h}' -> !in an f-string, a brace at the beginning of a field would mean something else",
        ),
    )

    def matches(self, method: Function) -> Iterator[Branches]:
        for node in method.all(cst.If):
            if node.orelse is not None:
                yield Branches(method, node, form="elif" if isinstance(node.orelse, cst.If) else "if")
        for expression in method.all(cst.IfExp):
            yield Branches(method, expression, form="conditional")

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Exchange the branches as they are in the patched text; remake the mutant if it does not parse, or there was an elif."""
        if parses(patched) and ("form", "elif") not in mutation.site.params:
            return swap_back(patched, original, mutant, mutation)
        return super().restore(patched, original, mutant, mutation)


class Branches(PythonMatch):
    """A condition with two branches."""

    node: cst.If | cst.IfExp

    def refusal(self) -> str | None:
        """Return why the branches cannot change places, or why that would change nothing."""
        pair = branches(self.method, self.node)
        if isinstance(pair, str):
            return pair
        for kind in (cst.Global, cst.Nonlocal):
            for node in self.method.all(kind):
                if self.node in self.method.around(node):
                    return "a branch declares global or nonlocal names"
        yes, no = pair
        text = self.method.source.slice
        equal = same_tokens(text(yes.start, yes.end), text(no.start, no.end))
        return "the branches are equal" if equal else None

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the negation of the condition, and the exchange."""
        pair = branches(self.method, self.node)
        assert not isinstance(pair, str)
        yield from merged(self, [*negated_test(self, self.node.test), *exchanged(self.method, pair)])
