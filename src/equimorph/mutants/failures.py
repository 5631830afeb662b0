"""Internal errors at single mutants, so that the work on the others continues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from equimorph.mutants.mutating import Conflict
from mutators import InternalError, Mutant

Made = TypeVar("Made")


def once(report: Callable[[Conflict], None]) -> Callable[[Conflict], None]:
    """Return a callback that passes conflicts on to another one: an internal error that recurs in mutants of a method only once."""
    keys: set[tuple[str | None, str, str]] = set()

    def reported(conflict: Conflict) -> None:
        if isinstance(conflict.error, InternalError):
            key = conflict.method.source.path, conflict.method.name, conflict.error.reason
            if key in keys:
                return
            keys.add(key)
        report(conflict)

    return reported


def each_made(
    mutants: Iterable[Mutant], make: Callable[[Mutant], Made], report: Callable[[Conflict], None]
) -> Iterator[Made]:
    """Yield the result for each mutant; where `make` fails, report an internal error at the mutant's site, and continue."""
    for mutant in mutants:
        try:
            outcome = make(mutant)
        except MemoryError:  # of the process, not of the mutant
            raise
        except Exception as error:
            site = mutant.mutation.site
            failed = InternalError(error, "", f"{mutant.mutator} version {mutant.mutation.mutator_version}")
            report(Conflict(site, mutant.method, failed))
        else:
            yield outcome
