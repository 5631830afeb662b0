"""Brackets of a text that pair up, without a parser: a text where they do not has a syntax error, however it is read."""

from __future__ import annotations

import re

# As tree-sitter-java reads comments and literals; its strings may run over line ends. Then what the grammar has no token for.
_PIECE = re.compile(
    rb"""
    //[^\n]* | /\*.*?\*/
    | \"\"\"(?:[^"\\]|\\.|"(?!""))*\"\"\" | "(?:[^"\\]|\\.)*" | '(?:[^'\\\n]|\\.)+'
    | (?P<bracket>[()\[\]{}])
    | (?P<stray>["'] | /\*)
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING = {b")": b"(", b"]": b"[", b"}": b"{"}


def has_unpaired_bracket(data: bytes) -> bool:
    """Return whether a bracket outside comments and literals has no partner, so that no reading of a Java text is without an error.

    False where literals are not clear: a quote without a partner, or a template (`"\\{...}"`).
    """
    if b"\\{" in data:
        return False
    opened, unpaired = list[bytes](), False
    for match in _PIECE.finditer(data):
        if match.lastgroup == "stray":
            return False
        bracket = match["bracket"]
        if bracket is None:
            continue
        partner = _OPENING.get(bracket)
        if partner is None:
            opened.append(bracket)
        elif not opened or opened.pop() != partner:
            unpaired = True
            opened.clear()
    return unpaired or bool(opened)
