"""Records for fixed seeds. A difference means that the same seed gives another mutant: raise the mutator's `version`, write a
line into the changelog, and write the records anew with ``pytest tests/golden --regen-golden``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import equimorph as em
from mutators import get, names
from tests.laws.corpus import SUBJECTS

RECORDS = Path(__file__).with_name("records.json")
SEEDS = (0, 7)
NAMING = ("variable-renaming", "unused-variable", "new-variable")
INPUTS = {
    "member": "int f(SimpleName countTotal, int[] data) { for (int i = 0; i < data.length; i++) { g(i); } return countTotal.x; }",
    "statements": "int n = read(); if (n == 0 && text.length() > n) { String s = null; use(s, n); }",
    "Patterns.java": (SUBJECTS / "Patterns.java").read_text(encoding="utf-8"),
    "Odd.java": (SUBJECTS / "Odd.java").read_bytes().decode(),
}


def records() -> dict[str, list[dict[str, object]]]:
    """For each input, mutator and seed the records and their ids."""
    found = {}
    for title, text in INPUTS.items():
        source = em.parse(text)
        for name in names():
            for seed in SEEDS:
                mutants = get(name).mutants(source, seed, limit=8)
                found[f"{title} {name} {seed}"] = [{"id": m.local.id, **m.local.to_dict()} for m in mutants]
    return found


def test_the_same_seed_gives_the_same_records(request: pytest.FixtureRequest) -> None:
    made = json.loads(json.dumps(records()))
    # Where a new name is needed, bare statements are left alone: what surrounds them is unknown.
    assert {title for title, found in made.items() if not found} == {
        f"statements {name} {seed}" for name in NAMING for seed in SEEDS
    }
    if request.config.getoption("--regen-golden"):
        RECORDS.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert made == json.loads(RECORDS.read_text(encoding="utf-8"))
