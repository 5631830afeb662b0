"""More pairs to train with: each pair mutated, the faulty method and its repair alike."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, Any

from equimorph.bulk.job import Record, Report, Work
from equimorph.bulk.working import Target, worked
from equimorph.mutants.catalogue import DEFAULTS, Choice, versions
from equimorph.mutants.mutating import Mutators, check_reach, select_mutators, sites
from equimorph.robustness.counterparts import Counterparts
from equimorph.robustness.pairs import Pair
from equimorph.rows.jsonl import encode, json_line
from equimorph.rows.tables import BadRow, Failed, Rows, name_of_rows, numbered_rows, raised, read_rows
from equimorph.runs.declared import Option, Panel
from mutators import Mutant, MutationError, Mutator
from mutators.mutant import Relation
from parsers import ParseError, SourceFile

SCHEMA = 1
WORK = "equimorph.robustness.augmenting:vary"
_DROPPED = "dropped"
_TRIES = 10
_NOTES: Mapping[Relation, str] = {
    "breaking": "breaks behaviour: what it makes of a fix may be no fix",
    "preserving-but-for-output": "prints: a test that reads the output may fail on what it makes of a fix",
}
"""Notes on mutators that are not preserving."""
"""So many mutants are tried for each that is wanted."""


@dataclass(frozen=True)
class AugmentOptions:
    """Options for the mutated pairs of each pair.

    Attributes:
        per_item: Number of mutated pairs per pair.
        choice: Choice of mutators.
        seed: Seed for all random choices.
    """

    per_item: Annotated[int, Option(panel=Panel.SAMPLES, minimum=0)]
    choice: Choice = DEFAULTS
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0

    def __post_init__(self) -> None:
        """Check the number.

        Raises:
            ValueError: it is negative.
        """
        if self.per_item < 0:
            raise ValueError(f"a number of pairs is not negative, as {self.per_item} is")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {"per_item": self.per_item, "choice": self.choice.to_dict(), "seed": self.seed}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> AugmentOptions:
        """Return the options of which `to_dict` returned the data."""
        return cls(data["per_item"], Choice.from_dict(data["choice"]), data["seed"])


@dataclass
class AugmentCount:
    """The number of wanted pairs, kept or dropped.

    Attributes:
        read: how many rows were read.
        per_item: how many mutated pairs of each were wanted.
        kept: how many there are.
        dropped: how many there are not, by reason.
    """

    per_item: int
    read: int = 0
    kept: int = 0
    dropped: Counter[str] = field(default_factory=Counter)

    @property
    def wanted(self) -> int:
        """The number of mutated pairs if all could be made."""
        return self.read * self.per_item

    def drop(self, reason: str) -> None:
        """Count a row of which nothing can be made."""
        self.dropped[reason] += self.per_item

    def summary(self) -> str:
        """Return the counts as a line."""
        reasons = ", ".join(f"{reason}: {n:,}" for reason, n in sorted(self.dropped.items()) if n)
        dropped = f", {self.dropped.total():,} dropped ({reasons})" if reasons else ""
        return f"{self.wanted:,} wanted, {self.kept:,} kept{dropped}"


def augment(
    pairs: Rows,
    per_item: int,
    mutators: Mutators = None,
    *,
    seed: int = 0,
    failed: Failed | None = None,
    count: AugmentCount | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield mutated pairs, pair by pair.

    A mutant of the faulty method and the same mutation of the repair are a pair if the undo of the mutation turns the mutated
    repair into the repair, token for token. A row has `id` (``PARENT/MUTANT``), `parent`, `mutator`, `buggy`, `fixed`,
    `fault_lines`, and `mutation`, the record.

    Args:
        pairs: Rows with `id`, `buggy`, `fixed` and perhaps `fault_lines`.
        per_item: Number of mutated pairs for each pair.
        mutators: See `equimorph.mutate`; None for the default mutators.
        seed: Seed of which mutants, and of the choices that mutators make.
        failed: Gets the bad rows; without it, the first one is raised.
        count: Counts the outcomes of the pairs.

    Raises:
        MutationError: a row is bad, and there is no `failed`; a mutator's name is unknown.
        ValueError: the number is negative.
    """
    AugmentOptions(per_item)
    chosen, counted = select_mutators(mutators), AugmentCount(per_item) if count is None else count
    check_reach(chosen, "pairs are")
    counted.per_item = per_item

    def bad(row: BadRow) -> None:
        counted.read += 1
        counted.drop("bad row")
        (failed or raised)(row)

    def rows() -> Iterator[dict[str, Any]]:
        for pair in read_rows(pairs, Pair.from_row, bad, key=lambda pair: pair.id):
            counted.read += 1
            variants, dropped = _varied(pair, chosen, per_item, seed)
            counted.kept += len(variants)
            counted.dropped += dropped
            yield from variants

    return rows()


