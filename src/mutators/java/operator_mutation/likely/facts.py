"""Facts of a whole method: what its conditions and assignments show of the values that they compare (JLS 14, 15.20, 15.21).

They are found once for a method. What holds at one place (`known_at`) is then looked up: by the term that a fact is about, and by
the last text that may have changed the term. So a place in a method of a thousand statements costs little more than in one of ten.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from mutators.java.operator_mutation.likely.ranges import Ranges, integer_of
from parsers.java.syntax.expressions import bare, sign_of
from parsers.java.syntax.statements import statements_of

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.names.bindings import Declaration, Reference
    from parsers.java.syntax.tree import Node

HOLDS = {
    "<": frozenset("<"),
    "<=": frozenset("<="),
    ">": frozenset(">"),
    ">=": frozenset(">="),
    "==": frozenset("="),
    "!=": frozenset("<>?"),
}
"""The cases in which a comparison is true: less, equal, greater, or neither (NaN, JLS 15.20.1)."""
_HEAP_WRITERS = frozenset(
    {"method_invocation", "object_creation_expression", "assignment_expression", "update_expression"}
)
Spans = tuple[tuple[int, int], ...]
"""Byte ranges of text that runs between a fact and a place."""


@dataclass(frozen=True)
class Fact:
    """A comparison that came out true, or false, with the text since then, in which its operands may have changed."""

    left: Node
    sign: str
    right: Node
    holds: bool
    since: Spans = ()


def spelling(method: Method, node: Node) -> str:
    """Return the tokens of an expression, without comments and outer parentheses; variables with identity."""
    return facts_of(method).spelling(node)


def _word(method: Method, leaf: Node) -> str:
    declaration = _variable(method, leaf) if leaf.type == "identifier" else None
    text = method.node_text(leaf)
    return text if declaration is None else f"{text}@{declaration.node.start}"


def _variable(method: Method, name: Node) -> Declaration | None:
    reference = method.scopes.reference(name)
    return reference.declaration if reference is not None else method.scopes.declared_at(name.start)


def pure(method: Method, node: Node) -> bool:
    """Return whether an expression changes nothing, judged by the names of methods."""
    return not method.effects.of(node, conventional=True).writes_anything


def comparisons(condition: Node, holds: bool, after: Spans = ()) -> Iterator[Fact]:
    """Yield the comparisons that a condition decides if it is true, or false.

    Args:
        condition: an expression.
        holds: its value.
        after: the text that runs between it and a place.
    """
    end, stack = condition.end, [(condition, holds)]
    while stack:
        node, truth = stack.pop()
        node = bare(node)
        left, right, operand, sign = (
            node.child("left"),
            node.child("right"),
            node.child("operand"),
            sign_of(node),
        )
        if node.type == "unary_expression" and sign == "!" and operand is not None:
            stack.append((operand, not truth))
        elif node.type == "binary_expression" and left is not None and right is not None:
            if sign in (("&&", "&") if truth else ("||", "|")):
                stack += [(right, truth), (left, truth)]
            elif sign in HOLDS:
                yield Fact(left, sign, right, truth, ((node.end, end), *after))


class Known:
    """A fact with its operands as terms: a text plus a constant each; the text is "" for a constant.

    Attributes:
        fact: the comparison; its `since` ends where the statement ends that shows it.
        one, m: the left operand.
        other, n: the right operand.
    """

    __slots__ = ("_facts", "_held", "fact", "m", "n", "one", "other")

    def __init__(self, facts: MethodFacts, fact: Fact) -> None:
        self._facts = facts
        self._held: bool | None = None
        self.fact = fact
        self.one, self.m = facts.term(fact.left)
        self.other, self.n = facts.term(fact.right)

    def lasts(self, behind: Spans = ()) -> bool:
        """Return whether the operands are unchanged since, and in more text behind it."""
        if self._held is None:
            self._held = self._unchanged(self.fact.since)
        return self._held and (not behind or self._unchanged(behind))

    def _unchanged(self, spans: Spans) -> bool:
        return self._facts.stays(self.fact.left, spans) and self._facts.stays(self.fact.right, spans)


class _About:
    """The facts about one term that the statements of a list show, in order, and where the statements end."""

    __slots__ = ("ends", "known", "writes")

    def __init__(self, writes: list[int]) -> None:
        self.ends: list[int] = []
        self.known: list[Known] = []
        self.writes = writes


class _Side:
    """An operand of a fact, with the places where its variables are written and everything else that may change it."""

    __slots__ = ("changes", "is_declared", "reads_heap", "writes")

    def __init__(self, method: Method, node: Node) -> None:
        variables = {
            found
            for leaf in node.walk()
            if leaf.type == "identifier" and (found := _variable(method, leaf)) is not None
        }
        written = facts_of(method).written
        self.writes = sorted([start for variable in variables for start in written(variable)[0]])
        self.is_declared = method.scopes.declared_at(node.start) is not None
        effects = None if self.is_declared else method.effects.of(node, conventional=True)
        self.changes = effects is not None and effects.writes_anything
        self.reads_heap = effects is not None and effects.reads_heap


def facts_of(method: Method) -> MethodFacts:
    """Return the facts of a method; they are kept with it."""
    found: MethodFacts | None = method.memo.get(MethodFacts)
    if found is None:
        found = method.memo[MethodFacts] = MethodFacts(method)
    return found


class MethodFacts:
    """The facts that the statements of a method show, each computed once.

    Args:
        method: the method; its facts must be trusted (`Method.untrusted` is None).
    """

    def __init__(self, method: Method) -> None:
        self.method = method
        self.ranges = Ranges(method)
        self._spellings: dict[Node, str] = {}
        self._terms: dict[Node, tuple[str, int]] = {}
        self._sides: dict[Node, _Side] = {}
        self._lists: dict[Node, dict[str, _About]] = {}
        self._written: dict[Declaration, tuple[list[int], list[Reference]]] = {}

    def spelling(self, node: Node) -> str:
        """Return the result of the function `spelling`."""
        node = bare(node)
        found = self._spellings.get(node)
        if found is None:
            words = [_word(self.method, leaf) for leaf in node.walk() if not leaf.children]
            found = self._spellings[node] = " ".join(words)
        return found

    def term(self, node: Node) -> tuple[str, int]:
        """Return an expression as a text plus a constant; the text is "" for a constant."""
        found = self._terms.get(node)
        if found is None:
            found = self._terms[node] = self._term(node)
        return found

    def written(self, variable: Declaration) -> tuple[list[int], list[Reference]]:
        """Return the writes of a variable, in order, and the references that write it."""
        found = self._written.get(variable)
        if found is None:
            uses = [use for use in variable.references if use.access in ("write", "both")]
            uses.sort(key=lambda use: use.node.start)
            found = self._written[variable] = [use.node.start for use in uses], uses
        return found

    def writes(self, variable: Declaration, node: Node) -> list[Reference]:
        """Return the references in a node's text that write a variable."""
        starts, uses = self.written(variable)
        return uses[bisect_left(starts, node.start) : bisect_left(starts, node.end)]

    def stays(self, node: Node, spans: Spans) -> bool:
        """Return whether an operand has the same value before and after some text."""
        side = self._side(node)
        writes = side.writes
        for start, end in spans if writes else ():
            at = bisect_left(writes, start)
            if at < len(writes) and writes[at] < end:
                return False
        if side.is_declared:
            return True
        return not side.changes and not (side.reads_heap and self._writes_heap(spans))

    def behind(self, block: Node, text: str, end: int, place: int) -> Iterator[tuple[Known, int]]:
        """Yield the facts about a term that statements of a list show and that may hold at a place, and where each is known.

        Args:
            block: holds the statements.
            text: Text of the term.
            end: only statements that end there, or before.
            place: byte offset of the place, not before `end`.
        """
        about = self._shown_by(block).get(text)
        if about is None:
            return
        writes = about.writes
        at = bisect_left(writes, place)
        # What a statement shows does not survive a write behind it.
        first = bisect_right(about.ends, writes[at - 1]) if at else 0
        for index in range(first, bisect_right(about.ends, end)):
            yield about.known[index], about.ends[index]

    def _shown_by(self, block: Node) -> dict[str, _About]:
        found = self._lists.get(block)
        if found is None:
            found = self._lists[block] = {}
            for statement in statements_of(block):
                for fact in self._after(statement, ()):
                    known = Known(self, fact)
                    for text, side in {known.other: fact.right, known.one: fact.left}.items():
                        about = found.get(text)
                        if about is None:
                            about = found[text] = _About(self._side(side).writes)
                        about.ends.append(statement.end)
                        about.known.append(known)
        return found

    def _side(self, node: Node) -> _Side:
        found = self._sides.get(node)
        if found is None:
            found = self._sides[node] = _Side(self.method, node)
        return found

    def _writes_heap(self, spans: Spans) -> bool:
        starts, ends = self._heap_writes
        for start, end in spans:
            at = bisect_left(starts, start)
            if at < len(starts) and ends[at] <= end:
                return True
        return False

    @cached_property
    def _heap_writes(self) -> tuple[list[int], list[int]]:
        """The places where the method may write fields or elements: the starts in order, and the first end from each of them
        on."""
        method = self.method
        writes = [
            (node.start, node.end)
            for node in method.nodes
            if node.type in _HEAP_WRITERS and method.effects.of(node, conventional=True).writes_heap
        ]
        writes.sort()
        ends = list(accumulate([end for _, end in reversed(writes)], min))
        return [start for start, _ in writes], ends[::-1]

    def _after(self, statement: Node, spans: Spans) -> Iterator[Fact]:
        """Yield the facts once a statement has completed normally."""
        kind, condition = statement.type, statement.child("condition")
        if kind == "if_statement" and condition is not None:
            yes, no = statement.child("consequence"), statement.child("alternative")
            own = ((condition.end, statement.end), *spans)
            if yes is not None and not self.method.flow.completes(yes):
                yield from comparisons(condition, False, own)
                if no is not None and no.type == "if_statement":
                    yield from self._after(no, own)
            elif no is not None and not self.method.flow.completes(no):
                yield from comparisons(condition, True, own)
        elif kind in ("while_statement", "do_statement", "for_statement") and condition is not None:
            if not any(below.type == "break_statement" for below in statement.walk()):
                yield from comparisons(condition, False, spans)
        elif kind == "local_variable_declaration":
            for declarator in statement.all("declarator"):
                name, value = declarator.child("name"), declarator.child("value")
                if name is not None and value is not None:
                    yield Fact(name, "==", value, True, ((declarator.end, statement.end), *spans))
        elif kind == "expression_statement" and statement.children[0].type == "assignment_expression":
            assignment = statement.children[0]
            left, right = assignment.child("left"), assignment.child("right")
            if left is None or right is None or sign_of(assignment) != "=" or left.type != "identifier":
                return
            if spelling(self.method, left) not in spelling(self.method, right).split():
                yield Fact(left, "==", right, True, spans)

    def _term(self, node: Node) -> tuple[str, int]:
        """Return an expression as a text plus a constant; the text is "" for a constant."""
        offset, node = 0, bare(node)
        while (value := integer_of(self.method, node)) is None:
            left, right, sign = node.child("left"), node.child("right"), sign_of(node)
            if node.type != "binary_expression" or sign not in ("+", "-") or left is None or right is None:
                break
            if self.method.types.of(node).is_string:
                break
            if (constant := integer_of(self.method, right)) is not None:
                offset += constant if sign == "+" else -constant
                node = bare(left)
            elif sign == "+" and (constant := integer_of(self.method, left)) is not None:
                offset += constant
                node = bare(right)
            else:
                break
        return ("", offset + value) if value is not None else (spelling(self.method, node), offset)
