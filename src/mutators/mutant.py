"""`Mutant`: a source with one mutation in one of its members."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from mutators.lines import LineMapping
from mutators.model import Edit, Mutation, checked
from parsers.member import Member
from parsers.source import SourceFile

__all__ = ["Mutant", "Relation"]

Relation = Literal["preserving", "breaking"]


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
        """Byte offset of the member in the source."""
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
        """Return a unified diff from the source to the mutant, with three lines of context."""
        from difflib import unified_diff

        path = self.source.path or "original"
        before, after = self.source.text.splitlines(keepends=True), self.text.splitlines(keepends=True)
        lines = unified_diff(before, after, path, f"{path} ({self.mutator} {self.local.id})")
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
        )
