"""The verb `leakage find`: each option, what is reported, and that a run which was killed goes on."""

from __future__ import annotations

import gzip
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from equimorph.cli import app
from tests.equimorph.bulk.conftest import started
from tests.equimorph.conftest import listed, rows, run
from tests.equimorph.leakage.finding.made import BUGS, FIND, TRAIN, put
from tests.killing import EQUIMORPH, killed


@pytest.fixture
def data(place: Path) -> Path:
    """The working folder with a benchmark and training data."""
    put(place, "bugs.jsonl", BUGS)
    put(place, "train.jsonl", TRAIN)
    return place


def found(*more: str, code: int = 0, find: tuple[str, ...] = FIND) -> list[dict[str, Any]]:
    """The rows of the verb."""
    result = run(*find, *more, "--out", "leaks.jsonl")
    assert result.exit_code == code, result.stderr
    return rows(Path("leaks.jsonl"))


def short(leaks: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(leak["bug_id"], leak["level"], leak["kind"], leak["train_id"], leak["form"]) for leak in leaks]


TEXT = [
    ("Sum-1", "pair", "inside", "b", "text"),
    ("Sum-1", "buggy", "inside", "b", "text"),
    ("Sum-1", "fixed", "inside", "b", "text"),
    ("Sum-1", "fixed", "exact", "c", "text"),
]


def test_the_line_of_the_issue(data: Path) -> None:
    result = run(*FIND, "--out", "leaks.jsonl", "--summary", "leakage.json")
    assert result.exit_code == 0
    assert result.stderr == (
        "4 items: 1 of 3 bugs found (1 as pairs, 1 by the buggy side, 1 by the fixed side); 4 rows\n"
    )
    leaks = rows(data / "leaks.jsonl")
    assert short(leaks) == TEXT
    assert leaks[1] == {
        **{
            "schema": 1,
            "benchmark": "bugs",
            "bug_id": "Sum-1",
            "hunk": 1,
            "level": "buggy",
            "kind": "inside",
        },
        **{"form": "text", "train_file": "train.jsonl", "train_row": 2, "train_id": "b"},
        **{"offset": len("classA{"), "chars": 57, "boundary": "token", "similarity": None},
    }
    summary = json.loads((data / "leakage.json").read_text())
    assert set(summary) == {"schema", "options", "train", "bugs", "totals", "by_form"}
    size = sum(len(item["buggy"]) + len(item["fixed"]) for item in TRAIN)
    assert summary["train"] == {"items": 4, "bytes": size, "errors": 0, "lost_chunks": 0}
    first = summary["bugs"][0]
    assert first["fixed"] == {"exact": 1, "inside": 1, "contains": 0, "any": True, "all": True}
    assert (first["benchmark"], first["bug_id"], first["repaired"]) == ("bugs", "Sum-1", None)
    fixed = summary["totals"]["fixed"]
    assert (fixed["exact"], fixed["inside"], fixed["bugs"], fixed["items"]) == (1, 0, 1, 2)
    assert fixed["share"] == {"numerator": 1, "denominator": 3, "value": 1 / 3, "percent": "33.33"}


def test_a_canonical_form_finds_the_renamed_one_too(data: Path) -> None:
    assert run(*FIND, "--form", "canonical", "--out", "leaks.jsonl").exit_code == 0
    assert {(leak["bug_id"], leak["train_id"]) for leak in rows(data / "leaks.jsonl")} >= {("Sum-2", "d")}


@pytest.mark.parametrize("form", ["text", "renamed", "canonical", "near"])
def test_each_form_finds_a_copy(data: Path, form: str) -> None:
    assert ("Sum-1", "fixed", "exact", "c", form) in short(found("--form", form))


