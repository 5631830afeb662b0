"""Checks of what is to be compared, before it is."""

from __future__ import annotations

from collections.abc import Sequence

from equimorph.leakage.samples import Sample
from mutators import MutationError

__all__ = ["check_samples"]


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
                f"two benchmarks are called {sample.benchmark!r}, and have a bug {sample.bug_id!r}: rename one of them"
            )
        seen.add(key)
