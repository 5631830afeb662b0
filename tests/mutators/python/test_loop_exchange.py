"""Loops in another form: counting by hand, jumps, brackets that are left behind, and what undo takes out again."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.python.loop_exchange import LoopExchange
from mutators.testing import check
from tests.mutators.python.running import outcome

MUTATOR = LoopExchange()

SUBJECTS = (
    r"""
def f(j):
    for i in range(j, (j := 5)): print(i)
    print(j)
f(2)
""",
    r"""
def f():
    j = 0
    for i in range(j, (j := 5)):
        print(i)
    print(j)
f()
""",
    r"""
def f(a, b):
    for x in *a, *b:
        print(x)
    for *p, q in [[1, 2, 3]]:
        print(p, q)
    for x in a, b:
        print(x)
    for p, in [[1]]:
        print(p)
    for (p, q) in [[1, 2]]: print(p, q)
    for x in (y for y in a): print(x)
    for x in a if b else b:
        print(x)
    else: print("e")
    for x in lambda: 1, 2: print(type(x))
f([1, 2], [3])
""",
    r"""
def f(n):
    n = len(n)
    for i in range(n):
        if i == 1: continue
        if i == 3:
            continue
        for k in range(2):
            if k: break
        else:
            continue
        print(i)
    else:
        print("else")
    for i in range(10, 0, -3):
        print(i); print(n);
    for i in range(0):
        print(i)
    for i in range(n, 2):
        print(i)
    for i in range(n):
        n = 3
        print(i)
    for i in range(3):
        if i: print(1)  # c
        # d
        else: print(2)
    # e
    for i in range(3): print(i)
f("abcdef")
""",
    r'''
def f(n):
    for i in range(3):
        try:
            if i == 1: continue
            print(i)
        finally: print("x")
    for i in range(2):
        text = """a
  b"""
        print(text)
    for i in range(2):
        def g(): return 5
        print(g())
    for i in range(2):
        pass
    else:
        print("z")
    i = 9
    try:
        for i in range(2):
            1 / (1 - i)
    except ZeroDivisionError: print(i)
    fs = []
    for i in range(3): fs.append(lambda: i)
    print([h() for h in fs])
    for i in range(2):
        for i in range(3): print(i)
f(1)
''',
    r"""
def f(xs):
    while xs:
        print(xs.pop())
    while (x := len(xs)) < 3: xs.append(x); print(x)
    while xs and xs[-1] or False:
        xs.pop()
    else: print("d")
    while True:
        if not xs: break
        print(xs.pop())
    while True:
        if len(xs) > 4: break  # c
        xs.append(1)
    while (len(xs)
           < 9): xs.append(2)
    while not \
        xs: break
    while len(xs) > 3:
        @staticmethod
        def g(): return 1
        xs.pop()
    while len(xs) > 1:
        # c
        xs.pop()
        if len(xs) == 2: continue
        print(len(xs))
    print(xs)
f([1, 2, 3])
""",
    r"""
import gc
class D:
    def __init__(s, n): s.n = n
    def __del__(s): print("del", s.n)
def f():
    for x in (D(i) for i in range(3)):
        print(x.n)
        gc.collect()
    print("after")
    for x in [1]: pass
    print("x gone")
f()
""",
    r"""
def f(a):
    for n, x in enumerate(a): print(x)
    for n, x in enumerate((a
        )): print(x)
    for (m, x) in enumerate(a): print(x)
    for k, (p, *q) in enumerate([a]): print(p, q)
    for z, x in (enumerate)(a): print(x)
    for w, x in enumerate(iterable=a): print(x)
    for n1, x in enumerate(a, ): print(x)
    for(n2,x)in(enumerate(a)): print(x)
    for n3, x in enumerate(y for y in a): print(x)
    for n7, x in enumerate((y) for y in a): print(x)
    for n4, x in enumerate(b for b in a if b): print(x)
    for n5, x in enumerate(c := a): print(x, c)
    for n6, x in enumerate(1 if a else 2 for q in a): print(x)
f([1, 2])
""",
    r"""
def f(a):
    n = len(a)
    i = 7
    for i in range(n):
        if i == 1: break
    else: print("no break")
    for i in range(n):
        match i:
            case 1: continue
            case _: print(i)
    for i in range(n):
        for q in a: continue
        while True:
            if i > 1: break
            break
        if i == 0: print("z"); continue
        elif i == 1: continue
        else:
            if n: continue;
        print("never")
    for i in range(n - 1, -1, -1): print(i)
    for i in range(n):
        x = (1,
  2)
    for i in range(n):
        if i:
            print("a")
            # deep
        # mid
    # out
    for i in range(n): # head
        print(i) ; # tail
    for i in range(n):
        print(i)

        continue
    for j in range(n):
        for k in range(j):
            if k == 1: continue
            print(j, k)
    g = [i for i in range(n)]
    while n:
        n -= 1
        for i in range(n):
            if i > 1: break
            print(i)
    def h():
        for r in range(3):
            yield r
            if r: continue
            print(r)
    print(list(h()))
    for i in range(3):
        try: print(i)
        finally: print("f")
    for i in range(len(a) or 4):
        print(i); a.append(0)
    for i in range(*[2]):
        print(i)
    for i in range(0x2, 1_0, 0b11):
        print(i)
    for i in range(True, 3): print(i)
    for(i)in(range(2)):
        print(i)
    for i in range((2)):
        print(i)
    for i in range(
        len(a) # c
        + 1):
        print(i)
