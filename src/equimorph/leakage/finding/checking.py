"""Checks of what is to be compared, before it is."""

from __future__ import annotations

from collections.abc import Sequence

from equimorph.leakage.samples import Item, Sample
from equimorph.leakage.training import Chunk, abstracted, items
from mutators import MutationError


def check_samples(samples: Sequence[Sample]) -> None:
    """Check that there are samples, and no two of one name.

    Raises:
        MutationError: it is not so.
        TypeError: something else was given, such as rows.
    """
    if other := next((item for item in samples if not isinstance(item, Sample)), None):
        raise TypeError(f"{type(other).__name__} is no Sample: read_benchmark makes them of rows and files")
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


def check_abstraction(chunk: Chunk, samples: Sequence[Sample]) -> None:
    """Check that data whose names are numbered are not compared with a benchmark that has real ones: nothing would be found.

    Raises:
        MutationError: they are.
    """
    sides = (Item("", 0, None, sample.buggy, sample.fixed) for sample in samples)
    if abstracted(items(chunk, _ignore)) and not abstracted(sides):
        raise MutationError(
            f"{chunk.origin.label}: its names are abstracted (METHOD_1, VAR_2), those of the benchmark are not:"
            " nothing would be found; take the data as they were before"
        )


def _ignore(bad: object) -> None:
    """Do nothing: bad rows are reported when the chunk is done."""
