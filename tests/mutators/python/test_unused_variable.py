"""Variables that nothing uses: places, refusals, layout, names, and what undo takes out again."""

from __future__ import annotations

import ast
from collections import Counter

import pytest

import equimorph as em
from mutators.model import UndoConflict
from mutators.python.unused_variable import UnusedVariable
from mutators.testing import check
from parsers.source import SourceFile
from tests.mutators.python.running import outcome

MUTATOR = UnusedVariable()
VALUES = {"0", "0.0", "False", "None", "''", "b''"}

SUBJECT = '''
import asyncio

total = 1

def plain(n):
    """Say what it does."""
    global total
    total += n
    try:
        if n > 2: raise ValueError(n); print("never")
        elif n == 2:
            return "two"
        else: total += 1; total *= 2
    except ValueError as error:
        return str(error)
    finally:
        print("finally", total)
    return total

def counter(start):
    "One line."; step = 2; count = start
    def more(by=step):
        nonlocal count
        count += by
        return count
    @staticmethod
    def fixed(): return 7
    class Point:
        """A class."""
        x = 1
        if start: y = 2
        def norm(self): return self.x, count, sorted(vars_of(self))
    return more, fixed, Point

def vars_of(point):
    return [name for name in type(point).__dict__ if not name.startswith("__")]

def numbers(limit):
    for i in range(limit):
        if i % 2: continue
        yield i; yield -i
    else:
        yield "end"
    while limit:
        limit -= 1
        with open("/dev/null") as f: yield f.read()

def kinds(value):
    match value:
        case [first, *_] if first: return first
        case {"k": k}:
            return k
        case int() | str(): return "scalar"
    return (lambda v: v)(value)

async def later(n):
    await asyncio.sleep(0)
    async with asyncio.Lock(): n += 1
    return [m async for m in ticks(n)]

async def ticks(n):
    for i in range(n): yield i

def names(f):
    return f.__doc__, f.__name__

for k in range(4): print(plain(k))
more, fixed, Point = counter(3)
print(more(), more(5), fixed(), Point().norm(), Point.__doc__)
print(list(numbers(5)))
print([kinds(v) for v in ([1, 2], [0], {"k": 3}, 4, "s", None)])
print(asyncio.run(later(2)))
print(names(plain), names(counter))
'''


def mutants(text: str, seed: int = 0) -> list[em.Mutant]:
    return list(MUTATOR.mutants(SourceFile.from_text(text, language="python"), seed))


def inserted(text: str) -> list[str]:
    """What each mutant of a text has more."""
    found = []
    for mutant in mutants(text):
        (edit,) = mutant.mutation.edits
        assert edit.old == ""
        found.append(edit.new)
    return found


def judged(text: str) -> list[tuple[str, str | None]]:
    source = SourceFile.from_text(text, language="python")
    return [(source.slice(s.start, s.end), reason) for s, reason in MUTATOR.judged(source)]


def test_the_laws_hold() -> None:
    check(UnusedVariable, [SUBJECT], at_least=40, undos=5, processes=False)
    check(UnusedVariable, at_least=15, undos=20)


def test_every_mutant_does_what_the_original_does() -> None:
    expected = outcome(SUBJECT)
    assert expected[0].count("\n") == 13
    assert expected[1] == ""
    made = mutants(SUBJECT)
    assert len(made) > 40
    for mutant in made:
        assert outcome(mutant.text) == expected, mutant.text


def test_insertions_everywhere_change_nothing() -> None:
    expected, everywhere = outcome(SUBJECT), SourceFile.from_text(SUBJECT, language="python")
    places = sorted((site.start for site in MUTATOR.sites(everywhere)), reverse=True)
    for start in places:  # from the end, so that the others stay where they are
        site = next(site for site in MUTATOR.sites(everywhere) if site.start == start)
        everywhere = SourceFile.from_text(MUTATOR.apply(everywhere, site, start).text, language="python")
    assert outcome(everywhere.text) == expected
    assert len(everywhere.text) > len(SUBJECT) + 40 * len("a = 0")


