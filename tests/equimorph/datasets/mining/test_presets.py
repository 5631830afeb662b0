"""The rules of the presets (table 6 of the leakage study), each kept to and broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from equimorph.datasets.mining.presets import PRESETS
from equimorph.leakage.samples import Sample
from tests.equimorph.datasets.mining.conftest import BUGGY, FIXED, History, Mined, java

Mine = Callable[..., Mined]
OLD = "1262304000 +0000"  # 2010-01-01T00:00:00Z


def flips(history: History, *messages: str) -> None:
    """A commit for each message, which changes one line back and forth."""
    history.commit("Begin", {"A.java": BUGGY})
    for number, message in enumerate(messages):
        history.commit(message, {"A.java": BUGGY if number % 2 else FIXED})


def kept(found: Mined) -> list[str]:
    return [row["message"] for row in found.methods]


@pytest.mark.parametrize(
    ("preset", "good", "bad"),
    [
        ("paper", ["error, repaired", "issue: patch"], ["fix the problem", "solved", "bug", "dispatch bug"]),
        ("bugs2fix", ["fix the problem", "Solves error 3"], ["fix", "bug", "repair a bug", "prefix bug"]),
        ("transfer", ["fix", "error", "bug", "issue", "mistakes"], ["repair", "solve a problem", "prefix"]),
        ("r", ["fix the problem", "Solves error 3"], ["fix", "bug", "patch a bug"]),
        ("megadiff", ["", "anything"], []),
        ("codrep", ["", "anything"], []),
    ],
)
def test_messages_that_a_preset_takes_and_leaves(
    history: History, mined: Mine, preset: str, good: list[str], bad: list[str]
) -> None:
    flips(history, *good, *bad)
    found = mined(history, preset=preset)
    assert kept(found) == good
    assert found.dropped.get("no keyword in its message", 0) == len(bad)


def test_keywords_can_be_one_list_and_letters(history: History, mined: Mine) -> None:
    flips(history, "Fix a bug", "Fix", "A bug", "Prefixes, debugging", "Other")
    assert kept(mined(history)) == ["Fix a bug"]
    assert kept(mined(history, keywords="any")) == ["Fix a bug", "Fix", "A bug"]
    assert kept(mined(history, match="substring")) == ["Fix a bug", "Prefixes, debugging"]


def test_recoder_takes_either_group_and_no_method_of_a_benchmark(history: History, mined: Mine) -> None:
    flips(history, "fix", "an issue", "repaired error")
    with pytest.raises(ValueError, match="the preset recoder needs the benchmark Defects4J"):
        mined(history, preset="recoder")
    other = Sample("Defects4J", "Lang-1", 1, b"int f(int a) { return a * 1; }", b"x")
    assert kept(mined(history, preset="recoder", benchmarks=[other], min_chars=1)) == ["fix", "an issue"]
    same = Sample("Defects4J", "Lang-1", 1, b"int f( int a) { /* a */ return a+ 1; }", b"x")
    found = mined(history, preset="recoder", benchmarks=[same], min_chars=1)
    assert kept(found) == ["an issue"]
    assert found.summary["removed"] == {"Defects4J": {"buggy": 3, "fixed": 0, "both": 0}}


def test_transfer_leaves_out_the_projects_of_its_benchmark(history: History, mined: Mine) -> None:
    flips(history, "fix")
    assert kept(mined(history, preset="transfer")) == ["fix"]
    found = mined(f"Joda-Time={history.path}", preset="transfer")
    assert (kept(found), found.summary["repositories"][0]["dropped"]) == (
        [],
        "the preset leaves the project out",
    )


def test_coconut_takes_commits_before_2010_that_are_no_clean_up(history: History, mined: Mine) -> None:
    history.commit("Begin", {"A.java": BUGGY}, when="0 +0000")
    before = f"{int(OLD.split()[0]) - 1} +1400"  # 2010 in that zone
    for number, (message, when) in enumerate(
        [
            ("fix one", before),
            ("fix two", OLD),
            ("Renamed a bug", before),
            ("fix: Clean up", before),
            ("refactoring, fixes", before),
            ("merge of a fix", before),
            ("fix a misspelling", before),
            ("fix Compiler Warnings", before),
            ("patch three", before),
        ]
    ):
        history.commit(message, {"A.java": BUGGY if number % 2 else FIXED}, when=when)
    found = mined(history, preset="coconut")
    assert kept(found) == ["fix one", "patch three"]
    assert found.dropped == {
        "no parent": 1,
        "not written before 2010-01-01": 1,
        "its message has a word of other changes": 6,
    }


@pytest.mark.parametrize(("count", "is_kept"), [(19, True), (20, False)])
def test_megadiff_takes_fewer_than_40_changed_lines(
    history: History, mined: Mine, count: int, is_kept: bool
) -> None:
    before = java(*["a++;"] * count, "return a;")
    history.commit("", {"A.java": before, "README": "x"})
    history.commit("", {"A.java": before.replace("++", "--"), "README": "y\n" * 100})
    found = mined(history, preset="megadiff")
    assert len(found.methods) == is_kept
    assert found.dropped.get("more than 39 lines of Java change", 0) == (not is_kept)


def test_megadiff_counts_files_that_come_and_go(history: History, mined: Mine) -> None:
    long = java(*["a++;"] * 40)
    flips(history)
    history.commit("", {"A.java": FIXED, "B.java": long})
    history.commit("", {"A.java": BUGGY, "B.java": None})
    history.commit("", {"A.java": FIXED, "C.java": BUGGY})
    found = mined(history, preset="megadiff")
    assert [row["commit"] for row in found.methods] == history.ids()[-1:]


def test_codrep_takes_one_line_for_one_line_in_the_file(history: History, mined: Mine) -> None:
    two = java("int b = a;", "int c = a;", "return b;")
    history.fix(two, two.replace("= a", "= -a"), "")
    history.commit("", {"A.java": two.replace("c = a", "c = 2")})
    history.commit("", {"A.java": two})
    history.commit("", {"A.java": two.replace("return b;", "return b; // TODO")})
    history.commit("", {"A.java": two.replace("return b;", "// b\n return c;")})
    found = mined(history, preset="codrep")
    assert [(row["buggy_line"], row["fixed_line"]) for row in found.lines] == [
        ("        int c = 2;", "        int c = a;")
    ]
    assert found.files == {"not one line for one line in the file": 3, "only comments or blanks change": 1}


def test_bigfix_takes_one_hunk_in_a_method_of_a_bug_with_a_number(history: History, mined: Mine) -> None:
    text = java("int b = a;", "int c = b;", "return c;")
    cases = [
        ("Fix #12", {"A.java": text.replace("b = a", "b = -a")}),
        ("LANG-3: defect", {"A.java": text}),
        ("fix bug 7", {"A.java": text.replace("int b = a;", "int b = 3;\n        b++;")}),
        ("fix bug seven", {"A.java": text}),
        ("fix UTF-8 in java-8, sha-1", {"A.java": text.replace("b = a", "b = 4")}),
        ("Closes #9", {"A.java": text.replace("return c", "return b")}),
        ("Fix #13", {"A.java": text.replace("b = a", "b = -a").replace("return c", "return -c")}),
        ("Fix #14", {"A.java": text, "B.java": BUGGY}),
        ("Fix #15", {"A.java": text.replace("class A {", "class A { int x;")}),
    ]
    history.commit("Begin", {"A.java": text})
    for message, files in cases:
        history.commit(message, files)
    found = mined(history, preset="bigfix")
    assert kept(found) == ["Fix #12", "LANG-3: defect", "fix bug 7"]
    assert [row["message"] for row in found.classes] == kept(found)
    assert found.dropped == {
        "no parent": 1,
        "no number of a bug in its message": 2,
        "no keyword in its message": 1,
        "more than one hunk changes": 2,
        "no code changes in a Java file that is kept": 1,
    }


def test_codesearchnet_takes_methods_of_three_lines_without_test_in_the_name(
    history: History, mined: Mine
) -> None:
    text = "class A {\n int f() {\n  return 1;\n }\n int myTest() {\n  return 1;\n }\n int g() { return 1; }\n}\n"
    history.fix(text, text.replace("1", "2"), "")
    known = [{"project": "project", "fork": False, "used_by": 1}]
    found = mined(history, preset="codesearchnet", metadata=known)
    assert [row["method"] for row in found.methods] == ["f"]
    assert found.summary["changes"]["dataset_2"]["dropped"] == {
        "'test' in the name of the method": 1,
        "fewer than 3 lines": 1,
    }


@pytest.mark.parametrize(
    ("preset", "known", "reason"),
    [
        ("codesearchnet", {"fork": False, "used_by": 1}, None),
        ("codesearchnet", {"fork": True, "used_by": 1}, "its fork is 1"),
        ("codesearchnet", {"fork": False, "used_by": 0}, "its used_by is 0"),
        ("cpatminer", {"stars": 99}, "its stars is 99"),
        ("cpatminer", {"stars": 100}, "fewer than 10 committers"),
    ],
)
def test_what_is_known_of_a_project_decides(
    history: History, mined: Mine, preset: str, known: dict[str, Any], reason: str | None
) -> None:
    flips(history, "")
    found = mined(history, preset=preset, metadata=[{"project": "project", **known}])
    assert found.summary["repositories"][0]["dropped"] == reason


def test_what_is_not_known_of_a_project_is_an_error(history: History, mined: Mine) -> None:
    flips(history, "")
    with pytest.raises(ValueError, match="the preset cpatminer needs metadata of each project: stars"):
        mined(history, preset="cpatminer")
    with pytest.raises(Exception, match="the metadata of 'project' have no number 'fork'"):
        mined(history, preset="codesearchnet", metadata=[{"project": "other", "fork": False, "used_by": 1}])


def test_cpatminer_takes_the_latest_thousand_commits_that_change_java(
    history: History, mined: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With smaller numbers; the worker does not need them."""
    from dataclasses import replace

    known = [{"project": "project", "stars": 100}]
    history.commit("Begin", {"A.java": BUGGY})
    for number in range(6):
        file = "README" if number == 3 else "A.java"
        author = f"A <{number % 3}@example.org>"
        history.commit(f"{number}", {file: BUGGY if number % 2 else FIXED}, author=author)
    rules = PRESETS["cpatminer"]
    small = {**PRESETS, "cpatminer": replace(rules, committers=4, java_commits=3)}
    monkeypatch.setattr("equimorph.datasets.mining.mining.PRESETS", small)
    found = mined(history, preset="cpatminer", metadata=known)
    assert kept(found) == ["1", "2", "5"]  # 4 gives the file the text that it has
    assert found.dropped["not among the latest commits that change Java"] == 3
    small["cpatminer"] = replace(rules, committers=5, java_commits=3)
    assert mined(history, preset="cpatminer", metadata=known).summary["repositories"][0]["dropped"] == (
        "fewer than 5 committers"
    )
    small["cpatminer"] = replace(rules, committers=1, java_commits=30)
    assert mined(history, preset="cpatminer", metadata=known).summary["repositories"][0]["dropped"] == (
        "fewer than 30 commits that change Java"
    )


