"""Terms: the tree of a member as the canonical form sees it, and the names that the member binds.

A term is a node of the syntax tree without parentheses, comments and braces that say nothing; its rules change it in place. Names
that the text declares are no texts but bindings, so that nothing depends on how they are spelled.
"""

from __future__ import annotations

from collections.abc import Iterable

Key = tuple[tuple[bytes, ...], tuple[int, ...]]
"""The order of terms: their structure, with a mark for each bound name, and then these names."""


class Refused(Exception):
    """A member has no canonical form."""


class Binding:
    """A name that the text declares: a variable, a label, a type parameter, or the name of the method itself.

    Attributes:
        rank: its place among the declarations of the text.
        type: how its type is written, without blanks and annotations; None if it is inferred or has none.
    """

    __slots__ = ("_first", "rank", "type")

    def __init__(self, rank: int, type_: bytes | None = None) -> None:
        self.rank = rank
        self.type = type_
        self._first: Binding | None = None

    def replace_by(self, first: Binding) -> None:
        """Let all uses of this name be uses of another one."""
        self._first = first

    @property
    def actual(self) -> Binding:
        """This name, or the one that has replaced it."""
        found = self
        while found._first is not None:
            found = found._first
        return found


class Term:
    """A term.

    Attributes:
        kind: The type of a syntax node, or a kind that `reading` makes: "name" and "var" for free and bound names,
            "declared" for the declaration of a bound name, "not", "junction", "comparison", "binary", "assign",
            "local", "list" and so on.
        text: Text of a leaf, or operator of an operation.
        kids: Terms below it.
        binding: Binding of a "var" or "declared".
    """

    __slots__ = ("binding", "kids", "kind", "text")

    def __init__(
        self, kind: str, text: bytes = b"", kids: Iterable[Term] = (), binding: Binding | None = None
    ) -> None:
        self.kind = kind
        self.text = text
        self.kids = list(kids)
        self.binding = binding

    def __repr__(self) -> str:
        return f"<{self.kind} {self.text!r} {len(self.kids)}>"

    def become(self, other: Term) -> None:
        """Be what another term is, in the same place."""
        self.kind, self.text, self.kids, self.binding = other.kind, other.text, other.kids, other.binding

    def listed(self) -> list[Term]:
        """Return this term and all below it, each before the terms below it."""
        found: list[Term] = []
        stack = [self]
        while stack:
            term = stack.pop()
            found.append(term)
            if term.kids:
                stack += term.kids[::-1]
        return found

    def is_var(self, binding: Binding) -> bool:
        """Return whether it is a use of a name."""
        return self.kind == "var" and self.binding is not None and self.binding.actual is binding


def token(text: bytes) -> Term:
    """Return a leaf that has only its text."""
    return Term("token", text)


def clone(term: Term) -> Term:
    """Return a copy, whose declarations are of their own."""
    listed = term.listed()
    fresh = {
        t.binding: Binding(t.binding.rank, t.binding.type)
        for t in listed
        if t.kind == "declared" and t.binding is not None
    }
    made: dict[int, Term] = {}
    for one in reversed(listed):
        binding = one.binding
        if binding is not None:
            binding = fresh.get(binding, binding)
        made[id(one)] = Term(one.kind, one.text, [made[id(kid)] for kid in one.kids], binding)
    return made[id(term)]


def key_of(term: Term) -> Key:
    """Return the sort key of a term."""
    structure: list[bytes] = []
    ranks: list[int] = []
    for one in term.listed():
        structure.append(one.kind.encode() + (b"(%d" % len(one.kids) if one.kids else b""))
        if one.binding is not None:
            ranks.append(one.binding.actual.rank)
        else:
            structure.append(one.text)
    return tuple(structure), tuple(ranks)


def equal(one: Term, other: Term) -> bool:
    """Return whether two terms are the same, bindings included."""
    return one.kind == other.kind and len(one.kids) == len(other.kids) and key_of(one) == key_of(other)
