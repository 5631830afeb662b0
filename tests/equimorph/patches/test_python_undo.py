"""Undo of Python mutants in answers as models give them: with other indentation, in fences, in a class, as a diff."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from functools import cache

import pytest

import equimorph as em
from mutators.mutant import Mutant
from mutators.registry import classes
from parsers.language import find_language
from parsers.source import SourceFile

_TEXT = '''import os


class A:
    x = 1

    def m(self, n, xs):
        """Adds up."""
        if n > 3:
            # that is it
            return os.path.join("a", n)
        else:
            for x in xs:
                n += 1
        total = (n +
            2)
        return total

    def other(self):
        return 3
'''
_SOURCE = SourceFile.from_text(_TEXT, "a.py", "python")


@cache
def _mutants() -> tuple[Mutant, ...]:
    found = []
    for mutator in (make() for make in classes("python").values()):
        for site in list(mutator.sites(_SOURCE))[:2]:
            mutant = mutator.apply(_SOURCE, site, 3)
            if mutant is not None and mutant.method.name == "m":
                found.append(mutant)
    assert len({mutant.mutation.mutator for mutant in found}) >= 4
    return tuple(found)


def _forms(member: str) -> Iterator[tuple[str, str]]:
    full = "    " + member
    alone = textwrap.dedent(full)
    yield "as it is in its file, without the first indentation", member
    yield "as it is in its file", full
    yield "at the left margin", alone
    yield "with tabs", alone.replace("    ", "\t")
    yield "with two blanks", alone.replace("    ", "  ")
    yield "deeper", textwrap.indent(alone, " " * 12)
    yield "with CRLF", alone.replace("\n", "\r\n")
    yield "in a fence", f"Here it is:\n```python\n{alone}\n```\nDone.\n"
    yield "in a fence with its indentation", f"```python\n{full}\n```"
    yield "in a class", f"class A:\n{full}\n"
    yield "behind an import", f"import os\n\n{alone}\n"


def _tree(text: str) -> str:
    """The tree of a member with or without its indentation."""
    return ast.dump(ast.parse("class _:\n  if 1:\n" + textwrap.indent(textwrap.dedent(text), " " * 8)))


@pytest.mark.parametrize("form", [name for name, _ in _forms("")])
def test_the_answer_may_have_any_indentation(form: str) -> None:
    undone = 0
    for mutant in _mutants():
        member = mutant.mutant_data.decode()
        for old, new in (("", ""), ("total = (n", "total = (seven + n")):
            if old not in member:
                continue
            answer = dict(_forms(member.replace(old, new)))[form]
            try:
                result = em.undo(answer, mutant)
            except em.UndoConflict:
                continue
            expected = mutant.method.data.decode().replace(old, new)
            margin = "" if result[:1].isspace() else "    "
            assert result.verdict == "undone"
            assert _tree(margin + result) == _tree("    " + expected) or "class" in result, (form, result)
            whole = _TEXT.replace(mutant.method.data.decode(), result.lstrip(" "))
            ast.parse(whole)
            undone += 1
    assert undone >= 4


@pytest.mark.parametrize("change", [lambda t: t.replace("\n", "\r\n"), lambda t: t.replace("    ", "\t")])
def test_the_whole_file_may_have_other_blanks(change: object) -> None:
    assert callable(change)
    undone = 0
    for mutant in _mutants():
        try:
            result = em.undo(change(mutant.text), mutant)
        except em.UndoConflict:
            continue
        assert em.same_tokens(result, _TEXT, language="python")
        undone += 1
    assert undone >= 4


def test_a_diff_of_other_indentation_is_no_guess() -> None:
    mutant = _mutants()[0]
    with pytest.raises(em.UndoConflict, match="fits no place"):
        em.undo_diff("@@ @@\n-  def other(self):\n+  def another(self):\n     return 3\n", mutant)


def test_a_diff_goes_where_its_lines_stand() -> None:
    mutant = _mutants()[0]
    diff = "@@ @@\n     def other(self):\n-        return 3\n+        return 4\n"
    assert em.undo_diff(diff, mutant) == _TEXT.replace("return 3", "return 4")


def test_one_line_may_be_the_answer() -> None:
    mutant = _mutants()[0]
    line = mutant.text.splitlines().index("        return 3") + 1
    assert em.undo_hunk("        return 4", mutant, line) == _TEXT.replace("return 3", "return 4")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("x = (a)", "x = a", True),
        ("x = 'a'", 'x = "a"', True),
        ("if a:\n\tb", "if a: b", True),
        ("a; b", "a\nb", True),
        ("x = True", "x = 1", False),
        ("x = a - (b - c)", "x = a - b - c", False),
        ("x = f'{(a)=}'", "x = f'{a=}'", False),
        ("x = (", "x = ", False),
        ("if a:\n b\nc", "if a:\n b\n c", False),
    ],
)
def test_the_normal_form_leaves_out_what_means_nothing(one: str, other: str, same: bool) -> None:
    assert em.same_tokens(one, other, language="python", normalise=True) is same


@pytest.mark.parametrize(("old", "new"), [("    ", "\t"), ("    ", "  "), ("\n    ", "\n        ")])
def test_a_line_that_was_put_in_leaves_none_of_its_indentation(old: str, new: str) -> None:
    text = "def f(g, n):\n    for i in g:\n        g(n)\n    return n\n"
    source = SourceFile.from_text(text, "a.py", "python")
    mutator = classes("python")["unused-variable"]()
    undone = 0
    for site in mutator.sites(source):
        mutant = mutator.apply(source, site, 1)
        assert mutant is not None
        try:
            result = em.undo(mutant.text.replace(old, new), mutant)
        except em.UndoConflict:
            continue
        assert ast.dump(ast.parse(result)) == ast.dump(ast.parse(text))
        undone += 1
    assert undone >= 2


@pytest.mark.parametrize(
    "left", ["# ... existing code ...", "#...", "...", "pass; ...", "x = 1  # \u2026 as before"]
)
def test_an_answer_that_leaves_out_code_is_a_conflict(left: str) -> None:
    mutant = _mutants()[0]
    with pytest.raises(em.UndoConflict, match="leaves out code"):
        em.undo(f"def m(self, n, xs):\n    {left}\n    return 1\n", mutant)


@pytest.mark.parametrize("kept", ["x = ...", "x = n[...]", "x = '# ...'", "x = 1  # a ...", "f(...)"])
def test_dots_that_mean_something_leave_out_nothing(kept: str) -> None:
    source = SourceFile.from_text(f"def f(n):\n    {kept}\n", "a.py", "python")
    assert find_language("python").left_out(source.data) == []
