"""Bugs of several methods as one request: one text with all of them, judged together, all of them put into the file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from equimorph import robustness
from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import Reading, read_bugs
from equimorph.models.protocol import Candidate
from equimorph.patches.diffs import unified_diff
from equimorph.robustness.judging.exact import Subject
from equimorph.robustness.judging.patched_files import Asked, Unusable, asked_for
from equimorph.robustness.places import NoMembers, place_of, places
from equimorph.rows.row import parse_row
from mutators import MutationError
from tests.equimorph.conftest import run
from tests.equimorph.robustness.conftest import BUGGY, FIXED, PATH, answer, make_bug
from tests.equimorph.robustness.shapes import SHAPES, checkout

CLIPPED = FIXED.replace("most - 7", "most - 1")
HAS = BUGGY[BUGGY.index("boolean has") : BUGGY.index("\n\n    int clip")]
CLIP = BUGGY[BUGGY.index("int clip") : BUGGY.rindex("\n}")]
BOTH = f"{HAS}\n\n{CLIP}"


@pytest.fixture(scope="module")
def bug(tmp_path_factory: pytest.TempPathFactory) -> Bug:
    """A bug of two methods."""
    [found] = read_bugs(make_bug(tmp_path_factory.mktemp("both"), "Math-1b", BUGGY, CLIPPED), together=True)
    return found


@pytest.fixture(scope="module")
def mutants(bug: Bug) -> list[dict[str, Any]]:
    return list(robustness.mutants([bug], preset="r-behaviour", limit_per_mutator=1))


def test_several_methods_are_one_row(bug: Bug) -> None:
    assert bug.id == "Math-1b:Range.has:6+12"
    assert (bug.buggy, bug.fixed) == (BOTH, BOTH.replace("7", "1"))
    assert (bug.name, bug.start_line, bug.end_line) == ("has", 6, 10)
    assert bug.fault_lines == (4, 9)
    assert [part.to_row() for part in bug.members] == [
        {"name": "has", "start_line": 6, "end_line": 10, "lines": [1, 5]},
        {"name": "clip", "start_line": 12, "end_line": 15, "lines": [7, 10]},
    ]
    assert bug.fix_scope == "methods"
    assert Bug.from_row(bug.to_row()) == bug
    assert [(part.buggy, part.fault_lines, part.start_line) for part in bug.parts] == [
        (HAS, (4,), 6),
        (CLIP, (3,), 12),
    ]


def test_bugs_of_one_method_and_fixes_that_need_more_stay_as_they_are(tmp_path: Path) -> None:
    for number, name in enumerate(
        ("a line for a line", "a new method", "a field", "two files", "two methods")
    ):
        checkout(tmp_path / str(number), name, 1)
        [folder] = (tmp_path / str(number)).iterdir()
        alone = list(read_bugs(folder))
        reading = Reading()
        found = list(read_bugs(folder, together=True, reading=reading))
        assert (found == alone) is (name != "two methods")
        assert reading.count.kept == len(found)
        assert (reading.scopes["methods"], len(found)) == {"two files": (2, 2)}.get(name, (0, 1))


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ("has", "not a list of objects"),
        ([3, 4], "not a list of objects"),
        ([{"name": "has", "start_line": 1, "end_line": 2, "lines": [1]}] * 2, r"not \[first, last\]"),
        ([{"name": "has", "start_line": 1, "end_line": 2, "lines": [1, 99]}] * 2, "does not fit"),
        ([{"name": "has", "start_line": 1, "end_line": 2, "lines": [1, 2]}], "does not fit"),
        ([{"name": "has", "start_line": 0, "end_line": 2, "lines": [1, 2]}] * 2, "'start_line'"),
    ],
)
def test_bad_members_are_a_bad_row(bug: Bug, members: object, message: str) -> None:
    with pytest.raises(MutationError, match=message):
        Bug.from_row({**bug.to_row(), "members": members})


def test_a_mutant_has_the_text_of_all_with_one_of_them_mutated(
    bug: Bug, mutants: list[dict[str, Any]]
) -> None:
    mutated = set[str]()
    for data in mutants:
        row = parse_row(data)
        row.check()
        assert row.original == BOTH
        assert (HAS in row.mutant) is not (CLIP in row.mutant)
        mutated.add("clip" if HAS in row.mutant else "has")
        assert {
            data["mutant"].splitlines()[line - 1].count("7") for line in data["fault_lines"]["mutant"]
        } == {1}
    assert mutated == {"has", "clip"}


def test_a_request_shows_all_of_them_and_the_file(bug: Bug, mutants: list[dict[str, Any]]) -> None:
    original, *others = robustness.requests([bug], mutants, with_file=True)
    assert (original.text, original.fault_lines) == (BOTH, (4, 9))
    assert original.file == BUGGY
    for request, row in zip(others, mutants, strict=True):
        assert request.text == row["mutant"]
        assert {request.text.splitlines()[line - 1].count("7") for line in request.fault_lines} == {1}
        assert request.file is not None
        assert request.file.count("7") == 2
        assert all(line in request.file for line in request.text.splitlines())


def verdicts(subject: Subject, seen: str, meant: str) -> set[str]:
    has, clip = meant.split("\n\n")
    diff = unified_diff("A.java", seen.encode(), meant.encode()).decode()
    texts = [meant, f"So:\n```java\n{meant}\n```\n", f"```diff\n{diff}```\n", f"class A {{\n{meant}\n}}"]
    return {subject.verdict(Candidate(text)) for text in [*texts, f"{clip}\n{has}"]}


def test_only_all_of_them_repaired_are_a_hit(bug: Bug, mutants: list[dict[str, Any]]) -> None:
    for row in (None, *map(parse_row, mutants)):
        subject, seen = Subject(bug, place_of(bug), row), BOTH if row is None else row.mutant
        assert verdicts(subject, seen, seen.replace("7", "1")) == {"hit"}
        for half in (seen.replace("7", "1", 1), "1".join(seen.rsplit("7", 1)), seen):
            assert verdicts(subject, seen, half) <= {"miss", "empty"}  # a diff without changes is empty
        for part in seen.replace("7", "1").split("\n\n"):
            assert subject.verdict(Candidate(part)) in ("miss", "conflict")


def test_they_are_judged_in_one_row_with_their_number(bug: Bug, mutants: list[dict[str, Any]]) -> None:
    answers = [answer(bug.id, bug.fixed or "")]
    answers += [answer(f"{bug.id}/{row['id']}", row["mutant"].replace("7", "1")) for row in mutants]
    found = list(robustness.judge([bug], mutants, answers))
    assert {(row.bug_id, row.status, row.fix_scope, row.members) for row in found} == {
        (bug.id, "hit", "methods", 2)
    }
    assert (found[0].measures.lines, len(found)) == (9, 1 + len(mutants))
    [score] = robustness.scores([row.to_row() for row in found])
    assert (score.samples["repaired"], score.cell("PFM").ratio.numerator) == (1, 0)


def test_the_file_gets_all_of_them_whatever_their_order(bug: Bug, mutants: list[dict[str, Any]]) -> None:
    asked = asked_for(bug.to_row(), None)
    for text in (BOTH.replace("7", "1"), f"{CLIP}\n{HAS}".replace("7", "1")):
        found = asked.patched(Candidate(text))
        assert found is not None
        assert found.data.decode() == CLIPPED
    for data in mutants:
        patched = Asked(bug, asked.place, parse_row(data)).patched(
            Candidate(data["mutant"].replace("7", "1"))
        )
        assert patched is not None
        text = patched.data.decode()
        assert text.count("7") == 0
        assert text.startswith("package a;\n\nclass Range {\n    int low;\n\n    boolean has(")
        assert text.count("\n\n    int clip(") == 1


def test_a_method_more_goes_with_the_one_before_it(bug: Bug) -> None:
    asked = asked_for(bug.to_row(), None)
    more = "int one() { return 1; }"
    found = asked.patched(Candidate(f"{HAS}\n\n{more}\n\n{CLIP}".replace("7", "one()")))
    assert found is not None
    assert found.data.decode() == BUGGY.replace(HAS, f"{HAS}\n\n{more}").replace("7", "one()")


@pytest.mark.parametrize("text", [HAS, f"{HAS}\n{HAS}", f"{HAS}\n{HAS}\n{CLIP}", f"{HAS}\n{CLIP[:-1]}"])
def test_an_answer_without_one_of_them_does_not_compile(bug: Bug, text: str) -> None:
    with pytest.raises(Unusable, match="each of the 2 methods"):
        asked_for(bug.to_row(), None).patched(Candidate(text))


def test_lines_of_the_file_are_those_of_the_original(bug: Bug, mutants: list[dict[str, Any]]) -> None:
    place = asked_for(bug.to_row(), None).place
    for data in mutants:
        patched = Asked(bug, place, parse_row(data)).patched(Candidate(data["mutant"]))
        assert patched is not None
        lines = patched.data.decode().splitlines()
        for number, line in enumerate(lines, 1):
            name = patched.line(number)
            if line in BUGGY.splitlines() and BUGGY.splitlines().count(line) == 1:
                assert name == str(BUGGY.splitlines().index(line) + 1)


def test_where_the_checkout_is_gone_the_texts_are_enough(bug: Bug) -> None:
    alone = Bug.from_row({**bug.to_row(), "checkout": None})
    made = list(robustness.mutants([alone], ["variable-renaming"]))
    assert made
    assert {row["original"] for row in made} == {BOTH}
    assert Subject(alone, place_of(alone), None).verdict(Candidate(bug.fixed)) == "hit"
    broken = replace(alone, buggy=HAS)
    with pytest.raises(MutationError, match="no method, or not all of them"):
        place_of(broken)


def test_the_commands_take_them_together(tmp_path: Path) -> None:
    make_bug(tmp_path / "bugs", "Math-1b", BUGGY, CLIPPED)
    bugs = tmp_path / "bugs.jsonl"
    done = run("robustness", "bugs", tmp_path / "bugs", "--together", "--out", bugs)
    assert done.stderr == "faulty methods: 1 read, 1 kept\n"
    mutants = list(robustness.mutants(bugs, ["useless-cast"]))
    requests = list(robustness.requests(bugs, mutants))
    answers = [answer(one.id, one.text.replace("7", "1")) for one in requests]
    assert {row.status for row in robustness.judge(bugs, mutants, answers)} == {"hit"}
    assert len(requests) == 1 + len(mutants) > 3
    for wrong in (("bugs", tmp_path / "bugs", "--single-line"), ("bugs", "--quixbugs", tmp_path)):
        refused = run("robustness", *wrong, "--together")
        assert refused.exit_code == 2
        assert "--together" in refused.stderr
    refused = run(
        "robustness", "run", tmp_path / "bugs", "--single-line", "--together", "-o", tmp_path / "out"
    )
    assert refused.exit_code == 2


def test_built_in_models_answer_them(bug: Bug, mutants: list[dict[str, Any]]) -> None:
    requests = list(robustness.requests([bug], mutants[:3], k=5))
    found = list(robustness.ask(requests, robustness.baseline("template")))
    assert [one.error for one in found] == [None] * 4
    assert all(candidate.text for one in found for candidate in one.candidates)


def test_files_with_carriage_returns_keep_them(tmp_path: Path) -> None:
    texts = [text.replace("\n", "\r\n") for text in (BUGGY, CLIPPED)]
    [bug] = read_bugs(make_bug(tmp_path, "Math-1b", *texts), together=True)
    assert bug.buggy == BOTH.replace("\n", "\r\n")
    for row in (None, *map(parse_row, robustness.mutants([bug], ["unused-variable"], limit_per_mutator=2))):
        seen = bug.buggy if row is None else row.mutant
        assert Subject(bug, place_of(bug), row).verdict(Candidate(seen.replace("7", "1"))) == "hit"
    patched = asked_for(bug.to_row(), None).patched(Candidate(bug.fixed))
    assert patched is not None
    assert patched.data.decode() == texts[1]


TEST = """\
package a;