def test_several_forms_are_counted_apart_and_once_together(data: Path) -> None:
    leaks = found("--form", "text", "--form", "renamed", "--summary", "s.json")
    summary = json.loads((data / "s.json").read_text())
    assert summary["options"]["forms"] == ["text", "renamed"] == list(summary["by_form"])
    assert summary["by_form"]["text"]["bugs"]["pair"] == [["bugs", "Sum-1"]]
    for scope, totals in (
        ("any", summary["totals"]),
        *((f, summary["by_form"][f]["totals"]) for f in ("text", "renamed")),
    ):
        own = [leak for leak in leaks if leak["level"] == "fixed" and scope in ("any", leak["form"])]
        assert totals["fixed"]["bugs"] == len({leak["bug_id"] for leak in own})
        assert totals["fixed"]["items"] == len({leak["train_row"] for leak in own})
    counts = {bug["bug_id"]: bug["fixed"] for bug in summary["bugs"]}
    assert counts["Sum-1"]["exact"] == len(
        {
            leak["train_row"]
            for leak in leaks
            if leak["bug_id"] == "Sum-1" and leak["kind"] == "exact" and leak["level"] == "fixed"
        }
    )


def test_either_direction_finds_an_item_in_a_bug(data: Path) -> None:
    part = BUGS[2]["fixed"].split("{", 1)[1]
    put(data, "train.jsonl", [{"buggy": "x", "fixed": part}])
    assert found() == []
    assert found("--direction", "either", "--min-chars", "60") == []
    [leak] = found("--direction", "either", "--min-chars", "20", "--benchmark-name", "b")[2:]
    assert (leak["bug_id"], leak["kind"], leak["benchmark"]) == ("Sum-3", "contains", "b")
    assert leak["offset"] == len("intof3(intleft,intright){")


def test_short_sides_are_left_out_and_counted(data: Path) -> None:
    put(data, "bugs.jsonl", [{"id": "Short-1", "buggy": "x();", "fixed": "int y;"}])
    put(data, "train.jsonl", [{"buggy": "f(); x();", "fixed": "print y;"}])
    assert found("--summary", "s.json") == []
    summary = json.loads((data / "s.json").read_text())
    assert summary["bugs"][0]["too_short"] == {"pair": 1, "buggy": 1, "fixed": 1}
    assert summary["totals"]["pair"]["too_short"] == 1
    leaks = found("--preset", "paper")
    assert [(leak["level"], leak["boundary"]) for leak in leaks] == [
        ("pair", "cut"),
        ("buggy", "token"),
        ("fixed", "cut"),
    ]
    assert [leak["level"] for leak in found("--min-chars", "5")] == ["pair", "fixed"]
    assert found("--preset", "paper", "--min-chars", "10") == []


def test_an_empty_side_equals_only_an_empty_one(data: Path) -> None:
    put(data, "bugs.jsonl", [{"id": "New-1", "buggy": " // nothing\n", "fixed": BUGS[0]["fixed"]}])
    put(
        data,
        "train.jsonl",
        [{"buggy": "", "fixed": BUGS[0]["fixed"]}, {"buggy": "x", "fixed": BUGS[0]["fixed"]}],
    )
    leaks = found("--summary", "s.json")
    assert [(leak["level"], leak["kind"], leak["train_row"]) for leak in leaks] == [
        ("pair", "exact", 1),
        ("fixed", "exact", 1),
        ("fixed", "exact", 2),
    ]
    assert json.loads((data / "s.json").read_text())["bugs"][0]["empty"] == {"buggy": 1, "fixed": 0}


def test_blanks_in_literals_count_where_they_are_kept(data: Path) -> None:
    said = BUGS[0]["fixed"].replace("31", '"a  b".length()')
    put(data, "bugs.jsonl", [{"id": "Said-1", "buggy": None, "fixed": said}])
    put(data, "train.jsonl", [{"buggy": "", "fixed": said.replace("a  b", "ab")}])
    assert [leak["kind"] for leak in found()] == ["exact"]
    assert found("--keep-literal-blanks") == []


def test_rows_are_cut_and_counts_are_not(data: Path) -> None:
    put(data, "train.jsonl", TRAIN * 4)
    for more in ((), ("--chunk-bytes", "1")):
        assert short(found("--max-hits", "6", "--summary", "s.json", *more)) == [*TEXT, *TEXT[:2]]
        totals = json.loads((data / "s.json").read_text())
        assert totals["bugs"][0]["fixed"]["exact"] == 4
        assert totals["totals"]["fixed"]["items"] == 8
    assert found("--max-hits", "0") == []


