"""The command in a shell: pipes, `-`, process substitution, full disks, encodings, formats by suffix, interrupts."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import equimorph as em
from equimorph.checking.compilation_units import RowFiles
from equimorph.rows.row import parse_row
from tests.equimorph.conftest import SAMPLE, listed, rows, run

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")

ONE = "-m reorder-condition"
BROKEN = "class Bad {\n  boolean f(int a) { return a < 1; }\n  int g( { return 1; }\n}\n"
LATIN = 'class L { /* é */ boolean f(int a) { String s = "ü"; return a < 1; } }\n'


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """What bash makes of a line in which `equimorph` stands for the command."""
    function = f'equimorph() {{ "{sys.executable}" -m equimorph "$@"; }}\n'
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **environment}
    return subprocess.run(
        ["bash", "--norc", "-c", function + line], capture_output=True, env=env, check=False, timeout=120
    )


@pytest.fixture
def written(folder: Path) -> bytes:
    """The rows of the sample, which rows.jsonl holds too."""
    assert run("mutate", "Cart.java", *ONE.split(), "--out", "rows.jsonl").exit_code == 0
    return (folder / "rows.jsonl").read_bytes()


def test_a_dash_is_standard_output(folder: Path, written: bytes) -> None:
    result = run("mutate", "Cart.java", *ONE.split(), "-o", "-")
    assert (result.exit_code, result.stdout_bytes) == (0, written)
    assert run("sites", "Cart.java", "-o", "-").stdout == run("sites", "Cart.java").stdout
    assert listed(folder) == ["Cart.java", "rows.jsonl"]


def test_a_source_comes_from_standard_input(folder: Path, written: bytes) -> None:
    found = shell(f"equimorph mutate {ONE} - < Cart.java")
    assert found.returncode == 0, found.stderr
    assert [{**row, "path": "Cart.java"} for row in rows(found.stdout)] == rows(written)
    assert {row["path"] for row in rows(found.stdout)} == {"-"}
    by_workers = shell(f"cat Cart.java | equimorph mutate {ONE} - --jobs 2")
    assert by_workers.stdout == found.stdout
    sites = shell(f"cat Cart.java | equimorph sites {ONE} -")
    assert sites.stdout.startswith(b"-:8:13: reorder-condition in add")
    pairs = shell("cat Cart.java | equimorph pairs - --out -")
    assert [row["status"] for row in rows(pairs.stdout)] == ["ok", "ok"]


def test_a_substituted_process_is_a_file(folder: Path, written: bytes) -> None:
    found = shell(f"equimorph mutate {ONE} <(cat Cart.java) --out /dev/stdout -q")
    assert [row["mutant"] for row in rows(found.stdout)] == [row["mutant"] for row in rows(written)]
    checked = shell("equimorph verify <(cat rows.jsonl)")
    assert checked.stdout.splitlines()[0] == b"record: 2 passed"


def test_rows_go_through_pipes(folder: Path, written: bytes) -> None:
    line = f"equimorph mutate Cart.java {ONE} -q | equimorph invert - -q | equimorph verify - -q"
    assert shell(line).stdout.splitlines()[0] == b"record: 2 passed"
    (folder / "texts.jsonl").write_text(json.dumps({"source": SAMPLE, "path": "Cart.java"}) + "\n")
    expected = [{**row, "input_line": 1} for row in rows(written)]
    for how in ("", "--jobs 1"):
        assert rows(shell(f"cat texts.jsonl | equimorph mutate --jsonl - {ONE} {how}").stdout) == expected
    bad = shell("echo '{}' | equimorph mutate --jsonl - --jobs 1")
    assert bad.stderr.splitlines()[0] == b"error: standard input: line 1: no field 'source'"
    page = shell("cat rows.jsonl | equimorph report - --html -")
    assert (page.stdout[:9], page.stderr) == (b"<!doctype", b"2 mutants\n")


def test_parts_of_standard_input_are_continued(folder: Path) -> None:
    text = json.dumps({"source": SAMPLE}) + "\n"
    (folder / "texts.jsonl").write_text(text * 3)
    line = f"cat texts.jsonl | equimorph mutate --jsonl - {ONE} --parts parts --part-rows 1"
    assert shell(line).returncode == 0
    (folder / "parts" / "part-00001.jsonl").unlink()
    assert shell(line).stderr.splitlines() == [b"2 of 3 parts are done already", b"6 mutants"]


def test_compressed_rows(folder: Path, written: bytes) -> None:
    run("mutate", "Cart.java", *ONE.split(), "--out", "rows.jsonl.gz")
    data = (folder / "rows.jsonl.gz").read_bytes()
    assert gzip.decompress(data) == written
    assert run("mutate", "Cart.java", *ONE.split(), "-o", "again.jsonl.gz").exit_code == 0
    assert (folder / "again.jsonl.gz").read_bytes() == data
    assert data[4:8] == bytes(4)  # no time in it
    assert run("verify", "rows.jsonl.gz").stdout.splitlines()[0] == "record: 2 passed"
    assert list(em.verify(folder / "rows.jsonl.gz")) == list(em.verify(folder / "rows.jsonl"))
    assert run("invert", "rows.jsonl.gz").stdout_bytes == run("invert", "rows.jsonl").stdout_bytes
    (folder / "texts.jsonl.gz").write_bytes(gzip.compress(json.dumps({"source": SAMPLE}).encode()))
    for how in ((), ("--jobs", "1")):
        assert len(rows(run("mutate", "--jsonl", "texts.jsonl.gz", *ONE.split(), *how).stdout_bytes)) == 2
    run("pairs", "Cart.java", "--out", "pairs.jsonl.gz")
    assert len(rows(gzip.decompress((folder / "pairs.jsonl.gz").read_bytes()))) == 2
    (folder / "rows.jsonl.gz").write_bytes(data[:-20])
    for verb in ("verify", "invert"):
        cut = run(verb, "rows.jsonl.gz")
        assert cut.exit_code == 1
        assert "error: rows.jsonl.gz: damaged gzip data: " in cut.stderr
    (folder / "rows.jsonl.gz").write_bytes(b"no gzip")
    assert "error: rows.jsonl.gz: damaged gzip data: " in run("verify", "rows.jsonl.gz").stderr


def test_the_suffix_is_the_format_or_is_refused(folder: Path, written: bytes) -> None:
    from pyarrow import parquet

    run("mutate", "Cart.java", *ONE.split(), "--out", "rows.parquet")
    table = parquet.read_table(folder / "rows.parquet").to_pylist()
    assert [row["mutant"] for row in table] == [row["mutant"] for row in rows(written)]
    assert json.loads(table[0]["mutation"]) == rows(written)[0]["mutation"]
    for arguments, formats in (
        (("mutate", "Cart.java", "--out", "p.csv"), ".jsonl, .jsonl.gz or .parquet"),
        (("pairs", "Cart.java", "--out", "p.csv"), ".jsonl, .jsonl.gz or .parquet"),
        (("undo", "rows.jsonl", "--field", "x", "--out", "p.parquet"), ".jsonl or .jsonl.gz"),
        (("invert", "rows.jsonl", "--out", "p.json"), ".jsonl or .jsonl.gz"),
        (("verify", "rows.jsonl", "--equivalence", "--out", "p.txt"), ".jsonl or .jsonl.gz"),
    ):
        result = run(*arguments)
        assert (result.exit_code, f"the name must end in {formats}" in result.stderr) == (2, True), arguments
    assert run("mutate", "--jsonl", "rows.parquet").stderr.splitlines()[0] == (
        "error: --jsonl: 'rows.parquet' is no JSON Lines file; give it as --parquet"
    )
    assert listed(folder) == ["Cart.java", "rows.jsonl", "rows.parquet"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_named(folder: Path, written: bytes) -> None:
    for verb in (
        "mutate Cart.java",
        "sites Cart.java",
        "list",
        "verify rows.jsonl",
        "invert rows.jsonl",
        "pairs Cart.java -o -",
    ):
        found = shell(f"equimorph {verb} > /dev/full")
        assert found.stderr.splitlines()[-1:] == [b"error: standard output: No space left on device"], verb
        assert found.returncode == 1
    assert (
        shell("equimorph --version > /dev/full").stderr
        == b"error: standard output: No space left on device\n"
    )
    found = shell("equimorph mutate Cart.java -q -o /dev/full")
    assert found.stderr == b"error: /dev/full: No space left on device\n"
    assert listed(folder) == ["Cart.java", "rows.jsonl"]


def test_a_stream_that_is_closed_is_named(folder: Path) -> None:
    assert shell("equimorph mutate - <&-").stderr == b"error: standard input: is closed\n"
    assert shell("equimorph mutate Cart.java >&-").stderr.startswith(b"error: standard output: ")
    assert shell("equimorph mutate Cart.java -m nope 2>&-").returncode == 2
    assert shell("equimorph mutate Cart.java -o out.jsonl 2>&-").returncode == 0


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc")
def test_a_folder_that_takes_no_files_is_named(folder: Path) -> None:
    told = run("mutate", "Cart.java", "-o", "/proc/x.jsonl").stderr
    assert told == "error: /proc: no file can be made in this folder\n"


def test_sources_in_another_encoding(folder: Path) -> None:
    (folder / "src").mkdir()
    (folder / "src" / "L.java").write_bytes(LATIN.encode("latin-1"))
    refused = run("mutate", "src")
    assert refused.exit_code == 1
    assert "L.java:1: not UTF-8 at byte 13; `encoding` (--encoding) says what it is" in refused.stderr
    assert "no encoding is called 'latin-11'" in run("mutate", "src", "--encoding", "latin-11").stderr
    assert run("mutate", "--jsonl", "x", "--encoding", "latin-1").exit_code == 2
    made = run("mutate", "src", *ONE.split(), "--encoding", "latin-1")
    [row] = rows(made.stdout_bytes)
    offset = LATIN.index("boolean")
    assert row["offset"] == len(LATIN[:offset].encode())
    assert row["original"] == LATIN[offset : LATIN.rindex("}") - 1]
    assert run("mutate", "src", *ONE.split(), "--encoding", "latin-1", "--jobs", "1").stdout == made.stdout
    piped = shell(f"cat src/L.java | equimorph mutate {ONE} --encoding latin-1 -")
    assert [{**one, "path": row["path"]} for one in rows(piped.stdout)] == [row]
    assert "1 > a" in shell(f"equimorph mutate src {ONE} --encoding latin-1 --show").stdout.decode()
    assert run("sites", "src", *ONE.split(), "--encoding", "latin-1").stderr == "1 site\n"
    run("pairs", "src", "--encoding", "latin-1", "-o", "pairs.jsonl")
    assert [pair["anchor"] for pair in rows(folder / "pairs.jsonl")] == [row["original"]]
    for how in ((), ("--jobs", "1")):
        out = f"out{len(how)}"
        assert run("rewrite", "src", "-o", out, "--encoding", "latin-1", *how).stderr.startswith(
            "1 file, 1 of 1"
        )
        assert (folder / out / "L.java").read_bytes().decode("latin-1") != LATIN
        assert "é" in (folder / out / "L.java").read_bytes().decode("latin-1")
        back = ("invert", out, "--records", f"{out}/mutations.jsonl", "--out", f"back{out}")
        assert "not UTF-8" in run(*back).stderr
        assert run(*back, "--encoding", "latin-1").exit_code == 0
        assert (folder / f"back{out}" / "L.java").read_bytes() == LATIN.encode("latin-1")


def test_errors_of_many_rows_are_collapsed(folder: Path) -> None:
    texts = [json.dumps({"code": SAMPLE, f"key{n % 7}": n}) for n in range(1500)]
    (folder / "in.jsonl").write_text("\n".join([*texts, "{]", json.dumps({"source": SAMPLE})]) + "\n")
    for how in ((), ("--jobs", "2"), ("--parts", "parts", "--part-rows", "100")):
        result = run("mutate", "--jsonl", "in.jsonl", *ONE.split(), *how)
        assert result.exit_code == 1
        assert result.stderr.splitlines() == [
            *(f"error: in.jsonl: line {n + 1}: no field 'source'; there are: code, key{n}" for n in range(3)),
            "error: in.jsonl: line 1501: not JSON: expecting property name enclosed in double quotes at character 2",
            "error: ... and 1,497 more rows with the same error: no field 'source'",
            "2 mutants; 1,501 failed",
        ]
    assert len(rows(folder / "parts" / "errors.jsonl")) == 1501
    pairs = run("pairs", "--jsonl", "in.jsonl", "-o", "pairs.jsonl").stderr.splitlines()
    assert len(pairs) == 6
    assert pairs[4] == "error: ... and 1,497 more rows with the same error: no field 'source'"
    run("mutate", "Cart.java", *ONE.split(), "-o", "rows.jsonl")
    (folder / "rows.jsonl").write_text((folder / "rows.jsonl").read_text() * 5)
    undone = run("undo", "rows.jsonl", "--field", "patch").stderr.splitlines()
    assert [line.partition(":")[0] for line in undone] == ["error"] * 4 + ["0 rows; 10 failed"]
    assert undone[3] == "error: ... and 7 more rows with the same error: no field 'patch'"


def test_skipped_members_are_counted_and_named(folder: Path) -> None:
    (folder / "src").mkdir()
    for name in "ABCDE":
        (folder / "src" / f"{name}.java").write_text(BROKEN)
    named = [f"src/{name}.java:3: g skipped: the grammar finds a syntax error at line 3" for name in "ABC"]
    expected = [*named, "... and 2 more members skipped", "5 mutants; 5 members skipped"]
    for how in ((), ("--jobs", "2"), ("--parts", "parts", "--part-rows", "2"), ("--show",)):
        assert run("mutate", "src", *ONE.split(), *how).stderr.splitlines() == expected, how
    assert json.loads((folder / "parts" / "manifest.json").read_text())["skipped"] == 5
    again = run("mutate", "src", *ONE.split(), "--parts", "parts", "--part-rows", "2").stderr.splitlines()
    assert again[-1] == expected[-1]
    assert run("sites", "src", *ONE.split()).stderr.splitlines()[-1] == "5 sites; 5 members skipped"
    assert run("mutate", "src", *ONE.split(), "--method", "f").stderr == "5 mutants\n"
    for how in ((), ("--jobs", "1")):
        told = run("rewrite", "src", "-o", f"out{len(how)}", *ONE.split(), *how).stderr.splitlines()
        assert told[0] == "A.java:3: g skipped: the grammar finds a syntax error at line 3"
        assert told[-1].endswith("5 of 10 methods mutated: 5 reorder-condition; 5 members skipped")
    (folder / "Field.java").write_text("class A {\n int x = ; boolean f(int a) { return a < 1; }\n}")
    told = run("mutate", "Field.java", *ONE.split()).stderr.splitlines()
    assert told == [
        "Field.java:2: text between the methods skipped: syntax error",
        "1 mutant; 1 member skipped",
    ]


def test_methods_and_lines_that_are_not_there(folder: Path) -> None:
    for arguments, message in (
        (("--method", "sme"), "no method 'sme'; did you mean same?"),
        (("--method", "zzz"), "no method 'zzz'; there are: add, same"),
        (("--lines", "900"), "no line 900: the file has 18 lines"),
    ):
        result = run("mutate", "Cart.java", *arguments)
        assert (result.exit_code, result.stderr.splitlines()[0]) == (1, f"error: {message}")
    # A line without a site is there.
    assert "sites --why" in run("mutate", "Cart.java", "--lines", "1").stderr


def test_pairs_of_a_folder_without_java_say_why(folder: Path) -> None:
    (folder / "empty").mkdir()
    told = run("pairs", "empty", "-o", "pairs.jsonl").stderr.splitlines()
    assert told[0] == "empty: no file named *.java in this folder"


@pytest.mark.parametrize(
    ("given", "share"), [("50%", 0.5), ("0.5", 0.5), ("100%", 1.0), ("1.0", 1.0), ("12.5%", 0.125)]
)
def test_a_share_is_a_percentage_or_a_fraction(folder: Path, given: str, share: float) -> None:
    (folder / "src").mkdir()
    (folder / "Cart.java").rename(folder / "src" / "Cart.java")
    run("rewrite", "src", "-o", "cli", "--share", given)
    em.rewrite("src", "python", share=share)
    assert (folder / "cli" / "Cart.java").read_text() == (folder / "python" / "Cart.java").read_text()


@pytest.mark.parametrize("given", ["50", "1", "0", "0.0", "101%", "1.5", "half", "nan", "-0.5", "50%%"])
def test_a_share_that_could_be_both_or_neither_is_refused(folder: Path, given: str) -> None:
    result = run("rewrite", ".", f"--share={given}", "-o", f"{folder}-out")
    assert (result.exit_code, repr(given) in result.stderr) == (2, True)
    assert run("pairs", ".", f"--share={given}", "-o", "p.jsonl").exit_code == 2


def test_at_most_so_many_of_each_mutator(folder: Path) -> None:
    options = ("--limit-per-mutator", "1", "--seed", "3")
    found = rows(run("mutate", "Cart.java", *options).stdout_bytes)
    keys = [(row["method"]["name"], row["mutator"]) for row in found]
    everything = rows(run("mutate", "Cart.java", "--seed", "3").stdout_bytes)
    assert len(set(keys)) == len(keys)
    assert set(keys) == {(row["method"]["name"], row["mutator"]) for row in everything}
    assert {row["id"] for row in found} <= {row["id"] for row in everything}
    assert rows(run("mutate", "Cart.java", *options, "--jobs", "1").stdout_bytes) == found
    selected = em.Selection(limit_per_mutator=1)
    assert [m.local.id for m in em.mutate(em.read("Cart.java"), seed=3, select=selected)] == [
        row["id"] for row in found
    ]
    both = rows(run("mutate", "Cart.java", *options, "--limit-per-method", "2").stdout_bytes)
    assert [row["method"]["name"] for row in both] == ["add"] * 2 + ["same"] * 2
    others = rows(run("mutate", "Cart.java", "--limit-per-mutator", "1", "--seed", "4").stdout_bytes)
    assert [row["mutation"]["site"] for row in others] != [row["mutation"]["site"] for row in found]


def test_all_errors_are_lines(folder: Path) -> None:
    for arguments in (
        ("mutate",),
        ("mutate", "Cart.java", "--nope"),
        ("undo",),
        ("lst",),
        ("mutate", "Cart.java", "--seed", "x"),
        ("verify", "gone.jsonl"),
        ("defects4j", "mutate", "gone"),
    ):
        result = run(*arguments)
        assert result.exit_code == 2
        lines = result.stderr.splitlines()
        assert re.fullmatch(r"error: [^A-Z].*", lines[0]), lines
        assert re.fullmatch(r"`.* --help` shows arguments, options and examples", lines[1])
        assert len(lines) == 2


def test_the_page_is_named_and_mutants_are_counted_once(folder: Path, written: bytes) -> None:
    assert (
        run("report", "rows.jsonl", "--html", "page.html").stderr
        == "page.html written: open it in a browser\n"
    )


INTERRUPTABLE = "import signal, sys; signal.signal(2, signal.default_int_handler); import equimorph.__main__ as m; m.main()"


@pytest.mark.parametrize("how", ["--parts", "--out"])
def test_an_interrupt_says_how_to_go_on(folder: Path, how: str) -> None:
    big = (
        "class B { "
        + " ".join(SAMPLE[SAMPLE.index("    int add") : -2].replace("add", f"add{n}") for n in range(40))
        + "}"
    )
    (folder / "in.jsonl").write_text((json.dumps({"source": big}) + "\n") * 400)
    out = "parts" if how == "--parts" else "rows.jsonl"
    part_rows = ["--part-rows", "2"] if how == "--parts" else []
    arguments = ["mutate", "--jsonl", "in.jsonl", how, out, *part_rows]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTABLE, *arguments], stderr=subprocess.PIPE, env=env
    ) as process:
        until = time.monotonic() + 60
        while time.monotonic() < until and not (
            list(folder.glob("parts/receipts/*.json")) or list(folder.glob(".rows.jsonl.*"))
        ):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        told = process.stderr.read().decode()
    assert process.returncode == 130
    assert "Traceback" not in told
    last = told.splitlines()[-1]
    if how == "--parts":
        assert re.fullmatch(
            r"interrupted after \d+ of 400 rows; parts keeps the parts that are done: .*", last
        )
    else:
        assert re.fullmatch(r"interrupted( after \d+ of 400 rows)?; rows\.jsonl was not written; .*", last)
        assert listed(folder) == ["Cart.java", "in.jsonl"]


def test_a_run_that_is_terminated_leaves_nothing(folder: Path) -> None:
    os.mkfifo("wait.jsonl")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "TMPDIR": str(folder)}
    arguments = [sys.executable, "-m", "equimorph", "mutate", "--jsonl", "wait.jsonl"]
    with (
        subprocess.Popen(arguments, stderr=subprocess.PIPE, env=env) as process,
        Path("wait.jsonl").open("wb"),
    ):
        until = time.monotonic() + 30
        while not list(folder.glob("equimorph.*/input")) and time.monotonic() < until:
            time.sleep(0.02)
        process.terminate()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 128 + signal.SIGTERM
    assert listed(folder) == ["Cart.java", "wait.jsonl"]


def test_workers_show_progress_by_row(folder: Path) -> None:
    from equimorph.bulk import MUTATE, Job, Lines, local_engine, mutate_options

    (folder / "in.jsonl").write_text((json.dumps({"source": SAMPLE}) + "\n") * 12)
    (folder / "out" / "receipts").mkdir(parents=True)
    job = Job(MUTATE, mutate_options(field="source"), str(folder / "out"), str(folder), em.__version__)
    parts = Lines(folder / "in.jsonl").plan(6).parts
    ticks: list[int] = []
    seen = [len(ticks) for _ in local_engine(1)(job, parts, ticks.append)]
    assert (ticks, seen) == ([1] * 12, [6, 12])
    again = local_engine(1)(job, parts, ticks.append)
    assert [done.rows for done in again] == [6, 6]
    assert sum(ticks) == 24


def test_help_is_in_groups(folder: Path) -> None:
    told = shell("equimorph mutate --help | cat", COLUMNS="80").stdout.decode()
    heads = re.findall(r"^(\w[\w ]*):$", told, re.MULTILINE)
    assert heads == [
        *("Arguments", "Input", "Mutators", "Selection", "Output", "Workers and parts", "Other", "Examples")
    ]
    assert not set(told) & set("│╭─╰")
    for narrow in ("20", "40"):
        assert "--limit-per-mutator" in shell("equimorph mutate --help", COLUMNS=narrow).stdout.decode()


def test_only_what_all_verbs_have_is_in_no_group(folder: Path) -> None:
    verbs = ("sites", "mutate", "rewrite", "invert", "undo", "verify", "prove", "kill", "pairs", "report")
    bugs = tuple(
        ("defects4j", verb) for verb in ("faults", "mutate", "put", "undo", "restore", "checkout", "bugs")
    )
    for verb in (*((verb,) for verb in verbs), *bugs):
        other = run(*verb, "--help").stdout.partition("\nOther:\n")[2].partition("\n\n")[0]
        found = re.findall(r"^  (\S.*?)  ", other, re.MULTILINE)
        assert found == ["-q, --quiet", "--help"], verb


def test_failures_of_pairs_name_the_input(folder: Path) -> None:
    data = b'{"source":"int f(int a) { return a; }"}\n{"source":1}\n{"source":"hello","path":"A.java"}\n'
    (folder / "in.jsonl").write_bytes(data)
    for name, found in (
        ("in.jsonl", shell("equimorph pairs --jsonl in.jsonl -o out.jsonl")),
        ("in.jsonl", shell("equimorph pairs --jsonl in.jsonl -o out.jsonl --jobs 2")),
        ("standard input", shell("equimorph pairs --jsonl - -o - < in.jsonl")),
    ):
        assert found.stderr.decode().splitlines()[:2] == [
            f"error: {name}: line 2: field 'source' is not a text",
            f"error: {name}: line 3: A.java:1: not Java: neither a file nor a class member nor statements",
        ]


def test_a_file_that_cannot_be_read_has_no_refused_sites(folder: Path) -> None:
    (folder / "L.java").write_bytes(LATIN.encode("latin-1"))
    assert [line[:14] for line in run("mutate", "L.java").stderr.splitlines()] == [
        "error: L.java:",
        "0 mutants; 1 f",
    ]


def test_a_device_keeps_nothing(folder: Path) -> None:
    found = shell("equimorph pairs Cart.java -o /dev/full")
    assert (found.returncode, found.stderr) == (1, b"error: /dev/full: No space left on device\n")


def test_checks_and_reports_read_files_in_another_encoding(folder: Path) -> None:
    (folder / "L.java").write_bytes(LATIN.encode("latin-1"))
    assert run("mutate", "L.java", *ONE.split(), "--encoding", "latin-1", "-o", "l.jsonl").exit_code == 0
    [made] = rows(folder / "l.jsonl")
    assert RowFiles().of(parse_row(made)) is None
    found = RowFiles(encoding="latin-1").of(parse_row(made))
    assert found == (LATIN.encode(), LATIN.replace("a < 1", "1 > a").encode())
    assert run("verify", "l.jsonl", "--encoding", "latin-1").exit_code == 0
    refused = run("report", "l.jsonl", "--elements", "bad.json")
    assert "not UTF-8 at byte" in refused.stderr
    assert run("report", "l.jsonl", "--elements", "e.json", "--encoding", "latin-1").exit_code == 0
    assert json.loads((folder / "e.json").read_text())["files"]["L.java"]["source"] == LATIN
    page = run("report", "l.jsonl", "--html", "p.html", "--encoding", "latin-1")
    assert (page.exit_code, "--elements" in page.stderr) == (2, True)
