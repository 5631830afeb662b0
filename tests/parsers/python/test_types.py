"""Classes of Python's values: the tables agree with the interpreter on hostile objects, and no program contradicts a proof."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import libcst as cst
import pytest

from parsers.python.function import Function
from parsers.python.types.analysis import IMMUTABLE
from parsers.python.types.calls import ELEMENTARY, FUNCTIONS, METHODS
from parsers.python.types.operators import compared, contents, operated, unary
from parsers.source import SourceFile
from tests.parsers.python.claims import checked
from tests.strategies.python_programs import seeded

SAMPLES: dict[str, list[Any]] = {
    "int": [0, 1, -1, 2, -3, 10**20],
    "float": [0.0, 1.0, -2.5, float("nan"), float("inf")],
    "complex": [0j, 1 + 2j],
    "bool": [True, False],
    "str": ["", "a", "%s", "%d%%"],
    "bytes": [b"", b"a", b"%b"],
    "NoneType": [None],
    "tuple": [(), (1, 2)],
    "list": [[], [1]],
    "set": [set(), {1, 2}],
    "frozenset": [frozenset(), frozenset({1})],
    "dict": [{}, {1: 2}],
    "range": [range(0), range(3)],
}
BINARY = ("+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>", "@")
COMPARISONS = ("<", ">", "<=", ">=", "==", "!=", "is", "is not", "in", "not in")


def kind(value: object) -> str:
    return type(value).__name__


def results(operator: str, left: str, right: str) -> Iterator[object]:
    for one, other in product(SAMPLES[left], SAMPLES[right]):
        if operator in ("<<", "**") and isinstance(other, int) and other > 100:
            continue
        if operator == "*" and 10**20 in (one, other) and not isinstance(one, int | float | complex):
            continue
        try:
            yield eval(f"one {operator} other", {"one": one, "other": other})
        except (ArithmeticError, TypeError, ValueError, MemoryError):
            continue


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("operator", BINARY)
def test_operators_give_what_the_interpreter_gives(operator: str) -> None:
    for left, right in product(SAMPLES, SAMPLES):
        claimed = operated(operator, frozenset({left}), frozenset({right}))
        if claimed is not None:
            given = {kind(value) for value in results(operator, left, right)}
            assert given <= claimed, (left, operator, right)
    numbers = [kinds for kinds in SAMPLES if kinds in ("int", "float", "bool", "complex")]
    for left, right in product(numbers, numbers) if operator != "@" else ():
        claimed = operated(operator, frozenset({left}), frozenset({right}))
        assert claimed == {kind(value) for value in results(operator, left, right)} or operator == "**"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("operator", COMPARISONS)
def test_comparisons_give_what_the_interpreter_gives(operator: str) -> None:
    for left, right in product(SAMPLES, SAMPLES):
        claimed = compared(operator, frozenset({left}), frozenset({right}))
        assert claimed is None or {kind(v) for v in results(operator, left, right)} <= claimed


@pytest.mark.filterwarnings("ignore")
def test_unary_operators_and_contents_give_what_the_interpreter_gives() -> None:
    for one, values in SAMPLES.items():
        for operator, value in product("-+~", values):
            try:
                given = eval(f"{operator}value", {"value": value})
            except TypeError:
                assert not unary(operator, one)
            else:
                assert unary(operator, one) == {kind(given)}
        claimed = contents(frozenset({one}))
        for value in values:
            if claimed is not None and hasattr(value, "__iter__"):
                assert {kind(element) for element in value} <= claimed


_AUGMENTED = (
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "and",
    "or",
    "xor",
    "lshift",
    "matmul",
)


def test_immutable_classes_have_no_augmented_operators() -> None:
    methods = [f"__i{word}__" for word in _AUGMENTED]
    for one, [value, *_] in SAMPLES.items():
        assert (one in IMMUTABLE) is not (one in ("list", "set", "dict"))
        if one in IMMUTABLE:
            assert not any(hasattr(value, method) for method in methods)


class I(int):  # noqa: E742
    """An int's subclass that answers with itself."""

    def __index__(self) -> int:
        return I(int(self))

    __hash__ = int.__hash__


class S(str):
    """A str's subclass."""


