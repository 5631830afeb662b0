from __future__ import annotations

import math

import pytest

from parsers.java.values.arithmetic import Constant, Value, binary, cast, conditional, literal, unary

INT_MIN, LONG_MIN = -(2**31), -(2**63)


def constant(value: Value, type_: str = "") -> Constant:
    known = {bool: "boolean", int: "int", float: "double", str: "String"}
    return Constant(type_ or known[type(value)], value)


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("decimal_integer_literal", "1_000", constant(1000)),
        ("decimal_integer_literal", "7l", constant(7, "long")),
        ("hex_integer_literal", "0xFFFF_FFFF", constant(-1)),
        ("hex_integer_literal", "0x80000000L", constant(2**31, "long")),
        ("octal_integer_literal", "017", constant(15)),
        ("binary_integer_literal", "0b101", constant(5)),
        ("decimal_floating_point_literal", "1e3f", constant(1000.0, "float")),
        ("decimal_floating_point_literal", "1d", constant(1.0)),
        # Rounded once: the double nearest to it lies in the middle of two floats.
        ("decimal_floating_point_literal", "1.00000005960464484f", constant(1.0000001192092896, "float")),
        ("decimal_floating_point_literal", "1e400", None),
        ("hex_floating_point_literal", "0x1p-1", constant(0.5)),
        ("character_literal", r"'\377'", constant(255, "char")),
        ("character_literal", r"'\uuu0041'", constant(65, "char")),
        ("string_literal", r'"\400"', constant(" 0")),
        ("string_literal", r'"\s\t\\"', constant(" \t\\")),
        ("string_literal", '"\U0001f600"', constant("\ud83d\ude00")),
        ("string_literal", '"""\nx"""', constant(None, "String")),
        ("string_literal", r'"\q"', None),
        ("null_literal", "null", None),
    ],
)
def test_literals(kind: str, text: str, expected: Constant | None) -> None:
    assert literal(kind, text) == expected


@pytest.mark.parametrize(
    ("left", "operator", "right", "expected"),
    [
        (constant(2**31 - 1), "+", constant(1), constant(INT_MIN)),
        (constant(2**31 - 1), "+", constant(1, "long"), constant(2**31, "long")),
        (constant(INT_MIN), "/", constant(-1), constant(INT_MIN)),
        (constant(-7), "/", constant(2), constant(-3)),
        (constant(-7), "%", constant(2), constant(-1)),
        (constant(7), "%", constant(-2), constant(1)),
        (constant(1), "/", constant(0), None),
        (constant(1), "%", constant(None, "float"), constant(None, "float")),
        (constant(1), "<<", constant(33), constant(2)),
        (constant(1, "long"), "<<", constant(33), constant(2**33, "long")),
        (constant(1), "<<", constant(33, "long"), constant(2)),
        (constant(-8), ">>", constant(1), constant(-4)),
        (constant(-1), ">>>", constant(28), constant(15)),
        (constant(-1, "byte"), ">>>", constant(28), constant(15)),
        (constant(6), "&", constant(3, "byte"), constant(2)),
        (constant(6), "^", constant(3), constant(5)),
        (constant(True), "^", constant(True), constant(False)),
        (constant(True), "!=", constant(False), constant(True)),
        (constant(True), "|", constant(False), constant(True)),
        (constant(True), "&", constant(False), constant(False)),
        (constant(True), "<", constant(False), None),
        (constant(True), "+", constant(1), None),
        (constant("a"), "==", constant("a"), constant(True)),
        (constant("a"), "-", constant("a"), None),
        (constant("x"), "+", constant(65, "char"), constant("xA")),
        (constant(65, "char"), "+", constant(1), constant(66)),
        (constant(True), "+", constant("x"), constant("truex")),
        (constant("x"), "+", constant(1.0), constant(None, "String")),
        (constant(1.0), "/", constant(-0.0), constant(-math.inf)),
        (constant(-1.0), "/", constant(0.0), constant(-math.inf)),
        (constant(-5.5), "%", constant(2.0), constant(-1.5)),
        (constant(16777216), "+", constant(1.0, "float"), constant(16777216.0, "float")),
        (constant(1), "<", constant(1.5), constant(True)),
        (constant(2), "<=", constant(2, "long"), constant(True)),
        (constant(None, "double"), "<", constant(2), constant(None, "boolean")),
        (constant(1.0), "<<", constant(2), None),
        (constant(None, "int"), "/", constant(2), None),
        (constant(None, "int"), "*", constant(2), constant(None, "int")),
    ],
)
def test_binary_operators(left: Constant, operator: str, right: Constant, expected: Constant | None) -> None:
    assert binary(operator, left, right) == expected


