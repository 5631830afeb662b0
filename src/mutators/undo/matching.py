"""Search in sequences of tokens, in time that grows little faster than their length: common runs, places of a run.

Python's `difflib` finds the longest common run, then the longest one on each side of it, and so on. That is right for small texts,
but its time grows with the square of the text. So larger stretches are first cut at what certainly belongs together: runs of tokens
that occur once in either stretch ("patience" sorting, as in version control). `difflib` aligns the small gaps that are left.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from parsers.language import Token
from parsers.splicing import SplicedTokens, Tokens, runs_of


def find(tokens: Sequence[Token], words: Sequence[bytes]) -> list[int]:
    """Return the indices at which a run of words starts, overlapping runs included (the algorithm of Knuth, Morris and Pratt)."""
    if words and isinstance(tokens, Tokens | SplicedTokens) and (runs := runs_of(tokens, words)) is not None:
        return runs
    back, known = [0] * len(words), 0  # how many of the first words each beginning of the run ends with
    for i in range(1, len(words)):
        while known and words[i] != words[known]:
            known = back[known - 1]
        known += words[i] == words[known]
        back[i] = known
    found, known = list[int](), 0
    for i, token in enumerate(tokens):
        while known and (known == len(words) or token.text != words[known]):
            known = back[known - 1]
        known += token.text == words[known]
        if known == len(words):
            found.append(i + 1 - known)
    return found


class Run(NamedTuple):
    """A run of elements that two sequences share, with its start in each and its length."""

    one: int
    other: int
    size: int


class _Gap(NamedTuple):
    """A stretch of one sequence and the stretch of the other that it is aligned with."""

    start: int
    end: int
    other: int
    other_end: int


_SMALL = 20_000
"""Pairs of equal elements up to which `difflib` aligns a gap; its time grows with them."""

_DEPTH = 16
"""The number of times that a gap is cut into smaller ones. A gap that is still large then has no partner, so that the time is
bounded."""

_LENGTH = 8
"""Tokens of the runs that are looked for first. Such a run rarely occurs twice by chance."""


def common_runs(
    one: Sequence[Hashable], other: Sequence[Hashable], first: int = 0, last: int = 0
) -> list[Run]:
    """Return the runs that two sequences share, in the order in which both have them.

    Args:
        one, other: The sequences.
        first, last: Numbers of the first and of the last elements that are known to be the same.
    """
    room = min(len(one), len(other))
    head = first
    while head < room and one[head] == other[head]:
        head += 1
    room -= head
    tail = min(last, room)
    while tail < room and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    start, end, other_end = head, len(one) - tail, len(other) - tail
    numbers: dict[Hashable, int] = {}
    mine = [numbers.setdefault(element, len(numbers)) for element in one[start:end]]
    theirs = [numbers.setdefault(element, len(numbers)) for element in other[start:other_end]]
    found = [Run(0, 0, head), Run(end, other_end, tail)]
    found += [Run(run.one + start, run.other + start, run.size) for run in _inner_runs(mine, theirs)]
    return sorted(run for run in found if run.size)


def _inner_runs(mine: list[int], theirs: list[int]) -> list[Run]:
    """Return the runs that two sequences share, which begin and end with other elements."""
    found = list[Run]()
    gaps = [(_Gap(0, len(mine), 0, len(theirs)), 0)]
    while gaps:
        gap, depth = gaps.pop()
        if _is_small(mine, theirs, gap):
            found += _longest_first(mine, theirs, gap)
        elif depth < _DEPTH and (runs := _anchors(mine, theirs, gap)):
            found += runs
            gaps += [(inner, depth + 1) for inner in _gaps(gap, runs)]
    return found


def _is_small(one: list[int], other: list[int], gap: _Gap) -> bool:
    if (gap.end - gap.start) * (gap.other_end - gap.other) <= _SMALL:
        return True
    counts = Counter(one[gap.start : gap.end])
    theirs = Counter(other[gap.other : gap.other_end])
    return sum(count * theirs[element] for element, count in counts.items()) <= _SMALL


def _longest_first(one: list[int], other: list[int], gap: _Gap) -> Iterator[Run]:
    mine, theirs = one[gap.start : gap.end], other[gap.other : gap.other_end]
    for block in SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks():
        yield Run(gap.start + block.a, gap.other + block.b, block.size)


def _gaps(gap: _Gap, runs: Iterable[Run]) -> Iterator[_Gap]:
    """Yield the rests of a gap around runs that are in order, where neither side is empty."""
    start, other = gap.start, gap.other
    for run in (*runs, Run(gap.end, gap.other_end, 0)):
        if start < run.one and other < run.other:
            yield _Gap(start, run.one, other, run.other)
        start, other = run.one + run.size, run.other + run.size


# -- cutting a large gap ---------------------------------------------------------------------------------------------------


def _anchors(one: list[int], other: list[int], gap: _Gap) -> list[Run]:
    """Return runs at which a gap can be cut, in order; empty if the two stretches have nothing in common that shows where."""
    mine, theirs = one[gap.start : gap.end], other[gap.other : gap.other_end]
    for length, places in ((_LENGTH, _once), (1, _once), (_LENGTH, _by_rank)):
        cores = list(_increasing(places(_pieces(mine, length)), places(_pieces(theirs, length))))
        if cores:
            runs = _widened(mine, theirs, _merged(cores, length))
            return [Run(gap.start + run.one, gap.other + run.other, run.size) for run in runs]
    return []


_Places = dict[Hashable, int]


def _pieces(elements: list[int], length: int) -> list[tuple[int, ...]]:
    """Return all runs of a length, in order of their starts."""
    return list(zip(*(elements[i:] for i in range(length)), strict=False))


def _once(pieces: list[tuple[int, ...]]) -> _Places:
    """Return the places of the pieces that occur once."""
    counts = Counter(pieces)
    return {piece: place for place, piece in enumerate(pieces) if counts[piece] == 1}


def _by_rank(pieces: list[tuple[int, ...]]) -> _Places:
    """Return the places of the pieces, each with the number of equal ones before it, for very repetitive texts."""
    seen: defaultdict[tuple[int, ...], int] = defaultdict(int)
    places: _Places = {}
    for place, piece in enumerate(pieces):
        places[piece, seen[piece]] = place
        seen[piece] += 1
    return places


def _increasing(one: _Places, other: _Places) -> Iterator[tuple[int, int]]:
    """Yield the longest series of equal pieces that both have in the same order, as pairs of places."""
    pairs = [(place, other[piece]) for piece, place in one.items() if piece in other]
    if all(place < following for (_, place), (_, following) in pairwise(pairs)):
        yield from pairs
        return
    ends: list[int] = []  # where in the other one the best series of each length ends
    last: list[int] = []  # the number of the pair that it ends with
    before: list[int] = []  # for each pair the number of the one before it in its series
    for number, (_, place) in enumerate(pairs):
        at = bisect_left(ends, place)
        ends[at : at + 1] = [place]
        last[at : at + 1] = [number]
        before.append(last[at - 1] if at else -1)
    series = []
    number = last[-1] if last else -1
    while number >= 0:
        series.append(pairs[number])
        number = before[number]
    yield from reversed(series)


def _merged(cores: Iterable[tuple[int, int]], length: int) -> list[Run]:
    """Return the runs that pieces of a length are parts of."""
    runs: list[Run] = []
    start = end = shift = 0
    for one, other in cores:
        if other - one != shift or one > end:
            runs.append(Run(start, start + shift, end - start))
            start, shift = one, other - one
        end = one + length
    runs.append(Run(start, start + shift, end - start))
    return [run for run in runs if run.size]


def _widened(one: list[int], other: list[int], runs: list[Run]) -> list[Run]:
    """Return runs made as long as they can be; of two that compete for an element the longer one gets it, as with `difflib`."""
    placed = [Run(0, 0, 0), Run(len(one), len(other), 0)]
    by_size: Callable[[Run], int] = lambda run: -run.size  # noqa: E731
    for run in sorted(runs, key=by_size):
        at = bisect_left(placed, run)
        # One that starts where another one does lies in it.
        left, right = placed[at - 1], placed[min(at, len(placed) - 1)]
        skip = max(left.one + left.size - run.one, left.other + left.size - run.other, 0)
        start, other_start = run.one + skip, run.other + skip
        size = min(run.size - skip, right.one - start, right.other - other_start)
        if size <= 0:
            continue
        while (
            start > left.one + left.size
            and other_start > left.other + left.size
            and one[start - 1] == other[other_start - 1]
        ):
            start, other_start, size = start - 1, other_start - 1, size + 1
        end, other_end = start + size, other_start + size
        while end < right.one and other_end < right.other and one[end] == other[other_end]:
            end, other_end = end + 1, other_end + 1
        insort(placed, Run(start, other_start, end - start))
    return placed[1:-1]
