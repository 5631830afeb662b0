"""The words of a method as the models of tasks read them, with the method's own name hidden where the name is the label."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from parsers import ParseError, SourceFile
from parsers.language import find_language

HIDDEN = "<self>"
"""Stands for the method's own name, in its declaration and wherever the name occurs again."""
_NUMBER = "<number>"
_LARGEST = 150
"""Maximum number of words of a text; the rest is cut off."""
_OF_STRING = 6
"""Maximum number of words that are read of a string literal."""

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")
_NAME = re.compile(r"[^\W\d]\w*|\$[\w$]*")
_SHORT_NUMBERS = frozenset({"0", "1", "2", "10"})


def subtokens(name: str) -> tuple[str, ...]:
    """Return the parts of a name in lower case: `getURLOf2` has get, url, of, 2; a name without letters is its only part."""
    return tuple(part.lower() for part in _PARTS.findall(name)) or (name,)


def declared_name(text: str) -> str | None:
    """Return the name of the first method in a text; None where there is no method."""
    try:
        found = SourceFile.from_text(text).methods
    except (ParseError, RecursionError):
        return None
    return next((one.name for one in found if one.kind == "method"), None)


def method_words(text: str, hidden: Collection[str] = ()) -> tuple[str, ...]:
    """Return the words of a method: names by their parts, operators, literals; no comments.

    Args:
        text: Text of a Java method.
        hidden: names that the model must not see. Each is replaced by one word, also in calls, method references and strings.
    """
    found = list[str]()
    for token in find_language("java").tokenize(text.encode("utf-8", "replace")):
        found += _words(token.text.decode("utf-8", "replace"), hidden)
        if len(found) >= _LARGEST:
            break
    return tuple(found[:_LARGEST])


def _words(token: str, hidden: Collection[str]) -> Iterator[str]:
    if token in hidden:
        yield HIDDEN
    elif token[0] == '"':
        yield '"'
        yield from _string_words(token, hidden)
    elif token[0].isdigit():
        yield token if token in _SHORT_NUMBERS else _NUMBER
    elif _NAME.fullmatch(token):
        yield from subtokens(token)
    else:
        yield token


def _string_words(token: str, hidden: Collection[str]) -> Iterator[str]:
    left = _OF_STRING
    for name in _NAME.findall(token):
        for word in (HIDDEN,) if name in hidden else subtokens(name):
            if not left:
                return
            left -= 1
            yield word
