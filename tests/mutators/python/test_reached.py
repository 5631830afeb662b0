"""Where the compiler makes code, and two codes that differ at once."""

from __future__ import annotations

import libcst as cst
import pytest

from mutators.python.operator_mutation.reached import is_reached
from parsers.oracles.interpreter.code import same_code
from parsers.oracles.interpreter.differing import surely_differ
from parsers.python.function import functions_of
from parsers.source import SourceFile


def _reached(body: str) -> bool:
    """Return whether the only addition of a function is reached."""
    [function] = functions_of(SourceFile(f"def f(a, b, c):\n{body}\n".encode(), language="python"))
    [node] = function.all(cst.BinaryOperation)
    return is_reached(function, node)


@pytest.mark.parametrize(
    "body",
    [
        "    return a + b",
        "    if a: return b\n    c = a + b",
        "    if a:\n        return b\n    elif b:\n        c\n    else: return\n    return a + b",
        "    while a:\n        break\n    return a + b",
        "    for a in b: continue\n    return a + b",
        "    try:\n        a = a + b\n    except c: return",
        "    try:\n        c()\n    except c: pass\n    a += a + b",
        "    match a:\n        case 1: return\n        case 2: b\n    return a + b",
        "    with a: b\n    return lambda: a + b",
        "    def g(): return\n    return a and a + b",
        "    assert a, b\n    return [a + b for a in c if a]",
    ],
)
def test_code_that_is_reached(body: str) -> None:
    assert _reached(body)


@pytest.mark.parametrize(
    "body",
    [
        "    return; a + b",
        "    raise a\n    return a + b",
        "    if a: return b\n    else: return c\n    return a + b",
        "    while True:\n        if b: return\n    return a + b",
        "    while a: b\n    else: return\n    return a + b",
        "    while a: b\n    else: return a + b",
        "    for a in b: c\n    else: return\n    return a + b",
        "    try: return\n    except c: pass\n    return a + b",
        "    try: a\n    finally: return\n    return a + b",
        "    try: a\n    except c: a + b",
        "    with a: return\n    return a + b",
        "    match a:\n        case 1: return\n        case _: return\n    return a + b",
        "    assert 0, a + b",
        "    assert ()\n    return a + b",
        "    if __debug__: return a + b",
        "    if 0 and c: return a + b",
        "    return 1 or a + b",
        "    return a + b if (0, 1)[0] else c",
        "    if not -1: return a + b",
        "    return [a + b for a in b if 0]",
        "    for a in b:\n        if c:\n            continue\n            a + b",
        "    match a:\n        case 1 if 0: a + b",
        "    match a:\n        case c if True: return\n        case _: b\n    return a + b",
    ],
)
def test_code_that_may_not_be_reached(body: str) -> None:
    assert not _reached(body)


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("a + b", "a - b", True),
        ("a < b", "a <= b", True),
        ("a is b", "a is not b", True),
        ("a in b", "a not in b", True),
        ("1 + 2", "1 - 2", True),
        ("-0.0", "0.0", True),
        ("1", "True", True),
        ("'a'", "b'a'", True),
        ("lambda: a + b", "lambda: a * b", True),
        ("[lambda: 1, lambda: 2]", "[lambda: 1, lambda: 3]", True),
        ("2 + 3", "5", False),
        ("a if 1 else b - c", "a if 1 else b + c", False),
        ("a if 1 else (lambda: 2)", "a if 1 else (lambda: 3)", False),
        ("a in {1, 2}", "a in {2, 1}", False),
    ],
)
def test_codes_that_surely_differ_have_other_forms(one: str, other: str, differ: bool) -> None:
    left, right = [compile(f"def f(a, b, c): return {text}\n", "<test>", "exec") for text in (one, other)]
    assert surely_differ(left, right) is differ
    assert same_code(left, right) is not differ


def test_too_many_constants_are_not_compared() -> None:
    many = "x = [{}]\ndef f(): return {}\n"
    numbers = "".join(f"g({number}.5), " for number in range(300))
    codes = [compile(many.format(numbers, text), "<test>", "exec") for text in ("1", "2")]
    assert not surely_differ(*codes)
