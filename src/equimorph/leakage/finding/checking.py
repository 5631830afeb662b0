"""Checks of what is to be compared, before it is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from equimorph.leakage.samples import Sample
from equimorph.leakage.training import Chunk, items
from mutators import MutationError

__all__ = ["check_abstraction", "check_samples"]

_LOOKED_AT = 200
"""Items of training data that are looked at."""


def check_samples(samples: Sequence[Sample]) -> None:
    """Check that there are samples, and no two of one name.

    Raises:
        MutationError: it is not so.
    """
    if not samples:
        raise MutationError("the benchmark has no bug that could be looked for")
    seen = set[tuple[str, str, int]]()
    for sample in samples:
        key = sample.benchmark, sample.bug_id, sample.hunk
        if key in seen:
            raise MutationError(
                f"two benchmarks are both called {sample.benchmark!r}, and have {sample.bug_id!r}: name one of them otherwise"
            )
        seen.add(key)


def check_abstraction(chunk: Chunk, samples: Sequence[Sample]) -> None:
    """Check that data with abstracted names are not compared with a benchmark as it is: nothing would be found.

    Raises:
        MutationError: they are.
    """
    from equimorph.leakage.training import abstracted
