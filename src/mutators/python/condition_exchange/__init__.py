"""condition-exchange: write a condition in another way, ``True`` -> ``not False``, ``a and b`` -> ``not (not a or not b)``.

Relation: preserving.
Preconditions:
    - of ``and``, ``or`` and a double negation only the truth counts, and CPython jumps by it: the test of an ``if``, ``while``,
      ``assert``, conditional expression, comprehension or guard, or a part of one below ``not``, ``and`` and ``or``; elsewhere
      ``and`` gives one of its operands (LR 6.11), and ``__bool__`` might be called twice;
    - no annotation, no pattern and no f-string such as ``{x=}`` has the expression (LR 2.4.3, 8.6.4, 8.7).
Rewrite: one of three forms. "literal": ``True`` and ``not False``, ``False`` and ``not True`` change places. "de-morgan":
    ``a and b`` and ``not (not a or not b)``, ``a or b`` and ``not (not a and not b)`` change places, whole chains at once.
    "double-negation": another test ``x`` becomes ``not not x``, and ``not not x`` becomes ``x``. The code objects stay equal,
    except where CPython compiles ``not x in y`` as ``x not in y``, or ``not x is y`` as ``x is not y``.
Limits: a comparison is not turned round: ``not a < b`` need not be ``a >= b``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import libcst as cst

from mutators.base import Example, Mutator
from mutators.model import Edit
from mutators.python.condition_exchange.forms import Form, form_of, obstacle, rewritten
from mutators.python.match import PythonMatch
from mutators.python.tools.negation import merged
from parsers.python.function import Function

__all__ = ["ConditionExchange"]


class ConditionExchange(Mutator):
    """See the module's docstring."""

    name = "condition-exchange"
    language = "python"
    relation = "preserving"
    hint = re.compile(rb"\b(?:if|while|assert|and|or|not|True|False)\b")
    examples = (
        *Example.rows(
            "def f(a, b, c, g):\n    @\n",
            "while True: g() -> while not False: g()",
            "g(not True) -> g(False)",
            "g(not  # yet\n        True) -> !a comment would be lost",
            "return a == True -> return a == (not False)",
            "while a and b: g() -> while not (not a or not b): g()",
            "if a < b or not c: g() -> if not (not a < b and c): g()",
            "if a and b and (b or c): g() -> if not (not a or not b or not (b or c)): g()",
            "if a or b and c: g() -> if not (not a and not (b and c)): g()",
            "if not (a or b): g() -> if (not a and not b): g()",
            "if(a)and(b): g() -> if not (not (a)or not (b)): g()",
            "if c: g() -> if not not c: g()",
            "if not not (a): g() -> if (a): g()",
            "if n := g(): b(n) -> if not not (n := g()): b(n)",
            "assert a, b -> assert not not a, b",
            "return [x for x in a if x] -> return [x for x in a if not not x]",
            "return b if(a)else c -> return b if not not (a)else c",
            "r = a and b -> !its value may be used, not its truth alone",
            "return not (a and b) -> !its value may be used, not its truth alone",
            "g(f'{True=}') -> !an f-string prints the text of the expression",
            "n: Literal[True] = a -> !an annotation may be read as text",
            "match a:\n        case True: g() -> !a pattern is not evaluated",
        ),
    )

    def matches(self, method: Function) -> Iterator[Condition]:
        for node in method.nodes:
            form = form_of(method, node) if node is not method.node else None
            if form is not None:
                yield Condition(method, node, form)


class Condition(PythonMatch):
    """An expression that can be written in another form."""

    def __init__(self, method: Function, node: cst.CSTNode, form: Form) -> None:
        super().__init__(method, node, form=form)
        self.form = form

    def refusal(self) -> str | None:
        """Return why more than the truth of the expression may count, or why its text may."""
        return obstacle(self.method, self.node, self.form)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Return the edits of the form."""
        return merged(self, rewritten(self, self.node, self.form))
