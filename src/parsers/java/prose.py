"""Lines that are certainly not Java."""

from __future__ import annotations

import re

from parsers.prose import Prose, three_words

# No production of Java has three identifiers in a row (JLS 19).
_KEYWORDS = """abstract assert boolean break byte case catch char class continue default do double else enum exports extends final
finally float for goto if implements import instanceof int interface long module native new non open opens package permits private
protected provides public record requires return sealed short static strictfp super switch synchronized this throw throws to
transient transitive try uses var void volatile when while with yield"""
_BEGINS = re.compile(r"\s*(?:@|/\*|//|(?:public|private|protected|static|final|abstract|synchronized)\b)")
_SENTENCE = re.compile(r"\s*[A-Za-z][^{}=]*[.!?]\s*")


def _is_code(line: str) -> bool:
    if re.search(r"[{};]", line):
        # No declaration begins or ends with a line that ends with a full stop.
        return _SENTENCE.fullmatch(line) is None
    return bool(_BEGINS.match(line))


PROSE = Prose(
    three_words(_KEYWORDS.split()),
    re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'|//.*|/\*.*?\*/"""),
    re.compile(
        r'(?:"""(?:(?!""")(?:\\.|[^\\]))*|/\*(?:(?!\*/).)*)(?:"""|\*/|(?P<open>\Z))'
        r"""|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])'|//[^\r\n]*""",
        re.DOTALL,
    ),
    _is_code,
    re.compile(r"\w.*[;{}]\s*$"),
    frozenset(_KEYWORDS.split()),
    splits_heads=True,
)