class B(bytes):
    """A bytes' subclass."""


class Hostile:
    """Its conversions give objects of subclasses."""

    def __int__(self) -> int:
        return I(3)

    def __index__(self) -> int:
        return I(3)

    def __len__(self) -> int:
        return I(3)

    def __hash__(self) -> int:
        return I(3)

    def __float__(self) -> float:
        return type("F", (float,), {})(2.0)

    def __complex__(self) -> complex:
        return type("C", (complex,), {})(2.0)

    def __iter__(self) -> Iterator[object]:
        return iter([S("a"), I(1)])

    def __str__(self) -> str:
        return S("a")

    def __contains__(self, other: object) -> bool:
        return True


class Truncates:
    """It has a whole part only."""

    def __trunc__(self) -> int:
        return I(3)


ARGUMENTS: list[tuple[Any, ...]] = [
    (),
    (Hostile(),),
    (Truncates(),),
    (S(""),),
    (B(b""),),
    (B(range(256)),),
    (I(2),),
    (S("2"),),
    (B(b"2"),),
    ("x",),
    (b"x",),
    (2,),
    (S("1"), I(9)),
    ("a", S("b")),
    (I(1), I(5)),
    (I(5), S("-")),
    ([S("a")],),
    ([B(b"a")],),
    (S("a"), S("b"), I(1)),
    (B(b"a"), B(b"b")),
    ({97: S("q")},),
    (S("real"), 1),
    (int, int),
    (1, I),
    ({I(1): S("a")},),
    (frozenset({I(1)}),),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_return_exactly_the_class_for_hostile_arguments(name: str) -> None:
    returned = 0
    for arguments in ARGUMENTS if name not in ("print", "delattr", "setattr") else [()]:
        try:
            value = eval(name)(*arguments)
        except (TypeError, ValueError, AttributeError):
            continue
        returned += 1
        assert kind(value) in FUNCTIONS[name], (name, arguments)
    assert returned or name in ("delattr", "setattr")


@pytest.mark.parametrize("name", ELEMENTARY)
def test_functions_of_elementary_arguments_return_exactly_the_class(name: str) -> None:
    for values in ("int", "float", "complex", "bool", "str", "bytes", "NoneType"):
        for value in SAMPLES[values]:
            if not (name == "bytes" and value == 10**20):
                try:
                    given = eval(name)(value)
                except (TypeError, ValueError):
                    continue
                assert kind(given) in ELEMENTARY[name]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("of", "name"), [(of, name) for of, table in METHODS.items() for name in table])
