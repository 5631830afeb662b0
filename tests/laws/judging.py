"""What javac and the JVM say of mutants: those of a group at once, and by bisection which of them are wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from mutators import Mutant
from parsers.oracles.jdk import Jdk, compare
from tests.laws.corpus import PROVEN_BY_BYTES, Program, mutants
from tests.laws.grouping import groups, together


@dataclass(frozen=True)
class Wrong:
    """What is wrong with a mutant; or with a group of which each mutant is right alone."""

    group: tuple[Mutant, ...]
    reason: str

    @property
    def interaction(self) -> bool:
        """Whether the fault is of the grouping, not of a mutant."""
        return len(self.group) > 1

    def __str__(self) -> str:
        diffs = "\n".join(mutant.diff() for mutant in self.group)
        if self.interaction:
            return f"right alone, wrong together (mend tests/laws/grouping.py): {self.reason}\n{diffs}"
        return f"{self.reason}\n{diffs}"


class Judge:
    """Compares mutants of a program with the original: their class bytes, or what they print.

    Attributes:
        compiled, ran: how many calls of javac and of the program there were.
    """

    def __init__(self, jdk: Jdk, program: Program) -> None:
        self.jdk = jdk
        self.program = program
        self.compiled = self.ran = 0
        self.before = jdk.compile({program.name: program.source.data}, bytes_=True)
        assert self.before.ok, self.before.diagnostics
        run = jdk.run(self.before, program.path.stem)
        assert run.status == "ok", run
        assert run.stdout
        self.expected = (run.status, run.exception, run.stdout)

    def wrong(self, group: Sequence[Mutant]) -> str:
        """Return what is wrong with the mutants of a group, all in one text; nothing if all is well."""
        self.compiled += 1
        after = self.jdk.compile({self.program.name: together(self.program.source, group)}, bytes_=True)
        if not after.ok:
            return str(after.diagnostics[:2])
        names = {mutant.mutator for mutant in group}
        if names <= PROVEN_BY_BYTES:
            same = compare(self.before, after, ignore_captures=names == {"variable-renaming"})
            return "" if same else f"class bytes differ: {same}"
        assert names.isdisjoint(PROVEN_BY_BYTES), names
        if compare(self.before, after):
            return ""  # the very same classes do the very same
        self.ran += 1
        run = self.jdk.run(after, self.program.path.stem)
        got = (run.status, run.exception, run.stdout)
        return "" if got == self.expected else f"{self.expected} became {got}"


def preserving(program: Program) -> list[Mutant]:
    """Return the preserving mutants of a program, one of each text."""
    found = {mutant.data: mutant for mutant in mutants(program) if mutant.relation == "preserving"}
    return list(found.values())


def grouped(found: Iterable[Mutant]) -> Iterator[list[Mutant]]:
    """Yield the mutants in groups that are apart and proven alike: each by its bytes, or all by what they print."""
    by_proof: dict[str, list[Mutant]] = {}
    for mutant in found:
        proof = mutant.mutator if mutant.mutator in PROVEN_BY_BYTES else "output"
        by_proof.setdefault(proof, []).append(mutant)
    for alike in by_proof.values():
        yield from groups(alike)


def culprits(group: Sequence[Mutant], wrong: Callable[[Sequence[Mutant]], str]) -> Iterator[Wrong]:
    """Yield the wrong mutants of a group, found by halving it; or the group, if they are wrong only together."""
    reason = wrong(group)
    if not reason:
        return
    if len(group) == 1:
        yield Wrong(tuple(group), reason)
        return
    middle = len(group) // 2
    found = [*culprits(group[:middle], wrong), *culprits(group[middle:], wrong)]
    if not found:
        # Both halves pass: either faults that cancel out in a half, or an interaction.
        found = [Wrong((mutant,), alone) for mutant in group if (alone := wrong([mutant]))]
    yield from found or [Wrong(tuple(group), reason)]
