"""What is found wrong, and how much was judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from difflib import unified_diff

from tests.strategies.programs.library import MARK
from tests.strategies.programs.program import Program

__all__ = ["Finding", "Report", "finding", "own"]


@dataclass(frozen=True)
class Finding:
    """A wrong mutant.

    Attributes:
        kind: "compile", "output", "bytes", "invert", or "error" where the framework rejects what a mutator makes.
        mutators: the names of the mutators, in order; several for a stack.
        program: the original.
        detail: what is wrong.
        diff: from the original to the mutant.
    """

    kind: str
    mutators: tuple[str, ...]
    program: Program
    detail: str
    diff: str

    @property
    def stacked(self) -> bool:
        """Whether it took several mutations."""
        return len(self.mutators) > 1


@dataclass
class Report:
    """What came of a batch.

    Attributes:
        unverified: how many programs were left out, since the JVM rejects the code that javac makes of them (JVMS 4.10), or,
            of Python, since libcst cannot read them.
    """

    programs: int = 0
    unverified: int = 0
    methods: int = 0
    texts: int = 0
    stacks: int = 0
    mutants: Counter[str] = field(default_factory=Counter)
    stacked: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    faults: list[tuple[Program, str]] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Adds another report to this one."""
        self.programs += other.programs
        self.unverified += other.unverified
        self.methods += other.methods
        self.texts += other.texts
        self.stacks += other.stacks
        self.mutants += other.mutants
        self.stacked += other.stacked
        self.findings += other.findings
        self.faults += other.faults


def own(data: bytes) -> bytes:
    """A text without the library."""
    return data.partition(MARK.encode())[0]


def finding(
    kind: str, program: Program, mutant: bytes | tuple[()], names: tuple[str, ...], detail: str
) -> Finding:
    """A finding, with its diff."""
    after = own(mutant).decode() if isinstance(mutant, bytes) else program.own
    lines = unified_diff(program.own.split("\n"), after.split("\n"), "original", "mutant", lineterm="")
    return Finding(kind, names, program, detail, "\n".join(lines))
