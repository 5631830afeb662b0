"""The command `pairs`: both formats, unfinished runs, memory, options that are wrong."""

from __future__ import annotations

import fcntl
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from equimorph.bulk import SILENT, Lines, Workers
from equimorph.bulk import run as bulk_run
from equimorph.contrastive import COLUMNS, Options, check, output, pairs, write, write_parts
from mutators import MutationError
from tests.equimorph.conftest import listed, rows, run
from tests.equimorph.contrastive.conftest import Flip, numbered
from tests.killing import EQUIMORPH, killed


def process(*arguments: str, hash_seed: str = "0") -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "equimorph", "pairs", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        },
    )


FEW = ("--jsonl", "methods.jsonl", "--positives", "1", "--negatives", "1", "--depth", "1")
COUNT = 120


def methods_file(path: Path, count: int) -> Path:
    with path.open("w") as stream:
        for number in range(count):
            # Every tenth is no Java, and every eleventh is one that was there before.
            text = "no ((" if number % 10 == 9 else numbered(number // 2 if number % 11 == 10 else number)
            stream.write(json.dumps({"source": text}) + "\n")
    return path


def test_rows_are_those_of_the_function(shop: Path) -> None:
    result = run("pairs", "src", "--out", "pairs.jsonl", "--seed", "3", "--depth", "2", "--negatives", "1")
    assert result.exit_code == 0
    expected = [sample.row() for sample in pairs([Path("src")], seed=3, depth=2, negatives=1)]
    assert rows(shop / "pairs.jsonl") == expected
    assert len(expected) == 5
    assert result.stderr == (
        "5 samples with 10 positives and 5 negatives, 5 of them with both kinds, 1 duplicates left out\n"
    )
    assert listed(shop) == ["pairs.jsonl", "src"]
    for row in expected:
        assert list(row) == list(COLUMNS)
        check(row)


def test_output_does_not_depend_on_the_process(shop: Path) -> None:
    for hash_seed in ("1", "77"):
        with process("src", "-o", f"{hash_seed}.jsonl", "-q", hash_seed=hash_seed) as running:
            assert running.communicate()[1] == b""
    assert (shop / "1.jsonl").read_bytes() == (shop / "77.jsonl").read_bytes()


def test_what_an_end_in_the_last_step_leaves_is_no_unfinished_run(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(bulk_run.shutil, "rmtree", _fail)
        assert run("pairs", "src", "--out", "pairs.jsonl").exit_code == 1
    whole = (shop / "pairs.jsonl").read_bytes()
    assert "part-00000.jsonl" in listed(shop / "pairs.jsonl.partial")
    other = run("pairs", "src", "--out", "pairs.jsonl", "--seed", "1")
    assert (other.exit_code, "already" in other.stderr) == (0, False)
    assert run("pairs", "src", "--out", "pairs.jsonl").exit_code == 0
    assert (shop / "pairs.jsonl").read_bytes() == whole
    assert listed(shop) == ["pairs.jsonl", "src"]


def stopped_before_the_end(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    """A run that has made all its parts, and fails when they are to be joined."""
    with monkeypatch.context() as patched:
        patched.setattr(output, "_join", _fail)
        assert run("pairs", *arguments).exit_code == 1


@pytest.mark.parametrize(("damaged", "kept"), [("part-00001.jsonl", 1), ("receipts/part-00000.json", 0)])
def test_a_part_that_is_gone_or_damaged_is_made_again(
    shop: Path, monkeypatch: pytest.MonkeyPatch, damaged: str, kept: int
) -> None:
    whole = run("pairs", "src", "--out", "whole.jsonl")
    stopped_before_the_end(monkeypatch, "src", "--out", "pairs.jsonl")
    (shop / "pairs.jsonl.partial" / damaged).write_bytes(b"")
    again = run("pairs", "src", "--out", "pairs.jsonl")
    told = [f"{kept} of 2 parts are done already"] if kept else []
    assert again.stderr.splitlines() == [*told, *whole.stderr.splitlines()]
    assert (shop / "pairs.jsonl").read_bytes() == (shop / "whole.jsonl").read_bytes()


def test_parts_behind_one_that_is_gone_are_not_done_any_more(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped_before_the_end(monkeypatch, "src", "--out", "pairs.jsonl")
    receipts = shop / "pairs.jsonl.partial" / "receipts"
    assert listed(receipts) == ["part-00000.json", "part-00001.json"]
    (shop / "pairs.jsonl.partial" / "part-00000.jsonl").unlink()
    with monkeypatch.context() as patched:
        patched.setattr(output, "written", _fail)
        assert run("pairs", "src", "--out", "pairs.jsonl").exit_code == 1
    assert listed(receipts) == []


def test_a_folder_of_somebody_else_is_not_removed(shop: Path) -> None:
    (shop / "pairs.jsonl.partial").mkdir()
    (shop / "pairs.jsonl.partial" / "letter.txt").touch()
    for more in ((), ("--restart",)):
        result = run("pairs", "src", "--out", "pairs.jsonl", *more)
        assert result.exit_code == 1
        assert "pairs.jsonl.partial: holds something else than parts" in result.stderr
    assert listed(shop / "pairs.jsonl.partial") == ["letter.txt"]


def test_restart_begins_anew(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_before_the_end(monkeypatch, "src", "--out", "pairs.jsonl")
    again = run("pairs", "src", "--out", "pairs.jsonl", "--restart")
    assert (
        again.stderr
        == "5 samples with 10 positives and 10 negatives, 5 of them with both kinds, 1 duplicates left out\n"
    )


@pytest.mark.parametrize("jobs", [None, 2])
def test_a_run_may_go_on_with_another_number_of_jobs(
    shop: Path, monkeypatch: pytest.MonkeyPatch, jobs: int | None
) -> None:
    stopped_before_the_end(monkeypatch, "src", "--out", "pairs.jsonl", *(() if jobs else ("--jobs", "1")))
    (shop / "pairs.jsonl.partial" / "part-00001.jsonl").unlink()
    counts = write(Path("pairs.jsonl"), Path("src"), jobs=jobs)
    assert counts == write(Path("whole.jsonl"), [Path("src", "Cart.java"), Path("src", "Other.java")])
    assert (counts["ok"], counts["positives"], counts["negatives"], counts["duplicate"]) == (5, 10, 10, 1)
    assert (shop / "pairs.jsonl").read_bytes() == (shop / "whole.jsonl").read_bytes()


def test_rows_and_parts_without_the_command(shop: Path) -> None:
    methods_file(shop / "methods.jsonl", 25)
    options = Options(positives=1, negatives=1, depth=1)
    counts = write(Path("whole.jsonl"), Lines(Path("methods.jsonl")), options)
    told: list[str] = []
    for jobs in (None, Workers(2, timeout=30)):
        folder = shop / f"parts{jobs is None}"
        made = write_parts(
            folder, Lines(Path("methods.jsonl")), options, jobs=jobs, part_rows=7, reporter=_Told(told)
        )
        assert made == counts
        parts = b"".join(path.read_bytes() for path in sorted(folder.glob("part-*.jsonl")))
        assert parts == (shop / "whole.jsonl").read_bytes()
    assert told[:2] == told[2:] == [f"methods.jsonl: line {n}: {_no_java(n)}" for n in (10, 20)]


def _no_java(line: int) -> str:
    return next(row["error"] for row in rows(Path("whole.jsonl")) if row["input_line"] == line)


class _Told:
    """A reporter that lists what failed."""

    def __init__(self, told: list[str]) -> None:
        self.told = told
        self.bar = SILENT.bar
        self.note = self.failed_earlier = lambda _: None
        self.skipped = lambda count, messages=(): None

    def failed(self, message: object, reason: str = "") -> None:
        self.told.append(str(message))


def test_workers_need_the_names_of_mutators(shop: Path) -> None:
    options = Options(breaking=[Flip()])
    with pytest.raises(MutationError, match="flip is an object of this process"):
        write(Path("pairs.jsonl"), Path("src"), options, jobs=1)
    assert listed(shop) == ["src"]
    assert write(Path("pairs.jsonl"), Path("src"), options)["ok"] == 5


def _fail(*_: object) -> None:
    raise OSError(5, "no more", "here")


def test_parquet_holds_the_same_rows(shop: Path) -> None:
    from pyarrow import parquet

    (shop / "src" / "Broken.java").write_text("((")
    for name in ("pairs.jsonl", "pairs.parquet"):
        assert run("pairs", "src", "--out", name).exit_code == 1
    table = parquet.read_table("pairs.parquet")
    assert table.to_pylist() == rows(shop / "pairs.jsonl")
    assert [row["status"] for row in table.to_pylist()].count("error") == 1
    assert table.schema.names == list(COLUMNS)
    assert listed(shop) == ["pairs.jsonl", "pairs.parquet", "src"]


def test_parquet_has_all_columns_also_without_a_sample(shop: Path) -> None:
    from pyarrow import parquet

    assert run("pairs", "gone", "--out", "none.parquet").exit_code == 1
    assert run("pairs", "src", "--out", "all.parquet").exit_code == 0
    assert parquet.read_schema("none.parquet") == parquet.read_schema("all.parquet")


@pytest.mark.filterwarnings("ignore")
def test_datasets_loads_both(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HF_DATASETS_OFFLINE", "HF_HUB_OFFLINE"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("HF_HOME", str(shop / "home"))
    import datasets

    (shop / "src" / "Broken.java").write_text("((")
    features = []
    for kind, name in (("json", "pairs.jsonl"), ("parquet", "pairs.parquet")):
        run("pairs", "src", "--out", name)
        loaded = datasets.load_dataset(kind, data_files=name, split="train", cache_dir=str(shop / "cache"))
        features.append(loaded.features)
        good = loaded.filter(lambda row: row["status"] == "ok")
        assert (len(loaded), len(good)) == (6, 5)
        for row in good:
            check(row)
    assert features[0] == features[1]


def test_pyarrow_is_asked_for_before_the_work(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("pairs", "src", "--out", "pairs.parquet")
    assert result.exit_code == 2
    assert result.stderr == "error: Parquet needs pyarrow: pip install pyarrow\n"
    assert listed(shop) == ["src"]


def kill(name: str, parts: int) -> None:
    """Kills a run when so many parts more are done."""
    killed([*EQUIMORPH, "pairs", *FEW, "--out", name], f"{name}.partial/receipts/part-*.json", parts)


def test_a_killed_run_goes_on_without_a_trace(shop: Path) -> None:
    methods_file(shop / "methods.jsonl", COUNT)
    whole = run("pairs", *FEW, "--out", "whole.jsonl")
    expected = (shop / "whole.jsonl").read_bytes()
    for parts in (20, 25):
        kill("pieces.jsonl", parts)
        assert not (shop / "pieces.jsonl").exists()
    again = run("pairs", *FEW, "--out", "pieces.jsonl")
    assert (shop / "pieces.jsonl").read_bytes() == expected
    assert again.exit_code == whole.exit_code == 1
    assert again.stderr.splitlines()[-1] == whole.stderr.splitlines()[-1]
    assert "duplicates left out, 12 failed" in whole.stderr
    # What was certain was not made again: its errors are not reported again.
    count = re.compile(r"and (\d+) more rows with the same error")
    assert count.findall(whole.stderr) == ["9"]
    assert count.findall(again.stderr) == ["5"]
    assert listed(shop) == ["methods.jsonl", "pieces.jsonl", "src", "whole.jsonl"]
    ids = [row["id"] for row in rows(shop / "pieces.jsonl")]
    assert len(ids) == len(set(ids))


def test_rows_that_were_not_certain_are_made_again(shop: Path) -> None:
    methods_file(shop / "methods.jsonl", COUNT)
    run("pairs", *FEW, "--out", "whole.jsonl")
    kill("pieces.jsonl", 30)
    left = shop / "pieces.jsonl.partial"
    (left / ".part-00040.jsonl.abcd.partial").write_bytes(b'{"half a row')
    with (left / "part-00020.jsonl").open("ab") as stream:
        stream.write(b'{"half a row')
    run("pairs", *FEW, "--out", "pieces.jsonl")
    assert (shop / "pieces.jsonl").read_bytes() == (shop / "whole.jsonl").read_bytes()


def test_an_unfinished_run_is_continued_only_as_it_was(shop: Path) -> None:
    methods_file(shop / "methods.jsonl", 360)
    asked = ("pairs", *FEW, "--out", "part.jsonl")
    kill("part.jsonl", 5)
    other = run(*asked, "--seed", "2", "--max-tokens", "200")
    assert other.exit_code == 1
    assert other.stderr == (
        f"error: {shop / 'part.jsonl.partial'} was made with other max_tokens (null, now 200); seed (0, now 2):"
        " repeat the command as it was, or give --restart\n"
    )
    methods_file(shop / "methods.jsonl", 20)
    changed = run(*asked)
    assert changed.exit_code == 1
    assert "other part-rows (5, now 1); rows (360, now 20); sha256" in changed.stderr
    assert run(*asked, "--seed", "2", "--max-tokens", "200", "--restart").exit_code == 1
    assert len(rows(shop / "part.jsonl")) == 19  # line 11 is the one of line 6 again
    assert listed(shop) == ["methods.jsonl", "part.jsonl", "src"]


def test_two_runs_do_not_write_the_same_output(shop: Path) -> None:
    partial = shop / "pairs.jsonl.partial"
    partial.mkdir()
    with (partial / ".lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for more in ((), ("--restart",)):
            result = run("pairs", "src", "--out", "pairs.jsonl", *more)
            assert result.exit_code == 1
            assert "another run writes here" in result.stderr
    assert run("pairs", "src", "--out", "pairs.jsonl").exit_code == 0


_MEASURED = """
import re, sys
from pathlib import Path
from equimorph.bulk import Lines
from equimorph.contrastive import Options, write

counts = write(Path(sys.argv[2]), Lines(Path(sys.argv[1])), Options(positives=1, negatives=1, depth=1))
# Not getrusage: its figure begins with that of the process which started this one.
print(counts["ok"], re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
"""


def test_memory_does_not_grow_with_the_input(tmp_path: Path) -> None:
    peaks = []
    for count in (150, 600):
        given = tmp_path / f"{count}.jsonl"
        given.write_text("".join(json.dumps({"source": numbered(n)}) + "\n" for n in range(count)))
        told = subprocess.run(
            [sys.executable, "-c", _MEASURED, str(given), str(tmp_path / f"{count}.parquet")],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(Path.cwd()), *filter(None, sys.path)])},
        ).stdout.split()
        assert int(told[0]) == count
        peaks.append(int(told[1]))
    # What grows are caches and buffers that are full soon; the trees and facts of 450 more files would be some 100 MB.
    assert peaks[1] < peaks[0] + 25_000


def test_what_is_like_an_earlier_text_is_known_from_the_disk(shop: Path) -> None:
    run("pairs", "src", "--out", "one.jsonl")
    [duplicated] = [row for row in rows(shop / "one.jsonl") if row["method"] == "add"]
    (shop / "src" / "Zoo.java").write_text(
        "class Zoo { " + " ".join(v["text"] for v in duplicated["positives"]) + " }"
    )
    told = run("pairs", "src", "--out", "two.jsonl").stderr
    assert (
        told
        == "5 samples with 10 positives and 10 negatives, 5 of them with both kinds, 3 duplicates left out\n"
    )
    assert (shop / "one.jsonl").read_bytes() == (shop / "two.jsonl").read_bytes()


@pytest.mark.usefixtures("jdk")
def test_the_command_asks_javac(shop: Path) -> None:
    plain = run("pairs", "src", "--out", "plain.jsonl", "--positives", "0")
    asked = run("pairs", "src", "--out", "asked.jsonl", "--positives", "0", "--equivalence")
    assert plain.exit_code == asked.exit_code == 0
    assert [row["method"] for row in rows(shop / "asked.jsonl")] == ["add", "same", "most", "work3", "work4"]
    assert all(row["negative_count"] == 2 for row in rows(shop / "asked.jsonl"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give either paths or --jsonl"),
        (("src", "--jsonl", "src/Cart.java"), "give either paths or --jsonl"),
        (("src", "--depth", "x"), "neither a number nor A-B"),
        (("src", "--depth", "3-1"), "no range"),
        (("src", "--weight", "useless-cast"), "not NAME=NUMBER"),
        (("src", "--weight", "none=1"), "no mutator 'none'"),
        (("src", "--split", "1,2"), "not three numbers"),
        (("src", "--split", "0.5,0.1,0.1"), "sum 1"),
        (("src", "--share", "0"), "share"),
        (("src", "--classpath", "a.jar"), "need --equivalence"),
        (("src", "--python", "python3"), "--python needs --equivalence"),
        (("src", "--equivalence", "--python", "python3"), "--python is for Python"),
        (("a.py", "--equivalence", "--python", "no-such-python"), "'no-such-python' does not start"),
        (("a.py", "--equivalence", "--classpath", "a.jar"), "are for Java"),
        (("src", "-m", "operator-mutation"), "is breaking"),
        (("src", "--positives", "0", "--negatives", "0"), "neither positives nor negatives"),
    ],
)
def test_bad_usage_is_told(shop: Path, arguments: tuple[str, ...], message: str) -> None:
    result = run("pairs", *arguments, "--out", "pairs.jsonl")
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())
    assert listed(shop) == ["src"]
