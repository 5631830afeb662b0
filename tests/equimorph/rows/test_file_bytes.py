"""Mutants as the bytes of their files, in the encodings of the files: the text in between is UTF-8."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from types import CodeType

import pytest

import equimorph as em
from equimorph.projects.killing import run_tests
from parsers import SourceFile
from tests.equimorph.conftest import run

PYTHON = '# -*- coding: latin-1 -*-\ndef f(n):\n    if n < 1:\n        return "\xe9"\n    return "\xe9\xe8"\n'
JAVA = 'class A {\n  String f(int n) {\n    return n < 1 ? "\xe9" : "\xe8";\n  }\n}\n'


def called(data: bytes, argument: int) -> object:
    """What the function of a Python file returns, as Python reads the file."""
    names: dict[str, object] = {}
    code = compile(data, "f.py", "exec")
    assert isinstance(code, CodeType)
    exec(code, names)
    return names["f"](argument)  # type: ignore[operator]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("cookie", ["latin-1", "cp1252", "utf-8"])
def test_mutants_of_a_python_file_are_what_its_cookie_says(tmp_path: Path, cookie: str, end: str) -> None:
    path = tmp_path / "f.py"
    original = PYTHON.replace("latin-1", cookie).replace("\n", end).encode(cookie)
    path.write_bytes(original)
    made = list(em.mutate(path))
    assert len(made) > 2
    for mutant in [*made, em.stack(path, seed=3)]:
        data = mutant.file_bytes()
        assert data == mutant.text.encode(cookie)
        assert (called(data, 0), called(data, 1)) == ("\xe9", "\xe9\xe8")
        assert pickle.loads(pickle.dumps(mutant)).file_bytes() == data
    inverted = em.invert(made[0].text, made[0].mutation)
    assert made[0].source.in_file(inverted.encode()) == original
    [text] = [
        one
        for one in em.mutate(em.parse(path.read_bytes().decode(cookie), language="python"))
        if one.id == made[0].id
    ]
    assert text.file_bytes() == made[0].file_bytes()  # its cookie is all that there is


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "iso-8859-1", "utf-16"])
def test_mutants_of_a_java_file_are_in_the_encoding_that_is_named(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "A.java"
    path.write_bytes(JAVA.encode(encoding))
    for mutant in em.mutate(em.read(path, encoding=None if encoding.startswith("utf-8") else encoding)):
        assert mutant.file_bytes() == mutant.text.removeprefix("\ufeff").encode(encoding)
    assert SourceFile(JAVA.encode()).in_file(b"a") == b"a"


def test_a_character_that_the_encoding_lacks_is_an_error() -> None:
    source = SourceFile(b"", "A.java", encoding="ascii")
    assert source == SourceFile(b"", "A.java")
    with pytest.raises(UnicodeError):
        source.in_file("\xe9".encode())


def test_tests_run_on_mutants_of_a_file_with_a_cookie(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "f.py").write_bytes(PYTHON.encode("latin-1"))
    rows = [
        em.row(one)
        for one in em.mutate(
            em.read(project / "f.py", name="f.py"), ["reorder-condition", "operator-mutation"]
        )
    ]
    tests = f"""{sys.executable} -B -c 'import f; assert (f.f(0), f.f(1)) == ("\\xe9", "\\xe9\\xe8")'"""
    found = [
        (one.status, rows[number]["relation"])
        for number, one in enumerate(run_tests(rows, tests, project=project))
    ]
    assert ("survived", "preserving") in found
    assert {status for status, relation in found if relation == "preserving"} == {"survived"}
    assert "killed" in {status for status, relation in found if relation == "breaking"}
    (project / "f.py").write_bytes(PYTHON.replace("latin-1", "nonsense").encode("latin-1"))
    [one] = run_tests(rows[:1], "true", project=project)
    assert (one.status, "unknown encoding" in str(one.reason)) == ("error", True)


def test_files_that_verbs_write_are_in_the_encoding_of_the_file(folder: Path) -> None:
    (folder / "tree").mkdir()
    (folder / "tree" / "f.py").write_bytes(PYTHON.encode("latin-1"))
    assert run("rewrite", "tree", "--out", "out", "--language", "python", "-q").exit_code == 0
    data = (folder / "out" / "f.py").read_bytes()
    assert data != PYTHON.encode("latin-1")
    assert (called(data, 0), called(data, 1)) == ("\xe9", "\xe9\xe8")
    inverted = run("invert", "out", "--records", "out/mutations.jsonl", "--out", "back", "-q")
    assert inverted.exit_code == 0
    assert (folder / "back" / "f.py").read_bytes() == PYTHON.encode("latin-1")
