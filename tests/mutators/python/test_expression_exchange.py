"""Forms of assignments: equal code but for the operation, what is proved, parentheses, comments, and what undo takes out."""

from __future__ import annotations

import dis
from itertools import product
from types import CodeType

import pytest

import equimorph as em
from mutators.python.expression_exchange import ExpressionExchange
from mutators.testing import check
from parsers.source import SourceFile
from tests.mutators.python.running import outcome

MUTATOR = ExpressionExchange()
UNKNOWN = "its value is not proved to be of an immutable built-in class"
OPERATORS = ("+", "-", "*", "@", "/", "//", "%", "**", "<<", ">>", "&", "^", "|")
HEAD = "def f(a, b):\n    n, x, s, t, p = 1, 0.5, 'x', (), True\n    "


def made(statement: str, head: str = HEAD) -> list[str]:
    source = em.parse(f"{head}{statement}\n", language="python")
    mutants = list(MUTATOR.mutants(source))
    assert all(m.local.invert(m.mutant_data) == m.original.encode() for m in mutants)
    return [m.text.removeprefix(head).removesuffix("\n") for m in mutants]


def reasons(body: str, head: str = "def f(a, b):\n    ") -> list[str | None]:
    lines = body.replace("\n", "\n    ")
    return [reason for _, reason in MUTATOR.judged(em.parse(f"{head}{lines}\n", language="python"))]


def operations(code: CodeType) -> list[object]:
    """The instructions of a code object and those in it, an operation in place as the plain one."""
    found: list[object] = []
    for one in dis.get_instructions(code):
        argument = one.argrepr.removesuffix("=") if one.opname == "BINARY_OP" else one.argval
        found.append((one.opname, operations(argument) if isinstance(argument, CodeType) else argument))
    return found


RIGHT = (
    "a",
    "-a",
    "not a",
    "a ** b",
    "a * b",
    "a + b",
    "a - b",
    "a << b",
    "a & b",
    "a ^ b",
    "a | b",
    "a < b",
    "a and b",
    "a if b else 1",
    "lambda: a",
    "(n := a)",
    "(a, b)",
    "a, b",
    "*a, b",
    "[a for a in b]",
    "(a for a in b)",
    "a[b].c(n)",
    "'x' 'y'",
    "f'{a}'",
    "{a: b}",
    "...",
    "-1j",
    "yield",
    "yield a",
    "yield from a",
    "await a",
    "-a ** -b",
    "not a in b",
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("right", RIGHT)
def test_both_forms_compile_to_the_same_but_for_the_operation(right: str) -> None:
    """The right operand keeps together, and everything happens in the same order."""
    head = "async def f(a, b):\n    n = 1\n    " if "await" in right else "def f(a, b):\n    n = 1\n    "
    for operator, layout in product(OPERATORS, ("{} {}= {}", "{}{}={}")):
        statement = layout.format("n", operator, right)
        if statement.endswith("=..."):
            continue
        [plain] = made(statement, head)
        codes = [compile(f"{head}{text}\n", "<f>", "exec") for text in (statement, plain)]
        assert operations(codes[0]) == operations(codes[1]), plain
        back = [
            text for text in made(plain, head) if text.split("(")[0].split("=")[0].rstrip().endswith(operator)
        ]
        assert len(back) == 1, (plain, made(plain, head))
        assert operations(compile(f"{head}{back[0]}\n", "<f>", "exec")) == operations(codes[0]), back


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("n += 1; x += 2", ["n = n + 1; x += 2", "n += 1; x = x + 2"]),
        ("n  +=  1  # one", ["n  = n +  1  # one"]),
        ("n+=1# one", ["n=n+1# one"]),
        ("n += (\n        1)", ["n = n + (\n        1)"]),
        ("n -= (1\n        )", ["n = n - (1\n        )"]),
        ("n = (\n        n\n        + 1)", ["n += (\n        \n         1)"]),
        ("n \\\n        = n + 1", ["n \\\n        += 1"]),
        ("n = n \\\n        + 1", ["n +=  \\\n         1"]),
        ("(n) = n + 1", ["(n) += 1"]),
        ("(n) += 1", ["(n) = n + 1"]),
        ("n = n+1", ["n += 1"]),
        ("n = n + 1 + 2", []),
        ("n = (n + 1) + 2", []),
        ("n = n * (1 + 2)", ["n *= (1 + 2)"]),
        ("n = x + n", []),
        ("n = x = n + 1", []),
        ("n = n @ a", ["n @= a"]),
        ("n = n\t+\t1", ["n += 1"]),
        ("n = n + (yield)", ["n += (yield)"]),
        ("n = n == 1", []),
        ("n = n and 1", []),
        ("n: int = n + 1", []),
        ("n = -n", []),
    ],
)
def test_layout(before: str, after: list[str]) -> None:
    assert made(before) == after


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("n = 1\nn += a", [None]),
        ("n = 1\nn += a\nn += 1", [None, UNKNOWN]),
        ("n = 1\nwhile a: n += 1", [None]),
        ("n = 1\nwhile a: n += b", [UNKNOWN]),
        ("n = 1\nfor n in a: n += 1", [UNKNOWN]),
        ("for n in range(a): n += 1", [None]),
        ("n = 1\ndel n\nn += 1", [UNKNOWN]),
        ("n = []\nn += a", [UNKNOWN]),
        ("n = {1}\nn |= a", [UNKNOWN]),
        ("n = {}\nn |= a", [UNKNOWN]),
        ("n = bytearray()\nn += a", [UNKNOWN]),
        ("n = frozenset(a)\nn |= b", [None]),
        ("n = tuple(a)\nn += b", [None]),
        ("n = range(3)\nn += b", [None]),
        ("n = None\nn += b", [None]),
        ("n = str(a)\nn += 'x'", [UNKNOWN]),
        ("n = f'{a}'\nn += 'x'", [UNKNOWN]),
        ("n = a if b else 1\nn += 1", [UNKNOWN]),
        ("n = 1 if b else 'x'\nn += 1", [None]),
        ("global n\nn = 1\nn += 1", [UNKNOWN]),
        ("n = 1\nclass C:\n    n = 1\n    n += 1", [UNKNOWN]),
        ("n = 1\ndef g():\n    nonlocal n\n    n += 1\nn = n + 1", [UNKNOWN, UNKNOWN]),
        ("n = 1\ndef g(): return n\nn += 1", [None]),
        ("n = 1\ndef g():\n    n += 1", [UNKNOWN]),
        ("n = 1\ntry: n = a\nexcept E: n += 1", [UNKNOWN]),
        ("n = 1\ntry: a()\nfinally: n += 1", [None]),
        ("n = 1\nmatch a:\n    case {'k': n}: n += 1\n    case _: n += 1", [UNKNOWN, None]),
        ("n = 1\nmatch a:\n    case [n, 1]: n += 1\n    case _: n += 1", [UNKNOWN, UNKNOWN]),
        ("n = 1\nwith a as n: n += 1", [UNKNOWN]),
        ("n = 1\nn += (n := [])\nn += 1", [None, UNKNOWN]),
        ("n = 1\n[n := m for m in a]\nn += 1", [UNKNOWN]),
        ("return\nn = 1\nn += 1", [UNKNOWN]),
        ("a.n += 1\na[0] += 1", ["its target is not a name"] * 2),
        ("a = a + 1", [UNKNOWN]),
        ("exec(a)\nn = 1\nn += 1", ["it uses exec, which sees or sets names at run time"]),
    ],
)
def test_what_is_proved_immutable(body: str, expected: list[str | None]) -> None:
    assert reasons(body) == expected


