"""The random numbers of a site, derived from the seed, the member's text and the site alone."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from operator import index
from random import Random
from typing import Any, SupportsIndex

from mutators.model import Site
from parsers.member import Member

__all__ = ["Chance", "checked_seed", "site_key"]


def checked_seed(seed: SupportsIndex) -> int:
    """Return a seed as Python's own whole number, whatever library it comes from.

    Raises:
        TypeError: it is not a whole number.
    """
    try:
        return int(index(seed))
    except TypeError:
        raise TypeError(f"a seed is a whole number, not {seed!r}") from None


def site_key(seed: int, method: Member, site: Site) -> bytes:
    """Return the key of everything random about a site: the seed, the member's text, and the site in it, nothing else."""
    start, end = site.start - method.start, site.end - method.start
    key = f"{seed}|{method.sha256}|{site.mutator}|{start}|{end}|{site.params}"
    return hashlib.sha256(key.encode()).digest()


class Chance(Random):
    """The random numbers of a site. They are seeded on first use: most mutators draw nothing, and seeding takes time.

    Args:
        key: returns the seed.
    """

    def __init__(self, key: Callable[[], bytes]) -> None:
        self._key: Callable[[], bytes] | None = key
        self.gauss_next = None

    def _seeded(self) -> None:
        if self._key is not None:
            self.seed(int.from_bytes(self._key()))

    def seed(self, *args: object, **options: object) -> None:
        """Seed as `Random` does, instead of by the site."""
        self._key = None
        super().seed(*args, **options)  # type: ignore[arg-type]

    def random(self) -> float:
        """Return the next number in [0, 1)."""
        self._seeded()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """Return an integer of `k` random bits."""
        self._seeded()
        return super().getrandbits(k)

    def getstate(self) -> tuple[Any, ...]:
        """Return the state, as of `Random`."""
        self._seeded()
        return super().getstate()

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Take up a state of `getstate`."""
        self._key = None
        super().setstate(state)

    def __reduce__(self) -> tuple[Any, ...]:
        return Random, (), self.getstate()
