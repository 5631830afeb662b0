"""loop-exchange: a loop in another form, ``for x in xs`` -> ``for n, x in enumerate(xs)``, ``while c`` -> ``while True``.

Relation: preserving.
Preconditions:
    - of a ``while``: it has no ``else``, which a ``break`` would skip (LR 8.2, 7.9);
    - `enumerate` and `range` are the built-in ones (LR 4.2.2); the loop is not ``async`` (LR 8.9.2), and not in a class body, where
      a variable is an attribute (LR 8.8);
    - beside `enumerate`, the body neither rebinds nor deletes the loop's variables: `enumerate` holds the element for a while;
    - a counter that is removed is used nowhere;
    - a `range` has bounds that are proved to be of class int, and a step that is a literal (LR 8.3); the stop, which precedes
      the start then, does not change it (LR 6.16); its variable is local, the body does not change it, no nested function uses it,
      and nothing uses it after the loop;
    - no ``continue`` leaves a ``try`` or ``with``, where the step would be too early (LR 7.10, 8.4).
Rewrite: one of five directions. "while-to-endless" puts the test into the body, "endless-to-while" into the head,
    "for-to-enumerate" counts with a fresh name, "enumerate-to-for" drops the counter, "for-to-while" counts by hand: the bound is
    computed once before the loop, and the step is at the end of the body and before each ``continue``.
Limits: comprehensions are not changed. The value of a loop over a range is an ``int`` in both forms, but `range` with bounds
    that have ``__index__`` is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from mutators.base import Example, Match, Mutator
from mutators.python.loop_exchange.counted import counted_loops
from mutators.python.loop_exchange.ranged import ranged_loops
from mutators.python.loop_exchange.tested import tested_loops
from parsers.python.function import Function

__all__ = ["LoopExchange"]


class LoopExchange(Mutator):
    """See the module's docstring."""

    name = "loop-exchange"
    language = "python"
    relation = "preserving"
    hint = re.compile(rb"\b(?:for|while)\b")
    examples = (
        *Example.rows(
            "def f(a, b, g):\n@\n",
            "    while a < b:\n        g() ->     while True:\n        if not a < b: break\n        g()",
            "    while a: g() ->     while True:\n        if not a: break\n        g()",
            "    while(a or b):\n        g() ->     while True:\n        if not (a or b): break\n        g()",
            "    while not g():  # on\n        pass ->     while True:  # on\n        if g(): break\n        pass",
            "    while True:\n        if a: break\n        g() ->     while not a:\n        g()",
            "    for x in a: g(x) ->     for index, x in enumerate(a): g(x)",
            "    for x, y in a, b: g(x) ->     for position, (x, y) in enumerate((a, b)): g(x)",
            "    for n, x in enumerate(a): g(x) ->     for x in a: g(x)",
            "    for i in range(len(a)):\n        g(i)"
            " ->     stop = len(a)\n    i = 0\n    while i < stop:\n        g(i)\n        i += 1",
            "    for i in range(9, 0, -2):\n        if g(i): continue\n        b(i)"
            " ->     i = 9\n    while i > 0:\n        if g(i): i -= 2; continue\n        b(i)\n        i -= 2",
            "    while a: g()\n    else: b() -> !a break skips the else of the loop",
            "    while a \\\n    : g() -> !the body has no line of its own",
            "    while True:\n        if a: break -> !nothing would be left of the body",
            "    while True:\n        if a: break  # enough\n        g() -> !a comment would be lost",
            "    while True:\n        if a == '#': break\n        g() ->     while not a == '#':\n        g()",
            "    for n, x in enumerate( # all\n        a): g(x) -> !a comment would be lost",
            "    for i in range(len(a) # all\n        ):\n        g(i) -> !a comment would be lost",
            "    class A:\n        for x in a: pass -> !a variable of a class body is an attribute",
            "    for x in a: x = g(x)"
            " -> !the body gives the loop's variable up, and enumerate would keep the value",
            "    for n, x in enumerate(a): g(n) -> !the counter is used",
            "    for i in range(a):\n        g(i) -> !a bound is not proved to be of class int",
            "    for i in range(0, 9, a):\n        g(i) -> !the step is not a literal",
            "    for i in range(len(a), 9):\n        g(i) -> !the start is neither a literal nor a variable",
            "    j = 2\n    for i in range(j, (j := 5)):\n        g(i)"
            " -> !the stop, which would be evaluated first, may change the start",
            "    j = 2\n    for i in range(j, len(g(j := 5))):\n        g(i)"
            " -> !the stop, which would be evaluated first, may change the start",
            "    for b[0] in range(9):\n        g() -> !the loop's variable is not a local one",
            "    for i in range(9):\n        g(lambda: i) -> !another function uses the loop's variable, or it is deleted",
            "    for i in range(9):\n        i += 1 -> !the body changes the loop's variable",
            "    i = 2\n    for i in range(i):\n        g() -> !a bound uses the loop's variable",
            "    for i in range(9):\n        g()\n    return i -> !the loop's variable may be used after the loop",
            "    for i in range(9): g(i) -> !the body has no line of its own",
            "    for i in range(9):\n        try: continue\n        finally: g(i) -> !a continue leaves a try or with",
        ),
        *Example.rows(
            "async def f(a, range, enumerate):\n    @\n",
            "for x in a: pass -> !enumerate may mean something else",
            "for i in range(9): pass -> !range may mean something else",
        ),
        *Example.rows(
            "async def f(a):\n    @\n",
            "async for x in a: pass -> !enumerate does not iterate asynchronously",
        ),
    )

    def matches(self, method: Function) -> Iterator[Match]:
        yield from chain(tested_loops(method), counted_loops(method), ranged_loops(method))
