"""Operator mutants that behave, or very likely behave, like their originals: they must not be labelled as breaking.

Equivalence cannot be decided; each filter matches one pattern, for which it looks at types, effects and ranges of values.
A filter that refuses too much costs yield; a missing filter lets a wrong label pass. So filters may assume what is
usual: a counter does not overflow, ``size()`` returns a size, ``getName()`` changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from mutators.java.operator_mutation.filters.comparisons import (
    BORDERS,
    LOOPING,
    canonical_loop,
    either_of_equals,
    known_order,
)
from mutators.java.operator_mutation.filters.conditions import (
    AND,
    EITHER,
    OR,
    excluding_conditions,
    never_counts,
    same_conditions,
    short_circuit,
)
from mutators.java.operator_mutation.filters.unobserved import (
    HASHED,
    any_hash,
    capacity,
    delay,
    in_assertion,
    in_message,
    unread_value,
    unused_value,
)
from mutators.java.operator_mutation.filters.values import (
    COMPUTING,
    known_values,
    narrowed,
    neutral_constant,
    same_bits,
    same_operands,
)
from mutators.java.operator_mutation.likely.facts import HOLDS

if TYPE_CHECKING:
    from mutators.java.operator_mutation.operators import Change
    from parsers.java.method import Method

__all__ = ["FILTERS", "Filter", "equivalent"]


class Operators(NamedTuple):
    """A change, as far as its operators show: see `Change`, and the type of its node."""

    group: str
    type: str
    old: str
    new: str

    @property
    def pair(self) -> frozenset[str]:
        """Both operators."""
        return frozenset((self.old, self.new))

    @property
    def has_sides(self) -> bool:
        """Whether there are a left and a right operand."""
        return self.type in ("binary_expression", "assignment_expression")


def _computes(operators: Operators) -> bool:
    return operators.has_sides and operators.group in COMPUTING


@dataclass(frozen=True)
class Filter:
    """A pattern of equivalent mutants.

    Attributes:
        name: Name of the pattern, in kebab case.
        reason: Reason why a matching mutant behaves as its original.
        holds: Whether a change in a method follows the pattern; the method's facts must be trusted (`Method.untrusted`
            is None).
        over: Whether any change of these operators can follow it; the others are not looked at.
    """

    name: str
    reason: str
    holds: Callable[[Method, Change], bool]
    over: Callable[[Operators], bool] = lambda operators: True


FILTERS = (
    Filter("in-assertion", "assertions are off by default", in_assertion),
    Filter(
        "in-message",
        "only the text of an exception would differ",
        in_message,
        lambda of: of.type not in ("assignment_expression", "update_expression"),
    ),
    Filter("any-hash", "a hash code may be any number", any_hash, lambda of: of.group in HASHED),
    Filter("capacity", "only a capacity would differ", capacity),
    Filter("delay", "only a delay would differ", delay, lambda of: of.group != "unary"),
    Filter(
        "unused-value",
        "x++ is ++x where the value is not used",
        unused_value,
        lambda of: of.type == "update_expression",
    ),
    Filter("unread-value", "the variable is not read afterwards", unread_value),
    Filter(
        "short-circuit",
        "the right operand has no effect and throws nothing, so it may be evaluated or not",
        short_circuit,
        lambda of: of.pair <= AND or of.pair <= OR,
    ),
    Filter(
        "same-conditions",
        "both operands are the same condition",
        same_conditions,
        lambda of: of.pair <= AND | OR,
    ),
    Filter(
        "excluding-conditions",
        "the two operands are never both true",
        excluding_conditions,
        lambda of: of.pair <= EITHER,
    ),
    Filter(
        "canonical-loop",
        "the variable meets the bound in steps of one",
        canonical_loop,
        lambda of: of.pair in LOOPING,
    ),
    Filter(
        "either-of-equals",
        "where both operands are equal, both ways give the same",
        either_of_equals,
        lambda of: of.pair in BORDERS,
    ),
    Filter(
        "known-order",
        "both comparisons give the same for all that the operands can be there",
        known_order,
        lambda of: of.pair <= HOLDS.keys(),
    ),
    Filter("same-bits", "no bit is set in both operands", same_bits, _computes),
    Filter(
        "neutral-constant", "both operators give the same with this constant", neutral_constant, _computes
    ),
    Filter("same-operands", "both operators give the same for equal operands", same_operands, _computes),
    Filter(
        "known-values",
        "both operators give the same for all that the operands can be there",
        known_values,
        _computes,
    ),
    Filter("never-counts", "a constant decides that it does not count", never_counts),
    Filter(
        "narrowed",
        "what is made of the value at once does not tell the two apart",
        narrowed,
        lambda of: of.type != "assignment_expression",
    ),
)
"""All filters, the cheap ones first."""


@lru_cache(maxsize=1024)
def _over(operators: Operators) -> tuple[Filter, ...]:
    return tuple(found for found in FILTERS if found.over(operators))


def equivalent(method: Method, change: Change) -> str | None:
    """Return why a change, certainly or very likely, does not change behaviour; None if no filter matches."""
    for found in _over(Operators(change.group, change.node.type, change.old, change.new)):
        if found.holds(method, change):
            return found.reason
    return None
