"""`Mutator`: what every mutation operator is, and what the framework does and checks for all of them.

An author answers three questions, `candidates` (where, by syntax alone), `refuse` (why not) and `rewrite` (which edits); the
rest is final. After each application the framework checks that the edits fit, that every new text begins and ends at a token
boundary of the mutant, and that no syntax error is new; only the member that changed is parsed again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from random import Random
from typing import ClassVar, Literal, final

from mutators.lines import LineMapping
from mutators.model import (
    Edit,
    EditConflict,
    Mutation,
    MutationError,
    Refused,
    Site,
    apply_checked,
    checked,
    invert_edits,
    invertible,
    sha256,
)
from mutators.seeding import Chance, site_key
from mutators.undo.transport import Undone, transport
from parsers.member import Member
from parsers.source import SourceFile

__all__ = [
    "Edit",
    "Example",
    "Mutant",
    "Mutator",
    "Refused",
    "Relation",
    "Site",
]

Relation = Literal["preserving", "breaking"]


@dataclass(frozen=True)
class Example:
    """A literal row of a mutator's documentation, run by its tests.

    Attributes:
        before: a whole text.
        at: what the site must lie in, as a byte range of `before`.
        after: the whole mutant, or None where the site is refused.
        reason: the reason of the refusal, or None.
    """

    before: str
    at: tuple[int, int]
    after: str | None
    reason: str | None

    @staticmethod
    def rows(template: str, *rows: str) -> tuple[Example, ...]:
        """Rows of one template.

        Args:
            template: Java with ``@`` where the row's text goes.
            rows: ``"before -> after"``, or ``"before -> !reason"`` for a refused site. Where the template is only ``@``, the row is
                the whole text.
        """
        found = []
        for row in rows:
            before, _, after = row.partition(" -> ")
            head, _, tail = template.partition("@")
            start = len(head.encode())
            at = (start, start + len(before.encode()))
            if after.startswith("!"):
                found.append(Example(head + before + tail, at, None, after[1:]))
            else:
                found.append(Example(head + before + tail, at, head + after + tail, None))
        return tuple(found)


@dataclass(frozen=True)
class Mutant:
    """A mutant: the source with one mutation in one of its members.

    Attributes:
        source: the text that was given.
        method: the member that carries the mutation.
        local: the record relative to the member's own text, which is what leaves the program.
        mutant_data: the mutated member, UTF-8.
        relation: "preserving" or "breaking".
    """

    source: SourceFile
    method: Member
    local: Mutation
    mutant_data: bytes
    relation: Relation

    @property
    def original(self) -> str:
        """The member's text."""
        return self.method.text

    @property
    def mutant(self) -> str:
        """The mutated member's text."""
        return self.mutant_data.decode()

    @property
    def mutator(self) -> str:
        """The mutator's name."""
        return self.local.mutator

    @property
    def offset(self) -> int:
        """Where the member starts in the source, in bytes."""
        return self.method.start

    @cached_property
    def data(self) -> bytes:
        """The whole mutated source, UTF-8."""
        source = self.source.data
        return source[: self.method.start] + self.mutant_data + source[self.method.end :]

    @property
    def text(self) -> str:
        """The whole mutated source."""
        return self.data.decode()

    @cached_property
    def mutation(self) -> Mutation:
        """The record relative to the source."""
        return self.local.rebase(self.offset, self.source.data, self.data)

    @cached_property
    def lines(self) -> LineMapping:
        """Lines of the source and of the mutated source."""
        edits = [Edit(edit.start + self.offset, edit.old, edit.new) for edit in self.local.edits]
        return LineMapping(self.source.data, self.data, checked(edits), self.source.lines)

    def diff(self) -> str:
        """A unified diff from the source to the mutant, without context beyond three lines."""
        from difflib import unified_diff

        path = self.source.path or "original"
        before, after = self.source.text.splitlines(keepends=True), self.text.splitlines(keepends=True)
        lines = unified_diff(before, after, path, f"{path} ({self.mutator} {self.local.id})")
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
        )


