"""A third party's edit of a mutant, token by token: what it kept of the mutation, copied, moved, or changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mutators.lines import OffsetMap, map_offset
from mutators.model import Edit, Mutation, UndoConflict, apply_edits, invert_edits
from mutators.undo.alignment import Alignment
from mutators.undo.matching import find
from mutators.undo.texts import known_source
from mutators.undo.transport import parses
from parsers.errors import ParseError
from parsers.member import Member
from parsers.source import SourceFile

__all__ = ["Patch"]


class Patch:
    """An edited mutant.

    Attributes:
        source: the edited text.
        tokens: its tokens.
        alignment: the places of the mutant's tokens in it.
        parses: whether it has no syntax error.
        method: the method of the mutant that carries the mutation.
        member: the indices of its tokens.

    Args:
        mutant: the mutant's text, UTF-8.
        patched: the edited text.
        mutation: the record, relative to the mutant's original.
    """

    def __init__(self, mutant: bytes, patched: SourceFile, mutation: Mutation) -> None:
        self.source = patched
        self.alignment = Alignment(mutant, patched)
        self.tokens = self.alignment.theirs
        self.parses = parses(patched)
        self._inverse = invert_edits(mutation.edits)
        self.site = map_offset(mutation.edits, mutation.site.start)
        self.method = _method_at(mutant, self.site, patched.language)
        span = (self.method.start, self.method.end) if self.method is not None else (0, len(mutant))
        self.member = self.alignment.inside(*span)

    def own(self, edit: int) -> range:
        """Return the indices of the mutant's tokens that an edit of the mutation, by number, brought."""
        made = self._inverse[edit]
        return self.alignment.inside(made.start, made.end)

    def runs(self, words: Sequence[bytes]) -> list[int]:
        """Return the indices of the edited text's tokens at which a run of words starts, other members left aside."""
        return [i for i in find(self.tokens, words) if not self._is_elsewhere(i)]

    def _is_elsewhere(self, index: int) -> bool:
        """Return whether a token of the edited text is one of another member of the mutant."""
        back = self.alignment.back(index)
        return back is not None and back not in self.member

    def where(self, index: int) -> int | None:
        """Return the index in the edited text of a token of the mutant, None if it is gone."""
        return self.alignment.to(index)

    def keeps(self, start: int, end: int) -> bool:
        """Return whether the edited text holds a byte range of the mutant, token by token."""
        targets = [self.where(i) for i in self.alignment.inside(start, end)]
        first = targets[0] if targets else 0
        return first is not None and targets == list(range(first, first + len(targets)))

    def text(self, index: int) -> bytes:
        """Return a token of the edited text; nothing before the first and after the last."""
        return self.tokens[index].text if 0 <= index < len(self.tokens) else b""

    def holders(self) -> tuple[Member, ...]:
        """Return those members of the edited text that hold something of the member which was mutated."""
        targets = (self.where(index) for index in self.member)
        first = next((target for target in targets if target is not None), None)
        if first is None:
            return ()
        last = next(at for index in reversed(self.member) if (at := self.where(index)) is not None)
        return self.source.methods_in(self.tokens[first].start, self.tokens[last].start + 1)

    def renamed_back(self, renamed: tuple[Edit, ...]) -> bytes:
        """Return the text with renamed places restored, found by position, where names cannot be resolved.

        Raises:
            UndoConflict: one is gone, or another place has the name, and its meaning is unknown.
        """
        offsets, back = OffsetMap(renamed), list[Edit]()
        for edit in renamed:
            place = offsets.to(edit.start)
            width = len(edit.new.encode())
            target = self.where(self.alignment.inside(place, place + width).start)
            if target is None:
                reason = "the patch does not parse, and changed a renamed name"
                raise UndoConflict(reason, (place, place + width))
            back.append(Edit(self.tokens[target].start, edit.new, edit.old))
        names = {name.encode() for edit in renamed for name in (edit.old, edit.new)}
        for index in sorted(place for name in names for place in find(self.tokens, [name])):
            if self.alignment.back(index) is None:
                text = self.tokens[index].text.decode()
                raise self.conflict(
                    f"the patch does not parse, so what its {text!r} means is unknown", index, index
                )
        return apply_edits(self.source.data, back)

    def conflict(self, reason: str, first: int, last: int) -> UndoConflict:
        """Return a conflict at some tokens of the edited text."""
        return UndoConflict(reason, (self.tokens[first].start, self.tokens[last].end))

    def lost(self, reason: str, own: Iterable[int]) -> UndoConflict:
        """Return a conflict about tokens of the mutant that are not as they were."""
        tokens = [self.alignment.base[i] for i in own]
        return UndoConflict(reason, (tokens[0].start, tokens[-1].end))

    def method_at(self, index: int) -> Member | None:
        """Return the method of the edited text in which a token is, None if its tree cannot be trusted."""
        method = self.source.method_at(self.tokens[index].start)
        return None if method is None or method.untrusted else method


def _method_at(mutant: bytes, offset: int, language: str) -> Member | None:
    """Return the method of the mutant at an offset, None where the whole text is not of the language.

    The text of the original need not be, either.
    """
    try:
        return known_source(mutant, language).method_at(offset)
    except ParseError:
        return None
