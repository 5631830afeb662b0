"""The exchange of two branches, and its undo in a patch, which may have changed the branches.

Undo finds the mutated condition by its ``if`` or ``?``, swaps its present branches, and negates the condition back. The mutator
decides whether the result is right, as in `mutators.undo.remake`: it must make the patched text from it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from mutators.java.tools.negation import negate
from mutators.java.tools.spacing import replacement
from mutators.model import Edit, EditConflict, Mutation, UndoConflict, apply_edits, checked, invert_edits
from mutators.undo.alignment import Alignment
from mutators.undo.remake import Target
from mutators.undo.texts import known_source
from mutators.undo.transport import check_unique, moved
from parsers.java.method import method_at
from parsers.java.syntax.expressions import in_annotation
from parsers.java.syntax.operators import Binding
from parsers.java.syntax.precedence import binding_of
from parsers.java.syntax.statements import BLOCKS, JUMPS
from parsers.java.syntax.tokens import tokenize
from parsers.source import SourceFile

if TYPE_CHECKING:
    from mutators.base import Mutator
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

FORMS = {"if_statement": "if", "ternary_expression": "ternary"}
"""The parameter of a site, by the type of its node."""

_SIMPLE = BLOCKS | JUMPS | {"expression_statement", "throw_statement", "assert_statement", ";"}


def is_permutable(node: Node) -> bool:
    """Return whether a node is a condition with two branches, not in an annotation."""
    return node.type in FORMS and node.child("alternative") is not None and not in_annotation(node)


def swapped(method: Method, node: Node) -> list[Edit]:
    """Return edits that exchange the branches of an if statement or a conditional expression."""
    yes, no = _branches(node)
    first, last = method.node_text(no), method.node_text(yes)
    if node.type == "if_statement":
        first = first if no.type in _SIMPLE else f"{{ {first} }}"
    else:
        tight = binding_of(no) > Binding.CONDITIONAL or no.type == "method_reference"
        first = first if tight else f"({first})"
        last = f"({last})" if yes.type == "assignment_expression" else last
    data = method.source.data
    return [replacement(data, yes.start, yes.end, first), replacement(data, no.start, no.end, last)]


def swap_back(
    mutator: Mutator, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation
) -> bytes:
    """Return the patched mutant with the branches in their first order; the text must parse.

    Raises:
        UndoConflict: the condition is gone, or the patched text is not one that the mutator could have made.
    """
    inverse = invert_edits(mutation.edits)
    region = (inverse[0].start, inverse[-1].end)
    alignment = Alignment(mutant, patched)
    check_unique(alignment, region)
    first = _First(original, mutation)
    found = first.now(alignment, patched)
    if found is None:
        raise UndoConflict("the patch changed the condition whose branches were swapped", region)
    method, node = found
    if first.has_order_of(method, node):
        raise UndoConflict("the patch swapped the branches back", region)
    # A member alone shows less than its file did: what could not be said of the original text is not asked of the patched one.
    excused = mutator.refuse(known_source(original, patched.language), mutation.site)
    for condition in _conditions(first.condition, alignment, mutant, method, node):
        for branches in first.swaps(method, node):
            try:
                undone = patched.edited(apply_edits(patched.data, checked([*condition, *branches])))
            except EditConflict:
                continue
            target = Target(undone, patched)
            if any(map(target.is_made_by, first.edits_around(mutator, undone, node.start, excused))):
                return undone.data
    raise UndoConflict("without the mutation, the text is not one that the patched one is made of", region)


def _branches(node: Node) -> tuple[Node, Node]:
    yes, no = (node.all(field)[0] for field in ("consequence", "alternative"))
    return yes, no


class _First:
    """The condition before the mutation, with the inverse edits of the condition alone."""

    def __init__(self, original: bytes, mutation: Mutation) -> None:
        site = mutation.site
        self._kind, self._sign = (
            ("if_statement", "if") if site.param("form") == "if" else ("ternary_expression", "?")
        )
        method = method_at(known_source(original, "java"), site.start)
        node = method.node_at(site.start, site.end, self._kind) if method is not None else None
        assert method is not None
        assert node is not None
        self._yes, self._no = _branches(node)
        self._texts = [_tokens(method.node_text(branch)) for branch in (self._yes, self._no)]
        self._edits = {edit.start: edit for edit in swapped(method, node)}
        self._wrapped = [
            edit.new.strip() != method.node_text(branch)
            for edit, branch in zip(self._edits.values(), (self._no, self._yes), strict=True)
        ]
        condition = node.all("condition")[0]
        self._text, self._start = method.node_text(condition), condition.start
        before = self._before = [edit for edit in mutation.edits if edit.start < self._yes.start]
        self._tells_less = tuple(before) != checked(negate(method, condition))
        self.condition = invert_edits(before)
        [mark] = [child for child in node.children if child.type == self._sign]
        shifts = [len(e.new.encode()) - len(e.old.encode()) for e in before if e.start < mark.start]
        self._mark = mark.start + sum(shifts)

    def now(self, alignment: Alignment, patched: SourceFile) -> tuple[Method, Node] | None:
        """Return the condition in the patched text whose ``if`` or ``?`` corresponds to the mutated one."""
        target = alignment.to(alignment.inside(self._mark, self._mark + 1)[0])
        at = alignment.theirs[target].start if target is not None else -1
        method = method_at(patched, at)
        if method is None or method.untrusted:
            return None
        for node in method.nodes:
            token = node.first(self._sign) if node.type == self._kind else None
            if token is not None and token.start == at and node.child("alternative") is not None:
                return method, node
        return None

    def has_order_of(self, method: Method, node: Node) -> bool:
        """Return whether both branches of another condition equal the branches of this one, in the same order."""
        return self._texts == [_tokens(method.node_text(branch)) for branch in _branches(node)]

    def swaps(self, method: Method, node: Node) -> Iterator[list[Edit]]:
        """Yield the edits that exchange the branches, with or without what the mutation put around them."""
        spots = _branches(node)
        ones, others = (
            _texts(method, spot, wrapped) for spot, wrapped in zip(spots, self._wrapped, strict=True)
        )
        for one, other in product(others, ones):
            yield [
                self._into(method, spot, made, text)
                for spot, made, text in zip(spots, self._edits.values(), (one, other), strict=True)
            ]

    def edits_around(
        self, mutator: Mutator, undone: SourceFile, at: int, excused: str | None
    ) -> Iterator[tuple[Edit, ...]]:
        """Yield the edits that the mutation makes of the conditions around a byte offset."""
        method = method_at(undone, at)
        if method is None:
            return
        for _, match in mutator.found(method):
            node: Node = match.node
            around = node.type == self._kind and node.start <= at < node.end
            if around and match.obstacle() in (None, excused):
                yield checked([*self._negation(method, node), *swapped(method, node)])

    def _negation(self, method: Method, node: Node) -> list[Edit]:
        """Return the negation of a condition, from the record if it is the same condition and needed a whole file."""
        condition = node.all("condition")[0]
        if not self._tells_less or method.node_text(condition) != self._text:
            return negate(method, condition)
        return [replace(edit, start=edit.start - self._start + condition.start) for edit in self._before]

    def _into(self, method: Method, spot: Node, made: Edit, text: str) -> Edit:
        """Return a text in the place of a branch, and of the blanks that the mutation put around it."""
        data = method.source.data
        start = spot.start - (made.new[0] == " " and data[spot.start - 1 : spot.start] == b" ")
        end = spot.end + (made.new[-1] == " " and data[spot.end : spot.end + 1] == b" ")
        return replacement(data, start, end, text)


def _conditions(
    inverse: tuple[Edit, ...], alignment: Alignment, mutant: bytes, method: Method, node: Node
) -> Iterator[list[Edit]]:
    """Yield the condition as it was, or, where the patch changed it, the negation of what it is now."""
    data = method.source.data
    for before in (True, False):
        try:
            yield [moved(edit, alignment, mutant, data, before=before) for edit in inverse]
        except UndoConflict:
            continue
    condition = node.child("condition")
    if condition is not None:
        yield negate(method, condition)


def _tokens(text: str) -> list[bytes]:
    return [token.text for token in tokenize(text.encode())]


def _texts(method: Method, branch: Node, wrapped: bool) -> list[str]:
    """Return the text of a branch, with and without its braces or parentheses; what the mutation would have made first."""
    text, inner = method.node_text(branch), branch.named_children()
    if branch.type not in ("block", "parenthesized_expression") or len(inner) != 1:
        return [text]
    return [method.node_text(inner[0]), text][:: 1 if wrapped else -1]
