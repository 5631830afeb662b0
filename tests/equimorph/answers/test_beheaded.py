"""Code that begins too late is neither prose nor a hunk: its first line stays."""

from __future__ import annotations

import pytest

import equimorph as em

TEXT = """class A {
    @Override
    int f(int i, int j) {
        i = j
            + 4;
        i += j;
        ++i;
        boolean q = i > 2;
        return i;
    }
}
"""


@pytest.fixture(scope="module")
def mutant() -> em.Mutant:
    [found] = em.mutate(TEXT, ["reorder-condition"])
    assert "2 < i" in found.text
    return found


@pytest.mark.parametrize("start", ["+= j;", "++i;", "+ 4;", "= j", "= 2 < i"])
def test_what_the_first_line_has_stays(mutant: em.Mutant, start: str) -> None:
    patched = mutant.text[mutant.text.index(start) :]
    assert em.undo(patched, mutant) == patched.replace("2 < i", "i > 2")
    body = patched[: patched.rindex("    }") + 5]
    if not start.startswith("+ "):  # the sign of a diff, as far as anybody can tell
        assert em.undo(body, mutant) == body.replace("2 < i", "i > 2")


@pytest.mark.parametrize("line", ["= 4)", "this Override", ") 17,", "(((", "& 2;"])
def test_a_line_without_words_of_its_own_is_no_prose(mutant: em.Mutant, line: str) -> None:
    member = mutant.text[mutant.text.index("    int f") : mutant.text.rindex("}")]
    patched = f"{line}\n{member}"
    assert em.undo(patched, mutant) == patched.replace("2 < i", "i > 2")


@pytest.mark.parametrize(
    "line",
    [
        "---",
        "***",
        "1.",
        "Fixed:",
        "### 1",
        "this is it",
        "2)",
        "(1)",
        "[1]",
        "100%",
        "| 1 | 2 |\n|---|---|",
        "=>",
        "$$",
    ],
)
def test_rules_and_words_are_taken_off(mutant: em.Mutant, line: str) -> None:
    member = mutant.text[mutant.text.index("    int f") : mutant.text.rindex("}")]
    assert em.undo(f"{line}\n\n{member}", mutant) == member.replace("2 < i", "i > 2").rstrip("\n")


def test_a_hunk_without_a_head_is_one(mutant: em.Mutant) -> None:
    hunk = " " + mutant.text.splitlines()[6] + "\n+        int k = 1;\n " + mutant.text.splitlines()[7] + "\n"
    assert "int k = 1;" in em.undo(hunk, mutant)
