"""Mutants of the faulty methods of a checkout."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from typing import Any, Literal, get_args

from equimorph.defects4j.checkout import Checkout
from equimorph.defects4j.faults import Fault, Fix, read_fix
from equimorph.mutants.mutating import Conflict, Selection, select_mutators
from equimorph.mutants.mutating import mutants as mutants_of
from equimorph.patches.diffs import unified_diff
from equimorph.rows.row import row
from mutators import Mutant, Mutator

__all__ = ["FAULT", "FaultChoice", "FaultMutant", "mutants"]

FaultChoice = Literal["any", "avoid", "touch"]
"""Whether mutants may touch the faulty lines, must not, or must."""

FAULT: tuple[FaultChoice, ...] = get_args(FaultChoice)


@dataclass(frozen=True)
class FaultMutant:
    """A mutant of a faulty method.

    Attributes:
        checkout: Checkout of the bug.
        fault: what is faulty in the file.
        mutant: Mutant of the whole file; its texts are UTF-8, whatever the encoding of the file.
    """

    checkout: Checkout
    fault: Fault
    mutant: Mutant

    @property
    def path(self) -> str:
        """The file's path, relative to the checkout, with slashes."""
        return self.fault.path

    @property
    def data(self) -> bytes:
        """The whole mutated file as it is written, in the encoding of the sources.

        Raises:
            MutationError: that encoding cannot hold it.
        """
        return self.checkout.encoded(self.mutant.data, self.path)

    def row(self, *, full: bool = False, compact: bool = False) -> dict[str, Any]:
        """Return the row of `equimorph.row` with the faulty lines, and four fields more.

        `bug` is the bug's name, or None; `omissions` are the lines in `fault_lines` before which the fix only inserts;
        `trigger_tests` are the tests that fail because of the bug; `file_sha256` is the hash of the whole original
        file, as it is on the disk.

        Args:
            full: Include the whole mutated file as `mutant_file`.
            compact: Omit `original`, which `equimorph.rows.row.parse_row` restores from `mutant` and `mutation`.
        """
        data = row(self.mutant, fault_lines=self.fault.within(self.mutant.method), full=full)
        inside = data["fault_lines"]["original"]
        if compact:
            del data["original"]
        return {
            **data,
            "bug": self.checkout.bug,
            "omissions": [line for line in inside if line not in self.fault.lines],
            "trigger_tests": list(self.checkout.trigger_tests),
            "file_sha256": hashlib.sha256(self._original).hexdigest(),
        }

    def patch(self) -> bytes:
        """Return a patch from the checkout to the mutant, for `git apply` and `patch -p1`.

        Raises:
            MutationError: the encoding of the sources cannot hold the mutant.
        """
        return self._diff(self.data)

    def repair_patch(self, repaired: str) -> bytes:
        """Return a patch of the bug, for `git apply` and `patch -p1` in the checkout.

        Args:
            repaired: the whole original as it was repaired: what `equimorph.undo` made of a repair of the mutant.

        Raises:
            MutationError: the encoding of the sources cannot hold it.
        """
        return self._diff(self.checkout.encoded(repaired.encode(), self.path))

    def _diff(self, after: bytes) -> bytes:
        return unified_diff(self.path, self._original, after)

    @property
    def _original(self) -> bytes:
        return self.checkout.encoded(self.fault.source.data, self.path)


def mutants(
    checkout: Checkout,
    fix: Fix | str | PathLike[str],
    mutators: Iterable[str | Mutator] | None = None,
    *,
    seed: int = 0,
    fault: FaultChoice = "any",
    limit_per_method: int | None = None,
    limit_per_mutator: int | None = None,
    on_conflict: Callable[[Conflict], None] | None = None,
) -> Iterator[FaultMutant]:
    """Yield the first-order mutants of the faulty methods, file by file.

    Facts come from the whole file. Each mutant is the one that `equimorph.mutate` makes of the file.

    Args:
        checkout: The buggy version.
        fix: A fix from `read_fix`, or its argument.
        mutators, seed, on_conflict: See `equimorph.mutate`.
        fault: "avoid" for mutants that touch no faulty line, "touch" for mutants that touch one.
        limit_per_method: Maximum number of mutants of each method, drawn by the seed.
        limit_per_mutator: Maximum number of mutants of each mutator in each method, drawn by the seed.

    Raises:
        ParseError: a file cannot be read as Java, or the fix does not fit; as in `read_fix`.
        MutationError: see `equimorph.mutate`.
    """
    if fault not in FAULT:
        raise ValueError(f"fault is {fault!r}, not one of {', '.join(FAULT)}")
    chosen = select_mutators(mutators)
    resolved_fix = fix if isinstance(fix, Fix) else read_fix(checkout, fix)
    for faulty_file in resolved_fix.faults:
        # Not those beside a method, as where another one is inserted above it.
        lines = frozenset(faulty_file.all_lines) - frozenset(faulty_file.outside)
        starts = {method.start for method in faulty_file.methods}
        for name in dict.fromkeys(method.name for method in faulty_file.methods):
            select = Selection(
                name,
                lines if fault == "touch" else None,
                lines if fault == "avoid" else frozenset(),
                limit_per_method,
                limit_per_mutator,
            )
            source_mutants = mutants_of(
                faulty_file.source, chosen, seed=seed, select=select, on_conflict=on_conflict
            )
            # Methods of one name may be others than the faulty one.
            yield from (
                FaultMutant(checkout, faulty_file, candidate)
                for candidate in source_mutants
                if candidate.member.start in starts
            )