def test_a_quotient_of_zeros_is_no_number() -> None:
    for left, operator, right in ((0.0, "/", 0.0), (math.inf, "%", 2.0), (1.0, "%", 0.0)):
        found = binary(operator, constant(left), constant(right))
        assert found is not None
        assert isinstance(found.value, float)
        assert math.isnan(found.value)


@pytest.mark.parametrize(
    ("operator", "operand", "expected"),
    [
        ("-", constant(INT_MIN), constant(INT_MIN)),
        ("-", constant(1, "byte"), constant(-1)),
        ("-", constant(LONG_MIN, "long"), constant(LONG_MIN, "long")),
        ("+", constant(65, "char"), constant(65)),
        ("~", constant(0), constant(-1)),
        ("~", constant(1.0), None),
        ("!", constant(True), constant(False)),
        ("!", constant(1), None),
        ("-", constant("x"), None),
    ],
)
def test_unary_operators(operator: str, operand: Constant, expected: Constant | None) -> None:
    assert unary(operator, operand) == expected


@pytest.mark.parametrize(
    ("operand", "type_", "expected"),
    [
        (constant(200), "byte", constant(-56, "byte")),
        (constant(-1), "char", constant(0xFFFF, "char")),
        (constant(65, "char"), "short", constant(65, "short")),
        (constant(0xFFFF, "char"), "short", constant(-1, "short")),
        (constant(1e10), "int", constant(2**31 - 1)),
        (constant(1e10), "long", constant(10**10, "long")),
        # By way of an int: its lowest bits.
        (constant(1e10), "byte", constant(-1, "byte")),
        (constant(-1e10), "short", constant(0, "short")),
        (constant(-2.9), "int", constant(-2)),
        (constant(math.nan), "int", constant(0)),
        (constant(16777217), "float", constant(16777216.0, "float")),
        (constant(2**62 + 1, "long"), "double", constant(2.0**62)),
        (constant(1e40), "float", constant(math.inf, "float")),
        (constant("1"), "int", None),
        (constant(1), "boolean", None),
        (constant(None, "double"), "int", constant(None, "int")),
    ],
)
def test_casts(operand: Constant, type_: str, expected: Constant | None) -> None:
    assert cast(operand, type_) == expected


@pytest.mark.parametrize(
    ("condition", "yes", "no", "expected"),
    [
        (True, constant(1), constant(2), constant(1)),
        (False, constant(1), constant(2), constant(2)),
        (True, constant(1), constant(2.0), constant(1.0)),
        (True, constant(1, "byte"), constant(2, "short"), constant(1, "short")),
        # JLS 15.25: the type of the other operand, if the int fits in it.
        (True, constant(65, "char"), constant(0), constant(65, "char")),
        (False, constant(65, "char"), constant(7), constant(7, "char")),
        (True, constant(65, "char"), constant(-1), constant(65)),
        (True, constant(1000), constant(1, "byte"), constant(1000)),
        (True, constant(1, "byte"), constant(65, "char"), constant(1)),
        (True, constant("x"), constant(1), None),
    ],
)
def test_conditional_expressions(
    condition: bool, yes: Constant, no: Constant, expected: Constant | None
) -> None:
    assert conditional(constant(condition), yes, no) == expected
