"""Compilation of all mutants of one file with few calls of javac; scripts/compile_all_mutants.py says what for.

A mutant changes one member's body, and what a body holds does not change how other bodies compile. So one mutant of each
member goes into one compilation. And a method of which all mutants have been compiled gets an empty body in the later ones, for
most of a compilation's time goes into bodies, and a few long methods have most of the mutants.
Where a compilation shows a problem, each of its mutants is compiled alone, in the file as it is.

Class bytes show one thing more of a variable's name than behaviour does: javac names the method of a serialisable lambda by a hash
in which names of captured variables are. Where bytes differ and a cast makes lambdas serialisable, the comparison is made again
without that part of the casts; such mutants are counted apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from mutators import Mutant
from parsers import Method, SourceFile
from parsers.java.method import methods_of
from parsers.oracles.jdk import Compilation, compare

__all__ = ["PROVEN_BY_BYTES", "FileCompiler", "OracleCrash", "Tally"]

PROVEN_BY_BYTES = frozenset(
    {"variable-renaming", "useless-cast", "unused-statement", "dead-branch", "parenthesise"}
)
RENAMES_MEMBERS = frozenset({"sketch"})
EMPTY = b"{ throw null; }"
# To empty more bodies costs a compilation of the original where class bytes are compared.
WORTH_EMPTYING = 0.7
SERIALISABLE = re.compile(rb"\s*&\s*(?:java\.io\.)?Serializable\b(?=\s*[&)])")
DIFFER = "class bytes differ: "

Compile = Callable[[bytes], Compilation]


class OracleCrash(Exception):
    """javac crashed on the original, so nothing can be said of its mutants."""


@dataclass
class Tally:
    """The counts of one file, or of all, for one mutator."""

    candidates: int = 0
    mutants: int = 0
    compared: int = 0
    captured: int = 0
    serialised: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, object]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.candidates += other.candidates
        self.mutants += other.mutants
        self.compared += other.compared
        self.captured += other.captured
        self.serialised += other.serialised
        self.reasons += other.reasons
        self.failures += other.failures


class FileCompiler:
    """A judge of the mutants of one file by javac.

    Attributes:
        original: the file's own compilation.
        compilations: how many were made.
        serialised: the mutants whose class bytes differ, but only by the names of serialisable lambdas.
    """

    def __init__(self, source: SourceFile, compile_: Compile) -> None:
        """Compile the original.

        Raises:
            OracleCrash: javac crashed.
        """
        self.compilations = 0
        self.serialised: list[Mutant] = []
        self._source, self._compile = source, compile_
        self.original = self._compiled(source.data)
        if self.original.crashed:
            raise OracleCrash(f"{source.path}: {self.original.diagnostics[0]}")
        self._known = {(d.code, d.message) for d in self.original.diagnostics}
        self._bodies = dict(_bodies(methods_of(source)))

    def judge(self, mutants: Iterable[Mutant]) -> Iterator[tuple[Mutant, list[str]]]:
        """Yield the mutants that fail, with what javac or the comparison of class bytes says."""
        kinds: dict[tuple[bool, bool, bool, str], list[Mutant]] = {}
        for mutant in mutants:
            proven = mutant.mutator in PROVEN_BY_BYTES and self.original.ok
            kind = (
                proven,
                proven and captured(mutant),
                mutant.mutator in RENAMES_MEMBERS,
                mutant.made_by.reach,
            )
            kinds.setdefault(kind, []).append(mutant)
        for (proven, captures, renames, reach), group in kinds.items():
            for batch, emptied in self._batches(group, may_empty=not renames and reach == "member"):
                together = self._problems(batch, emptied, proven=proven, captures=captures)
                if together:
                    yield from self._guilty(batch, together, proven=proven, captures=captures)

    def _guilty(
        self, batch: Sequence[Mutant], together: list[str], *, proven: bool, captures: bool
    ) -> list[tuple[Mutant, list[str]]]:
        whole = _Emptied((), self.original)
        alone = [(m, self._problems([m], whole, proven=proven, captures=captures)) for m in batch]
        guilty = [(mutant, found) for mutant, found in alone if found]
        if not guilty:
            # All well alone but not together: then it cannot be said which it is.
            return [(mutant, together) for mutant in batch]
        serialised = [mutant for mutant, found in guilty if self._is_serialised(mutant, found)]
        self.serialised += serialised
        return [(mutant, found) for mutant, found in guilty if mutant not in serialised]

    def _is_serialised(self, mutant: Mutant, found: Iterable[str]) -> bool:
        """Return whether class bytes differ only by the names of lambdas that a cast makes serialisable."""
        if not all(problem.startswith(DIFFER) for problem in found):
            return False
        texts = [SERIALISABLE.sub(b"", data) for data in (self._source.data, mutant.data)]
        if texts[0] == self._source.data:
            return False
        before, after = map(self._compiled, texts)
        return before.ok and after.ok and not compare(before, after).differing

    def _problems(
        self, batch: Sequence[Mutant], emptied: _Emptied, *, proven: bool, captures: bool
    ) -> list[str]:
        after = self._compiled(self._text(batch, emptied.members))
        found = [str(d) for d in after.diagnostics if (d.code, d.message) not in self._known]
        if proven and not found:
            different = compare(emptied.original, after, ignore_captures=captures).differing
            found = [DIFFER + name for name in different]
        return found

    def _compiled(self, data: bytes) -> Compilation:
        self.compilations += 1
        return self._compile(data)

    def _batches(
        self, mutants: Iterable[Mutant], *, may_empty: bool
    ) -> Iterator[tuple[list[Mutant], _Emptied]]:
        """Yield the mutants, at most one of each member at a time, with the members that are emptied meanwhile."""
        by_member: dict[int, list[Mutant]] = {}
        for mutant in mutants:
            by_member.setdefault(mutant.method.start, []).append(mutant)
        emptied = _Emptied((), self.original)
        left = sum(end - start for start, end in self._bodies.values())
        for turn, row in enumerate(zip_longest(*by_member.values())):
            done = [start for start in self._bodies if len(by_member.get(start, ())) <= turn]
            now = sum(end - start for at, (start, end) in self._bodies.items() if at not in done)
            if may_empty and now < left * WORTH_EMPTYING:
                original = self._compiled(self._text((), done))
                may_empty = original.ok
                emptied, left = (_Emptied(tuple(done), original), now) if may_empty else (emptied, left)
            yield [mutant for mutant in row if mutant is not None], emptied

    def _text(self, mutants: Iterable[Mutant], emptied: Collection[int]) -> bytes:
        """Return the file with all these members mutated, and those others emptied."""
        changes = [(m.offset, m.method.end, m.mutant_data) for m in mutants]
        changes += [(*self._bodies[member], EMPTY) for member in emptied]
        data = self._source.data
        for start, end, new in sorted(changes, reverse=True):
            data = data[:start] + new + data[end:]
        return data


@dataclass(frozen=True)
class _Emptied:
    """Members whose bodies are empty, by their starts, and what the original's classes are then."""

    members: tuple[int, ...]
    original: Compilation


def _bodies(members: Iterable[Method]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the bodies that can be emptied, by the member's start: not of constructors and initialisers, which assign fields."""
    for member in members:
        body = member.root.child("body") if member.root.type == "method_declaration" else None
        if body is not None:
            yield member.start, (body.start, body.end)


def captured(mutant: Mutant) -> bool:
    """Return whether it renames a captured variable, of which class files have synthetic names."""
    variable = Method.of(mutant.method).scopes.declared_at(mutant.local.site.start + mutant.offset)
    return variable is not None and variable.captured
