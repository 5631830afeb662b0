"""Answers to bugs of Python in the forms that models write: judged exactly, and put into the file for the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import read_bugs
from equimorph.models.protocol import Candidate
from equimorph.robustness import judge, mutants
from equimorph.robustness.judging.patched_files import asked_for
from tests.equimorph.robustness.python_bugs import make_python_bug

BUGGY = '''\
class A:
    K = 1

    @staticmethod
    def clip(value, most):
        """Clip.

          not below"""
        result = value
        if result > most:
            result = most
        return result

    def other(self):
        return 2
'''
FIXED = BUGGY.replace("result > most", "result > most or result < 0")
METHOD = FIXED[FIXED.index("@") : FIXED.index("\n\n    def other")]
ALONE = METHOD.replace("\n    ", "\n").replace("  not", "      not")
HUNK = "@@ -10,1 +10,1 @@\n-        if result > most:\n+        if result > most or result < 0:\n"


@pytest.fixture(scope="module")
def bug(tmp_path_factory: pytest.TempPathFactory) -> Bug:
    [bug] = read_bugs(make_python_bug(tmp_path_factory.mktemp("bugs"), "Clip-1b", BUGGY, FIXED))
    return bug


@pytest.mark.parametrize(
    ("text", "of_mutant"),
    [
        (METHOD, "hit"),
        (f"    {METHOD}\n", "hit"),
        (ALONE, "hit"),
        (f"Here it is:\n```python\n{ALONE}\n```\nDone.", "hit"),
        (FIXED, "hit"),
        (f"```python\n{FIXED}```", "hit"),
        (f"--- a/box/clip.py\n+++ b/box/clip.py\n{HUNK}", "undecided"),
        (f"```diff\n{HUNK}```", "undecided"),
    ],
)
def test_a_fix_is_a_hit_and_its_file_is_the_fixed_one(bug: Bug, text: str, of_mutant: str) -> None:
    row = bug.to_row()
    [mutant] = mutants([row], ["variable-renaming"], limit_per_mutator=1)
    answers = [
        {"id": id, "model": "m", "candidates": [{"text": text}]}
        for id in (bug.id, f"{bug.id}/{mutant['id']}")
    ]
    assert [judged.status for judged in judge([row], [mutant], answers)] == ["hit", of_mutant]
    patched = asked_for(row, None).patched(Candidate(text))
    assert patched is not None
    names = {}
    exec(compile(patched.text, "clip.py", "exec"), names)
    assert names["A"].clip(-1, 5) == 5
    assert names["A"].clip.__doc__ == "Clip.\n\n          not below"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", "no_code"),
        ("I cannot help with that.", "no_code"),
        (METHOD.replace("0:", "0"), "miss"),
        (METHOD.replace("< 0", "< 1"), "miss"),
        (METHOD.replace("@staticmethod\n    ", ""), "miss"),
        (METHOD.replace("            result = most\n        return", "            result = most\n            return"), "miss"),
    ],
)  # fmt: skip
def test_what_is_no_fix(bug: Bug, text: str, status: str) -> None:
    answers = [{"id": bug.id, "model": "m", "candidates": [{"text": text}]}]
    assert [judged.status for judged in judge([bug.to_row()], [], answers)] == [status]


def test_a_file_with_a_declared_encoding_keeps_it(tmp_path: Path) -> None:
    head = "# coding: latin-1\n"
    texts = [f"{head}def f(): return 'é{sign}'\n".encode("latin-1") for sign in "ab"]
    [bug] = read_bugs(make_python_bug(tmp_path, "Clip-1b", *texts))
    patched = asked_for(bug.to_row(), None).patched(Candidate(bug.fixed))
    assert patched is not None
    assert patched.data == texts[1]