def test_many_files_and_many_benchmarks(data: Path) -> None:
    put(data, "more.jsonl", TRAIN[2:3])
    put(data, "others.jsonl", [{**BUGS[0], "id": "Other-1"}])
    leaks = found("--train", "more.jsonl", "--benchmark", "others.jsonl", "--summary", "s.json")
    assert {(leak["benchmark"], leak["bug_id"]) for leak in leaks} == {
        ("bugs", "Sum-1"),
        ("others", "Other-1"),
    }
    assert leaks[-1]["train_file"] == "more.jsonl"
    assert json.loads((data / "s.json").read_text())["options"]["train"] == ["train.jsonl", "more.jsonl"]
    (data / "sub").mkdir()
    put(data, "sub/bugs.jsonl", BUGS)
    told = run(*FIND, "--benchmark", "sub/bugs.jsonl", "--out", "x.jsonl")
    assert told.exit_code == 1
    assert told.stderr.startswith("error: two benchmarks are called 'bugs', and have a bug 'Sum-1'")


def test_the_patches_of_a_system_take_the_place_of_the_fixes(data: Path) -> None:
    put(data, "patches.jsonl", [{"bug_id": "Sum-3", "fixed": BUGS[0]["fixed"]}])
    leaks = found("--patches", "patches.jsonl", "--summary", "s.json")
    assert ("Sum-3", "fixed", "exact", "c", "text") in short(leaks)
    summary = json.loads((data / "s.json").read_text())
    assert [bug["repaired"] for bug in summary["bugs"]] == [False, False, True]
    assert summary["options"]["fixes"] == {"reference": 2, "system": 1}
    assert summary["totals"]["fixed"]["repaired"] == 1


def test_columns_and_formats_can_be_named(data: Path) -> None:
    put(data, "train.jsonl", [{"before": item["buggy"], "after": item["fixed"], "n": 1} for item in TRAIN])
    named = ("--fields", "buggy=before", "--fields", "fixed=after", "--fields", "id=n")
    assert (
        len(found(*named, "--train-format", "jsonl", "--benchmark-format", "bugs", "--unit", "method")) == 4
    )
    assert {leak["level"] for leak in found("--fields", "fixed=after")} == {"fixed"}


def test_standard_input_and_output_and_compressed_rows(data: Path) -> None:
    lines = (data / "train.jsonl").read_text()
    plain = run(*FIND).stdout_bytes
    assert len(plain.splitlines()) == 4
    asked = ["leakage", "find", "--train", "-", "--benchmark", "bugs.jsonl", "--train-format", "jsonl"]
    piped = CliRunner().invoke(app, asked, input=lines)
    assert [json.loads(line)["train_file"] for line in piped.stdout.splitlines()] == ["standard input"] * 4
    (data / "train.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    packed = run(
        "leakage", "find", "--train", "train.jsonl.gz", "--benchmark", "bugs.jsonl", "--out", "leaks.jsonl.gz"
    )
    assert packed.exit_code == 0
    assert gzip.decompress((data / "leaks.jsonl.gz").read_bytes()) == plain.replace(
        b"train.jsonl", b"train.jsonl.gz"
    )


