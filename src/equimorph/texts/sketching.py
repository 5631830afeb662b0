"""Sketches of texts, as CodeScore-R compares them: plain names for functions, parameters and variables (paper 004, 3.1.1).

A sketch names the functions of a text ``f``, ``f_1``, ..., the parameters of each ``arg_0``, ``arg_1``, ..., and its other
variables ``var_0``, ``var_1``, ..., in the order in which they appear. The names of types, fields, attributes, imports, and of
what is called but not declared in the text, stay.

It takes the variables and their occurrences from the same analysis as the mutator `sketch`, so that two variables of one name in
two scopes have two names. It differs from the mutator in that it refuses nothing: it serves only a comparison of texts, and
nobody runs it. So it also renames the parameters that a caller in another file may pass by name, a method that may override
another one, and every call that is written as one of a function of the text. Where the mutator refuses nothing, both give the
same text, but for the names of functions in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, count

from equimorph.languages import part_of
from mutators.model import Edit, apply_edits
from parsers import ParseError, SourceFile
from parsers.language import find_language

__all__ = ["Sketch", "function_names", "has_sketches", "numbered", "sketch", "words"]


@dataclass(frozen=True)
class Sketch:
    """The sketch of a text.

    Attributes:
        text: the sketch; the text as it was if there is a reason.
        reason: why there is no sketch, or None.
    """

    text: str
    reason: str | None = None


def sketch(text: str, language: str = "java") -> Sketch:
    """Return the sketch of a text; where it does not parse, the text as it is, with the reason.

    Args:
        text: a file, members of a class, functions, or statements.
        language: Language of the text.
    """
    try:
        source = SourceFile.from_text(text, language=language)
        if not source.parses:
            return Sketch(text, "it does not parse")
        edits = tuple(_edits_of(language)(source))
        return Sketch(apply_edits(source.data, edits).decode())
    except ParseError as error:
        return Sketch(text, str(error))
    except RecursionError:
        return Sketch(text, "nested too deep")


def has_sketches(language: str) -> bool:
    """Return whether there are sketches of a language."""
    return part_of(language, "sketch") is not None


def words(text: str, language: str = "java") -> tuple[str, ...]:
    """Return the tokens of a text as the encoder reads them, without blanks and comments; layout tokens are named.

    A text need not parse.
    """
    data = text.encode("utf-8", "replace")
    return tuple(
        _LAYOUT.get(token.text) or token.text.decode() for token in find_language(language).tokenize(data)
    )


_LAYOUT = {b"\n": "<line>", b"\n\t": "<block>", b"\n\x08": "<end>"}
"""The tokens that stand for ends of lines, and for where blocks begin and end, of `parsers.python`."""


def _edits_of(language: str) -> Callable[[SourceFile], Iterator[Edit]]:
    """Return a function that yields the edits of a sketch. ParseError: there are no sketches of the language."""
    edits: Callable[[SourceFile], Iterator[Edit]] | None = part_of(language, "sketch")
    if edits is None:
        raise ParseError(f"there are no sketches of {language}")
    return edits


def function_names(names: Iterator[str], taken: frozenset[str]) -> dict[str, str]:
    """Return the new names of functions; functions of the same name, such as overloads, share one."""
    fresh = (name for name in chain(("f",), numbered("f_", taken, 1)) if name not in taken)
    found: dict[str, str] = {}
    for name in names:
        if name not in found:
            found[name] = next(fresh)
    return found


def numbered(base: str, taken: frozenset[str], start: int = 0) -> Iterator[str]:
    """Yield the numbered names that are not taken."""
    return (name for name in (f"{base}{number}" for number in count(start)) if name not in taken)