f([1, 2, 3])
""",
    r"""
def f(a):
    n = len(a)
    for i in range(
        n
        + 1
    ):
        print(i)
    for i in range(n if n else 3):
        print(i)
    for i in range(m := n):
        print(i, m)
    k = 0
    for i in range(k, g(n)):
        print(i)
    def bump():
        nonlocal k
        k += 2
        return 5
    for i in range(k, len(str(bump()))):
        print(i)
    for i in range(k, len("a" * bump())):
        print(i)
def g(n): return n
f([1, 2])
""",
    r"""
def f(a):
    s = 0
    for i in range(3):
        s += 1 / (i - 1) if a else i
        print(s)
def o():
    try: f(1)
    except ZeroDivisionError: print("zd")
    for i in range(len(u)):
        print(i)
try: o()
except NameError: print("ne")
def p():
    k = 1
    del k
    for i in range(k, 3):
        print(i)
try: p()
except UnboundLocalError: print("ub")
def q(c):
    try:
        for i in range(0):
            print(i)
        print(c.x)
    except AttributeError:
        try: print(i)
        except UnboundLocalError: print("unbound")
q(1)
""",
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("subject", SUBJECTS, ids=range(len(SUBJECTS)))
def test_modules_behave_the_same_and_come_back(subject: str, line_end: str) -> None:
    text = subject.replace("\n", line_end)
    expected = outcome(text)
    assert expected[0]
    assert not expected[1], "the subject must run to its end"
    mutants = list(MUTATOR.mutants(em.parse(text, language="python")))
    assert len(mutants) >= 1
    for mutant in mutants:
        assert outcome(mutant.text) == expected, mutant.mutation.edits
        made = em.parse(mutant.text, language="python")
        assert MUTATOR.undo(made, text.encode(), mutant.mutation) == text


def test_the_laws_hold() -> None:
    check(LoopExchange, at_least=10, undos=5, processes=False)


def made(loop: str, direction: str) -> list[str]:
    """What a loop in a function becomes by the sites of one direction."""
    head = "def f(a, b, g):\n"
    source = em.parse(head + loop, language="python")
    mutants = [m for m in MUTATOR.mutants(source) if dict(m.mutation.site.params)["direction"] == direction]
    return [mutant.text.removeprefix(head) for mutant in mutants]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("enumerate(y for y in a)", "(y for y in a)"),
        ("enumerate((y) for y in a)", "((y) for y in a)"),
        ("enumerate(c := a)", "(c := a)"),
        ("enumerate((c := a))", "(c := a)"),
        ("enumerate(a,)", "a"),
        ("enumerate(g(\n        a))", "(g(\n        a))"),
    ],
)
def test_what_only_the_brackets_of_enumerate_held_gets_its_own(before: str, after: str) -> None:
    [text] = made(f"    for n, x in {before}: g(x)\n", "enumerate-to-for")
    assert text == f"    for x in {after}: g(x)\n"


@pytest.mark.parametrize(
    ("stop", "line"),
    [
        ("m := len(a)", "(m := len(a))"),
        ("\n        len(a)  # all\n        + 1", "(len(a)  # all\n        + 1)"),
        ("(len(a))", "(len(a))"),
    ],
)
def test_what_only_the_brackets_of_range_held_gets_its_own(stop: str, line: str) -> None:
    [text] = made(f"    for i in range({stop}):\n        g(i)\n", "for-to-while")
    assert f" = {line}\n    i = 0\n" in text


def test_the_step_comes_before_each_continue_of_the_loop_and_no_other() -> None:
    body = "        for j in a:\n            if j: continue\n        if i: continue\n        g(i)\n"
    [text] = made("    for i in range(3):\n" + body, "for-to-while")
    changed = body.replace("if i: continue", "if i: i += 1; continue")
    assert text == f"    i = 0\n    while i < 3:\n{changed}        i += 1\n"


def test_undo_keeps_a_patch_of_the_body() -> None:
    text = "def f(a):\n    while a:\n        print(a.pop())\n    return 1\n"
    [mutant] = MUTATOR.mutants(em.parse(text, language="python"))
    patched = mutant.text.replace("a.pop()", "a.pop(0)")
    undone = MUTATOR.undo(em.parse(patched, language="python"), text.encode(), mutant.mutation)
    assert undone == text.replace("a.pop()", "a.pop(0)")
