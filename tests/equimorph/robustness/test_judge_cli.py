"""The verb `judge`, and the chain from bugs to judged rows on the command line."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from equimorph.bulk.job import Part, Record
from equimorph.defects4j.methods.bug import Bug
from equimorph.robustness.judging import Exact, judge
from equimorph.robustness.judging.joining import joined
from equimorph.robustness.judging.judged import JudgedRow
from equimorph.rows.tables import raised
from mutators import Edit, Mutation, Site
from mutators.model import sha256
from tests.equimorph.conftest import rows, run
from tests.equimorph.robustness.conftest import answer, perfect, write_rows
from tests.killing import EQUIMORPH, killed

JUDGE = (
    "robustness",
    "judge",
    "--bugs",
    "bugs.jsonl",
    "--mutants",
    "mutants.jsonl",
    "--answers",
    "answers.jsonl",
)


@pytest.fixture
def chain(checkouts: Path) -> list[dict[str, object]]:
    """Bugs, mutants and answers of two models, of which one is perfect and one repairs no mutant; returns the answers."""
    assert run("robustness", "bugs", checkouts, "--out", "bugs.jsonl").exit_code == 0
    options = ("--preset", "r-diversity", "--seed", 5, "--out", "mutants.jsonl")
    assert run("robustness", "mutants", "bugs.jsonl", *options).exit_code == 0
    answers = []
    for row in rows(Path("bugs.jsonl")):
        answers += [answer(row["id"], row["fixed"], model=model) for model in ("perfect", "brittle")]
    for row in rows(Path("mutants.jsonl")):
        id = f"{row['bug_id']}/{row['id']}"
        answers += [answer(id, perfect(row), model="perfect"), answer(id, row["mutant"], "", model="brittle")]
    write_rows(Path("answers.jsonl"), answers)
    return answers


def test_the_issues_line_writes_a_row_for_each_request_and_model(chain: list[dict[str, object]]) -> None:
    done = run(*JUDGE, "--criterion", "exact", "--out", "judged.jsonl")
    assert done.exit_code == 0, done.output
    found = [JudgedRow.from_row(row) for row in rows(Path("judged.jsonl"))]
    assert len(found) == len(chain)
    assert {(row.model, row.mutant_id is None, row.status) for row in found} == {
        ("brittle", True, "hit"),
        ("brittle", False, "miss"),
        ("perfect", True, "hit"),
        ("perfect", False, "hit"),
    }
    count = len(rows(Path("mutants.jsonl")))
    assert done.stderr == (
        f"{len(chain)} judged rows of 2 models; bugs: 2 read, 2 kept; mutants: {count} read, {count} kept;"
        f" answers: {len(chain)} read, {len(chain)} kept\n"
    )
    assert found == list(judge("bugs.jsonl", "mutants.jsonl", "answers.jsonl"))


def test_jobs_parts_order_and_compression_change_no_byte(chain: list[dict[str, object]]) -> None:
    assert run(*JUDGE, "--out", "one.jsonl").exit_code == 0
    assert run(*JUDGE, "--out", "two.jsonl.gz", "--jobs", 2).exit_code == 0
    assert run(*JUDGE, "--parts", "parts", "--part-rows", 3, "--jobs", 2).exit_code == 0
    write_rows(Path("answers.jsonl"), chain[::-1])
    assert run(*JUDGE, "--out", "three.jsonl").exit_code == 0
    for name in ("answers.jsonl", "mutants.jsonl"):
        Path(f"{name}.gz").write_bytes(gzip.compress(Path(name).read_bytes()))
    packed = [f"{one}.gz" if one in ("answers.jsonl", "mutants.jsonl") else one for one in JUDGE]
    four = run(*packed).stdout
    one = Path("one.jsonl").read_bytes()
    parts = b"".join(part.read_bytes() for part in sorted(Path("parts").glob("part-*.jsonl")))
    assert one == gzip.decompress(Path("two.jsonl.gz").read_bytes()) == parts
    assert one == Path("three.jsonl").read_bytes() == four.encode()


def test_a_killed_run_goes_on_and_ends_with_the_same_bytes(chain: list[dict[str, object]]) -> None:
    assert run(*JUDGE, "--out", "whole.jsonl").exit_code == 0
    command = [*EQUIMORPH, *JUDGE, "--out", "judged.jsonl"]
    killed(command, "judged.jsonl.partial/receipts/part-*.json")
    assert not Path("judged.jsonl").exists()
    done = run(*JUDGE, "--out", "judged.jsonl")
    assert "1 of 5 parts are done already" in done.stderr
    assert Path("judged.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()
    assert not Path("judged.jsonl.partial").exists()


def test_other_answers_do_not_go_on_with_a_run(
    chain: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("equimorph.bulk.outputs.shutil.copyfileobj", _fail)
        assert run(*JUDGE, "--out", "judged.jsonl").exit_code == 1
    write_rows(Path("answers.jsonl"), chain[:-1])
    done = run(*JUDGE, "--out", "judged.jsonl")
    assert done.exit_code == 1
    assert "made with other sha256" in done.stderr
    assert run(*JUDGE, "--out", "judged.jsonl", "--restart").exit_code == 0
    assert rows(Path("judged.jsonl"))[-1]["status"] == "hit"


def _fail(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_bad_rows_are_named_and_what_is_missing_is_no_answer(chain: list[dict[str, object]]) -> None:
    stray = answer("Math-1b:Range.has:6/ffffffffffff", "x")
    bad = [{"id": "x"}, chain[0], stray, {**chain[1], "candidates": [{"hunk": "x"}], "model": "other"}]
    write_rows(Path("answers.jsonl"), [chain[0], *bad])
    done = run(*JUDGE, "--out", "judged.jsonl")
    assert done.exit_code == 1
    assert done.stderr.splitlines()[:4] == [
        "error: answers.jsonl:2: field 'candidates' is not a list",
        "error: answers.jsonl:3: a second answer of 'perfect' to Math-1b:Range.has:6",
        "error: answers.jsonl:4: no bug or mutant 'Math-1b:Range.has:6/ffffffffffff'",
        "error: answers.jsonl:5: field 'at' of a candidate is neither a line nor [first, last]",
    ]
    found = rows(Path("judged.jsonl"))
    assert [row["status"] for row in found] == ["hit"] + ["no_answer"] * (len(chain) // 2 - 1)
    assert "answers: 5 read, 1 kept, 4 dropped (bad row: 4); 4 failed" in done.stderr


def test_bugs_without_a_fix_are_dropped_and_counted(chain: list[dict[str, object]]) -> None:
    first, second = (Bug.from_row(row) for row in rows(Path("bugs.jsonl")))
    write_rows(Path("bugs.jsonl"), [{**first.to_row(), "fixed": None}, second])
    done = run(*JUDGE, "--out", "judged.jsonl", "--jobs", 1)
    assert done.exit_code == 0
    assert "bugs: 2 read, 1 kept, 1 dropped (no repaired text: 1)" in done.stderr
    assert {row["bug_id"] for row in rows(Path("judged.jsonl"))} == {second.id}


def test_no_answers_at_all_are_no_rows(chain: list[dict[str, object]]) -> None:
    Path("answers.jsonl").write_text("")
    done = run(*JUDGE, "--out", "judged.jsonl")
    assert (done.exit_code, Path("judged.jsonl").read_bytes()) == (0, b"")
    assert done.stderr.startswith("0 judged rows of 0 models")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--criterion", "exactly"), "no criterion 'exactly'; did you mean exact?"),
        (("--equal", "letters"), "no equality 'letters'; there are: tokens, text, normalised"),
        (("-k", "0"), "-k: Input should be greater than or equal to 1"),
        (("--parts", "p", "--out", "x.jsonl"), "give either --out or --parts"),
        (("--out", "x.csv"), "the name must end in"),
    ],
)
def test_bad_options_are_refused(
    chain: list[dict[str, object]], options: Sequence[str], message: str
) -> None:
    done = run(*JUDGE, *options)
    assert done.exit_code == 2
    assert message in done.stderr.replace("\n", " ")


def test_only_one_input_is_standard_input(chain: list[dict[str, object]]) -> None:
    done = run("robustness", "judge", "--bugs", "-", "--mutants", "-", "--answers", "answers.jsonl")
    assert done.exit_code == 2
    assert "only one input can be standard input" in done.stderr


def test_deeply_nested_and_huge_candidates_lose_no_row(chain: list[dict[str, object]]) -> None:
    deep = "int f() { return " + "(" * 20_000 + "1" + ")" * 20_000 + "; }"
    huge = "int f() {\n" + "    x = 1;\n" * 20_000 + "}"
    write_rows(
        Path("answers.jsonl"), [{**one, "candidates": [{"text": deep}, {"text": huge}]} for one in chain[:6]]
    )
    done = run(*JUDGE, "--out", "judged.jsonl")
    assert done.exit_code == 0, done.stderr
    assert len(rows(Path("judged.jsonl"))) == len(chain)
    assert all(json.dumps(row["first_hit"]) == "null" for row in rows(Path("judged.jsonl")))


def test_what_cannot_be_judged_is_counted_and_all_else_has_a_row(chain: list[dict[str, object]]) -> None:
    first, second = (Bug.from_row(row) for row in rows(Path("bugs.jsonl")))
    alone: dict[str, Any] = {"checkout": None, "omissions": [], "fault_lines": []}
    prose = {**first.to_row(), **alone, "id": "prose", "buggy": "a\n\nb\n\nc"}
    padded = {**second.to_row(), **alone, "id": "padded", "buggy": f"\n{second.buggy}\n"}
    write_rows(Path("bugs.jsonl"), [first, second, prose, padded])
    mutants = rows(Path("mutants.jsonl"))
    of_prose = _mutant("prose", prose["buggy"], "a", "b")
    of_padded = _mutant("padded", padded["buggy"], "int", "long")
    unknown = _mutant(first.id, first.buggy, "least", "other", mutator="no-such-mutator")
    write_rows(Path("mutants.jsonl"), [*mutants, of_prose, of_padded, unknown])
    done = run(*JUDGE, "--out", "judged.jsonl")
    assert done.exit_code == 0, done.stderr
    assert "bugs: 4 read, 3 kept, 1 dropped (no Java method: 1)" in done.stderr
    left = "bug dropped: 1, original is not one method: 1, unknown mutator: 1"
    assert f"{len(mutants)} kept, 3 dropped ({left})" in done.stderr
    found = [(row["model"], row["bug_id"], row["mutant_id"]) for row in rows(Path("judged.jsonl"))]
    wanted = [(first.id, None), (second.id, None), ("padded", None)]
    wanted += [(row["bug_id"], row["id"]) for row in mutants]
    assert sorted(found, key=str) == sorted(
        ((model, *one) for one in wanted for model in ("brittle", "perfect")), key=str
    )


def _mutant(
    bug: str, original: str, old: str, new: str, mutator: str = "variable-renaming"
) -> dict[str, object]:
    """The row of a mutant with one edit, right in itself."""
    start = original.index(old)
    text = original.replace(old, new, 1)
    hashes = (sha256(original.encode()), sha256(text.encode()))
    site = Site.of(mutator, start, start + len(old))
    record = Mutation(site, (Edit(start, old, new),), *hashes, mutator_version=1, seed=0)
    row = {"id": record.id, "bug_id": bug, "path": "A.java", "mutator": mutator, "relation": "preserving"}
    return {**row, "original": original, "mutant": text, "mutation": record.to_dict(), "offset": 0}


def test_a_failure_names_the_mutant_and_the_model(chain: list[dict[str, object]]) -> None:
    mutant = rows(Path("mutants.jsonl"))[0]
    with joined("bugs.jsonl", "mutants.jsonl", "answers.jsonl", raised) as found:
        lines = list(Exact().lines(found))
    part = Part(0, "lines", 1, len(lines), ("/tmp/lines.jsonl",), label="requests")
    places = [part.place_of(Record(number, line), "took too long") for number, line in enumerate(lines, 1)]
    assert places[0] == f"{mutant['bug_id']} of brittle: took too long"
    assert f"{mutant['bug_id']}/{mutant['id']} of perfect: took too long" in places
    assert len(set(places)) == len(chain)
    assert part.place_of(Record(7, b"{"), "line 7: not JSON") == "requests: line 7: not JSON"


def test_an_output_that_is_an_input_is_refused_and_the_input_stays(tmp_path: Path) -> None:
    for name in ("bugs", "mutants", "answers"):
        (tmp_path / f"{name}.jsonl").write_bytes(b"{}\n")
    link = tmp_path / "link.jsonl"
    link.symlink_to("answers.jsonl")
    options = [f"--{name}={tmp_path / name}.jsonl" for name in ("bugs", "mutants", "answers")]
    for out in (tmp_path / "answers.jsonl", link):
        done = run(*JUDGE, *options, "--criterion", "exact", "--out", str(out))
        assert (done.exit_code, "is an input, which it would replace" in done.stderr) == (2, True), (
            done.output
        )
    assert (tmp_path / "answers.jsonl").read_bytes() == b"{}\n"
    assert not (tmp_path / "answers.jsonl.partial").exists()
