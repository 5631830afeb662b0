"""The criteria behaviour and repaired, by the command line: real javac, a real JVM."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from equimorph.defects4j.methods.bug import Bug
from equimorph.models.protocol import Candidate
from equimorph.patches.diffs import unified_diff
from equimorph.robustness.judging.patched_files import Asked, Unusable, asked_for
from equimorph.rows.row import parse_row
from mutators import MutationError
from parsers import SourceFile
from tests.equimorph.conftest import rows, run
from tests.equimorph.projects.running.conftest import PATH, PRICE, TESTS, bug_of, make_checkout

FIX = "return price / 2;"
THROW = "return prices[at + 9];"
WAS = "return price / 2 + 1;"


def mutant_rows(bug: Bug, root: Path) -> dict[str, dict[str, Any]]:
    """A mutant by each of some mutators, by its name."""
    source = SourceFile((root / bug.path).read_bytes().decode(bug.encoding).encode(), bug.path)
    found: dict[str, dict[str, Any]] = {}
    for mutant in em.mutate(source, ["unused-variable", "variable-renaming"], seed=1):
        if mutant.method.name != "half":
            continue
        data = em.row(mutant, fault_lines=[bug.start_line + 2])
        if mutant.mutation.mutator == "unused-variable" and "= " in data["mutant"].split("\n")[1]:
            found["unused-variable"] = {"bug_id": bug.id, **data}  # the first statement
        elif mutant.mutation.mutator == "variable-renaming" and mutant.mutation.edits[0].old == "price":
            found.setdefault("variable-renaming", {"bug_id": bug.id, **data})
    assert len(found) == 2
    return found


class Study:
    """Files of a bug, two mutants of it, and the answers that a test gives."""

    def __init__(self, folder: Path, root: Path, encoding: str = "utf-8") -> None:
        self.folder, self.bug = folder, bug_of(root, encoding)
        self.mutants = mutant_rows(self.bug, root)
        self.texts = {"": self.bug.buggy} | {name: row["mutant"] for name, row in self.mutants.items()}
        self._write("bugs", [self.bug.to_row()])
        self._write("mutants", list(self.mutants.values()))

    def _write(self, name: str, found: list[Mapping[str, Any]]) -> None:
        (self.folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in found))

    def answered(self, **answers: dict[str, list[Any]]) -> None:
        """By model, and by the name of the mutator, "" for the original: texts to put in, or candidates."""
        self._write(
            "answers",
            [
                {
                    "id": f"{self.bug.id}/{self.mutants[name]['id']}" if name else self.bug.id,
                    "model": model,
                    "candidates": [
                        {"text": self.text(name, one)} if isinstance(one, str) else one for one in found
                    ],
                }
                for model, given in answers.items()
                for name, found in given.items()
            ],
        )

    def text(self, name: str, code: str) -> str:
        """The text of the original or of a mutant with other code in the place of its last statement."""
        was = WAS
        if name == "variable-renaming":
            renamed = self.mutants[name]["mutation"]["edits"][0][2]
            was, code = (re.sub(r"\bprice\b", renamed, one) for one in (was, code))
        assert was in self.texts[name]
        return self.texts[name].replace(was, code)

    def judged(self, *options: str) -> dict[tuple[str, str | None], dict[str, Any]]:
        given = [part for name in ("bugs", "mutants", "answers") for part in (f"--{name}", f"{name}.jsonl")]
        done = run("robustness", "judge", *given, *options, "--out", "judged.jsonl")
        assert done.exit_code == 0, done.stderr
        assert not (self.folder / "judged.jsonl.runs").exists() or "--run-cache" in options
        found = rows(self.folder / "judged.jsonl")
        return {(row["model"], row["mutator"]): row for row in found}


@pytest.fixture
def study(folder: Path, jdk: object) -> Study:
    return Study(folder, make_checkout(folder / "Shop-1b"))


def test_behaviours_are_compared_with_that_of_the_original(study: Study) -> None:
    one, other = "unused-variable", "variable-renaming"
    study.answered(
        copy={"": [WAS], one: [WAS], other: [WAS]},
        fixer={"": [FIX], one: [FIX, WAS], other: [WAS, FIX]},
        thrower={"": [THROW], one: [THROW], other: ["return price / two;"]},
        silent={one: [FIX]},
        leaver={"": [FIX], one: [], other: [{"text": "  "}]},
    )
    found = study.judged("--criterion", "behaviour", "--jobs", "1")
    shown = {key: (row["status"], row["same"]) for key, row in found.items()}
    assert shown == {
        ("copy", None): ("assertion", None),
        ("copy", one): ("assertion", True),
        ("copy", other): ("assertion", True),
        ("fixer", None): ("pass", None),
        ("fixer", one): ("pass", True),
        ("fixer", other): ("assertion", False),
        ("thrower", None): ("exception", None),
        ("thrower", one): ("exception", True),
        ("thrower", other): ("compile_failure", False),
        ("silent", None): ("no_answer", None),
        ("silent", one): ("pass", None),
        ("silent", other): ("no_answer", None),
        ("leaver", None): ("pass", None),
        ("leaver", one): ("no_code", False),
        ("leaver", other): ("no_code", False),
    }
    assert {row["flaky"] for row in found.values()} == {False}
    assert {row["k"] for row in found.values()} == {1}
    assert found["fixer", one]["first_hit"] == 1
    assert found["copy", one]["mutant_id"] == study.mutants[one]["id"]
    assert [found["copy", name]["touched"] for name in (None, one, other)] == [None, False, True]
    assert found["silent", None]["behaviour"] is None


def test_by_line_lines_are_mapped_back_past_mutation_and_patch(study: Study) -> None:
    one, other = "unused-variable", "variable-renaming"
    more = "int more = 1;\n        " + THROW
    study.answered(
        plain={"": [THROW], one: [THROW], other: [THROW]},
        longer={"": [more], one: [more], other: [THROW]},
    )
    found = study.judged("--criterion", "behaviour", "--place", "line", "--jobs", "1")
    assert "Price.half:11" in found["plain", None]["behaviour"]
    assert [found["plain", name]["same"] for name in (one, other)] == [True, True]
    assert "Price.half:11+1" in found["longer", None]["behaviour"]
    assert [found["longer", name]["same"] for name in (one, other)] == [True, False]


def test_the_first_candidate_that_passes_repairs_unless_a_person_calls_it_wrong(study: Study) -> None:
    one, other = "unused-variable", "variable-renaming"

    def labelled(name: str, code: str, correct: bool) -> dict[str, Any]:
        return {"text": study.text(name, code), "correct": correct}

    study.answered(
        a={"": [WAS, FIX, FIX], one: [labelled(one, FIX, False), WAS], other: [{"text": ""}]},
        b={
            "": [labelled("", FIX, False), FIX, labelled("", FIX, True)],
            one: [labelled(one, WAS, True), THROW, FIX],
        },
    )
    found = study.judged("--criterion", "repaired", "-k", "3", "--jobs", "1")
    shown = {
        key: (row["status"], row["first_hit"], row["first_correct"], row["candidates"])
        for key, row in found.items()
    }
    assert shown == {
        ("a", None): ("repaired", 2, None, 3),
        ("a", one): ("not_repaired", None, None, 2),
        ("a", other): ("no_code", None, None, 1),
        ("b", None): ("repaired", 2, 3, 3),
        ("b", one): ("repaired", 3, None, 3),
        ("b", other): ("no_answer", None, None, 0),
    }
    assert (
        study.judged("--criterion", "repaired", "-k", "1", "--jobs", "1")["a", None]["status"]
        == "not_repaired"
    )


def test_a_program_that_depends_on_chance_is_flaky(folder: Path, jdk: object) -> None:
    chance = TESTS.replace('equal("price2", name)', "equal(0L, System.nanoTime())")
    study = Study(folder, make_checkout(folder / "Shop-1b", tests=chance))
    study.answered(m={"": [FIX], "unused-variable": [FIX], "variable-renaming": [{"text": "no code"}]})
    for criterion in ("behaviour", "repaired"):
        found = study.judged("--criterion", criterion, "--jobs", "1")
        assert [row["flaky"] for row in found.values()] == [True, True, True]


def test_rows_do_not_depend_on_jobs_and_a_cache_saves_all_runs(study: Study) -> None:
    study.answered(m={"": [FIX], "unused-variable": [FIX]}, n={"": [WAS]})
    asked = ("--criterion", "repaired", "--run-cache", "kept")
    study.judged(*asked, "--jobs", "2")
    first = (study.folder / "judged.jsonl").read_bytes()
    made = sorted((study.folder / "kept/runs").rglob("*.json"))
    # the original twice as it is, and repaired once; the mutant repaired; n's copy is the original as it is
    assert len(made) == 4
    study.judged(*asked, "--jobs", "1")
    assert (study.folder / "judged.jsonl").read_bytes() == first
    assert sorted((study.folder / "kept/runs").rglob("*.json")) == made


@pytest.mark.parametrize(
    "options",
    [
        ("--criterion", "exact", "--runner", "javac"),
        ("--criterion", "behaviour", "-k", "2"),
        ("--criterion", "behaviour", "--equal", "text"),
        ("--criterion", "repaired", "--runner", "make"),
        ("--criterion", "repaired", "--runner", "javac", "--runner-command", "x"),
        ("--criterion", "repaired", "--runner-command", "x", "--class-path", "."),
        ("--criterion", "repaired", "--runner-command", " "),
        ("--criterion", "repaired", "--class-path", "none.jar"),
    ],
)
def test_options_that_do_not_go_together_are_refused(folder: Path, options: tuple[str, ...]) -> None:
    given = [part for name in ("bugs", "mutants", "answers") for part in (f"--{name}", f"{name}.jsonl")]
    for name in ("bugs", "mutants", "answers"):
        (folder / f"{name}.jsonl").touch()
    assert run("robustness", "judge", *given, *options).exit_code == 2


def test_a_checkout_that_cannot_be_run_is_an_error_and_the_rest_goes_on(folder: Path, jdk: object) -> None:
    study = Study(folder, make_checkout(folder / "Shop-1b"))
    (folder / "none").mkdir()  # a folder that is missing is a bad row
    gone = study.bug.to_row() | {"id": "Gone", "checkout": "none"}
    study._write("bugs", [gone, study.bug.to_row()])
    study._write("mutants", [{**row, "bug_id": "Gone"} for row in study.mutants.values()])
    study.answered(m={"": [FIX]})
    with (folder / "answers.jsonl").open("a") as stream:
        stream.write(json.dumps({"id": "Gone", "model": "m", "candidates": [{"text": "x"}]}) + "\n")
    given = [part for name in ("bugs", "mutants", "answers") for part in (f"--{name}", f"{name}.jsonl")]
    for criterion, status, kept in (("behaviour", "crash", "pass"), ("repaired", "not_repaired", "repaired")):
        asked = ("--criterion", criterion, "--run-cache", "kept", "--jobs", "1")
        done = run("robustness", "judge", *given, *asked, "--out", "judged.jsonl")
        assert done.exit_code == 1
        assert "Gone" in done.stderr
        found = rows(folder / "judged.jsonl")
        shown = [(row["bug_id"], row["mutator"], row["status"], row["flaky"]) for row in found]
        assert sorted(shown, key=str) == sorted(
            [
                ("Gone", None, status, True),
                *(("Gone", name, "no_answer", True) for name in study.mutants),
                (study.bug.id, None, kept, False),
            ],
            key=str,
        )
        assert ["error" in row for row in found] == [True, True, True, False]
        assert run("robustness", "score", "judged.jsonl", "--json", "score.json").exit_code == 0
        samples = json.loads((folder / "score.json").read_text())["samples"]
        assert (samples["read"], samples["flaky"]) == (2, 1)


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    return asked_for(bug_of(make_checkout(tmp_path / "co")).to_row(), None)


@pytest.mark.parametrize(
    "answer",
    [
        "{}",
        "Here it is:\n```java\n{}\n```\nIt was off by one.",
        "<think>half of it</think>{}",
        "public class Price {\n    {}\n}",
    ],
)
def test_what_stands_around_the_code_of_an_answer_is_taken_off(asked: Asked, answer: str) -> None:
    fixed = asked.bug.fixed or ""
    found = asked.patched(Candidate(answer.replace("{}", fixed)))
    assert found is not None
    assert found.text.decode() == PRICE.replace(asked.bug.buggy, fixed)


def test_a_whole_file_takes_the_place_of_the_file(asked: Asked) -> None:
    whole = PRICE.replace(WAS, FIX).replace("/** Prices, in \u20ac. */\n", "")
    found = asked.patched(Candidate(whole))
    assert found is not None
    assert found.text.decode() == whole


def test_changes_of_lines_are_made_in_the_file(asked: Asked) -> None:
    buggy = asked.bug.buggy
    diffs = [
        unified_diff("a/Price.java", old.encode(), new.encode()).decode()
        for old, new in ((PRICE, PRICE.replace(WAS, FIX)), (buggy, buggy.replace(WAS, FIX)))
    ]
    [line] = [line for line in buggy.splitlines() if WAS in line]
    blocks = f"<<<<<<< SEARCH\n{line}\n=======\n{line.replace(WAS, FIX)}\n>>>>>>> REPLACE\n"
    for answer in (*diffs, *(f"Sure:\n```diff\n{diff}```\n" for diff in diffs), blocks):
        found = asked.patched(Candidate(answer))
        assert found is not None
        assert found.text.decode() == PRICE.replace(WAS, FIX)


def test_what_cannot_be_read_stands_in_the_file_as_it_is(asked: Asked) -> None:
    for broken in ("public int (", "@@ -1 +1 @@\n-int nothing;\n+int more;\n"):
        found = asked.patched(Candidate(broken))
        assert found is not None
        assert found.text.decode() == PRICE.replace(asked.bug.buggy, broken)
    for empty in ("", " \n", "```java\n```", "// nothing", "I cannot repair this.", "N/A"):
        assert asked.patched(Candidate(empty)) is None


def test_a_hunk_takes_the_place_of_its_lines(asked: Asked) -> None:
    found = asked.patched(Candidate(hunk="        return price / 2;", at=(3, 3)))
    assert found is not None
    assert found.text.decode() == PRICE.replace(WAS, FIX)
    with pytest.raises(Unusable, match="no line"):
        asked.patched(Candidate(hunk="x", at=(9, 9)))


def test_the_patched_file_is_in_the_encoding_of_the_checkout(tmp_path: Path) -> None:
    price = PRICE.replace("\u20ac", "\u00e9")
    asked = asked_for(
        bug_of(make_checkout(tmp_path / "co", price, encoding="iso-8859-1"), "iso-8859-1").to_row(), None
    )
    found = asked.patched(Candidate(asked.bug.fixed))
    assert found is not None
    assert found.data == price.replace(WAS, FIX).encode("iso-8859-1")
    with pytest.raises(Unusable, match="iso-8859-1 cannot hold"):
        asked.patched(Candidate((asked.bug.fixed or "").replace("2;", "2; // \u20ac")))


def test_a_method_that_the_checkout_does_not_have_is_refused(tmp_path: Path) -> None:
    root = make_checkout(tmp_path / "co")
    bug = bug_of(root)
    mutant = parse_row(mutant_rows(bug, root)["unused-variable"])
    other = bug.to_row() | {"buggy": bug.buggy.replace("2", "3")}
    with pytest.raises(MutationError, match=f"{PATH} in .* does not have the faulty method"):
        asked_for(other, None)
    changed = parse_row(dict(mutant.data) | {"original": None, "mutant": mutant.mutant})
    assert asked_for(bug.to_row(), changed).text == mutant.mutant