def test_r_takes_methods_with_one_line_for_one_line(history: History, mined: Mine) -> None:
    text = "class A {\n int f() {\n  return 1;\n }\n int g() {\n  int a = 1;\n  return a;\n }\n}\n"
    history.fix(text, text.replace("return 1", "return 2"), "fix bug one")
    history.commit(
        "fix bug two",
        {
            "A.java": text.replace("return 1", "return 2").replace(
                "a = 1;\n  return a;", "a = 2;\n  a++; return a;"
            )
        },
    )
    history.commit("fix bug three", {"A.java": text})
    found = mined(history, preset="r")
    assert [(row["message"], row["method"]) for row in found.methods] == [
        ("fix bug one", "f"),
        ("fix bug three", "f"),
    ]
    assert found.summary["changes"]["dataset_2"]["dropped"] == {"not one line for one line in the method": 2}


def test_there_is_a_preset_for_each_row_of_the_table() -> None:
    assert set(PRESETS) == {
        *("paper", "recoder", "bugs2fix", "transfer", "coconut", "megadiff", "codrep", "bigfix"),
        *("cpatminer", "codesearchnet", "r"),
    }


@pytest.mark.parametrize(
    ("option", "value"),
    [("preset", "papers"), ("keywords", "none"), ("match", "words"), ("revision", "a\nb")],
)
def test_an_option_that_is_wrong_is_an_error(history: History, mined: Mine, option: str, value: str) -> None:
    flips(history, "")
    with pytest.raises(ValueError, match=f"{value.split()[0]}|one line"):
        mined(history, **{option: value})
