"""The lines of a mutant that are read again, and the part of it that is compiled."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from parsers.errors import ParseError
from parsers.python.function import Function
from parsers.python.parsed import PythonParsed
from parsers.python.syntax.tokens import tokenize
from parsers.python.syntax.tree import compiled
from parsers.source import SourceFile

TEXT = b'''class C:
    @decorated(1)
    @again
    def f(self, a, b=1):
        """Doc."""
        x = (a +
             b)
        if a:
            x = 1; b = 2
            while x:
                x -= 1
                if b: break
            else:
                x = f"""{a
                  }""" if 0 else 1
        elif b: return 3
        else:
            # why
            pass
        for i in a: continue
        try:
            with a as b:
                x = """
    text"""
        except E as e:
            del e
        except F: pass
        finally:
            b = x
        @dec
        def g(c): return c
        async def h(d):
            async for y in d:
                await y
        match x:
            case 1: return 1
            case [q, *_] if q:
                return q
            case _: a = 2
        return x
'''
WORDS = (
    *(
        "x",
        "(",
        ")",
        "not ",
        "else",
        "elif x",
        "if a: b\n",
        "\n",
        "\n    ",
        "\n        ",
        "return 1",
        "await x",
        "break",
    ),
    *(
        "global x",
        "nonlocal a",
        "#",
        "'",
        '"""',
        ":",
        "@d\n",
        "async ",
        "case _:",
        "match x:",
        "finally:",
        "except*:",
    ),
    *(
        "x = 1; y",
        " \\\n",
        "\t",
        "\r",
        "\f",
        "lambda: 0",
        "*a",
        "a := 1",
        "{",
        "import *",
        "None = 1",
        "else: z",
        "pass",
    ),
)


def _view(text: bytes = TEXT) -> Function:
    [method] = PythonParsed.of(SourceFile(text, language="python")).methods
    return method


def _edited(data: bytes, edits: list[tuple[int, int, bytes]]) -> tuple[bytes, list[tuple[int, int, int]]]:
    """Return the text with edits made, and the changes as `Member.fault_of` takes them."""
    for start, end, new in reversed(edits):
        data = data[:start] + new + data[end:]
    shifts = [0]
    for start, end, new in edits:
        shifts.append(shifts[-1] + len(new) - (end - start))
    return data, [
        (start + by, end - start, len(new)) for (start, end, new), by in zip(edits, shifts, strict=False)
    ]


def _compiles(view: Function, text: bytes) -> bool:
    try:
        compiled(((b"class _:\n" if view.margin else b"") + view.margin + text).decode())
    except ParseError:
        return False
    return True


def _drawn(rng: Random, data: bytes, borders: list[int]) -> list[tuple[int, int, bytes]]:
    count = rng.choice((1, 1, 2, 3))
    places = sorted(rng.sample(borders, 2 * count))
    edits = []
    for start, end in zip(places[::2], places[1::2], strict=True):
        near = min([at for at in borders if at > start], default=end)
        end = end if rng.random() < 0.3 else min(near, end)
        new = rng.choice(
            (
                rng.choice(WORDS).encode(),
                b"(" + data[start:end] + b")",
                data[slice(*sorted(rng.sample(borders, 2)))][:60],
            )
        )
        edits.append((start, end, new))
    return edits


