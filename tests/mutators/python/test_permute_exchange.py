"""Branches in each other's place: comments, widths of indentation, line ends, and patches that undo carries along."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.python.permute_exchange import PermuteExchange
from mutators.testing import check
from tests.mutators.python.running import outcome

MUTATOR = PermuteExchange()

SUBJECT = r'''
def f(a, b):
    if a: print(1);
    else: print(2)
    if a:
        if b: print(3)
    else:
        for i in b or (): print(i)
        else: print("k")
    if a: print(1)
    elif b:
            print("""x
 y""")  # t
            # u
    else:
      print(5)

    # v
    if not (a) and b: print(6)
    else: print(7)
    if not (a): print(6)
    else: print(7)
    if a:
        pass
    # c
    else:
        print(8)
    x = a if b else b if a else 3
    y = (yield a) if a else (yield b)
    z = 1if a else"c"
    w = [i if i else -i for i in (b if b else [0])]
    v = lambda: 1 if a else lambda: 2
    u = a if(b)else(c := 3)
    print(x, y, z, w, u, f"{a if b else {1}}", {1: 2 if a else 3})
    with open("/dev/null") if a else open("/dev/null") as fh: print(1)
for a in (0, 1):
    for b in ([], [1]): print(list(f(a, b)))
'''


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_modules_behave_the_same_and_come_back(line_end: str) -> None:
    text = SUBJECT.replace("\n", line_end)
    expected = outcome(text)
    assert expected[0]
    assert not expected[1], "the subject must run to its end"
    mutants = list(MUTATOR.mutants(em.parse(text, language="python")))
    assert len(mutants) >= 10
    for mutant in mutants:
        assert outcome(mutant.text) == expected, mutant.mutation.edits
        made = em.parse(mutant.text, language="python")
        assert MUTATOR.undo(made, text.encode(), mutant.mutation) == text


def test_the_laws_hold() -> None:
    check(PermuteExchange, at_least=10, undos=5, processes=False)


def test_the_example_of_the_specification() -> None:
    [mutant] = MUTATOR.mutants(em.parse("def h(ok):\n    if ok: f()\n    else: g()\n", language="python"))
    assert mutant.text == "def h(ok):\n    if not (ok): g()\n    else: f()\n"


TEXT = "def f(a, g):\n    if a:  # yes\n        g(1)\n        # still yes\n    else:\n      g(2)\n    return g(3)\n"


def undone(*changes: tuple[str, str]) -> str:
    """The original text after a patch of the mutant and undo."""
    [mutant] = MUTATOR.mutants(em.parse(TEXT, language="python"))
    patched = mutant.text
    for old, new in changes:
        assert old in patched
        patched = patched.replace(old, new)
    return MUTATOR.undo(em.parse(patched, language="python"), TEXT.encode(), mutant.mutation)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("g(1)", "g(1, 1)"),
        ("g(2)", "g(2)\n      g(4)"),
        ("g(2)", "g(2)  # more"),
        ("# still yes", "# no longer"),
        ("g(3)", "g(5)"),
        ("def f(a, g)", "def f(a, g, h=1)"),
    ],
)
def test_undo_carries_a_patch_along_with_its_branch(old: str, new: str) -> None:
    assert undone((old, new)) == TEXT.replace(old, new)


def test_undo_carries_patches_of_both_branches_along() -> None:
    assert undone(("g(1)", "g(8)"), ("g(2)", "g(9)")) == TEXT.replace("g(1)", "g(8)").replace("g(2)", "g(9)")


@pytest.mark.parametrize("new", ["not (a and g)", "a", "not a", "not (g)", "not [a]", "not a+g"])
def test_undo_does_not_guess_when_a_patch_changes_the_test(new: str) -> None:
    with pytest.raises(em.UndoConflict):
        undone(("not (a)", new))


def test_undo_does_not_guess_when_a_patch_takes_the_else_away() -> None:
    with pytest.raises(em.UndoConflict):
        undone(("else:  # yes\n        g(1)", "other: g(1)"))


def test_comments_move_with_their_branch() -> None:
    [mutant] = MUTATOR.mutants(em.parse(TEXT, language="python"))
    moved = (
        "    if not (a):\n      g(2)\n    else:  # yes\n        g(1)\n        # still yes\n    return g(3)\n"
    )
    assert mutant.text == "def f(a, g):\n" + moved
