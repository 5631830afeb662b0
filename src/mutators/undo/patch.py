"""A third party's edit of a mutant, token by token: what it kept of the mutation, copied, moved, or changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mutators.java.tools import insertion
from mutators.lines import map_offset
from mutators.model import Edit, Mutation, UndoConflict, invert_edits
from mutators.undo.alignment import Alignment
from mutators.undo.transport import parses
from parsers.errors import ParseError
from parsers.java.method import Method
from parsers.java.names.bindings import Reference
from parsers.java.syntax.tokens import Token, tokenize
from parsers.source import SourceFile

__all__ = ["Patch", "declaration_in", "find", "reference_at"]


class Patch:
    """An edited mutant.

    Attributes:
        source: the edited text.
        tokens: its tokens.
        alignment: which tokens of the mutant stand where in it.
        parses: whether it is Java without a syntax error.
        method: the method of the mutant that carries the mutation.
        member: the indices of its tokens.

    Args:
        mutant: the mutant's text, UTF-8.
        patched: the edited text.
        mutation: the record, relative to the mutant's original.
    """

    def __init__(self, mutant: bytes, patched: SourceFile, mutation: Mutation) -> None:
        self.source = patched
        self.alignment = Alignment(mutant, patched.data)
        self.tokens = self.alignment.theirs
        self.parses = parses(patched)
        self._inverse = invert_edits(mutation.edits)
        self.site = map_offset(mutation.edits, mutation.site.start)
        self.method = _method_at(mutant, self.site)
        span = (self.method.start, self.method.end) if self.method is not None else (0, len(mutant))
        self.member = self.alignment.inside(*span)
        others = (i for i in range(len(self.alignment.base)) if i not in self.member)
        self._elsewhere = {self.alignment.to(i) for i in others}

    def own(self, edit: int) -> range:
        """The indices of the mutant's tokens that an edit of the mutation, by number, brought."""
        made = self._inverse[edit]
        return self.alignment.inside(made.start, made.end)

    def runs(self, words: Sequence[bytes]) -> list[int]:
        """The indices of the edited text's tokens at which some words stand in a row, other members left aside."""
        return [i for i in find(self.tokens, words) if i not in self._elsewhere]

    def where(self, index: int) -> int | None:
        """The index in the edited text of a token of the mutant, None if it is gone."""
        return self.alignment.to(index)

    def keeps(self, start: int, end: int) -> bool:
        """Whether a byte range of the mutant stands in the edited text, token by token."""
        targets = [self.where(i) for i in self.alignment.inside(start, end)]
        first = targets[0] if targets else 0
        return first is not None and targets == list(range(first, first + len(targets)))

    def text(self, index: int) -> bytes:
        """A token of the edited text; nothing before the first and after the last."""
        return self.tokens[index].text if 0 <= index < len(self.tokens) else b""

    def conflict(self, reason: str, first: int, last: int) -> UndoConflict:
        """A conflict at some tokens of the edited text."""
        return UndoConflict(reason, (self.tokens[first].start, self.tokens[last].end))

    def lost(self, reason: str, own: Iterable[int]) -> UndoConflict:
        """A conflict about tokens of the mutant that are not as they were."""
        tokens = [self.alignment.base[i] for i in own]
        return UndoConflict(reason, (tokens[0].start, tokens[-1].end))

    def method_at(self, index: int) -> Method | None:
        """The method of the edited text in which a token lies, None if its tree cannot be trusted."""
        method = self.source.method_at(self.tokens[index].start)
        return None if method is None or method.untrusted else method

    def declarations(self, inserted: str, edit: int) -> list[int]:
        """Where an inserted declaration stands in the edited text, its copies included, as indices of its first token.

        Args:
            inserted: what the mutation inserted, as `declaration_in` takes it apart.
            edit: the number of the mutation's edit that inserted it.

        Raises:
            UndoConflict: it is not there any more, but parts of it are; or it is no statement of its own any more.
        """
        words = [token.text for token in declaration_in(inserted)]
        runs = self.runs(words)
        if not runs:
            own = self.own(edit)[: len(words)]
            if any(self.where(i) is not None for i in own[:-1]):
                raise self.lost("the patch changed the inserted declaration", own)
        for run in runs:
            before = self.text(run - 1)
            if before in (b"(", b"final") or (self.parses and before not in (b"", b";", b"{", b"}", b":")):
                raise self.conflict(
                    "the inserted declaration has become part of something else", run - 1, run
                )
        return runs

    def removal(self, run: int, inserted: str) -> Edit:
        """The edit that takes out a declaration which `declarations` found."""
        tokens = declaration_in(inserted)
        start, end = self.tokens[run].start, self.tokens[run + len(tokens) - 1].end
        # A use that was renamed right behind the declaration belongs to the same edit.
        own, rest = inserted.encode()[: tokens[-1].end], inserted.encode()[tokens[-1].end :]
        blanks = rest[: len(rest) - len(rest.lstrip())]
        return insertion.removal(self.source.data, start, end, (own + blanks).decode())


def _method_at(mutant: bytes, offset: int) -> Method | None:
    """The method of the mutant at an offset; None where its text is not Java on the whole, as the original's may be."""
    try:
        return SourceFile(mutant).method_at(offset)
    except ParseError:
        return None


def reference_at(method: Method | None, token: Token) -> Reference | None:
    """What variable of a method a token names, if any."""
    node = method.node_at(token.start, token.end, "identifier") if method is not None else None
    return method.scopes.reference(node) if method is not None and node is not None else None


def declaration_in(inserted: str) -> list[Token]:
    """The tokens of the declaration in a text that a mutation brought, up to its semicolon."""
    tokens = tokenize(inserted.encode())
    last = next(i for i, token in enumerate(tokens) if token.text == b";")
    return tokens[: last + 1]


def find(tokens: Sequence[Token], words: Sequence[bytes]) -> list[int]:
    """The indices at which some words stand in a row."""
    return [
        i
        for i, token in enumerate(tokens)
        if token.text == words[0] and [t.text for t in tokens[i : i + len(words)]] == list(words)
    ]
