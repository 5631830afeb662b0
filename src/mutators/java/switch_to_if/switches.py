"""``switch (x) { case 1: f(); break; default: g(); }`` -> ``if (x == 1) { f(); } else { g(); }`` (JLS 14.9, 14.11).

The statements stay where they are; labels and ``break`` around them become the heads of branches. A ``default`` before other labels
is told from them by what it is not, so that no statement moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from mutators.java.match import JavaMatch
from mutators.java.switch_to_if.clauses import Clause, clauses_of, constants_of, in_pattern_loop, obstacle
from mutators.java.switch_to_if.selectors import Selector, selector_of
from mutators.java.tools import insertion, negation, renaming
from mutators.java.tools.names import NAMES
from mutators.model import Edit
from parsers.java.method import Method
from parsers.java.syntax.loops import labelled
from parsers.java.syntax.statements import STATEMENT_LISTS
from parsers.java.syntax.tree import Node

_VALUES = ("key", "choice", "selected", "which", "tested")
_LABELS = ("cases", "choices", "branches", "selection", "decide")


class SwitchToIf(JavaMatch):
    """A switch statement to exchange for if statements."""

    def __init__(self, method: Method, switch: Node) -> None:
        super().__init__(method, switch, direction="switch-to-if")

    def obstacle(self) -> str | None:
        """Return why the switch is not certainly the same as if statements."""
        return self._plan if isinstance(self._plan, str) else None

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits; new names are drawn."""
        assert isinstance(self._plan, _Plan)
        return self._plan.edits(rng)

    @cached_property
    def _plan(self) -> _Plan | str:
        return _planned(self.method, self.node)


