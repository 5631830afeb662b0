"""Java's arithmetic on constants: wrap-around, float rounding, casts, concatenation (JLS 4.2, 5.1, 15.15 to
15.25)."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from fractions import Fraction

from parsers.java.syntax.operators import BITWISE, EQUALITY, JUNCTIONS, SHIFTS

__all__ = ["Constant", "Value", "binary", "cast", "conditional", "literal", "unary"]

Value = int | float | bool | str | None

_BITS = {"byte": 8, "short": 16, "int": 32, "long": 64}
_RANK = ("int", "long", "float", "double")
_INTEGRAL = frozenset({"byte", "short", "char", "int", "long"})
_LOGICAL = frozenset(JUNCTIONS + BITWISE)
_SMALL = ("byte", "short", "char")
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "s": " ", '"': '"', "'": "'", "\\": "\\"}


@dataclass(frozen=True, slots=True)
class Constant:
    """The value of a constant expression.

    Attributes:
        type: "int", ..., "boolean" or "String".
        value: a number (a UTF-16 code unit for "char"), a bool, or a str of UTF-16 code units; None if the
            expression is constant but its value is not computed (text blocks, floating-point numbers as
            strings).
    """

    type: str
    value: Value


def _wrap(value: int, type_: str) -> int:
    if type_ == "char":
        return value & 0xFFFF
    bits = _BITS[type_]
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def _float(value: float | int | Fraction) -> float:
    """Return the nearest `float`, ties to even (JLS 5.1.2): through a double rounded to odd, so that it is rounded once."""
    if isinstance(value, float):
        near = value
    else:
        exact = Fraction(value)
        near = float(exact) if abs(exact) < 2**1000 else math.copysign(math.inf, exact)
        if (
            math.isfinite(near)
            and Fraction(near) != exact
            and not struct.unpack("<q", struct.pack("<d", near))[0] & 1
        ):
            near = math.nextafter(near, math.inf if exact > near else -math.inf)
    try:
        return float(struct.unpack("<f", struct.pack("<f", near))[0])
    except OverflowError:
        return math.copysign(math.inf, near)


def _to_double(value: int | float) -> float:
    return float(value)  # an int64 never overflows; Python rounds to even, as Java does


def literal(kind: str, text: str) -> Constant | None:
    """Return the constant that a literal's text denotes (JLS 3.10), or None if it is null or ill-formed.

    Args:
        kind: Node type of the literal.
        text: Text as written.
    """
    if kind in ("true", "false"):
        return Constant("boolean", kind == "true")
    if kind == "string_literal":
        if text.startswith('"""'):
            return Constant("String", None)
        decoded = _unescape(text[1:-1])
        return Constant("String", decoded) if decoded is not None else None
    if kind == "character_literal":
        decoded = _unescape(text[1:-1])
        return Constant("char", ord(decoded)) if decoded is not None and len(decoded) == 1 else None
    try:
        return _number(kind, text.replace("_", ""))
    except (ValueError, OverflowError):
        return None


def _number(kind: str, text: str) -> Constant | None:
    if kind.endswith("_integer_literal"):
        type_ = "long" if text[-1] in "lL" else "int"
        digits = text.rstrip("lL")
        base = {"hex": 16, "octal": 8, "binary": 2}.get(kind.split("_")[0], 10)
        return Constant(type_, _wrap(int(digits[2:] if base in (2, 16) else digits, base), type_))
    if not kind.endswith("_floating_point_literal"):
        return None
    single = text[-1] in "fF"
    digits = text.rstrip("fFdD")
    if kind.startswith("hex"):
        value = float.fromhex(digits)
        return Constant("float", _float(value)) if single else Constant("double", value)
    if abs(float(digits)) == math.inf:
        return None
    # Exact fractions only of numbers a float can hold: 1e-9999999 would fill the memory.
    small = single and float(digits) and 1e-60 < abs(float(digits)) < 1e60
    return (
        Constant("float", _float(Fraction(digits) if small else float(digits)))
        if single
        else Constant("double", float(digits))
    )


def _unescape(text: str) -> str | None:
    """Return a literal's content as UTF-16 code units (JLS 3.3, 3.10.7)."""
    out: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        at += 1
        if char != "\\":
            out.append(char)
            continue
        char = text[at : at + 1]
        if char == "u":
            while text[at : at + 1] == "u":
                at += 1
            out.append(chr(int(text[at : at + 4], 16)))
            at += 4
        elif char in "01234567" and char:
            end = at + 1
            while end < len(text) and end - at < (3 if char in "0123" else 2) and text[end] in "01234567":
                end += 1
            out.append(chr(int(text[at:end], 8)))
            at = end
        elif char in _ESCAPES:
            out.append(_ESCAPES[char])
            at += 1
        else:
            return None
    joined = "".join(out)
    if joined.isascii():
        return joined
    units = joined.encode("utf-16-le", "surrogatepass")
    return "".join(map(chr, struct.unpack(f"<{len(units) // 2}H", units)))


def cast(operand: Constant, type_: str) -> Constant | None:
    """Return a constant converted to a primitive type or String (JLS 5.1.2, 5.1.3, 5.1.4), or None if that is no conversion."""
    if operand.type == type_:
        return operand
    if type_ in ("String", "boolean") or operand.type in ("String", "boolean"):
        return None
    value = operand.value
    if value is None:
        return Constant(type_, None)
    assert isinstance(value, int | float)
    if type_ == "double":
        return Constant(type_, _to_double(value))
    if type_ == "float":
        return Constant(type_, _float(value))
    if isinstance(value, float):
        wide = "long" if type_ == "long" else "int"
        low, high = -(1 << (_BITS[wide] - 1)), (1 << (_BITS[wide] - 1)) - 1
        value = 0 if math.isnan(value) else high if value >= high else low if value <= low else int(value)
    return Constant(type_, _wrap(value, type_))