def _varied(
    pair: Pair, mutators: tuple[Mutator, ...], per_item: int, seed: int
) -> tuple[list[dict[str, Any]], Counter[str]]:
    """Return the mutated pairs of a pair, and why those are missing that are."""
    if pair.fixed is None:
        return [], Counter({"no fix": per_item})
    try:
        buggy, fixed = SourceFile.from_text(pair.buggy), SourceFile.from_text(pair.fixed)
        both, candidates = Counterparts(buggy, fixed), _mutants(buggy, pair.id, mutators, seed)
        variants, reasons = list[dict[str, Any]](), list[str]()
        for mutant in candidates:
            if len(variants) == per_item or len(variants) + len(reasons) == _TRIES * per_item:
                break
            other, reason = both.of(mutant)
            if other is None:
                reasons.append(reason)
            else:
                variants.append(_row(pair, mutant, other))
    except ParseError:
        return [], Counter({"not Java": per_item})
    missing = per_item - len(variants)
    none = ["no further mutant"] * (missing - len(reasons))
    return variants, Counter([*reasons[:missing], *none])


def _mutants(source: SourceFile, id: str, mutators: tuple[Mutator, ...], seed: int) -> Iterator[Mutant]:
    """Yield the mutants of a text in an order that the seed draws."""
    candidates = list(sites(source, mutators))
    Random(hashlib.sha256(f"{seed}|{id}".encode()).digest()).shuffle(candidates)
    by_name = {mutator.name: mutator for mutator in mutators}
    for candidate in candidates:
        try:
            yield by_name[candidate.site.mutator].mutate(source, candidate.method, candidate.site, seed)
        except MutationError:  # a fault of the mutator, which `mutate` reports; another site is as good
            continue


def _row(pair: Pair, mutant: Mutant, other: Mutant) -> dict[str, Any]:
    lines = None
    if pair.fault_lines is not None:
        line_range = range(1, len(mutant.source.lines) + 1)
        lines = sorted(
            {to for line in pair.fault_lines if line in line_range for to in mutant.lines.to_mutant(line)}
        )
    return {
        "schema": SCHEMA,
        "id": f"{pair.id}/{mutant.id}",
        "parent": pair.id,
        "mutator": mutant.mutator,
        "buggy": mutant.text,
        "fixed": other.text,
        "fault_lines": lines,
        "mutation": mutant.mutation.to_dict(),
    }


def vary(options: Mapping[str, Any]) -> Work:
    """Return a function that makes the mutated pairs of a pair, and a line for the missing ones; a row of the input is a pair."""
    augment_options = AugmentOptions.from_dict(options)
    mutators = augment_options.choice.mutators()

    def made(record: Record, report: Report) -> Iterator[bytes]:
        pair = Pair.from_row(json_line(record.number, record.data).data)
        rows, dropped = _varied(pair, mutators, augment_options.per_item, augment_options.seed)
        yield from map(encode, rows)
        if dropped:
            yield encode({_DROPPED: dropped})

    return made


def write_augmented(target: Target, pairs: Rows, options: AugmentOptions, failed: Failed) -> AugmentCount:
    """Write the rows that `augment` yields, by several processes, and again after a kill.

    Args:
        target: A file; its reporter gets failures.
        pairs: Rows, see `augment`.
        options: Options for the mutated pairs of each pair.
        failed: Gets the bad rows.

    Returns:
        The counts of wanted pairs by outcome; pairs of a row whose process died are dropped, too.

    Raises:
        BulkError: another run is at work there; or what is done was made with other options, or from other pairs.
        MutationError: a mutator's name or option is not known.
        OSError: something cannot be read or written.
    """
    count, chosen = AugmentCount(options.per_item), options.choice.mutators()

    def bad(row: BadRow) -> None:
        count.read += 1
        count.drop("bad row")
        failed(row)

    def lines() -> Iterator[bytes]:
        last = 0
        for number, pair in numbered_rows(pairs, Pair.from_row, bad, key=lambda pair: pair.id):
            # Each line has the number that it has in the file of pairs.
            yield b"\n" * (number - last - 1)
            last = number
            count.read += 1
            yield encode(vars(pair))

    def wanted(line: bytes) -> bool:
        if not line.startswith(_MISSING):
            count.kept += 1
            return True
        count.dropped.update(json.loads(line)[_DROPPED])
        return False

    check_reach(chosen, "pairs are")
    for mutator in chosen:
        if mutator.relation in _NOTES:
            target.reporter.note(f"{mutator.name} {_NOTES[mutator.relation]}")
    identity = {"versions": versions(chosen)}
    worked(target, WORK, options.to_dict(), lines(), name_of_rows(pairs), identity, wanted=wanted)
    lost = count.wanted - count.kept - count.dropped.total()
    if lost:
        count.dropped["lost"] += lost
    return count


_MISSING = f'{{"{_DROPPED}":'.encode()
"""The start of the line that says what is missing."""