def test_bad_rows_are_reported_and_the_rest_goes_on(data: Path) -> None:
    put(data, "train.jsonl", ["{", *TRAIN, *[{"buggy": 1, "fixed": ""}] * 5])
    put(data, "bugs.jsonl", [*BUGS, BUGS[0], {"id": "x"}])
    result = run(*FIND, "--out", "leaks.jsonl", "--summary", "s.json")
    assert result.exit_code == 1
    told = result.stderr.splitlines()
    assert "error: bugs.jsonl:4: a second row of Sum-1" in told
    assert any(line.startswith("error: bugs.jsonl:5: no field 'buggy'") for line in told)
    assert any(line.startswith("error: train.jsonl:1: not JSON") for line in told)
    assert "error: train.jsonl: ... and 3 more bad rows in the same chunk" in told
    assert json.loads((data / "s.json").read_text())["train"]["errors"] == 6
    assert len(rows(data / "leaks.jsonl")) == 4


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--form", "txt"), "no form 'txt'; did you mean text?"),
        (("--direction", "out"), "no direction 'out'"),
        (("--unit", "line"), "no unit 'line'"),
        (("--preset", "papers"), "did you mean paper?"),
        (("--train-format", "json"), "no format of training data 'json'; did you mean jsonl?"),
        (("--benchmark-format", "bug"), "no format of benchmarks 'bug'; did you mean bugs?"),
        (("--fields", "buggy"), "'buggy' is not buggy=COLUMN"),
        (("--fields", "id=x"), "names no side"),
        (("--min-chars", "0"), "min-chars"),
        (("--out", "train.jsonl"), "the output 'train.jsonl' is an input"),
        (("--out", "a.jsonl", "--summary", "a.jsonl"), "two outputs are 'a.jsonl'"),
        (("--summary", "-"), "two outputs are standard output"),
        (("--page", "bugs.jsonl"), "the output 'bugs.jsonl' is an input"),
        (("--train", "none.jsonl"), "no such file or folder: 'none.jsonl'"),
        (("--benchmark", "train.jsonl", "--benchmark-name", "b"), "are for one benchmark"),
        (("--train", "-", "--benchmark", "-"), "only one input can be standard input"),
        (("--timeout", "3"), "--timeout and --memory need --jobs"),
        (("--scheduler", "tcp://x:1"), "--scheduler needs --parts or --out"),
    ],
)
def test_bad_usage_is_told(data: Path, more: tuple[str, ...], told: str) -> None:
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    result = run(*FIND, *more)
    assert result.exit_code == 2, result.stderr
    assert told in " ".join(result.stderr.split())
    assert {path.name: path.read_bytes() for path in data.iterdir()} == before


def test_no_bugs_are_an_error(data: Path) -> None:
    put(data, "bugs.jsonl", [])
    result = run(*FIND, "--out", "leaks.jsonl")
    assert (result.exit_code, result.stderr) == (
        1,
        "error: the benchmark has no bug that could be looked for\n",
    )
    assert listed(data) == ["bugs.jsonl", "train.jsonl"]


def test_abstracted_data_are_not_compared_with_real_code(data: Path) -> None:
    abstract = [
        {"buggy": f"int METHOD_1 ( ) {{ return VAR_{n} ; }}", "fixed": "TYPE_1 VAR_1 ;"} for n in (2, 3)
    ]
    put(data, "train.jsonl", abstract)
    result = run(*FIND, "--out", "leaks.jsonl")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: train.jsonl: its names are abstracted (METHOD_1, VAR_2)")
    assert listed(data) == ["bugs.jsonl", "train.jsonl"]
    put(data, "bugs.jsonl", [{"id": f"A-{n}", **row} for n, row in enumerate(abstract)])
    assert len(found("--preset", "paper")) > 2


def test_a_cache_gives_the_same_and_is_read(data: Path) -> None:
    forms = ("--form", "text", "--form", "canonical", "--form", "near")
    plain = found(*forms)
    cached = (*forms, "--cache", "cache", "--chunk-bytes", "300")
    assert found(*cached) == plain
    files = sorted(path for path in (data / "cache").rglob("*") if path.is_file())
    assert len(files) > 4
    assert found(*cached) == plain
    assert sorted(path for path in (data / "cache").rglob("*") if path.is_file()) == files
    for path in files:
        path.write_bytes(path.read_bytes()[:-1])
    assert "damaged; remove the folder of the cache" in run(*FIND, *cached, "--out", "x.jsonl").stderr


def test_options_that_change_what_is_cached_have_files_of_their_own(data: Path) -> None:
    said = BUGS[0]["fixed"].replace("31", '"a  b".length()')
    put(data, "bugs.jsonl", [{"id": "Said-1", "buggy": None, "fixed": said}])
    put(data, "train.jsonl", [{"buggy": "", "fixed": text} for text in (said, said.replace("a  b", "ab"))])
    for _ in "12":
        assert [leak["train_row"] for leak in found("--cache", "cache")] == [1, 2]
        assert [leak["train_row"] for leak in found("--cache", "cache", "--keep-literal-blanks")] == [1]