def test_a_function_alone_assumes_what_builtin_names_mean() -> None:
    text = "def f(a):\n    n = len(a)\n    n += 1\n    return n\n"

    def assumed(text: str) -> list[tuple[str, ...]]:
        return [m.mutation.assumptions for m in MUTATOR.mutants(em.parse(text, language="python"))]

    assert assumed(text) == [("the name len is the built-in one",)]
    assert assumed(f"x = 1\n{text}") == [()]
    assert assumed(f"def len(a): return []\n{text}") == []
    assert assumed(text.replace("len(a)", "1")) == [()]


def test_undo_in_a_patch_around_it() -> None:
    text = "def f(a):\n    n = 1\n    while a:\n        n += 1\n    return n\n"
    [mutant] = MUTATOR.mutants(em.parse(text, language="python"))
    patched = mutant.text.replace("return n", "return n - 1").replace("n = 1\n", "n = 2\n", 1)
    undone = MUTATOR.undo(em.parse(patched, language="python"), text.encode(), mutant.mutation)
    assert undone == text.replace("return n", "return n - 1").replace("n = 1\n", "n = 2\n", 1)
    changed = mutant.text.replace("n = n + 1", "n = n + 2")
    undone = MUTATOR.undo(em.parse(changed, language="python"), text.encode(), mutant.mutation)
    assert undone == text.replace("n += 1", "n += 2")
    for other in ("n = a + 1", "n = [] + n + 1", "n = n - a + 1"):
        changed = mutant.text.replace("n = n + 1", other)
        with pytest.raises(em.UndoConflict):
            MUTATOR.undo(em.parse(changed, language="python"), text.encode(), mutant.mutation)


SUBJECT = """
class Adds:
    def __radd__(self, other): print("radd", other); return [other]
    def __ror__(self, other): return frozenset({9}) | other
    def __rmatmul__(self, other): return "matmul"

def first(items):
    total, text, pair, bits = 0, "", (), frozenset({1})
    for i, item in enumerate(items):
        total += i
        total *= 2 if i else 1
        text += "ab"
        text = text * 2
        pair += (i,)
        other = pair
        pair = pair + (2, 3)
        bits |= {i}
        bits -= {2}
        print(total, text, pair, other, sorted(bits))
    count = len(items)
    count -= 1 - count
    count **= 2
    count = count // 3
    count %= 7 or 1
    try:
        pair += [1]
    except TypeError as error:
        print("no", type(error))
    ratio = 1
    ratio /= 3
    ratio -= 0.25 if ratio < 1 else 0.5
    return total, count, ratio, pair + (len(text),)

def second():
    n = 1
    n += (yield n)
    m = 5
    m = m + (yield m)
    s = "x"
    s += Adds()
    k = 3
    k @= Adds()
    yield n, m, s, k

def third(a):
    alias = a
    a += [3]
    b = 2
    b += (b := 10)
    def inner():
        c = 1
        c <<= 2 + b
        return c
    try:
        d += 1
        d = 1
    except UnboundLocalError:
        print("unbound")
    return alias, a is alias, b, inner()

print(first("abc"))
g = second()
print(next(g), g.send(4), g.send(6))
print(third([1]))
"""


def test_a_module_behaves_the_same() -> None:
    source = SourceFile(SUBJECT.encode(), language="python")
    expected = outcome(SUBJECT)
    assert not expected[1]
    mutants = list(MUTATOR.mutants(source))
    assert len(mutants) == 21
    for mutant in mutants:
        assert outcome(mutant.text) == expected, mutant.mutation.edits


def test_the_laws_hold() -> None:
    check(ExpressionExchange, [SUBJECT], at_least=21, undos=3, processes=False)
    check(ExpressionExchange, at_least=25, undos=5, processes=False)