def test_methods_return_exactly_the_class_for_hostile_arguments(of: str, name: str) -> None:
    returned = 0
    for value, arguments in product(SAMPLES[of], ARGUMENTS):
        again = value.copy() if of in ("list", "set", "dict") else value
        try:
            given = getattr(again, name)(*arguments)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError):
            continue
        returned += 1
        assert type(given).__name__ in METHODS[of][name], (value, name, arguments)
    assert returned or (of, name) in {
        ("range", "index"),
        ("list", "index"),
        ("list", "remove"),
        ("set", "remove"),
    }


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("n = 1\nreturn n", "int"),
        ("n = 1\nn += 1\nreturn n", "int"),
        ("n = 1\nwhile p: n = n * 2 - 1\nreturn n", "int"),
        ("n = 1\nfor i in range(9): n += i\nreturn n", "int"),
        ("n = 0\nfor i, x in enumerate(p): n = i\nreturn n", "int"),
        ("n = 0\nfor x in p: n += x\nreturn n", None),
        ("n = 0\nn += p\nn = 0\nreturn n", "int"),
        ("n = 1 if p else 'x'\nreturn n", "int str"),
        ("n = p or 1\nreturn n", None),
        ("n = 1\nn /= 2\nreturn n", "float"),
        ("n = 2 ** p\nreturn n", None),
        ("n = 2\nreturn n ** 2", "int"),
        ("n = 2\nreturn n ** n", "int float"),
        ("n = 2.0\nreturn n ** n", "float complex"),
        ("return True + True", "int"),
        ("return True & False", "bool"),
        ("return True & 1", "int"),
        ("return not p", "bool"),
        ("return p == 1", None),
        ("return p is q", "bool"),
        ("return p in q", "bool"),
        ("return 1 < 2.0 < 3", "bool"),
        ("return p < q", None),
        ("return [p] == [q]", "bool"),
        ("return [p] < [q]", None),
        ("return str(p)", None),
        ("return str(1)", "str"),
        ("return len(p)", "int"),
        ("return int(p)", "int"),
        ("return f'{p}'", None),
        ("return f'{1}'", "str"),
        ("return f'a{p}'", "str"),
        ("return f'{p}{q}'", "str"),
        ("return f'{p}' ''", None),
        ("return b'' b''", "bytes"),
        ("return b'a' b'b'", "bytes"),
        ("return 'x' % p", None),
        ("return '%s' % 1", "str"),
        ("return '%s' % (p,)", None),
        ("t = (p,)\nreturn '%s.' % t", None),
        ("return '%s.' % (p,)", "str"),
        ("x = 1\nclass C(metaclass=p):\n    y = x\n    def g(): return x\nreturn C", None),
        ("return '%s%%' % (p,)", None),
        ("return '%s%s' % (1, 2)", "str"),
        ("return 'x' + p", None),
        ("return 'x'.join(p)", "str"),
        ("return 'x'.format(p)", None),
        ("return 'x'.encode()", "bytes"),
        ("return 'x'.encode(p)", None),
        ("return 'x'[p]", "str"),
        ("return b'x'[p]", "int bytes"),
        ("return b'x'[p:]", "bytes"),
        ("return [1][0]", None),
        ("return (1, 2)[1:]", "tuple"),
        ("return round(2.5)", "int"),
        ("return round(2.5, 1)", "float"),
        ("return round(2.5, None)", None),
        ("return round(p)", None),
        ("return abs(-1.5)", "float"),
        ("return min(1, 2.0)", "int float"),
        ("return min(p, 1)", None),
        ("return sum(1 for x in p)", "int"),
        ("return sum(x for x in p)", None),
        ("return sum([1.5 for x in p])", "int float"),
        ("return max(p)", None),
        ("return abs()", None),
        ("return -'x'", ""),
        ("x, *y = p\nreturn y", "list"),
        ("x, y = 1, 'a'\nreturn y", "str"),
        ("x, y = p\nreturn y", None),
        ("x = y = 1\nreturn y", "int"),
        ("x: int = p\nreturn x", None),
        ("x: str = 1\nreturn x", "int"),
        ("x = 1\ndel x\nx = 'a'\nreturn x", "str"),
        ("x = 1\ndef g():\n    nonlocal x\n    x = p\nreturn x", None),
        ("x = 1\ndef g():\n    return x\nreturn x", "int"),
        ("x = 1\nfor x in p: pass\nreturn x", None),
        ("x = 1\nimport x\nreturn x", None),
        ("x = 1\nwith p as x: pass\nreturn x", None),
        ("x = 1\ntry: g()\nexcept E as x: pass\nreturn x", "int"),
        ("x = 1\ntry: x = g()\nexcept E: pass\nreturn x", None),
        ("x = 1\ntry: g()\nfinally: x = 'a'\nreturn x", "str"),
        ("x = 1\nmatch p:\n    case [x, 1]: pass\nreturn x", None),
        ("x = 1\nmatch p:\n    case [2, 1]: pass\nreturn x", "int"),
        ("x = 1\nclass x: pass\nreturn x", None),
        ("x = 1\n[x := y for y in p]\nreturn x", None),
        ("x = 1\n[x for x in p]\nreturn x", "int"),
        ("return [x for x in range(3)]", "list"),
        ("x = 1\nlist((x := y) for y in p)\nreturn x", None),
        ("while (x := 1) and p: pass\nreturn x", "int"),
        ("global x\nx = 1\nreturn x", None),
        ("len = p\nreturn len(q)", None),
        ("return len", None),
        ("x = yield\nreturn x", None),
        ("x = (yield 1) is None\nreturn x", "bool"),
        ("return (lambda: 1)()", None),
        ("x = []\nx += p\nreturn x", None),
        ("x = []\nx += 'ab'\nreturn x", "list"),
        ("x = ()\nx += [1]\nreturn x", None),
        ("n = 1\nwhile p: n = abs(n) + round(n)\nreturn n", "int"),
        ("class C:\n    n = 1\n    m = n\nreturn 1", "int"),
    ],
)
def test_kinds(body: str, expected: str | None) -> None:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    [method] = SourceFile(f"def f(p, q):\n{lines}".encode(), language="python").methods
    function = Function.of(method)
    value = function.all(cst.Return)[-1].value
    assert value is not None
    kinds = function.types.kinds(value)
    assert kinds == (None if expected is None else set(expected.split()))
    assert function.types.of(value) == (expected if expected and " " not in expected else None)


