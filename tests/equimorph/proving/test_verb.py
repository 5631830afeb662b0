"""`verify --prove`: rows and trees, workers, what a kill leaves, and options that do not go together."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.equimorph.conftest import listed, rows, run
from tests.killing import EQUIMORPH, killed

FLAT = ["--prove", "--quiet"]


@pytest.fixture
def mutants(folder: Path) -> Path:
    run("mutate", "Cart.java", "--seed", "1", "--full", "--out", "mutants.jsonl")
    return folder / "mutants.jsonl"


def test_counts_and_rows(mutants: Path) -> None:
    count = len(rows(mutants))
    result = run("verify", mutants, "--prove", "--out", "proofs.jsonl")
    assert result.exit_code == 0, result.output
    found = rows(mutants.with_name("proofs.jsonl"))
    assert [row["id"] for row in found] == [row["id"] for row in rows(mutants)]
    assert {row["proof"] for row in found} == {"proved"}
    by = {how: sum(row["proof_how"] == how for row in found) for how in ("bytes", "graph")}
    assert result.stdout == (
        f"proof of preserving: {count} proved ({by['bytes']} by bytes, {by['graph']} by graph)\n"
    )
    assert result.stderr.endswith(f"{count} rows\n")
    assert listed(mutants.parent) == ["Cart.java", "mutants.jsonl", "proofs.jsonl"]


def test_the_output_does_not_depend_on_the_workers(mutants: Path) -> None:
    one = run("verify", mutants, *FLAT, "--out", "-").stdout
    two = run("verify", mutants, *FLAT, "--out", "two.jsonl.gz", "--jobs", "2")
    assert two.exit_code == 0
    assert gzip.decompress(Path("two.jsonl.gz").read_bytes()).decode() == one


def test_breaking_mutants_and_the_first_places(folder: Path) -> None:
    run("mutate", "Cart.java", "-m", "operator-mutation", "--full", "--out", "breaking.jsonl")
    result = run("verify", "breaking.jsonl", "--prove")
    count = len(rows(folder / "breaking.jsonl"))
    assert (result.exit_code, result.stdout) == (0, f"proof of breaking: 0 proved, {count} unproved\n")
    assert "unproved:" not in result.stderr  # they are meant to differ


def test_an_unproved_preserving_mutant_is_named(folder: Path, mutants: Path) -> None:
    (folder / "one.jsonl").write_text(
        "".join(json.dumps({**row, "relation": "preserving"}) + "\n" for row in rows(mutants)[:1])
    )
    run("mutate", "Cart.java", "-m", "operator-mutation", "--full", "--out", "breaking.jsonl")
    wrong = {**rows(folder / "breaking.jsonl")[0], "relation": "preserving"}
    with (folder / "one.jsonl").open("a") as stream:
        stream.write(json.dumps(wrong) + "\n")
    result = run("verify", "one.jsonl", "--prove")
    assert result.exit_code == 0
    assert result.stdout.startswith("proof of preserving: 1 proved (1 by ")
    assert f"unproved: {wrong['id']}: shop.Cart." in result.stderr


def test_damaged_rows_are_named_and_the_rest_goes_on(mutants: Path) -> None:
    lines = mutants.read_text().splitlines()
    lines[1] = lines[1].replace('"mutant": "', '"mutant": "x').replace('"mutant":"', '"mutant":"x')
    lines[2] = "{"
    mutants.write_text("\n".join(lines) + "\n")
    result = run("verify", mutants, "--prove", "--out", "proofs.jsonl")
    assert result.exit_code == 1
    assert f"error: {mutants}: line 2: (" in result.stderr
    assert f"error: {mutants}: line 3: " in result.stderr
    found = rows(mutants.with_name("proofs.jsonl"))
    assert [row["proof"] for row in found].count("no-opinion") == len(lines) - len(found)
    assert len(found) == len(lines) - 1


def test_a_tree_has_a_row_for_each_file(folder: Path) -> None:
    (folder / "src").mkdir()
    (folder / "Cart.java").rename(folder / "src" / "Cart.java")
    run("rewrite", "src", "--out", "out", "--seed", "1", "--per-method", "3")
    result = run("verify", "--prove", "--tree", "out", "--original", "src", "--out", "files.jsonl")
    assert (result.exit_code, result.stdout) == (0, "proof: 1 proved (1 by graph)\n")
    assert rows(folder / "files.jsonl") == [
        {"path": "Cart.java", "proof": "proved", "proof_how": "graph", "proof_reason": None, "obstacles": []}
    ]
    changed = folder / "out" / "Cart.java"
    changed.write_text(changed.read_text().replace("public class Cart {", "public class Cart { int more;"))
    result = run("verify", "--prove", "--tree", "out", "--original", "src")
    assert result.stdout == "proof: 0 proved, 1 unproved\n"
    assert "unproved: Cart.java: the class shop/Cart has other fields" in result.stderr
    (folder / "src" / "Other.java").write_text("class Other { }")
    result = run("verify", "--prove", "--tree", "out", "--original", "src")
    assert result.exit_code == 1
    assert "out/Other.java: no such file, but src/Other.java" in result.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--prove"], "give a file of rows, or --tree and --original"),
        (["mutants.jsonl", "--prove", "--tree", ".", "--original", "."], "give a file of rows, or --tree"),
        (["--tree", ".", "--original", "."], "--tree and --original go together, with --prove"),
        (["--prove", "--tree", "."], "--tree and --original go together, with --prove"),
        (["mutants.jsonl", "--prove", "--javac"], "--prove is a check of its own"),
        (["mutants.jsonl", "--prove", "--equivalence"], "--prove is a check of its own"),
        (["mutants.jsonl", "--prove", "--restart"], "--restart needs --prove and --out"),
        (["mutants.jsonl", "--jobs", "2"], "--jobs needs --tests or --prove"),
        ([], "give a file of rows"),
        (["mutants.jsonl", "--prove", "--timeout", "3"], "--timeout need --tests"),
    ],
)
def test_options_that_do_not_go_together(mutants: Path, options: list[str], message: str) -> None:
    result = run("verify", *options)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert listed(mutants.parent) == ["Cart.java", "mutants.jsonl"]


def test_a_killed_run_goes_on(mutants: Path) -> None:
    lines = len(rows(mutants))
    partial = mutants.with_name("proofs.jsonl.partial")
    command = [*EQUIMORPH, "verify", mutants, "--prove", "--out", "proofs.jsonl"]
    killed(command, "proofs.jsonl.partial/receipts/part-*.json")
    assert not Path("proofs.jsonl").exists()
    result = run("verify", mutants, "--prove", "--out", "proofs.jsonl")
    assert result.exit_code == 0, result.output
    assert "1 of 2 parts are done already" in result.stderr
    assert len(rows(Path("proofs.jsonl"))) == lines
    assert not partial.exists()
    changed = run("verify", mutants, "--prove", "--out", "proofs.jsonl", "--classpath", "x")
    assert changed.exit_code == 0  # nothing is left of the run that is over
