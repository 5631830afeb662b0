"""All that a search keeps compiles, and behaves as its original by the word of the library's own checks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from equimorph.checking.verification import verify
from equimorph.search import OPERATORS, guided
from parsers.oracles.jdk import Jdk
from tests.equimorph.search.planted import lengths
from tests.laws.corpus import EXAMPLES, SUBJECTS

ROOT = Path(__file__).parents[3]
FILES = [*sorted(SUBJECTS.rglob("*.java"))[::4], *sorted(EXAMPLES.rglob("*.java"))]


def test_every_mutant_compiles_and_leads_back_to_its_root(jdk: Jdk, monkeypatch: pytest.MonkeyPatch) -> None:
    # By relative paths: ids of roots, and so what is drawn, would depend on where the repository is.
    monkeypatch.chdir(ROOT)
    result = guided(
        [path.relative_to(ROOT) for path in FILES],
        lengths,
        0,
        methods=14,
        generations=8,
        elite=0,
        operators=OPERATORS,
        seed=1,
    )
    rows = list(result.rows())
    outcomes, operators = Counter[tuple[str, str]](), set[str]()
    for row, found in zip(rows, verify(rows, jdk=jdk), strict=True):
        assert found.ok, (row["path"], row["method"], row["operators"], found.failures)
        outcomes.update(found.outcomes.items())
        operators.update(row["operators"])
        prints = "add-print" in row["operators"]
        assert row["relation"] == ("preserving-but-for-output" if prints else "preserving")
    assert outcomes["record", "passed"] == len(rows) > 60
    assert outcomes["javac", "passed"] > 0.9 * len(rows)
    assert operators == set(OPERATORS)
