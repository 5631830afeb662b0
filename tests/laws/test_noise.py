"""Whatever bytes come, nothing but a ParseError; maps of bytes, characters and lines agree with Python's own computing."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import equimorph as em
from mutators import get, names
from tests.laws.corpus import SUBJECTS
from tests.strategies.programs import Program, programs, seeded
from tests.strategies.text import byte_noise, damaged, texts

ODD = (SUBJECTS / "Odd.java").read_bytes()
SOME = "".join((SUBJECTS / f"{name}.java").read_text(encoding="utf-8") for name in ("Patterns", "Records"))


def digest(source: em.SourceFile) -> int:
    """Asks for everything; returns how many mutants there were."""
    count = 0
    for method in source.methods:
        assert 0 <= method.start <= method.end <= len(source.data)
        assert 1 <= method.start_line <= method.end_line <= len(source.lines)
    for name in names():
        for number, (site, reason) in enumerate(get(name).judged(source)):
            assert 0 <= site.start <= site.end <= len(source.data)
            # One operator has many mutants that are alike.
            if reason is None and (name != "operator-mutation" or number % 7 == 0):
                mutant = get(name).apply(source, site, 1)
                assert mutant.mutation.invert(mutant.data) == source.data
                assert any(mutant.lines.status(line) != "kept" for line in range(1, len(source.lines) + 1))
                count += 1
    return count


def survives(data: bytes) -> None:
    with contextlib.suppress(em.ParseError):
        digest(em.SourceFile(data))


@given(byte_noise(ODD))
def test_bytes(data: bytes) -> None:
    survives(data)


@given(texts(max_size=60))
def test_text(text: str) -> None:
    survives(text.encode())


@given(st.sampled_from([ODD.decode(), SOME]).flatmap(lambda java: st.integers(0, len(java) - 400).flatmap(
    lambda at: damaged(java[at : at + 400]))))  # fmt: skip
def test_damaged_pieces_of_java(text: str) -> None:
    survives(text.encode())


@given(st.integers(0, 2**32), st.data())
def test_damaged_methods(seed: int, data: st.DataObject) -> None:
    method = max(em.parse(seeded(seed).own).methods[:-1], key=lambda m: m.end - m.start)
    survives(data.draw(damaged(method.text)).encode())


@settings(max_examples=15)
@given(programs())
def test_generated_programs_have_mutants(program: Program) -> None:
    source = em.parse(program.own)
    assert not source.has_error
    assert digest(source) >= 3


@given(texts(max_size=40))
def test_offsets_agree_with_python(text: str) -> None:
    source = em.SourceFile(text.encode())
    at = 0
    for char, symbol in enumerate(text):
        assert source.char_offset(at) == char
        assert source.byte_offset(char) == at
        at += len(symbol.encode())
    assert source.char_offset(at) == len(text)
    assert source.byte_offset(len(text)) == at
    assert source.text == text


@given(texts(max_size=4), st.sampled_from(["\n", "\r\n"]))
def test_members_know_their_lines(comment: str, end: str) -> None:
    if "*/" in comment or "\\" in comment or "\r" in comment:
        comment = "ö"
    text = f"/* {comment} */{end}class A {{{end}\tint ä = 1; int f(int n) {{{end}return n;}}{end}}}{end}"
    (method,) = em.parse(text).methods
    lines = re.split(r"\r\n|\n|\r", text[: text.index("int f")])
    assert (method.start_line, method.end_line) == (len(lines), len(lines) + 1)
    assert method.text == f"int f(int n) {{{end}return n;}}"
    assert em.parse(text).char_offset(method.start) == text.index("int f")


@pytest.mark.parametrize(
    "data", [b"\xff", b"class A { \xc3( }", "class A {}".encode("utf-16"), b"\xed\xa0\x80"]
)
def test_not_utf8(data: bytes) -> None:
    with pytest.raises(em.ParseError, match="UTF-8"):
        em.SourceFile(data)


@pytest.mark.parametrize("text", ["\ud800", 'class A { String s = "\udc00"; }'])
def test_lone_surrogates(text: str) -> None:
    with pytest.raises(em.ParseError, match="surrogate"):
        em.parse(text)


@pytest.mark.parametrize("what", ["(", "{", "[", "<", "a->", "!", "if(a)", "/*", '"""'])
@pytest.mark.parametrize("closed", [True, False])
def test_deep_nesting_is_a_clear_result(what: str, closed: bool) -> None:
    closing = {"(": ")", "{": "}", "[": "]", "<": ">"}.get(what, "") if closed else ""
    inside = what * 3000 + "a" + closing * 3000
    for text in (
        f"void m() {{ {inside}; }}",
        f"class A {{ void m() {{ x = {inside}; }} int k(int a, int b) {{ return a; }} }}",
    ):
        survives(text.encode())


def test_a_big_file() -> None:
    method = "int f(int n) {{ int k{0} = n; return k{0} < n ? 1 : 2; }}\n"
    text = "class A {\n" + "".join(method.format(i) for i in range(3000)) + "}\n"
    source = em.parse(text)
    assert sum(1 for _ in get("reorder-condition").sites(source)) == 3000
