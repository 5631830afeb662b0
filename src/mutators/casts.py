"""Casts of a variable to its own type: where one is sound, and removing those that a mutation brought from somebody's patch."""

from __future__ import annotations

from collections.abc import Iterator

from mutators.base import Edit, replacement
from mutators.model import Mutation, apply_edits
from mutators.patch import Patch, find
from parsers.java.bindings import access_of, position_of
from parsers.java.scopes import Reference
from parsers.java.spelling import SpelledType
from parsers.java.syntax import Node
from parsers.java.tokens import tokenize
from parsers.source import Method, SourceFile

__all__ = ["is_known_variable", "obstacle", "restore", "type_of"]

_ANNOTATIONS = ("annotation", "marker_annotation")
_HEADERS = frozenset(
    {"if_statement", "while_statement", "do_statement", "switch_expression", "synchronized_statement"}
)
_GOES_ON = frozenset({b".", b"[", b"(", b"++", b"--", b"::"})
_BEFORE_EXPRESSION = frozenset({b"return", b"throw", b"case", b"assert", b"else", b"do", b"yield"})


def is_known_variable(method: Method, node: Node) -> bool:
    """Whether an identifier is the simple name of a variable of the member, or of a field whose declaration is known."""
    names = method.types.names
    return method.scopes.reference(node) is not None or names.bare_field(node) is not None


def type_of(method: Method, node: Node) -> SpelledType | None:
    """The type of the variable that an identifier names, None if it is not known or cannot be written."""
    reference = method.scopes.reference(node)
    if reference is not None:
        return method.spelling.of(reference.declaration)
    info = method.types.names.bare_field(node)
    return method.spelling.of_field(info) if info is not None else None


def obstacle(node: Node, reference: Reference | None) -> str | None:
    """Why the name of a variable cannot be replaced by an expression that reads it, or None."""
    place = node
    while place.parent is not None and place.parent.type == "parenthesized_expression":
        place = place.parent
    holder = place.parent.type if place.parent is not None else ""
    if access_of(node) != "read":
        return "it is assigned to"
    if position_of(node) == "label":
        return "a case label may name an enum constant"
    if holder == "resource":
        return "a resource must be a variable"
    if holder == "instanceof_expression" and _has_pattern(place):
        return "javac keeps a copy of what a pattern is matched with, so that class bytes would differ"
    if any(above.type in _ANNOTATIONS for above in node.ancestors()):
        return "an annotation asks for a constant"
    if reference is None:
        return None
    if holder == "throw_statement" and reference.declaration.kind == "catch":
        return "the exception is thrown again, and keeps its precise types only under its name"
    if reference.uncertain:
        return "a class body that uses it may inherit a field of that name"
    return None


def _has_pattern(operand: Node) -> bool:
    test = operand.parent
    return test is not None and (test.child("name") or test.child("pattern")) is not None


def restore(patched: SourceFile, mutant: bytes, mutation: Mutation) -> bytes:
    """Removes the cast from a patched mutant, and the copies that the patch made of it; casts of the original stay.

    Raises:
        UndoConflict: it is not certain which cast the mutation brought, or the patch changed it.
    """
    patch = Patch(mutant, patched, mutation)
    words = [token.text for token in tokenize(mutation.edits[0].new.encode())]
    cast = words[1:-1]  # without the parentheses around it
    own = patch.own(0)
    known = [i for i in find(patch.alignment.base, cast) if i in patch.member]
    runs = patch.runs(cast)
    if len(known) > 1:  # the original has such casts, too
        if runs != [patch.where(i) for i in known]:
            raise patch.lost("the patch changed one of several equal casts", own)
        runs = [run for run, i in zip(runs, known, strict=True) if i == own[1]]
    variable = _Variable(patch, mutant, own[len(words) - 2], _type_words(cast))
    spans = [_span(patch, run, len(cast), own) for run in runs if variable.is_at(run + len(cast) - 1)]
    removed = {index for first, last in spans for index in range(first, last + 1)}
    rest = own[2 : len(words) - 3] if spans else [i for i in own if i != own[len(words) - 2]]
    if any(patch.where(i) is not None and patch.where(i) not in removed for i in rest):
        raise patch.lost("the patch changed the cast", own)
    return apply_edits(patched.data, _edits(patch, spans, cast[-1].decode()))


def _type_words(cast: list[bytes]) -> list[bytes]:
    return cast[1:-2]


def _edits(patch: Patch, spans: list[tuple[int, int]], name: str) -> Iterator[Edit]:
    for first, last in spans:
        start, end = patch.tokens[first].start, patch.tokens[last].end
        yield replacement(patch.source.data, start, end, name)


def _span(patch: Patch, run: int, count: int, own: range) -> tuple[int, int]:
    """The tokens of a cast from first to last, with the parentheses around it if they are its own.

    Raises:
        UndoConflict: it is part of another expression than before.
    """
    first, last = run - 1, run + count
    wrapped = patch.text(first) == b"(" and patch.text(last) == b")"
    if wrapped and _is_expression(patch, first, last, own):
        return first, last
    if patch.text(last) in _GOES_ON:
        raise patch.conflict("the patch changed what is cast", run, last)
    if wrapped and patch.where(own[0]) == first:
        raise patch.conflict("the patch changed what surrounds the cast", first, last)
    return run, last - 1


def _is_expression(patch: Patch, first: int, last: int, own: range) -> bool:
    """Whether a pair of parentheses is around an expression, not those of a call or of a statement's header."""
    if patch.parses:
        node = patch.source.exact_node(patch.tokens[first].start, patch.tokens[last].end)
        if node is None or node.type != "parenthesized_expression":
            return False
        return node.parent is None or node.parent.type not in _HEADERS
    if patch.where(own[0]) == first:
        return True
    before = patch.text(first - 1)
    word = before[:1].isalpha() or before[:1] in (b"_", b"$") or before in (b")", b"]", b">")
    return not word or before in _BEFORE_EXPRESSION


class _Variable:
    """The variable that the mutation cast, as it is found again in a patched text."""

    def __init__(self, patch: Patch, mutant: bytes, index: int, type_: list[bytes]) -> None:
        self._patch = patch
        self._type = type_
        self._own = patch.where(index)
        token = patch.alignment.base[index]
        source = SourceFile(mutant)
        method = source.method_at(token.start)
        node = method.node_at(token.start, token.end, "identifier") if method is not None else None
        reference = method.scopes.reference(node) if method is not None and node is not None else None
        declared = reference.declaration.node if reference is not None else None
        self._local = declared is not None
        at = patch.alignment.inside(declared.start, declared.end) if declared is not None else range(0)
        self._home = patch.where(at[0]) if at else None

    def is_at(self, index: int) -> bool:
        """Whether a token of its name in the patched text is this variable, as far as the text tells.

        Raises:
            UndoConflict: at the place of the mutation it is not, or its type has changed.
        """
        method = self._patch.method_at(index) if self._patch.parses else None
        if method is None:
            return True
        token = self._patch.tokens[index]
        node = method.node_at(token.start, token.end, "identifier")
        reference = method.scopes.reference(node) if node is not None else None
        declared = reference.declaration if reference is not None else None
        same = (declared is not None) == self._local
        if same and declared is not None and self._home is not None:
            same = declared.node.start == self._patch.tokens[self._home].start
        if not same:
            if index == self._own:
                raise self._patch.conflict("the name means another variable now", index, index)
            return False
        type_ = type_of(method, node) if node is not None else None
        if type_ is not None and [t.text for t in tokenize(type_.text.encode())] != self._type:
            raise self._patch.conflict("the variable has another type now", index, index)
        return True
