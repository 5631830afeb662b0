"""An operand that gets a variable of its own: when that is possible, and what is written."""

from __future__ import annotations

from functools import cached_property
from random import Random

from mutators.java.match import JavaMatch
from mutators.java.tools import insertion, renaming
from mutators.java.tools.names import NAMES
from mutators.model import Edit
from parsers.java.effects.earlier import evaluated_before
from parsers.java.effects.model import VOLATILE, Effects, conflict, ordered_reads
from parsers.java.effects.moving import declares_class, effects_of_moving
from parsers.java.names import insertion_points
from parsers.java.syntax.expressions import bare, has_pattern
from parsers.java.syntax.tokens import comments
from parsers.java.syntax.tree import Node

_WISHES = ("part", "operand", "term")


class Operand(JavaMatch):
    """An operand of a binary expression that is itself a binary expression, parentheses around it left aside."""

    def obstacle(self) -> str | None:
        """Return why the operand cannot be evaluated before the statement, or cannot have a variable."""
        return renaming.unseen(self.method) or self._misplaced() or self._unfit() or self._out_of_order()

    def edits(self, rng: Random) -> list[Edit]:
        """Return the insertion of the declaration, and the operand replaced by the name."""
        assert self._place is not None
        name = NAMES.helper_name(_WISHES, renaming.taken_names(self.method), rng)
        declaration = f"{self.method.types.of(self.node)} {name} = {self._written()};"
        inserted = insertion.before(self.method, self._place[0], declaration)
        return insertion.merged(inserted, [self.replace(self.node, name)])

    @cached_property
    def _place(self) -> tuple[Node, Effects] | None:
        return evaluated_before(self.method, self.node)

    def _misplaced(self) -> str | None:
        if self._place is None:
            return "it may be evaluated never, or several times"
        return insertion_points.obstacle(self.method, self._place[0])

    def _unfit(self) -> str | None:
        """Return why the operand cannot be the value of a variable."""
        type_ = self.method.types.of(self.node)
        if has_pattern(self.node):
            return "it declares a pattern variable"
        if not type_.is_primitive and not (type_.is_string and self.method.spelling.string_at(self.node)):
            return "its type is not known"
        if self.method.constants.may_be_constant(bare(self.node)):
            return "it may be a constant expression"
        if declares_class(self.node):
            return "it declares a class or lambda, which javac counts"
        if self._effects.writes:
            return "it sets a variable"
        if type_.is_string and self._effects.writes_heap:
            return "the text of an operand may change"
        return None

    def _out_of_order(self) -> str | None:
        assert self._place is not None
        earlier = self._place[1]
        reason = conflict(earlier, self._effects)
        return VOLATILE if reason is None and ordered_reads(earlier, self._effects) else reason

    @cached_property
    def _effects(self) -> Effects:
        return effects_of_moving(self.method, self.node)

    def _written(self) -> str:
        """Return the operand without the parentheses around it, unless there are comments in them."""
        whole, inner = self.text(self.node), self.text(bare(self.node))
        return inner if len(comments(whole.encode())) == len(comments(inner.encode())) else whole
