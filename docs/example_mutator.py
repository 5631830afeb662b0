"""hex-literal: write a decimal integer in hexadecimal, ``10`` -> ``0xA``.

Relation: preserving.
Preconditions:
    - the literal has the same type and value in both forms: it is not ``2147483648`` or ``9223372036854775808L``, which may stand
      only after a unary minus (JLS 3.10.1).
Rewrite: the digits; a suffix ``L`` stays, underscores go. Option ``digits`` says whether letters are capital.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators import Edit, Example, Mutator, Option
from mutators.java.match import JavaMatch
from parsers import Method


class HexLiteral(Mutator):
    """See the module's docstring."""

    name = "hex-literal"
    language = "java"
    relation = "preserving"
    options = (
        Option(
            "digits", ("upper", "lower"), help="whether the digits A to F are capital letters", param="digits"
        ),
    )
    digits: str
    examples = Example.rows(
        "long f() { return @; }",
        "10 -> 0xA",
        "0 -> 0x0",
        "1_000L -> 0x3E8L",
        "-2147483648 -> !no int of its own, only with the minus before it",
        "-9223372036854775808L -> !no long of its own, only with the minus before it",
    )

    def matches(self, method: Method) -> Iterator[Literal]:
        """Yield the decimal integers of a method."""
        for node in method.nodes:
            if node.type == "decimal_integer_literal":
                yield Literal(method, node, digits=self.digits)


class Literal(JavaMatch):
    """A decimal integer."""

    def obstacle(self) -> str | None:
        """Return why it cannot be written otherwise: two literals are no numbers of their own."""
        value, suffix = self._parts()
        if value >= (2**63 if suffix else 2**31):
            return f"no {'long' if suffix else 'int'} of its own, only with the minus before it"
        return None

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield one edit, of the whole literal."""
        value, suffix = self._parts()
        digits = f"{value:X}" if self.param("digits") == "upper" else f"{value:x}"
        yield self.replace(self.node, f"0x{digits}{suffix}")

    def _parts(self) -> tuple[int, str]:
        text = self.text(self.node)
        digits = text.rstrip("lL")
        return int(digits.replace("_", "")), text[len(digits) :]
