"""Many texts joined to few, so that a short text costs no call of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

SEPARATOR = b"\xff"
"""A byte that UTF-8 never has."""
_BYTES = 131_072
_TEXTS = 4096


def batches(texts: Sequence[bytes]) -> Iterator[tuple[int, int, bytes]]:
    """Yield all texts in their order, some at a time: the number of the first one, how many there are, and these joined.

    A batch has about `_BYTES` bytes, as far as the lengths of the texts before it let expect; at most `_TEXTS` texts.
    """
    first, count = 0, 1
    while first < len(texts):
        some = texts[first : first + count]
        joined = SEPARATOR.join(some)
        yield first, len(some), joined
        first += len(some)
        count = max(1, min(2 * count, _TEXTS, _BYTES * len(some) // (len(joined) + 1)))
