"""A second variable: which reads it takes over, what is refused, and what undo puts back."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.model import UndoConflict
from mutators.mutant import Mutant
from mutators.naming import SCHEMES
from mutators.python.new_variable import NewVariable
from mutators.testing import check
from parsers.source import SourceFile
from tests.mutators.python.running import outcome

MUTATOR = NewVariable(schemes="generic")

SUBJECT = '''
class Loud:
    def __init__(self, name): self.name = name; self.__secret = name * 2
    def __del__(self): print("gone", self.name)
    def show(self, times=2):
        """Print."""
        for k in range(times): print(self.name, k, end=" ")
        return self.__secret + str(super().__init__ is not None)

def lives(n):
    first = Loud("a")
    for i in range(n):
        item = Loud(f"i{i}")
        if i % 2:
            held = item
            print(held.show(1))
            continue
        print(item.name)
    print("end", first.name)
    return i

def closures(seed):
    made = []
    for k in range(3):
        def get(more=k): return k + more
        made.append(get)
        made.append(lambda: k * seed)
    total = sum(f() for f in made)
    return total, [k + total for k in range(seed)], {k: seed for k in made[:0]}

def shown(value, *rest, key=None, **named):
    text = f"{value=} {value!r:>5} {value + 1=}"
    note: str = text + str(rest)
    a, (b, *c) = 1, (2, 3, 4)
    x = [a, b]; x.append(c); x += [5]
    return note, x, a + b, key, named, value

def waits(limit):
    got = yield limit
    while got:
        part = yield got; got2 = part; yield got2
        got = part
    with open("/dev/null") as handle, open("/dev/null") as second:
        yield handle.read() + second.read()

def outer(n):
    def inner():
        nonlocal n
        n += 1
        return n
    k = n
    m = inner()
    class Body:
        value = k
        m = m_ = 3
        def get(self): return k
    return n, k, m, Body.value, Body().get(), Body.m

def kinds(v):
    match v:
        case [x, *y]: return x, y
        case {"k": z, **rest}: return z, rest
    try:
        w = v / 2
    except TypeError as e:
        return type(e).__name__, v
    else:
        return w + w
    finally:
        print("finally", v)

print(lives(4))
print(closures(2))
print(shown(1, 2, 3, key=4, other=5))
g = waits(3); print(next(g), g.send(7), g.send(8), next(g), next(g))
print(outer(5))
print([kinds(v) for v in ([1, 2], {"k": 1, "m": 2}, 3, "s")])
'''


def source(text: str) -> SourceFile:
    return SourceFile.from_text(text, language="python")


def mutants(text: str) -> list[Mutant]:
    return list(MUTATOR.mutants(source(text)))


def judged(text: str) -> dict[str, str | None]:
    src = source(text)
    return {src.slice(s.start, s.end): reason for s, reason in MUTATOR.judged(src)}


def test_the_laws_hold() -> None:
    check(NewVariable, [SUBJECT], at_least=20, undos=3, processes=False)
    check(NewVariable, at_least=10, undos=6, processes=False)


def test_every_mutant_does_what_the_original_does() -> None:
    expected = outcome(SUBJECT)
    assert "gone i3" in expected[0]
    assert expected[1] == ""
    made = mutants(SUBJECT)
    assert len(made) > 20
    for mutant in made:
        assert outcome(mutant.text) == expected, mutant.text


def test_mutants_of_mutants_do_what_the_original_does() -> None:
    expected, text = outcome(SUBJECT), SUBJECT
    for turn in range(12):
        made = mutants(text)
        text = made[turn * 7 % len(made)].text
    assert outcome(text) == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(x):\n\tuse(x)\n", "def f(x):\n\tvar0 = x\n\tuse(var0)\n"),
        ("def f(x):\r\n  use(x)\r\n", "def f(x):\r\n  var0 = x\r\n  use(var0)\r\n"),
        ("def f(x): x.y = x; x[0] += 1", "def f(x): var0 = x; var0.y = var0; var0[0] += 1"),
        ("def f(x):\n  x.a()\n", "def f(x):\n  var0 = x\n  var0.a()\n"),
        ("def f(x):\n  global g\n  return x\n", "def f(x):\n  global g\n  var0 = x\n  return var0\n"),
        ("def f(*x): return [y for y in x]", "def f(*x): var0 = x; return [y for y in var0]"),
        ("def f(x): return g(x=x, **x)", "def f(x): var0 = x; return g(x=var0, **var0)"),
        ("def f(x): return f'{x}{x=}'", "def f(x): var0 = x; return f'{var0}{x=}'"),
        ("def f():\n  @d\n  def g(x): return x\n", "def f():\n  @d\n  def g(x): var0 = x; return var0\n"),
        ("def f():\n  x = 1\n  @x\n  def g(y=x): x\n", "def f():\n  x = 1\n  var0 = x\n  @var0\n  def g(y=var0): x\n"),
    ],
)  # fmt: skip
def test_reads_that_move(before: str, after: str) -> None:
    assert after in [mutant.text for mutant in mutants(before)]
    for mutant in mutants(before):
        assert em.invert(mutant.data, mutant.mutation) == before.encode()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("x = g(); use(x); x = 2", "it is written more than once"),
        ("x = g()\n    for i in x: x += i", "it is written more than once"),
        ("x = g()\n    if (x := g()): use(x)", "it is written more than once"),
        ("x = g(); use(x); del x", "it is deleted"),
        ("x = y = g(); use(x)", "no statement begins right behind its binding"),
        ("try: g()\n    except E as x: use(x)", "it is no plain variable"),
        ("from a import b as x; use(x)", "it is no plain variable"),
        ("def x(): pass\n    use(x)", "it is no plain variable"),
        ("match g():\n        case x: use(x)", "no statement begins right behind its binding"),
        ("with a as x, b as y: use(x)", "no statement begins right behind its binding"),
        ("x = g(); use(lambda: x)", "no later use can move"),
        ("if g():\n        x = 1\n    use(x)", "no later use can move"),
        ("if g():\n        x = 1\n        h()\n    use(x)", "no later use can move"),
        ("while g():\n        if x_: use(x)\n        x = 1", "no later use can move"),
        ("x = g(); use(gc.get_referrers(x))", "it counts references"),
        ("x = g(); x.resize(3); use(x)", "it counts references"),
        ("class A:\n        x = 1\n        y = x", "it is no variable of a function's body"),
        ("use(lambda x: x)", "it is no variable of a function's body"),
        (
            "def h():\n        nonlocal x\n        x = 1\n    if g(): x: int\n    use(x)",
            "it is written more than once",
        ),
    ],
)
def test_refusals(body: str, reason: str) -> None:
    assert judged(f"def f():\n    {body}\n")["x"] == reason


def test_each_scheme_gives_a_name() -> None:
    text = "def f():\n    max_count = len(g())\n    return max_count\n"
    names = {}
    for scheme in SCHEMES:
        [mutant] = NewVariable(schemes=scheme).mutants(source(text))
        names[scheme] = mutant.text.splitlines()[2].split()[0]
    assert names["type-name"] == "int_value"
    assert names["generic"] == "var0"
    assert names["synonym"] not in ("var0", "int_value", "max_count")


ORIGINAL = "def f(x, k):\n    n = g(x)\n    if n:\n        use(n)\n    return n + k\n"


def undone(old: str, new: str, count: int = 1) -> str:
    """The original after a patch of the mutant, in which `var0` stands for `n`, was undone."""
    [mutant] = [m for m in mutants(ORIGINAL) if "var0 = n" in m.text]
    assert mutant.text.count(old) >= count
    patched = mutant.text.replace(old, new)
    return str(MUTATOR.undo(source(patched), ORIGINAL.encode(), mutant.mutation))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("+ k", "- k", ORIGINAL.replace("+ k", "- k")),
        ("use(var0)", "use(var0, var0 + n)", ORIGINAL.replace("use(n)", "use(n, n + n)")),
        ("    ", "\t", ORIGINAL.replace("    ", "\t")),
        ("\n", "\r\n", ORIGINAL.replace("\n", "\r\n")),
        ("    var0 = n\n", "    # a comment\n    var0 = n\n", ORIGINAL.replace("    if", "    # a comment\n    if")),
        ("    var0 = n\n    if var0:\n        use(var0)\n", "    var0 = n; use(var0)\n",
         "def f(x, k):\n    n = g(x)\n    use(n)\n    return n + k\n"),
        ("return var0", "for i in var0: print(i, var0)\n    return var0",
         ORIGINAL.replace("return", "for i in n: print(i, n)\n    return")),
        ("    var0 = n\n    if var0:\n        use(var0)\n    return var0 + k", "    return n",
         "def f(x, k):\n    n = g(x)\n    return n\n"),
    ],
)  # fmt: skip
def test_undo_takes_the_second_variable_out_of_a_patch(old: str, new: str, expected: str) -> None:
    assert undone(old, new) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("use(var0)", "var0 = 3"),
        ("use(var0)", "n = 3"),
        ("use(var0)", "del n"),
        ("use(var0)", "use(lambda: var0)"),
        ("    var0 = n\n", ""),
        ("    var0 = n\n", "    var0 = n + 1\n"),
        ("    var0 = n\n", "    var0 = k\n"),
        ("    var0 = n\n", "    if x:\n        var0 = n\n"),
        ("use(var0)", "use(a.var0)"),
        (
            "    n = g(x)\n    var0 = n\n    if var0:\n        use(var0)\n    return var0 + k\n",
            "    var0 = n\n",
        ),
        ("return var0", "return locals(), var0"),
        ("    var0 = n\n", "    var0 = n  # mine\n"),
    ],
)
def test_undo_is_a_conflict_where_the_two_may_differ(old: str, new: str) -> None:
    with pytest.raises(UndoConflict):
        undone(old, new)
