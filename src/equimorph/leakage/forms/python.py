"""The forms of Python: its text without comments and docstrings."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Mapping

from equimorph.leakage.forms import Form
from equimorph.leakage.samples import FormName

_LEFT_OUT = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING)
_LAYOUT = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


def _text(data: bytes) -> bytes:
    """Return the tokens of a text that are neither comments, layout nor docstrings; what `tokenize` refuses as it is."""
    kept, fresh = list[str](), True
    try:
        for token in tokenize.generate_tokens(io.StringIO(data.decode("utf-8", "replace")).readline):
            if token.type in _LEFT_OUT:
                continue
            if token.type in _LAYOUT:
                fresh = True
                continue
            if not (fresh and token.type == tokenize.STRING):
                kept.append(token.string)
                fresh = False
    except (tokenize.TokenError, SyntaxError):
        return data
    return " ".join(kept).encode()


FORMS: Mapping[FormName, Form] = {"text": _text}
