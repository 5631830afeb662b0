"""The command line: each verb once for real, options, exit codes, and input that is not as it should be."""

from __future__ import annotations

import gc
import json
import weakref
from pathlib import Path

import pytest

import equimorph as em
from equimorph.mutants import mutating
from mutators import defaults, names
from tests.equimorph.conftest import SAMPLE, Misfit, listed, rows, run

# For tests that are about something else: 5 mutants and 2 of the sample.
TWO = ("-m", "variable-renaming", "-m", "reorder-condition")


def test_list_tells_all_mutators() -> None:
    result = run("list")
    assert result.exit_code == 0
    lines = [line.partition("  ")[0] for line in result.stdout.splitlines()]
    assert lines == [*names("java"), *(f"{name} (python)" for name in names("python"))]
    assert "reorder-condition  preserving, version 1: swap the operands of a comparison" in result.stdout
    assert "variable-renaming  preserving" in result.stdout


def test_the_version_is_told() -> None:
    assert run("--version").stdout == f"equimorph {em.__version__}\n"


def test_sites_are_shown_with_place_and_text(folder: Path) -> None:
    result = run("sites", "Cart.java", "-m", "reorder-condition")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Cart.java:8:13: reorder-condition in add: count < name.length()",
        "Cart.java:15:16: reorder-condition in same: left == right",
    ]
    assert result.stderr == "2 sites\n"
    assert run("sites", "Cart.java", "-q").stderr == ""


def test_sites_of_several_forms_are_told_apart(folder: Path) -> None:
    (folder / "Loop.java").write_text("class Loop { void f(int n) { while (n > 0) n += 1; } }")
    lines = run("sites", "Loop.java", "-m", "loop-exchange", "-m", "expression-exchange").stdout.splitlines()
    assert lines == [
        "Loop.java:1:30: loop-exchange (while-to-for) in f: while (n > 0) n += 1;",
        "Loop.java:1:44: expression-exchange (plain) in f: n += 1",
        "Loop.java:1:44: expression-exchange (increment) in f: n += 1",
    ]


def test_why_tells_reasons_and_columns_count_characters(folder: Path) -> None:
    (folder / "é.java").write_text("class A { /* é\U0001f600 */ boolean f(int[] a) { return a[0] < a[1]; } }")
    plain = run("sites", "é.java", "-m", "reorder-condition")
    assert plain.stdout == ""
    told = run("sites", "é.java", "-m", "reorder-condition", "--why")
    assert told.stdout.startswith("é.java:1:48: reorder-condition in f: a[0] < a[1]  refused: ")
    assert told.stderr == "0 sites, 1 refused\n"


def test_mutate_writes_the_rows_of_the_facade(folder: Path) -> None:
    expected = [
        json.loads(json.dumps(em.row(mutant, fault_lines=[8, 15], full=True)))
        for mutant in em.mutate(em.read("Cart.java"), seed=5)
    ]
    options = ("--seed", "5", "--full", "--fault-lines", "8", "--fault-lines", "15")
    to_stdout = run("mutate", "Cart.java", *options)
    assert to_stdout.exit_code == 0
    assert rows(to_stdout.stdout_bytes) == expected
    assert to_stdout.stderr == f"{len(expected)} mutants\n"
    # There is no loop in that file, nor two branches.
    assert {row["mutator"] for row in expected} == set(defaults()) - {"loop-exchange", "permute-exchange"}
    to_file = run("mutate", "Cart.java", *options, "--out", "rows.jsonl", "--quiet")
    assert (to_file.stdout, to_file.stderr) == ("", "")
    assert (folder / "rows.jsonl").read_bytes() == to_stdout.stdout_bytes
    assert listed(folder) == ["Cart.java", "rows.jsonl"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--method", "same"), {"same"}),
        (("--method", "none"), set()),
        (("--lines", "14-15"), {"same"}),
        (("--lines", "99"), set()),
        (("--avoid-lines", "1-12,99"), {"same"}),
        (("--lines", "8", "--avoid-lines", "6"), {"add"}),
    ],
)
def test_mutants_are_chosen_by_method_and_line(
    folder: Path, options: tuple[str, ...], expected: set[str]
) -> None:
    assert {
        row["method"]["name"] for row in rows(run("mutate", "Cart.java", *TWO, *options).stdout_bytes)
    } == expected


