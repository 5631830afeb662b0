"""Folders in the layout of BugsInPy, and QuixBugs in Python: which bugs are read of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimorph.defects4j import bugsinpy
from equimorph.defects4j.checkout import read
from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import Reading, read_bugs, read_quixbugs
from equimorph.robustness import mutants, requests
from tests.equimorph.robustness.python_bugs import BUGGY, FIXED, PATH, make_python_bug


@pytest.mark.parametrize("prefix", ["", "bugsinpy_"])
def test_a_folder_says_what_it_is(tmp_path: Path, prefix: str) -> None:
    checkout = read(make_python_bug(tmp_path, "Clip-12b", prefix=prefix))
    assert (checkout.bug, checkout.language, checkout.source_dir) == ("Clip-12b", "python", ".")
    assert checkout.trigger_tests == ("tests/test_clip.py::ClipTest::test_below",)
    paths = (PATH, "tests/test_clip.py", "a/test_b.py", "a/tests/b.py", "conftest.py", "attest.py", "a.txt")
    kinds = ["source", "test", "test", "test", "test", "source", "other"]
    assert [checkout.kind_of(path) for path in paths] == kinds


@pytest.mark.parametrize(
    ("script", "tests", "is_unittest"),
    [
        ("pytest -q -s tests/a.py::test_b\r\n\r\n", ["tests/a.py::test_b"], False),
        (
            "python3 -m pytest ./tests/a.py::A::b -k x.py tests/c.py",
            ["tests/a.py::A::b", "tests/c.py"],
            False,
        ),
        ("py.test a.py::b[x-1]", ["a.py::b[x-1]"], False),
        (
            "python -m unittest -q sub.test_a.A.b\npython -m unittest sub.none.A",
            ["sub/test_a.py::A::b", "sub.none.A"],
            True,
        ),
        ("tox -e py36 t/a.py::b", ["t/a.py::b"], False),
        ("# nothing", ["x.py"], False),
        ("make check", ["x.py"], False),
    ],
)
def test_the_tests_of_a_bug(tmp_path: Path, script: str, tests: list[str], is_unittest: bool) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/test_a.py").touch()
    (tmp_path / "run_test.sh").write_text(script)
    assert bugsinpy.tests_of(tmp_path, {"test_file": "x.py;y.txt"}) == (tuple(tests), is_unittest)


def one(folder: Path, **texts: str | bytes) -> Bug:
    [bug] = read_bugs(make_python_bug(folder, "Clip-1b", **texts))  # type: ignore[arg-type]
    return bug


def test_a_bug_is_a_function_with_its_language(tmp_path: Path) -> None:
    bug = one(tmp_path)
    assert (bug.id, bug.language, bug.fix_scope) == ("Clip-1b:clip.clip:1", "python", "method")
    assert (bug.fault_lines, bug.omissions) == ((3, 5), ())
    assert Bug.from_row(bug.to_row()) == bug
    [first, *others] = requests([bug.to_row()], list(mutants([bug.to_row()], seed=1)))
    assert (first.language, first.text) == ("python", bug.buggy)
    assert others


def test_lines_that_the_fix_adds_at_the_end_of_a_function_are_at_its_last_line(tmp_path: Path) -> None:
    head = "def f(n):\n    for k in n:\n        yield k\n"
    bug = one(tmp_path, buggy=head, fixed=f"{head}    yield 0\n")
    assert (bug.fault_lines, bug.omissions) == ((), (3,))
    more = "\n\ndef g(): pass\n"
    bug = one(tmp_path / "b", buggy=head + more, fixed=f"{head}    yield 0\n{more}")
    assert (bug.name, bug.omissions, bug.fix_scope) == ("f", (3,), "method")
    reading = Reading()
    made = make_python_bug(tmp_path, "Clip-2b", head + more, f"{head}\nK = 0\n{more}")
    assert list(read_bugs(made, reading=reading)) == []
    assert reading.count.dropped == {"the fix changes no method": 1}


@pytest.mark.parametrize(
    ("buggy", "fixed", "names"),
    [
        ("class A:\n    class B:\n        def f(self): return 1\n", "class A:\n    class B:\n        def f(self): return 2\n", "f"),
        ("def f():\n\tdef g():\n\t\treturn 1\n\treturn g\n", "def f():\n\tdef g():\n\t\treturn 2\n\treturn g\n", "f"),
        ("@a\nasync def f():\r\n    await 1\r\n", "@a\nasync def f():\r\n    await 2\r\n", "f"),
        ("# coding: latin-1\ndef f(): return '\xe9'\n".encode("latin-1"), b"# coding: latin-1\ndef f(): return 'e'\n", "f"),
        ("class A:\n    @p\n    def f(self): return 1\n    @f.s\n    def f(self, v): a = 1\n",
         "class A:\n    @p\n    def f(self): return 1\n    @f.s\n    def f(self, v): a = 2\n", "f"),
        ("K = 1\ndef f(): return K\n", "K = 2\ndef f(): return K\n", ""),
        ("def f(): return 1 # a\n", "def f(): return 1 # b\n", ""),
        ("def f(): return 1\ndef g(): return 1\n", "def f(): return 2\ndef g(): return 2\n", "f g"),
    ],
)  # fmt: skip
def test_shapes_of_bugs(tmp_path: Path, buggy: str | bytes, fixed: str | bytes, names: str) -> None:
    bugs = list(read_bugs(make_python_bug(tmp_path, "Clip-1b", buggy, fixed)))
    assert [bug.name for bug in bugs] == names.split()
    assert all(bug.fixed not in (None, bug.buggy) for bug in bugs)
    [row] = [bug.encoding for bug in bugs][:1] or ["utf-8"]
    assert row == ("iso-8859-1" if b"latin" in (buggy if isinstance(buggy, bytes) else b"") else "utf-8")


def test_quixbugs_in_python(tmp_path: Path) -> None:
    for name, text in (
        ("python_programs", BUGGY),
        ("correct_python_programs", FIXED),
        ("python_testcases", ""),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / ("test_clip.py" if not text else "clip.py")).write_text(text)
    [bug] = read_quixbugs(tmp_path, "python")
    assert (bug.id, bug.tests) == ("clip:clip.clip:1", ("python_testcases/test_clip.py",))
    checkout = read(tmp_path)
    assert (checkout.language, checkout.is_shared, checkout.source_dir) == ("python", True, "python_programs")
