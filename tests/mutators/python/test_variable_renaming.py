"""Renaming of variables of Python functions: hazards, equality of code, behaviour, and undo of patches."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.python.variable_renaming import VariableRenaming
from mutators.testing import check
from parsers.oracles.interpreter import same_code
from parsers.source import SourceFile
from tests.mutators.python.running import outcome
from tests.mutators.python.test_sketch import SUBJECT

MUTATOR = VariableRenaming("type-name")


def renamed(text: str) -> list[str]:
    """What may get another name in a text, with the number of occurrences."""
    found = MUTATOR.mutants(SourceFile.from_text(text, language="python"))
    return [f"{one.mutation.edits[0].old} {len(one.mutation.edits)}" for one in found]


def refused(text: str) -> dict[str, str]:
    source = SourceFile.from_text(text, language="python")
    return {source.slice(s.start, s.end): reason for s, reason in MUTATOR.judged(source) if reason}


def undone(text: str, name: str, *changes: tuple[str, str]) -> str:
    source = SourceFile.from_text(text, language="python")
    mutant = next(one for one in MUTATOR.mutants(source) if one.mutation.edits[0].old == name)
    patched = mutant.text
    for old, new in changes:
        assert old in patched
        patched = patched.replace(old, new)
    return MUTATOR.undo(SourceFile.from_text(patched, language="python"), text.encode(), mutant.mutation)


def test_the_laws_hold() -> None:
    check(VariableRenaming, [SUBJECT], at_least=20, undos=5, processes=False)
    check(VariableRenaming, at_least=5, undos=10)


def test_code_is_equal_and_modules_do_the_same() -> None:
    expected, original = outcome(SUBJECT), compile(SUBJECT, "<t>", "exec")
    made = list(MUTATOR.mutants(SourceFile.from_text(SUBJECT, language="python")))
    assert len(made) > 20
    for mutant in made:
        if (
            mutant.mutation.edits[0].old != "twice"
        ):  # keyword-only, but no call gives it: only running shows that
            assert same_code(original, compile(mutant.text, "<t>", "exec"), "by position"), mutant.text
        assert outcome(mutant.text) == expected, mutant.text


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def f(a, /, b, *c, d, **e): return a, b, c, d, e\n", ["c 2", "e 2"]),
        ("def f(a, /, b): return a, b\n", ["a 2"]),
        ("def f():\n    import a.b; from c import d as e\n    return a, e\n", []),
        ("def f():\n    global n\n    n = 1\n", []),
        ("def f():\n    __n = 1; _m = 2\n", ["_m 1"]),
        ("def f():\n    n = m = 1\n    return f'{n=}{m!r}{m:{m}}'\n", ["m 4"]),
        ("def f():\n    n = 1\n    class A:\n        n = n\n", ["n 1"]),
        ("def f():\n    n = 1\n    class A: m = n\n", []),
        ("def f():\n    n = 1\n    class A:\n        def g(self): return n\n", ["n 2"]),
        ("def f():\n    def g(n): return n\n    return g(n=1)\n", []),
        ("def f():\n    def g(n): return n\n    return g(**a)\n", []),
        ("def f():\n    def g(n): return n\n    return g(*a)\n", ["n 2"]),
        ("def f():\n    def g(n): return n\n    return g\n", []),
        ("def f():\n    def g(n): return n\n    return a(g)\n", []),
        ("def f():\n    def g(n): return n\n    g = h(g)\n    return g(1)\n", []),
        ("def f():\n    @a\n    def g(n): return n\n    return g(1)\n", []),
        ("def f():\n    class A:\n        def g(s, n): return n\n", []),
        ("def f():\n    def g(n: int): m: n = 1\n", ["m 1"]),
        ("def f():\n    n = int\n    m: n = 1\n    return m\n", ["m 2"]),
        ("def f(): return sorted(a, key=lambda n: n), a(lambda m: m)\n", ["n 2"]),
        ("def sorted(*a): pass\ndef f(): return sorted(a, key=lambda n: n)\n", ["a 1"]),
        ("def f(): return map(a, lambda n: n), map(*(lambda m: m))\n", []),
        ("def f():\n    n = 1\n    return g(n=n), a.n, n.n\n", ["n 3"]),
        ("def f():\n    'n'\n    n = 1\n    'n' 'n'; return f'{n}'  # n\n", ["n 2"]),
        ("def f():\n    n = m = k = i = j = 1\n    g('n', b'm', f'k {i:j}')\n", ["i 2"]),
        ("def f():\n    n = m = k = j = 1\n    return g('\\x6e') + 'm > k' + 'ab' 'cj'\n", ["j 1"]),
        ("Q = {'q': ('n', 1)}\nR = 'm'\ndef f():\n    n = m = q = 1\n    g(Q, a.S)\n", ["m 1"]),
        (
            "class A:\n    def g(self): self.S = 'n'; T = 'm'\ndef f():\n    n = m = 1\n    g(a.S, T)\n",
            ["T 1", "m 1"],
        ),
        ("def f():\n    \N{LATIN SMALL LIGATURE FI} = 1\n    return fi\n", ["\N{LATIN SMALL LIGATURE FI} 2"]),
        ("def f(xs, /): return [[x for x in x] for x in xs]\n", ["xs 2", "x 2", "x 2"]),
        ("def f():\n    n = 1\n    return locals()\n", []),
        ("def f(v, /):\n    match v:\n        case A(x=x) | {'k': x}: return x\n", ["v 2", "x 3"]),
        ("class A:\n    def f(self, /): return super().f(self)\n", ["self 2"]),
        ("def f():\n    n = 1\n    del n\n    for n in g(): pass\n    with h() as n: n += 1\n", ["n 5"]),
    ],
)
def test_what_is_renamed(text: str, names: list[str]) -> None:
    assert renamed(text) == names


def test_reasons() -> None:
    assert refused("def f():\n    def g(n, **k): return n\n    return g(1)\n") == {
        "n": "a parameter beside ** takes arguments of any name"
    }
    assert refused("@a\ndef f(n, /): return n\n") == {"n": "a decorator may look at the names of parameters"}


def test_the_built_in_that_calls_a_lambda_is_assumed_where_the_module_is_unknown() -> None:
    text = "def f(): return sorted(a, key=lambda n: n)\n"
    for source, expected in ((text, ("the name sorted is the built-in one",)), ("a = 1\n" + text, ())):
        [mutant] = MUTATOR.mutants(SourceFile.from_text(source, language="python"))
        assert mutant.mutation.assumptions == expected


def test_no_word_of_the_member_becomes_a_name() -> None:
    text = "def f(data):\n    n = 1  # int_value4\n    return int_value, x.int_value1, g(int_value2=n), 'int_value3'\n"
    [mutant] = MUTATOR.mutants(SourceFile.from_text(text, language="python"))
    assert mutant.mutation.edits[0].new not in text


ORIGINAL = """\
def f(data, out):
    n = len(data)
    for x in data:
        out.append(x + n)
    return n

