"""Sketches of Python functions: names that go, names that stay, behaviour, and undo of patches."""

from __future__ import annotations

import sys
import types

import pytest

import equimorph as em
from mutators.python.sketch import Sketch
from mutators.testing import check
from parsers.oracles.interpreter import same_code
from parsers.source import SourceFile
from tests.mutators.python.running import outcome

MUTATOR = Sketch()

SUBJECT = '''
import functools

def total(values, /, *more, **rest):
    """Say what it does."""
    count = 0
    for value in values: count += value
    def add(by, *, twice=1):
        nonlocal count
        count += by * twice
        return count
    add(3)
    squares = sorted([(n * n, n) for n in more if (m := n)], key=lambda pair: pair[1])
    try: raise ValueError(count)
    except ValueError as error: count = error.args[0]
    text = f"{count=} {squares!r} {len(rest):{count}}"
    match squares:
        case [(first, _), *tail]: return first, tail, text
        case found: return found, text, m if more else None

@functools.cache
def decorated(n):
    half = n // 2
    return half

class Box:
    def __init__(self, size): self.size = size
    def grow(self, by, /):
        size = self.size + by
        return Box(size).size

def depth(tree, /):
    deepest = 0
    for branch in tree: deepest = max(deepest, depth_of(branch))
    return deepest + 1

def depth_of(tree, /): return depth(tree)

print(total([1, 2]), total([1], 5, 4, a=3), decorated(9), Box(2).grow(3), depth([[], [[]]]))
'''


def sketch(text: str) -> em.Mutant:
    """The sketch of the first function of a text."""
    mutant, *_ = MUTATOR.mutants(SourceFile.from_text(text, language="python"))
    return mutant


def undone(text: str, *changes: tuple[str, str]) -> str:
    """The text that undo makes of a changed sketch."""
    mutant = sketch(text)
    patched = mutant.text
    for old, new in changes:
        assert old in patched
        patched = patched.replace(old, new)
    source = SourceFile.from_text(patched, language="python")
    return MUTATOR.undo(source, text.encode(), mutant.mutation)


def test_the_laws_hold() -> None:
    check(Sketch, [SUBJECT], at_least=4, undos=10, processes=False)
    check(Sketch, at_least=5, undos=20)


def test_every_sketch_does_what_the_original_does() -> None:
    expected = outcome(SUBJECT)
    assert expected[1] == ""
    made = list(MUTATOR.mutants(SourceFile.from_text(SUBJECT, language="python")))
    assert len(made) >= 5
    for mutant in made:
        assert outcome(mutant.text) == expected, mutant.text


def test_sketches_of_all_functions_go_together() -> None:
    text, done = SUBJECT, 0
    while sites := list(MUTATOR.sites(source := SourceFile.from_text(text, language="python"))):
        text, done = MUTATOR.apply(source, sites[0], 0).text, done + 1
    assert done >= 5
    assert outcome(text) == outcome(SUBJECT)
    assert "var_0" in text


def test_the_code_is_the_same_but_for_names_of_variables() -> None:
    text = (
        "def g(data, /):\n"
        "    k = 0\n"
        "    def h(n): return n + k + z\n"
        "    for x, z in data: k += h(x)\n"
        "    return [b for b in data if k], (lambda: x)\n"
    )
    after = sketch(text).text
    assert after.startswith("def f(")
    left, right = (
        _function(text),
        _function(after.replace("def f(", "def g(")),
    )  # its own name is part of its code
    assert same_code(left, right, "by position")
    assert {*right.co_varnames, *right.co_cellvars} == {"arg_0", "var_0", "h", "var_2", "var_3"} | (
        {"var_4"} if sys.version_info >= (3, 12) else set()  # comprehensions are inlined (PEP 709)
    )


def _function(text: str) -> types.CodeType:
    [code] = [one for one in compile(text, "<t>", "exec").co_consts if isinstance(one, types.CodeType)]
    return code


@pytest.mark.parametrize(
    "text",
    [
        "def g(n, /): return n\nprint(g(1))\n",
        "def g(n, /): return n\n__all__ = ['g']\n",
        "def g(n, /): return n\n# see g\n",
        "import x\nx.g = 1\ndef g(n, /): return n\n",
        "def g(n, /): return n\ndef h(): return k(g=1)\n",
        "def g(n, /): return n, g\n",
        "def g(n, /): return n, g.__name__\n",
        "def g(n, /): return n, f'{g(1)=}'\n",
        "def g(n, /): return n, 'g'\n",
        "def g(n, /):\n    global g\n    g = n\n",
        "def g(n, /):\n    class A: pass\n    return A(n)\n",
        "def g(n, /) -> g(1): return n\n",
        "from x import *\ndef g(n, /): return n\n",
        "def g(n, /): return n\nh = globals()\n",
        "@h\ndef g(n): m = n; return m\n",
        "def test_g(n, /): return n\n",
        "def main(n, /): return n\n",
        "def __dir__(n=1, /): return n\n",
        "def setup_module(n, /): return n\n",
        "def g(self, n, /): return n\n",
        "class A:\n    def g(self, n, /): return n\n",
        "class A:\n    @staticmethod\n    def g(n): m = n; return m\n",
        "def \N{LATIN SMALL LIGATURE FI}(n, /): return n\nfi(1)\n",
    ],
)
def test_the_name_of_the_function_stays(text: str) -> None:
    mutant = sketch(text)
    assert not any(edit.new.startswith("f") for edit in mutant.mutation.edits)
    assert not any("callers" in one for one in mutant.mutation.assumptions)


