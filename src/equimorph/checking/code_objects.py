"""Equivalence of Python mutants: a mutant may have the code of its original or of an earlier mutant.

Equal normal forms of code objects (`parsers.oracles.interpreter.code`) prove that two texts behave alike; different ones prove
nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache

from equimorph.checking.compilation_units import RowFiles
from equimorph.checking.verdicts import ClassVerdict, Earlier, Verdict
from equimorph.rows.row import Row
from mutators import Mutant
from parsers import Member
from parsers.oracles.interpreter import Compilation, Interpreter
from parsers.validity import Opinion

__all__ = ["CodeObjects", "TextPair", "interpreter_opinion", "row_texts"]

TextPair = tuple[bytes, bytes]
"""The texts of the original and of the mutant, UTF-8."""


def interpreter_opinion(compilation: Compilation) -> Opinion:
    """Return whether the interpreter accepts a text; no opinion if it broke down."""
    if compilation.ok:
        return Opinion("accepted")
    return Opinion("none" if compilation.crashed else "rejected", compilation.reason)


def row_texts(row: Row, files: RowFiles) -> tuple[TextPair, ...]:
    """Return the pairs of texts that may be compiled for a row, the most conclusive one first: the file, then the member alone.

    Raises:
        MutationError, ParseError, OSError: see `RowFiles.of`.
    """
    whole = files.of(row)
    alone = row.original.encode(), row.mutant.encode()
    return (alone,) if whole is None else (whole, alone)


class CodeObjects:
    """A comparison of a mutant's code with its original and with earlier mutants of the same function.

    Only the hashes of one function are kept, so only mutants with no other function in between count as earlier.

    Args:
        python: Interpreter that compiles; the caller closes it.
    """

    def __init__(self, python: Interpreter) -> None:
        self._python = python
        self._original = lru_cache(4)(python.compile)
        self._earlier = Earlier("code")

    def verdict(self, mutant: Mutant) -> ClassVerdict:
        """Compile a mutant, which must be a breaking one."""
        return self.compare(mutant.method, mutant.mutant_data, mutant.local.id)

    def compare(self, method: Member, mutated: bytes, id: str) -> ClassVerdict:
        """Compare any text in the place of a function, such as one with several mutations.

        Args:
            mutated: the member that replaces the function.
            id: names it as the first one, if a later one is its duplicate.
        """
        source = method.source
        whole = source.data[: method.start] + mutated + source.data[method.end :]
        pairs = [(source.data, whole), (source.data[method.start : method.end], mutated)]
        return self.compare_texts(pairs, (source.path, method.start), id)

    def compare_texts(self, pairs: Sequence[TextPair], group: Hashable, id: str) -> ClassVerdict:
        """Compare the first pair whose original compiles.

        Args:
            pairs: original and mutant, the most conclusive pair first.
            group: distinguishes originals of the same text.
            id: Id of the mutant.
        """
        reason = None
        for before, after in pairs:
            original = self._original(before)
            if original.digest is None:
                reason = f"the original does not compile: {original.reason}"
                continue
            mutant = self._python.compile(after)
            if mutant.digest is None:
                verdict: Verdict = "no opinion" if mutant.crashed else "failed"
                return ClassVerdict(verdict, None, f"compile: {mutant.reason}")
            return self._earlier.verdict(mutant.digest, original.digest, (group, before), id)
        return ClassVerdict("no opinion", None, reason)
