"""Candidates put into the checkout's file, in the place of the faulty method: what is compiled and run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import mutators as registry
from equimorph.answers import read_answer
from equimorph.defects4j.methods.bug import Bug
from equimorph.line_changes import changes
from equimorph.models.protocol import Candidate
from equimorph.questions import Question
from equimorph.robustness.places import Place, in_file
from equimorph.rows.row import Row
from equimorph.undoing import asked, replace_lines
from mutators import Mutant, MutationError, Stacked, UndoConflict
from parsers import SourceFile
from parsers.encoding import encoded

__all__ = ["Asked", "PatchedFile", "Unusable", "asked_for"]


class Unusable(Exception):
    """A candidate cannot be put into the file at all, so that it does not compile; the text of this says why."""


@dataclass(frozen=True)
class Asked:
    """What a model was asked: a bug, or a mutant of it.

    Attributes:
        bug: the bug.
        place: of the faulty method in its file.
        row: of the mutant; None for the original.
    """

    bug: Bug
    place: Place
    row: Row | None

    @property
    def text(self) -> str:
        """The text that the model saw."""
        return self.bug.buggy if self.row is None else self.row.mutant

    @cached_property
    def mutant(self) -> Mutant | Stacked | None:
        """The mutant in its file; None for the original."""
        if self.row is None:
            return None
        steps = [(registry.get(record.mutator), record) for record in self.row.mutations]
        if self.row.is_stacked:
            return Stacked.of_member(self.place.source, self.place.member, steps)
        [(mutator, record)] = steps
        return Mutant(self.place.source, self.place.member, record, self.row.mutant.encode(), mutator)

    @cached_property
    def question(self) -> Question:
        """The whole file that the model was asked about, for reading answers."""
        if self.mutant is not None:
            return asked(self.mutant, None)
        return Question(self.place.source, (), self.place.source.data, self.place.member.start)

    def patched(self, candidate: Candidate) -> PatchedFile | None:
        """Return the file with a candidate in it; None if the candidate has no code.

        Prose and fences around the code are taken off, as `equimorph.undo` does; what cannot be read so is used as it is.

        Raises:
            Unusable: its lines are not there, or the checkout's encoding does not have its characters.
        """
        source = self._code(candidate)
        if source is None:
            return None
        is_whole = candidate.hunk is None and self.question.is_whole(source)
        whole = source.text if is_whole else self.place.with_member(source.text)
        try:
            return PatchedFile(whole.encode(), encoded(whole.encode(), self.bug.encoding), self)
        except UnicodeError as error:
            raise Unusable(f"{self.bug.encoding} cannot hold the text: {error}") from error

    def _code(self, candidate: Candidate) -> SourceFile | None:
        if candidate.hunk is not None and candidate.at is not None:
            try:
                source = self.question.read(replace_lines(self.text, candidate.hunk, candidate.at))
            except ValueError as error:
                raise Unusable(str(error)) from error
        else:
            given = self.question.read(candidate.text or "")
            try:
                read = read_answer(given, self.question).source
            except UndoConflict:
                read = given
            if read is None:
                return None
            source = read
        return None if source.is_empty else source

    def original_line(self, line: int) -> tuple[int, ...]:
        """Return the lines of the checkout's file that a line of the file with the mutant comes from; empty if it is new."""
        return (line,) if self.mutant is None else self.mutant.lines.to_original(line)


@dataclass(frozen=True)
class PatchedFile:
    """The file of a bug with a candidate in it.

    Attributes:
        text: its UTF-8 text.
        data: its bytes, in the encoding of the checkout.
        asked: what the model was asked.
    """

    text: bytes
    data: bytes
    asked: Asked

    def line(self, number: int) -> str:
        """Return what a line is called: the number that it has in the file of the checkout.

        One that mutation or patch inserted is called by the line before it, such as ``12+1``.
        """
        behind = 0
        for at in range(min(number, len(self._in_question)), 0, -1):
            line, further = self._in_question[at - 1]
            found = self.asked.original_line(line) if not further else ()
            if found:
                return f"{found[0]}+{behind}" if behind else str(found[0])
            behind += 1
        return f"0+{behind}"

    @cached_property
    def _in_question(self) -> list[tuple[int, bool]]:
        """Of each line: the line of the file that the model was asked about in whose place it is, and whether it is one more."""
        old, new = self.asked.question.text.splitlines(), self.text.splitlines()
        found: list[tuple[int, bool]] = []
        at = 0
        for start, end, new_start, new_end in changes(old, new):
            found += [(line + 1, False) for line in range(at, start)]
            found += [(min(start + n + 1, end), start + n >= end) for n in range(new_end - new_start)]
            at = end
        return found + [(line + 1, False) for line in range(at, len(old))]


def asked_for(
    data: Mapping[str, Any], row: Row | None, find: Callable[[Bug], Place | None] = in_file
) -> Asked:
    """Return what a model was asked.

    Args:
        data: the row of the bug.
        row: of the mutant; None for the original.
        find: finds the faulty method in its file.

    Raises:
        MutationError: the checkout does not have the faulty method, or the mutant is not one of it.
    """
    bug = Bug.from_row(data)
    place = find(bug)
    if place is None:
        raise MutationError(f"{bug.id}: {bug.path} in {bug.checkout} does not have the faulty method")
    if row is not None and row.original != bug.buggy:
        raise MutationError(f"mutant {row.id} is not one of the text of bug {bug.id}")
    return Asked(bug, place, row)
