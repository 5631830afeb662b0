"""Comparison of repairs, token by token."""

from __future__ import annotations

from parsers import SourceFile
from parsers.language import find_language

__all__ = ["same_tokens"]


def same_tokens(a: str, b: str, language: str = "java", *, normalise: bool = False) -> bool:
    """Return whether two texts have the same tokens, ignoring blanks and comments, and so mean the same.

    Where a Unicode escape may end a comment (``// \\u000a n = 5;``), only texts that are equal have the same tokens.

    Args:
        a, b: The texts, for example a repair that `undo` returns and the developer's.
        language: Language of both.
        normalise: Ignore also, in a text that parses, redundant parentheses, double negations of conditions, and
            redundant braces around the only statement of a branch or loop.

    Raises:
        TypeError: one is not a string.
        ParseError: one has lone surrogates, or the language is not known.
    """
    for text in (a, b):
        if not isinstance(text, str):
            raise TypeError(f"same_tokens compares two strings, not {type(text).__name__}")
    one, other = (SourceFile.from_text(text, language=language) for text in (a, b))
    known = find_language(language)
    if known.hides_code(one.data) or known.hides_code(other.data):
        return one.data == other.data
    if normalise:
        return known.normal_form(one) == known.normal_form(other)
    return _same(one, other)


def _same(one: SourceFile, other: SourceFile) -> bool:
    """Return whether the tokens are equal and read alike: ``a > > b`` has the tokens of ``a >> b``, but is an error."""
    mine, theirs = one.tokens(), other.tokens()
    if [token.text for token in mine] != [token.text for token in theirs]:
        return False
    joins = find_language(one.language).joins
    for at in range(1, len(mine)):
        touching = [found[at - 1].end == found[at].start for found in (mine, theirs)]
        if touching[0] != touching[1] and joins(mine[at - 1].text[-1:], mine[at].text[:1]):
            return one.parses and other.parses
    return True
