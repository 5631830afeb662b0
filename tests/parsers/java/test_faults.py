"""The check of what changed alone accepts nothing that the check of the whole member rejects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from mutators.model import Edit, EditConflict, apply_checked, invertible
from parsers.java.method import Method, methods_of
from parsers.java.syntax import faults
from parsers.java.syntax.faults import fault_of
from parsers.java.syntax.tokens import joins
from parsers.java.syntax.tree import WORDS
from parsers.source import SourceFile

SUBJECTS = sorted((Path(__file__).parents[2] / "subjects").glob("*.java"))
PIECES = (
    "x", "record", "yield", "_", "1", '"s"', "'", '"', "+", "-", "=", "<", ">", "(", ")", "{", "}", ";", ",", ".",
    "->", "::", "?", ":", "// c", "/* c */", "/*", "\n", " ", "if (a) b();", "else", "int v = 0;", "a = b", "(a)", "a) + (b",
    "{ }", "return", "catch (E e) { }", "finally", "case 1:",
    "super();", "this(1);", "x();//", "@A", "new A() { }", "x -> { }", "a; b()", "a, b",
)  # fmt: skip


def _edits(method: Method, rng: Random) -> Iterator[Edit]:
    """One to three random edits, mostly at the ends of tokens; offsets relative to the member."""
    leaves = [node for node in method.nodes if not node.children]
    for leaf in sorted(
        rng.sample(leaves, min(len(leaves), rng.choice((1, 1, 1, 2, 3)))), key=lambda n: n.start
    ):
        start, end = rng.choice(((leaf.start, leaf.end), (leaf.start, leaf.start), (leaf.end, leaf.end)))
        if rng.random() < 0.1:
            start = end = rng.randint(leaf.start, leaf.end)
        old = method.source.data[start:end].decode(errors="replace")
        new = "".join(rng.choice(PIECES) for _ in range(rng.choice((0, 1, 1, 2))))
        yield Edit(start - method.start, old, new)


def _verdict(method: Method, mutant: bytes, changes: list[tuple[int, int, int]]) -> bool:
    return faults._member_fault(method, mutant, changes) is None


@pytest.mark.parametrize("path", SUBJECTS, ids=lambda path: path.stem)
def test_what_passes_alone_passes_in_the_member(path: Path) -> None:
    rng = Random(path.name)
    seen: Counter[tuple[bool, bool]] = Counter()
    methods = [m for m in methods_of(SourceFile(path.read_bytes())) if not m.untrusted]
    for _ in range(400):
        method = rng.choice(methods)
        try:
            edits = invertible(_edits(method, rng))
            mutant, changes = apply_checked(method.data, edits)
            mutant.decode()
        except (EditConflict, UnicodeDecodeError):
            continue
        unread = [n for n, edit in enumerate(edits) if not faults._only_renames(method, edit)]
        alone = not unread or faults._part_parses(method, mutant, edits, changes, unread)
        whole = _verdict(method, mutant, changes)
        seen[alone, whole] += 1
        assert whole or not alone, (edits, mutant.decode())
    assert seen[True, True] > 10
    assert seen[False, False] > 50


def test_words_of_the_grammar_are_no_plain_names() -> None:
    source = SourceFile.from_text("class A { int f(int a) { return a + a; } }")
    (method,) = methods_of(source)
    at = source.text.index("a +") - method.start
    for word in ("true", "int", "yield", "_", "record"):
        assert word in WORDS
        assert not faults._only_renames(method, Edit(at, "a", word))
    assert faults._only_renames(method, Edit(at, "a", "b"))
    assert not faults._only_renames(method, Edit(at, "a", "b c"))
    assert not faults._only_renames(method, Edit(at, "", "b"))
    assert not faults._only_renames(method, Edit(at - len("return "), "return", "b"))
    edits = (Edit(at, "a", "int"),)
    mutant, changes = apply_checked(method.data, edits)
    assert fault_of(method, mutant, edits, changes) == "text that does not parse, in f"


@pytest.mark.parametrize(
    ("body", "old", "new"),
    [
        ("{ super(1); g(); }", "super(1);", "int v = 0; super(1);"),
        ("{ g(a); }", "a", "a // b"),
        ("{ g(); h(); }", "g();", "g(); // c"),
        ("{ if (a) g(); else h(); }", "g();", "g(); k();"),
        ("{ return(a); }", "(a)", "a"),
    ],
)
def test_what_stands_around_is_looked_at(body: str, old: str, new: str) -> None:
    source = SourceFile.from_text(f"class A {{ A() {body} }}")
    (method,) = methods_of(source)
    edits = (Edit(source.text.index(old, source.text.index(body)) - method.start, old, new),)
    mutant, changes = apply_checked(method.data, edits)
    assert fault_of(method, mutant, edits, changes) is not None


@pytest.mark.parametrize("word", ["else", "catch", "finally", "/* c */ else", "// c\nelse"])
@pytest.mark.parametrize("before", ["if (c) g();", "try { } catch (E e) { }"])
def test_a_word_that_goes_on_with_the_statement_before(before: str, word: str) -> None:
    source = SourceFile.from_text(f"class A {{ void f(boolean c, int big) {{ {before} big |= 3; }} }}")
    (method,) = methods_of(source)
    edits = (Edit(source.text.index("big |") - method.start, "big", word),)
    mutant, changes = apply_checked(method.data, edits)
    # What follows `else` is no statement then, nor what follows `catch` and `finally`.
    goes_on = ("else" in word) == before.startswith("if")
    assert _verdict(method, mutant, changes) is not goes_on
    assert (fault_of(method, mutant, edits, changes) is not None) is goes_on


def test_tokens_that_would_be_read_as_one() -> None:
    assert joins(b"n", b"x")
    assert joins(b"+", b"+")
    assert not joins(b"n", b"(")
    assert not joins(b"", b"x")
