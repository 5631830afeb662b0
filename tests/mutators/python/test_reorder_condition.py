"""Comparisons the other way round: who is asked, in which order, what comes first, places, and what undo takes out again."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import equimorph as em
from mutators.python.reorder_condition import ReorderCondition
from mutators.testing import check
from parsers.source import SourceFile
from tests.mutators.python.running import outcome

MUTATOR = ReorderCondition()
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}

CALLS: list[str] = []


def spying(base: type, answer: object, names: str = "lt le gt ge eq ne") -> type:
    """A subclass whose comparisons write down who asked."""

    def method(name: str) -> Any:  # noqa: ANN401
        def compare(self: object, other: object) -> object:
            CALLS.append(f"{type(self).__name__}.{name} {type(other).__name__}")
            if isinstance(answer, Exception):
                raise answer
            return answer

        return compare

    body = {f"__{name}__": method(name) for name in names.split()}
    return type(f"Spy{base.__name__}", (base,), body | {"__hash__": None})


ANSWERS = (True, False, NotImplemented, 7, ValueError())


def strangers() -> list[object]:
    found: list[object] = [
        1,
        -1,
        True,
        False,
        1.5,
        float("nan"),
        1j,
        "a",
        "",
        b"a",
        None,
        [],
        (),
        {1},
        {},
        range(2),
    ]
    found += [bytearray(b"a"), memoryview(b"a"), frozenset(), object(), int, NotImplemented, ..., slice(1)]
    for answer, base in product(ANSWERS, (object, int, float, complex, str, bytes, list)):
        for names in ("lt le gt ge eq ne", "lt", "gt", "eq", "ne"):
            made = spying(base, answer, names)
            found.append(
                made("1") if base in (int, float, complex, str) else made(b"1") if base is bytes else made()
            )
    return found


def asked(left: object, operator: str, right: object) -> tuple[object, ...]:
    """What a comparison gives or raises, and which methods it calls in which order."""
    CALLS.clear()
    try:
        value = eval(f"left {operator} right", {"left": left, "right": right})
    except Exception as error:
        value = type(error)
    return value, tuple(CALLS)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("operator", MIRRORED)
@pytest.mark.parametrize("modest", [0, 7, 10**30, "", "1", "a", b"", b"1", None], ids=repr)
def test_one_int_text_or_none_is_enough(modest: object, operator: str) -> None:
    """The claim of the docstring, asked of the interpreter: the same methods in the same order, whatever the other operand."""
    for other in strangers():
        assert asked(modest, operator, other) == asked(other, MIRRORED[operator], modest)
        assert asked(other, operator, modest) == asked(modest, MIRRORED[operator], other)


@pytest.mark.parametrize("pair", [(True, int), (1.5, int), (1.5, float), (1j, int), ((), tuple)], ids=repr)
def test_one_bool_or_float_is_not_enough(pair: tuple[object, type]) -> None:
    value, base = pair
    orders = {asked(value, "==", other) == asked(other, "==", value) for other in [spying(base, True)()]}
    assert orders == ({False} if type(value) is not base else {True})


def test_all_elementary_classes_go_with_each_other() -> None:
    values = [
        0,
        1,
        True,
        False,
        1.0,
        0.1,
        float("nan"),
        float("inf"),
        1j,
        "a",
        b"a",
        None,
        2**53 + 1,
        float(2**53),
    ]
    for left, right, operator in product(values, values, MIRRORED):
        assert asked(left, operator, right) == asked(right, MIRRORED[operator], left)


def made(expression: str, before: str = "i, j, x, t = 1, 2, 0.5, 'x'") -> list[str]:
    """What an expression becomes by each site."""
    head, tail = f"def f(a, b, s, xs):\n    {before}\n    return ", "\n"
    source = em.parse(head + expression + tail, language="python")
    return [m.text.removeprefix(head).removesuffix(tail) for m in MUTATOR.mutants(source)]


def refused(expression: str, before: str = "i, j, x, t = 1, 2, 0.5, 'x'") -> list[str | None]:
    source = em.parse(f"def f(a, b, s, xs):\n    {before}\n    return {expression}\n", language="python")
    return [reason for _, reason in MUTATOR.judged(source)]


USES = "an operand may change what the other uses"
CLASSES = "a class of its operands may define comparisons of its own"
BEFORE = "an operand may raise before or after the other's effect"
BOTH = "both operands may raise"


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("a.x == 1", None),
        ("a() == i", None),
        ("(yield) == i", None),
        ("len(s) == len(xs)", USES),
        ("a == len(s)", None),
        ("a == len(b.c)", None),
        ("a[0] is b", None),
        ("a is b", None),
        ("a.b is b", None),
        ("a is g", None),
        ("a() is g", USES),
        ("g is h", BOTH),
        ("i == g", None),
        ("int(a) == int(b)", USES),
        ("(i + 1) == len(a)", None),
        ("1 // i == a()", BOTH),
        ("1 // i == a", None),
        ("(t := 'y') == a", None),
        ("(t := 'y') == a.b", BEFORE),
        ("(t := 'y') == t", USES),
        ("(t := 'y') == (t := 'z')", USES),
        ("len(t) == a()", None),
        ("t[0] == a()", BOTH),
        ("t.upper() == a()", BOTH),
        ("t[0] == 'x'", None),
        ("f'{i}' == a()", BOTH),
        ("f'{t}' == a()", None),
        ("f'{a}' == b", CLASSES),
        ("f'.{a}' == b", None),
        ("(i < j) == (t == 'x')", None),
        ("(i < j) == a", CLASSES),
        ("x == a", CLASSES),
        ("x == float(a)", None),
        ("x < i", None),
        ("x == a == i", "it is a chain of comparisons"),
        ("[i] == [j]", CLASSES),
        ("[a()] == i", None),
        ("(a, b) == (b, a)", CLASSES),
        ("a is (b, a)", None),
        ("{i: a} == None", None),
        ("{a: i} == i", None),
        ("(i if a else j) == b()", USES),
        ("(i and j) == b()", None),
        ("(a or j) == i", None),
        ("not a == i", None),
        ("(not a) == b()", CLASSES),
        ("-i == b()", None),
        ("-i < ~j", None),
        ("~(i == j) == b()", BOTH),
        ("2 ** 1000 == b()", BOTH),
        ("i * j == b()", None),
        ("x * x == float(b())", None),
        ("x * i == float(b())", BOTH),
        ("t + t == b()", None),
        ("t * i == b()", BOTH),
        ("[y for y in xs] == None", None),
        ("await_ == i", None),
        ("undefined == 1", None),
        ("print == a()", CLASSES),
        ("len is a()", None),
        ("i == i", "the operands are the same"),
        ("i is i", "the operands are the same"),
        ("i < i", None),
    ],
)
def test_what_may_be_evaluated_in_the_other_order(expression: str, reason: str | None) -> None:
    assert refused(expression)[0] == reason


def test_what_may_be_unbound_raises() -> None:
    assert refused("n == a()", "if a: n = 1") == [BOTH]
    assert refused("n == 1", "if a: n = 1") == [None]
    assert refused("n == m", "if a: n = m = 1") == [BOTH]
    assert refused("n == a()", "n = 1\n    def g():\n        nonlocal n\n        n = 2") == [CLASSES]
    assert refused("n is a()", "n = 1\n    def g():\n        nonlocal n\n        n = 2") == [USES]
    assert refused("n is a()", "n = 1\n    def g(): return n") == [None]


def test_class_bodies_read_names_from_any_mapping() -> None:
    lines = ["class C(metaclass=a):", "k = i < j", "l = 1 < b", "m = i is j", "n = len(b) == b"]
    body = "i, j = 1, 2\n    " + "\n        ".join(lines)
    assert refused("None", body) == [CLASSES, None, USES, CLASSES]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(1)if(i)==2else 3", "(1)if 2==(i)else 3"),
        ("[]or(i)==(2)", "[]or(2)==(i)"),
        ("i<-1", "-1>i"),
        ("(i\n        # why\n        <2)", "(2\n        # why\n        >i)"),
        ("(i, # a\n        j) == 1", "1 == (i, # a\n        j)"),
        ("f'{ {1} == i}'", "f'{ i == {1}}'"),
        ("f'{i == {1}}'", "f'{ {1} == i}'"),
        ("f'{i==1!r:>{j}}'", "f'{1==i!r:>{j}}'"),
        ("a if i == 2 else b", "a if 2 == i else b"),
        ("lambda: s == 1", "lambda: 1 == s"),
        ("[s for s in xs if s != 'é']", "[s for s in xs if 'é' != s]"),
        ("i \\\n        <= \\\n        j", "j \\\n        >= \\\n        i"),
    ],
)
def test_layout(before: str, after: str) -> None:
    assert made(before) == [after]


def test_an_annotation_is_left_alone() -> None:
    source = em.parse("def f(a: 1 < 2) -> 3 < 4:\n    x: 5 < 6 = a\n    return x\n", language="python")
    assert [reason for _, reason in MUTATOR.judged(source)] == ["an annotation may be read as text"] * 3


def test_a_function_alone_assumes_what_builtin_names_mean() -> None:
    def assumed(text: str) -> list[tuple[str, ...]]:
        return [m.mutation.assumptions for m in MUTATOR.mutants(em.parse(text, language="python"))]

    assert assumed("def f(s, t):\n    return len(s) < t.n or int(t) == s\n") == [
        ("the name int is the built-in one",)
    ]
    assert assumed("def f(s):\n    return len(s) < 3\n") == [()]
    assert assumed("x = 1\ndef f(s, t):\n    return int(t) == s\n") == [()]
    assert assumed("int = 1\ndef f(s, t):\n    return int(t) == s\n") == []


def test_all_examples_of_the_issue() -> None:
    assert made("len(s) < 3") == ["3 > len(s)"]


def test_undo_in_a_patch_around_it() -> None:
    text = "def f(s):\n    if len(s) < 3:\n        return 0\n    return 1\n"
    [mutant] = MUTATOR.mutants(em.parse(text, language="python"))
    assert "3 > len(s)" in mutant.text
    patched = mutant.text.replace("return 0", "return -1").replace("def f(s):", "def f(s, t=0):")
    undone = em.parse(patched, language="python")
    assert MUTATOR.undo(undone, text.encode(), mutant.mutation) == text.replace(
        "return 0", "return -1"
    ).replace("def f(s):", "def f(s, t=0):")


SUBJECT = """
log = []

