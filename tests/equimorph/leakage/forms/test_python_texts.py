"""The texts of Python that are compared: its tokens without comments, docstrings and layout."""

from __future__ import annotations

import io
import sysconfig
import tokenize
from pathlib import Path

import pytest

from equimorph.leakage import form, normalise
from equimorph.leakage.forms.keys import keys
from equimorph.leakage.forms.near import Near
from equimorph.leakage.forms.python.reading import cut_functions, functions_in
from equimorph.leakage.forms.python.texts import code_tokens
from equimorph.leakage.matching import boundary
from equimorph.leakage.samples import FormName

STDLIB = Path(sysconfig.get_paths()["stdlib"])
_LEFT_OUT = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
_LAYOUT = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def by_tokenize(text: str) -> str:
    """The text that is left, by the standard library's own lexer."""
    tokens = [
        one for one in tokenize.generate_tokens(io.StringIO(text).readline) if one.type not in _LEFT_OUT
    ]
    kept, fresh = [], True
    for at, token in enumerate(tokens):
        if token.type in _LAYOUT:
            fresh = True
            continue
        ends = at + 1 == len(tokens) or tokens[at + 1].type == tokenize.NEWLINE
        if not (fresh and token.type == tokenize.STRING and ends):
            kept.append(token.string)
        fresh = False
    return "".join("".join(kept).split())


@pytest.mark.parametrize("name", ["heapq", "textwrap", "bisect", "json/decoder", "colorsys", "dis", "string"])
def test_the_text_is_what_the_standard_lexer_leaves(name: str) -> None:
    text = (STDLIB / f"{name}.py").read_text("utf-8")
    assert normalise(text, language="python") == by_tokenize(text)


@pytest.mark.parametrize(
    ("text", "left"),
    {
        "x = 'a # b'  # c\n": "x='a#b'",
        'def f():\n    """Doc."""\n    return "a b"\n': 'deff():return"ab"',
        '"a".join(b)\n': '"a".join(b)',
        "f(\n    'a'\n    'b'\n)\n": "f('a''b')",
        "class A:\n    'Doc.'; x = 1\n": "classA:;x=1",
        "x = 1 \\\n  + 2\n": "x=1+2",
        'f"{x["#"]}" # y\n': 'f"{x["#"]}"',
        "print 'a', # two\n": "print'a',",
        "'unclosed # no comment\nx": "'unclosed#nocommentx",
        "": "",
    }.items(),
)
def test_comments_and_docstrings_go_and_literals_stay(text: str, left: str) -> None:
    assert normalise(text, language="python") == left
    assert normalise(text.encode(), language="python") == left.encode()


def test_blanks_in_literals_may_stay() -> None:
    assert normalise("x = 'a b'", keep_literal_blanks=True, language="python") == "x='a b'"


def test_a_hit_within_tokens_is_cut() -> None:
    def found(text: bytes, side: bytes) -> str:
        offset = normalise(text, language="python").index(normalise(side, language="python"))
        return boundary(text, side, offset, language="python")

    assert found(b"print x  # a\n", b"int x") == "cut"
    assert found(b"def f():\n    'a'\n    return x + 1\n", b"return x + 1") == "token"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("if count > limit:\n", "if n > m:  # c\n"),
        ("    else:\n        total = total + self.size\n", "else:\n  t = t + self.size"),
        ("print x, y\n", "print a, b\n"),
    ],
)
def test_names_of_what_does_not_parse_are_numbered_by_first_use(one: str, other: str) -> None:
    assert form(one, "renamed", "python") == form(other, "renamed", "python")
    assert form(one, "renamed", "python") != form(f"{one}x = y\n", "renamed", "python")


def test_renamed_follows_bindings_and_nothing_else() -> None:
    one = "def f(a, b):\n    'Doc.'\n    return a.b + g(b)\n"
    assert form(one, "renamed", "python") == "def f(v0, v1):\n    return v0.b + g(v1)"
    assert form("def h(x, y): return x.b + g(y)", "renamed", "python") == form(one, "renamed", "python")
    assert form("def h(x, y): return x.c + g(y)", "renamed", "python") != form(one, "renamed", "python")
    assert form("def h(x, y): return y.b + g(x)", "renamed", "python") != form(one, "renamed", "python")


def test_near_finds_a_function_in_a_file_by_the_runs_of_its_tokens() -> None:
    side = b"def f(a, b, c):\n    x = a * b\n    y = b * c\n    z = c * a\n    return g(x, y, z, a, b, c)\n"
    text = b"import os\n\nclass A:\n    def f(a, b, c):\n        # new\n" + b"".join(
        b"    " + line + b"\n" for line in side.split(b"\n")[1:-1]
    )
    [hit] = Near([side], "python").hits([text])
    assert (hit.kind, hit.similarity) == ("inside", 1.0)
    assert list(Near([side], "python").hits([b"def f(a):\n    return a\n"])) == []


@pytest.mark.parametrize("module", ["textwrap", "shlex", "heapq", "calendar", "contextlib"])
def test_functions_are_cut_by_tokens_as_by_the_tree(module: str) -> None:
    data = (STDLIB / f"{module}.py").read_bytes()
    functions = [code_tokens(text) for _, text in functions_in(data)]
    assert len(functions) > 5
    cut = [code_tokens(text) for text, _ in cut_functions(data)]
    assert [[token.text for token in tokens] for tokens in cut] == [
        [token.text for token in tokens] for tokens in functions
    ]


@pytest.mark.parametrize("rest", ["print 'two'\n", "exec 'a' in b\n", "def g(:\n    return 1\n", "x = (\n"])
@pytest.mark.parametrize("name", ["renamed", "canonical"])
def test_a_function_is_found_in_a_file_that_cannot_be_read(name: FormName, rest: str) -> None:
    function = b"def f(a):\n    return a[0] - a[1]\n"
    method = b"class A:\n    @p\n    def k(self, b):\n        return self(b[0]) - b[1]\n"
    file = b"import os\n\n" + function.replace(b"a", b"c") + method + rest.encode()
    found = {key for key, kind in keys(file, name, "python") if kind == "inside"}
    assert keys(function, name, "python")[0][0] in found
    assert len(found) == 2
