"""How texts are compared in a form: what is prepared of each, and which prepared sides a prepared text has."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from equimorph.leakage.finding.options import FindOptions
from equimorph.leakage.finding.sizes import least_bytes
from equimorph.leakage.matching import Matcher, compare
from equimorph.leakage.normalising import normalise
from equimorph.leakage.samples import Direction, FormName, Kind

__all__ = ["Comparer", "Finder", "Match", "comparer_of"]


@dataclass(frozen=True, slots=True)
class Match:
    """How a side of a sample is found in a text.

    Attributes:
        kind: how.
        offset: where, in bytes of the normalised text, of "contains" of the side; None where the form has no places.
        similarity: a fraction; None where texts are equal or not.
    """

    kind: Kind
    offset: int | None = None
    similarity: float | None = None


class Finder(Protocol):
    """Sides of a benchmark, in a form."""

    def hits(self, texts: Sequence[Any]) -> Iterator[tuple[int, int, Match]]:
        """Yield which of the texts has which of the sides, each at most once, in order of both."""


class Comparer(Protocol):
    """A form. What it prepares of a text is its own; the bytes of `packed` are for a file."""

    def prepared(self, text: bytes) -> Any:  # noqa: ANN401 - of its own
        """Return what is compared of a text."""

    def finder(self, sides: Sequence[Any]) -> Finder:
        """Return what finds prepared sides."""

    def match(self, text: Any, side: Any) -> Match | None:  # noqa: ANN401 - of its own
        """Return how a prepared side is found in a prepared text; None if it is not."""

    def packed(self, prepared: Any) -> bytes:  # noqa: ANN401 - of its own
        """Return what is prepared of a text as bytes."""

    def unpacked(self, data: bytes) -> Any:  # noqa: ANN401 - of its own
        """Return what `packed` made bytes of."""


def comparer_of(form: FormName, options: FindOptions) -> Comparer:
    """Return how texts are compared in a form."""
    if form == "text":
        return _Texts(options.direction, options.keep_literal_blanks, least_bytes(options))
    return _Keys(form, options.direction)


@dataclass(frozen=True)
class _Texts:
    """Texts without blanks and comments."""

    direction: Direction
    keep_literal_blanks: bool
    least: int

    def prepared(self, text: bytes) -> bytes:
        return normalise(text, keep_literal_blanks=self.keep_literal_blanks)

    def finder(self, sides: Sequence[bytes]) -> Finder:
        return _TextFinder(Matcher(sides, self.direction, self.least))

    def match(self, text: bytes, side: bytes) -> Match | None:
        found = compare(text, side, self.direction)
        return None if found is None else Match(*found)

    def packed(self, prepared: bytes) -> bytes:
        return prepared

    def unpacked(self, data: bytes) -> bytes:
        return data


@dataclass(frozen=True)
class _TextFinder:
    matcher: Matcher

    def hits(self, texts: Sequence[bytes]) -> Iterator[tuple[int, int, Match]]:
        for found in self.matcher.hits(texts):
            yield found.text, found.side, Match(found.kind, found.offset)


@dataclass(frozen=True)
class _Keyed:
    """The keys of a text.

    Attributes:
        whole: of all of it; of a text that has no such form, there is none.
        inside: of the members in it.
    """

    whole: frozenset[str]
    inside: frozenset[str]


@dataclass(frozen=True)
class _Keys:
    """Keys of a form in which clones are equal: of whole texts, and of the members in them."""

    form: FormName
    direction: Direction

    def prepared(self, text: bytes) -> _Keyed:
        from equimorph.leakage.forms.keys import (
            keys,  # its forms need parsers and mutators, which plain texts do not
        )

        found = keys(text, self.form)
        whole = frozenset(key for key, kind in found if kind == "exact")
        return _Keyed(whole, frozenset(key for key, _ in found) - whole)

    def finder(self, sides: Sequence[_Keyed]) -> Finder:
        return _KeyFinder(sides, self.direction)

    def match(self, text: _Keyed, side: _Keyed) -> Match | None:
        if side.whole & text.whole:
            return Match("exact")
        if side.whole & text.inside:
            return Match("inside")
        return Match("contains") if self.direction == "either" and text.whole & side.inside else None

    def packed(self, prepared: _Keyed) -> bytes:
        return json.dumps([sorted(prepared.whole), sorted(prepared.inside)]).encode()

    def unpacked(self, data: bytes) -> _Keyed:
        whole, inside = json.loads(data)
        return _Keyed(frozenset(whole), frozenset(inside))


class _KeyFinder:
    """The sides by their keys."""

    def __init__(self, sides: Sequence[_Keyed], direction: Direction) -> None:
        self._whole, self._inside = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
        for number, side in enumerate(sides):
            for key in side.whole:
                self._whole[key].append(number)
            for key in side.inside if direction == "either" else ():
                self._inside[key].append(number)

    def hits(self, texts: Sequence[_Keyed]) -> Iterator[tuple[int, int, Match]]:
        for number, text in enumerate(texts):
            found = dict[int, Kind]()
            places: tuple[tuple[Kind, Mapping[str, list[int]], frozenset[str]], ...] = (
                ("contains", self._inside, text.whole),
                ("inside", self._whole, text.inside),
                ("exact", self._whole, text.whole),
            )
            for kind, sides, keys in places:  # the strongest last
                found.update((side, kind) for key in keys for side in sides.get(key, ()))
            yield from ((number, side, Match(found[side])) for side in sorted(found))