def test_mutators_and_their_options_are_chosen(folder: Path) -> None:
    names = ("--scheme", "generic", "--scheme", "first-letter", "-m", "variable-renaming")
    found = rows(run("mutate", "Cart.java", *names).stdout_bytes)
    schemes = [row["mutation"]["site"]["params"]["scheme"] for row in found]
    assert sorted(schemes) == ["first-letter"] * 5 + ["generic"] * 5
    limited = rows(
        run("mutate", "Cart.java", "--limit-per-method", "1", "--purity", "conventional").stdout_bytes
    )
    assert [row["method"]["name"] for row in limited] == ["add", "same"]
    purities = {
        row["mutation"]["site"]["params"]["purity"]
        for row in rows(
            run("mutate", "Cart.java", "-m", "reorder-condition", "--purity", "conventional").stdout_bytes
        )
    }
    assert purities == {"conventional"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mutate",), "give either paths or --jsonl"),
        (("mutate", "Cart.java", "--jsonl", "Cart.java"), "give either paths or --jsonl"),
        (("mutate", "Cart.java", "-m", "nope"), "no mutator 'nope'"),
        (("mutate", "Cart.java", "--scheme", "nope"), "no naming scheme"),
        (("mutate", "Cart.java", "--purity", "nope"), "no purity"),
        (("mutate", "Cart.java", "-m", "operator-mutation", "--operators", "nope"), "no set of operators"),
        (("sites", "Cart.java", "--operators", "shift"), "--operators is an option of operator-mutation"),
        (
            ("mutate", "Cart.java", "-m", "reorder-condition", "--scheme", "any"),
            "an option of variable-renaming",
        ),
        (("mutate", "Cart.java", "--lines", "9-5"), "no range of lines"),
        (("mutate", "Cart.java", "--lines", "0"), "no range of lines"),
        (("mutate", "Cart.java", "--fault-lines", "1-900000000"), "no range of lines"),
        (("mutate", "Cart.java", "--avoid-lines", "x"), "neither a line nor lines"),
        (("mutate", "Cart.java", "--limit-per-method", "0"), "limit-per-method"),
        (("invert", "."), "needs --records"),
        (("invert", "Cart.java", "--records", "Cart.java"), "are for trees"),
        (("verify", "Cart.java", "--classpath", "x"), "need --javac"),
        (("verify", "nope.jsonl"), "nope.jsonl"),
        (("undo", "Cart.java"), "--field"),
        (("rewrite", "Cart.java", "--out", "out"), "Cart.java"),
        (("nope",), "nope"),
    ],
)
def test_what_is_not_understood_ends_with_2(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.setenv("TERMINAL_WIDTH", "200")
    monkeypatch.setenv("NO_COLOR", "1")
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())
    assert listed(folder) == ["Cart.java"]


def test_files_that_cannot_be_read_are_told_and_the_others_done(folder: Path) -> None:
    (folder / "src").mkdir()
    for name, data in {
        "A.java": SAMPLE.encode(),
        "Latin.java": b"class A { // \xe9\n}",
        "Not.java": b"this is no Java at all $$$ %%",
        "Empty.java": b"",
        "Mark.java": "\ufeff".encode() + SAMPLE.replace("\n", "\r\n").encode(),
    }.items():
        (folder / "src" / name).write_bytes(data)
    result = run("mutate", "src", "gone", "Cart.java", "-m", "reorder-condition")
    assert result.exit_code == 1
    assert [row["path"] for row in rows(result.stdout_bytes)] == [
        *("src/A.java", "src/A.java", "src/Mark.java", "src/Mark.java", "Cart.java", "Cart.java")
    ]
    told = result.stderr.splitlines()
    assert told[0] == "error: gone: no such file or folder"
    assert told[1].startswith("error: src/Latin.java:1: not UTF-8 at byte 13")
    assert told[2].startswith("error: src/Not.java:1: not Java")
    assert told[3] == "6 mutants; 3 failed"


