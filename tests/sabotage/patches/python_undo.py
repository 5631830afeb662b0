"""Patches to the undo of Python mutants, and to the reading of answers in Python."""

from __future__ import annotations

from tests.sabotage.patch import Patch

UNDO = "tests/equimorph/patches/test_python_undo.py"

PATCHES = (
    Patch(
        "parsers/python/language.py",
        'token.text == b"..." and ',
        'token.text == b"...." and ',
        f"{UNDO}::test_an_answer_that_leaves_out_code_is_a_conflict",
    ),
    Patch(
        "parsers/python/language.py",
        "found += _comments(data, end, token.start)",
        "pass",
        f"{UNDO}::test_an_answer_that_leaves_out_code_is_a_conflict",
    ),
    Patch(
        "parsers/python/language.py",
        'before.strip() in (b"", b":", b";") and ',
        "",
        f"{UNDO}::test_dots_that_mean_something_leave_out_nothing",
    ),
    Patch(
        "parsers/python/language.py",
        "margins = True",
        "margins = False",
        f"{UNDO}::test_the_answer_may_have_any_indentation",
    ),
    Patch(
        "mutators/undo/margins.py",
        "return shifted if _fits(patched, head, shifted, tail) else data",
        "return data",
        f"{UNDO}::test_the_answer_may_have_any_indentation",
    ),
)