def _promote(*types: str) -> str | None:
    if any(type_ in ("boolean", "String") for type_ in types):
        return None
    return max((type_ if type_ in _RANK else "int" for type_ in types), key=_RANK.index)


def unary(operator: str, operand: Constant) -> Constant | None:
    """Return a constant under ``+ - ~ !``, or None if the operator does not fit (JLS 15.15)."""
    if operator == "!":
        if operand.type != "boolean":
            return None
        return Constant("boolean", None if operand.value is None else not operand.value)
    type_ = _promote(operand.type)
    promoted = cast(operand, type_) if type_ is not None else None
    if type_ is None or promoted is None:
        return None
    value = promoted.value
    if value is None:
        return promoted
    assert isinstance(value, int | float)
    if operator == "+":
        return promoted
    if operator == "-":
        return Constant(type_, _wrap(-value, type_) if isinstance(value, int) else -value)
    return Constant(type_, ~value) if operator == "~" and isinstance(value, int) else None


def binary(operator: str, left: Constant, right: Constant) -> Constant | None:
    """Return two constants under a binary operator (JLS 15.17 to 15.24), or None: no fit, or a division by zero."""
    if operator == "+" and "String" in (left.type, right.type):
        parts = [_as_string(left), _as_string(right)]
        return Constant("String", None if None in parts else "".join(part or "" for part in parts))
    if operator in SHIFTS:
        return _shift(operator, left, right)
    if left.type == right.type and left.type in ("boolean", "String"):
        return _logic(operator, left, right)
    type_ = _promote(left.type, right.type)
    if type_ is None:
        return None
    one, other = cast(left, type_), cast(right, type_)
    if one is None or other is None:
        return None
    a, b = one.value, other.value
    if operator in _COMPARE:
        return Constant("boolean", None if a is None or b is None else _COMPARE[operator](a, b))
    if a is None or b is None:
        return None if operator in ("/", "%") and type_ in _INTEGRAL else Constant(type_, None)
    if type_ in _INTEGRAL:
        assert isinstance(a, int)
        assert isinstance(b, int)
        whole = _integral(operator, a, b)
        return None if whole is None else Constant(type_, _wrap(whole, type_))
    assert isinstance(a, float)
    assert isinstance(b, float)
    real = _floating(operator, a, b)
    return None if real is None else Constant(type_, _float(real) if type_ == "float" else real)


_COMPARE = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


def _as_string(operand: Constant) -> str | None:
    value = operand.value
    if operand.type in ("float", "double") or value is None:
        return None
    if operand.type == "char":
        assert isinstance(value, int)
        return chr(value)
    return str(value).lower() if operand.type == "boolean" else str(value)


def _shift(operator: str, left: Constant, right: Constant) -> Constant | None:
    type_, distance = _promote(left.type), _promote(right.type)
    if type_ not in _BITS or distance not in _BITS:
        return None
    a, b = left.value, right.value
    if a is None or b is None:
        return Constant(type_, None)
    assert isinstance(a, int)
    assert isinstance(b, int)
    bits = _BITS[type_]
    b &= bits - 1
    if operator == ">>>":
        a &= (1 << bits) - 1
    return Constant(type_, _wrap(a << b if operator == "<<" else a >> b, type_))


def _logic(operator: str, left: Constant, right: Constant) -> Constant | None:
    a, b = left.value, right.value
    if operator not in EQUALITY and (left.type == "String" or operator not in _LOGICAL):
        return None
    if a is None or b is None:
        return Constant("boolean", None)
    if operator in ("==", "!=", "^"):
        return Constant("boolean", (a == b) is (operator == "=="))
    return Constant("boolean", bool(a and b) if operator in ("&&", "&") else bool(a or b))


def _integral(operator: str, a: int, b: int) -> int | None:
    match operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "&":
            return a & b
        case "|":
            return a | b
        case "^":
            return a ^ b
    if operator not in ("/", "%") or b == 0:
        return None
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient if operator == "/" else a - quotient * b


def _floating(operator: str, a: float, b: float) -> float | None:
    match operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            if b:
                return a / b
            return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)
        case "%":
            return math.nan if b == 0 or math.isinf(a) or math.isnan(a) or math.isnan(b) else math.fmod(a, b)
    return None


def conditional(condition: Constant, yes: Constant, no: Constant) -> Constant | None:
    """Return ``condition ? yes : no`` of constants (JLS 15.25), or None if the types do not fit."""
    if condition.type != "boolean":
        return None
    type_ = _conditional_type(yes, no)
    if type_ is None:
        return None
    if condition.value is None:
        return Constant(type_, None)
    return cast(yes if condition.value else no, type_)


def _conditional_type(yes: Constant, no: Constant) -> str | None:
    if yes.type == no.type:
        return yes.type
    if {yes.type, no.type} == {"byte", "short"}:
        return "short"
    for small, other in ((yes, no), (no, yes)):
        if small.type in _SMALL and other.type == "int":
            if other.value is None:
                return None
            assert isinstance(other.value, int)
            return small.type if _wrap(other.value, small.type) == other.value else "int"
    return _promote(yes.type, no.type)
