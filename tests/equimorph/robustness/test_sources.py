"""Bugs from checkouts and from QuixBugs."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import FIX, Reading, read_bugs, read_quixbugs
from parsers import ParseError
from tests.equimorph.conftest import rows, run
from tests.equimorph.robustness.conftest import BUGGY, FIXED, PATH, make_bug

HAS = "boolean has(int value) {\n        int least = low;\n        // not below\n        return value > least + 7;\n    }"


def read(folder: Path, *, single_line: bool = False, encoding: str = "utf-8") -> tuple[list[Bug], Reading]:
    """The bugs in a folder, and what became of the methods."""
    reading = Reading()
    found = list(read_bugs(folder, single_line=single_line, encoding=encoding, reading=reading))
    assert reading.count.kept == len(found)
    return found, reading


def one(tmp_path: Path, buggy: str | bytes, fixed: str | bytes, encoding: str = "utf-8") -> list[Bug]:
    """The bugs of a checkout with such a file."""
    return read(make_bug(tmp_path, "Math-1b", buggy, fixed), encoding=encoding)[0]


def test_a_bug_is_the_method_its_repaired_text_and_the_lines_between(checkouts: Path) -> None:
    found, reading = read(checkouts)
    assert [bug.id for bug in found] == ["Math-1b:Range.has:6", "Math-2b:Range.clip:12"]
    assert found[0] == Bug(
        "Math-1b:Range.has:6",
        PATH,
        "has",
        6,
        10,
        HAS,
        HAS.replace("7", "1"),
        (4,),
        (),
        "Math-1b",
        "Math",
        "bugs/Math-1b",
        ("a.T::one", "a.T::more"),
        fix_scope="method",
    )
    assert reading.count.summary() == "2 read, 2 kept"


def test_the_command_works_on_a_folder_of_checkouts_as_it_stands(checkouts: Path) -> None:
    done = run("robustness", "bugs", checkouts, "--out", "bugs.jsonl")
    assert done.exit_code == 0, done.output
    assert done.stderr == "faulty methods: 2 read, 2 kept\n"
    assert [Bug.from_row(row) for row in rows(Path("bugs.jsonl"))] == read(checkouts)[0]


@pytest.mark.parametrize("backwards", [False, True])
def test_the_fix_may_be_a_patch_either_way_or_a_folder(tmp_path: Path, backwards: bool) -> None:
    checkout = make_bug(tmp_path, "Math-1b", BUGGY, FIXED)
    wanted = [(bug.buggy, bug.fixed) for bug in read_bugs(checkout)]
    other = make_bug(tmp_path, "Math-1f", FIXED, BUGGY)
    fix = other / "fix.patch" if backwards else other
    assert [(bug.buggy, bug.fixed) for bug in read_bugs(checkout, fix=str(fix))] == wanted


def test_windows_line_ends_stay(tmp_path: Path) -> None:
    [bug] = one(tmp_path, BUGGY.replace("\n", "\r\n"), FIXED.replace("\n", "\r\n"))
    assert bug.buggy == HAS.replace("\n", "\r\n")
    assert bug.fixed == HAS.replace("\n", "\r\n").replace("7", "1")
    assert bug.fault_lines == (4,)


def test_a_patch_with_unix_line_ends_gives_the_file_its_own(tmp_path: Path) -> None:
    checkout = make_bug(tmp_path, "Math-1b", BUGGY, FIXED.replace("+ 1;", "+ 1;\n        // so"))
    (checkout / PATH).write_bytes(BUGGY.replace("\n", "\r\n").encode())
    [bug] = read_bugs(checkout)
    assert bug.fixed == bug.buggy.replace("+ 7;", "+ 1;\r\n        // so")


def test_other_encodings_are_read(tmp_path: Path) -> None:
    texts = [text.replace("not below", "nicht darüber").encode("iso-8859-1") for text in (BUGGY, FIXED)]
    [bug] = one(tmp_path, *texts, encoding="iso-8859-1")
    assert "darüber" in bug.buggy
    assert bug.encoding == "iso-8859-1"
    assert bug.fixed == bug.buggy.replace("7", "1")
    with pytest.raises(ParseError, match="not UTF-8"):
        list(read_bugs(tmp_path / "Math-1b"))


def test_several_faulty_methods_are_several_bugs(tmp_path: Path) -> None:
    found = one(tmp_path, BUGGY, FIXED.replace("found < most", "found <= most"))
    assert [bug.id for bug in found] == ["Math-1b:Range.has:6", "Math-1b:Range.clip:12"]
    assert [bug.fixed == bug.buggy for bug in found] == [False, False]


def test_where_the_fix_inserts_the_line_behind_is_an_omission(tmp_path: Path) -> None:
    [bug] = one(tmp_path, BUGGY, BUGGY.replace("        // not", "        least++;\n        // not"))
    assert (bug.fault_lines, bug.omissions) == ((), (3,))
    assert bug.fixed is not None
    assert "least++" in bug.fixed


def test_constructors_and_initialisers_are_methods(tmp_path: Path) -> None:
    buggy = BUGGY.replace("int low;", "int low;\n    Range(int n) { low = n; }\n    { low = 2; }")
    found = one(tmp_path, buggy, buggy.replace("low = n", "low = -n").replace("low = 2", "low = 3"))
    assert [(bug.name, bug.buggy, bug.fixed) for bug in found] == [
        ("Range", "Range(int n) { low = n; }", "Range(int n) { low = -n; }"),
        ("<init>", "{ low = 2; }", "{ low = 3; }"),
    ]


def test_of_overloaded_methods_the_one_in_the_same_place_is_the_repaired_one(tmp_path: Path) -> None:
    first, second = "    int f(int a) { return a; }\n", "    int f(long a) { return (int) a; }\n"
    buggy = f"class A {{\n{first}    int x;\n{second}}}\n"
    fixed = buggy.replace("(int) a", "(int) -a")
    [bug] = one(tmp_path, buggy, fixed)
    assert (bug.buggy, bug.fixed) == (second.strip(), second.strip().replace("a;", "-a;"))


def test_a_head_that_changes_does_not_lose_the_method(tmp_path: Path) -> None:
    [bug] = one(tmp_path, BUGGY, FIXED.replace("boolean has(int", "boolean has(long"))
    assert bug.fixed is not None
    assert bug.fixed.startswith("boolean has(long value)")
    assert bug.fault_lines == (1, 4)


def test_a_fix_that_adds_or_deletes_methods_gives_no_repaired_text(tmp_path: Path) -> None:
    checkout = make_bug(tmp_path, "Math-1b", BUGGY, FIXED.replace("int low;", "int low;\n    void more() {}"))
    [bug], reading = read(checkout)
    assert bug.fixed is None
    assert bug.fault_lines == (4,)
    assert reading.unfixed == {"the fix adds or deletes methods": 1}
    done = run("robustness", "bugs", checkout, "--out", tmp_path / "b.jsonl")
    assert done.stderr == (
        "1 faulty method without a repaired text: the fix adds or deletes methods\n"
        "the repaired text is not all that the fix needs of 1 of 1 faulty methods: 1 other lines of the file, such as a new method,"
        " a field or an import\nfaulty methods: 1 read, 1 kept\n"
    )


def test_a_method_of_which_only_comments_change_is_not_faulty(tmp_path: Path) -> None:
    checkout = make_bug(tmp_path, "Math-1b", BUGGY, BUGGY.replace("not below", "or above"))
    found, reading = read(checkout)
    assert (found, reading.count.summary()) == (
        [],
        "1 read, 0 kept, 1 dropped (the fix changes no method: 1)",
    )


@pytest.mark.parametrize(
    ("fixed", "reason"),
    [
        (FIXED, None),
        (FIXED.replace("class Range", "/** A range. */\nclass Range"), None),
        (FIXED.replace("not below", "or above"), "not one line for one line"),
        (FIXED.replace("+ 1;", "+ 1\n        ;"), "not one line for one line"),
        (
            BUGGY.replace("        int least", "        low++;\n        int least"),
            "not one line for one line",
        ),
        (FIXED.replace("int low", "long low"), "changes outside of methods"),
        (FIXED.replace("found < most", "found <= most"), "several faulty methods"),
        (FIXED.replace("int low;", "int low;\n    void more() {}"), "changes outside of methods"),
    ],
)
def test_single_line_keeps_one_line_for_one_line_in_one_method(
    tmp_path: Path, fixed: str, reason: str | None
) -> None:
    found, reading = read(make_bug(tmp_path, "Math-1b", BUGGY, fixed), single_line=True)
    assert len(found) == (reason is None)
    assert all(dropped.startswith(reason or "?") for dropped in reading.count.dropped)
    assert reading.count.read == reading.count.kept + reading.count.dropped.total() > 0


def test_ids_are_unique_and_have_no_slash(tmp_path: Path) -> None:
    make_bug(tmp_path, "Math-1b", BUGGY, FIXED)
    shutil.copytree(tmp_path / "Math-1b", tmp_path / "again")
    other = make_bug(tmp_path, "Math-3b", BUGGY, FIXED, "src/main/java/b/Range.java")
    (other / ".defects4j.config").write_text("pid=Math\nvid=1b\n")
    found, _ = read(tmp_path)
    assert [bug.id for bug in found] == [
        "Math-1b:Range.has:6",
        "Math-1b:src.main.java.b.Range.has:6",
        "Math-1b:src.main.java.a.Range.has:6",
    ]


def test_a_checkout_that_cannot_be_read_does_not_stop_the_others(checkouts: Path) -> None:
    (checkouts / "Math-1b" / "fix.patch").write_text("nothing\n")
    done = run("robustness", "bugs", checkouts, checkouts / "Math-2b", "--out", "bugs.jsonl")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        "error: bugs/Math-1b/fix.patch: no unified diff",
        "error: bugs/Math-2b: given twice",
        "faulty methods: 3 read, 1 kept, 2 dropped (not read: 2); 2 failed",
    ]
    assert len(rows(Path("bugs.jsonl"))) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give either checkouts or --quixbugs"),
        (("bugs", "--quixbugs", "bugs"), "give either checkouts or --quixbugs"),
        (
            ("--quixbugs", "bugs", "--fix", "x"),
            "--fix, --source-dir, --test-dir and --together are for checkouts",
        ),
        (("nothing",), "does not exist"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    checkouts: Path, arguments: Sequence[str], message: str
) -> None:
    done = run("robustness", "bugs", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_folder_without_checkouts_says_so(checkouts: Path) -> None:
    done = run("robustness", "bugs", "bugs/Math-1b/src")
    assert done.exit_code == 1
    assert done.stderr.startswith(
        "error: bugs/Math-1b/src: no checkout of Defects4J or BugsInPy, and none in it"
    )
    assert FIX == "{checkout}/fix.patch"


@pytest.fixture
def quixbugs(tmp_path: Path) -> Path:
    """A clone in the layout of QuixBugs, with programs of our own."""
    texts = {
        "DOUBLE": ("class DOUBLE {\n    static int twice(int n) {\n        return n * %s;\n    }\n}\n", "3", "2"),
        "LAST": ("class LAST {\n    int a() { return 1; }\n    int b(int[] c) {\n        %s\n    }\n}\n", "return 0;", "return 1;"),
        "Helper": ("class Helper {\n    int n() { return %s; }\n}\n", "1", "1"),
    }  # fmt: skip
    for number, folder in enumerate(("java_programs", "correct_java_programs"), 1):
        (tmp_path / folder).mkdir()
        for name, found in texts.items():
            text = f"package {folder};\n\n{found[0] % found[number]}"
            (tmp_path / folder / f"{name}.java").write_text(text)
    (tmp_path / "java_programs" / "Node.java").write_text("class Node {}\n")
    return tmp_path


def test_quixbugs_gives_the_method_that_differs_of_each_program(quixbugs: Path) -> None:
    found = list(read_quixbugs(quixbugs))
    assert [(bug.id, bug.bug, bug.fault_lines, bug.omissions) for bug in found] == [
        ("DOUBLE:DOUBLE.twice:4", "DOUBLE", (2,), ()),
        ("LAST:LAST.b:5", "LAST", (2,), ()),
    ]
    assert found[0].fixed == "static int twice(int n) {\n        return n * 2;\n    }"
    assert {(bug.project, bug.checkout, bug.tests) for bug in found} == {("QuixBugs", str(quixbugs), None)}
    assert found[0].path == "java_programs/DOUBLE.java"


def test_a_second_method_of_the_faulty_program_is_no_repair_of_the_first(quixbugs: Path) -> None:
    buggy = "class PATHS {\n    int p(int a) { return 1; }\n    int p(long a) { return 2; }\n}\n"
    (quixbugs / "java_programs" / "PATHS.java").write_text(buggy)
    fixed = "class PATHS {\n    int p(int a) { return 3; }\n}\n"
    (quixbugs / "correct_java_programs" / "PATHS.java").write_text(fixed)
    found = [(bug.buggy, bug.fixed) for bug in read_quixbugs(quixbugs) if bug.bug == "PATHS"]
    assert found == [("int p(int a) { return 1; }", "int p(int a) { return 3; }")]


def test_the_command_reads_quixbugs_and_names_what_it_drops(quixbugs: Path) -> None:
    (quixbugs / "java_programs" / "BAD.java").write_bytes(b"\xff")
    (quixbugs / "correct_java_programs" / "BAD.java").write_bytes(b"")
    done = run("robustness", "bugs", "--quixbugs", quixbugs, "--out", quixbugs / "b.jsonl")
    assert done.exit_code == 1
    assert "BAD.java:1: not UTF-8" in done.stderr
    assert done.stderr.endswith(
        "faulty methods: 4 read, 2 kept, 2 dropped (not read: 1, the fix changes no method: 1); 1 failed\n"
    )
