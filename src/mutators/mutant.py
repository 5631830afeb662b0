"""`Mutant`: a source with one mutation in one of its members."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from mutators.lines import LineMapping
from mutators.model import Edit, Mutation, UndoConflict, checked
from mutators.rows import html_diff, member_row, unified
from mutators.undo.steps import is_whole, undo_in_member, undo_steps
from parsers.member import Member
from parsers.source import SourceFile

if TYPE_CHECKING:
    from mutators.base import Mutator
    from mutators.undo.transport import Undone

__all__ = ["Mutant", "Relation"]

Relation = Literal["preserving", "breaking", "preserving-but-for-output"]
"""The promise of a mutator. A mutant that is "preserving-but-for-output" prints more than its original and else behaves as it
does: it is made only where its mutator is named, and counts neither as preserving nor as breaking."""


@dataclass(frozen=True)
class Mutant:
    """A mutant: the source with one mutation in one of its members.

    A mutant pickles without the tree of its source, which is parsed again when it is needed. So a process pool can return it.

    Attributes:
        source: the given text.
        method: the member that has the mutation; a `WholeText` for a mutator that reaches beyond it.
        local: the record relative to the member's own text, as rows have it.
        mutant_data: the mutated member, UTF-8.
        made_by: the mutator that made it, with its options.
    """

    source: SourceFile
    method: Member
    local: Mutation
    mutant_data: bytes
    made_by: Mutator = field(compare=False)

    def __repr__(self) -> str:
        place = f"{self.method.name or self.method.kind} at {self.source.place(self.method.start_line)}"
        return f"<Mutant {self.id}: {self.mutator} in {place}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Mutant, (self.source, self.method, self.local, self.mutant_data, self.made_by)

    @property
    def id(self) -> str:
        """The id of the local record, which is also the id of the mutant's row."""
        return self.local.id

    @property
    def relation(self) -> Relation:
        """Whether it is "preserving", "breaking" or "preserving-but-for-output", as its mutator is."""
        return self.made_by.relation

    @property
    def original(self) -> str:
        """The member's text."""
        return self.method.text

    @property
    def member(self) -> Member:
        """The member in which the mutation has its site; `method`, unless the mutation reaches beyond it."""
        found = self.source.method_at(self.local.site.start) if self.made_by.reach == "file" else self.method
        assert found is not None
        return found

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
        """Byte offset of the member in the source."""
        return self.method.start

    @cached_property
    def data(self) -> bytes:
        """The whole mutated source, UTF-8."""
        source = self.source.data
        return source[: self.method.start] + self.mutant_data + source[self.method.end :]

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

    @cached_property
    def mutation(self) -> Mutation:
        """The record relative to the source."""
        return self.local.rebase(self.offset, self.source.data, self.data)

    @cached_property
    def lines(self) -> LineMapping:
        """Lines of the source and of the mutated source."""
        edits = [Edit(edit.start + self.offset, edit.old, edit.new) for edit in self.local.edits]
        return LineMapping(self.source.data, self.data, checked(edits), self.source.lines)

    def undo(self, patched: str | SourceFile) -> Undone:
        """Turn a repair of the mutant into a repair of the original: undo the mutation in a patched text.

        The text must be code alone; `equimorph.undo` first removes what a model may have written around it.

        Args:
            patched: the patched mutant: the whole source, or the member alone.

        Returns:
            The text, a string; its attribute `parses` is False if it does not parse.

        Raises:
            UndoConflict: the patch changed what the mutation changed, so that undoing it would be a guess.
        """
        theirs = self.source.like(patched)
        whole = is_whole(theirs, self.source, self.data, self.mutant_data)
        if self.made_by.reach == "file" and not whole:
            reason = f"the patch is not of the whole text, in which {self.mutator} changes several places"
            raise UndoConflict(reason, (0, len(theirs.data)))
        if whole:
            return undo_steps([(self.made_by, self.mutation)], self.data, theirs)
        return undo_in_member([(self.made_by, self.local)], self.source, self.method, theirs)

    def to_row(self, *, fault_lines: Collection[int] = (), full: bool = False) -> dict[str, Any]:
        """Return plain data for a line of JSON, as the page on the record describes it.

        Args:
            fault_lines: 1-based lines of the source that are known to be faulty; those outside the member are left out.
            full: also the whole mutated source, as `mutant_file`.
        """
        return member_row(self, self.method, {"mutation": self.local.to_dict()}, fault_lines, full)

    def _repr_html_(self) -> str:
        return html_diff(repr(self), self.diff())

    def diff(self) -> str:
        """Return a unified diff from the source to the mutant, with three lines of context."""
        return unified(self.source, self.text, f"{self.mutator} {self.id}")
