"""Verdicts on breaking mutants: what is compiled may show that a mutant is equivalent to its original, or to an earlier one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, get_args

from parsers import Member

__all__ = ["VERDICTS", "ClassVerdict", "CodeComparison", "Earlier", "Equivalence", "Verdict"]

Verdict = Literal["distinct", "equivalent", "duplicate", "no opinion", "failed", "not asked"]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
"""The possible verdicts on a mutant, see `ClassVerdict`."""


@dataclass(frozen=True)
class ClassVerdict:
    """The result of comparing what a mutant is compiled to: class bytes, or code objects of Python.

    Attributes:
        verdict: "distinct" from the original and from earlier mutants of it; "equivalent", the same as
            the original, or proved to do the same; "duplicate", the same as an earlier mutant; "no opinion" if the original does
            not compile; "failed" if only the mutant does not, or its row is damaged; "not asked" for a mutant that is not breaking.
        of: Id of the first mutant that is compiled to the same, for a duplicate.
        reason: Reason in words; None if distinct.
        proved: Whether the mutant is equivalent by a proof, though it is compiled to something else.
    """

    verdict: Verdict
    of: str | None = None
    reason: str | None = None
    proved: bool = False

    @property
    def kept(self) -> bool:
        """Whether nothing speaks against the mutant."""
        return self.verdict in ("distinct", "no opinion", "not asked")


@dataclass(frozen=True)
class Equivalence(ClassVerdict):
    """The result of a row.

    Attributes:
        number: its 1-based line.
        id: Id of the mutation; None if the row cannot be read.
        data: the row; empty if the line is no JSON object.
    """

    number: int = 0
    id: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict, repr=False)


class CodeComparison(Protocol):
    """A comparison of mutants with their original and with each other, such as `ClassBytes` and `CodeObjects`."""

    def compare(self, method: Member, mutated: bytes, id: str) -> ClassVerdict:
        """Compare any text in the place of a member, such as one with several mutations.

        Args:
            mutated: the member that replaces it.
            id: names it as the first one, if a later one is its duplicate.
        """


class Earlier:
    """The mutants of one method that were seen, while no other method came in between.

    Args:
        what: is compared, for messages: "class bytes".
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._group: Hashable = None
        self._seen: dict[str, str] = {}

    def verdict(self, digest: str, original: str, group: Hashable, id: str) -> ClassVerdict:
        """Return the verdict on a mutant that compiles, and remember it.

        Args:
            digest, original: Digests of the compiled mutant and of its compiled original.
            group: Distinguishes the originals.
            id: Id of the mutant, for reports of later duplicates.
        """
        if digest == original:
            return ClassVerdict("equivalent", None, f"the same {self._what} as the original")
        if group != self._group:
            self._group, self._seen = group, {}
        first = self._seen.get(digest)
        if first is not None:
            return ClassVerdict("duplicate", first, f"the same {self._what} as mutant {first}")
        self._seen[digest] = id
        return ClassVerdict("distinct")

    def forget(self, digest: str) -> None:
        """Forget a mutant: it is no first one."""
        del self._seen[digest]
