"""Candidates put into the checkout's file, in the place of the faulty method: what is compiled and run."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from equimorph.answers import Answer, Question, read_answer
from equimorph.defects4j.methods.bug import Bug
from equimorph.models.protocol import Candidate
from equimorph.patches.line_changes import changes
from equimorph.patches.undoing import asked, replace_lines, undo_answer
from equimorph.robustness.places import NoMembers, Place, fitted, in_file, places
from equimorph.rows.row import Row, made_by
from mutators import Mutant, MutationError, Stacked, UndoConflict, Undone
from parsers import ParseError, SourceFile
from parsers.encoding import encoded, encoding_of

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


class Unusable(Exception):
    """A candidate cannot be put into the file at all, so that it does not compile; the text of this says why."""


@dataclass(frozen=True)
class Asked:
    """The object of a request: a bug, or a mutant of it.

    Attributes:
        bug: the bug.
        place: Place of the faulty method in its file.
        row: Row of the mutant; None for the original.
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
        source, steps = (
            self.place.source,
            [(made_by(mutation, self.bug.language), mutation) for mutation in self.row.mutations],
        )
        if self.bug.members:
            return self._one_of_several
        if self.row.is_stacked:
            return Stacked.of_member(source, self.place.member, steps)
        [(mutator, record)] = steps
        return Mutant(source, self.place.member, record, self.row.mutant.encode(), mutator)

    @property
    def _mutated(self) -> int:
        """The index of the mutated method among several."""
        assert self.row is not None
        at = self.row.mutations[0].site.start
        return max(number for number, start in enumerate(self._starts) if start <= at)

    @property
    def _starts(self) -> list[int]:
        """The start of each of several methods in their common text, in bytes."""
        lines = _LINE.findall(self.bug.buggy)
        return [len("".join(lines[: part.first - 1]).encode()) for part in self.bug.members]

    @property
    def _one_of_several(self) -> Mutant:
        assert self.row is not None
        [record] = self.row.mutations
        number = self._mutated
        part = self.bug.parts[number].buggy.encode()
        grown = len(self.row.mutant.encode()) - len(self.bug.buggy.encode())
        start = self._starts[number]
        data = self.row.mutant.encode()[start : start + len(part) + grown]
        local = record.rebase(-start, part, data)
        return Mutant(
            self.place.source, self.place.members[number], local, data, made_by(record, self.bug.language)
        )

    @cached_property
    def question(self) -> Question:
        """The whole file that the model was asked about, for reading answers; the text of several methods together."""
        if self.bug.members:
            records = [] if self.row is None else list(self.row.mutations)
            return asked(records, SourceFile.from_text(self.bug.buggy, self.bug.path, self.bug.language))
        if self.mutant is not None:
            return replace(asked(self.mutant, None), shows_member=True)
        source, start = self.place.source, self.place.member.start
        return Question(source, (), source.data, start, shows_member=True)

    def undone(self, code: Answer) -> Undone:
        """Return an answer without the mutation; one of the original stays as it is.

        Raises:
            UndoConflict: the mutation cannot be taken out without guessing.
            NoMembers: an answer to several methods together does not have each of them.
        """
        if not self.bug.members or self.row is None or code.source is None or code.source.is_empty:
            return undo_answer(code, self.mutant or (), self.question)
        assert self.mutant is not None
        text = code.source.data
        start, end = places(code.source.text, self.place.members)[self._mutated]
        piece = Answer(SourceFile(text[start:end], language=self.bug.language), None)
        undone = undo_answer(piece, self.mutant, asked(self.mutant, None))
        return Undone.of(text[:start] + undone.encode() + text[end:], self.bug.language, code.stripped)

    def patched(self, candidate: Candidate) -> PatchedFile | None:
        """Return the file with a candidate in it; None if the candidate has no code.

        Prose and fences around the code are taken off, as `equimorph.undo` does; what cannot be read so is used as it is.

        Raises:
            Unusable: its lines are not there, or the checkout's encoding does not have its characters.
        """
        code = self._code(candidate)
        if code.source is None or code.source.is_empty:
            return None
        text = code.source.text
        is_whole = code.is_whole or (candidate.hunk is None and self.question.is_whole(code.source))
        try:
            whole = text if is_whole and not self.bug.members else fitted(self.place, text)
        except NoMembers as error:
            raise Unusable(str(error)) from error
        encoding = self.bug.encoding
        try:
            encoding = encoding_of(whole.encode(), self.bug.language, encoding)
            return PatchedFile(whole.encode(), encoded(whole.encode(), encoding), self)
        except (ParseError, UnicodeError) as error:
            raise Unusable(f"{encoding} cannot hold the text: {error}") from error

    def _code(self, candidate: Candidate) -> Answer:
        if candidate.hunk is not None and candidate.at is not None:
            try:
                return Answer(
                    self.question.read(replace_lines(self.text, candidate.hunk, candidate.at)), None
                )
            except ValueError as error:
                raise Unusable(str(error)) from error
        source = self.question.read(candidate.text or "")
        try:
            return read_answer(source, self.question)
        except UndoConflict:
            return Answer(source, None)

    def original_line(self, line: int) -> tuple[int, ...]:
        """Return the lines of the checkout's file that a line of the file with the mutant comes from; empty if it is new."""
        return (line,) if self.mutant is None else self.mutant.lines.to_original(line)

    @property
    def seen_file(self) -> bytes:
        """The file that the model was asked about."""
        if self.bug.members:
            return self.place.with_member(self.text).encode()
        return self.question.text


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
        """Return the name of a line: the number that it has in the file of the checkout.

        One that mutation or patch inserted is called by the line before it, such as ``12+1``.
        """
        behind = 0
        for at in range(min(number, len(self._in_question)), 0, -1):
            line, further = self._in_question[at - 1]
            numbers = self.asked.original_line(line) if not further else ()
            if numbers:
                return f"{numbers[0]}+{behind}" if behind else str(numbers[0])
            behind += 1
        return f"0+{behind}"

    @cached_property
    def _in_question(self) -> list[tuple[int, bool]]:
        """Of each line: the line of the file that the model was asked about in whose place it is, and whether it is one more."""
        old, new = self.asked.seen_file.splitlines(), self.text.splitlines()
        origins: list[tuple[int, bool]] = []
        at = 0
        for start, end, new_start, new_end in changes(old, new):
            origins += [(line + 1, False) for line in range(at, start)]
            origins += [(min(start + n + 1, end), start + n >= end) for n in range(new_end - new_start)]
            at = end
        return origins + [(line + 1, False) for line in range(at, len(old))]


def asked_for(
    data: Mapping[str, Any], row: Row | None, find: Callable[[Bug], Place | None] = in_file
) -> Asked:
    """Return the method that a model was asked to repair.

    Args:
        data: Row of the bug.
        row: Row of the mutant; None for the original.
        find: Finds the faulty method in its file.

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
