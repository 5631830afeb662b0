"""Conditions that are constant expressions (JLS 15.29), on which JLS 14.22 and 16 depend."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from parsers.java.arithmetic import Constant

if TYPE_CHECKING:
    from parsers.java.syntax import Node
    from parsers.source import Method

__all__ = ["Condition", "condition_of"]


class Condition(IntEnum):
    """What is known of a condition."""

    FALSE = 0
    """A constant expression with that value."""
    TRUE = 1
    VARIES = 2
    """Certainly no constant expression."""
    UNKNOWN = 3
    """A constant expression if the names in it that nobody sees declared are constant variables."""


def condition_of(method: Method, node: Node) -> Condition:
    """What is known of a condition; a constant expression of another type is UNKNOWN."""
    constants = method.effects.constants
    found = constants.value(node)
    if isinstance(found, Constant) and isinstance(found.value, bool):
        return Condition(found.value)
    return Condition.UNKNOWN if constants.may_be_constant(node) else Condition.VARIES
