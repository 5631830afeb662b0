"""The script that judges each mutant alone: what it counts, and that a wrong one makes it fail."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from parsers.oracles.jdk import Jdk
from tests.laws.judging import Judge

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import behaviour_one_by_one

ASKED = ["behaviour_one_by_one.py", "--program", "Records.java", "--mutator", "reorder-condition"]
LINE = re.compile(
    r"Records\.java: (\d+) mutants, (\d+) calls of javac, (\d+) runs, (\d+) wrong\nall: .*, \d+ s\n\Z"
)


def counts(printed: str) -> list[int]:
    found = LINE.search(printed)
    assert found is not None, printed
    return [int(number) for number in found.groups()]


def test_each_mutant_is_judged_alone_or_with_those_of_other_methods(
    jdk: Jdk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ASKED)
    assert behaviour_one_by_one.main() == 0
    mutants, compiled, _, wrong = counts(capsys.readouterr().out)
    assert mutants == compiled >= 3
    assert wrong == 0
    monkeypatch.setattr(sys, "argv", [*ASKED, "--by-method"])
    assert behaviour_one_by_one.main() == 0
    assert counts(capsys.readouterr().out)[0] == mutants
    monkeypatch.setattr(Judge, "wrong", lambda self, group: "it is wrong")
    assert behaviour_one_by_one.main() == 1
    printed = capsys.readouterr().out
    assert counts(printed)[3] == mutants
    assert printed.count("it is wrong\n---") == mutants
