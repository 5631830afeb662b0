"""The table of operators, held against Java's arithmetic."""

from __future__ import annotations

from itertools import product

import pytest

from parsers.java.syntax.operators import (
    ARITHMETIC,
    BITWISE,
    COMPARISONS,
    COMPOUND,
    DUAL,
    JUNCTIONS,
    MIRRORED,
    NEGATED,
    PRECEDENCE,
    SHIFTS,
)
from parsers.java.values.arithmetic import Constant, binary

NUMBERS = [Constant("int", n) for n in (-1, 0, 1)]
BOOLEANS = [Constant("boolean", value) for value in (False, True)]


def value(one: Constant, sign: str, other: Constant) -> object:
    found = binary(sign, one, other)
    assert found is not None
    return found.value


def test_groups_make_up_all_operators() -> None:
    assert PRECEDENCE.keys() == {*ARITHMETIC, *SHIFTS, *BITWISE, *COMPARISONS, *JUNCTIONS}
    assert PRECEDENCE.keys() - {*COMPARISONS, *JUNCTIONS} == COMPOUND
    assert MIRRORED.keys() == NEGATED.keys() == set(COMPARISONS)


@pytest.mark.parametrize("sign", COMPARISONS)
def test_comparisons(sign: str) -> None:
    for one, other in product(NUMBERS, NUMBERS):
        assert value(one, sign, other) == value(other, MIRRORED[sign], one)
        assert value(one, sign, other) != value(one, NEGATED[sign], other)


@pytest.mark.parametrize("sign", JUNCTIONS)
def test_junctions(sign: str) -> None:
    for one, other in product(BOOLEANS, BOOLEANS):
        flipped = (Constant("boolean", not part.value) for part in (one, other))
        assert value(one, sign, other) is not value(next(flipped), DUAL[sign], next(flipped))
