"""Normal forms of code objects: equal where a program cannot see a difference, and only there."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from parsers.oracles.interpreter import Interpreter, digest, same_code

ALIKE = {
    "a local variable": ("def f():\n a = 1\n return a", "def f():\n b = 1\n return b"),
    "lines and blanks": ("def f(a):\n return a", "\n\n# why\ndef f(a):\n\n    return (a)\n"),
    "cells in another order of names": (
        "def f():\n a = 1\n b = 2\n def g(): return a + b\n return g",
        "def f():\n z = 1\n b = 2\n def g(): return z + b\n return g",
    ),
    "cells through two functions": (
        "def f():\n a = 1\n b = 2\n def g():\n  def h(): return b, a\n  return h\n return g",
        "def f():\n y = 1\n x = 2\n def g():\n  def h(): return x, y\n  return h\n return g",
    ),
    "a parameter that is a cell": (
        "def f(a, /, b):\n return lambda: (a, b)",
        "def f(z, /, b):\n return lambda: (z, b)",
    ),
    "a positional-only parameter": ("def f(a, /): return a", "def f(b, /): return b"),
    "parameters with stars": ("def f(*a, **k): return a, k", "def f(*b, **c): return b, c"),
    "a comprehension": ("def f(s):\n return [x for x in s]", "def f(s):\n return [y for y in s]"),
    "a double negation in a test": ("def f(a):\n if a: return 1", "def f(a):\n if not not a: return 1"),
    "De Morgan in a test": (
        "def f(a, b):\n if not (a and b): return 1",
        "def f(a, b):\n if not a or not b: return 1",
    ),
    "a folded constant": ("x = True", "x = not False"),
    "a set that is only asked": ("def f(x): return x in {1, 2}", "def f(x): return x in {2, 1}"),
    "an exception variable": (
        "def f():\n try: g()\n except E as e: return e",
        "def f():\n try: g()\n except E as x: return x",
    ),
    "a walrus, a match and a with": (
        "def f(o):\n with o as w:\n  match w:\n   case [a, *r] if (t := a): return r, t",
        "def f(o):\n with o as x:\n  match x:\n   case [b, *s] if (u := b): return s, u",
    ),
    "a generator": (
        "def f(n):\n i = 0\n while i < n:\n  yield i",
        "def f(n):\n j = 0\n while j < n:\n  yield j",
    ),
    "a class whose methods have attributes": (
        "class A:\n def f(self): self.a = self.b = self.c = 1",
        "\n\nclass A:\n def f(self): self.a = self.b = self.c = 1",
    ),
}

DIFFERENT = {
    "another variable": (
        "def f():\n a = 1\n b = 2\n return a",
        "def f():\n a = 1\n b = 2\n return b",
    ),
    "cells exchanged": (
        "def f():\n a = 1\n b = 2\n def g(): return a - b\n return g",
        "def f():\n a = 1\n b = 2\n def g(): return b - a\n return g",
    ),
    "cells exchanged outside": (
        "def f():\n a = 1\n b = 2\n def g(): return a - b\n return g",
        "def f():\n b = 1\n a = 2\n def g(): return a - b\n return g",
    ),
    "another cell deep inside": (
        "def f():\n a = 1\n b = 2\n def g():\n  def h(): return a\n  return h, b\n return g",
        "def f():\n a = 1\n b = 2\n def g():\n  def h(): return b\n  return h, a\n return g",
    ),
    "one variable for two": ("def f():\n a = 1\n b = 2\n return a", "def f():\n a = 1\n a = 2\n return a"),
    "a global": ("def f(): return a", "def f(): return b"),
    "an attribute": ("def f(x): return x.a", "def f(x): return x.b"),
    "an attribute that is called": ("def f(x): return x.a()", "def f(x): return x.a"),
    "super with and without arguments": (
        "class A:\n def f(self): return super().f()",
        "class A:\n def f(self): return super(A, self).f()",
    ),
    "a parameter": ("def f(a): return a", "def f(b): return b"),
    "a keyword-only parameter": ("def f(*, a): return a", "def f(*, b): return b"),
    "the kind of a parameter": ("def f(a): return a", "def f(a, /): return a"),
    "a parameter of a nested function": (
        "def f():\n def g(a): return a\n return g(1)",
        "def f():\n def g(b): return b\n return g(1)",
    ),
    "a keyword": ("def f(): return g(a=1)", "def f(): return g(b=1)"),
    "int and bool": ("x = 1", "x = True"),
    "int and float": ("x = 1", "x = 1.0"),
    "zeros": ("x = 0.0", "x = -0.0"),
    "zeros in a tuple": ("x = (0.0, 1)", "x = (-0.0, 1)"),
    "imaginary zeros": ("x = 0.0j", "x = -0.0j"),
    "str and bytes": ("x = 'a'", "x = b'a'"),
    "tuple and frozenset": ("def f(x): return x in (1, 2)", "def f(x): return x in {1, 2}"),
    "types in a set": ("def f(x): return x in {1, 2}", "def f(x): return x in {1.0, 2}"),
    "numbers in another order of iteration": (
        "for x in {8, 0}: print(x)",
        "for x in {0, 8}: print(x)",
    ),
    "a large number": (f"x = {16**5000:#x}", f"x = {16**5000 + 1:#x}"),
    "a docstring": ("def f(): 'a'", "def f(): 'b'"),
    "no docstring": ("def f():\n 'a'\n return 1", "def f():\n return 1"),
    "the docstring of a class": ("class A: 'a'", "class A: 'b'"),
    "a name": ("def f(): pass", "def g(): pass"),
    "the name of a nested function": (
        "def f():\n def g(): pass\n return g",
        "def f():\n def h(): pass\n return h",
    ),
    "locals()": ("def f():\n a = 1\n return locals()", "def f():\n b = 1\n return locals()"),
    "an alias of locals": (
        "L = locals\ndef f():\n a = 1\n return L()",
        "L = locals\ndef f():\n b = 1\n return L()",
    ),
    "an import under another name": (
        "from builtins import eval as E\ndef f():\n a = 1\n return E('a')",
        "from builtins import eval as E\ndef f():\n b = 1\n return E('a')",
    ),
    "an import of another module under another name": (
        "from sys import _getframe as F\ndef f():\n a = 1\n return F()",
        "from sys import _getframe as F\ndef f():\n b = 1\n return F()",
    ),
    "locals by a string": (
        "import builtins\nL = getattr(builtins, 'locals')\ndef f():\n a = 1\n return L()",
        "import builtins\nL = getattr(builtins, 'locals')\ndef f():\n b = 1\n return L()",
    ),
    "locals as an argument beside a call": (
        "h(locals, g())\ndef f():\n a = 1\n return L()",
        "h(locals, g())\ndef f():\n b = 1\n return L()",
    ),
    "locals as an argument in a function": (
        "def e(): h(locals, g())\ndef f():\n a = 1\n return L()",
        "def e(): h(locals, g())\ndef f():\n b = 1\n return L()",
    ),
    "an attribute as an argument": (
        "import sys\ndef e(): h(sys._getframe, g())\ndef f():\n a = 1\n return L()",
        "import sys\ndef e(): h(sys._getframe, g())\ndef f():\n b = 1\n return L()",
    ),
    "locals as a default": (
        "def e(h=locals): return h\ndef f():\n a = 1\n return e()()",
        "def e(h=locals): return h\ndef f():\n b = 1\n return e()()",
    ),
    "locals in a class body": (
        "class A: h = locals\ndef f():\n a = 1\n return A.h()",
        "class A: h = locals\ndef f():\n b = 1\n return A.h()",
    ),
    "an assignment expression": (
        "(L := locals)()\ndef f():\n a = 1\n return L()",
        "(L := locals)()\ndef f():\n b = 1\n return L()",
    ),
    "an assignment expression in a function": (
        "def e():\n global L\n (L := locals)()\ndef f():\n a = 1\n return L()",
        "def e():\n global L\n (L := locals)()\ndef f():\n b = 1\n return L()",
    ),
    "names in a tuple": (
        "for n in ('locals', 'dir'): L = getattr(builtins, n)\ndef f():\n a = 1\n return L()",
        "for n in ('locals', 'dir'): L = getattr(builtins, n)\ndef f():\n b = 1\n return L()",
    ),
    "names in a set": (
        "for n in {'locals', 'dir'}: L = getattr(builtins, n)\ndef f():\n a = 1\n return L()",
        "for n in {'locals', 'dir'}: L = getattr(builtins, n)\ndef f():\n b = 1\n return L()",
    ),
    "a dictionary of a module": (
        "L = vars(__import__('builtins'))['locals']\ndef f():\n a = 1\n return L()",
        "L = vars(__import__('builtins'))['locals']\ndef f():\n b = 1\n return L()",
    ),
    "a module that is loaded": (
        "L = object.__getattribute__(sys.modules['builtins'], 'locals')\ndef f():\n a = 1\n return L()",
        "L = object.__getattribute__(sys.modules['builtins'], 'locals')\ndef f():\n b = 1\n return L()",
    ),
    "locals from another function": (
        "def g(): return locals\ndef f():\n a = 1\n return g()()",
        "def g(): return locals\ndef f():\n b = 1\n return g()()",
    ),
    "locals() in a nested function": (
        "def f():\n a = 1\n def g(): return a, locals()\n return g()",
        "def f():\n b = 1\n def g(): return b, locals()\n return g()",
    ),
    "a frame": (
        "def f(sys):\n a = 1\n return sys._getframe().f_locals",
        "def f(sys):\n b = 1\n return sys._getframe().f_locals",
    ),
    "the frame around": (
        "def f(sys):\n a = 1\n def g(): return sys._getframe(1).f_locals\n return g()",
        "def f(sys):\n b = 1\n def g(): return sys._getframe(1).f_locals\n return g()",
    ),
    "what a handler guards": (
        "def f():\n try:\n  a()\n  b()\n except E: raise",
        "def f():\n a()\n try:\n  b()\n except E: raise",
    ),
    "where a jump goes": (
        "def f(a):\n if a:\n  b()\n  c()\n d()",
        "def f(a):\n if a:\n  b()\n c()\n d()",
    ),
    "a name that a class body looks up": (
        "def f():\n a = 1\n class C(metaclass=M): b = a",
        "def f():\n c = 1\n class C(metaclass=M): b = c",
    ),
    "a member of a class": ("class A:\n a = 1", "class A:\n b = 1"),
    "a default": ("def f(a=1): pass", "def f(a=2): pass"),
    "an annotation": ("def f(a: int): pass", "def f(a: str): pass"),
    "a decorator": ("@a\ndef f(): pass", "@b\ndef f(): pass"),
    "a generator": ("def f():\n return 1", "def f():\n return 1\n yield"),
    "a handler": (
        "def f():\n try:\n  a()\n  b()\n except E: pass",
        "def f():\n try:\n  a()\n except E: pass\n b()",
    ),
    "the target of a jump": (
        "def f(a):\n while a:\n  if b(): continue\n  c()\n d()",
        "def f(a):\n while a:\n  if b(): break\n  c()\n d()",
    ),
    "is and is not": ("def f(a): return a is None", "def f(a): return a is not None"),
    "in and not in": ("def f(a, b): return a in b", "def f(a, b): return a not in b"),
    "a comparison": ("def f(a, b): return a < b", "def f(a, b): return a <= b"),
    "an operator": ("def f(a, b): return a / b", "def f(a, b): return a // b"),
    "in place": ("def f(a, b):\n a += b\n return a", "def f(a, b):\n a = a + b\n return a"),
    "an operand that is the value": (
        "def f(a, b): return a and b",
        "def f(a, b): return not (not a or not b)",
    ),
    "a future": ("from __future__ import annotations\nx: int", "x: int"),
}


@pytest.mark.parametrize("pair", ALIKE.values(), ids=ALIKE)
def test_texts_that_no_program_can_distinguish_have_one_form(
    python: Interpreter, pair: tuple[str, str]
) -> None:
    assert python.same_code(*pair)


@pytest.mark.parametrize("pair", DIFFERENT.values(), ids=DIFFERENT)
def test_texts_that_a_program_can_distinguish_have_two_forms(
    python: Interpreter, pair: tuple[str, str]
) -> None:
    first, second = map(python.compile, pair)
    assert first.ok
    assert second.ok
    assert first.digest != second.digest


def test_the_sign_of_nan_counts(python: Interpreter) -> None:
    """math.copysign shows it."""
    assert python.same_code("x = 1e999 - 1e999", "x = (1e999 - 1e999)")
    assert not python.same_code("x = 1e999 - 1e999", "x = -(1e999 - 1e999)")


@pytest.mark.parametrize(
    "text",
    [
        "def g(): return locals()",
        "class A:\n x = vars()\nlocals()",
        "from inspect import signature\ndef g(f): return signature(f)",
        "def g():\n from inspect import signature\n return signature(g)",
        "import sys\ndef g(): return sys._getframe(1).f_locals",
        "WORDS = ['eval', 'exec']",
        "def g(f): return f.__code__",
    ],
)
def test_what_is_called_at_once_is_not_handed_on(python: Interpreter, text: str) -> None:
    one, other = (f"{text}\ndef f():\n {name} = 1\n return {name} + 1\n" for name in "ab")
    assert python.same_code(one, other)


def test_a_function_in_one_that_looks_keeps_its_names(python: Interpreter) -> None:
    text = "def f():\n a = 1\n locals()\n def g():\n  b = 1\n  return a, b\n return g"
    assert not python.same_code(text, text.replace("b", "c"))
    assert python.same_code(
        text.replace("locals", "locale"), text.replace("b", "c").replace("locals", "locale")
    )


def test_parameters_of_nested_functions_count_as_local_where_all_calls_are_by_position(
    python: Interpreter,
) -> None:
    before, after = DIFFERENT["a parameter of a nested function"]
    assert python.same_code(before, after, nested="by position")
    assert not python.same_code(*DIFFERENT["a parameter"], nested="by position")
    assert not python.same_code(
        "def f():\n def g(*, a): return a\n return g",
        "def f():\n def g(*, b): return b\n return g",
        nested="by position",
    )


def test_many_names_make_no_difference(python: Interpreter) -> None:
    """Numbers above 255 need a prefix, which moves the offsets of jumps; the new name makes the cell the last of all."""
    lines = [f" v{i} = {i}.5\n if v{i}: h(v{i})\n" for i in range(300)]
    names = ", ".join(f"v{i}" for i in range(300))
    before = "def f():\n a = 1\n" + "".join(lines) + f" return lambda: (a, {names})\n"
    after = before.replace(" a = 1", " z9 = 1").replace("(a,", "(z9,")
    assert python.same_code(before, after)
    assert not python.same_code(before, after.replace("h(v299)", "h(v298)"))


def test_the_form_is_the_same_in_each_process(python: Interpreter) -> None:
    text = "def f(x, a, b):\n x.p = x.q = x.r = 1\n return x in {'a', 'b', 'c', None, (1, 'z')}, (lambda: a + b)\n"
    text += "class A:\n def f(self): self.p = self.q = self.r = 1\n"
    with Interpreter(python.command) as other:
        assert python.compile(text).digest == other.compile(text).digest


def test_lines_of_the_standard_library_make_no_difference(python: Interpreter) -> None:
    """A module with its lines moved has its own form, and one with another line has another."""
    for path in sorted(Path(ast.__file__).parent.glob("c*.py")):
        text = path.read_text()
        found = python.compile(text)
        assert found.ok, path
        assert found.digest == python.compile("# more\n\n\n" + text).digest, path
        assert found.digest != python.compile(text + "\nprint(1)\n").digest, path


def test_code_objects_of_this_process_are_compared_in_it() -> None:
    before, after = (
        compile(text, "t", "exec", dont_inherit=True) for text in ALIKE["cells in another order of names"]
    )
    assert same_code(before, after)
    assert before.co_consts != after.co_consts
    with Interpreter(sys.executable) as python:
        assert python.compile(ALIKE["cells in another order of names"][0]).digest == digest(before)
