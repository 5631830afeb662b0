"""Trivial compiler equivalence: mutants with the class bytes of their original, or of an earlier mutant.

javac compiles with `-g:none`, so that lines and names of locals are not in the classes. Equal bytes prove that two
texts behave alike; different bytes prove nothing, since javac optimises little.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from equimorph.checking.compilation_units import Pair, Unit, javac_opinion, method_units
from equimorph.checking.verdicts import ClassVerdict, Earlier, Verdict
from mutators import Mutant
from parsers import Member
from parsers.oracles.jdk import Compilation, Jdk
from parsers.oracles.prover import Prover
from parsers.validity import Opinion

__all__ = ["ClassBytes"]


class _Compiled(NamedTuple):
    """A compiled text: javac's messages, a hash of all classes, and the classes themselves."""

    opinion: Opinion
    digest: str
    compilation: Compilation


class ClassBytes:
    """A comparison of a mutant's class bytes with its original and with earlier mutants of the same method.

    Only the hashes of one method are kept, so only mutants with no other method in between count as earlier.
    """

    def __init__(
        self, jdk: Jdk, *, sourcepath: Sequence[str | Path] = (), prover: Prover | None = None
    ) -> None:
        """Keep what to compile with; compile nothing yet.

        Args:
            jdk: its javac is used, with its class path; the caller closes it.
            sourcepath: folders where javac finds further sources, for whole files.
            prover: a mutant with other class bytes is equivalent, too, if this proves that it does the same; the caller closes it.
        """
        self._jdk, self._sourcepath, self._prover = jdk, tuple(sourcepath), prover
        self._original = lru_cache(4)(self._compiled)
        self._earlier = Earlier("class bytes")

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
            pairs: Pairs of original and mutant, the most conclusive pair first.
            group: Distinguishes originals of the same text.
            id: Id of the mutant.
            sourcepath: Folders where javac finds further sources, in addition to the folders for all mutants.
        """
        reason, folders = "statements alone are not for javac", (*self._sourcepath, *sourcepath)
        for before, after in pairs:
            original = self._original(before, folders)
            if original.opinion.verdict == "accepted":
                whole = before.name is not None  # in its file a member may mean something else
                return self._judged(
                    self._compiled(after, folders), original, (group, before), id, whole=whole
                )
            reason = f"the original does not compile: {original.opinion.reason}"
        return ClassVerdict("no opinion", None, reason)

    def _judged(
        self, mutant: _Compiled, original: _Compiled, group: Hashable, id: str, *, whole: bool
    ) -> ClassVerdict:
        if mutant.opinion.verdict != "accepted":
            verdict: Verdict = "failed" if mutant.opinion.verdict == "rejected" else "no opinion"
            return ClassVerdict(verdict, None, f"javac: {mutant.opinion.reason}")
        result = self._earlier.verdict(mutant.digest, original.digest, group, id)
        if result.verdict != "distinct" or self._prover is None or not whole:
            return result
        if not self._prover.prove(original.compilation, mutant.compilation):
            return result
        self._earlier.forget(mutant.digest)  # a later one like it is equivalent, too, and no duplicate
        return ClassVerdict("equivalent", None, "proved to do the same as the original", proved=True)

    def _compiled(self, unit: Unit, sourcepath: tuple[str | Path, ...]) -> _Compiled:
        compilation = unit.compiled(self._jdk, sourcepath, bytes_=self._prover is not None)
        hashes = sorted((name, each.sha256) for name, each in compilation.classes.items())
        digest = hashlib.sha256(repr(hashes).encode()).hexdigest()
        return _Compiled(javac_opinion(compilation), digest, compilation)
