"""`Stacked`: a source in which members have several mutations, a higher-order mutant."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mutators.lines import LineChain, LineMapping
from mutators.model import Edit, Mutation, MutationError, UndoConflict, chain_id
from mutators.mutant import Mutant, Relation
from mutators.rows import html_diff, member_row, unified
from mutators.undo.steps import is_whole, undo_in_member, undo_steps
from parsers.member import Member
from parsers.source import SourceFile

if TYPE_CHECKING:
    from mutators.base import Mutator
    from mutators.undo.transport import Undone

__all__ = ["Stacked"]

_WEAKER: tuple[Relation, ...] = ("breaking", "preserving-but-for-output")
"""Relations that promise less than "preserving", the weakest first."""


@dataclass(frozen=True)
class Stacked:
    """A source in which members have several mutations, made one after another: a higher-order mutant.

    It pickles as `Mutant` does, with the text of the source once.

    Attributes:
        source: the original.
        rounds: the mutants that were made, round by round, in this order. The `source` of a mutant is the text at the start of its
            round; a round takes members from last to first, so that a member stood where its mutant says when it was mutated.
    """

    source: SourceFile
    rounds: tuple[tuple[Mutant, ...], ...]

    @classmethod
    def of_member(
        cls, source: SourceFile, member: Member, steps: Iterable[tuple[Mutator, Mutation]]
    ) -> Stacked:
        """Return a source in which one member has some mutations.

        Args:
            source: the original.
            member: the member in it.
            steps: mutators and records in the order in which the mutations were made, each record relative to the member's text.

        Raises:
            RecordMismatch: a record does not belong to the text that the one before makes.
        """
        here, rounds = source, list[tuple[Mutant]]()
        for mutator, record in steps:
            mutant = Mutant(here, member, record, record.apply(member.data), mutator)
            rounds.append((mutant,))
            here = SourceFile(mutant.data, source.path, source.language)
            end = member.start + len(mutant.mutant_data)
            member = type(member).unread(here, member.name, member.kind, member.start, end)
        return cls(source, tuple(rounds))

    def __repr__(self) -> str:
        mutations = _counted(len(self.mutants), "mutation")
        return f"<Stacked {self.id}: {mutations} in {_counted(len(self._by_origin), 'member')} of {self.source.place()}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.source, [[_kept(mutant) for mutant in made] for made in self.rounds])

    @property
    def mutants(self) -> tuple[Mutant, ...]:
        """The mutants of all rounds, in the order in which they were made."""
        return tuple([mutant for made in self.rounds for mutant in made])

    @cached_property
    def data(self) -> bytes:
        """The whole mutated source, UTF-8."""
        return _after(self.rounds[-1]) if self.rounds else self.source.data

    def file_bytes(self) -> bytes:
        """Return the whole mutated source as the bytes of its file, in the encoding of the file that was read.

        A source that was not read, but given as a text, has the encoding that a Python file declares, else UTF-8.

        `data` is always UTF-8, also under a declaration such as ``# coding: latin-1``.

        Raises:
            UnicodeError: the encoding lacks a character of the mutant.
        """
        return self.source.in_file(self.data)

    @property
    def text(self) -> str:
        """The whole mutated source."""
        return self.data.decode()

    @property
    def id(self) -> str:
        """The first 12 hex digits of the hash of its records in order, each relative to its member's text."""
        return chain_id(mutant.local for mutant in self.mutants)

    @property
    def mutator(self) -> str:
        """The names of the mutators in the order of the mutations, with ``+`` between them."""
        return "+".join(mutant.mutator for mutant in self.mutants)

    @property
    def relation(self) -> Relation:
        """The weakest promise of its mutations, of "breaking", "preserving-but-for-output" and "preserving"."""
        made = {mutant.relation for mutant in self.mutants}
        return next((one for one in _WEAKER if one in made), "preserving")

    @cached_property
    def mutations(self) -> tuple[Mutation, ...]:
        """The records in the order in which they were made, each of the whole text as it was then; inverted last to first."""
        before, found = self.source.data, list[Mutation]()
        for mutant in self.mutants:
            start, end = mutant.method.start, mutant.method.end
            after = before[:start] + mutant.mutant_data + before[end:]
            found.append(mutant.local.rebase(start, before, after))
            before = after
        return tuple(found)

    @cached_property
    def lines(self) -> LineChain:
        """Lines of the source and of the mutated source."""
        if not self.rounds:
            return LineChain((LineMapping(self.source.data, self.data, (), self.source.lines),))
        return LineChain(tuple([_lines(made) for made in self.rounds]))

    def by_member(self) -> tuple[Stacked, ...]:
        """Return each mutated member as a stack of its own, in the order of the text; all other members are as in the original."""
        return tuple(
            [
                Stacked.of_member(
                    self.source,
                    type(first.method).unread(
                        self.source,
                        first.method.name,
                        first.method.kind,
                        start,
                        start + len(first.method.data),
                    ),
                    [(mutant.made_by, mutant.local) for mutant in (first, *others)],
                )
                for start, (first, *others) in sorted(self._by_origin.items())
            ]
        )

    @cached_property
    def _by_origin(self) -> dict[int, list[Mutant]]:
        """The mutants of each mutated member, by the byte at which the member starts in the source."""
        found: dict[int, list[Mutant]] = {}
        for number, made in enumerate(self.rounds):
            for mutant in made:
                start = mutant.offset
                for earlier in reversed(self.rounds[:number]):
                    start = _before(earlier, start)
                found.setdefault(start, []).append(mutant)
        return found

    @property
    def mutant(self) -> str:
        """The mutated member's text.

        Raises:
            MutationError: not exactly one member is mutated.
        """
        return self._only[-1].mutant

    @property
    def _only(self) -> list[Mutant]:
        if len(self._by_origin) != 1:
            raise MutationError(
                f"{len(self._by_origin)} members are mutated, not one: `by_member` gives a stack of each, `to_rows` a row of each"
            )
        [found] = self._by_origin.values()
        return found

    def _repr_html_(self) -> str:
        return html_diff(repr(self), self.diff())

    def diff(self) -> str:
        """Return a unified diff from the source to the mutant, with three lines of context."""
        return unified(
            self.source, self.text, f"{self.mutator} {self.id}" if len(self._by_origin) == 1 else self.id
        )

    def undo(self, patched: str | SourceFile) -> Undone:
        """Turn a repair of the mutant into a repair of the original: undo all mutations in a patched text, the last one first.

        It takes as long as one undo for each mutation. If a model patches one member of many, `by_member` returns its stack.

        Args:
            patched: the patched mutant: the whole source, or, where one member is mutated, that member alone.

        Returns:
            The text, a string; its attribute `parses` is False if it does not parse.

        Raises:
            UndoConflict: the patch changed what one of the mutations changed, so that undoing it would be a guess.
        """
        theirs = self.source.like(patched)
        one = len(self._by_origin) == 1
        member = self._only[-1].mutant_data if one else b""
        if self.rounds and not is_whole(theirs, self.source, self.data, member):
            if not one:
                reason = (
                    f"the patch is not of the whole text, in which {len(self._by_origin)} members are mutated"
                )
                raise UndoConflict(f"{reason}: `by_member` gives a stack of each", (0, len(theirs.data)))
            [alone] = self.by_member()
            steps = [(mutant.made_by, mutant.local) for mutant in alone.mutants]
            return undo_in_member(steps, self.source, alone.mutants[0].method, theirs)
        makers = [mutant.made_by for mutant in self.mutants]
        return undo_steps(list(zip(makers, self.mutations, strict=True)), self.data, theirs)

    def to_row(self, *, fault_lines: Collection[int] = (), full: bool = False) -> dict[str, Any]:
        """Return plain data for a line of JSON, with the records in the field `mutations`.

        Args:
            fault_lines, full: see `Mutant.to_row`.

        Raises:
            MutationError: not exactly one member is mutated; see `to_rows`.
        """
        records = [mutant.local.to_dict() for mutant in self._only]
        [alone] = self.by_member()
        return member_row(self, alone.mutants[0].method, {"mutations": records}, fault_lines, full)

    def to_rows(self, *, fault_lines: Collection[int] = (), full: bool = False) -> list[dict[str, Any]]:
        """Return a row of each mutated member, in the order of the text, as `to_row` of its stack alone makes it."""
        return [alone.to_row(fault_lines=fault_lines, full=full) for alone in self.by_member()]


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _after(made: Sequence[Mutant]) -> bytes:
    source = made[0].source.data
    parts, at = list[bytes](), 0
    for mutant in _in_order(made):
        parts += (source[at : mutant.method.start], mutant.mutant_data)
        at = mutant.method.end
    return b"".join([*parts, source[at:]])


