"""Any bytes as Python tokens: the text that is compared, without comments, docstrings and layout (Python language reference, 2)."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from parsers.language import Token
from parsers.python.syntax.tokens import DEDENT, INDENT, NEWLINE, tokenize

_LAYOUT = frozenset({NEWLINE, INDENT, DEDENT, b"\r", b"\r\n"})
_STRING = re.compile(rb"(?s)(?i:[bru]{0,2})(?P<quote>\"\"\"|'''|\"|')(?:\\.|(?!(?P=quote)).)*(?P=quote)")
"""A literal with its end."""
_NAME = re.compile(rb"[A-Za-z_\x80-\xff]")
_ENDS = frozenset({b";", b""})
_BLANKS = b" \t\n\r\f\v"
_WORDS = frozenset(
    word.encode() for word in (*keyword.kwlist, "match", "case", "print", "exec", "self", "cls")
)


def code_tokens(data: bytes) -> list[Token]:
    """Return the tokens of any text that are neither comments, layout nor docstrings.

    A docstring is a string that is a statement: it begins and ends its logical line, in whatever block.
    """
    kept, fresh = list[Token](), True
    tokens = tokenize(data)
    for at, token in enumerate(tokens):
        if token.text in _LAYOUT:
            fresh = True
            continue
        behind = tokens[at + 1].text if at + 1 < len(tokens) else b""
        if fresh and _STRING.fullmatch(token.text) and (behind in _LAYOUT or behind in _ENDS):
            fresh = behind == b";"
            continue
        kept.append(token)
        fresh = token.text == b";"
    return kept


def normalised(data: bytes, keep_literal_blanks: bool) -> bytes:
    """Return the tokens of a text joined; the blanks in literals go, too, unless they are kept."""
    text = b"".join([token.text for token in code_tokens(data)])
    return text if keep_literal_blanks else text.translate(None, _BLANKS)


def without_comments(data: bytes) -> bytes:
    """Return a text with blanks in place of what is not compared, so that all else stays at its place; line ends stay, too."""
    kept, at, parts = code_tokens(data), 0, list[bytes]()
    for token in (*kept, Token(b"", len(data), len(data))):
        parts += [re.sub(rb"[^\r\n]", b" ", data[at : token.start]), token.text]
        at = token.end
    return b"".join(parts)


def by_first_use(data: bytes) -> bytes:
    """Return the tokens of a text with the names that may be variables' numbered by their first use."""
    tokens = code_tokens(data)
    texts = [b"", *(token.text for token in tokens), b""]
    variable = [
        _may_be_variable(name, before, behind)
        for before, name, behind in zip(texts, texts[1:], texts[2:], strict=False)
    ]
    taken = {token.text for token, is_one in zip(tokens, variable, strict=True) if not is_one}
    fresh = (name for name in (b"v%d" % number for number in count()) if name not in taken)
    names = dict[bytes, bytes]()
    for token, is_one in zip(tokens, variable, strict=True):
        if is_one and token.text not in names:
            names[token.text] = next(fresh)
    return b" ".join(_named(tokens, variable, names))


def _named(
    tokens: Sequence[Token], variable: Sequence[bool], names: Mapping[bytes, bytes]
) -> Iterator[bytes]:
    pairs = zip(tokens, variable, strict=True)
    return (names[token.text] if is_one else token.text for token, is_one in pairs)


def _may_be_variable(name: bytes, before: bytes, behind: bytes) -> bool:
    """Return whether a token may be a variable's name, by the tokens around it."""
    if not _NAME.match(name) or name in _WORDS or name[:1].isupper() or name[-1:] in (b"'", b'"'):
        return False
    return before not in (b".", b"@", b"def", b"class", b"import", b"from") and behind != b"("