def test_parameters_that_gather_have_a_class() -> None:
    [method] = SourceFile(b"def f(*a, k=1, **kw):\n    return a, kw, k\n", language="python").methods
    function = Function.of(method)
    [value] = function.all(cst.Tuple)
    assert [function.types.of(element.value) for element in value.elements] == ["tuple", "dict", None]


def test_what_an_asynchronous_loop_binds_is_unknown() -> None:
    text = b"async def f():\n    async for x in (1, 2):\n        return x\n    for x in (1, 2):\n        return x\n"
    [method] = SourceFile(text, language="python").methods
    function = Function.of(method)
    assert [function.types.of(node.value) for node in function.all(cst.Return) if node.value] == [None, "int"]


def test_a_shadowed_function_is_not_the_built_in_one() -> None:
    text = b"from lib import len\ndef f(p):\n    return len(p)\n"
    [method] = SourceFile(text, language="python").methods
    function = Function.of(method)
    [call] = function.all(cst.Call)
    assert function.types.of(call) is None


def test_builtins_that_a_proof_uses() -> None:
    text = b"def f(p):\n    n = len(p)\n    m = n + abs(1)\n    m += int(p)\n    return m\n"
    [method] = SourceFile(text, language="python").methods
    function = Function.of(method)
    value = function.all(cst.Return)[0].value
    assert value is not None
    assert function.types.builtins_used(value) == ("abs", "int", "len")


def test_no_random_program_contradicts_what_is_proved() -> None:
    """Each proved expression is checked where the program evaluates it."""
    proved = 0
    for seed in range(25):
        text, count = checked(seeded(seed))
        proved += count
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            seen: list[str] = []
            program = compile(text, f"<program {seed}>", "exec")
            exec(
                program,
                {"__name__": "program", "PROVED": _checker(seen), "print": lambda *values, **named: None},
            )
        assert not seen, f"{seen}\n{text}"
    assert proved > 1000


def _checker(seen: list[str]) -> Callable[[str, object], object]:
    def check(kinds: str, value: object) -> object:
        if type(value).__module__ != "builtins" or kind(value) not in kinds.split():
            seen.append(f"{kind(value)} is none of {kinds}")
        return value

    return check


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        ("f'\\\n{p}'", None),
        ("f'{p}\\\r\n'", None),
        ("f'{p}\\\n\\\n'", None),
        ("f'\\\n' f'{p}' '' '\\\n'", None),
        ("rf'''\\\n{p}'''", "str"),
        ("f'''\\\n{p}'''", None),
        ("f'{p}' r'\\\n'", "str"),
        ("f'{p}\\\n '", "str"),
        ("f'\\\n'", "str"),
        ("'' '\\\n'", "str"),
        ("b'\\\n' b''", "bytes"),
    ],
)
def test_a_continued_literal_is_empty(literal: str, expected: str | None) -> None:
    [method] = SourceFile(f"def f(p):\n    return {literal}\n".encode(), language="python").methods
    function = Function.of(method)
    value = function.all(cst.Return)[-1].value
    assert value is not None
    kinds = function.types.kinds(value)
    assert kinds == (None if expected is None else {expected})
    names: dict[str, Any] = {}
    exec(function.text, names)
    exact = type(names["f"](Formatted())) in (str, bytes)
    assert exact == (expected is not None)


class Formatted:
    """Formatted, it is an object of a subclass of `str`."""

    def __format__(self, spec: str) -> str:
        return type("Text", (str,), {})("x")