class Loud:
    def __init__(self, value): self.value = value
    def __lt__(self, other): log.append(("lt", other)); return self.value < other
    def __gt__(self, other): log.append(("gt", other)); return self.value > other
    def __eq__(self, other): log.append(("eq", other)); return NotImplemented

class Count(int):
    def __gt__(self, other): log.append(("count", int(other))); return True
    def __eq__(self, other): log.append(("same", other)); return False

def loud(n):
    log.append(n)
    return n

def first(values):
    found = []
    for value in values:
        n = 3
        found.append((value < n, n > value, value == 3, 3 == value, value != "a"))
        if value is None or n is not value: found.append(None is not value)
    return found

def second(xs):
    k = 0
    while k < len(xs) and xs[k] != 2:
        k += 1
    def inner():
        nonlocal k
        k = loud(k + 1)
        return k
    return k, inner() == 3, 3 == inner(), loud(1) < 2, 0.5 < len(xs) / 3, loud(2) == loud(3)

def third(n):
    total = 0
    for i in range(n):
        if i % 2 == 0 or i == 7: total += i
        try:
            if 1 // i < 1: total -= 1
        except ZeroDivisionError:
            total = total if total < 10 else 10
    return total, [i for i in range(n) if i > 2], (lambda q: q == 1)(1)

for value in (Loud(2), Loud(5), Count(3)):
    try: print(first([value]))
    except Exception as error: print(type(error))
print(second([5, 2, 9]), third(9), log)
"""


def test_a_module_behaves_the_same() -> None:
    source = SourceFile(SUBJECT.encode(), language="python")
    expected = outcome(SUBJECT)
    mutants = list(MUTATOR.mutants(source))
    assert len(mutants) == 19
    for mutant in mutants:
        assert outcome(mutant.text) == expected, mutant.mutation.edits


def test_an_expression_as_deep_as_is_read_is_followed() -> None:
    assert len(made("(" + " + ".join(["a"] * 240) + ") == 1")) == 1


def test_the_laws_hold() -> None:
    check(ReorderCondition, [SUBJECT], at_least=19, undos=3, processes=False)
    check(ReorderCondition, at_least=19, undos=5, processes=False)
