"""Texts that differ in one stretch from a text that has been read: the tokens that both share are not read again."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Literal, NamedTuple, overload

__all__ = [
    "Splice",
    "SplicedTokens",
    "Token",
    "Tokens",
    "bytes_apart",
    "common_bytes",
    "lines_apart",
    "runs_of",
    "splice_between",
    "words_apart",
]

_BLOCK = 256
_LONG = 50_000
"""Comparisons of tokens up to which a run is looked for at the places of its rarest token."""


class Token:
    """A token: its text and its byte range."""

    __slots__ = ("end", "start", "text")

    def __init__(self, text: bytes, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"<{self.text!r} {self.start}-{self.end}>"


class Splice(NamedTuple):
    """The stretch in which a text differs from an older one.

    Attributes:
        start: Byte at which it starts in both.
        end, new_end: Byte after it in the older text and in the new one.
    """

    start: int
    end: int
    new_end: int

    @property
    def shift(self) -> int:
        """The shift of the text behind the stretch, in bytes."""
        return self.new_end - self.end


def lines_apart(text: bytes, other: bytes) -> tuple[bytes, bytes]:
    """Return the whole lines of two texts without the first and the last lines that both share."""
    splice = splice_between(other, text)
    start = other.rfind(b"\n", 0, splice.start) + 1
    behind = other.find(b"\n", splice.end) + 1
    end = behind or len(other)
    return text[start : end + splice.shift], other[start:end]


def words_apart(text: Sequence[Token], other: Sequence[Token]) -> tuple[list[bytes], list[bytes]]:
    """Return the texts of the tokens of two texts without first and last ones that both certainly share."""
    if isinstance(text, SplicedTokens) and text.base is other:
        return [token.text for token in text.middle], text.base.texts[text.head : text.tail]
    if isinstance(text, SplicedTokens) and isinstance(other, SplicedTokens) and text.base is other.base:
        head, tail = min(text.head, other.head), max(text.tail, other.tail)
        return text.words_between(head, tail), other.words_between(head, tail)
    return [token.text for token in text], [token.text for token in other]


def bytes_apart(text: Sequence[Token], other: Sequence[Token]) -> tuple[slice, slice] | None:
    """Return the bytes of two texts that are read from a border of tokens up to another one, outside which both are the same.

    None if they are not known.
    """
    if (
        not isinstance(text, SplicedTokens)
        or not isinstance(other, SplicedTokens)
        or text.base is not other.base
    ):
        return None
    head, tail = min(text.head, other.head), max(text.tail, other.tail)
    return text.bytes_between(head, tail), other.bytes_between(head, tail)


def common_bytes(text: bytes, other: bytes) -> int:
    """Return the length of the common prefix of two texts."""
    size = min(len(text), len(other))
    at, step = 0, _BLOCK
    while at < size and text[at : at + step] == other[at : at + step]:
        at, step = at + step, step * 2
    low, high = min(at, size), min(at + step, size)
    return low + _equal_bytes(text[low:high], other[low:high], "little")


def _equal_bytes(a: bytes, b: bytes, order: Literal["little", "big"]) -> int:
    """Return the number of first ("little") or last bytes that are the same in two texts of one length."""
    differing = int.from_bytes(a, order) ^ int.from_bytes(b, order)
    return ((differing & -differing).bit_length() - 1) // 8 if differing else len(a)


def splice_between(old: bytes, new: bytes, head: int = 0, tail: int = 0) -> Splice:
    """Return the stretch, of whole characters, in which a text differs from an older one.

    Args:
        old, new: The texts.
        head, tail: Numbers of first and last bytes that are known to be shared.
    """
    if head or tail:
        inner = splice_between(old[head : len(old) - tail], new[head : len(new) - tail])
        return Splice(inner.start + head, inner.end + head, inner.new_end + head)
    start = common_bytes(old, new)
    while start and _is_inside(old, start) | _is_inside(new, start):
        start -= 1
    tail = _common_end(old[start:], new[start:])
    while tail and _is_inside(old, len(old) - tail) | _is_inside(new, len(new) - tail):
        tail -= 1
    return Splice(start, len(old) - tail, len(new) - tail)


def _common_end(text: bytes, other: bytes) -> int:
    size = min(len(text), len(other))
    at, step = 0, _BLOCK
    while at < size and _end(text, at, at + step) == _end(other, at, at + step):
        at, step = at + step, step * 2
    low, high = min(at, size), min(at + step, size)
    return low + _equal_bytes(_end(text, low, high), _end(other, low, high), "big")


def _end(text: bytes, near: int, far: int) -> bytes:
    """Return the text between two distances from its end."""
    return text[max(0, len(text) - far) : len(text) - near]


def _is_inside(text: bytes, at: int) -> bool:
    return at < len(text) and text[at] & 0xC0 == 0x80


class Tokens(list[Token]):
    """The tokens of a text, with what is looked up in them again and again. They do not change."""

    @cached_property
    def texts(self) -> list[bytes]:
        """The texts of the tokens."""
        return [token.text for token in self]

    @cached_property
    def _places(self) -> dict[bytes, list[int]]:
        places: dict[bytes, list[int]] = {}
        for index, text in enumerate(self.texts):
            places.setdefault(text, []).append(index)
        return places

    def places(self, word: bytes) -> list[int]:
        """Return the indices of the tokens with a text, in order."""
        return self._places.get(word, [])

    def times(self, word: bytes) -> int:
        """Return the number of tokens with a text."""
        return len(self.places(word))


class SplicedTokens(Sequence[Token]):
    """The tokens of a text that shares its first and its last tokens with an older text.

    Args:
        base: Tokens of the older text.
        head: Number of its first tokens that both share.
        middle: Tokens that follow in the new text.
        tail: Index of the first of its last tokens that both share.
        shift: How many bytes these have moved.
    """

    def __init__(
        self, base: Tokens | SplicedTokens, head: int, middle: list[Token], tail: int, shift: int
    ) -> None:
        self.base, self.head, self.middle, self.tail, self.shift = base, head, middle, tail, shift
        self._behind = head + len(middle)
        self._places: dict[bytes, list[int]] = {}

    def __len__(self) -> int:
        return self._behind + len(self.base) - self.tail

    @overload
    def __getitem__(self, index: int) -> Token: ...

    @overload
    def __getitem__(self, index: slice) -> list[Token]: ...

    def __getitem__(self, index: int | slice) -> Token | list[Token]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        if 0 <= at < self.head:
            return self.base[at]
        if self.head <= at < self._behind:
            return self.middle[at - self.head]
        if not 0 <= at < len(self):
            raise IndexError(index)
        return self._moved(self.base[at - self._behind + self.tail])

    def __iter__(self) -> Iterator[Token]:
        behind = map(self._moved, islice(self.base, self.tail, None))
        return chain(islice(self.base, self.head), self.middle, behind)

    def _moved(self, token: Token) -> Token:
        return Token(token.text, token.start + self.shift, token.end + self.shift)

    @cached_property
    def texts(self) -> list[bytes]:
        """The texts of the tokens."""
        texts = self.base.texts
        return [*texts[: self.head], *[token.text for token in self.middle], *texts[self.tail :]]

    def words_between(self, head: int, tail: int) -> list[bytes]:
        """Return the texts of the tokens in place of a stretch of the older text, which has all that differs."""
        texts = self.base.texts
        return [*texts[head : self.head], *[token.text for token in self.middle], *texts[self.tail : tail]]

    def bytes_between(self, head: int, tail: int) -> slice:
        """Return the bytes in place of a stretch of the older text, from the token before it to the token behind it."""
        end = self.base[tail].start + self.shift if tail < len(self.base) else None
        return slice(self.base[head - 1].end if head else 0, end)

    def places(self, word: bytes) -> list[int]:
        """Return the indices of the tokens with a text, in order."""
        if word not in self._places:
            indices = self.base.places(word)
            first, last = bisect_left(indices, self.head), bisect_left(indices, self.tail)
            inner = self._inner.get(word, [])
            moved = self._behind - self.tail
            self._places[word] = [*indices[:first], *inner, *[at + moved for at in indices[last:]]]
        return self._places[word]

    def times(self, word: bytes) -> int:
        """Return the number of tokens with a text."""
        indices = self.base.places(word)
        gone = bisect_left(indices, self.tail) - bisect_left(indices, self.head)
        return len(indices) - gone + len(self._inner.get(word, ()))

    @cached_property
    def _inner(self) -> dict[bytes, list[int]]:
        """The indices of the tokens that follow in the new text, by their texts."""
        places: dict[bytes, list[int]] = {}
        for index, token in enumerate(self.middle, self.head):
            places.setdefault(token.text, []).append(index)
        return places


def runs_of(tokens: Tokens | SplicedTokens, words: Sequence[bytes]) -> list[int] | None:
    """Return the indices at which a run of words starts; None if it must be looked for token by token.

    Args:
        tokens: The tokens.
        words: The texts of the run, at least one.
    """
    times = [tokens.times(word) for word in words]
    if not all(times):
        return []
    at = times.index(min(times))
    size, wanted = len(words), list(words)
    if times[at] * size > _LONG:
        return None
    starts = (place - at for place in tokens.places(words[at]))
    return [start for start in starts if start >= 0 and tokens.texts[start : start + size] == wanted]
