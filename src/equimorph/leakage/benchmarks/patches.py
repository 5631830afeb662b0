"""Patches of a system: what it made of the bugs of a benchmark takes the place of the reference fixes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from equimorph.leakage.benchmarks.rows import name_field, side_field
from equimorph.leakage.samples import Sample
from equimorph.rows.tables import BadRow, Failed, Rows, name_of_rows, numbered_rows
from mutators import MutationError


@dataclass(frozen=True, slots=True)
class _Patch:
    """A patch of a piece of a bug: the piece afterwards; `hunk` counts from 1, and is None where the row names none."""

    bug_id: str
    hunk: int | None
    fixed: bytes | None

    @property
    def key(self) -> str:
        """The key that no two rows share."""
        return self.bug_id if self.hunk is None else f"{self.bug_id}, hunk {self.hunk}"


@dataclass(frozen=True)
class Patches:
    """The patches of a system.

    Attributes:
        name: Name of their file.
        by_bug: the patches of each bug, with their lines.
    """

    name: str
    by_bug: Mapping[str, list[tuple[int, _Patch]]] = field(default_factory=dict)


def read_patches(rows: Rows, failed: Failed) -> Patches:
    """Read the patches of a system.

    Args:
        rows: Rows with `bug_id`, `fixed` and, for a bug of several pieces, `hunk`, the number of the piece from 1; a
            `fixed` of null is no patch.
        failed: Gets bad rows, and further rows of the same piece.

    Raises:
        OSError, ModuleNotFoundError: they cannot be read.
    """
    by_bug = dict[str, list[tuple[int, _Patch]]]()
    for line, patch in numbered_rows(rows, _patch, failed, key=lambda patch: patch.key):
        by_bug.setdefault(patch.bug_id, []).append((line, patch))
    return Patches(name_of_rows(rows), by_bug)


def _patch(data: Mapping[str, Any]) -> _Patch:
    hunk = data.get("hunk")
    if not (hunk is None or (isinstance(hunk, int) and not isinstance(hunk, bool) and hunk > 0)):
        raise MutationError("field 'hunk' is not a number from 1")
    return _Patch(name_field(data, "bug_id"), hunk, side_field(data, "fixed"))


def patched(samples: Iterable[Sample], patches: Patches, failed: Failed) -> Iterator[Sample]:
    """Yield samples with the patches of a system, in the same order.

    A bug is repaired if the system made a patch of any of its pieces. A piece without a patch keeps the reference, and says so.

    Args:
        samples: Samples of a benchmark, all of them; they are held in memory meanwhile.
        patches: Patches of the system.
        failed: Gets patches that fit no piece, because of an unknown bug, an unknown piece, or a missing number for one
            of several pieces.
    """
    originals = list(samples)
    pieces = Counter(sample.bug_id for sample in originals)
    fixes = dict[tuple[str, int], bytes]()
    for line, patch in sorted(pair for of_bug in patches.by_bug.values() for pair in of_bug):
        reason = _misfit(patch, pieces[patch.bug_id], fixes)
        if reason is not None:
            failed(BadRow(patches.name, line, reason))
        elif patch.fixed is not None:
            fixes[patch.bug_id, patch.hunk or 1] = patch.fixed
    repaired = {bug_id for bug_id, _ in fixes}
    for sample in originals:
        fixed = fixes.get((sample.bug_id, sample.hunk))
        patched_sample = replace(sample, repaired=sample.bug_id in repaired)
        yield patched_sample if fixed is None else replace(patched_sample, fixed=fixed, fixed_by="system")


def _misfit(patch: _Patch, pieces: int, fixes: Mapping[tuple[str, int], bytes]) -> str | None:
    if pieces == 0:
        return f"no bug {patch.bug_id!r} in the benchmark"
    if patch.hunk is None and pieces > 1:
        return f"{patch.bug_id} has {pieces} pieces, and no field 'hunk' names one of them"
    if patch.hunk is not None and patch.hunk > pieces:
        return f"{patch.bug_id} has no piece {patch.hunk}: it has {pieces}"
    if (patch.bug_id, patch.hunk or 1) in fixes:
        return f"a second row of {patch.bug_id}, hunk {patch.hunk or 1}"
    return None
