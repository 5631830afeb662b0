"""``if (x == 1) f(); else if (x == 2) g(); else h();`` -> ``switch (x) { case 1: ... }`` (JLS 14.9, 14.11).

The branches stay where they are; conditions become labels. A branch that can complete normally gets a ``break``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from mutators.java.match import JavaMatch
from mutators.java.switch_to_if.clauses import in_pattern_loop
from mutators.java.switch_to_if.selectors import NUMBERS, is_fixed_local
from mutators.java.tools import insertion, negation
from mutators.model import Edit
from parsers.java.method import Method
from parsers.java.syntax.expressions import bare, has_pattern, sign_of
from parsers.java.syntax.loops import labelled
from parsers.java.syntax.statements import JUMPS
from parsers.java.syntax.tree import Node
from parsers.java.values import arithmetic
from parsers.java.values.constants import Constant

_SIMPLE = frozenset({"expression_statement", "throw_statement", ";"}) | JUMPS


@dataclass(frozen=True)
class _Test:
    """A condition that compares a variable with constants, by ``==`` or `equals`; `names` has each place of the variable."""

    names: tuple[Node, ...]
    constants: tuple[Node, ...]
    equals: bool


class IfToSwitch(JavaMatch):
    """Several if statements, each one the else of the one before, to exchange for a switch statement."""

    def __init__(self, method: Method, head: Node) -> None:
        super().__init__(method, head, direction="if-to-switch")

    def obstacle(self) -> str | None:
        """Return why the if statements are not certainly the same as a switch."""
        return _obstacle(self.method, self._chain)

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits."""
        edits = list(self._chain.edits())
        return insertion.keeping_comments(negation.merged(self.method.source.data, edits))

    @cached_property
    def _chain(self) -> _Chain:
        found = _chain(self.method, self.node)
        assert found is not None
        return found


def is_chain(method: Method, node: Node) -> bool:
    """Return whether an if statement is the first of several that compare one variable with something."""
    if node.type != "if_statement":
        return False
    found = _chain(method, node)
    if found is None or len(found.links) < 2:
        return False
    above = node.parent
    before = _chain(method, above) if above is not None and node.field == "alternative" else None
    return before is None or node not in before.links


@dataclass(frozen=True)
class _Chain:
    """If statements that compare one variable with constants; `last` runs if none of the tests holds."""

    method: Method
    links: tuple[Node, ...]
    tests: tuple[_Test, ...]
    last: Node | None

    @property
    def variable(self) -> Node:
        """The name of the variable, where it is first tested."""
        return self.tests[0].names[0]

    @property
    def constants(self) -> list[Node]:
        """The constants that the variable is compared with, in order."""
        return [constant for test in self.tests for constant in test.constants]

    @property
    def branches(self) -> list[Node]:
        """The branches that run in each case, in order."""
        found = [link.all("consequence")[0] for link in self.links]
        return [*found, self.last] if self.last is not None else found

    def edits(self) -> Iterator[Edit]:
        first = self.links[0]
        line = insertion.line_break(self.method, labelled(first))
        text = f"switch ({self.method.node_text(self.variable)}) {{{line or ' '}"
        heads = [self._labels(test, line) for test in self.tests]
        words = [word for link in self.links if (word := link.first("else")) is not None]
        starts = [first.start, *(word.start for word in words)]
        ends = [link.all("condition")[0].end for link in self.links]
        if self.last is not None:
            heads.append("default:")
            ends.append(words[-1].end)
        for number, branch in enumerate(self.branches):
            new = (text if not number else "") + heads[number]
            yield self._replaced(starts[number], ends[number], new)
            yield from self._closed(branch, ends[number])
        yield insertion.after(self.method, labelled(first), "}")

    def _labels(self, test: _Test, line: str | None) -> str:
        return (line or " ").join(f"case {self.method.node_text(constant)}:" for constant in test.constants)

    def _closed(self, branch: Node, at: int) -> Iterator[Edit]:
        """Yield the ``break`` of a branch, and braces around a statement that may declare a pattern variable (JLS 6.3.2)."""
        leaves = self.method.flow.completes(branch)
        if branch.type == "block":
            yield from [insertion.into(self.method, branch, "break;")] if leaves else []
            return
        wrapped = branch.type not in _SIMPLE or has_pattern(branch)
        yield from [Edit(at, "", " {")] if wrapped else []
        yield Edit(branch.end, "", (" break;" if leaves else "") + (" }" if wrapped else ""))

    def _replaced(self, start: int, end: int, new: str) -> Edit:
        return Edit(start, self.method.source.slice(start, end), new)


