"""unused-variable: a variable that nothing uses, ``foo()`` -> ``unused_int = 0; foo()``.

Relation: preserving.
Preconditions:
    - the place is right before a statement of a function's body, or of a block within it (LR 7, 8);
    - it is not directly in a class body, where a variable is an attribute (LR 8.8);
    - the docstring, and what declares global and nonlocal names, stay first (LR 7.12, 7.13, 8.7);
    - the name differs from every identifier of the function and of its module, and from the built-in ones, so that it neither
      binds a variable that exists nor is seen by a nested scope (LR 4.2.2).
Rewrite: an assignment of a literal, on a line of its own with the very indentation of the statement; before a statement that is not
    the first of an indented line, in the same line with a semicolon. The seed draws the value (an integer, a float, a truth value,
    None, text or bytes) and the name.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import libcst as cst

from mutators.base import Example, Mutator
from mutators.model import Edit, Mutation, apply_edits
from mutators.python.match import PythonMatch
from mutators.python.tools import declaring
from mutators.python.tools.names import NAMES
from mutators.undo.patch import Patch
from parsers.python.function import Function
from parsers.source import SourceFile

_VALUES = {"int": "0", "bool": "False", "float": "0.0", "String": '""', "None": "None", "Bytes": 'b""'}
"""Literals, by the noun that names are made of."""


class UnusedVariable(Mutator):
    """See the module's docstring."""

    name = "unused-variable"
    language = "python"
    relation = "preserving"
    examples = (
        *Example.rows(
            "def f(n, g):\n    @\n",
            "g(n) -> bool_value = False\n    g(n)",
            'if n: g(n) -> b = b""\n    if n: g(n)',
            "if n: g(n) -> if n: unused_int = 0; g(n)",
            "g(n); g(1) -> g(n); f1 = 0.0; g(1)",
            "while n:\n        n = g(n) -> while n:\n        int_value = 0\n        n = g(n)",
            "try: g(n)\n    finally: g(0) -> try: g(n)\n    finally: dummy = None; g(0)",
            '@g\n    def h(): return n -> dummy = ""\n    @g\n    def h(): return n',
            'match n:\n        case int(): g(n) -> match n:\n        case int(): b = b""; g(n)',
            '"It says what it does."; g(n) -> "It says what it does."; bool_value = False; g(n)',
            '"It says what it does." -> !a docstring must come first',
            "global total -> !what declares global or nonlocal names comes first",
            "class A: n = 1 -> !a variable of a class body is an attribute",
        ),
        *Example.rows(
            "@",
            'def f(x): return x -> def f(x): dummy = ""; return x',
            "class A:\n\tdef f(self):\n\t\treturn 1\n"
            " -> class A:\n\tdef f(self):\n\t\tunused_float = 0.0\n\t\treturn 1\n",
            "def f(tmp, var0):\n    return tmp\n -> def f(tmp, var0):\n    tmp1 = False\n    return tmp\n",
        ),
    )

    def matches(self, method: Function) -> Iterator[Place]:
        for node in declaring.statements(method):
            yield Place(method, node)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Remove the statement; a use of the variable is a conflict."""
        if not patched.parses:
            return super().restore(patched, original, mutant, mutation)
        patch = Patch(mutant, patched, mutation)
        inserted = mutation.edits[0].new.strip("; \t\f\r\n")
        name = inserted.partition(" = ")[0]
        uses = patch.runs([name.encode()])
        if not uses:
            if any(patch.where(index) is not None for index in patch.own(0)[1:]):
                raise patch.lost("the patch changed the inserted statement", patch.own(0))
            return patched.data  # the patch has removed it
        removal = _removal(patch, name, inserted) if len(uses) == 1 else None
        result = apply_edits(patched.data, [removal] if removal is not None else [])
        if removal is None or not SourceFile(result, patched.path, patched.language).parses:
            raise patch.conflict("the patch uses the unused variable, or changed it", uses[0], uses[-1])
        return result


def _removal(patch: Patch, name: str, inserted: str) -> Edit | None:
    """Return the edit that removes the inserted statement from an edited text, None where it is not what it was."""
    for function in map(Function.of, patch.holders()):
        for variable in function.scopes.variables:
            if variable.name != name or len(variable.occurrences) != 1 or function.untrusted is not None:
                continue
            target = function.parent(variable.occurrences[0].node)
            statement = function.parent(target) if isinstance(target, cst.AssignTarget) else None
            if isinstance(statement, cst.Assign) and function.text_of(statement) == inserted:
                return declaring.removal(function, statement)
    return None


class Place(PythonMatch):
    """A statement before which a variable can be set."""

    def refusal(self) -> str | None:
        """Return why no variable can be set there."""
        return declaring.obstacle(self.method, self.node)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the insertion, its value and name drawn."""
        noun = rng.choice(list(_VALUES))
        name = NAMES.unused_name(noun, declaring.taken_names(self.method), rng)
        yield declaring.before(self.method, self.node, f"{name} = {_VALUES[noun]}")