def test_a_file_that_may_not_be_read_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_bytes

    def denied(path: Path) -> bytes:
        # chmod would not stop root, as whom tests may run.
        if path.name == "Denied.java":
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    (folder / "Denied.java").touch()
    monkeypatch.setattr(Path, "read_bytes", denied)
    result = run("sites", ".", "-m", "reorder-condition")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 2
    assert "error: Denied.java: Permission denied" in result.stderr


def test_nesting_beyond_reason_is_refused_by_name(folder: Path) -> None:
    text = SAMPLE.replace("left == right", "(" * 10_000 + "left == right" + ")" * 10_000)
    (folder / "Cart.java").write_text(text)
    told = run("sites", "Cart.java", "--why", *TWO).stdout.splitlines()
    refused = [line for line in told if "refused" in line]
    assert len(refused) == 2
    assert all(line.endswith("refused: nested deeper than 300 levels") for line in refused)
    assert len(told) == 2 + 4
    found = run("mutate", "Cart.java")
    assert found.exit_code == 0
    assert {row["method"]["name"] for row in rows(found.stdout_bytes)} == {"add"}


def test_a_file_of_5_mb(folder: Path) -> None:
    filler = "".join(f"    /** {'words ' * 200} */\n    int n{i};\n" for i in range(4200))
    (folder / "Cart.java").write_text(
        SAMPLE.replace("    private int total;\n", f"    private int total;\n{filler}")
    )
    assert (folder / "Cart.java").stat().st_size > 5_000_000
    found = run("mutate", "Cart.java", "-m", "reorder-condition", "--lines", "8404-8420")
    assert found.exit_code == 0
    assert [row["method"] for row in rows(found.stdout_bytes)] == [
        {"name": "add", "start_line": 8406, "end_line": 8412},
        {"name": "same", "start_line": 8414, "end_line": 8416},
    ]


def test_sources_in_json_lines(folder: Path) -> None:
    member = "boolean f(int a) { return a < 1; }"
    lines = [
        json.dumps({"source": member, "path": "x/A.java"}),
        "",
        json.dumps({"source": "int a = 1, b = 2; return a ==\n b;"}),
        json.dumps({"code": member}),
        json.dumps({"source": None}),
        json.dumps({"source": "this is no Java at all $$$ %%"}),
        json.dumps({"source": "\ud800"}),
        json.dumps({"source": member, "path": 7}),
        "{]",
        json.dumps({"source": "class A { " + member + " }"}),
    ]
    (folder / "in.jsonl").write_text("\n".join(lines))
    result = run("mutate", "--jsonl", "in.jsonl", "-m", "reorder-condition")
    assert result.exit_code == 1
    found = rows(result.stdout_bytes)
    assert [(row["input_line"], row["path"], row["offset"]) for row in found] == [
        *((1, "x/A.java", 0), (3, None, 0), (10, None, 10))
    ]
    assert found[1]["mutant"] == "int a = 1, b = 2; return b ==\n a;"
    told = result.stderr.splitlines()
    assert [line.split(": ")[:3] for line in told[:-1]] == [
        ["error", "in.jsonl", f"line {n}"] for n in range(4, 10)
    ]
    assert told[0].endswith("no field 'source'; there are: code")
    assert told[-1] == "3 mutants; 6 failed"
    other = run("mutate", "--jsonl", "in.jsonl", "--field", "code", "-m", "reorder-condition", "-q")
    assert [row["input_line"] for row in rows(other.stdout_bytes)] == [4]


