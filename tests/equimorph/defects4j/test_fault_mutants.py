"""Mutants of the faulty methods: those of `equimorph.mutate`, no others, with the faulty lines in their rows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import equimorph as em
from equimorph import defects4j
from equimorph.defects4j import Fix
from mutators import MutationError, defaults
from parsers.oracles.jdk import Jdk
from tests.equimorph.conftest import Misfit
from tests.equimorph.defects4j.conftest import BUGGY, DEMO, FIXED, Make

RANGE = "src/main/java/a/Range.java"


@pytest.fixture
def bug(checkout: Make) -> tuple[defects4j.Checkout, Fix]:
    subject = defects4j.read(checkout({RANGE: BUGGY}, name="one"))
    return subject, defects4j.read_fix(subject, checkout({RANGE: FIXED}, name="two", config=None))


def test_only_faulty_methods_are_mutated(bug: tuple[defects4j.Checkout, Fix]) -> None:
    subject, fix = bug
    made = list(defects4j.mutants(subject, fix, seed=7))
    wanted = [
        mutant
        for mutant in em.mutate(fix.faults[0].source, seed=7)
        # Not the other method that is called clip.
        if mutant.method.start_line in (6, 10)
    ]
    assert [one.mutant.mutation for one in made] == [mutant.mutation for mutant in wanted]
    assert {one.mutant.method.name for one in made} == {"has", "clip"}
    assert [one.row() for one in defects4j.mutants(subject, fix, seed=7)] == [one.row() for one in made]
    assert [one.row() for one in defects4j.mutants(subject, fix, seed=8)] != [one.row() for one in made]


def test_rows_tell_the_faulty_lines(bug: tuple[defects4j.Checkout, Fix]) -> None:
    found = {}
    for one in defects4j.mutants(*bug, ["reorder-condition", "unused-variable"]):
        row = one.row(full=True)
        assert row["path"] == RANGE
        assert row["bug"] == "Lang-1b"
        read = em.parse_row(row)
        read.check()
        assert read.original_file() == BUGGY.encode()
        found.setdefault((row["method"]["name"], row["mutator"]), (row["fault_lines"], row["omissions"]))
    assert found == {
        ("has", "reorder-condition"): ({"original": [7], "mutant": [7], "touched": True}, []),
        ("has", "unused-variable"): ({"original": [7], "mutant": [8], "touched": False}, []),
        ("clip", "unused-variable"): ({"original": [12], "mutant": [13], "touched": False}, [12]),
    }


def test_a_line_above_which_a_method_is_inserted_is_none_of_the_method_below(checkout: Make) -> None:
    fixed = BUGGY.replace("return value > low", "return value >= low").replace(
        "    boolean has", "    int low() {\n        return low;\n    }\n\n    boolean has"
    )
    subject = defects4j.read(checkout({RANGE: BUGGY}, name="one"))
    fix = defects4j.read_fix(subject, checkout({RANGE: fixed}, name="two", config=None))
    [fault] = fix.faults
    assert (fault.lines, fault.omissions, fault.outside) == ((7,), (6,), (6,))
    rows = [one.row() for one in defects4j.mutants(subject, fix)]
    assert {tuple(row["fault_lines"]["original"]) for row in rows} == {(7,)}
    assert not any(row["omissions"] for row in rows)
    touching = list(defects4j.mutants(subject, fix, fault="touch"))
    assert touching
    assert all(one.row()["fault_lines"]["touched"] for one in touching)


def test_mutants_may_avoid_or_touch_the_fault(bug: tuple[defects4j.Checkout, Fix]) -> None:
    ids = {
        choice: [one.mutant.local.id for one in defects4j.mutants(*bug, fault=choice)]
        for choice in ("any", "avoid", "touch")
    }
    touched = [one.mutant.local.id for one in defects4j.mutants(*bug) if one.row()["fault_lines"]["touched"]]
    assert touched
    assert ids["touch"] == touched
    assert ids["avoid"] == [id for id in ids["any"] if id not in touched]
    assert ids["avoid"]
    with pytest.raises(ValueError, match="fault is 'all', not one of any, avoid, touch"):
        list(defects4j.mutants(*bug, fault="all"))  # type: ignore[arg-type]


def test_limits_and_conflicts(bug: tuple[defects4j.Checkout, Fix]) -> None:
    names = [one.mutant.method.name for one in defects4j.mutants(*bug, limit_per_method=2, seed=3)]
    assert names == ["has", "has", "clip", "clip"]
    told: list[em.Conflict] = []
    assert list(defects4j.mutants(*bug, [Misfit()], on_conflict=told.append)) == []
    assert [conflict.method.name for conflict in told] == ["has"]
    with pytest.raises(MutationError):
        list(defects4j.mutants(*bug, [Misfit()]))


def test_a_fix_may_be_given_as_a_path(bug: tuple[defects4j.Checkout, Fix], tmp_path: Path) -> None:
    subject, fix = bug
    by_path = [one.row() for one in defects4j.mutants(subject, tmp_path / "two")]
    assert by_path == [one.row() for one in defects4j.mutants(subject, fix)]


def test_a_character_that_the_encoding_has_not(bug: tuple[defects4j.Checkout, Fix]) -> None:
    subject, fix = bug
    [one, *_] = defects4j.mutants(replace(subject, encoding="ascii"), fix, ["useless-cast"])
    assert one.data == one.mutant.data
    wide = replace(one, mutant=replace(one.mutant, mutant_data="int \u0416;".encode()))
    with pytest.raises(MutationError, match=rf"{RANGE}: ascii cannot hold the text"):
        wide.patch()


def test_the_bundled_bug_has_mutants_by_all_mutators_and_they_compile(jdk: Jdk) -> None:
    subject = defects4j.read(DEMO / "checkout")
    made = list(defects4j.mutants(subject, DEMO / "fix.patch", seed=7))
    assert {one.mutant.mutator for one in made} == set(defaults())
    assert {one.mutant.method.name for one in made} == {"total", "add"}
    # All in one compilation, each mutant and what it needs in a package of its own.
    units = {path.name: path.read_bytes() for path in (DEMO / "checkout").rglob("*.java")}
    for number, one in enumerate(made):
        for path in ("src/main/java/shop/Basket.java", "src/main/java/shop/Item.java"):
            data = one.data if path == one.path else subject.file(path).read_bytes()
            name = f"shop{number}/{path.rpartition('/')[2]}"
            units[name] = data.replace(b"package shop;", b"package shop%d;" % number)
    compiled = jdk.compile(units)
    assert (compiled.ok, compiled.diagnostics) == (True, ())