def test_names_that_may_be_passed_by_keyword_stay() -> None:
    after = sketch("def g(a, /, b, *c, d=1, **e):\n    h = a, b, c, d, e; return h\n").text
    # beside ** a parameter that is positional-only may still not be renamed: a caller may pass its name into **
    assert after == "def f(a, /, b, *arg_0, d=1, **arg_1):\n    var_0 = a, b, arg_0, d, arg_1; return var_0\n"


def test_new_names_are_free() -> None:
    assert sketch("def g(n, /):\n    k = var_0(n, 'arg_0'); return k.f\n").text == (
        "def f_0(arg_1, /):\n    var_1 = var_0(arg_1, 'arg_0'); return var_1.f\n"
    )
    assert sketch("def f(var_0, /):\n    var_1 = arg_0 = var_0; return var_1 + arg_0\n").text == (
        "def f(arg_0, /):\n    var_0 = var_1 = arg_0; return var_0 + var_1\n"
    )
    # a global of that name is read
    assert sketch("def g(n, /):\n    def h(): return var_0\n    k = n; return h, k\n").text == (
        "def f(arg_0, /):\n    def h(): return var_0\n    var_1 = arg_0; return h, var_1\n"
    )


def test_functions_of_a_text_are_counted() -> None:
    text = (
        "def a(n, /): return n\ndef b(n, /): return n\nclass C:\n    def d(s): pass\ndef e(n, /): return n\n"
    )
    found = [
        edit.new
        for mutant in MUTATOR.mutants(SourceFile.from_text(text, language="python"))
        for edit in mutant.mutation.edits
        if edit.new.startswith("f")
    ]
    assert found == ["f", "f_1", "f_3"]


def test_assumptions() -> None:
    one = sketch("def fact(n, /): return fact(n - 1)\n").mutation.assumptions
    assert one == (
        "callers in other files use f for fact, and nothing looks fact up by its name",
        "its module has nothing else of the name f",
        "fact calls itself where it calls fact",
    )
    in_file = sketch("x = 1\ndef fact(n, /): return fact(n - 1)\n").mutation.assumptions
    assert in_file == one[:1]
    two = sketch("def g(xs): return sorted(xs, key=lambda x: x.n)\n").mutation.assumptions
    assert "the name sorted is the built-in one" in two


ORIGINAL = """\
x = 1
def fact(n, /):
    k = n - 1
    if n < 2:
        return 1
    return n * fact(k)

def other(m):
    return m
"""


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([("return 1", "return 1 + var_0")], ORIGINAL.replace("return 1", "return 1 + k")),
        ([("< 2", "< 3")], ORIGINAL.replace("< 2", "< 3")),
        (
            [("return m", "return f(m) + f(1)")],
            ORIGINAL.replace("return m", "return fact(m) + fact(1)"),
        ),
        (
            [("    if arg_0", "    [arg_0 for q in var_0]\n    if arg_0")],
            ORIGINAL.replace("    if n", "    [n for q in k]\n    if n"),
        ),
        (
            [("    ", "\t"), ("\n", "\r\n")],
            ORIGINAL.replace("    ", "\t").replace("\n", "\r\n"),
        ),
        ([("def f(arg_0, /)", "def f(arg_0, extra, /)")], ORIGINAL.replace("n, /", "n, extra, /")),
        ([("return 1", "return (")], ORIGINAL.replace("return 1", "return (")),
        (
            [("f(var_0)", "other(var_0)"), ("def f(", "def new(")],
            ORIGINAL.replace("fact(k)", "other(k)").replace("def fact(", "def new("),
        ),
        ([("f(var_0)", "dict(var_0=var_0)")], ORIGINAL.replace("fact(k)", "dict(var_0=k)")),
    ],
)
def test_patches_are_undone(changes: list[tuple[str, str]], expected: str) -> None:
    assert undone(ORIGINAL, *changes) == expected


@pytest.mark.parametrize(
    "changes",
    [
        [("return 1", "return n")],  # a global n
        [("return 1", "return fact")],
        [("return m", "return fact(m)")],
        [("return m", "return arg_0")],
        [("x = 1", "x = f")],
        [("return m", "return 'f', x.f")],
        [("return 1", "return f'{var_0=}'")],
        [("return 1", "return locals()")],
        [("return 1", "return lambda n: arg_0")],
        [("return 1", "return [k for k in var_0]"), ("if arg_0", "if (k := arg_0)")],
        [("    var_0 = arg_0 - 1\n", "")],  # var_0 is a global then
        [("return 1", "return ( var_0")],
        [("x = 1", "def f(): pass")],
        [("return m", "f = 1\n    return m")],
        [("arg_0, /", "arg_0")],  # its name has become one that callers may use
    ],
)
def test_what_is_not_certain_is_a_conflict(changes: list[tuple[str, str]]) -> None:
    with pytest.raises(em.UndoConflict):
        undone(ORIGINAL, *changes)