class Mutator(ABC):
    """A mutation operator.

    Class attributes: `name` in kebab case; `version`, raised whenever the same seed gives another mutant; `language`, the name of
    the language of its sources; `relation`, "preserving" or "breaking"; `by_default`, whether a preserving one is applied where no
    mutator is named (a breaking one never is); `examples`, literal rows of accepted and refused sites.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    language: ClassVar[str]
    relation: ClassVar[Relation]
    by_default: ClassVar[bool] = True
    examples: ClassVar[tuple[Example, ...]]

    @classmethod
    def for_examples(cls) -> Mutator:
        """The mutator that makes the rows of `examples`: the default one."""
        return cls()

    @abstractmethod
    def candidates(self, src: SourceFile) -> Iterable[Site]:
        """The places where the mutator's pattern stands, by syntax alone, in methods whose tree can be trusted."""

    @abstractmethod
    def refuse(self, src: SourceFile, site: Site) -> str | None:
        """Why the precondition does not hold at the site, or None. Pure and total."""

    @abstractmethod
    def rewrite(self, src: SourceFile, site: Site, rng: Random) -> Iterable[Edit]:
        """The edits at a site that is not refused; offsets in `src`."""

    def assumptions(self, src: SourceFile, site: Site) -> tuple[str, ...]:
        """What the site takes for granted beyond what is proven, for the record."""
        return ()

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """The patched mutant without the mutation: by default the inverse edits, moved onto it by aligning tokens.

        Raises:
            UndoConflict: the patch changed what the mutation changed.
        """
        return transport(invert_edits(mutation.edits), mutant, patched)

    def _check_language(self, src: SourceFile) -> None:
        if src.language != self.language:
            raise MutationError(f"{self.name} mutates {self.language}, not {src.language}")

    @final
    def judged(self, src: SourceFile) -> Iterator[tuple[Site, str | None]]:
        """All candidates, each with the reason for which it is refused, or None.

        A method whose tree cannot be trusted is one refused site.

        Raises:
            MutationError: the source is in another language than the mutator's.
        """
        self._check_language(src)
        for method in src.methods:
            if method.untrusted:
                yield Site(self.name, method.start, method.end), method.untrusted
        for site in self.candidates(src):
            yield site, self.refuse(src, site)

    @final
    def sites(self, src: SourceFile) -> Iterator[Site]:
        """The sites where the mutator applies."""
        return (site for site, reason in self.judged(src) if reason is None)

    @final
    def apply(self, src: SourceFile, site: Site, seed: int = 0) -> Mutant:
        """Makes the mutant.

        Raises:
            Refused: the precondition does not hold.
            EditConflict: the mutator's edits do not pass the framework's checks.
            MutationError: the source is in another language than the mutator's.
        """
        self._check_language(src)
        method = src.method_at(site.start)
        if method is None or site.end > method.end:
            raise Refused("not in a method, constructor or initialiser")
        if method.untrusted:
            raise Refused(method.untrusted)
        reason = self.refuse(src, site)
        if reason is not None:
            raise Refused(reason)
        return self.mutate(src, method, site, seed)

    @final
    def mutate(self, src: SourceFile, method: Member, site: Site, seed: int) -> Mutant:
        """`apply` for a site that is known to be accepted, such as one that `sites` gave."""
        original = method.data
        edits = invertible(self.rewrite(src, site, Chance(partial(site_key, seed, method, site))))
        if not edits:
            raise Refused("the rewriting changes nothing")
        if edits[0].start < method.start or edits[-1].end > method.end:
            raise EditConflict(f"{self.name} edits outside the member at bytes {method.start}-{method.end}")
        edits = tuple([Edit(edit.start - method.start, edit.old, edit.new) for edit in edits])
        mutant, changes = apply_checked(original, edits)
        fault = method.fault_of(mutant, edits, changes)
        if fault is not None:
            raise EditConflict(f"{self.name} would make {fault}")
        assumptions = self.assumptions(src, site)
        local = site.moved(-method.start)
        record = Mutation(local, edits, method.sha256, sha256(mutant), self.version, seed, assumptions)
        return Mutant(src, method, record, mutant, self.relation)

    @final
    def mutants(self, src: SourceFile, seed: int = 0, limit: int | None = None) -> Iterator[Mutant]:
        """The mutants of all sites, or of the first `limit`."""
        for site in islice(self.sites(src), limit):
            method = src.method_at(site.start)
            assert method is not None
            yield self.mutate(src, method, site, seed)

    @final
    def undo(self, patched: SourceFile, original: bytes, mutation: Mutation) -> Undone:
        """Removes the mutation from somebody's patch of the mutant (the T^-1 of RobustNPR).

        Args:
            patched: the patched mutant; it need not parse.
            original: the text that the mutation was made from.
            mutation: its record.

        Raises:
            UndoConflict: the patch changed what the mutation changed.
            RecordMismatch: the record does not belong to `original`.
            MutationError: the patched mutant is in another language than the mutator's.
        """
        self._check_language(patched)
        mutant = mutation.apply(original)
        if patched.data == mutant:
            return Undone.of(original, patched.language)
        return Undone.of(self.restore(patched, original, mutant, mutation), patched.language)
