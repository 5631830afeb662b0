"""Pairs that a language model learns from in its prompt: those whose faulty method is nearest to the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from equimorph.models import Request
from equimorph.robustness.pairs import Pair

_TOKEN = re.compile(r"\w+|[^\w\s]")


class Examples:
    """The pairs of a training.

    Args:
        pairs: Pairs. Those without a repair are left out, and equal ones are one.
        number: Maximum number of examples of a request.
    """

    def __init__(self, pairs: Iterable[Pair], number: int) -> None:
        texts = dict.fromkeys((pair.buggy, pair.fixed) for pair in pairs if pair.fixed is not None)
        self._pairs = [(buggy, _bag(buggy), fixed) for buggy, fixed in texts]
        self._number = number

    def added(self, requests: Iterable[Request]) -> Iterator[Request]:
        """Yield the requests with their examples, the nearest one last: the multisets of tokens have most in common."""
        for request in requests:
            bag = _bag(request.text)
            order = sorted((-_likeness(bag, other), at) for at, (_, other, _) in enumerate(self._pairs))
            nearest = [self._pairs[at] for _, at in reversed(order[: self._number])]
            yield replace(request, examples=tuple((buggy, fixed) for buggy, _, fixed in nearest))


def _bag(text: str) -> Counter[str]:
    return Counter(_TOKEN.findall(text))


def _likeness(bag: Counter[str], other: Counter[str]) -> float:
    """Return the size of the intersection of two multisets by the size of their union."""
    both = (bag & other).total()
    return both / (bag.total() + other.total() - both) if both else 0.0
