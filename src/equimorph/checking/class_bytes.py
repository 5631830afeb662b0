"""Trivial compiler equivalence: mutants with the class bytes of their original, or of an earlier mutant.

javac compiles with `-g:none`, so that lines and names of locals are not in the classes. Equal bytes prove that two
texts behave alike; different bytes prove nothing, since javac optimises little.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, Literal, get_args

from equimorph.checking.compilation_units import (
    Pair,
    RowFiles,
    Surroundings,
    Unit,
    javac_opinion,
    method_units,
    row_units,
)
from equimorph.rows.jsonl import JsonLine, lines_of
from equimorph.rows.row import check_line
from mutators import Mutant, MutationError
from parsers import Member, ParseError
from parsers.encoding import UTF_8
from parsers.java.jdk import Jdk
from parsers.java.validity import Opinion

__all__ = ["VERDICTS", "ClassBytes", "ClassVerdict", "Equivalence", "Verdict", "equivalence"]

Verdict = Literal["distinct", "equivalent", "duplicate", "no opinion", "failed", "not asked"]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
"""What may come of a mutant, see `ClassVerdict`."""


@dataclass(frozen=True)
class ClassVerdict:
    """The result of comparing a mutant's class bytes.

    Attributes:
        verdict: "distinct" from the original and from earlier mutants of it; "equivalent", the bytes of the
            original; "duplicate", those of an earlier mutant; "no opinion" if the original does not compile;
            "failed" if only the mutant does not, or its row is damaged; "not asked" for a preserving mutant.
        of: the id of the first mutant with the same bytes, for a duplicate.
        reason: for people; None if distinct.
    """

    verdict: Verdict
    of: str | None = None
    reason: str | None = None

    @property
    def kept(self) -> bool:
        """Whether nothing speaks against the mutant."""
        return self.verdict in ("distinct", "no opinion", "not asked")


@dataclass(frozen=True)
class Equivalence(ClassVerdict):
    """The result of a row.

    Attributes:
        number: its 1-based line.
        id: of the mutation; None if the row cannot be read.
        data: the row; empty if the line is no JSON object.
    """

    number: int = 0
    id: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict, repr=False)


class ClassBytes:
    """A comparison of the class bytes of mutants with those of their original, and of earlier mutants of the same method.

    Only hashes of one method are kept: earlier mutants are those of the same method without another method in between.
    """

    def __init__(self, jdk: Jdk, *, sourcepath: Sequence[str | Path] = ()) -> None:
        """Keep what to compile with; compile nothing yet.

        Args:
            jdk: its javac is used, with its class path; the caller closes it.
            sourcepath: folders where javac finds further sources, for whole files.
        """
        self._jdk, self._sourcepath = jdk, tuple(sourcepath)
        self._original = lru_cache(4)(self._compiled)
        self._group: Hashable = None
        self._seen: dict[str, str] = {}

    def verdict(self, mutant: Mutant) -> ClassVerdict:
        """Compile a mutant, which must be a breaking one."""
        return self.compare(mutant.method, mutant.mutant_data, mutant.local.id)

    def compare(self, method: Member, mutated: bytes, id: str) -> ClassVerdict:
        """Compare any text in the place of a method, such as one with several mutations.

        Args:
            mutated: the member that replaces the method.
            id: names it as the first one, if a later one is its duplicate.
        """
        group = (method.source.path, method.start)
        return self.compare_units(method_units(method, mutated), group, id)

    def compare_units(
        self, pairs: Sequence[Pair], group: Hashable, id: str, sourcepath: tuple[str | Path, ...] = ()
    ) -> ClassVerdict:
        """Compare the first pair whose original compiles.

        Args:
            pairs: original and mutant, the most conclusive pair first.
            group: distinguishes originals of the same text.
            id: of the mutant.
            sourcepath: folders where javac finds further sources, in addition to those of all mutants.
        """
        reason, folders = "statements alone are not for javac", (*self._sourcepath, *sourcepath)
        for before, after in pairs:
            opinion, original = self._original(before, folders)
            if opinion.verdict == "accepted":
                return self._judged(self._compiled(after, folders), original, (group, before), id)
            reason = f"the original does not compile: {opinion.reason}"
        return ClassVerdict("no opinion", None, reason)

    def _judged(self, compiled: tuple[Opinion, str], original: str, group: Hashable, id: str) -> ClassVerdict:
        opinion, digest = compiled
        if opinion.verdict != "accepted":
            verdict: Verdict = "failed" if opinion.verdict == "rejected" else "no opinion"
            return ClassVerdict(verdict, None, f"javac: {opinion.reason}")
        if digest == original:
            return ClassVerdict("equivalent", None, "the same class bytes as the original")
        if group != self._group:
            self._group, self._seen = group, {}
        first = self._seen.get(digest)
        if first is not None:
            return ClassVerdict("duplicate", first, f"the same class bytes as mutant {first}")
        self._seen[digest] = id
        return ClassVerdict("distinct")

    def _compiled(self, unit: Unit, sourcepath: tuple[str | Path, ...]) -> tuple[Opinion, str]:
        """Return the opinion, and a hash of all classes."""
        compilation = unit.compiled(self._jdk, sourcepath)
        hashes = sorted((name, each.sha256) for name, each in compilation.classes.items())
        return javac_opinion(compilation), hashlib.sha256(repr(hashes).encode()).hexdigest()


def equivalence(
    rows: str | PathLike[str] | Iterable[Mapping[str, Any]],
    *,
    jdk: Jdk,
    sourcepath: Sequence[str | Path] = (),
    surroundings: Surroundings | None = None,
    encoding: str = UTF_8,
) -> Iterator[Equivalence]:
    """Find breaking mutants that are equivalent to their original, or duplicates of an earlier mutant of it.

    Duplicates are found among consecutive rows of the same original, as `mutate` writes them, so that memory does not
    grow with the rows. javac gets the whole file if the row has `mutant_file`, or if its `path` still contains the original.
    If that does not compile, or there is none, javac gets the member in its own class.

    Args:
        rows: a JSON Lines file, or the objects.
        jdk: this javac is used, with its class path.
        sourcepath: folders where javac finds further sources, for rows with a whole file.
        surroundings, encoding: as in `equimorph.checking.verification.verify`.

    Raises:
        OSError: the file cannot be read.
        JdkError: javac refuses an option.
    """
    classes, files = ClassBytes(jdk), RowFiles(sourcepath, surroundings, encoding)
    for line in lines_of(rows):
        yield _judged_row(line, classes, files)


def _judged_row(line: JsonLine, classes: ClassBytes, files: RowFiles) -> Equivalence:
    number = line.number
    row, error = check_line(line)
    if row is None or error is not None:
        id = row.id if row else None
        return Equivalence("failed", None, f"record: {error}", number, id, line.data)
    relation = row.data.get("relation")
    if relation != "breaking":
        return Equivalence("not asked", None, f"its relation is {relation!r}", number, row.id, row.data)
    try:
        pairs, folders = row_units(row, files.of(row)), files.sourcepath(row)
    except (MutationError, ParseError, OSError) as missing:
        return Equivalence("failed", None, f"record: {missing}", number, row.id, row.data)
    found = classes.compare_units(
        pairs, (row.data.get("bug"), row.path, row.offset, row.original), row.id, folders
    )
    return Equivalence(found.verdict, found.of, found.reason, number, row.id, row.data)
