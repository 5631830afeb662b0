"""What is made of a history: items with their provenance, and for everything else the reason."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from equimorph.bulk import SILENT, BulkError
from equimorph.datasets.mining import mine
from parsers import SourceFile
from tests.equimorph.datasets.mining.conftest import BUGGY, FIX, FIXED, History, Mined, git, java

Mine = Callable[..., Mined]


def test_a_fix_is_an_item_of_lines_of_methods_and_of_classes(history: History, mined: Mine) -> None:
    git(history.path, "remote", "add", "origin", "https://user:secret@example.org/x/project.git")
    history.fix(BUGGY, FIXED, "Fix a bug: #12\n\nIt was the sign.\n\n", "src/A.java")
    first, second = history.ids()
    found = mined(history)
    [method] = found.methods
    assert method == {
        "schema": 1,
        "id": f"project:{second[:16]}:2.1",
        "project": "project",
        "repo_url": "https://example.org/x/project.git",
        "commit": second,
        "parent": first,
        "author_time": "2014-05-13T16:53:20Z",
        "message": "Fix a bug: #12\n\nIt was the sign.",
        "keywords": ["bug", "fix"],
        "license": None,
        "license_file": None,
        "split": None,
        "source": "mined:paper",
        "path": "src/A.java",
        "old_path": None,
        "encoding": "utf-8",
        "method": "f",
        "line": 4,
        "group": method["group"],
        "buggy_method": "int f(int a) {\n        return a + 1;\n    }",
        "fixed_method": "int f(int a) {\n        return a - 1;\n    }",
    }
    [line] = found.lines
    assert (line["buggy_line"], line["fixed_line"], line["line"]) == (
        "        return a + 1;",
        "        return a - 1;",
        5,
    )
    assert line["buggy_context"] == method["buggy_method"]
    assert line["group"] == method["group"]
    [whole] = found.classes
    assert whole["buggy_class"] == BUGGY[BUGGY.index("class") : -1]
    assert whole["fixed_class"] == FIXED[FIXED.index("class") : -1]
    assert (whole["class"], whole["line"], whole["bug_location"]) == (
        "A",
        3,
        {"fault_lines": [3], "omissions": []},
    )
    assert found.summary["commits"] == {"read": 2, "kept": 1, "dropped": {"no parent": 1}}
    assert found.summary["licenses"] == {"unknown": 3}
    assert found.summary["repositories"][0]["head"] == second


def test_each_commit_that_is_dropped_has_a_reason(history: History, mined: Mine) -> None:
    begin = history.commit("Fix a bug", {"A.java": BUGGY})
    other = history.commit("Other", {"B.java": BUGGY}, parents=[begin], branch="side")
    one = history.commit("Build", {"A.java": FIXED}, parents=[begin])
    history.commit("Fix a bug: merge", {"A.java": BUGGY}, parents=[one, other])
    history.commit(FIX, {"README": "x"})
    history.commit(FIX, {"New.java": BUGGY})
    history.commit(FIX, {"New.java": None})
    history.commit(FIX, {"A.java": f"/* {FIX} */ {BUGGY}\n\n"})
    history.commit(FIX, {"A.java": FIXED, "README": "y"})
    found = mined(history)
    assert found.dropped == {
        "no parent": 1,
        "a merge": 1,
        "no keyword in its message": 2,
        "no Java file changes": 1,
        "no code changes in a Java file that is kept": 3,
    }
    assert found.summary["commits"]["read"] == 9
    assert found.files == {
        "the commit adds the file": 1,
        "the commit deletes the file": 1,
        "only comments or blanks change": 1,
    }
    assert [row["commit"] for row in found.methods] == history.ids()[-1:]


def test_only_changes_of_code_count(history: History, mined: Mine) -> None:
    old, new = "        return a + 1;", "        return a - 1;"
    cases = {
        java("// A sum.", "return a + 1;"): None,
        java("return a  +  1 ; /* a sum */"): None,
        java("return a", "    + 1;"): None,
        java("", "return a + 1;").replace("\n", "\r\n"): None,
        java("return a + 1;", "// return a - 1;"): None,
        java("// A sum.", "return a - 1;"): (old, f"        // A sum.\n{new}"),
        java("return a - 1;").replace("\n", "\r\n"): (old, new),
        java("a++;", "return a + 1;"): ("", "        a++;"),
        java(): (old, ""),
    }
    names = {f"{number}.java": after for number, after in enumerate(cases)}
    history.commit("Begin", dict.fromkeys(names, BUGGY))
    history.commit(FIX, names)
    found = mined(history)
    made = {row["path"]: (row["buggy_line"], row["fixed_line"]) for row in found.lines}
    assert {name: made.get(name) for name in names} == dict(zip(names, cases.values(), strict=True))
    assert len(found.lines) == len(found.methods) == len(found.classes) == 4
    assert found.files == {"only comments or blanks change": 5}


def test_a_blank_in_a_literal_is_code(history: History, mined: Mine) -> None:
    history.fix(java('String s = "a b";', "return 1;"), java('String s = "a  b";', "return 1;"))
    history.commit(FIX, {"A.java": java('String s = """', '  x""";')})
    history.commit(FIX, {"A.java": java('String s = """', '    x""";')})
    found = mined(history)
    assert len(found.methods) == len(found.lines) == 3


def test_comments_between_changed_lines_are_no_change_of_their_own(history: History, mined: Mine) -> None:
    before = java("int b = a;", "// One.", "int c = b;", "// Two.", "return c;")
    after = java("int b = -a;", "// 1.", "int c = b;", "// 2.", "return -c;")
    history.fix(before, after)
    found = mined(history)
    assert [row["line"] for row in found.lines] == [5, 8]
    assert found.classes[0]["bug_location"] == {"fault_lines": [3, 4, 6, 7], "omissions": []}


def test_a_renamed_file_is_followed_and_an_unlike_one_is_not(history: History, mined: Mine) -> None:
    text = java(*[f"a += {number};" for number in range(30)], "return a;")
    history.commit("Begin", {"A.java": text, "Gone.java": text.replace("+", "-")})
    history.commit(
        FIX, {"A.java": None, "b/A.java": text.replace("7;", "8;"), "Gone.java": None, "C.java": FIXED}
    )
    found = mined(history)
    assert [(row["old_path"], row["path"]) for row in found.methods] == [("A.java", "b/A.java")]
    assert found.files == {"the commit adds the file": 1, "the commit deletes the file": 1}


def test_methods_without_a_counterpart_are_in_classes_alone(history: History, mined: Mine) -> None:
    before = "class A { int f() { return 1; } int g() { return 2; } }"
    after = "class A { int f() { return 3; } int h(int b) { return 2; } int x = 4; }"
    history.fix(before, after)
    found = mined(history)
    assert [row["method"] for row in found.methods] == ["f"]
    assert len(found.classes) == 1


def test_overloads_are_paired_by_their_lines_and_inner_classes_belong_to_the_outer_one(
    history: History, mined: Mine
) -> None:
    before = "class A {\n int f(int a) { return a; }\n class B {\n  int f(long a) { return 2; }\n }\n}\nclass C {}\n"
    history.fix(before, before.replace("return 2", "return 3"))
    found = mined(history)
    assert [row["buggy_method"] for row in found.methods] == ["int f(long a) { return 2; }"]
    assert [(row["class"], row["bug_location"]["fault_lines"]) for row in found.classes] == [("A", [4])]


def test_lines_are_those_of_the_file_before_the_fix(history: History, mined: Mine) -> None:
    before = java("int b = a;", "int c = b;", "return c;")
    history.fix(before, java("// One.", "int b = -a;", "b++;", "int c = b;", "return -c;"))
    assert [row["line"] for row in mined(history).lines] == [5, 7]


def test_lines_keep_the_line_ends_between_them(history: History, mined: Mine) -> None:
    text = java("int b = a;", "int c = b;", "return c;").replace("\n", "\r\n")
    history.fix(text, text.replace("b = a", "b = -a").replace("c = b", "c = -b"))
    [row] = mined(history).lines
    assert row["buggy_line"] == "        int b = a;\r\n        int c = b;"
    assert row["buggy_line"] in row["buggy_context"]
    assert row["fixed_line"] == "        int b = -a;\r\n        int c = -b;"


def test_of_equal_methods_the_one_that_changes_is_found(history: History, mined: Mine) -> None:
    before = "class A {\n int f() { return 1; }\n}\nclass B {\n int f() { return 1; }\n}\n"
    history.fix(before, before[:40] + before[40:].replace("1", "2"))
    found = mined(history)
    assert [(row["line"], row["fixed_method"]) for row in found.methods] == [(5, "int f() { return 2; }")]


def test_versions_of_a_class_are_one_group_and_copies_of_a_method_are_one(
    history: History, mined: Mine
) -> None:
    history.commit("Begin", {"A.java": BUGGY, "B.java": BUGGY.replace("class A", "class B")})
    history.commit(FIX, {"A.java": FIXED})
    history.commit(FIX, {"A.java": java("return a * 2;")})
    history.commit(FIX, {"B.java": FIXED.replace("class A", "class B")})
    found = mined(history)
    first, second, other = found.classes
    assert first["group"] == second["group"] != other["group"]
    assert found.methods[0]["group"] == found.methods[2]["group"] != found.methods[1]["group"]


def test_files_that_do_not_parse_are_dropped(history: History, mined: Mine) -> None:
    history.fix(BUGGY, FIXED + "}")
    history.commit(FIX, {"A.java": FIXED})
    history.commit(FIX, {"A.java": "int x() { return 1; }"})
    assert mined(history).files == {"no Java that parses": 3}


def test_the_items_are_the_same_with_any_number_of_jobs(history: History, mined: Mine) -> None:
    history.commit("Begin", {"A.java": BUGGY})
    for number in range(40):
        history.commit(f"Fix bug {number}", {"A.java": java(f"return a + {number + 2};")})
    one, two = mined(history, jobs=1), mined(history, jobs=2)
    assert len(one.methods) == 40
    for name in ("dataset_1.jsonl", "dataset_2.jsonl", "dataset_3.jsonl", "datasets.json"):
        assert (one.out / name).read_bytes() == (two.out / name).read_bytes()


class Noting(type(SILENT)):  # type: ignore[misc]
    """Keeps what is reported, and calls a function before the first commit and after each one."""

    def __init__(self, step: Callable[[int], object] = lambda done: None) -> None:
        self.failures, self.notes, self._step = list[str](), list[str](), step

    def failed(self, message: object, reason: str = "") -> None:
        self.failures.append(str(message))

    def note(self, message: str) -> None:
        self.notes.append(message)

    @contextmanager
    def bar(self, total: int | None, what: str) -> Iterator[Callable[..., None]]:
        done = 0

        def advance(count: int = 1) -> None:
            nonlocal done
            done += count
            self._step(done)

        self._step(0)
        yield advance


def test_commits_that_fail_are_reported_and_counted(history: History, mined: Mine, tmp_path: Path) -> None:
    history.fix(BUGGY, FIXED)
    commit = history.ids()[-1]
    other = History(tmp_path / "other")
    other.fix(FIXED, BUGGY)
    noting = Noting(lambda done: None if done else shutil.rmtree(history.path))
    found = mined(history, other, reporter=noting)
    assert found.dropped == {"no parent": 2, "it failed": 1}
    assert [row["project"] for row in found.methods] == ["other"]
    assert noting.failures == [f"project {commit}: {history.path}: no such folder"]


def test_a_stopped_run_goes_on_and_gives_the_same(history: History, mined: Mine, tmp_path: Path) -> None:
    history.commit("Begin", {"A.java": BUGGY})
    for number in range(20):
        history.commit(f"Fix bug {number}", {"A.java": java(f"return a + {number + 2};")})
    whole = mined(history)

    def stop(done: int) -> None:
        if done > 12:
            raise KeyboardInterrupt

    out, noting = tmp_path / "again", Noting()
    with pytest.raises(KeyboardInterrupt):
        mine([history.path], out, reporter=Noting(stop))
    assert not out.exists()
    assert (tmp_path / "again.partial").is_dir()
    with pytest.raises(BulkError, match="made with other preset"):
        mine([history.path], out, preset="bugs2fix")
    mine([history.path], out, reporter=noting)
    assert noting.notes == ["1 of 3 parts are done already"]
    assert not (tmp_path / "again.partial").exists()
    for name in ("dataset_1.jsonl", "dataset_2.jsonl", "dataset_3.jsonl", "datasets.json"):
        assert (out / name).read_bytes() == (whole.out / name).read_bytes()


def test_a_commit_that_two_repositories_have_counts_once(
    history: History, mined: Mine, tmp_path: Path
) -> None:
    history.fix(BUGGY, FIXED)
    git(tmp_path, "clone", "-q", "--bare", str(history.path), "copy.git")
    found = mined(history, tmp_path / "copy.git", f"third={history.path}")
    assert [row["project"] for row in found.methods] == ["project"]
    assert found.dropped == {"no parent": 3, "an earlier repository has it": 2}
    assert [one["project"] for one in found.summary["repositories"]] == ["project", "copy", "third"]


def test_two_repositories_of_one_name_need_names(history: History, mined: Mine, tmp_path: Path) -> None:
    history.fix(BUGGY, FIXED)
    other = History(tmp_path / "other" / "project")
    other.fix(FIXED, BUGGY)
    with pytest.raises(ValueError, match="two repositories are called 'project': give NAME=REPO"):
        mined(history, other)
    found = mined(f"one={history.path}", f"two={other.path}")
    assert [row["project"] for row in found.methods] == ["one", "two"]


def test_another_revision_has_another_history(history: History, mined: Mine) -> None:
    begin = history.commit("Begin", {"A.java": BUGGY})
    history.commit(FIX, {"A.java": FIXED}, parents=[begin], branch="side")
    history.commit("Build", {"B.java": BUGGY}, parents=[begin])
    assert mined(history).methods == []
    assert len(mined(history, revision="side").methods) == 1
    noting = Noting()
    found = mined(history, revision="--all", reporter=noting)
    assert found.summary["repositories"] == [{"project": "project", "dropped": "it cannot be read"}]
    assert noting.failures == [f"{history.path}: --all names no commit"]


def test_what_a_class_holds_parses_and_shows_its_fault(history: History, mined: Mine) -> None:
    history.fix(BUGGY, FIXED)
    [row] = mined(history).classes
    assert SourceFile.from_text(row["fixed_class"]).parses
    lines = row["buggy_class"].splitlines()
    assert lines[row["bug_location"]["fault_lines"][0] - 1].strip() == "return a + 1;"


def test_rows_are_json_that_is_read_again(history: History, mined: Mine) -> None:
    history.fix(BUGGY, FIXED, 'Fix a bug in "a"\\b \x01 \U0001f41b')
    out = mined(history).out
    assert (
        json.loads((out / "dataset_2.jsonl").read_text())["message"] == 'Fix a bug in "a"\\b \x01 \U0001f41b'
    )
