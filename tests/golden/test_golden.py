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
    "exchanges": "int g(List<String> all, int[] a, int n) { for (String s : all) n += s.length(); for (int x : a) { n = n - x; }"
    " do { n++; if (n > 3 && all.isEmpty()) continue; else n--; } while (n > 5 || n == 2); while (true) { if (n > 0) break; }"
    " return n > 3 ? 1 : 2; }",
    "more": """class More {
    private static int count(String s, int n, int k) {
        int a = 1;
        int b = n * 3;
        switch (n) { case 1: a = 2; break; case 2: b = 3; break; default: a = 4; }
        a = n > 3 ? k : n;
        if (s != null && s.equals("x")) { a = b + n * k; }
        return a * 31 + b;
    }
    int total(int n) { if (n == 1) { n = 5; } else if (n == 2) { n = 6; } else { n = 7; } return count("x", n, 2); }
}
""",
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
    kept = {title.split()[1] for title, found in made.items() if found}
    assert kept == set(names())
    # Where a new name is needed, bare statements are left alone: what surrounds them is unknown.
    assert not any(made[f"statements {name} {seed}"] for name in NAMING for seed in SEEDS)
    if request.config.getoption("--regen-golden"):
        RECORDS.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert made == json.loads(RECORDS.read_text(encoding="utf-8"))
