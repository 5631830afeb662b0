"""Mutants of many bugs in one file: a bug is a row of a bulk run, so a run that was stopped continues behind the last bug."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from equimorph.bulk.inputs import Files, Plan
from equimorph.bulk.job import Part, PartDone, Record, Report, Work, reason_of
from equimorph.bulk.outputs import to_file
from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.bulk.workers import Workers
from equimorph.defects4j.bugsinpy import PATCH
from equimorph.defects4j.checkout import Checkout, read
from equimorph.defects4j.fault_mutants import FAULT, FaultChoice, FaultMutant, mutants
from equimorph.defects4j.faults import Fix, read_fix
from equimorph.mutants.catalogue import DEFAULTS, Choice, versions
from equimorph.mutants.mutating import Conflict
from equimorph.rows.jsonl import ROWS, check_suffix, encode
from equimorph.runs.declared import Option, Panel
from mutators import MutationError
from parsers import ParseError

__all__ = ["FIX", "BugOptions", "fix_of", "mutate", "write"]

FIX = "{checkout}/fix.patch"
"""The place of a fix if no other one is given; in the layout of BugsInPy, ``bug_patch.txt`` will do."""
WORK = "equimorph.defects4j.bugs:mutate"
_SECONDS = 3600.0
_PLACES = ("{project}", "{number}", "{checkout}")

_FAULT = f"Whether mutants may touch the faulty lines: {', '.join(FAULT)}."


@dataclass(frozen=True)
class BugOptions:
    """Options for the mutants of each bug.

    Attributes:
        fix: The fix: a patch file, from the buggy version to the fixed one or back, or a folder with the fixed version or files.
            {project}, {number} and {checkout} are replaced by the bug's.
        choice: Choice of mutators.
        seed: Seed for all random choices.
        fault: Whether mutants may touch the faulty lines; see `mutants`.
        limit_per_method: Maximum mutants per method, drawn by the seed.
        full: Add the whole mutated file to each row.
        compact: Omit `original`, which the record restores from the mutant.
        source_dir: Source folder in the checkout. Default: from its properties.
        test_dir: Test folder in the checkout. Default: from its properties.
        encoding: See `read`.
        limit_per_mutator: Maximum mutants per mutator and method, drawn by the seed.
    """

    fix: Annotated[str, Option(panel=Panel.INPUT)]
    choice: Choice = DEFAULTS
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    fault: Annotated[FaultChoice, Option(noun="choice", help=_FAULT)] = "any"
    limit_per_method: Annotated[int | None, Option(minimum=1)] = None
    full: Annotated[bool, Option(panel=Panel.OUTPUT)] = False
    compact: Annotated[bool, Option(panel=Panel.OUTPUT)] = False
    source_dir: Annotated[str | None, Option(panel=Panel.INPUT)] = None
    test_dir: Annotated[str | None, Option(panel=Panel.INPUT)] = None
    encoding: str = "utf-8"
    limit_per_mutator: Annotated[int | None, Option(minimum=1)] = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {**asdict(self), "choice": self.choice.to_dict()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> BugOptions:
        """Return the options of which `to_dict` returned the data."""
        return cls(**{**data, "choice": Choice.from_dict(data["choice"])})

    def checkout(self, folder: str | Path) -> Checkout:
        """Read a checkout, as `read` does.

        Raises:
            ParseError, OSError: see `read`.
        """
        return read(folder, source_dir=self.source_dir, test_dir=self.test_dir, encoding=self.encoding)

    def mutants(
        self, checkout: Checkout, fix: Fix, on_conflict: Callable[[Conflict], None]
    ) -> Iterator[FaultMutant]:
        """Yield the mutants of a bug, as `mutants` does.

        Raises:
            ParseError, MutationError: see `mutants`.
        """
        return mutants(
            checkout,
            fix,
            self.choice.mutators(),
            seed=self.seed,
            fault=self.fault,
            limit_per_method=self.limit_per_method,
            limit_per_mutator=self.limit_per_mutator,
            on_conflict=on_conflict,
        )

    def read_fix(self, checkout: Checkout) -> Fix:
        """Read the fix of a checkout.

        Raises:
            ParseError, OSError: see `read_fix` and `fix_of`.
        """
        return read_fix(checkout, fix_of(self.fix, checkout))


def fix_of(place: str, checkout: Checkout) -> Path:
    """Return the place of the fix of a bug.

    Args:
        place: Place as in the field `fix` of `BugOptions`.

    Raises:
        ParseError: the place names project or number, and the checkout does not say them.
        FileNotFoundError: nothing is there.
    """
    values = (checkout.project, checkout.number, str(checkout.folder))
    for name, value in zip(_PLACES, values, strict=True):
        if name in place and value is None:
            raise ParseError(
                f"no {name[1:-1]} of the bug is known for --fix {place}", path=str(checkout.folder)
            )
        place = place.replace(name, value or "")
    patch = checkout.folder / PATCH
    if (
        place == FIX.replace(_PLACES[2], str(checkout.folder))
        and not Path(place).exists()
        and patch.is_file()
    ):
        return patch
    if not Path(place).exists():
        raise FileNotFoundError(2, "no such file or folder", place)
    return Path(place)


def mutate(options: Mapping[str, Any]) -> Work:
    """Return a function that makes the rows of a bug; a row of the input is the path of its checkout."""
    bug_options = BugOptions.from_dict(options)

    def made(record: Record, report: Report) -> Iterator[bytes]:
        checkout = bug_options.checkout(os.fsdecode(record.data))
        for mutant in bug_options.mutants(checkout, bug_options.read_fix(checkout), report):
            yield encode(mutant.row(full=bug_options.full, compact=bug_options.compact))

    return made


@dataclass(frozen=True)
class _Bugs:
    """Checkouts, each of them a row of the input."""

    folders: Sequence[str]
    options: BugOptions

    @property
    def description(self) -> list[str]:
        """Kind and number."""
        return ["checkouts", str(len(self.folders))]

    def count(self) -> int:
        return len(self.folders)

    def whole(self) -> Part:
        return Files(self.folders).whole()

    def plan(self, part_rows: int) -> Plan:
        """Cut into parts of this many checkouts; the hash is of the faulty files and lines."""
        hasher = hashlib.sha256()
        for folder in self.folders:
            hasher.update(f"{folder!r} {self._content(folder)}\n".encode())
        return Plan(tuple(Files(self.folders).cut(part_rows)), len(self.folders), hasher.hexdigest())

    def _content(self, folder: str) -> str:
        try:
            checkout = self.options.checkout(folder)
            fix = self.options.read_fix(checkout)
        except (MutationError, ParseError, OSError) as error:  # its row will say so
            return reason_of(error)
        files = [
            (fault.path, hashlib.sha256(fault.source.data).hexdigest(), fault.lines, fault.omissions)
            for fault in fix.faults
        ]
        return repr((checkout.bug, checkout.trigger_tests, files))


def write(
    out: str | os.PathLike[str],
    folders: Sequence[str | Path],
    options: BugOptions,
    *,
    jobs: int | Workers = 1,
    restart: bool = False,
    reporter: Reporter = SILENT,
) -> dict[str, int]:
    """Write the mutants of many bugs to a file of JSON Lines, bug by bug in the order of their checkouts.

    Args:
        out: compressed if its name ends in ``.gz``; written whole or not at all. While the run lasts, ``OUT.partial`` beside it
            holds the bugs that are done, and the same call continues.
        folders: the checkouts, each one once.
        options: what to make of each.
        jobs: how many processes do the bugs, or `Workers` with more options.
        restart: discard an unfinished run (OUT.partial) and start over.
        reporter: receives what fails: a checkout that cannot be read, a fix that does not fit. The other bugs are done.

    Returns:
        How many mutants of each checkout.

    Raises:
        BulkError: another run is at work on this file; or what is done was made with other options or from other checkouts.
        MutationError: no mutator has a name, or an option is of none of them.
        OSError: something cannot be read or written.
        ValueError: a checkout is given twice, or the name of the file has no suffix of JSON Lines.
    """
    out = Path(out)
    check_suffix(out, ROWS)
    names = [str(folder) for folder in folders]
    if len(set(names)) < len(names):
        raise ValueError("a checkout is given twice")
    workers = Workers(jobs, timeout=_SECONDS) if isinstance(jobs, int) else jobs
    identity = {"versions": versions(options.choice.mutators())}
    job = workers.job(WORK, options.to_dict(), out.with_name(f"{out.name}.partial"))
    parts: tuple[PartDone, ...] = to_file(
        out, job, _Bugs(names, options), 1, identity, workers.engine(), reporter, restart=restart
    )
    return {names[part.number]: part.made for part in parts}