def _chain(method: Method, head: Node) -> _Chain | None:
    """Return the if statements from one on that compare its variable, or None if it compares none."""
    links: list[Node] = []
    tests: list[_Test] = []
    node: Node | None = head
    while node is not None and node.type == "if_statement":
        test = _test(method, node.all("condition")[0])
        if test is None or (tests and not _alike(method, test, tests[0])):
            break
        links.append(node)
        tests.append(test)
        node = node.child("alternative")
    return _Chain(method, tuple(links), tuple(tests), node) if links else None


def _alike(method: Method, one: _Test, other: _Test) -> bool:
    names = {method.node_text(name) for name in (*one.names, *other.names)}
    return len(names) == 1 and one.equals is other.equals


def _test(method: Method, condition: Node) -> _Test | None:
    """Return a condition taken apart; None for another one than ``x == 1 || x == 2 ...``."""
    found: list[tuple[Node, Node, bool]] = []
    pending = [bare(condition)]
    while pending:
        node = bare(pending.pop())
        if sign_of(node) == "||":
            pending += [node.children[2], node.children[0]]
            continue
        compared = _comparison(method, node)
        if compared is None:
            return None
        found.append(compared)
    names, constants, kinds = zip(*found, strict=True)
    if len(set(kinds)) > 1 or len({method.node_text(name) for name in names}) > 1:
        return None
    return _Test(names, constants, kinds[0])


def _comparison(method: Method, node: Node) -> tuple[Node, Node, bool] | None:
    """Return the variable and the constant of ``x == c``, ``c == x`` or ``x.equals(c)``, and whether it is that last one."""
    if sign_of(node) == "==":
        left, right = node.children[0], node.children[2]
        sides = [(bare(left), right, False), (bare(right), left, False)]
        named = [side for side in sides if side[0].type == "identifier"]
        return next((side for side in named if is_fixed_local(method, side[0])), next(iter(named), None))
    called, arguments = node.child("object"), node.child("arguments")
    if node.type != "method_invocation" or called is None or arguments is None:
        return None
    constants, name = arguments.named_children(), node.child("name")
    if (
        called.type != "identifier"
        or name is None
        or method.node_text(name) != "equals"
        or len(constants) != 1
    ):
        return None
    return called, constants[0], True


def _obstacle(method: Method, chain: _Chain) -> str | None:
    if not is_fixed_local(method, chain.variable):
        return "what is compared may not be a local variable"
    type_ = method.types.of(chain.variable)
    if not (type_.is_string if chain.tests[0].equals else type_.is_primitive and type_.name in NUMBERS):
        return "the variable is not certainly of a type that a switch takes"
    values = [method.effects.constant(constant) for constant in chain.constants]
    labels = [_label(value, type_.name) for value in values if isinstance(value, Constant)]
    if len(labels) < len(values) or None in labels:
        return "something that it is compared with may be no label"
    if len(set(labels)) < len(labels):
        return "a label would occur twice"
    branches = chain.branches
    if not all(map(method.flow.certain, branches)):
        return "it is not known whether a branch can complete normally"
    if any(_leaves(method, chain, branch) for branch in branches):
        return "a break in a branch would leave the switch instead"
    if in_pattern_loop(chain.links[0]):
        return "javac may take a break for one out of a loop with a pattern in its condition"
    return None


def _label(value: Constant, type_: str) -> int | str | None:
    """Return the key that tells a label from others, None for a constant that cannot be one (JLS 5.2, 14.11.1)."""
    if type_ == "String":
        return value.value if value.type == "String" and isinstance(value.value, str) else None
    if value.type not in NUMBERS or not isinstance(value.value, int):
        return None
    same = arithmetic.cast(value, type_)
    return value.value if same is not None and same.value == value.value else None


def _leaves(method: Method, chain: _Chain, branch: Node) -> bool:
    """Return whether a ``break`` without a label leaves a statement around the branches."""
    jumps = [node for node in branch.walk() if node.type == "break_statement" and not node.named_children()]
    targets = [method.flow.target(jump) for jump in jumps]
    return any(target is None or not target.inside(branch) for target in targets)
