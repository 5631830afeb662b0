"""Faults planted in a mutator: each is reported once, with its place, and everything else is done."""

from __future__ import annotations

import os
import pickle
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import equimorph as em
from equimorph.defects4j.methods.bug import Bug
from equimorph.pages.edits import edits_between
from equimorph.robustness.pages import Sources, collecting, write_page
from equimorph.rows.tables import BadRow
from mutators import InternalError
from mutators.internal import INTERNAL
from parsers.java.method import Method
from tests.equimorph.bulk.conftest import ROOT, finished
from tests.equimorph.conftest import rows
from tests.equimorph.failing import ENTRY, STEPS, Failing
from tests.equimorph.robustness.conftest import answer, write_rows

METHODS = [name for step in STEPS for name in (f"in_{step}", f"beside_{step[:3]}")]
TEXT = "class A {\n" + "".join(f"    int {name}(int a) {{ return a + 1; }}\n" for name in METHODS) + "}\n"
LINES = {name: number for number, name in enumerate(METHODS, 2)}
GOOD = [name for name in METHODS if not name.startswith("in_")]


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The working folder with two files, and an environment in which the mutator `failing` is installed."""
    site = tmp_path / "site" / "failing-1.dist-info"
    site.mkdir(parents=True)
    (site / "METADATA").write_text("Metadata-Version: 2.1\nName: failing\nVersion: 1\n")
    (site / "entry_points.txt").write_text(ENTRY)
    work = tmp_path / "work"
    (work / "src").mkdir(parents=True)
    for name in ("A.java", "B.java"):
        (work / "src" / name).write_text(TEXT)
    monkeypatch.chdir(work)
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(site.parent), str(ROOT), *filter(None, sys.path)]),
    }


def errors(messages: list[str]) -> list[tuple[str, int]]:
    """The places of the errors, each of which must say all that a report needs."""
    found = []
    for message in messages:
        if message.startswith("error: "):
            told = re.fullmatch(
                r"error: (?:copied as it is: )?(\S+?):(\d+): internal error \(failing version 7, equimorph \S+\): "
                r"(AssertionError: fault in \w+ at failing\.py:\d+|TypeError: .* at \w+\.py:\d+)",
                message,
            )
            assert told, message
            found.append((told[1], int(told[2])))
    return found


def everywhere(names: list[str], steps: tuple[str, ...] = STEPS) -> list[tuple[str, int]]:
    return sorted((f"src/{name}", LINES[f"in_{step}"]) for name in names for step in steps)


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
def test_mutate_does_all_other_sites(plugged: dict[str, str], jobs: tuple[str, ...]) -> None:
    code, _, messages = finished("mutate", "src", "-m", "failing", "-o", "out.jsonl", *jobs, env=plugged)
    assert code == 1
    assert [(row["path"], row["method"]["name"]) for row in rows(Path("out.jsonl"))] == [
        (path, name) for path in ("src/A.java", "src/B.java") for name in GOOD
    ]
    assert sorted(errors(messages)) == everywhere(["A.java", "B.java"])


def test_sites_refuses_what_fails(plugged: dict[str, str]) -> None:
    code, out, messages = finished("sites", "src/A.java", "-m", "failing", env=plugged)
    # Edits and records are made later.
    assert (code, out.count(b"failing in")) == (1, len(METHODS) - 2)
    assert sorted(errors(messages)) == everywhere(["A.java"], ("matches", "obstacle"))
    _, out, _ = finished("sites", "src/A.java", "-m", "failing", "--why", env=plugged)
    assert out.count(b"refused: internal error (failing version 7") == 2


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
def test_rewrite_mutates_all_other_methods(plugged: dict[str, str], jobs: tuple[str, ...]) -> None:
    # With no fault in records, which would lose the file.
    for name in ("A.java", "B.java"):
        Path("src", name).write_text(TEXT.replace("in_record", "on_rec"))
    arguments = ("rewrite", "src", "-o", "out", "-m", "failing", "--per-method", "3", *jobs)
    code, _, messages = finished(*arguments, env=plugged)
    assert code == 1
    found = sorted((path.removeprefix("src/"), line) for path, line in errors(messages))
    assert found == [
        (path.removeprefix("src/"), line) for path, line in everywhere(["A.java", "B.java"], STEPS[:4])
    ]
    assert Path("out/A.java").read_text().count("  }") == len(GOOD) + 1


def test_show_and_pairs(plugged: dict[str, str]) -> None:
    code, out, messages = finished("mutate", "src/A.java", "-m", "failing", "--show", env=plugged)
    assert (code, out.count(b": failing in ")) == (1, len(GOOD))
    assert sorted(errors(messages)) == everywhere(["A.java"])
    arguments = ("pairs", "src/A.java", "-m", "failing", "--negatives", "0", "-o", "pairs.jsonl")
    code, _, messages = finished(*arguments, env=plugged)
    # A blank more is no new text, so that there is no record.
    assert (code, sorted(errors(messages))) == (1, everywhere(["A.java"], STEPS[:4]))
    assert [row["method"] for row in rows(Path("pairs.jsonl"))] == METHODS


def test_in_python_the_exception_names_the_site() -> None:
    source = em.parse(TEXT, "A.java")
    for step in STEPS[:4]:
        select = em.Selection(method=f"in_{step}")
        with pytest.raises(
            InternalError, match=rf"^A\.java:{LINES[f'in_{step}']}: internal error \(failing version 7"
        ) as found:
            list(em.mutate(source, Failing(), select=select))
        assert isinstance(found.value, em.MutationError)
        assert isinstance(found.value.__cause__, AssertionError)
        assert isinstance(pickle.loads(pickle.dumps(found.value)), InternalError)
    with pytest.raises(InternalError):
        list(em.sites(source, Failing()))
    refused = [site for site in em.sites(source, Failing(), why=True) if not site.accepted]
    assert [site.method.name for site in refused] == ["in_matches", "in_obstacle"]
    assert all(site.failed and str(site.reason).startswith(INTERNAL) for site in refused)


def test_a_stack_reports_a_fault_once_and_not_in_each_round() -> None:
    found: list[em.Conflict] = []
    em.stack(em.parse(TEXT, "A.java"), [Failing(), "parenthesise"], per_method=4, on_conflict=found.append)
    assert sorted(one.method.name for one in found) == sorted(f"in_{step}" for step in STEPS[:4])
    with pytest.raises(InternalError):
        em.stack(em.parse(TEXT, "A.java"), Failing())


def test_undo_names_the_mutator_that_failed() -> None:
    [mutant] = em.mutate("int f(int a) { return a; }", Failing())
    with pytest.raises(
        InternalError, match=r"internal error \(failing version 7, .*ZeroDivisionError at failing\.py"
    ):
        em.undo(mutant.text.replace("return a", "return 2"), mutant)


def test_no_memory_is_not_the_fault_of_a_site() -> None:
    class Greedy(Failing):
        def matches(self, method: Method) -> Iterator[object]:  # type: ignore[override]
            raise MemoryError

    with pytest.raises(MemoryError):
        list(em.mutate(TEXT, Greedy(), on_conflict=lambda _: None))


def test_a_declaration_without_a_name_is_a_site_like_others() -> None:
    """C1: `_` of Java 22 is no name that could be looked up."""
    text = "class A {\n  int g() { return 1; }\n  void f() { int _ = g(); int y = g(); y++; }\n}\n"
    made = [mutant.mutator for mutant in em.mutate(text, ["declaration-split", "useless-cast"])]
    assert made.count("declaration-split") >= 1


def test_a_judge_that_fails_at_one_answer_judges_the_others(plugged: dict[str, str]) -> None:
    """`Failing.restore` fails wherever an answer to its mutant is judged."""

    def verb(name: str, *arguments: str) -> tuple[int, list[str]]:
        code, _, messages = finished("robustness", name, *arguments, env=plugged)
        return code, messages

    checkout = str(ROOT / "demo" / "bugs" / "Words-2b")
    fix = str(ROOT / "demo" / "bugs" / "Words-2b" / "fix.patch")
    assert verb("bugs", checkout, "--fix", fix, "--out", "bugs.jsonl")[0] == 0
    choice = ("-m", "failing", "-m", "variable-renaming", "--limit-per-mutator", "1")
    assert verb("mutants", "bugs.jsonl", *choice, "--out", "mutants.jsonl")[0] == 0
    assert verb("requests", "bugs.jsonl", "mutants.jsonl", "-k", "2", "--out", "requests.jsonl")[0] == 0
    assert verb("ask", "requests.jsonl", "--model", "template", "--out", "answers.jsonl")[0] == 0
    files = ("--bugs", "bugs.jsonl", "--mutants", "mutants.jsonl", "--answers", "answers.jsonl")
    code, messages = verb("judge", *files, "--out", "judged.jsonl")
    assert code == 1
    assert sum("internal error (failing version 7" in message for message in messages) == 1, messages
    by_id = {row["id"]: row["mutator"] for row in rows(Path("mutants.jsonl"))}
    assert sorted(by_id.values()) == ["failing", "variable-renaming"]
    judged = [row["mutant_id"] for row in rows(Path("judged.jsonl"))]
    assert [None if id is None else by_id[id] for id in judged] == [None, "variable-renaming"]


def test_a_page_that_fails_at_one_bug_shows_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(old: str, new: str) -> list[int | str]:
        assert "one" not in old, "fault in the page"
        return edits_between(old, new)

    monkeypatch.setattr(collecting, "edits_between", faulty)
    bugs = [
        Bug.from_row(
            {"schema": 1, "id": name, "bug": None, "project": "own", "path": "A.java"}
            | {"method": {"name": name, "start_line": 1, "end_line": 1}}
            | {"buggy": f"int {name}() {{ return 1; }}", "fixed": f"int {name}() {{ return 2; }}"}
            | {"fault_lines": [1], "omissions": [], "checkout": None, "tests": None}
        )
        for name in ("one", "two")
    ]
    answers = [answer(bug.id, str(bug.fixed)) for bug in bugs]
    sources = [
        write_rows(tmp_path / "bugs.jsonl", bugs),
        *(tmp_path / name for name in ("mutants.jsonl", "judged.jsonl")),
    ]
    for path in sources[1:]:
        path.touch()
    reported: list[BadRow] = []
    given = Sources(
        sources[0], sources[1], write_rows(tmp_path / "answers.jsonl", answers), sources[2], None, [], "m"
    )
    page = write_page(given, tmp_path / "page.html", failed=reported.append)
    assert (page.read, page.shown) == (2, 1)
    assert [(one.name, one.line, "internal error" in one.reason) for one in reported] == [
        (str(sources[0]), 1, True)
    ]
    assert "1 of 2 bugs are shown" in (tmp_path / "page.html").read_text()
