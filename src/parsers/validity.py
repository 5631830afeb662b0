"""Opinions on whether a text is one of its language, of any parser or compiler.

No parser has the last word, and a compiler lacks what is around a text. So opinions on a mutant count only in the relative form:
if the original passed, the mutant must pass; see `relative`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from parsers.errors import ParseError

if TYPE_CHECKING:
    from parsers.source import SourceFile

__all__ = ["Opinion", "Outcome", "parser_opinion", "relative"]

Outcome = Literal["passed", "failed", "no opinion"]


@dataclass(frozen=True)
class Opinion:
    """The opinion of a parser on a text.

    Attributes:
        verdict: "accepted", "rejected", or "none" where the parser itself broke down.
        reason: why the text is rejected, or how the parser broke down.
    """

    verdict: Literal["accepted", "rejected", "none"]
    reason: str | None = None


def relative(original: Opinion, mutant: Opinion) -> Outcome:
    """Return whether a mutant is as valid as its original; "failed" only if that is accepted and the mutant rejected."""
    if original.verdict != "accepted" or mutant.verdict == "none":
        return "no opinion"
    return "passed" if mutant.verdict == "accepted" else "failed"


def parser_opinion(source: SourceFile) -> Opinion:
    """Return the opinion of the parser of a source's language: accepted where it finds no syntax error."""
    try:
        has_error = source.has_error
    except ParseError as error:
        return Opinion("rejected", str(error))
    return Opinion("rejected", "a syntax error") if has_error else Opinion("accepted")