def test_a_part_compiles_only_if_the_whole_function_does() -> None:
    view, rng = _view(), Random(7)
    data = view.data
    borders = sorted({at for token in tokenize(data) for at in (token.start, token.end)})
    parts = accepted = 0
    for _ in range(500):
        mutant, changes = _edited(data, _drawn(rng, data, borders))
        patches = view.outline.patches(mutant, changes)
        part = view.outline.pruned(mutant, patches)
        if part is not None:
            parts += 1
            if _compiles(view, part):
                accepted += 1
                assert _compiles(view, mutant), (part, mutant)
        tokens = {(token.start, token.end) for token in tokenize(mutant)}
        for patch in patches:
            assert {(token.start, token.end) for line in patch.lines for token in line.tokens} <= tokens
        outside = [at for start, _, new in changes for at in (start, start + new)]
        read = [(patch.start, patch.end) for patch in patches]
        assert all(any(first <= at <= last for first, last in read) for at in outside)
        assert all(one[1] <= other[0] for one, other in pairwise(read))
    assert parts > 150
    assert accepted > 10


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        (
            b"x -= 1",
            b"x += 1",
            b"if a:\n            while x:\n                x += 1\n            else:\n             pass\n"
            b"        elif b: return 3\n        else:\n         pass\n",
        ),
        (
            b"if a:",
            b"if not a:",
            b"if not a:\n         pass\n        elif b: return 3\n        else:\n         pass\n",
        ),
        (
            b"del e",
            b"del (e)",
            b"try:\n         pass\n        except E as e:\n            del (e)\n        except F: pass\n"
            b"        finally:\n         pass\n",
        ),
        (
            b"return q",
            b"return -q",
            b"match x:\n            case 1: return 1\n            case [q, *_] if q:\n                return -q\n"
            b"            case _: a = 2\n",
        ),
        (
            b"await y",
            b"await (y)",
            b"async def h(d):\n            async for y in d:\n                await (y)\n",
        ),
        (b"return c", b"return not c", b"@dec\n        def g(c): return not c\n"),
    ],
)
def test_what_stays_of_a_function(old: bytes, new: bytes, part: bytes) -> None:
    view = _view()
    start = view.data.index(old)
    mutant, changes = _edited(view.data, [(start, start + len(old), new)])
    pruned = view.outline.pruned(mutant, view.outline.patches(mutant, changes))
    assert pruned == b"@decorated(1)\n    @again\n    def f(self, a, b=1):\n        " + part


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (
            "def f(c):\n    def g(): nonlocal a\n    a = 1\n    b = 2\n",
            b"a = 1",
            b"b = 1",
        ),  # then nothing binds it
        ("def f(a):\n    print(b)\n    b = 2\n    c = 3\n", b"c = 3", b"global b"),
        ("async def f(a):\n    yield a\n    b = 1\n    return\n", b"return", b"return b"),
        ("async def f(a):\n    return a\n    b = 1\n", b"b = 1", b"b = yield"),
        ("def f(a):\n    if a: b\n    c\n    d\n", b"d", b"else: d"),
        ("def f(a):\n    @a\n    def g(): pass\n    c\n", b"c", b"@a"),
        ("def f(a):\n    while a:\n        break\n    c\n", b"while", b"if"),
        ("async def f(a):\n    async for b in a:\n        break\n", b"for b in a", b"with a"),
        ("def f(a):\n    async def g():\n        await a\n    c\n", b"async def", b"def"),
        ("def f(a):\n    if a:\n        b\n        c\n    d\n", b"b\n", b"b\n    e\n"),
        ("def f(a):\n\tif a:\n\t\tb\n\td\n", b"\td", b"        d"),
        ("def f(a):\n\tb\n\tb\n\tb\n# c\n\td\n", b"\td", b"        d"),
        ("def f(a):\n    try: b\n    except E:\n        b\n        return\n", b"except", b"except*"),
        ("def f(a):\n    b\n    b\n    # abcdefgh\n    d = 1\n", b"# abcdefgh\n    d", b"#\n    ) d"),
        (
            "def f(a):\n    b\n    b\n    x = f'''{a:\\'''\n    text\n    }'''\n",
            b"text",
            b"'''text'''",
        ),
    ],
)
def test_all_of_a_mutant_is_compiled_where_the_rest_matters(text: str, old: bytes, new: bytes) -> None:
    view = _view(text.encode())
    start = view.data.index(old)
    mutant, changes = _edited(view.data, [(start, start + len(old), new)])
    part = view.outline.pruned(mutant, view.outline.patches(mutant, changes))
    assert not _compiles(view, mutant)
    assert part is None or not _compiles(view, part)
    assert view.fault_of(mutant, [], changes) is not None


def test_a_change_between_carriage_return_and_line_feed_tears_the_line_end() -> None:
    view = _view(b"def f(a):\r\n    b\r\n    c\r\n")
    mutant, changes = _edited(view.data, [(view.data.index(b"\n    c"), len(view.data), b"\n    d\r\n")])
    assert "token boundary" in str(view.fault_of(mutant, [], changes))
