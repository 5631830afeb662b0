"""Requests: what a model sees, and what it must not see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import read_bugs
from equimorph.models.chat.prompts import BUILT_IN, NAMES, Prompt, prompt
from equimorph.models.protocol import Request
from equimorph.robustness.mutants import mutants
from equimorph.robustness.requests import requests
from mutators import MutationError
from parsers import SourceFile
from tests.equimorph.conftest import rows, run
from tests.equimorph.robustness.conftest import PATH, write_rows

FIELDS = ["schema", "id", "text", "fault_lines", "k", "seed"]


@pytest.fixture
def chain(checkouts: Path) -> tuple[Path, Path]:
    """Files with two bugs and with their mutants."""
    bugs = write_rows(Path("bugs.jsonl"), read_bugs(checkouts))
    return bugs, write_rows(Path("mutants.jsonl"), mutants(bugs, seed=3))


def test_each_bug_comes_before_its_mutants(chain: tuple[Path, Path]) -> None:
    found = list(requests(*chain))
    wanted = []
    for bug in read_bugs("bugs"):
        wanted.append((bug.id, bug.buggy))
        wanted += [
            (f"{bug.id}/{row['id']}", row["mutant"]) for row in rows(chain[1]) if row["bug_id"] == bug.id
        ]
    assert [(one.id, one.text) for one in found] == wanted


def test_the_faulty_lines_are_those_of_the_mutant(chain: tuple[Path, Path]) -> None:
    moved = 0
    for one in requests(*chain):
        [line] = one.fault_lines
        text = one.text.splitlines()[line - 1]
        assert "return" in text
        assert "<" in text or ">" in text
        moved += line != (4 if "has" in one.id else 3)
    assert moved > 0


def test_a_deleted_line_is_no_line_of_the_mutant_and_an_omission_is_one() -> None:
    text = "int f(int n) {\n  int m = n;\n  m = m + n;\n  return m;\n}"
    bug = Bug("b", "A.java", "f", 1, 5, text, None, (3,), (4,))
    found = {
        one.id: one.fault_lines for one in requests([bug], list(mutants([bug], "unused-variable", seed=1)))
    }
    assert found.pop("b") == (3, 4)
    assert set(found.values()) <= {(3, 4), (4, 5), (3, 5)}
    assert len(set(found.values())) > 1


@pytest.mark.parametrize(("with_file", "with_tests"), [(False, False), (True, False), (True, True)])
def test_a_request_and_its_prompts_show_nothing_of_fix_original_or_mutation(
    chain: tuple[Path, Path], with_file: bool, with_tests: bool
) -> None:
    options = (("--context", "file") if with_file else ()) + (("--context", "tests") if with_tests else ())
    done = run("robustness", "requests", *chain, "--out", "requests.jsonl", *options)
    assert done.exit_code == 0, done.output
    bugs = {bug.id: bug for bug in read_bugs("bugs")}
    records = {f"{row['bug_id']}/{row['id']}": row for row in rows(chain[1])}
    data = Path("requests.jsonl").read_text().splitlines()
    assert len(data) == len(bugs) + len(records)
    for line in data:
        row = json.loads(line)
        more = (["file"] if with_file else []) + (["failing_tests"] if with_tests else [])
        assert list(row) == [*FIELDS, *more]
        request = Request.from_row(row)
        assert request.to_row() == row
        # The template sees nothing but the request, however it looks for more.
        prompts = [prompt(name).rendered(request) for name in BUILT_IN]
        prompts.append(Prompt("all", "".join(f"{{{{ {name} }}}}\n" for name in NAMES)).rendered(request))
        tests = row.pop("failing_tests", [])
        assert ("a.T" in str(tests)) == with_tests
        prompts = [text.replace(", ".join(tests), "").replace(str(tests), "") for text in prompts]
        bug, record = bugs[row["id"].partition("/")[0]], records.get(row["id"])
        assert bug.fixed is not None
        [repaired] = set(bug.fixed.splitlines()) - set(bug.buggy.splitlines())
        for secret in (
            bug.fixed,
            repaired.strip(),
            "mutation",
            "original",
            "mutator",
            "edits",
            "sha256",
            "a.T",
        ):
            assert json.dumps(secret)[1:-1] not in json.dumps(row)
            assert not [text for text in prompts if secret in text]
        if record is not None:
            assert bug.buggy not in (row["text"], row.get("file"))
            assert not [text for text in (line, *prompts) if record["mutator"] in text]
            assert not [text for text in prompts if bug.buggy in text]
        if with_file:
            file = SourceFile(row["file"].encode())
            assert row["text"] in row["file"]
            assert bug.buggy.count(row["text"]) == (record is None)
            assert file.parses
            assert len(file.methods) == 2


@pytest.mark.parametrize(
    ("preset", "options", "k"),
    [
        (None, (), 1),
        ("r-diversity", (), 100),
        ("l-robustness", (), 200),
        ("r-diversity", ("-k", 7), 7),
        ("r-diversity", ("--preset", "l-robustness"), 200),
        (None, ("--preset", "r-behaviour"), 1),
    ],
)
def test_the_number_of_candidates_is_that_of_the_preset(
    chain: tuple[Path, Path], preset: str | None, options: tuple[str, ...], k: int
) -> None:
    write_rows(chain[1], mutants(chain[0], preset=preset, limit_per_method=1))
    done = run("robustness", "requests", *chain, *options, "--seed", 9)
    assert {(row["k"], row["seed"]) for row in rows(done.stdout)} == {(k, 9)}
    assert done.stderr.startswith("4 requests; bugs: 2 read, 2 kept; mutants: 2 read, 2 kept")


def test_mutants_of_several_presets_need_a_number(chain: tuple[Path, Path]) -> None:
    made = [
        row
        for name in ("robustnpr-d", "l-robustness")
        for row in mutants(chain[0], preset=name, seed=len(name))
    ]
    with pytest.raises(MutationError, match="several presets, leakage-study, robustnpr-d"):
        list(requests(chain[0], made))
    assert {one.k for one in requests(chain[0], made, k=3)} == {3}


def test_the_fix_changes_no_request(chain: tuple[Path, Path]) -> None:
    first, second = read_bugs("bugs")
    swapped = [Bug(**{**vars(first), "fixed": second.fixed}), Bug(**{**vars(second), "fixed": None})]
    assert list(requests(swapped, chain[1], k=2)) == list(requests(*chain, k=2))


def test_a_mutant_of_another_text_is_named(chain: tuple[Path, Path]) -> None:
    made = rows(chain[1])
    made[1]["bug_id"] = made[-1]["bug_id"]
    made[2]["mutant"] += " "
    write_rows(chain[1], made)
    done = run("robustness", "requests", *chain, "--out", "requests.jsonl")
    assert done.exit_code == 1
    assert sorted(done.stderr.splitlines())[1:3] == [
        f"error: mutants.jsonl:2: its original is not the text of bug {made[-1]['bug_id']}",
        "error: mutants.jsonl:3: the mutation does not make the row's mutant",
    ]
    assert f"mutants: {len(made)} read, {len(made) - 2} kept, 2 dropped (bad row: 2); 2 failed" in done.stderr
    assert len(rows(Path("requests.jsonl"))) == len(made)


def test_a_whole_file_that_is_not_there_is_an_error_of_its_bug_alone(chain: tuple[Path, Path]) -> None:
    Path("bugs/Math-1b", PATH).unlink()
    done = run("robustness", "requests", *chain, "--context", "file", "--out", "requests.jsonl")
    assert done.exit_code == 1
    assert done.stderr.startswith(
        f"error: Math-1b:Range.has:6: its checkout does not have {PATH} with this method\n"
    )
    assert {row["id"][:7] for row in rows(Path("requests.jsonl")) if "file" in row} == {"Math-2b"}
    with pytest.raises(MutationError, match="its checkout does not have"):
        list(requests(*chain, with_file=True))
