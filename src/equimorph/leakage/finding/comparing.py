"""Comparers: how each form normalises texts and finds benchmark sides in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from equimorph.leakage.finding.options import FindOptions
from equimorph.leakage.finding.sizes import least_bytes
from equimorph.leakage.forms.keys import Key, keys
from equimorph.leakage.forms.near import Near
from equimorph.leakage.matching import Matcher, compare
from equimorph.leakage.normalising import normalise
from equimorph.leakage.samples import LANGUAGE, Direction, FormName, Kind

KEY_BYTES = 16


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a sample's side in a text.

    Attributes:
        kind: Kind of match.
        offset: Offset in bytes of the normalised text, for "contains" of the side; None if the form has no places.
        similarity: Similarity as a fraction; None where texts are equal or not.
    """

    kind: Kind
    offset: int | None = None
    similarity: float | None = None


class Finder(Protocol):
    """Sides of a benchmark, in a form."""

    def hits(self, texts: Sequence[Any]) -> Iterator[tuple[int, int, Match]]:
        """Yield the pairs of a text and a side in it, each at most once, in order of both."""


class Comparer(Protocol):
    """A form. What it prepares of a text is its own; the bytes of `packed` are for a file.

    Attributes:
        is_kept: whether it is worth keeping what is prepared.
    """

    is_kept: ClassVar[bool]

    @property
    def language(self) -> str:
        """The language of the texts."""

    def prepared(self, text: bytes) -> Any:  # noqa: ANN401 - of its own
        """Return the part of a text that is compared."""

    def finder(self, sides: Sequence[Any]) -> Finder:
        """Return a finder of prepared sides."""

    def match(self, text: Any, side: Any) -> Match | None:  # noqa: ANN401 - of its own
        """Return the match of a prepared side in a prepared text; None without one."""

    def packed(self, prepared: Any) -> bytes:  # noqa: ANN401 - of its own
        """Return the prepared text as bytes."""

    def unpacked(self, data: bytes) -> Any:  # noqa: ANN401 - of its own
        """Return the prepared text that `packed` made bytes of."""


def comparer_of(form: FormName, options: FindOptions, language: str = LANGUAGE) -> Comparer:
    """Return the comparer of a form for texts of a language."""
    if form == "text":
        return _Texts(language, options.direction, options.keep_literal_blanks, least_bytes(options))
    if form == "near":
        return _Near(language)
    return _Keys(language, form, options.direction)


@dataclass(frozen=True)
class _Texts:
    language: str
    direction: Direction
    keep_literal_blanks: bool
    least: int
    is_kept: ClassVar[bool] = True

    def prepared(self, text: bytes) -> bytes:
        return normalise(text, keep_literal_blanks=self.keep_literal_blanks, language=self.language)

    def finder(self, sides: Sequence[bytes]) -> Finder:
        return _TextFinder(Matcher(sides, self.direction, self.least))

    def match(self, text: bytes, side: bytes) -> Match | None:
        comparison = compare(text, side, self.direction)
        return None if comparison is None else Match(*comparison)

    def packed(self, prepared: bytes) -> bytes:
        return prepared

    def unpacked(self, data: bytes) -> bytes:
        return data


@dataclass(frozen=True)
class _TextFinder:
    matcher: Matcher

    def hits(self, texts: Sequence[bytes]) -> Iterator[tuple[int, int, Match]]:
        for hit in self.matcher.hits(texts):
            yield hit.text, hit.side, Match(hit.kind, hit.offset)


@dataclass(frozen=True)
class _Keyed:
    """The keys of a text, None for one without tokens, and of the members in it."""

    whole: Key | None
    inside: frozenset[Key]


@dataclass(frozen=True)
class _Keys:
    """Keys of a form in which clones are equal, for whole texts and for the members in them."""

    language: str
    form: FormName
    direction: Direction
    is_kept: ClassVar[bool] = True

    def prepared(self, text: bytes) -> _Keyed:
        pairs = keys(text, self.form, self.language)
        whole = next((key for key, kind in pairs if kind == "exact"), None)
        return _Keyed(whole, frozenset(key for key, kind in pairs if kind == "inside"))

    def finder(self, sides: Sequence[_Keyed]) -> Finder:
        return _KeyFinder(sides, self.direction)

    def match(self, text: _Keyed, side: _Keyed) -> Match | None:
        if text.whole == side.whole:
            return Match("exact")
        if side.whole in text.inside:
            return Match("inside")
        return Match("contains") if self.direction == "either" and text.whole in side.inside else None

    def packed(self, prepared: _Keyed) -> bytes:
        return b"".join([*([] if prepared.whole is None else [prepared.whole]), *sorted(prepared.inside)])

    def unpacked(self, data: bytes) -> _Keyed:
        whole, *inside = (
            (data[at : at + KEY_BYTES] for at in range(0, len(data), KEY_BYTES)) if data else (None,)
        )
        return _Keyed(whole, frozenset(key for key in inside if key))


class _KeyFinder:
    def __init__(self, sides: Sequence[_Keyed], direction: Direction) -> None:
        self._whole, self._inside = defaultdict[Key, list[int]](list), defaultdict[Key, list[int]](list)
        for number, side in enumerate(sides):
            if side.whole is not None:
                self._whole[side.whole].append(number)
            for key in side.inside if direction == "either" else ():
                self._inside[key].append(number)

    def hits(self, texts: Sequence[_Keyed]) -> Iterator[tuple[int, int, Match]]:
        for number, text in enumerate(texts):
            whole = [] if text.whole is None else [text.whole]
            kinds = dict[int, Kind]()
            places: tuple[tuple[Kind, Mapping[Key, list[int]], Iterable[Key]], ...] = (
                ("contains", self._inside, whole),
                ("inside", self._whole, text.inside),
                ("exact", self._whole, whole),
            )
            for kind, sides, text_keys in places:  # the strongest last
                kinds.update((side, kind) for key in text_keys for side in sides.get(key, ()))
            yield from ((number, side, Match(kinds[side])) for side in sorted(kinds))


@dataclass(frozen=True)
class _Near:
    """Near-duplicates; nothing is prepared of a text."""

    language: str
    is_kept: ClassVar[bool] = False

    def prepared(self, text: bytes) -> bytes:
        return text

    def finder(self, sides: Sequence[bytes]) -> Finder:
        return _NearFinder(Near(sides, self.language))

    def match(self, text: bytes, side: bytes) -> Match | None:
        if not any(normalise(data, language=self.language) for data in (text, side)):
            return Match("exact", similarity=1.0)
        return next((match for _, _, match in self.finder([side]).hits([text])), None)

    def packed(self, prepared: bytes) -> bytes:
        return prepared

    def unpacked(self, data: bytes) -> bytes:
        return data


@dataclass(frozen=True)
class _NearFinder:
    near: Near

    def hits(self, texts: Sequence[bytes]) -> Iterator[tuple[int, int, Match]]:
        for hit in self.near.hits(texts):
            yield hit.text, hit.side, Match(hit.kind, similarity=hit.similarity)