def test_a_killed_run_goes_on_and_gives_the_same_bytes(data: Path) -> None:
    put(data, "train.jsonl", [{**item, "id": f"{item['id']}{n}"} for n in range(30) for item in TRAIN])
    asked = (*FIND, "--form", "canonical", "--chunk-bytes", "1500", "--jobs", "2", "--summary", "s.json")
    assert run(*asked, "--out", "whole.jsonl").exit_code == 0
    summary = (data / "s.json").read_bytes()
    (data / "s.json").unlink()
    killed([*EQUIMORPH, *asked, "--out", "leaks.jsonl"], "leaks.jsonl.partial/receipts/part-*.json", 2)
    assert not (data / "leaks.jsonl").exists()
    put(data, "bugs.jsonl", BUGS[:2])
    other = run(*asked, "--out", "leaks.jsonl")
    assert other.exit_code == 1
    assert "made with other shared" in other.stderr
    put(data, "bugs.jsonl", BUGS)
    again = run(*asked, "--out", "leaks.jsonl")
    assert "parts are done already" in again.stderr
    assert again.exit_code == 0
    assert (data / "leaks.jsonl").read_bytes() == (data / "whole.jsonl").read_bytes()
    assert (data / "s.json").read_bytes() == summary
    assert not (data / "leaks.jsonl.partial").exists()


def test_a_full_disk_leaves_nothing_half_written(data: Path) -> None:
    result = run(*FIND, "--out", "leaks.jsonl", "--summary", "/dev/full")
    assert result.exit_code == 1
    assert "No space left on device" in result.stderr
    assert listed(data) == ["bugs.jsonl", "leaks.jsonl", "train.jsonl"]


def test_restart_forgets_what_was_done(data: Path) -> None:
    folder = data / "leaks.jsonl.partial"
    (folder / "receipts").mkdir(parents=True)
    (folder / "manifest.json").write_text("{}")
    assert run(*FIND, "--out", "leaks.jsonl").exit_code == 1
    assert short(found("--restart")) == TEXT


def test_half_characters_and_odd_names_go_through(data: Path) -> None:
    half, name = "\ud83d", "B\ud800\n/.."
    put(
        data,
        "bugs.jsonl",
        [{"id": name, "buggy": BUGS[0]["buggy"], "fixed": f'g("{half}");' + BUGS[0]["fixed"]}],
    )
    put(data, "train.jsonl", [{"id": half, "buggy": half, "fixed": f'g("{half}");' + BUGS[0]["fixed"]}])
    outputs = ("--summary", "s.json", "--page", "page.html")
    [leak] = found(*outputs)
    assert (leak["bug_id"], leak["train_id"], leak["kind"]) == (name, half, "exact")
    assert json.loads((data / "s.json").read_text())["bugs"][0]["bug_id"] == name
    assert "</html>" in (data / "page.html").read_text("utf-8")


def test_quiet_says_nothing(data: Path) -> None:
    result = run(*FIND, "--out", "leaks.jsonl", "--quiet")
    assert (result.exit_code, result.output) == (0, "")


def test_limits_of_workers(data: Path) -> None:
    assert short(found("--jobs", "1", "--memory", "4000", "--timeout", "100")) == TEXT
    put(data, "train.jsonl", TRAIN * 500)
    slow = ("--form", "canonical", "--jobs", "1", "--timeout", "0.01")
    lost = run(*FIND, *slow, "--out", "leaks.jsonl", "--summary", "s.json")
    assert lost.exit_code == 1
    assert "took longer than 0.01 seconds" in lost.stderr
    assert "nothing was compared; 2 failed" in lost.stderr
    assert json.loads((data / "s.json").read_text())["train"]["lost_chunks"] == 1


@pytest.mark.usefixtures("hears_interrupts")
def test_an_interrupt_keeps_what_is_done(data: Path) -> None:
    put(data, "train.jsonl", TRAIN * 200)
    with started(
        *FIND, "--form", "canonical", "--chunk-bytes", "1500", "--jobs", "1", "--out", "leaks.jsonl"
    ) as process:
        until = time.monotonic() + 60
        while not list(data.glob("leaks.jsonl.partial/receipts/*.json")) and time.monotonic() < until:
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGINT)
        told = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 130
    assert "leaks.jsonl.partial keeps what is done" in told
