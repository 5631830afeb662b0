"""Fixes in the shapes of real ones through every step: bugs, mutants, requests, answers in several forms, judging, the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mutators as registry
from equimorph import robustness
from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import Reading, read_bugs
from equimorph.models.protocol import Candidate
from equimorph.patches.diffs import unified_diff
from equimorph.patches.pairing import line_changes
from equimorph.robustness.counterparts import Counterparts
from equimorph.robustness.judging.exact import Subject
from equimorph.robustness.pages import Sources, write_page
from equimorph.robustness.places import place_of
from equimorph.rows.row import Row, parse_row
from equimorph.texts.comparing import same_tokens
from mutators import Mutant, MutationError
from parsers import SourceFile
from tests.equimorph.robustness.conftest import answer, write_rows
from tests.equimorph.robustness.shapes import SHAPES, checkout

every_shape = pytest.mark.parametrize("name", SHAPES)


@dataclass(frozen=True)
class Study:
    """The bugs of a shape, with their mutants."""

    bugs: list[Bug]
    mutants: list[dict[str, Any]]
    reading: Reading


@pytest.fixture(scope="module")
def studies(tmp_path_factory: pytest.TempPathFactory) -> Any:  # noqa: ANN401 - a function
    folder = tmp_path_factory.mktemp("shapes")

    @cache
    def study(name: str) -> Study:
        place, reading = checkout(folder, name, [*SHAPES].index(name) + 1), Reading()
        bugs = list(read_bugs(place, reading=reading))
        mutants = robustness.mutants(bugs, preset="r-behaviour", seed=4, limit_per_mutator=1)
        return Study(bugs, list(mutants), reading)

    return study


@every_shape
def test_the_rows_of_bugs_have_the_fix_and_its_scope(studies: Any, name: str) -> None:  # noqa: ANN401
    shape, found = SHAPES[name], studies(name)
    assert [bug.fix_scope for bug in found.bugs] == [shape.scope] * shape.methods
    assert sum(bug.fixed is None for bug in found.bugs) == shape.unfixed == found.reading.unfixed.total()
    for bug in found.bugs:
        assert bug.fault_lines or bug.omissions
        assert (shape.line_end == "\r\n") is ("\r\n" in bug.buggy)
        lines = bug.buggy.splitlines()
        assert all(1 <= line <= len(lines) for line in (*bug.fault_lines, *bug.omissions))
    if shape.scope in ("method", "methods") and not shape.others:
        text = shape.buggy.replace("\n", shape.line_end)
        for bug in found.bugs:
            assert text.count(bug.buggy) == 1
            text = text.replace(bug.buggy, bug.fixed or "")
        assert text.split() == shape.fixed.split() or "//" in shape.fixed


@every_shape
def test_a_request_names_the_lines_of_the_fix_and_shows_nothing_of_it(studies: Any, name: str) -> None:  # noqa: ANN401
    found = studies(name)
    requests = list(robustness.requests(found.bugs, found.mutants, with_file=True))
    assert len(requests) == len(found.bugs) + len(found.mutants)
    for request in requests:
        assert request.fault_lines
        assert request.file is not None
        assert request.text in request.file
        assert max(request.fault_lines) <= len(request.text.splitlines())


def right_answers(bug: Bug, mutants: list[dict[str, Any]]) -> Iterator[tuple[Row | None, str, str]]:
    """The bug and each mutant, with the text that a model sees, and the right answer."""
    assert bug.fixed is not None
    yield None, bug.buggy, bug.fixed
    buggy, fixed = (SourceFile.from_text(text) for text in (bug.buggy, bug.fixed))
    for data in mutants:
        if data["bug_id"] != bug.id:
            continue
        row = parse_row(data)
        [record] = row.mutations
        mutant = Mutant(buggy, buggy.methods[0], record, row.mutant.encode(), registry.get(record.mutator))
        try:
            other, _ = Counterparts(buggy, fixed).of(mutant)
        except MutationError:
            other = None
        # Where the mutation is not possible in the fix, as where the fix deletes its place, the fix itself is the answer.
        yield row, row.mutant, bug.fixed if other is None else other.text


def fenced(text: str, tag: str) -> str:
    return f"The bug is here.\n\n```{tag}\n{text}\n```\n"


def hunk(seen: str, meant: str) -> Candidate | None:
    """The answer as lines in place of others, if there is one change."""
    changes = line_changes(seen, meant)
    if len(changes) != 1:
        return None
    [change] = changes
    lines = re.findall(r"[^\n]*\n|[^\n]+", meant)[change.new_start : change.new_end]
    return Candidate(hunk="".join(lines), at=(change.start + 1, change.end))


def forms(bug: Bug, seen: str, meant: str) -> Iterator[tuple[str, Candidate]]:
    """The forms of an answer."""
    place = place_of(bug)
    seen_file, meant_file = (place.with_member(text) for text in (seen, meant))
    diff = unified_diff("A.java", seen.encode(), meant.encode()).decode()
    of_file = unified_diff("src/main/java/a/Range.java", seen_file.encode(), meant_file.encode()).decode()
    yield "the method", Candidate(meant)
    yield "the method in a fence", Candidate(fenced(meant, "java"))
    yield "the whole file", Candidate(meant_file)
    yield "a diff of the method", Candidate(fenced(diff, "diff"))
    yield "a bare diff of the method", Candidate(diff)
    yield "a diff of the file", Candidate(fenced(of_file, "diff"))
    if (lines := hunk(seen, meant)) is not None:
        yield "lines", lines


@every_shape
def test_right_answers_in_every_form_are_hits(studies: Any, name: str) -> None:  # noqa: ANN401
    found, count = studies(name), 0
    for bug in found.bugs:
        if bug.fixed is None:
            continue
        place = place_of(bug)
        for row, seen, meant in right_answers(bug, found.mutants):
            subject = Subject(bug, place, row)
            verdicts = {form: subject.verdict(one) for form, one in forms(bug, seen, meant)}
            assert set(verdicts.values()) == {"hit"}, (row and row.mutator, verdicts)
            assert subject.verdict(Candidate(seen)) == "miss"
            count += 1
    assert count >= 3 * (SHAPES[name].methods - SHAPES[name].unfixed)


@every_shape
def test_half_of_a_fix_is_no_hit(studies: Any, name: str) -> None:  # noqa: ANN401
    for bug in studies(name).bugs:
        changes = [] if bug.fixed is None else line_changes(bug.buggy, bug.fixed)
        lines = [re.findall(r"[^\n]*\n|[^\n]+", text) for text in (bug.buggy, bug.fixed or "")]
        for left_out in changes if len(changes) > 1 else ():
            text, at = list[str](), 0
            for change in changes:
                text += lines[0][at : change.start]
                old, new = lines[0][change.start : change.end], lines[1][change.new_start : change.new_end]
                text += old if change is left_out else new
                at = change.end
            half = "".join([*text, *lines[0][at:]])
            verdict = Subject(bug, place_of(bug), None).verdict(Candidate(half))
            assert (verdict == "hit") is same_tokens(half, bug.fixed or "")  # as where a comment is left out


def test_the_corpus_has_fixes_that_slide_and_fixes_of_several_hunks(studies: Any) -> None:  # noqa: ANN401
    bugs = {name: studies(name).bugs[0] for name in SHAPES}
    several = [
        name for name, bug in bugs.items() if bug.fixed and len(line_changes(bug.buggy, bug.fixed)) > 1
    ]
    inserting = [name for name, bug in bugs.items() if bug.omissions and not bug.fault_lines]
    assert len(several) >= 2
    assert len(inserting) >= 4


def applied(text: str, flat: list[Any]) -> str:
    made, at = "", 0
    for start, length, new in zip(*(flat[i::3] for i in range(3)), strict=True):
        made, at = made + text[at:start] + new, start + length
    return made + text[at:]


PAGED = (
    "an insertion that can slide",
    "a second line that is the same",
    "a deletion that can slide",
    "several hunks",
    "a statement wrapped",
    "two files",
    "a new method",
    "a field",
    "CR LF, several hunks",
    "tabs",
    "no line end at the end",
)


def test_fixes_of_these_shapes_come_to_the_page(studies: Any, tmp_path: Path) -> None:  # noqa: ANN401
    found = [replace(studies(name), mutants=studies(name).mutants[:1]) for name in PAGED]
    bugs = write_rows(tmp_path / "bugs.jsonl", [bug for one in found for bug in one.bugs])
    mutants = write_rows(tmp_path / "mutants.jsonl", [row for one in found for row in one.mutants])
    answers = list[dict[str, Any]]()
    for one in found:
        for bug in one.bugs:
            for row, seen, meant in right_answers(bug, one.mutants) if bug.fixed is not None else ():
                diff = unified_diff("A.java", seen.encode(), meant.encode()).decode()
                id = bug.id if row is None else f"{bug.id}/{row.id}"
                answers.append(answer(id, fenced(diff, "diff")))
    given = write_rows(tmp_path / "answers.jsonl", answers)
    rows = [row.to_row() for row in robustness.judge(bugs, mutants, given)]
    judged = write_rows(tmp_path / "judged.jsonl", rows)
    assert {row["status"] for row in rows} == {"hit"}
    assert len(rows) == len(answers)
    [score] = robustness.scores(judged)
    failed = list[object]()
    sources = Sources(bugs, mutants, given, judged, None, [score.to_dict()], "m")
    shown = write_page(sources, tmp_path / "index.html", failed=failed.append)
    assert failed == []
    assert (shown.read, shown.shown) == (sum(len(one.bugs) for one in found),) * 2
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    data = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    content = json.loads(data[1])
    known = {bug.id: bug for one in found for bug in one.bugs}
    for bug in content["bugs"]:
        text, wanted = content["texts"][bug["text"]], known[bug["id"]]
        assert text == wanted.buggy
        assert (bug["fix"] is None) is (wanted.fixed is None)
        if bug["fix"] is not None:
            assert applied(text, bug["fix"]) == wanted.fixed