def test_what_is_inserted_is_a_literal_under_a_new_name() -> None:
    text = "def f(n, tmp):\n    return g(n, kw='dummy {temp}')\n"
    found: Counter[str] = Counter()
    for seed in range(200):
        [mutant] = mutants(text, seed)
        statement = ast.parse(mutant.text).body[0].body[0]  # type: ignore[attr-defined]
        assert isinstance(statement, ast.Assign)
        [target] = statement.targets
        assert isinstance(target, ast.Name)
        assert target.id not in {"f", "n", "tmp", "g", "kw", "dummy", "temp"}
        found[repr(ast.literal_eval(statement.value))] += 1
    assert found.keys() == VALUES
    assert min(found.values()) > 15


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f():\n\tg()\n", "def f():\n\tNEW\n\tg()\n"),
        ("def f():\n \t g()\n", "def f():\n \t NEW\n \t g()\n"),
        ("def f():\r\n    g()\r\n", "def f():\r\n    NEW\r\n    g()\r\n"),
        ("def f():\n\x0c    g()\n", "def f():\n\x0c    NEW\n\x0c    g()\n"),
        ("def f():\n    # first\n\n    g()", "def f():\n    # first\n\n    NEW\n    g()"),
        ("def f(): g()", "def f(): NEW; g()"),
        ("def f():\n    (g(),\n  1)\n", "def f():\n    NEW\n    (g(),\n  1)\n"),
        (
            "def f():\n    @g\n    # why\n    def h(): 'd'\n",
            "def f():\n    NEW\n    @g\n    # why\n    def h(): 'd'\n",
        ),
        ("class A:\n  def f(s):\n      g()\n", "class A:\n  def f(s):\n      NEW\n      g()\n"),
        ("  def f(s):\n      g()\n", "  def f(s):\n      NEW\n      g()\n"),
        ("def f():\n    'd'; \\\n  g()\n", "def f():\n    'd'; \\\n  NEW; g()\n"),
        ("def f(): \\\n    g()\n", "def f(): \\\n    NEW; g()\n"),
        ("def f():\n    é()\n", "def f():\n    NEW\n    é()\n"),
        ("\ufeffdef f():\n  g()\n", "\ufeffdef f():\n  NEW\n  g()\n"),
    ],
)
def test_the_layout_is_that_of_the_statement(before: str, after: str) -> None:
    [mutant] = mutants(before)
    head, _, tail = after.partition("NEW")
    assert mutant.text.startswith(head)
    assert mutant.text.endswith(tail)
    new = mutant.text[len(head) : len(mutant.text) - len(tail)]
    assert repr(ast.literal_eval(new.strip("; \r\n\t\f").partition(" = ")[2])) in VALUES
    assert em.invert(mutant.data, mutant.mutation) == before.encode()


def test_every_statement_of_a_line_is_a_place() -> None:
    text = "def f():\n    a(); b();  # both\n    if c: d(); e()\n"
    assert [new[-1] for new in inserted(text)] == ["\n", " ", "\n", " ", " "]
    assert [site for site, _ in judged(text)] == ["a()", "b()", "if c: d(); e()", "d()", "e()"]


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ('def f():\n    "doc"\n    g()\n', ['"doc"']),
        ('def f():\n    ("a"\n     "b")\n    g()\n', ['("a"\n     "b")']),
        ('def f():\n    b"no"\n    g()\n', []),
        ('def f():\n    f"{g}"\n    g()\n', []),
        ('def f():\n    g()\n    "no doc"\n', []),
        ("def f():\n    global a\n    a = 1\n", ["global a"]),
        ("def f():\n    def g(): nonlocal b; b = 2\n    b = 1\n", ["nonlocal b"]),
        (
            "def f():\n    class A:\n        b = 2\n        def g(s): return 1\n",
            ["b = 2", "def g(s): return 1"],
        ),
        ("def f():\n    class A:\n        if g:\n            b = 2\n", ["if g:\n            b = 2", "b = 2"]),
    ],
)
def test_refusals(text: str, refused: list[str]) -> None:
    assert [site for site, reason in judged(text) if reason is not None] == refused


def test_an_elif_and_the_function_itself_are_no_places() -> None:
    assert [site for site, _ in judged("def f():\n    if a: pass\n    elif b: return\n")] == [
        "if a: pass\n    elif b: return",
        "pass",
        "return",
    ]


def test_a_function_that_may_see_its_variables_is_refused() -> None:
    assert mutants("def f():\n    return sorted(locals())\n") == []


def test_a_name_is_free_in_normal_form() -> None:
    text = "def f(\N{LATIN SMALL LIGATURE FI}ller, \N{FULLWIDTH LATIN SMALL LETTER T}mp):\n    return 1\n"
    names = {mutant.mutation.edits[0].new.split()[0] for seed in range(150) for mutant in mutants(text, seed)}
    assert "tmp" not in names
    assert "temp" in names


ORIGINAL = "def f(n):\n    g(n)\n    if n:\n        return h(n)\n"
MUTANT = ORIGINAL.replace("    if", "    temp = 0\n    if")


def undone(patched: str) -> str:
    made = (m for seed in range(400) for m in mutants(ORIGINAL, seed) if m.text == MUTANT)
    return str(
        MUTATOR.undo(SourceFile.from_text(patched, language="python"), ORIGINAL.encode(), next(made).mutation)
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("g(n)", "g(n + 1)"),
        ("h(n)", "h(n) or k"),
        ("    g(n)\n", ""),
        ("if n:", "if not n:"),
        ("    ", "  "),
        ("    ", "\t"),
    ],
)
def test_undo_takes_the_variable_out_of_a_patch(old: str, new: str) -> None:
    assert undone(MUTANT.replace(old, new)) == ORIGINAL.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("h(n)", "h(temp)"),
        ("temp = 0", "temp = 1"),
        ("temp = 0", "temp = 0 + n"),
        ("    temp = 0\n", "    temp = 0\n    temp = 0\n"),
        ("temp = 0", "temp = n = 0"),
        ("temp = 0", "x = 0"),
        ("    g(n)\n    temp = 0\n    if n:\n        return h(n)\n", "    temp = 0\n"),
        ("temp = 0\n    if n:\n        return h(n)", "g(1); temp = 0"),
        ("temp = 0", "temp = 0; locals()"),
    ],
)
def test_undo_is_a_conflict_where_the_patch_touches_the_variable(old: str, new: str) -> None:
    with pytest.raises(UndoConflict):
        undone(MUTANT.replace(old, new))
