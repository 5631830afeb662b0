"""Requests: all that a model sees of a bug or of a mutant of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from equimorph.models.protocol import Request
from equimorph.robustness.judging.joining import Case, Joined, joined
from equimorph.robustness.places import Place, in_file
from equimorph.robustness.presets import preset_of
from equimorph.rows.row import Row
from equimorph.rows.tables import Rows, raised
from mutators import MutationError
from mutators.lines import LineMapping

__all__ = ["moved", "requests", "requests_of"]


def requests(
    bugs: Rows,
    mutants: Rows,
    *,
    k: int | None = None,
    preset: str | None = None,
    seed: int = 0,
    with_file: bool = False,
    with_tests: bool = False,
    failed: Callable[[object], object] | None = None,
) -> Iterator[Request]:
    """Yield the requests to a model: each bug, then its mutants.

    A request names the lines that the fix changes, deletes, or before which it inserts; for a mutant, their
    counterparts in it. A request reveals nothing else about the fix, the original or the mutation, except what the names of
    failing tests say.

    Args:
        bugs, mutants: Files, or rows; only places of the mutants are in memory.
        k: Number of candidates to ask for. The default is taken from the preset, or from the one preset that made the
            mutants, or is 1.
        preset: Name of one of `PRESETS`.
        seed: Seed for models that draw.
        with_file: Include the text of the whole file, with the mutant in it.
        with_tests: Include the names of the tests that fail because of the bug, where the bug has them.
        failed: Gets the bad rows, and the errors of missing whole files; their requests have no file. Without it, the
            first one is raised.

    Raises:
        MutationError: a row is bad or a file not there, and there is no `failed`; the preset does not exist; the
            mutants are of several presets, and there is no `k`.
        OSError: a file cannot be read.
    """
    with joined(bugs, mutants, (), failed or raised) as found:
        yield from requests_of(
            found, k=k, preset=preset, seed=seed, with_file=with_file, with_tests=with_tests, failed=failed
        )


def requests_of(
    found: Joined,
    *,
    k: int | None = None,
    preset: str | None = None,
    seed: int = 0,
    with_file: bool = False,
    with_tests: bool = False,
    failed: Callable[[object], object] | None = None,
) -> Iterator[Request]:
    """Yield the requests of bugs and mutants that are joined already, as `requests` does."""
    wanted = _count(found, k, preset)
    for original, mutants in found.bugs():
        place = in_file(original.bug) if with_file else None
        if with_file and place is None:
            bug = original.bug
            error = MutationError(f"{bug.id}: its checkout does not have {bug.path} with this method")
            if failed is None:
                raise error
            failed(error)
        tests = tuple(original.bug.tests or ()) if with_tests else ()
        for case in chain([original], mutants):
            yield _request(case, wanted, seed, place, tests)


def _count(found: Joined, k: int | None, preset: str | None) -> int:
    if k is not None:
        return k
    names = found.presets if preset is None else (preset,)
    if len(names) > 1:
        raise MutationError(
            f"the mutants are of several presets, {', '.join(names)}: say how many candidates (-k)"
        )
    return preset_of(names[0]).k if names else 1


def _request(case: Case, k: int, seed: int, place: Place | None, tests: tuple[str, ...]) -> Request:
    bug, lines = case.bug, {*case.bug.fault_lines, *case.bug.omissions}
    text = bug.buggy
    if case.mutant is not None:
        text, lines = case.mutant.mutant, moved(lines, case.mutant)
    file = None if place is None else place.with_member(text)
    return Request(case.id, text, tuple(sorted(lines)), k, seed, file, bug.language, failing_tests=tests)


def moved(lines: Iterable[int], mutant: Row) -> set[int]:
    """Return the lines of a mutant's text that hold what is left of lines of the original's; both count from 1."""
    found, before = set(lines), mutant.original.encode()
    for record in mutant.mutations:
        after = record.apply(before)
        mapping = LineMapping(before, after, record.edits)
        found, before = {new for line in found for new in mapping.to_mutant(line)}, after
    return found
