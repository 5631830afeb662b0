"""Which lambdas of a text have equal bodies: javac makes one method of them where it writes no debug information."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from parsers.java import syntax
from parsers.java.tokens import tokenize

if TYPE_CHECKING:
    import tree_sitter

__all__ = ["Lambdas"]

_LAMBDA = "(lambda_expression) @lambda"
_PARAMETERS = """(lambda_expression parameters: (identifier) @name)
(inferred_parameters (identifier) @name)
(formal_parameter name: (identifier) @name)"""


class Lambdas:
    """The lambdas of a text.

    Args:
        data: the text.
        root: tree-sitter's root, its offsets `shift` bytes too high.
    """

    def __init__(self, data: bytes, root: tree_sitter.Node, shift: int) -> None:
        self._bodies: dict[int, tuple[bytes, ...]] = {}
        for node in syntax.captures(_LAMBDA, root).get("lambda", []):
            self._bodies[node.start_byte - shift] = _body(node, data, shift)
        self._counts = Counter(self._bodies.values())

    def has_twin(self, start: int) -> bool:
        """Whether another lambda has the body of the one that starts at a byte offset, names of parameters left aside."""
        return self._counts[self._bodies.get(start, ())] > 1


def _body(node: tree_sitter.Node, data: bytes, shift: int) -> tuple[bytes, ...]:
    parameters, body = node.child_by_field_name("parameters"), node.child_by_field_name("body")
    if parameters is None or body is None:
        return ()
    if parameters.type == "identifier":
        found = [parameters]
    else:
        found = sorted(
            syntax.captures(_PARAMETERS, parameters).get("name", []), key=lambda name: name.start_byte
        )
    names = {name.text: b"#%d" % number for number, name in enumerate(found)}
    text = data[body.start_byte - shift : body.end_byte - shift]
    return tuple(names.get(token.text, token.text) for token in tokenize(text))
