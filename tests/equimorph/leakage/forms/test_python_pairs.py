"""Pairs of Python texts that behave differently, each by a rule of the language that a form can overlook."""

from __future__ import annotations

import pytest

from equimorph.leakage import form
from equimorph.leakage.forms.keys import keys

PAIRS = {
    "an alias read where its name means another parameter": (
        "def f(*, a):\n    z = a\n    def g(*, a):\n        return z + a\n    return g\n",
        "def f(*, a):\n    def g(*, a):\n        return a + a\n    return g\n",
    ),
    "a variable that only an augmented assignment reads": (
        "def f(g):\n    x = 0\n    x += 1\n    return g\n",
        "def f(g):\n    x += 1\n    return g\n",
    ),
    "an alias of a name that may have no value": (
        "def f(c, g):\n    if c:\n        y = 1\n    z = y\n    g()\n    return z\n",
        "def f(c, g):\n    if c:\n        y = 1\n    g()\n    return y\n",
    ),
    "an alias of a name that a try may not bind": (
        "def f(g):\n    try:\n        y = g()\n    except E:\n        pass\n    z = y\n    g()\n    return z\n",
        "def f(g):\n    try:\n        y = g()\n    except E:\n        pass\n    g()\n    return y\n",
    ),
    "an alias of a name that a loop may not bind": (
        "def f(xs, g):\n    for y in xs:\n        pass\n    else:\n        z = y\n        g()\n        return z\n",
        "def f(xs, g):\n    for y in xs:\n        pass\n    else:\n        g()\n        return y\n",
    ),
    "an alias of a name that a generator binds later": (
        "def f(xs):\n    y = 0\n    g = (y := i for i in xs)\n    z = y\n    next(g)\n    return z\n",
        "def f(xs):\n    y = 0\n    g = (y := i for i in xs)\n    next(g)\n    return y\n",
    ),
    "an operand that a generator binds": (
        "def f(xs):\n    y = 0\n    g = (y := i for i in xs)\n    return y == next(g)\n",
        "def f(xs):\n    y = 0\n    g = (y := i for i in xs)\n    return next(g) == y\n",
    ),
    "a counter that the next round of an outer loop reads": (
        "def f(g):\n    i = 0\n    for k in g:\n        k(i)\n        for i in range(3):\n            k(i)\n",
        "def f(g):\n    i = 0\n    for k in g:\n        k(i)\n        i = 0\n"
        "        while i < 3:\n            k(i)\n            i += 1\n",
    ),
    "a counter that an augmented assignment reads": (
        "def f(xs, g):\n    for i in range(len(xs)):\n        g(i)\n    i += 1\n",
        "def f(xs, g):\n    n = len(xs)\n    i = 0\n    while i < n:\n        g(i)\n        i += 1\n    i += 1\n",
    ),
    "an operand that a function in a target reads": (
        "def f(d, g):\n    d[lambda: y] = 0\n    if g() == 5:\n        y = 1\n    return g() is y\n",
        "def f(d, g):\n    d[lambda: y] = 0\n    if g() == 5:\n        y = 1\n    return y is g()\n",
    ),
    "parameters that ** names": (
        "def f():\n    def g(a, b):\n        return a - b\n    return g(**{'a': 5, 'b': 2})\n",
        "def f():\n    def g(b, a):\n        return b - a\n    return g(**{'a': 5, 'b': 2})\n",
    ),
    "parameters of a function in a list that ** names": (
        "def f(d):\n    h = [lambda a, b: a - b]\n    return h[0](**d)\n",
        "def f(d):\n    h = [lambda b, a: b - a]\n    return h[0](**d)\n",
    ),
    "parameters that the module names": (
        "def g(a, b):\n    return a - b\nprint(g(a=1, b=2))\n",
        "def g(b, a):\n    return b - a\nprint(g(a=1, b=2))\n",
    ),
    "parameters that a method names with **": (
        "class A:\n    def m(self, x, y): return x - y\n    def n(self, d): return self.m(**d)\n",
        "class A:\n    def m(self, y, x): return y - x\n    def n(self, d): return self.m(**d)\n",
    ),
    "a range of the module": (
        "range = lambda n: [7]\ndef f(g):\n    for i in range(3):\n        g(i)\n",
        "range = lambda n: [7]\ndef f(g):\n    i = 0\n    while i < 3:\n        g(i)\n        i += 1\n",
    ),
    "a range that the module defines": (
        "def range(n):\n    return [7]\ndef f(g):\n    for i in range(3):\n        g(i)\n",
        "def range(n):\n    return [7]\ndef f(g):\n    i = 0\n    while i < 3:\n        g(i)\n        i += 1\n",
    ),
    "a range that a star may import": (
        "from m import *\ndef f(g):\n    for i in range(3):\n        g(i)\n",
        "from m import *\ndef f(g):\n    i = 0\n    while i < 3:\n        g(i)\n        i += 1\n",
    ),
    "a range that a function of the module binds": (
        "def h(g):\n    global range\n    range = g\ndef f(g):\n    for i in range(3):\n        g(i)\n",
        "def h(g):\n    global range\n    range = g\ndef f(g):\n    i = 0\n    while i < 3:\n        g(i)\n        i += 1\n",
    ),
    "a docstring that the module reads": (
        'def g():\n    "a"\nprint(g.__doc__)\n',
        'def g():\n    "b"\nprint(g.__doc__)\n',
    ),
    "a docstring that a method reads": (
        'class A:\n    "a"\n    def m(self):\n        return self.__doc__\n',
        'class A:\n    "b"\n    def m(self):\n        return self.__doc__\n',
    ),
    "a docstring that is read through a list": (
        'def f():\n    def g():\n        "a"\n    h = [g]\n    return h[0].__doc__\n',
        'def f():\n    def g():\n        "b"\n    h = [g]\n    return h[0].__doc__\n',
    ),
    "a docstring that getattr reads": (
        'def f():\n    def g():\n        "a"\n    return getattr(g, "__doc__")\n',
        'def f():\n    def g():\n        "b"\n    return getattr(g, "__doc__")\n',
    ),
    "a docstring that inspect reads": (
        'import inspect\ndef f():\n    def g():\n        "a"\n    return inspect.getdoc(g)\n',
        'import inspect\ndef f():\n    def g():\n        "b"\n    return inspect.getdoc(g)\n',
    ),
    "the name of an inner function": (
        "def f():\n    def g():\n        return 1\n    return g.__name__\n",
        "def f():\n    def h():\n        return 1\n    return h.__name__\n",
    ),
    "the name of the function": (
        "def foo():\n    return foo.__name__\n",
        "def bar():\n    return bar.__name__\n",
    ),
    "an attribute of the name that the form gives": (
        "def f(self, n):\n    return n and self.f(n - 1)\n",
        "def g(self, n):\n    return n and self.f(n - 1)\n",
    ),
    "an annotation that binds nothing": (
        "def f():\n    (x): int\n    return x\n",
        "def f():\n    (y): int\n    return y\n",
    ),
    "locals of builtins": (
        "import builtins\ndef f(a):\n    return builtins.locals()\n",
        "import builtins\ndef f(b):\n    return builtins.locals()\n",
    ),
    "exec of builtins": (
        'import builtins\ndef f(a):\n    builtins.exec("print(a)")\n',
        'import builtins\ndef f(b):\n    builtins.exec("print(a)")\n',
    ),
    "vars with an empty star": (
        "def f(a, *r):\n    return vars(*())\n",
        "def f(b, *r):\n    return vars(*())\n",
    ),
    "names in a formula": (
        "def f(x):\n    return dmatrix('x + 1')\n",
        "def f(y):\n    return dmatrix('x + 1')\n",
    ),
    "annotations that inspect reads": (
        "def f():\n    def g(a: int): pass\n    return inspect.get_annotations(g)\n",
        "def f():\n    def g(a): pass\n    return inspect.get_annotations(g)\n",
    ),
    "locals of an alias of builtins": (
        "def f(a):\n    import builtins as b\n    return b.locals()\n",
        "def f(c):\n    import builtins as b\n    return b.locals()\n",
    ),
    "exec of six": (
        'def f(a):\n    six.exec_("print(a)")\n',
        'def f(b):\n    six.exec_("print(a)")\n',
    ),
}


@pytest.mark.parametrize("name", ["renamed", "canonical"])
@pytest.mark.parametrize(("one", "other"), PAIRS.values(), ids=PAIRS)
def test_two_behaviours_have_two_forms(one: str, other: str, name: str) -> None:
    assert form(one, name, "python") != form(other, name, "python")  # type: ignore[arg-type]
    first, second = (keys(text.encode(), name, "python") for text in (one, other))  # type: ignore[arg-type]
    assert first[0] != second[0]