class RangeTest {
    public void testBoth() {
        Range range = new Range();
        if (!range.has(3)) {
            throw new AssertionError("has");
        }
        if (range.clip(5, 7) != 5) {
            throw new AssertionError("clip " + range.clip(5, 7));
        }
    }
}
"""


def test_the_tests_run_on_all_of_them(tmp_path: Path) -> None:
    made = make_bug(tmp_path / "bugs", "Math-1b", BUGGY, CLIPPED)
    test = made / "src/test/java/a/RangeTest.java"
    test.parent.mkdir(parents=True)
    test.write_text(TEST.replace("class RangeTest", "public class RangeTest"))
    bugs = list(read_bugs(made, together=True))
    mutants = list(robustness.mutants(bugs, ["unused-variable"], limit_per_mutator=1))
    answers = list[dict[str, Any]]()
    for model, fix in (
        ("both", lambda text: text.replace("7", "1")),
        ("one", lambda text: text.replace("7", "1", 1)),
    ):
        for request in robustness.requests(bugs, mutants):
            answers.append(answer(request.id, fix(request.text), model=model))
    found = robustness.judge(bugs, mutants, answers, robustness.Repaired())
    assert sorted((row.model, row.status) for row in found) == [
        *[("both", "repaired")] * 3,
        *[("one", "not_repaired")] * 3,
    ]
    assert json.loads(json.dumps(bugs[0].to_row()))["path"] == PATH


def test_the_corpus_has_bugs_that_are_taken_together(tmp_path: Path) -> None:
    for number, name in enumerate(("two methods", "three methods, of which two are overloads"), 1):
        checkout(tmp_path / str(number), name, number)
        [folder] = (tmp_path / str(number)).iterdir()
        [bug] = read_bugs(folder, together=True)
        assert len(bug.members) == SHAPES[name].methods
        patched = asked_for(bug.to_row(), None).patched(Candidate(bug.fixed))
        assert patched is not None
        assert patched.data.decode() == SHAPES[name].fixed


F, LONG, G = "int f(int j) { return j + 1; }", "int f( long k) { return 3; }", "int g(int x) { return 4; }"
OVERLOADED = em.parse(
    "class A { int f(int i) { return i; } int f(long i) { return 1; } int g(int x) { return 2; } }"
)


@pytest.mark.parametrize(
    "text",
    [
        f"{F} {LONG} {G}",
        f"{LONG}\n{G} // why\n{F}",
        f"public final class A<T> extends B {{ {LONG} {F} {G} }}",
        f"@B(1) class A {{ {G} {LONG} {F} /* z */ }}",
    ],
)
def test_overloaded_methods_are_known_by_their_parameters(text: str) -> None:
    assert [text[start:end] for start, end in places(text, OVERLOADED.methods)] == [F, LONG, G]


@pytest.mark.parametrize(
    "text",
    [
        f"{F} class H {{ int h() {{ return 1; }} }} {LONG} {G}",
        f"{F} static class H {{ int h; }} {LONG} {G}",
        f"class A {{ {F} int z = 5; {LONG} {G} }}",
        f"class A {{ int z; {F} {LONG} {G} }}",
        f"class A {{ {F} {LONG} {G} }} class B {{ }}",
        f"import java.util.*; {F} {LONG} {G}",
        f"{F} int x = 1; {LONG} {G}",
        f"{F} {F.replace('int j', 'short j')} {G}",
        f"{F} {F} {G}",
    ],
)
def test_an_answer_with_more_than_methods_is_not_taken_apart(text: str) -> None:
    with pytest.raises(NoMembers):
        places(text, OVERLOADED.methods)