def other(n):
    return n
"""


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([("x + ", "x * ")], ORIGINAL.replace("x + ", "x * ")),
        ([("    ", "  ")], ORIGINAL.replace("    ", "  ")),
        ([("\n", "\r\n")], ORIGINAL.replace("\n", "\r\n")),
        (
            [("return int_value\n", "return -int_value, f'{int_value!r}'\n")],
            ORIGINAL.replace("return n\n\n", "return -n, f'{n!r}'\n\n"),
        ),
        (
            [("return int_value\n", "return lambda: int_value\n")],
            ORIGINAL.replace("return n\n\n", "return lambda: n\n\n"),
        ),
        (
            [("return int_value\n", "return [q for q in int_value]\n")],
            ORIGINAL.replace("return n\n\n", "return [q for q in n]\n\n"),
        ),
        (
            [("return int_value\n", "return int_value +\n")],
            ORIGINAL.replace("return n\n\n", "return n +\n\n"),
        ),
        (
            [("(data, out)", "(data, out=None, *rest)")],
            ORIGINAL.replace("(data, out)", "(data, out=None, *rest)"),
        ),
        (
            [("    int_value = len(data)\n", ""), ("int_value", "0")],
            ORIGINAL.replace("    n = len(data)\n", "")
            .replace("+ n", "+ 0")
            .replace("return n\n\n", "return 0\n\n"),
        ),
    ],
)
def test_patches_are_undone(changes: list[tuple[str, str]], expected: str) -> None:
    assert undone(ORIGINAL, "n", *changes) == expected


@pytest.mark.parametrize(
    "changes",
    [
        [("x + ", "n + ")],
        [("x + int_value", "[n for n in [int_value]]"), ("for x", "for n")],
        [("return int_value\n", "return lambda n: int_value\n")],
        [("return int_value\n", "return f'{int_value=}'\n")],
        [("return int_value\n", "return locals()\n")],
        [("    int_value = len(data)\n", "")],
        [("int_value = len", "global int_value; int_value = len")],
        [("return n\n", "return int_value\n")],
        [("def other", "int_value = 1\ndef other")],
        [("return int_value\n", "import int_value\n")],
        [("return int_value\n", "return int_value + (int_value\n")],
        [("out)", "out, int_value)"), ("    int_value = len(data)\n", "")],
        [("return int_value\n", "class A: m = int_value\n")],
    ],
)
def test_what_is_not_certain_is_a_conflict(changes: list[tuple[str, str]]) -> None:
    with pytest.raises(em.UndoConflict):
        undone(ORIGINAL, "n", *changes)