def test_a_rejected_edit_is_told_and_the_rest_is_done(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = (Misfit(), em.get_mutator("reorder-condition"))
    monkeypatch.setattr(mutating, "select_mutators", lambda names, language: chosen)
    mutated = run("mutate", "Cart.java")
    assert mutated.exit_code == 1
    assert [row["mutator"] for row in rows(mutated.stdout_bytes)] == ["reorder-condition"] * 2
    assert "error: Cart.java:6: misfit: misfit would make text that does not parse" in mutated.stderr
    # In the second round only the misfit is left.
    rewritten = run("rewrite", ".", "--out", f"{folder}-out", "--per-method", "2")
    assert rewritten.exit_code == 1
    assert "error: Cart.java:6: misfit: misfit would make text" in rewritten.stderr
    assert "1 file, 2 of 2 methods mutated: 2 reorder-condition" in rewritten.stderr


def test_a_tree_there_and_back(folder: Path) -> None:
    (folder / "src").mkdir()
    (folder / "src" / "Latin.java").write_bytes(b"// \xe9")
    (folder / "Cart.java").rename(folder / "src" / "Cart.java")
    done = run("rewrite", "src", "--out", "out", "--seed", "3", "--per-method", "2")
    assert done.exit_code == 0
    assert done.stderr.splitlines()[0].startswith("copied as it is: Latin.java:1: not UTF-8")
    assert "2 files, 2 of 2 methods mutated: " in done.stderr
    assert run("verify", "out/mutations.jsonl").exit_code == 0
    back = run("invert", "out", "--records", "out/mutations.jsonl", "--out", "back")
    assert (back.exit_code, back.stderr) == (0, "1 file restored\n")
    assert listed(folder / "back") == ["Cart.java", "Latin.java"]
    assert (folder / "back" / "Cart.java").read_text() == SAMPLE
    again = run("rewrite", "src", "--out", "out")
    assert again.exit_code == 1
    assert again.stderr.startswith("error: out: exists already, and is not an empty folder")


def test_rows_are_inverted(folder: Path) -> None:
    run("mutate", "Cart.java", *TWO, "--full", "--out", "rows.jsonl")
    before = rows(folder / "rows.jsonl")
    bare = [{key: value for key, value in row.items() if key != "original"} for row in before]
    bad = {**bare[0], "mutant": bare[0]["mutant"] + " "}
    (folder / "bare.jsonl").write_text("\n".join(json.dumps(row) for row in [*bare, bad]))
    result = run("invert", "bare.jsonl", "--out", "bare.jsonl")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[0].startswith("error: bare.jsonl: line 8: mutation ")
    after = rows(folder / "bare.jsonl")
    assert [row["original"] for row in after] == [row["original"] for row in before]
    assert {row["original_file"] for row in after} == {SAMPLE}


def test_patches_are_undone(folder: Path) -> None:
    run("mutate", "Cart.java", "-m", "reorder-condition", "--method", "add", "--full", "--out", "rows.jsonl")
    [row] = rows(folder / "rows.jsonl")
    patches = {
        "undone": row["mutant"].replace("return sum;", "return -sum;"),
        "whole": row["mutant_file"].replace("return sum;", "return -sum;"),
        "conflict": row["mutant"].replace("name.length() > count", "name.length() > sum && sum > count"),
        "unparsable": row["mutant"].replace("return sum;", "return sum"),
        "empty": None,
        "missing": 5,
    }
    for full in (True, False):
        base = row if full else {key: value for key, value in row.items() if key != "mutant_file"}
        kinds = [kind for kind in patches if full or kind != "whole"]
        lines = [json.dumps({**base, "kind": kind, "patched": patches[kind]}) for kind in kinds]
        (folder / "patched.jsonl").write_text("\n".join(lines))
        result = run("undo", "patched.jsonl", "--field", "patched")
        assert result.exit_code == 1
        assert f"line {len(kinds)}: field 'patched' is not a text" in result.stderr
        found = {one["kind"]: one for one in rows(result.stdout_bytes)}
        repaired = row["original"].replace("return sum;", "return -sum;")
        assert (found["undone"]["verdict"], found["undone"]["undone"]) == ("undone", repaired)
        assert (found["empty"]["verdict"], found["empty"]["undone"]) == ("empty", None)
        assert found["undone"]["reason"] is None
        assert (found["conflict"]["verdict"], found["conflict"]["undone"]) == ("conflict", None)
        assert "bytes" in found["conflict"]["reason"]
        assert found["unparsable"]["verdict"] == "unparsable"
        assert found["unparsable"]["undone"] == row["original"].replace("return sum;", "return sum")
        assert found["unparsable"]["reason"] == "the patched text has a syntax error at line 6"
        if full:
            assert found["whole"]["undone"] == SAMPLE.replace("return sum;", "return -sum;")


def test_a_patched_file_is_undone_in_the_right_member(folder: Path) -> None:
    # The mutated text stands in another member, too: only with the whole mutant it is known which is meant.
    text = (
        SAMPLE.rstrip("}\n")
        + "}\n boolean more(String name, int count) { return name.length() > count; }\n}\n"
    )
    (folder / "Cart.java").write_text(text)
    run("mutate", "Cart.java", "-m", "reorder-condition", "--method", "add", "--full", "--out", "rows.jsonl")
    [row] = rows(folder / "rows.jsonl")
    row["patched"] = row["mutant_file"].replace("return sum;", "return -sum;")
    (folder / "rows.jsonl").write_text(json.dumps(row))
    [found] = rows(run("undo", "rows.jsonl", "--field", "patched").stdout_bytes)
    assert (found["verdict"], found["undone"]) == ("undone", text.replace("return sum;", "return -sum;"))


def test_verify_counts_and_fails(folder: Path, jdk: object) -> None:
    run("mutate", "Cart.java", *TWO, "--full", "--out", "rows.jsonl")
    good = run("verify", "rows.jsonl", "--javac", "--sourcepath", ".")
    assert good.exit_code == 0
    assert good.stdout.splitlines() == [
        *("record: 7 passed", "tree-sitter: 7 passed", "javalang: 7 passed", "javac: 7 passed")
    ]
    first = rows(folder / "rows.jsonl")[0]
    with (folder / "rows.jsonl").open("a") as stream:
        stream.write(json.dumps({**first, "id": "x"}) + "\n")
    bad = run("verify", "rows.jsonl", "-q")
    assert bad.exit_code == 1
    assert bad.stdout.splitlines()[0] == "record: 1 failed, 7 passed"
    assert (
        bad.stderr
        == f"error: rows.jsonl: line 8 ({first['id']}): record: id is 'x', its record says '{first['id']}'\n"
    )


def test_without_a_jdk_verify_says_what_to_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("mutate", "Cart.java", "--out", "rows.jsonl")
    monkeypatch.setattr("parsers.oracles.jdk.home._candidates", lambda: iter(()))
    result = run("verify", "rows.jsonl", "--javac")
    assert result.exit_code == 2
    assert "equimorph needs a JDK" in result.stderr


def test_output_that_cannot_be_written_fails(folder: Path) -> None:
    for out in ("nowhere/rows.jsonl", "."):
        result = run("mutate", "Cart.java", "--out", out)
        assert result.exit_code == 1
        assert result.stderr.startswith("error: ")
    assert listed(folder) == ["Cart.java"]


def test_a_file_is_let_go_before_the_next(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "src").mkdir()
    for number in range(12):
        (folder / "src" / f"A{number}.java").write_text(SAMPLE)
    kept: list[weakref.ref[em.SourceFile]] = []
    alive: list[int] = []
    read = em.read

    def counted(path: Path, **given: str) -> em.SourceFile:
        gc.collect()
        alive.append(sum(ref() is not None for ref in kept))
        source = read(path, **given)
        kept.append(weakref.ref(source))
        return source

    monkeypatch.setattr("equimorph.mutants.mutating.read", counted)
    assert run("mutate", "src", *TWO, "--full", "--out", "rows.jsonl").exit_code == 0
    assert len(rows(folder / "rows.jsonl")) == 12 * 7
    assert alive == [0] * 12


def test_sets_of_operators(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "A.java").write_text(
        "class A { int f(int a, int b) { if (!g()) return a << b; return a - b; } }"
    )
    path = str(tmp_path / "in" / "A.java")
    found = run(
        "sites", path, "-q", "-m", "operator-mutation", "--operators", "shift", "--operators", "unary"
    ).stdout
    told = [line.partition("operator-mutation ")[2].partition(" in f")[0] for line in found.splitlines()]
    assert sorted(told)[:4] == ["(! -> nothing)", "(<< -> >>)", "(<< -> >>>)", "(nothing -> -)"]
    assert "(- -> +)" not in told
    made = run(
        "rewrite",
        str(tmp_path / "in"),
        "--out",
        str(tmp_path / "out"),
        "-m",
        "operator-mutation",
        "--operators",
        "arithmetic",
    )
    assert made.exit_code == 0
    assert "a << b" in (tmp_path / "out" / "A.java").read_text()
    assert "return a - b" not in (tmp_path / "out" / "A.java").read_text()