@dataclass(frozen=True)
class _Plan:
    """The change of a switch statement into if statements.

    The ``break`` statements in `jumps` leave the switch from within a group, and get a label. The if statements get a block
    around them (`outer`) for a variable, or to keep an ``else`` behind them apart.
    """

    method: Method
    switch: Node
    clauses: tuple[Clause, ...]
    selector: Selector
    jumps: tuple[Node, ...]
    outer: bool

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits; `rng` draws the new names."""
        taken = renaming.taken_names(self.method)
        variable = NAMES.helper_name(_VALUES, taken, rng) if self.selector.type else None
        label = NAMES.helper_name(_LABELS, taken | {variable or ""}, rng) if self.jumps else None
        found = [*self._head(variable, label), *self._heads(variable), *self._jumps(label), *self._tail()]
        return insertion.keeping_comments(negation.merged(self.method.source.data, found))

    def _head(self, variable: str | None, label: str | None) -> Iterator[Edit]:
        value, body = self.selector.node, self.switch.child("body")
        assert body is not None
        opening = (f"{label}: " if label else "") + ("{ " if self.outer else "")
        start, text = self.switch.start, f"{opening}if ("
        if variable is not None:
            yield self._replaced(start, value.start, f"{opening}{self.selector.type} {variable} = ")
            line = insertion.line_break(self.method, labelled(self.switch)) or " "
            start, text = value.end, f";{line}if ("
        first = self.clauses[0]
        texts = self._closed(first, self._tests(0, variable))
        yield from self._placed([(start, body.start + 1), *first.labels], [text, *texts])

    def _heads(self, variable: str | None) -> Iterator[Edit]:
        for number, clause in enumerate(self.clauses[1:], 1):
            before = self.clauses[number - 1]
            word = "else" if before.block or self._is_closed(before) else "} else"
            texts = self._tests(number, variable)
            if any(texts):
                texts = self._closed(clause, [f"{word} if ({texts[0]}", *texts[1:]])
            else:
                texts[0] = word + ("" if clause.block else " {")
            yield from self._placed(clause.labels, texts)

    def _closed(self, clause: Clause, texts: list[str]) -> list[str]:
        """Return the texts of a condition, closed and, unless a block follows, with an opening brace."""
        return [*texts[:-1], f"{texts[-1]})" + ("" if clause.block else " {")]

    def _placed(self, spans: list[tuple[int, int]], texts: list[str]) -> Iterator[Edit]:
        """Yield the replacement of byte ranges by texts; where only blanks are between two, they become one."""
        start, end, text = *spans[0], texts[0]
        for span, more in zip(spans[1:], texts[1:], strict=True):
            if self.method.source.slice(end, span[0]).strip():
                yield self._replaced(start, end, text)
                start, text = span[0], more
            else:
                text += f"{'' if text.endswith('(') or more[:1] in ('', ')') else ' '}{more}"
            end = span[1]
        yield self._replaced(start, end, text)

    def _jumps(self, label: str | None) -> Iterator[Edit]:
        for clause in self.clauses:
            if clause.leaving is not None and (clause is not self.clauses[-1] or not self._closing_goes):
                yield self._without(clause.leaving)
        for jump in self.jumps:
            yield Edit(jump.children[0].end, "", f" {label}")

    def _without(self, jump: Node) -> Edit:
        """Return the removal of a ``break`` at the end of a group, together with the token behind it.

        That token, a label or a closing brace, says where the statement is to go when it is put back. A comment between stays.
        """
        data, behind = self.method.source.data, self._behind(jump)
        between = data[jump.end : behind]
        first = len(data[: jump.start].rstrip(b" \t\f"))
        start, lead = jump.start, b""
        if b"\n" in between:
            start, lead = first, between[between.rfind(b"\n") + 1 :]
            lead = data[first : jump.start] if lead.strip() else lead
            if data[first - 1 : first] != b"\n":
                lead = (b"\r\n" if b"\r\n" in between else b"\n") + lead
        if any(self._is_closed(clause) for clause in self.clauses if clause.leaving is jump):
            return self._replaced(start, jump.end, lead.decode() + "}")
        brace = data[behind : behind + 1] == b"}"
        return self._replaced(start, behind + brace, lead.decode() + "}" * brace)

    def _is_closed(self, clause: Clause) -> bool:
        """Whether the closing brace of a branch replaces its ``break``, because a comment is before the next label."""
        jump = clause.leaving
        if (
            jump is None
            or clause is self.clauses[-1]
            or clause.block is not None
            or jump not in clause.statements
        ):
            return False
        return bool(self.method.source.slice(jump.end, self._behind(jump)).strip())

    def _behind(self, jump: Node) -> int:
        """Return the byte offset of the token behind the last statement of a group, or of a block at its end."""
        holder, body = jump.parent, self.switch.child("body")
        assert holder is not None
        assert body is not None
        if holder.type == "block":
            return holder.end - 1
        return next((clause.start for clause in self.clauses if clause.start > jump.start), body.end - 1)

    @property
    def _closing_goes(self) -> bool:
        """Whether the last group brings the closing brace of the last branch, and a ``break`` behind that, if any."""
        last = self.clauses[-1]
        return last.block is not None and (last.leaving is None or last.leaving.start >= last.block.end)

    def _tail(self) -> Iterator[Edit]:
        body, last = self.switch.child("body"), self.clauses[-1]
        assert body is not None
        if last.block is None:
            yield from [insertion.after(self.method, labelled(self.switch), "}")] if self.outer else []
        elif not self._closing_goes:
            yield from [] if self.outer else [self._replaced(last.block.end, body.end, "")]
        elif self.outer and last.leaving is not None:
            yield self._without(last.leaving)
        elif not self.outer:
            yield self._replaced(last.block.end - 1, body.end, "}")

    def _tests(self, number: int, variable: str | None) -> list[str]:
        """Return the condition of a group, label by label; nothing for a group that runs whenever no other one does."""
        clause, later = self.clauses[number], self.clauses[number + 1 :]
        name = variable or self.method.node_text(self.selector.node)
        found = ["" for _ in clause.parts]
        if clause.default:
            rest = [constant for other in later for constant in other.constants]
            found[0] = " && ".join(self.selector.unequal(self.method, name, constant) for constant in rest)
        elif later or not any(other.default for other in self.clauses):
            for at, part in enumerate(clause.parts):
                tests = [self.selector.equal(self.method, name, constant) for constant in constants_of(part)]
                found[at] = ("|| " if at else "") + " || ".join(tests)
        return found

    def _replaced(self, start: int, end: int, new: str) -> Edit:
        return Edit(start, self.method.source.slice(start, end), new)


def _planned(method: Method, switch: Node) -> _Plan | str:
    clauses = clauses_of(method, switch)
    if reason := obstacle(method, switch, clauses):
        return reason
    if any(clause.leaving is not None and not method.flow.reachable(clause.leaving) for clause in clauses):
        return "a break cannot be reached"
    if in_pattern_loop(switch):
        return "javac may take a break for one out of a loop with a pattern in its condition"
    selector = selector_of(method, switch, [constant for clause in clauses for constant in clause.constants])
    if selector is None:
        return "the type of the selector is not known"
    ends = {clause.leaving for clause in clauses}
    jumps = tuple(
        jump for jump in method.flow.jumps_to(switch) if jump not in ends and jump.type == "break_statement"
    )
    if (jumps or selector.type) and (reason := renaming.unseen(method)):
        return reason
    holder = labelled(switch).parent
    listed = holder is not None and holder.type in STATEMENT_LISTS
    return _Plan(method, switch, clauses, selector, jumps, bool(selector.type) or not listed)
