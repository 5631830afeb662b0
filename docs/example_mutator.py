"""hex-literal: write a decimal integer in hexadecimal, ``10`` -> ``0xA``.

Relation: preserving.
Precondition: the literal has the same type and value in both forms (JLS 3.10.1). It has, except for ``2147483648`` and
    ``9223372036854775808L``, which may stand only after a unary minus.
Rewrite: the digits; a suffix ``L`` stays, underscores go.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators import Edit, Example, Mutator, Site
from parsers import SourceFile


class HexLiteral(Mutator):
    """See the module's docstring."""

    name = "hex-literal"
    language = "java"
    relation = "preserving"
    examples = Example.rows(
        "long f() { return @; }",
        "10 -> 0xA",
        "0 -> 0x0",
        "1_000L -> 0x3E8L",
        "-2147483648 -> !no int of its own, only with the minus before it",
        "-9223372036854775808L -> !no long of its own, only with the minus before it",
    )

    def candidates(self, src: SourceFile) -> Iterator[Site]:
        """Decimal integers in methods whose tree can be trusted."""
        for method in src.methods:
            if method.untrusted:
                continue
            for node in method.root.walk():
                if node.type == "decimal_integer_literal":
                    yield Site.of(self.name, node.start, node.end)

    def refuse(self, src: SourceFile, site: Site) -> str | None:
        """The two literals that are no numbers of their own."""
        value, suffix = self._literal(src, site)
        if value >= (2**63 if suffix else 2**31):
            return f"no {'long' if suffix else 'int'} of its own, only with the minus before it"
        return None

    def rewrite(self, src: SourceFile, site: Site, rng: Random) -> Iterator[Edit]:
        """One edit, of the whole literal."""
        value, suffix = self._literal(src, site)
        yield Edit(site.start, src.slice(site.start, site.end), f"0x{value:X}{suffix}")

    def _literal(self, src: SourceFile, site: Site) -> tuple[int, str]:
        text = src.slice(site.start, site.end)
        digits = text.rstrip("lL")
        return int(digits.replace("_", "")), text[len(digits) :]
