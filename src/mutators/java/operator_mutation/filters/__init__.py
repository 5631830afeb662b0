"""Operator mutants that behave, or very likely behave, like their originals: they must not be labelled as breaking.

Equivalence cannot be decided; each filter matches one pattern, for which it looks at types, effects and ranges of values.
A filter that refuses too much costs yield; a missing filter lets a wrong label pass. So filters may assume what is
usual: a counter does not overflow, ``size()`` returns a size, ``getName()`` changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mutators.java.operator_mutation.filters.comparisons import (
    canonical_loop,
    either_of_equals,
    known_order,
)
from mutators.java.operator_mutation.filters.conditions import (
    excluding_conditions,
    same_conditions,
    short_circuit,
)
from mutators.java.operator_mutation.filters.unobserved import (
    any_hash,
    capacity,
    delay,
    in_assertion,
    in_message,
    unread_value,
    unused_value,
)
from mutators.java.operator_mutation.filters.values import (
    known_values,
    narrowed,
    neutral_constant,
    same_bits,
    same_operands,
)

if TYPE_CHECKING:
    from mutators.java.operator_mutation.operators import Change
    from parsers.java.method import Method

__all__ = ["FILTERS", "Filter", "equivalent"]


@dataclass(frozen=True)
class Filter:
    """A pattern of equivalent mutants.

    Attributes:
        name: of the pattern, in kebab case.
        reason: why such a mutant behaves as its original.
        holds: whether a change in a method follows the pattern; the method's facts must be trusted (`Method.untrusted` is None).
    """

    name: str
    reason: str
    holds: Callable[[Method, Change], bool]


FILTERS = (
    Filter("in-assertion", "assertions are off by default", in_assertion),
    Filter("in-message", "only the text of an exception would differ", in_message),
    Filter("any-hash", "a hash code may be any number", any_hash),
    Filter("capacity", "only a capacity would differ", capacity),
    Filter("delay", "only a delay would differ", delay),
    Filter("unused-value", "x++ is ++x where the value is not used", unused_value),
    Filter("unread-value", "the variable is not read afterwards", unread_value),
    Filter(
        "short-circuit",
        "the right operand has no effect and throws nothing, so it may be evaluated or not",
        short_circuit,
    ),
    Filter("same-conditions", "both operands are the same condition", same_conditions),
    Filter("excluding-conditions", "the two operands are never both true", excluding_conditions),
    Filter("canonical-loop", "the variable meets the bound in steps of one", canonical_loop),
    Filter("either-of-equals", "where both operands are equal, both ways give the same", either_of_equals),
    Filter(
        "known-order", "both comparisons give the same for all that the operands can be there", known_order
    ),
    Filter("same-bits", "no bit is set in both operands", same_bits),
    Filter("neutral-constant", "both operators give the same with this constant", neutral_constant),
    Filter("same-operands", "both operators give the same for equal operands", same_operands),
    Filter(
        "known-values", "both operators give the same for all that the operands can be there", known_values
    ),
    Filter("narrowed", "what is made of the value at once does not tell the two apart", narrowed),
)
"""All filters, the cheap ones first."""


def equivalent(method: Method, change: Change) -> str | None:
    """Return why a change, certainly or very likely, does not change behaviour; None if no filter matches."""
    return next((found.reason for found in FILTERS if found.holds(method, change)), None)
