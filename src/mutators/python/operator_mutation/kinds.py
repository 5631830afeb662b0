"""Changes that would only raise a `TypeError`, since the operands lack the operator (LR 6.6 to 6.10)."""

from __future__ import annotations

import libcst as cst

from mutators.python.operator_mutation.operators import COMPARISONS, Change, operands_of
from parsers.python.function import Function

_NUMBERS = frozenset({"int", "float", "bool", "complex"})
_ORDERED = frozenset({"int", "float", "bool"})


def obstacle(function: Function, change: Change) -> str | None:
    """Return why the changed operator may have no meaning for the operands, or None."""
    operands = operands_of(function, change)
    if operands is None:
        return _signed(function, change)
    kinds = [function.types.of(operand) for operand in operands]
    computes = (
        change.group in ("arithmetic", "assignment") and change.new != "=" and change.old[0] not in "&|^"
    )
    if computes and any(kind is not None and kind not in _NUMBERS for kind in kinds):
        return "the operands are no numbers"
    if change.group == "equality" and change.new in COMPARISONS and change.new not in ("==", "!="):
        texts = all(kind == "str" for kind in kinds)
        if not texts and not all(kind in _ORDERED for kind in kinds):
            return "the operands may have no order"
    return None


def _signed(function: Function, change: Change) -> str | None:
    node = change.node
    if change.new != "~" or not isinstance(node, cst.UnaryOperation):
        return None
    return None if function.types.of(node.expression) == "int" else "the operand may be no integer"
