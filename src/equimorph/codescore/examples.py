"""The encoder's training examples: rows of `equimorph pairs`, as sketches cut into words (paper 004, 3.1.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from equimorph.texts.sketching import sketch, words
from mutators import MutationError
from parsers.language import language_of, languages

__all__ = ["COMMENT_WORDS", "Example", "Examples", "example_of"]

COMMENT_WORDS = 24
"""Maximum number of words that are read of a comment."""


@dataclass(frozen=True)
class Example:
    """A method, texts that behave as it does, and texts that nearly do, each as the words of its sketch.

    Attributes:
        id: Id of the row.
        split: "train", "validation" or "test".
        language: Language of the texts.
        comment: Words of the comment above the method; empty if there is none.
        anchor: Words of the method.
        positives, negatives: Words of its variants.
    """

    id: str
    split: str
    language: str
    comment: tuple[str, ...]
    anchor: tuple[str, ...]
    positives: tuple[tuple[str, ...], ...]
    negatives: tuple[tuple[str, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Example:
        """Return the example of which `to_dict` returned the data, also through JSON."""
        positives, negatives = (
            tuple(tuple(text) for text in data[side]) for side in ("positives", "negatives")
        )
        comment, anchor = (tuple(data[name]) for name in ("comment", "anchor"))
        return cls(data["id"], data["split"], data["language"], comment, anchor, positives, negatives)


@dataclass
class Examples:
    """Examples, and what became of the rows.

    Attributes:
        found: the examples.
        read: rows.
        dropped: rows without an example, by reason.
    """

    found: list[Example] = field(default_factory=list)
    read: int = 0
    dropped: Counter[str] = field(default_factory=Counter)

    def add(self, rows: Iterable[Mapping[str, Any]], length: int) -> None:
        """Add the examples of rows.

        Args:
            rows: Rows that `example_of` can read.
            length: Maximum number of words per text; a longer method or variant is dropped.
        """
        for row in rows:
            self.read += 1
            result = example_of(row, length)
            if isinstance(result, str):
                self.dropped[result] += 1
            else:
                self.found.append(result)

    def of(self, split: str) -> list[Example]:
        """Return the examples of a split."""
        return [example for example in self.found if example.split == split]


def example_of(row: Mapping[str, Any], length: int) -> Example | str:
    """Return the example that a row of pairs is, or why it is none.

    Variants with the same sketch as the method are left out: a variant with different names only is no other text here.

    Args:
        row: Row of `equimorph.contrastive`.
        length: See `Examples.add`.

    Raises:
        MutationError: it is not a row of pairs.
    """
    language = _language(row)
    status = row.get("status", "ok")
    if status != "ok":
        return f"the row is {status}"
    anchor = _words(_text(row, "anchor"), language)
    if len(anchor) > length:
        return f"more than {length} words"
    sides = {}
    for side, reason in (("positives", "no rewriting"), ("negatives", "no mutant")):
        texts = dict.fromkeys(_words(text, language) for text in _texts(row, side))
        sides[side] = tuple(text for text in texts if text != anchor and len(text) <= length)
        if not sides[side]:
            return reason
    comment = tuple(_comment(row).split()[:COMMENT_WORDS])
    return Example(str(row.get("id", "")), str(row.get("split", "train")), language, comment, anchor, **sides)


def _words(text: str, language: str) -> tuple[str, ...]:
    return words(sketch(text, language).text, language)


def _language(row: Mapping[str, Any]) -> str:
    name = row.get("language") or language_of(str(row.get("source") or ""))
    if name not in languages():
        raise MutationError(f"field 'language' is {name!r}; there are: {', '.join(languages())}")
    return str(name)


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise MutationError(f"field {name!r} is not a text: not a row of `equimorph pairs`")
    return value


def _texts(row: Mapping[str, Any], side: str) -> Iterator[str]:
    variants = row.get(side)
    if not isinstance(variants, list):
        raise MutationError(f"field {side!r} is not a list: not a row of `equimorph pairs`")
    for variant in variants:
        text = variant.get("text") if isinstance(variant, Mapping) else None
        if not isinstance(text, str):
            raise MutationError(f"field {side!r} has a variant without a text")
        yield text


def _comment(row: Mapping[str, Any]) -> str:
    """Return the comment above the method, which the field ``comment`` is; none if the row has none."""
    value = row.get("comment")
    return value if isinstance(value, str) else ""
