"""The lexer for any text, against the standard library's own of three versions of Python, and on hostile texts."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.python.syntax.tokens import DEDENT, INDENT, NEWLINE, tokenize

_PYTHONS = sorted(Path.home().glob(".pyenv/versions/3.1[123].*/bin/python"))
_CHILD = r"""
import io, json, os, sys, tokenize, token
root = os.path.dirname(os.__file__)
found = []
for name in sys.argv[1].split():
    with open(os.path.join(root, name), "rb") as file:
        text = file.read().decode()
    tokens = []
    for t in tokenize.generate_tokens(io.StringIO(text, newline="").readline):
        kind = token.tok_name[t.type]
        if kind == "INDENT":
            tokens.append("\n\t")
        elif kind == "DEDENT":
            tokens.append("\n\b")
        elif kind == "NEWLINE":
            tokens.append("\n")
        elif kind not in ("NL", "COMMENT", "ENDMARKER", "ENCODING"):
            tokens.append([kind, t.string])
    found.append([text, tokens])
print(json.dumps(found))
"""
_MODULES = (
    "textwrap.py shlex.py dataclasses.py argparse.py typing.py ast.py tokenize.py decimal.py _pydecimal.py"
)


def _shape(texts: Sequence[object]) -> list[str]:
    """Line ends and margins, with all between them as one text, without blanks.

    F-strings are split in different ways; the standard library halves doubled braces.
    """
    shape = [""]
    for text in texts:
        if text in ("\n", "\n\t", "\n\b"):
            shape += [str(text), ""]
        else:
            shape[-1] += "".join(str(text[1] if isinstance(text, list) else text).split())
    return [re.sub(r"([{}])\1+", r"\1", one) for one in shape if one]


@pytest.mark.parametrize(
    "python", _PYTHONS or [Path(sys.executable)], ids=lambda path: path.parent.parent.name
)
def test_lines_and_margins_are_those_of_the_standard_library(python: Path) -> None:
    made = subprocess.run(
        [python, "-c", _CHILD, _MODULES], capture_output=True, text=True, check=True, timeout=120
    )
    compared = 0
    for text, tokens in json.loads(made.stdout):
        try:
            compile(text, "<text>", "exec")
        except SyntaxError:  # of a later version of Python
            continue
        compared += 1
        mine = [token.text.decode() for token in tokenize(text.encode())]
        assert _shape(mine) == _shape(tokens)
        if not re.search("[fF][rR]?[\"']", text):
            assert mine == [token if isinstance(token, str) else token[1] for token in tokens]
    assert compared > 6


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("# only a comment", []),
        ("x", ["x", "\n"]),
        ("if a:\n\tb\nc\n", ["if", "a", ":", "\n", "\n\t", "b", "\n", "\n\b", "c", "\n"]),
        ("if a:\n  b\n # no margin\n\nc", ["if", "a", ":", "\n", "\n\t", "b", "\n", "\n\b", "c", "\n"]),
        ("f(a,\n  b)\n", ["f", "(", "a", ",", "b", ")", "\n"]),
        ("a = b \\\n  + c\n", ["a", "=", "b", "+", "c", "\n"]),
        ("a\r\nb\rc\n", ["a", "\n", "b", "\n", "c", "\n"]),
        ("  x\n", ["\n\t", "x", "\n", "\n\b"]),
        ('f"a{b!r:>{w}}c"', ['f"', "a", "{", "b", "!", "r", ":", ">", "{", "w", "}", "}", "c", '"', "\n"]),
        (r"f'{a:\'>{w}}'", ["f'", "{", "a", ":", r"\'>", "{", "w", "}", "}", "'", "\n"]),
        ("a->b:=c<>d...e", ["a", "->", "b", ":=", "c", "<>", "d", "...", "e", "\n"]),
        ("x**=y//=z<<=w@=v", ["x", "**=", "y", "//=", "z", "<<=", "w", "@=", "v", "\n"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert [token.text.decode() for token in tokenize(text.encode())] == expected


def test_the_width_of_the_indentation_does_not_matter() -> None:
    texts = [
        "if a:\n\tif b:\n\t\tc\n\td\n",
        "if a:\n  if b:\n      c\n  d\n",
        "if a:\r\n    if b:\r\n     c\r\n    d\r\n",
    ]
    assert len({tuple(token.text for token in tokenize(text.encode())) for text in texts}) == 1


_PIECES = st.sampled_from(
    [
        'f"',
        "f'''",
        "'",
        '"""',
        "{",
        "}",
        "(",
        ")",
        "\\",
        "\n",
        "\r",
        "\t",
        "  ",
        "#",
        ":",
        "!",
        "x",
        "0x",
        "\ufeff",
        "\0",
        "\f",
        "é",
    ]
)


@given(st.lists(_PIECES, max_size=40).map("".join) | st.text(max_size=60))
def test_any_text_has_tokens_that_cover_all_but_blanks_and_comments(text: str) -> None:
    data = text.encode(errors="replace")
    at = margin = 0
    for token in tokenize(data):
        assert at <= token.start <= token.end <= len(data)
        margin += (token.text == INDENT) - (token.text == DEDENT)
        assert margin >= 0
        if token.text not in (INDENT, DEDENT, NEWLINE):
            assert data[token.start : token.end] == token.text
        between = data[at : token.start]
        assert b"#" in between or not between.strip(b"\xef\xbb\xbf \t\f\r\n\\")
        at = token.end
    assert margin == 0


@pytest.mark.parametrize(
    "piece", ["(", "f'{", "f'''{", "'''", "\\\n", "if x:\n ", "f'{x:{", "#\n", "\0", '"', "f'{{"]
)
def test_the_time_grows_with_the_length(piece: str) -> None:
    start = time.process_time()
    tokenize((piece * 10_000).encode())
    assert time.process_time() - start < 5
