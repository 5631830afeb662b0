"""Questions: the text that a model was asked to edit, and the texts that may answer it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from mutators import Mutation, Mutator, UndoConflict, Undone
from mutators.undo.steps import is_whole, undo_in_member, undo_steps
from mutators.undo.texts import keep
from parsers import Member, ParseError, SourceFile
from parsers.language import Kind, Language, find_language


@dataclass(frozen=True)
class Question:
    """A mutant that a model was asked to edit.

    Attributes:
        original: The text that was mutated.
        steps: The mutators and records in the order of the mutations, each record relative to the whole text.
        text: The whole mutated text.
        start: Byte at which the member starts, if there are no mutations because the model was asked to edit the
            original.
        shows_member: Whether the model was shown the member alone; a diff that fits both there and elsewhere then means
            the member.
    """

    original: SourceFile
    steps: Sequence[tuple[Mutator, Mutation]]
    text: bytes
    start: int = -1
    shows_member: bool = False

    @property
    def language(self) -> Language:
        """The language of the text."""
        return find_language(self.original.language)

    @property
    def records(self) -> list[Mutation]:
        """The records of the mutations."""
        return [record for _, record in self.steps]

    @property
    def reaching(self) -> str | None:
        """The name of a mutator whose mutation reaches beyond a member, so that only the whole text is an answer."""
        return next((mutator.name for mutator, _ in self.steps if mutator.reach == "file"), None)

    @property
    def kind(self) -> Kind:
        """The kind of the text; "member" where its language cannot read it."""
        try:
            return self.original.kind
        except ParseError:
            return "member"

    @cached_property
    def _mutated(self) -> Member | None:
        """The mutated member of the original; None if there are several, or none is known."""
        first, text = self.steps[0][1].site.start if self.steps else self.start, self.original
        try:
            member = text.method_at(first)
        except ParseError:
            return None
        if member is None:
            return None
        grown = len(self.text) - len(text.data)
        ends = (member.start, member.end)
        for _, record in self.steps:
            sizes = [len(edit.new.encode()) - len(edit.old.encode()) for edit in record.edits]
            if not ends[0] <= record.edits[0].start <= record.edits[-1].end <= ends[1]:
                return None
            ends = (ends[0], ends[1] + sum(sizes))
        return member if ends[1] == member.end + grown else None

    def undo(self, patched: SourceFile, *, whole: bool = False) -> Undone:
        """Return a patched text, either the whole text or the member alone, without the mutations.

        Args:
            patched: The patched text.
            whole: Whether it is the whole text, whatever its size.

        Raises:
            UndoConflict: see `undo_steps`.
        """
        mutated = self._mutated
        if self.reaching and not whole and not self.is_whole(patched):
            reason = f"the patch is not of the whole text, in which {self.reaching} changes several places"
            raise UndoConflict(reason, (0, len(patched.data)))
        if whole or mutated is None or self.is_whole(patched):
            return undo_steps(self.steps, self.text, patched)
        tail = len(self.original.data) - mutated.end
        steps, before = list[tuple[Mutator, Mutation]](), self.original.data
        for mutator, record in self.steps:
            after = record.apply(before)
            old, other = (data[mutated.start : len(data) - tail] for data in (before, after))
            steps.append((mutator, record.rebase(-mutated.start, old, other)))
            before = after
        return undo_in_member(steps, self.original, mutated, patched)

    @property
    def member_start(self) -> int:
        """The byte offset of the mutated member in the text."""
        return 0 if self._mutated is None else self._mutated.start

    @cached_property
    def member(self) -> bytes:
        """The mutated member's text; the whole one where there is no member."""
        if self._mutated is None:
            return self.text
        return self.text[self.member_start : len(self.text) - (len(self.original.data) - self._mutated.end)]

    def may_be_member(self, method: Member) -> bool:
        """Return whether a method of an answer may be the mutated one, by its name or, if renamed, its head."""
        if self._mutated is None or not self.names:
            return True
        if not self.language.functions_are_files and method.kind != self._mutated.kind:
            return False
        if method.name in self.names:
            return True
        return _head(self._source(method.data), method.name) in self._member_heads

    @cached_property
    def _member_heads(self) -> list[list[bytes]]:
        """The heads that the member may have, before the mutation and after, without its name."""
        assert self._mutated is not None
        heads = (self.member, self._mutated.data)
        return [_head(self._source(head), name) for head in heads for name in self.names]

    def repeated(self, source: SourceFile) -> str | None:
        """Return the name under which an answer has several methods with one head, if the mutant has fewer."""
        methods = self._named(source)
        if len(methods) < 2:
            return None
        counted, limits = self._heads(methods), self._old_heads
        return next(
            (head[0].decode() for head, count in counted.items() if count > max(1, limits[head])), None
        )

    @cached_property
    def _old_heads(self) -> Counter[tuple[bytes, ...]]:
        """The heads of the text itself."""
        return self._heads(self._named(self._source(self.text)))

    def _named(self, source: SourceFile) -> list[Member]:
        """Return the methods that have the member's name."""
        return [method for method in source.methods if method.name in self.names]

    def _heads(self, methods: Iterable[Member]) -> Counter[tuple[bytes, ...]]:
        """Return the heads of methods, each with the name before it, and how many have it."""
        return Counter(
            (method.name.encode(), *_head(self._source(method.data), method.name)) for method in methods
        )

    def is_gone(self, undone: SourceFile) -> bool:
        """Return whether a text is the original without the member, comments and blanks aside."""
        if self._mutated is None or not undone.parses or undone.kind != self.kind:
            return False
        if len(undone.methods) >= len(self.original.methods):
            return False
        data, language = self.original.data, self.language
        rest = data[: self._mutated.start] + language.comment + data[self._mutated.end :]
        return words(undone) == words(self._source(rest))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the member, before the mutation and after; none for an initialiser or statements."""
        identifiers = set[str]()
        try:
            after = self._source(self.member).method_at(0)
        except ParseError:
            after = None
        for member in (self._mutated, after):
            if member is not None and member.name and not member.name.startswith("<"):
                identifiers.add(member.name)
        return frozenset(identifiers)

    @cached_property
    def words(self) -> tuple[list[bytes], ...]:
        """The tokens of the mutated member and the tokens of the whole text."""
        return tuple(words(self._source(data)) for data in dict.fromkeys((self.member, self.text)))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The texts of the tokens of the mutated member."""
        return frozenset(word.decode() for word in self.words[0])

    def _source(self, data: bytes) -> SourceFile:
        """Return a text as a source; one of the size of a whole file is read as an edit of the text itself."""
        if self.kind == "file" and len(data) - len(self.member) > len(self.text) - len(data):
            return self._whole.edited(data)
        return SourceFile(data, language=self.original.language)

    @cached_property
    def _whole(self) -> SourceFile:
        """The whole mutated text, kept for the answers that are whole texts."""
        return keep(self.original.edited(self.text))

    def source(self, text: str) -> SourceFile:
        """Return a text of an answer in the language of the question, with a line end at its end if the question has one."""
        bare = text.rstrip("\r\n")
        source = self._source(bare.encode())
        if text == bare or not self.text.endswith((b"\n", b"\r")):
            return source
        whole = self.kind != "file" or self.is_whole(source)
        return self._source(text.encode()) if whole else source

    def is_whole(self, patched: SourceFile) -> bool:
        """Return whether a patched text is the whole source rather than the member."""
        return is_whole(patched, self.original, self.text, self.member)

    def is_changed_by(self, without: Callable[[str], str]) -> bool:
        """Return whether the text itself has what a function takes off, so that it must stay in an answer."""
        if without not in self._changed_by:
            text = self.text.decode()
            self._changed_by[without] = without(text) != text
        return self._changed_by[without]

    @cached_property
    def _changed_by(self) -> dict[Callable[[str], str], bool]:
        """The functions that were asked about, and whether the text has what they take off."""
        return {}

    def read(self, text: str) -> SourceFile:
        """Return a text in the language of the question.

        Raises:
            ParseError: it has lone surrogates.
        """
        try:
            return self._source(text.encode())
        except UnicodeEncodeError:
            return SourceFile.from_text(text, language=self.original.language)


def _head(source: SourceFile, name: str) -> list[bytes]:
    """Return the tokens of a member before its body, without its name."""
    end = b"\n" if find_language(source.language).margins else b"{"
    return [word for word in takewhile(lambda word: word != end, words(source)) if word != name.encode()]


def words(source: SourceFile) -> list[bytes]:
    """Return the texts of the tokens of a source."""
    return [token.text for token in source.tokens()]
