"""How a program is laid out: indented, or as nobody would write it."""

from __future__ import annotations

from parsers.java.syntax.tokens import tokenize
from tests.strategies.programs.choices import Choices

__all__ = ["indented", "laid_out"]

_COMMENTS = ("/* c */", "/* { */", '/* "*/', "/**/", "// c\n", "// } '\n", "/* if (a < b) {\n */", "//\n")
_BRACKETS = (b"(", b")", b"{", b"}", b"[", b"]", b";", b",")
_SIGNS = frozenset(b"+-*/%&|^<>=!:?~.@'\"")


def indented(text: str) -> str:
    """Each line behind as many steps as there are open braces; what is in a text block stays."""
    depth, inside, lines = 0, False, []
    for line in text.split("\n"):
        quotes = line.count('"""')
        if inside:
            lines.append(line)
        else:
            code = _without_strings(line)
            lead = len(code) - len(code.lstrip("}"))
            lines.append("    " * max(0, depth - lead) + line if line else line)
            depth += code.count("{") - code.count("}")
        if quotes % 2:
            inside = not inside
            if not inside:
                code = _without_strings(line.partition('"""')[2])
                depth += code.count("{") - code.count("}")
    return "\n".join(lines)


def _without_strings(line: str) -> str:
    """The line with nothing in its literals, so that braces can be counted; a text block that begins ends it."""
    tokens = tokenize(line.partition('"""')[0].encode())
    return "".join(t.text.decode() for t in tokens if t.text[:1] not in (b'"', b"'"))


def laid_out(text: str, choices: Choices) -> str:
    """One of several layouts, the usual one first and most often."""
    kind = choices.below(10)
    plain = indented(text)
    if kind == 5:
        return plain.replace("\n", "\r\n")
    if kind == 6:
        return _spaced(text, choices, dense=True)
    if kind == 7:
        return _spaced(plain, choices, percent=6)
    if kind == 8:
        return plain.replace("    ", "\t")
    if kind == 9:
        return _spaced(text, choices, percent=20).replace("\n", "\r\n")
    return plain


def _spaced(text: str, choices: Choices, *, dense: bool = False, percent: int = 0) -> str:
    """Blanks between tokens made anew: as few as there may be, or comments between some."""
    data = text.encode()
    parts, at, before = [], 0, b""
    for token in tokenize(data):
        gap = data[at : token.start].decode()
        if dense:
            gap = "" if _apart(before, token.text) else " "
        elif percent and before and not (before[-1:] == b">" and not gap) and choices.chance(percent):
            gap = choices.pick((" {} ", "{}", "\n{}\n", " {}")).format(choices.pick(_COMMENTS))
            if before == b"/":
                gap = " " + gap
        if before == b">" and token.text[:1] in (b">", b"=") and at == token.start:
            gap = ""
        parts.append(gap + token.text.decode())
        at, before = token.end, token.text
    return "".join(parts) + "\n"


def _apart(left: bytes, right: bytes) -> bool:
    """Whether two tokens stay two without a blank."""
    if left in _BRACKETS or right in _BRACKETS or not left:
        return True
    if left[-1] in _SIGNS and right[0] in _SIGNS:
        return left in (b".", b"::") or right in (b".", b"::")
    return left[-1] in _SIGNS or right[0] in _SIGNS
