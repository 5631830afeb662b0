"""Scopes of Python functions against the compiler's symbol tables, on real modules and hazards, and names of modules."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from parsers.python.function import Function, functions_of
from parsers.python.names.trust import disagreement
from parsers.python.parsed import PythonParsed
from parsers.source import SourceFile

MODULES = ("textwrap", "contextlib", "dataclasses", "functools", "heapq", "json.decoder", "graphlib")


def functions(text: str) -> tuple[Function, ...]:
    return functions_of(SourceFile.from_text(text, language="python"))


def variables(text: str) -> list[tuple[str, str, int]]:
    """Name, kind of scope and number of occurrences of each variable of the first function."""
    found = functions(text)[0].scopes.variables
    return [(one.name, one.scope.kind, len(one.occurrences)) for one in found]


@pytest.mark.parametrize("name", MODULES)
def test_the_compiler_finds_the_same_in_the_standard_library(name: str) -> None:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    found = functions(Path(spec.origin).read_text())
    assert found
    assert {f.name: disagreement(f, f.scopes) for f in found if disagreement(f, f.scopes)} == {}


@pytest.mark.parametrize(
    "text",
    [
        "def f(x=lambda: y, *z, k=[i for i in x]): return x\n",
        "@d(lambda: (\n  a), lambda: b)\ndef f(x=(i for i in z)): pass\n",
        "class A:\n    @d(((\n        (lambda: b.c), 1),))\n    def f(self): return __class__, super()\n",
        "class __A:\n    def f(self): __x = 1; return __x, self.__x, __y__\n",
        "from __future__ import annotations\ndef f():\n    x: y = 1\n    def g(z: w) -> v: return x\n",
        "def f():\n    x: y = 1\n    z: w\n    def g(q: x = x) -> z: return q\n",
        "def f(xs): return [[x for x in x if (y := x)] for x in xs], y\n",
        "def f(xs):\n    global y\n    return [y := x for x in xs]\n",
        "def f():\n    y = 1\n    def g(xs):\n        nonlocal y\n        return [y := x for x in xs]\n",
        "def f(xs):\n    class A:\n        x = xs; y = x\n        def g(self): return x, xs\n        z = [x for x in x]\n",
        "def f(v):\n    match v:\n        case A(x=x, y=[*z]) | {'k': x, **z}: pass\n        case B.c | _: pass\n",
        "def f():\n    try: pass\n    except* E as e: pass\n    import a.b, c as d\n    from e import g as h, i\n",
        "async def f(x):\n    async with x as (a, [b, *c]): return [d async for d in a]\n",
        "def f(x): return f'{x!r:{w}}' f'{(lambda y: y)(x)=}'\n",
        "def f():\n    global a\n    def g():\n        a = 1\n        def h(): return a\n    del b, (c, [d])\n",
        "def \N{LATIN SMALL LIGATURE FI}(\N{LATIN SMALL LIGATURE FL}): return fl\n",
        "def f(x):\r\n\tfor x.y, z[x] in x: pass\r\n\telse: z += 1\r\n",
        "    def f(self):\n        return [x for x in self]\n",
    ],
)
def test_the_compiler_finds_the_same(text: str) -> None:
    assert [disagreement(function, function.scopes) for function in functions(text)] == [None]


def test_a_disagreement_is_seen() -> None:
    # the class around gives a cell that the text does not show
    text = "def f():\n    class A:\n        def g(self): return __class__\n    __class__ = 1\n"
    [function] = functions(text)
    assert disagreement(function, function.scopes) is not None
    assert function.untrusted == disagreement(function, function.scopes)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(x): return x.x, g(x=x)\n", [("x", "function", 3)]),
        ("def f(x): return [x for x in x]\n", [("x", "function", 2), ("x", "comprehension", 2)]),
        ("def f(x): return lambda x=x: x\n", [("x", "function", 2), ("x", "lambda", 2)]),
        (
            "def f(x): return [y for _ in x if (y := _)], y\n",
            [("x", "function", 2), ("y", "function", 3), ("_", "comprehension", 2)],
        ),
        ("def f(x):\n    class A: x = x\n", [("x", "function", 1), ("A", "function", 1), ("x", "class", 2)]),
        (
            "def f(x):\n    def g():\n        nonlocal x\n        x += 1\n",
            [("x", "function", 3), ("g", "function", 1)],
        ),
        ("def f():\n    global x\n    x = 1\n", []),
        ("def f(x): return f'{x!r:{x}}'\n", [("x", "function", 3)]),
        ("def f():\n    try: g()\n    except E as e: h(e)\n", [("e", "function", 2)]),
    ],
)
def test_occurrences(text: str, expected: list[tuple[str, str, int]]) -> None:
    assert variables(text) == expected


@pytest.mark.parametrize(
    "head",
    [
        "from x import *\n",
        "from x import \\\n    *\n",
        "len = 1\n",
        "def g():\n    global a, \\\n        len\n    len = 1\n",
        "def g():\r\n    global a, \\\r\n        len\r\n    len = 1\r\n",
        "globals()['len'] = 1\n",
        "vars()['len'] = 1\n",
        "locals ( )['len'] = 1\n",
        "import builtins\n",
        "for len in (): pass\n",
        "import a as len\n",
        "if a:\n    class len: pass\n",
        "(len := 1)\n",
        "[len := 1 for a in b]\n",
        "with a as len: pass\n",
        "match a:\n    case [*len]: pass\n",
    ],
)
def test_shadowed_built_in(head: str) -> None:
    source = SourceFile.from_text(head + "def f(x): return len(x)\n", language="python")
    assert PythonParsed.of(source).names.is_shadowed("len")


@pytest.mark.parametrize(
    "head",
    [
        "",
        "x = len\n",
        "def g(self): self.len = 1\n",
        "g(len=1)\n",
        "def g(len): pass\n",
        "y = [len for len in x]\n",
        "def g(self): vars(self)['len'] = 1\n",
    ],
)
def test_a_built_in_that_is_not_shadowed(head: str) -> None:
    source = SourceFile.from_text(head + "def f(x): return len(x)\n", language="python")
    assert not PythonParsed.of(source).names.is_shadowed("len")


@pytest.mark.parametrize(
    "body",
    [
        "locals()",
        "vars()",
        "x.f_locals",
        "exec(x)",
        "f.__code__",
        "\N{FULLWIDTH LATIN SMALL LETTER L}ocals()",
        "globals()['x']",
    ],
)
def test_functions_that_see_names_are_not_trusted(body: str) -> None:
    assert functions(f"def f(x): return {body}\n")[0].untrusted is not None
