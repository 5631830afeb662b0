"""The mutation of a faulty method, made again in its repair: the mutant of the repair that the undo turns into the repair."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from equimorph.mutants.mutating import Candidate, sites
from equimorph.patches.undoing import undo
from equimorph.texts.comparing import same_tokens
from mutators import Edit, Mutant, MutationError
from mutators.lines import common_prefix
from mutators.model import apply_edits, sha256
from parsers import ParseError, SourceFile
from parsers.java.syntax.trust import RESERVED

_NAME = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")
_RESERVED = frozenset(word.encode() for word in RESERVED)
_DRAWS = 24
"""So many times a site is mutated with another seed, until what the mutator draws is what it drew in the faulty method."""


class Counterparts:
    """A faulty method and its repair.

    Args:
        buggy, fixed: the two.
    """

    def __init__(self, buggy: SourceFile, fixed: SourceFile) -> None:
        self._buggy, self._fixed = buggy, fixed

    def of(self, mutant: Mutant) -> tuple[Mutant | None, str]:
        """Return the same mutation of the repair, or None and why there is none.

        It is by the same mutator at the same site, as far as the fix leaves that alone, and the undo of the mutation of the faulty
        method turns it into the repair, token for token.

        Args:
            mutant: Mutant of the faulty method.
        """
        candidates = list(self._sites(mutant))
        if not candidates:
            return None, "the fix has no such site"
        for candidate in candidates:
            for other in self._made(mutant, candidate):
                if self._comes_back(other, mutant):
                    return other, ""
        return None, "undo does not give the fix"

    def _comes_back(self, other: Mutant, mutant: Mutant) -> bool:
        try:
            undone = undo(other.text, mutant)
        except (MutationError, ParseError):
            return False
        return undone.verdict == "undone" and same_tokens(undone, self._fixed.data.decode())

    def _sites(self, mutant: Mutant) -> Iterator[Candidate]:
        """Yield the sites of the repair that match the mutant's; if the fix changes it, sites in the changed part."""
        site = mutant.mutation.site
        start, end = self._moved(site.start), self._moved(site.end)
        first, last = self._changed
        for candidate in sites(self._fixed, mutant.made_by):
            here = candidate.site
            if here.params != site.params:
                continue
            alike = (here.start == start or (start is None and first <= here.start <= last)) and (
                here.end == end or (end is None and first <= here.end <= last)
            )
            if alike:
                yield candidate

    def _made(self, mutant: Mutant, candidate: Candidate) -> Iterator[Mutant]:
        """Yield the mutant of a site that has the same changes, if the mutator draws it, or if it is the first but for new names.

        Else the first one: a change may have the text of the fix in it.
        """
        first, wanted = None, _changes(mutant)
        for seed in _seeds(mutant.mutation.seed):
            try:
                other = mutant.made_by.mutate(self._fixed, candidate.method, candidate.site, seed)
            except MutationError:  # what the mutator would draw does not fit here
                continue
            if _changes(other) == wanted:
                yield other
                return
            if first is None:
                first, named = other, self._named(other, mutant)
                if named is not None:
                    yield named
                    return
        if first is not None:
            yield first

    def _named(self, other: Mutant, mutant: Mutant) -> Mutant | None:
        """Return a mutant of the repair with the new names of another mutant, None if more than names that are new differs."""
        renames = {edit.old: edit.new for edit in mutant.local.edits}
        if len(renames) < len(_changes(mutant)):
            return None
        edits: list[Edit] = []
        for edit in other.local.edits:
            new = renames.get(edit.old)
            if new is None or not self._same_but_names(edit.new, new):
                return None
            edits.append(Edit(edit.start, edit.old, new))
        data = apply_edits(other.method.data, edits)
        record = replace(other.local, edits=tuple(edits), mutant_sha256=sha256(data))
        return Mutant(other.source, other.method, record, data, other.made_by)

    def _same_but_names(self, drawn_text: str, other: str) -> bool:
        """Return whether two texts have the same tokens but for names that are in neither the faulty method nor the repair."""
        drawn, wanted = (
            [token.text for token in SourceFile.from_text(text).tokens()] for text in (drawn_text, other)
        )
        return len(drawn) == len(wanted) and all(
            a == b or (self._is_new(a) and self._is_new(b)) for a, b in zip(drawn, wanted, strict=True)
        )

    def _is_new(self, word: bytes) -> bool:
        return word not in self._words and word not in _RESERVED and _NAME.fullmatch(word) is not None

    @cached_property
    def _words(self) -> frozenset[bytes]:
        return frozenset(token.text for source in (self._buggy, self._fixed) for token in source.tokens())

    @cached_property
    def _parts(self) -> tuple[int, int, Sequence[tuple[int, int]], Sequence[tuple[int, int]]]:
        """The numbers of common tokens at the start and at the end, and the places of the tokens of each."""
        both = [source.tokens() for source in (self._buggy, self._fixed)]
        texts = [[token.text for token in tokens] for tokens in both]
        head = common_prefix(*texts)
        tail = common_prefix(*(text[head:][::-1] for text in texts))
        buggy, fixed = ([(token.start, token.end) for token in tokens] for tokens in both)
        return head, tail, buggy, fixed

    @cached_property
    def _places(self) -> dict[int, int]:
        """The starts and ends of tokens of the faulty method, with the same places of the repair."""
        head, tail, buggy, fixed = self._parts
        pairs = [*zip(buggy[:head], fixed[:head], strict=True)]
        pairs += zip(buggy[len(buggy) - tail :], fixed[len(fixed) - tail :], strict=True)
        return {old: new for old_bounds, other in pairs for old, new in zip(old_bounds, other, strict=True)}

    @cached_property
    def _changed(self) -> tuple[int, int]:
        """The bytes of the repair between the tokens in common."""
        head, tail, _, fixed = self._parts
        first = fixed[head - 1][1] if head else 0
        return first, fixed[len(fixed) - tail][0] if tail else len(self._fixed.data)

    def _moved(self, offset: int) -> int | None:
        return self._places.get(offset)


def _seeds(first: int) -> Iterator[int]:
    """Yield a seed, and others made of it."""
    yield first
    for number in range(1, _DRAWS):
        digest = hashlib.sha256(f"{first}|{number}".encode()).digest()
        yield int.from_bytes(digest[:6])


def _changes(mutant: Mutant) -> frozenset[tuple[str, str]]:
    return frozenset((edit.old, edit.new) for edit in mutant.local.edits)
