"""The classes of what operators on objects of built-in classes give (LR 6.5 to 6.10).

Operands are exactly of the named classes, not of subclasses, so no method of a program runs. An empty answer means that the
operator always raises, None that the class is not certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Kinds = frozenset[str] | None
"""Names of built-in classes, of one of which a value exactly is; None if that is not proven."""

SCALARS = frozenset({"int", "float", "complex", "bool", "str", "bytes", "NoneType"})
"""Immutable classes whose objects hold no others, so that nothing of a program runs when they are compared, hashed or formatted."""

_NONE: frozenset[str] = frozenset()
_INT = frozenset({"int"})
_BOOL = frozenset({"bool"})
_RANKS = ("int", "float", "complex")
_SEQUENCES = frozenset({"str", "bytes", "list", "tuple"})
_SETS = frozenset({"set", "frozenset"})


def unary(operator: str, kind: str) -> frozenset[str]:
    """Return the classes of ``-x``, ``+x`` or ``~x`` for an object of a class."""
    if kind in ("int", "bool"):
        return _INT
    if kind in ("float", "complex") and operator != "~":
        return frozenset({kind})
    return _NONE


def operated(operator: str, left: Kinds, right: Kinds, exponent_is_positive: bool = False) -> Kinds:
    """Return the classes of a binary operation.

    Args:
        operator: its sign.
        left, right: the classes of the operands.
        exponent_is_positive: whether the right operand is certainly not negative, for ``**``.
    """
    if left is None or right is None:
        return None
    found: list[Kinds] = []
    for one in left:
        for other in right:
            if operator == "**" and one in ("int", "bool") and other == "int" and exponent_is_positive:
                found.append(_INT)
            else:
                found.append(_operated(operator, one, other))
    return joined(found)


def joined(kinds: Iterable[Kinds]) -> Kinds:
    """Return the classes of a value that is one of several."""
    found: set[str] = set()
    for one in kinds:
        if one is None:
            return None
        found |= one
    return frozenset(found)


def compared(operator: str, left: Kinds, right: Kinds) -> Kinds:
    """Return the classes of a comparison."""
    if operator in ("is", "is not", "in", "not in"):
        return _BOOL
    if left is None or right is None:
        return None
    ordered = operator not in ("==", "!=")
    if ordered and (left | right) & {"list", "tuple"}:
        return None  # the answer is that of the first elements that differ
    return _BOOL


def contents(kinds: Kinds) -> Kinds:
    """Return the classes of what an object of given classes gives when it is iterated over."""
    if kinds is None:
        return None
    return joined(_CONTENTS.get(kind) for kind in kinds)


_CONTENTS = {
    "range": _INT,
    "bytes": _INT,
    "str": frozenset({"str"}),
    **dict.fromkeys(("int", "float", "complex", "bool", "NoneType"), _NONE),
}


def _operated(operator: str, left: str, right: str) -> Kinds:
    rule = _RULES.get(operator)
    return rule(operator, left, right) if rule is not None else None


def _rank(kind: str) -> int | None:
    kind = "int" if kind == "bool" else kind
    return _RANKS.index(kind) if kind in _RANKS else None


def _arithmetic(operator: str, left: str, right: str) -> Kinds:
    one, other = _rank(left), _rank(right)
    if one is not None and other is not None:
        return frozenset({_RANKS[max(one, other)]})
    if operator == "+" and left == right and left in _SEQUENCES:
        return frozenset({left})
    if operator == "-" and left in _SETS and right in _SETS:
        return frozenset({left})
    if operator == "*":
        for one_kind, count in ((left, right), (right, left)):
            if one_kind in _SEQUENCES and count in ("int", "bool"):
                return frozenset({one_kind})
    return _unless_known(left, right)


def _division(operator: str, left: str, right: str) -> Kinds:
    one, other = _rank(left), _rank(right)
    if one is None or other is None:
        if operator == "%" and left in ("str", "bytes"):
            return frozenset({left}) if right in SCALARS else None
        return _unless_known(left, right)
    rank = max(one, other)
    if operator == "/":
        return frozenset({_RANKS[max(rank, 1)]})
    return frozenset({_RANKS[rank]}) if rank < 2 else _NONE


def _power(operator: str, left: str, right: str) -> Kinds:
    one, other = _rank(left), _rank(right)
    if one is None or other is None:
        return _unless_known(left, right)
    if max(one, other) == 2:
        return frozenset({"complex"})
    if right == "bool":  # not negative
        return _INT if one == 0 else frozenset({"float"})
    if max(one, other) == 1:
        return frozenset({"float", "complex"})  # (-8) ** 0.5
    return frozenset({"int", "float"})


def _bits(operator: str, left: str, right: str) -> Kinds:
    if left == right == "bool" and operator in ("&", "|", "^"):
        return _BOOL
    if left in ("int", "bool") and right in ("int", "bool"):
        return _INT
    if operator in ("&", "|", "^") and left in _SETS and right in _SETS:
        return frozenset({left})
    if operator == "|" and left == right == "dict":
        return frozenset({"dict"})
    return _unless_known(left, right)


def _unless_known(left: str, right: str) -> Kinds:
    """Return that an operation raises, where both classes are such as take part in none that is not listed."""
    return _NONE if left in SCALARS and right in SCALARS else None


_RULES: dict[str, Callable[[str, str, str], Kinds]] = {
    **dict.fromkeys(("+", "-", "*"), _arithmetic),
    **dict.fromkeys(("/", "//", "%"), _division),
    "**": _power,
    **dict.fromkeys(("&", "|", "^", "<<", ">>"), _bits),
}
