"""What a fix needs: said in the rows of bugs, judged rows, scores and the page; bugs that need more than was asked are left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from equimorph import robustness
from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import read_bugs, read_quixbugs
from equimorph.patches.diffs import unified_diff
from equimorph.robustness import Score, scores
from equimorph.robustness.pages.summary import summary
from mutators import MutationError
from tests.equimorph.conftest import run
from tests.equimorph.robustness.conftest import BUGGY, FIXED, answer, make_bug, write_rows
from tests.equimorph.robustness.rows import behaviour, exact, repaired

CLIPPED = FIXED.replace("most - 7", "most - 1")
MORE = "    void more() {\n    }\n"
SCOPES = {
    "one method": (FIXED, ["method"]),
    "two methods": (CLIPPED, ["methods", "methods"]),
    "a comment above": (FIXED.replace("    boolean", "    // new\n    boolean"), ["method"]),
    "a comment in another one": (FIXED.replace("int found", "/* so */ int found"), ["method"]),
    "an import": (FIXED.replace("a;\n", "a;\n\nimport java.util.List;\n"), ["file"]),
    "a field": (FIXED.replace("int low;", "int low;\n    int high;"), ["file"]),
    "the type of a field": (FIXED.replace("int low;", "long low;"), ["file"]),
    "a new method": (FIXED.replace("    int clip", MORE + "\n    int clip"), ["file"]),
    "a method less": (FIXED[: FIXED.index("\n    int clip")] + "}\n", ["file", "file"]),
    "two methods and a field": (CLIPPED.replace("int low;", "long low;"), ["file", "file"]),
    "another order of methods": (
        "package a;\n\nclass Range {\n    int low;\n\n"
        + FIXED[FIXED.index("    int clip") : FIXED.rindex("}")]
        + FIXED[FIXED.index("    boolean") : FIXED.index("\n    int clip")]
        + "}\n",
        ["file"],
    ),
}


@pytest.mark.parametrize("name", SCOPES)
def test_a_row_says_what_the_fix_needs(tmp_path: Path, name: str) -> None:
    fixed, wanted = SCOPES[name]
    found = list(read_bugs(make_bug(tmp_path, "Math-1b", BUGGY, fixed)))
    assert [bug.fix_scope for bug in found] == wanted
    assert [Bug.from_row(bug.to_row()) for bug in found] == found


OTHER = "src/main/java/a/Other.java"
HELPER = "package a;\n\nclass Other {\n    int seven() {\n        return 7;\n    }\n}\n"
HELPED = HELPER.replace("return 7", "return 1")
FILES = {
    "a method of another file": (OTHER, HELPER, HELPED, ["methods", "methods"]),
    "a field of another file": (
        OTHER,
        HELPER,
        HELPER.replace("    int", "    int high;\n    int"),
        ["files"],
    ),
    "a comment of another file": (OTHER, HELPER, HELPER.replace("return", "/* so */ return"), ["method"]),
    "a new file": (OTHER, None, HELPER, ["files"]),
    "a file less": (OTHER, HELPER, None, ["files", "files"]),
    "a test": ("src/test/java/a/RangeTest.java", HELPER, HELPED, ["method"]),
    "a text about it": ("src/changes/changes.xml", "<a>7</a>\n", "<a>1</a>\n", ["method"]),
    "a resource": ("src/main/resources/a.properties", "a=7\n", "a=1\n", ["files"]),
    "a file beside the sources": ("src/main/java/a/range.properties", "a=7\n", "a=1\n", ["files"]),
    "another module": ("more/src/main/java/a/More.java", HELPER, HELPED, ["files"]),
}


@pytest.mark.parametrize("name", FILES)
def test_a_row_says_that_the_fix_needs_other_files(tmp_path: Path, name: str) -> None:
    path, before, after, wanted = FILES[name]
    checkout = make_bug(tmp_path, "Math-1b", BUGGY, FIXED)
    if before is not None:
        (checkout / path).parent.mkdir(parents=True, exist_ok=True)
        (checkout / path).write_text(before)
    diff = unified_diff(path, (before or "").encode(), (after or "").encode())
    for mark, side in ((b"--- a/", before), (b"+++ b/", after)):
        if side is None:
            diff = diff.replace(mark + path.encode(), mark[:4] + b"/dev/null")
    patch = (checkout / "fix.patch").read_bytes()
    (checkout / "fix.patch").write_bytes(patch + diff)
    assert [bug.fix_scope for bug in read_bugs(checkout)] == wanted


def add_file(checkout: Path, path: str, before: str, after: str) -> None:
    """Adds a file to a checkout, and its change to the fix."""
    (checkout / path).parent.mkdir(parents=True, exist_ok=True)
    (checkout / path).write_text(before)
    with (checkout / "fix.patch").open("ab") as patch:
        patch.write(unified_diff(path, before.encode(), after.encode()))


def test_a_file_in_which_comments_change_is_no_other_file(tmp_path: Path) -> None:
    checkout = make_bug(tmp_path, "Math-1b", BUGGY, SCOPES["a field"][0])
    add_file(checkout, OTHER, HELPER, HELPER.replace("return", "/* so */ return"))
    assert [bug.fix_scope for bug in read_bugs(checkout)] == ["file"]


def test_the_data_of_tests_repair_nothing_where_tests_are_among_the_sources(tmp_path: Path) -> None:
    checkout = make_bug(tmp_path, "Math-1b", BUGGY, FIXED)
    build = checkout / "defects4j.build.properties"
    build.write_text(build.read_text().replace("src/test/java", "src/main/java/tests"))
    add_file(checkout, "src/main/java/tests/data.txt", "7\n", "1\n")
    assert [bug.fix_scope for bug in read_bugs(checkout)] == ["method"]


def test_programs_of_quixbugs_say_it_too(tmp_path: Path) -> None:
    for folder, text in (("java_programs", BUGGY), ("correct_java_programs", FIXED)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "RANGE.java").write_text(text)
    assert [bug.fix_scope for bug in read_quixbugs(tmp_path)] == ["method"]
    (tmp_path / "correct_java_programs" / "RANGE.java").write_text(SCOPES["an import"][0])
    assert [bug.fix_scope for bug in read_quixbugs(tmp_path)] == ["file"]


def test_the_command_says_how_many_fixes_need_more(tmp_path: Path) -> None:
    for number, name in enumerate(("one method", "two methods", "a field")):
        make_bug(tmp_path / "bugs", f"Math-{number + 1}b", BUGGY, SCOPES[name][0])
    done = run("robustness", "bugs", tmp_path / "bugs", "--out", tmp_path / "bugs.jsonl")
    assert (
        "the repaired text is not all that the fix needs of 3 of 4 faulty methods: 2 other methods, too;"
        " 1 other lines of the file, such as a new method, a field or an import\n"
    ) in done.stderr


def test_a_scope_that_nobody_knows_is_a_bad_row(tmp_path: Path) -> None:
    [bug] = read_bugs(make_bug(tmp_path, "Math-1b", BUGGY, FIXED))
    for wrong in ("lines", 3, ["method"]):
        with pytest.raises(
            MutationError, match=r"'fix_scope' is .*, not one of method, methods, file, files"
        ):
            Bug.from_row({**bug.to_row(), "fix_scope": wrong})
    old = bug.to_row()
    del old["fix_scope"]
    assert Bug.from_row(old).fix_scope is None


def test_judged_rows_have_the_scope_of_their_bug(tmp_path: Path) -> None:
    bugs = list(read_bugs(make_bug(tmp_path, "Math-1b", BUGGY, CLIPPED)))
    mutants = list(robustness.mutants(bugs, ["useless-cast"]))
    rows = list(robustness.judge(bugs, mutants, [answer(bugs[0].id, bugs[0].fixed or "")]))
    assert len(rows) == len(bugs) + len(mutants)
    assert {row.fix_scope for row in rows} == {"methods"}
    assert {row.to_row()["fix_scope"] for row in rows} == {"methods"}


ROWS = [
    repaired("A", hit=1, fix_scope="method"),
    repaired("A", "cast-1", 1, fix_scope="method"),
    repaired("B", fix_scope="methods"),
    repaired("B", "cast-2", fix_scope="methods"),
    repaired("C", fix_scope="file"),
    repaired("D", hit=1, fix_scope="files"),
    repaired("D", "cast-3", fix_scope="files"),
    repaired("E", hit=1),
    repaired("E", "cast-4"),
    repaired("F", hit=1, fix_scope="methods", members=2),
    repaired("F", "cast-5", 1, fix_scope="methods", members=2),
]
LEFT_OUT = (
    "3 of 6 samples are left out, for the model was not asked about all that the fix needs: 1 other lines of the file, such as a"
    " new method, a field or an import; 1 other files; 1 other methods, too"
)


def one(found: list[Score]) -> Score:
    [score] = found
    return score


def test_bugs_that_need_more_than_was_asked_are_left_out_and_counted() -> None:
    score = one(scores(ROWS))
    assert {name: score.samples[name] for name in ("read", "repaired", "left_out")} == {
        "read": 6,
        "repaired": 3,
        "left_out": 3,
    }
    assert LEFT_OUT in score.remarks
    assert (score.cell("PDM").ratio.numerator, score.cell("PDM").ratio.denominator) == (1, 3)


def test_all_fixes_count_on_demand() -> None:
    score = one(scores(ROWS, all_fixes=True))
    assert (score.samples["repaired"], score.samples["left_out"]) == (4, 0)
    assert not any("left out" in remark for remark in score.remarks)
    assert (score.cell("PDM").ratio.numerator, score.cell("PDM").ratio.denominator) == (2, 4)


def test_behaviour_leaves_them_out_and_exact_does_not() -> None:
    rows = [behaviour("A", fix_scope="file"), behaviour("A", "cast-1", False, fix_scope="file")]
    assert one(scores(rows)).samples["left_out"] == 1
    assert one(scores(rows)).cell("PDM").ratio.denominator == 0
    rows = [exact("A", hit=1, fix_scope="file"), exact("A", "cast-1", fix_scope="file")]
    assert "left_out" not in one(scores(rows)).samples
    assert one(scores(rows)).cell("PFM").ratio.denominator == 1


def test_the_row_of_a_mutant_says_it_for_the_sample() -> None:
    rows = [repaired("A", hit=1), repaired("A", "cast-1", 1, fix_scope="file")]
    assert one(scores(rows)).samples["left_out"] == 1


def test_comparisons_leave_them_out() -> None:
    rows = [
        repaired(bug, hit=hit, model=model, fix_scope=scope)
        for bug, scope in (("A", "method"), ("B", "file"))
        for model, hit in (("m", 1), ("n", None))
    ]
    for all_fixes, wanted in ((False, 1), (True, 2)):
        [test, *_] = robustness.compare(rows, all_fixes=all_fixes).pairs
        assert (test.n, test.b_only) == (wanted, wanted)


def test_the_commands_count_them_on_demand(tmp_path: Path) -> None:
    judged = write_rows(tmp_path / "judged.jsonl", ROWS)
    for options, wanted in (((), 3), (("--all-fixes",), 0)):
        done = run("robustness", "score", judged, "--json", tmp_path / "score.json", *options)
        assert json.loads((tmp_path / "score.json").read_bytes())["samples"]["left_out"] == wanted
        assert (f"m: {LEFT_OUT}\n" in done.stderr) is bool(wanted)
    both = write_rows(tmp_path / "both.jsonl", [*ROWS, *({**row, "model": "n"} for row in ROWS)])
    for options, wanted in (((), 3), (("--all-fixes",), 6)):
        run("robustness", "compare", both, "--json", tmp_path / "compare.json", *options)
        assert json.loads((tmp_path / "compare.json").read_bytes())["pairs"][0]["n"] == wanted


def test_the_page_counts_what_is_not_left_out() -> None:
    shown = summary([one(scores(ROWS)).to_dict()], "m", "copy")
    assert "3/3" in shown
