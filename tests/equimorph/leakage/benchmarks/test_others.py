"""QuixBugs, HumanEval-X and IntroClassJava, in their layouts, with programs of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from equimorph.leakage.benchmarks import Unit, read_benchmark
from parsers import ParseError
from tests.equimorph.leakage.benchmarks.conftest import read

DOUBLE = "class DOUBLE {\n    static int twice(int n) {\n        return n * %s;\n    }\n}\n"


@pytest.fixture
def quixbugs(tmp_path: Path) -> Path:
    for folder, factor in (("java_programs", "3"), ("correct_java_programs", "2")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "DOUBLE.java").write_text(f"package {folder};\n" + DOUBLE % factor)
        (tmp_path / folder / "Helper.java").write_text(f"package {folder};\nclass Helper {{}}\n")
    (tmp_path / "java_programs" / "Node.java").write_text("class Node {}\n")
    return tmp_path


def test_quixbugs_has_hunks_methods_and_classes_of_programs_that_differ(quixbugs: Path) -> None:
    found = read(quixbugs)
    assert found.pieces == [("DOUBLE", 1, b"        return n * 3;", b"        return n * 2;")]
    assert {one.benchmark for one in found.samples} == {"QuixBugs"}
    head = b"static int twice(int n) {\n        return n * %b;\n    }"
    assert read(quixbugs, unit="method").pieces == [("DOUBLE", 1, head % b"3", head % b"2")]
    [(_, _, buggy, fixed)] = read(quixbugs, unit="class").pieces
    assert (buggy, fixed) == (
        f"package java_programs;\n{DOUBLE % 3}".encode(),
        f"package correct_java_programs;\n{DOUBLE % 2}".encode(),
    )


def test_a_program_of_quixbugs_that_is_no_text_is_reported(quixbugs: Path) -> None:
    for folder in ("java_programs", "correct_java_programs"):
        (quixbugs / folder / "BAD.java").write_bytes(b"\xff")
    found = read(quixbugs)
    assert len(found.samples) == 1
    [bad] = found.bad
    assert bad.startswith(f"{quixbugs}/java_programs/BAD.java:1: not UTF-8 at byte 0")


HEAD = "import java.util.*;\n\nclass Solution {\n    public int one() {\n"
REST = "        return two() - 1;\n    }\n\n    int two() { return 2; }\n}"


def tasks(folder: Path, *extra: object) -> Path:
    task = {"task_id": "Java/0", "prompt": "p", "declaration": HEAD, "canonical_solution": REST, "test": "t"}
    path = folder / "humaneval_java.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (task, *extra)))
    return path


@pytest.mark.parametrize(
    ("unit", "texts"),
    [
        ("hunk", [REST]),
        ("method", ["public int one() {\n        return two() - 1;\n    }", "int two() { return 2; }"]),
        ("class", [HEAD + REST]),
    ],
)
def test_humaneval_x_has_solutions_alone(tmp_path: Path, unit: Unit, texts: list[str]) -> None:
    found = read(tasks(tmp_path), unit=unit)
    assert found.pieces == [("Java/0", at, None, text.encode()) for at, text in enumerate(texts, 1)]
    assert {one.benchmark for one in found.samples} == {"HumanEval-X"}


def test_a_task_of_another_language_or_without_a_solution_is_a_bad_row(tmp_path: Path) -> None:
    task = {"declaration": "class A {\n", "canonical_solution": "}"}
    path = tasks(
        tmp_path,
        {**task, "task_id": "Python/1"},
        {"task_id": "Java/2", "declaration": "class A {}"},
        {"task_id": "Java/0", "declaration": HEAD, "canonical_solution": REST},
        {"task_id": "Java/3", "declaration": "class A {\n", "canonical_solution": "}}}}"},
        {**task, "task_id": "Java/4"},
    )
    found = read(path, unit="method")
    assert {one.bug_id for one in found.samples} == {"Java/0"}
    assert found.bad == [
        f"{path}:2: Python/1 is no task of Java",
        f"{path}:3: no field 'canonical_solution'",
        f"{path}:4: a second row of Java/0",
        f"{path}:5: Java/3: declaration and canonical_solution are no Java class together",
        f"{path}:6: Java/4: no method",
    ]


PROGRAM = (
    "package introclassJava;\nclass IntObj { int v; IntObj() {} }\npublic class %s {\n"
    "    public static void main(String[] a) { new %s().exec(); }\n    public void exec() { int a = help(); }\n"
    "    int help() { return 1; }\n}\n"
)


@pytest.fixture
def introclassjava(tmp_path: Path) -> Path:
    (tmp_path / "dataset").mkdir()
    (tmp_path / "dataset" / "introclass.json").write_text("{}")
    for place, name in (
        ("median/0123abcd/003", "median_0123abcd_003"),
        ("grade/0123abcd/000", "grade_0123abcd_000"),
        ("grade/ref/reference", "Grade"),
    ):
        for kind, end in (("main", ""), ("test", "BlackboxTest")):
            folder = tmp_path / "dataset" / place / "src" / kind / "java" / "introclassJava"
            folder.mkdir(parents=True)
            (folder / f"{name}{end}.java").write_text(PROGRAM % (name, name))
    return tmp_path


def test_introclassjava_has_faulty_programs_alone_without_what_each_of_them_has(introclassjava: Path) -> None:
    found = read(introclassjava)
    assert found.pieces == [
        (name, at, text, None)
        for name in ("grade_0123abcd_000", "median_0123abcd_003")
        for at, text in enumerate((b"public void exec() { int a = help(); }", b"int help() { return 1; }"), 1)
    ]
    assert {one.benchmark for one in found.samples} == {"IntroClassJava"}
    assert [buggy for _, _, buggy, _ in read(introclassjava, unit="class").pieces] == [
        (PROGRAM % (name, name)).encode() for name in ("grade_0123abcd_000", "median_0123abcd_003")
    ]


def test_introclassjava_has_no_hunks_since_it_has_no_fixes(introclassjava: Path) -> None:
    with pytest.raises(ValueError, match=r"it has no fixes, so no hunks\); there are: method or class"):
        read_benchmark(introclassjava, unit="hunk")


def test_a_clone_of_introclassjava_without_programs_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "dataset").mkdir()
    (tmp_path / "dataset" / "introclass.json").write_text("{}")
    with pytest.raises(ParseError, match="no program"):
        list(read_benchmark(tmp_path))


def test_rows_as_they_are_are_of_no_format_of_folders() -> None:
    with pytest.raises(ValueError, match="rows as they are"):
        list(read_benchmark([], format="quixbugs"))
