"""A third party's edit of a mutant in Java: the places of an inserted declaration, and the variables that tokens name."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mutators.java.tools import insertion
from mutators.model import Edit
from mutators.undo.patch import Patch
from parsers.java.method import Method, methods_of
from parsers.java.names.bindings import Declaration, Reference
from parsers.java.names.shadowing import redeclares
from parsers.java.syntax.tokens import tokenize
from parsers.language import Token

__all__ = ["JavaPatch", "declaration_in", "reference_at"]

_BEFORE_STATEMENT = frozenset({b"", b";", b"{", b"}", b":"})
_BEFORE_LABEL = frozenset({b"", b";", b"{", b"}", b":", b")", b"else", b"do", b"->"})
"""Tokens before a label. Behind a `case` only an operand that begins with a name can look like one."""


class JavaPatch(Patch):
    """An edited mutant in Java."""

    method: Method | None

    @property
    def methods(self) -> tuple[Method, ...]:
        """The methods of the edited text."""
        return methods_of(self.source)

    def holders(self) -> tuple[Method, ...]:
        """Return those methods of the edited text that hold something of the method which was mutated."""
        return tuple([Method.of(member) for member in super().holders()])

    def method_at(self, index: int) -> Method | None:
        """Return the method of the edited text in which a token is, None if its tree cannot be trusted."""
        method = super().method_at(index)
        return Method.of(method) if method is not None else None

    def declarations(self, inserted: str, edit: int) -> list[int]:
        """Return the places of an inserted declaration in the edited text, its copies included, as indices of its first token.

        Args:
            inserted: what the mutation inserted, as `declaration_in` takes it apart.
            edit: the number of the mutation's edit that inserted it.

        Raises:
            UndoConflict: only parts of it are left; or it is no longer a statement of its own.
        """
        tokens = declaration_in(inserted)
        runs = self.runs([token.text for token in tokens])
        if not runs and self._is_left(tokens, edit):
            raise self.lost("the patch changed the inserted declaration", self.own(edit)[: len(tokens)])
        for run in runs:
            before = self.text(run - 1)
            if before in (b"(", b"final") or (self.parses and before not in (b"", b";", b"{", b"}", b":")):
                raise self.conflict(
                    "the inserted declaration has become part of something else", run - 1, run
                )
        return runs

    def statements(self, inserted: str, edit: int) -> list[int]:
        """Return the places of an inserted statement in the edited text, its copies included, as indices of its first token.

        Args:
            inserted: what the mutation inserted.
            edit: the number of the mutation's edit that inserted it.

        Raises:
            UndoConflict: only parts of it are left; or a copy is not, or not certainly, a statement of a list.
        """
        tokens = tokenize(inserted.encode())
        runs = self._copies(tokens, edit, "statement")
        for run in runs:
            before, behind = self.text(run - 1), self.text(run + len(tokens))
            if before not in _BEFORE_STATEMENT or self._labeled(run) or behind == b"else":
                raise self.conflict("the inserted statement has become part of something else", run - 1, run)
        return runs

    def _variable_at(self, index: int) -> tuple[Method, Declaration] | None:
        """Return the variable, no field, that a token of the edited text names or declares, with its method; None if that is not
        certain."""
        method = self.method_at(index) if self.parses else None
        if method is None:
            return None
        token = self.tokens[index]
        reference = reference_at(method, token)
        if reference is not None and reference.uncertain:
            return None
        found = method.scopes.declared_at(token.start) if reference is None else reference.declaration
        return None if found is None or found.kind in ("field", "component") else (method, found)

    def declares(self, index: int, but: Collection[int]) -> bool:
        """Return whether a token of the edited text is a name of a variable that is declared elsewhere than at some bytes: one of
        the patch's own, in a scope of its own."""
        found = self._variable_at(index)
        if found is None or found[1].node.start in but:
            return False
        method, one = found
        own = [other for start in but if (other := method.scopes.declared_at(start)) is not None]
        return not any(redeclares(one, other) for other in own)

    def is_apart(self, index: int, type_: Sequence[bytes]) -> bool:
        """Return whether a token of the edited text names a parameter of a catch or a lambda that an inserted declaration of a type
        cannot have become: it has another one, so it is the patch's own."""
        found = self._variable_at(index)
        if found is None or found[1].type_node is None or found[1].kind not in ("catch", "lambda"):
            return False
        text = found[0].node_text(found[1].type_node)
        return [token.text for token in tokenize(text.encode())] != list(type_)

    def _copies(self, tokens: Sequence[Token], edit: int, what: str) -> list[int]:
        words = [token.text for token in tokens]
        runs = self.runs(words)
        if not runs:
            own = self.own(edit)[: len(words)]
            if any(self.where(i) is not None for i in own[:-1]):
                raise self.lost(f"the patch changed the inserted {what}", own)
        return runs

    def _is_left(self, tokens: Sequence[Token], edit: int) -> bool:
        """Return whether a part of a missing inserted declaration is left: its name, or all but its name.

        Its other tokens may only look like the patch's tokens; in a text that does not parse, nobody knows.
        """
        words = [token.text for token in tokens]
        own = self.own(edit)[: len(words)]
        places = [self.where(i) for i in own[:-1]]
        if all(place is None for place in places):
            return False
        name = next((at for at, word in enumerate(words) if word == b"="), len(words) - 1) - 1
        if not self.parses:
            return True
        if any(not self.is_apart(use, words[:name]) for use in self.runs([words[name]])):
            return True
        rest = words[name + 1 :]
        return any(
            self.alignment.back(run + name) in (None, *own)
            and [self.text(run + name + 1 + i) for i in range(len(rest))] == rest
            for run in self.runs(words[:name])
        )

    def _labeled(self, index: int) -> bool:
        """Return whether a label may be before a token (JLS 14.7)."""
        colon, name, before = (self.text(index - back) for back in (1, 2, 3))
        return colon == b":" and name != b"default" and before in _BEFORE_LABEL

    def removals(self, runs: list[int], inserted: str, tokens: Sequence[Token] = ()) -> list[Edit]:
        """Return the edits that remove what `declarations` or `statements` found; adjacent ones are removed together.

        Args:
            runs: Indices of the first tokens.
            inserted: Text that the mutation inserted.
            tokens: Its tokens to remove; by default the tokens of the declaration.
        """
        tokens = tokens or declaration_in(inserted)
        spans: list[tuple[int, int]] = []
        for run in runs:
            start, end = self.tokens[run].start, self.tokens[run + len(tokens) - 1].end
            if spans and not self.source.data[spans[-1][1] : start].strip():
                start, _ = spans.pop()
            spans.append((start, end))
        # A use that was renamed right behind the declaration belongs to the same edit.
        own, rest = inserted.encode()[: tokens[-1].end], inserted.encode()[tokens[-1].end :]
        brought = (own + rest[: len(rest) - len(rest.lstrip())]).decode()
        return [insertion.removal(self.source.data, start, end, brought) for start, end in spans]


def reference_at(method: Method | None, token: Token) -> Reference | None:
    """Return the variable of a method that a token names, if any."""
    node = method.node_at(token.start, token.end, "identifier") if method is not None else None
    if method is None or node is None:
        return None
    return method.scopes_of(token.text.decode()).reference(node)


def declaration_in(inserted: str) -> list[Token]:
    """Return the tokens of the declaration in a text that a mutation brought, up to its semicolon."""
    tokens = tokenize(inserted.encode())
    last = next(i for i, token in enumerate(tokens) if token.text == b";")
    return tokens[: last + 1]