def _in_order(made: Iterable[Mutant]) -> list[Mutant]:
    return sorted(made, key=lambda mutant: mutant.offset)


def _before(made: Iterable[Mutant], start: int) -> int:
    """Return the start, at the beginning of a round, of the member that starts at a byte at its end."""
    shift = 0
    for mutant in _in_order(made):
        if mutant.offset + shift >= start:
            break
        shift += len(mutant.mutant_data) - len(mutant.method.data)
    return start - shift


def _lines(made: Sequence[Mutant]) -> LineMapping:
    source, mutants = made[0].source, _in_order(made)
    edits = [Edit(edit.start + m.offset, edit.old, edit.new) for m in mutants for edit in m.local.edits]
    groups = tuple(len(mutant.local.edits) for mutant in mutants)
    return LineMapping(source.data, _after(made), tuple(edits), source.lines, groups)


def _kept(mutant: Mutant) -> tuple[Any, ...]:
    """Return the pickled parts of a mutant of a round: all but its source, which the mutants of the rounds before make."""
    method = mutant.method
    return type(method), method.name, method.kind, method.start, method.end, mutant.local, mutant.made_by


def _unpickled(source: SourceFile, rounds: Iterable[Iterable[tuple[Any, ...]]]) -> Stacked:
    return Stacked(source, tuple(_made_again(source, rounds)))


def _made_again(
    source: SourceFile, rounds: Iterable[Iterable[tuple[Any, ...]]]
) -> Iterator[tuple[Mutant, ...]]:
    for kept in rounds:
        made = list[Mutant]()
        for of, *place, local, made_by in kept:
            member = of.unread(source, *place)
            made.append(Mutant(source, member, local, local.apply(member.data), made_by))
        yield tuple(made)
        source = SourceFile(_after(made), source.path, source.language)
