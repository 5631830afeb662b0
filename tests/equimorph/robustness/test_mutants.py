"""Mutants of bugs."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import equimorph as em
from equimorph.bulk.job import BulkError
from equimorph.bulk.working import Target
from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import read_bugs
from equimorph.mutants.catalogue import Choice
from equimorph.robustness.mutants import MutantOptions, mutants, write_mutants
from equimorph.robustness.presets import PRESETS
from equimorph.robustness.sizes import changed_tokens
from equimorph.rows.tables import raised
from mutators import Edit, MutationError
from tests.equimorph.conftest import listed, rows, run
from tests.equimorph.robustness.conftest import PATH, write_rows


@pytest.fixture
def bugs(checkouts: Path) -> Path:
    """A file with two bugs."""
    return write_rows(Path("bugs.jsonl"), read_bugs(checkouts))


def test_a_row_is_that_of_the_mutant_in_its_file_with_its_bug_and_sizes(bugs: Path) -> None:
    [bug, _] = read_bugs("bugs")
    made = [row for row in mutants(bugs, seed=5) if row["bug_id"] == bug.id]
    file = em.read(Path("bugs/Math-1b", PATH), name=PATH)
    wanted = [
        em.row(mutant, fault_lines=[9])
        for mutant in em.mutate(file, seed=5, select=em.Selection(method="has"))
    ]
    assert len(made) == len(wanted) > 3
    for row, plain in zip(made, wanted, strict=True):
        more = {"schema": 1, "bug_id": bug.id, "lines": 5, "nodes": row["nodes"]}
        assert row == {**more, **plain, "changed_tokens": row["changed_tokens"]}
        assert row["original"] == bug.buggy
        em.parse_row(row).check()
    touched = [row["mutant"] for row in made if row["fault_lines"]["touched"]]
    assert touched
    assert all("        return value > least + 7;" not in text.splitlines() for text in touched)


def test_facts_come_from_the_file_where_the_checkout_has_it(tmp_path: Path) -> None:
    text = "boolean f(E e) { return e == E.A; }"
    (tmp_path / "A.java").write_text(f"class A {{\n  enum E {{ A }}\n  {text}\n}}\n")
    bug = Bug("x", "A.java", "f", 3, 3, text, None, (1,), checkout=str(tmp_path))
    with_file = list(mutants([bug], "reorder-condition"))
    assert [row["method"]["start_line"] for row in with_file] == [3]
    for alone in (
        Bug("x", "A.java", "f", 3, 3, text, None, (1,)),
        Bug(**{**vars(bug), "path": "B.java"}),
    ):
        found = list(mutants([alone]))
        assert {row["method"]["start_line"] for row in found} == {1}
        assert {tuple(row["fault_lines"]["original"]) for row in found} == {(1,)}


def test_of_equal_methods_the_one_at_the_line_is_mutated(tmp_path: Path) -> None:
    text = "int f() {\n int n = 1;\n return n;\n}"
    (tmp_path / "A.java").write_text(f"class A {{ {text} class B {{ {text} }} }}\n")
    [first, second] = (
        Bug(str(line), "A.java", "f", line, line + 3, text, None, (1,), checkout=str(tmp_path))
        for line in (1, 4)
    )
    lines = [
        row["method"]["start_line"]
        for row in mutants([first, second], "variable-renaming", limit_per_method=1)
    ]
    assert lines == [1, 4]


@pytest.mark.parametrize(
    ("preset", "wanted", "k"),
    [
        ("robustnpr-d", {"variable-renaming", "useless-cast"}, 100),
        ("robustnpr-b", {"variable-renaming", "useless-cast", "unused-variable", "new-variable"}, 1),
        ("leakage-study", {"variable-renaming", "reorder-condition"}, 200),
    ],
)
def test_presets_are_the_mutators_of_the_papers(bugs: Path, preset: str, wanted: set[str], k: int) -> None:
    found = list(mutants(bugs, preset=preset))
    assert {row["mutator"] for row in found} == wanted == set(PRESETS[preset].mutators)
    assert {row["preset"] for row in found} == {preset}
    assert PRESETS[preset].k == k


def test_limits_are_for_each_bug(bugs: Path) -> None:
    assert len(list(mutants(bugs, limit_per_method=2))) == 4
    few = list(mutants(bugs, ["variable-renaming", "useless-cast"], limit_per_mutator=1))
    assert [row["mutator"] for row in few].count("variable-renaming") == 2


@pytest.mark.parametrize(
    ("old", "new", "count"),
    [
        ("sum", "((int) sum)", 5),
        ("a", "b", 2),
        ("", "int unused = 0; ", 5),
        ("a < b", "b > a", 2),
        ("x", "x", 0),
    ],
)
def test_changed_tokens_are_those_that_are_not_on_both_sides(old: str, new: str, count: int) -> None:
    assert changed_tokens([Edit(0, old, new)]) == count
    assert changed_tokens([Edit(0, old, new), Edit(50, new, old)]) == 2 * count


def test_the_command_writes_the_same_bytes_whatever_the_jobs(bugs: Path) -> None:
    for number, options in enumerate(((), ("--jobs", 2), ("--parts", "parts", "--part-rows", 1))):
        out = () if "--parts" in options else ("--out", f"{number}.jsonl")
        done = run("robustness", "mutants", bugs, "--preset", "r-diversity", "--seed", 5, *options, *out)
        assert done.exit_code == 0, done.output
    assert done.stderr.endswith("mutants of 2 bugs; bugs: 2 read, 2 kept\n")
    assert "robustnpr-d: variable-renaming " in done.stderr
    first = Path("0.jsonl").read_bytes()
    assert first == Path("1.jsonl").read_bytes()
    assert first == b"".join(part.read_bytes() for part in sorted(Path("parts").glob("part-*.jsonl")))
    assert rows(first) == [json.loads(json.dumps(row)) for row in mutants(bugs, preset="r-diversity", seed=5)]
    assert listed(Path()) == ["0.jsonl", "1.jsonl", "bugs", "bugs.jsonl", "parts"]


def test_a_run_that_was_stopped_goes_on_unless_the_file_of_a_bug_changed(
    bugs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stop(Exception):
        pass

    out, options = Path("m.jsonl"), MutantOptions(Choice(("variable-renaming",)))

    def stop(*_: object) -> None:
        raise Stop

    with monkeypatch.context() as patched:
        patched.setattr("equimorph.bulk.outputs.shutil.copyfileobj", stop)
        with pytest.raises(Stop):
            write_mutants(Target(out), bugs, options, raised)
    assert Path("m.jsonl.partial").is_dir()
    assert not out.exists()
    source = Path("bugs/Math-1b", PATH)
    text = source.read_text()
    source.write_text(text.replace("int low", "long low"))
    with pytest.raises(BulkError, match="made with other sha256"):
        write_mutants(Target(out), Path("bugs.jsonl"), options, raised)
    source.write_text(text)
    made, count = write_mutants(Target(out), Path("bugs.jsonl"), options, raised)
    assert (made, count.kept) == (len(rows(out)), 2)
    assert rows(out) == [json.loads(json.dumps(row)) for row in mutants("bugs.jsonl", "variable-renaming")]


def test_bad_bugs_are_named_and_the_rest_goes_on(bugs: Path) -> None:
    good = bugs.read_text().splitlines()
    lines = ["{", good[0], '{"id": "a/b"}', "", good[0], good[1]]
    Path("some.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    done = run("robustness", "mutants", "some.jsonl.gz", "--mutator", "variable-renaming", "--out", "m.jsonl")
    assert done.exit_code == 1
    assert done.stderr.splitlines()[:3] == [
        "error: some.jsonl.gz:1: not JSON: expecting property name enclosed in double quotes at character 3",
        "error: some.jsonl.gz:3: field 'id' is 'a/b': it must be a text without a slash",
        "error: some.jsonl.gz:5: a second row of Math-1b:Range.has:6",
    ]
    assert done.stderr.splitlines()[-1].endswith("bugs: 5 read, 2 kept, 3 dropped (bad row: 3); 3 failed")
    assert {row["bug_id"] for row in rows(Path("m.jsonl"))} == {
        "Math-1b:Range.has:6",
        "Math-2b:Range.clip:12",
    }
    with pytest.raises(MutationError, match=r"^some\.jsonl\.gz:1: not JSON"):
        list(mutants("some.jsonl.gz"))


def test_a_bug_without_mutants_is_named_and_counted(bugs: Path) -> None:
    bare = Bug("bare", "B.java", "g", 7, 7, "void g() { h(); }", None, (1,))
    broken = Bug("broken", "C.java", "g", 8, 8, "int g() { return ; ; ( }", None, (1,))
    write_rows(Path("more.jsonl"), [bare, broken])
    done = run("robustness", "mutants", "more.jsonl", "--out", "m.jsonl", "-m", "variable-renaming")
    assert done.exit_code == 0
    assert done.stderr.splitlines() == [
        "B.java:7: g skipped: no mutant can be made",
        "C.java:8: g skipped: the grammar finds a syntax error at line 1",
        "0 mutants of 2 bugs; bugs: 2 read, 2 kept; 2 members skipped",
    ]


def test_bugs_that_left_their_checkout_and_breaking_mutators_are_noted(bugs: Path) -> None:
    Path("bugs/Math-1b", PATH).unlink()
    done = run("robustness", "mutants", bugs, "--mutator", "operator-mutation", "--out", "m.jsonl")
    assert done.exit_code == 0
    assert done.stderr.splitlines()[:2] == [
        "operator-mutation breaks behaviour: a repair of its mutants need not be one of the original",
        "1 of the bugs are not in their checkout: only the text of the method was known",
    ]
    assert {row["relation"] for row in rows(Path("m.jsonl"))} == {"breaking"}
    done = run("robustness", "mutants", bugs, "--mutator", "log-statement", "--out", "n.jsonl")
    assert done.stderr.splitlines()[0] == (
        "log-statement prints: a test that reads the output may fail on its mutants"
    )
    assert {row["relation"] for row in rows(Path("n.jsonl"))} == {"preserving-but-for-output"}


def test_standard_input_and_output_are_dashes(bugs: Path) -> None:
    from typer.testing import CliRunner

    from equimorph.cli import app

    arguments = ["robustness", "mutants", "-", "-m", "variable-renaming", "--quiet"]
    done = CliRunner().invoke(app, arguments, input="{\n" + bugs.read_text())
    assert done.exit_code == 1
    assert done.stderr.startswith("error: standard input:1: not JSON")
    assert rows(done.stdout) == [json.loads(json.dumps(row)) for row in mutants(bugs, "variable-renaming")]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--preset", "r-divers"), "no preset 'r-divers'; did you mean r-diversity?"),
        (("--preset", "r-diversity", "-m", "useless-cast"), "give either a preset or mutators"),
        (("--preset", "r-behaviour", "--purity", "proven"), "--purity is an option of"),
        (("--parts", "p", "--restart"), "--restart is for --out"),
        (("--parts", "p", "--out", "o.jsonl"), "give either --out or --parts"),
        (("--part-rows", "2"), "--part-rows and --format need --parts"),
    ],
)
def test_bad_options_are_refused(bugs: Path, options: Sequence[str], message: str) -> None:
    done = run("robustness", "mutants", bugs, *options)
    assert done.exit_code == 2
    assert message in done.stderr.replace("\n", " ")
