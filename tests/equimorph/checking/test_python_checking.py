"""verify checks mutants of Python: the record, libcst, the compiler of any interpreter, and the equality of code objects."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from mutators.base import Match
from mutators.model import Edit, Mutation, Site
from parsers import Member
from parsers.oracles.interpreter import Interpreter
from tests.equimorph.conftest import listed, run

FUNCTION = "def f(a, b):\n    k = 2 + 2\n    if not not a < b:\n        k += 1\n    return k - a\n"
EQUAL = ("2 + 2", "2 * 2")
NOT_NOT = ("not not a", "a")
OTHER = ("k - a", "k + a")
OTHER_AGAIN = ("k - a", "k  +  a")
BROKEN = ("return k - a", "return k - - * a")
OUTSIDE = ("return k - a", "return k - (yield a) - (await a)")  # libcst reads it, and the compiler does not


class ByHand(em.Mutator):
    """The mutator of mutants that are made by hand."""

    name = "by-hand"
    language = "python"
    relation = "breaking"
    examples = ()

    def matches(self, method: Member) -> Iterable[Match]:
        return ()


def row(change: tuple[str, str], text: str = FUNCTION, **more: object) -> dict[str, Any]:
    """The row of a mutant of a text that is one function; its language is that of its path."""
    old, new = change
    assert text.count(old) == 1
    data, start = text.encode(), text.encode().index(old.encode())
    mutant = text.replace(old, new)
    site = Site.of("by-hand", start, start + len(old.encode()))
    record = Mutation(site, (Edit(start, old, new),), "", "", 1, 0).rebase(0, data, mutant.encode())
    texts = {"original": text, "mutant": mutant}
    place: dict[str, Any] = {"mutator": "by-hand", "relation": "breaking", "path": "f.py", "offset": 0}
    return {"id": record.id, **place, **texts, "mutation": record.to_dict(), **more}


@pytest.fixture(scope="module")
def python() -> Iterator[Interpreter]:
    with Interpreter() as python:
        yield python


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERMINAL_WIDTH", "200")
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def written(folder: Path, *rows: dict[str, Any]) -> list[bytes]:
    lines = [json.dumps(one).encode() + b"\n" for one in rows]
    (folder / "rows.jsonl").write_bytes(b"".join(lines))
    return lines


# -- em.verify -----------------------------------------------------------------------------------------------------------


def test_a_mutant_passes_the_checks_of_its_language(python: Interpreter) -> None:
    [found] = em.verify([row(OTHER)])
    assert found.outcomes == {"record": "passed", "libcst": "passed"}
    [found] = em.verify([row(OTHER)], python=python)
    assert found.outcomes == {"record": "passed", "libcst": "passed", "compile": "passed"}
    [found] = em.verify([row(OTHER, path=None, language="python")], python=python)
    assert found.ok
    assert "compile" in found.outcomes


def test_a_new_syntax_error_fails(python: Interpreter) -> None:
    [found] = em.verify([row(BROKEN)], python=python)
    assert found.outcomes == {"record": "passed", "libcst": "failed", "compile": "failed"}
    assert found.failures[1] == "compile: line 5: invalid syntax"


def test_what_the_original_does_not_pass_is_no_opinion(python: Interpreter) -> None:
    [found] = em.verify([row(("k -", "k"), text=FUNCTION.replace("k += 1", "k +="))], python=python)
    assert found.outcomes == {"record": "passed", "libcst": "no opinion", "compile": "no opinion"}
    assert found.ok


def test_the_compiler_gets_the_file(python: Interpreter) -> None:
    text = "def f(a):\n    return a\n"
    one = row(("    return a", "    global b\n    return a"), text, offset=7)
    for head, outcome in (("X = 1\n\n", "passed"), ("X = (\n\n", "no opinion")):
        [found] = em.verify([one | {"mutant_file": head + one["mutant"]}], python=python)
        assert (found.outcomes["libcst"], found.outcomes["compile"]) == ("passed", outcome)
    shadowed = row(("return a", "from __future__ import division"), text, offset=7)
    [found] = em.verify([shadowed | {"mutant_file": "X = 1\n\n" + shadowed["mutant"]}], python=python)
    assert found.failures[-1].startswith("compile: line 4: from __future__ imports must occur")


def test_methods_are_compiled_as_they_stand_in_a_class(python: Interpreter) -> None:
    for text in (
        "    def f(self):\n        return 1\n",
        "def f(self):\n        return 1\n",
        "@p\n    def f(self):\n        return 1\n",
    ):
        [found] = em.verify([row(("1", "2"), text)], python=python)
        assert found.outcomes["compile"] == "passed", text


def test_a_language_without_checks_has_its_record_checked() -> None:
    [found] = em.verify([row(OTHER, language="java", path=None)])
    assert "tree-sitter" in found.outcomes
    damaged = row(OTHER) | {"mutant": "def g(): pass"}
    [found] = em.verify([damaged])
    assert found.outcomes == {"record": "failed"}


def test_another_interpreter_reads_what_this_one_does_not() -> None:
    newer = Path.home() / ".pyenv/versions/3.12.1/bin/python"
    if sys.version_info >= (3, 12) or not newer.exists():
        pytest.skip("there is no newer Python")
    text = "def f[T](a: T) -> T:\n    return a\n"
    with Interpreter(str(newer)) as python:
        [found] = em.verify([row(("return a", "return  a"), text)], python=python)
        assert found.outcomes == {"record": "passed", "libcst": "no opinion", "compile": "passed"}
        [found] = em.verify([row(("return a", "return a *"), text)], python=python)
        assert found.outcomes["compile"] == "failed"


# -- em.equivalence ------------------------------------------------------------------------------------------------------


def test_what_code_objects_show(python: Interpreter) -> None:
    changes = [EQUAL, NOT_NOT, OTHER, OTHER_AGAIN, BROKEN, OUTSIDE]
    found = list(em.equivalence([row(change) for change in changes], python=python))
    verdicts = ["equivalent", "equivalent", "distinct", "duplicate", "failed", "failed"]
    assert [one.verdict for one in found] == verdicts
    assert found[0].reason == "the same code as the original"
    assert found[3].of == found[2].id
    assert found[3].reason == f"the same code as mutant {found[2].id}"
    assert found[4].reason == "compile: line 5: invalid syntax"
    assert [one.kept for one in found] == [False, False, True, False, False, False]


def test_other_functions_have_mutants_of_their_own(python: Interpreter) -> None:
    rows = [row(OTHER), row(OTHER, offset=7), row(OTHER, path="g.py"), row(OTHER, path="g.py")]
    found = list(em.equivalence(rows, python=python))
    assert [one.verdict for one in found] == ["distinct", "distinct", "distinct", "duplicate"]


def test_only_breaking_rows_are_asked_about(python: Interpreter) -> None:
    [found] = em.equivalence([row(EQUAL, relation="preserving")], python=python)
    assert found.verdict == "not asked"


def test_the_whole_file_decides(python: Interpreter) -> None:
    """Annotations are not evaluated there, so that their texts alone differ; alone, the names that they look up do."""
    text = "def f(a: 1 + 1):\n    return a\n"
    change = ("1 + 1", "2")
    [alone] = em.equivalence([row(change, text)], python=python)
    assert alone.verdict == "equivalent"
    head = "from __future__ import annotations\n"
    one = row(change, text, offset=len(head))
    [whole] = em.equivalence([one | {"mutant_file": head + one["mutant"]}], python=python)
    assert whole.verdict == "distinct"


def test_without_an_interpreter_there_is_no_opinion(jdk: object, python: Interpreter) -> None:
    with pytest.raises(ValueError, match="give jdk"):
        em.equivalence([row(OTHER)])
    [found] = em.equivalence([row(OTHER, language="java", path=None)], python=python)
    assert (found.verdict, found.reason) == ("no opinion", "no compiler is given for java")


def test_code_objects_of_mutants_and_of_texts(python: Interpreter) -> None:
    text = f"import sys\n\n\n{FUNCTION}"
    [method] = em.SourceFile.from_text(text, "f.py", "python").methods
    code = em.CodeObjects(python)
    for (old, new), verdict in (
        (EQUAL, "equivalent"),
        (OTHER, "distinct"),
        (OTHER_AGAIN, "duplicate"),
        (BROKEN, "failed"),
    ):
        mutated = method.text.replace(old, new).encode()
        assert code.compare(method, mutated, "one").verdict == verdict


# -- the command ---------------------------------------------------------------------------------------------------------


def test_the_command_compiles_and_compares(folder: Path) -> None:
    _, _, distinct, _ = written(folder, row(EQUAL), row(NOT_NOT), row(OTHER), row(OTHER_AGAIN))
    told = run("verify", "rows.jsonl", "--compile", "--equivalence", "--out", "kept.jsonl")
    assert (told.exit_code, told.stderr) == (0, "4 rows, 1 kept\n")
    assert told.stdout.splitlines() == [
        "record: 4 passed",
        "libcst: 4 passed",
        "compile: 4 passed",
        "equivalence: 1 distinct, 1 duplicate, 2 equivalent",
    ]
    assert (folder / "kept.jsonl").read_bytes() == distinct


def test_the_command_reports_what_does_not_compile(folder: Path) -> None:
    written(folder, row(BROKEN), row(OTHER))
    with (folder / "rows.jsonl").open("ab") as rows:
        rows.write(b"{]\n{}\n[]\n")
    told = run("verify", "rows.jsonl", "--compile")
    assert told.exit_code == 1
    assert "compile: 1 failed, 1 passed" in told.stdout.splitlines()
    assert f"error: rows.jsonl: line 1 ({row(BROKEN)['id']}): compile: line 5: invalid syntax" in told.stderr
    assert told.stderr.splitlines()[-1] == "5 rows; 5 failed"


def test_python_alone_needs_no_jdk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsers.oracles.jdk.home._candidates", lambda: iter(()))
    written(folder, row(OTHER))
    assert run("verify", "rows.jsonl", "--equivalence").exit_code == 0


def test_rows_of_both_languages_are_compared_each_by_its_compiler(folder: Path, jdk: object) -> None:
    java = row(("a + 1", "1 + a"), "int f(int a) { return a + 1; }", path="A.java")
    written(folder, row(EQUAL), java)
    told = run("verify", "rows.jsonl", "--equivalence")
    assert told.stdout.splitlines()[-1] == "equivalence: 1 distinct, 1 equivalent"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--javac",), "--javac does not go with Python, and line 1 is a row of it: give --compile"),
        (("--python", "python3"), "--python needs --compile or --equivalence"),
        (("--compile", "--python", "no-such-python"), "no Python: 'no-such-python' does not start"),
        (("--compile", "--python", ""), "the command is empty"),
        (("--compile", "--python", "'"), "No closing quotation"),
        (("--equivalence", "--python", "ls"), "'ls' is no Python 3.11, 3.12 or 3.13"),
        (("--compile", "--python", "true"), "'true' is no Python 3.11, 3.12 or 3.13: ended with status 0"),
        (("--compile", "--tests", "true", "--project", "."), "--tests is a check of its own"),
    ],
)
def test_what_is_not_understood_ends_with_2(folder: Path, options: tuple[str, ...], message: str) -> None:
    written(folder, row(OTHER))
    told = run("verify", "rows.jsonl", *options)
    assert told.exit_code == 2
    assert message in " ".join(told.stderr.replace("│", " ").split())
    assert listed(folder) == ["rows.jsonl"]


def test_compile_does_not_go_with_java(folder: Path) -> None:
    written(folder, row(OTHER), row(("1", "2"), "int f() { return 1; }", path="A.java"))
    told = run("verify", "rows.jsonl", "--compile")
    assert told.exit_code == 2
    assert "--compile does not go with Java, and line 2 is a row of it" in told.stderr


def test_no_rows_are_no_error(folder: Path) -> None:
    written(folder)
    assert run("verify", "rows.jsonl", "--compile", "--equivalence").exit_code == 0


def test_compiled_code_is_not_run(folder: Path) -> None:
    text = "def f(a=open('ran', 'w')):\n    return a\n"
    written(folder, row(("return a", "return 0"), text))
    assert run("verify", "rows.jsonl", "--compile", "--equivalence").exit_code == 0
    assert listed(folder) == ["rows.jsonl"]
