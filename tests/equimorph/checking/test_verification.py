"""verify finds what is wrong, and only that."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from mutators import defaults
from parsers.oracles.jdk import Jdk
from tests.equimorph.conftest import SAMPLE, run

# Does not compile: `missing` is not declared.
UNRESOLVED = SAMPLE.replace("int sum = total;", "int sum = missing;")


def made(
    text: str = SAMPLE,
    *,
    full: bool = False,
    path: str | None = "shop/Cart.java",
    mutators: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    source = em.parse(text, path)
    return [em.row(mutant, full=full) for mutant in em.mutate(source, mutators, seed=1)]


def forged(original: str, mutant: str, *, offset: int = 0) -> dict[str, Any]:
    """A row that agrees with itself, of a mutant that no mutator of ours would make."""
    one = made()[0]
    edits = (em.Edit(0, original, mutant),)
    base = em.Mutation.from_dict(one["mutation"])
    record = em.Mutation(base.site, edits, "", "", 1, 0).rebase(0, original.encode(), mutant.encode())
    return {
        **one,
        "id": record.id,
        "original": original,
        "mutant": mutant,
        "mutation": record.to_dict(),
        "offset": offset,
    }


def test_mutants_pass(tmp_path: Path) -> None:
    loop = "while (left > 9) left--;\n        return left == right ? true : right > 3;"
    rows = made(SAMPLE.replace("return left == right;", loop), full=True)
    assert {row["mutator"] for row in rows} == set(defaults())
    found = list(em.verify(rows))
    assert len(found) == len(rows)
    for number, verification in enumerate(found, 1):
        assert verification.ok
        assert verification.number == number
        assert dict(verification.outcomes) == dict.fromkeys(("record", "tree-sitter", "javalang"), "passed")
    path = tmp_path / "rows.jsonl"
    rows = made()
    path.write_text("".join(json.dumps(row) + "\n\n" for row in rows))
    assert [verification.number for verification in em.verify(path)] == list(range(1, 2 * len(rows), 2))


def test_bad_rows_fail_and_the_others_are_checked(tmp_path: Path) -> None:
    first, second, *_ = made()
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(["{]", json.dumps({**first, "id": "x"}), json.dumps(second), "{}"]))
    found = list(em.verify(path))
    assert [verification.ok for verification in found] == [False, False, True, False]
    assert [verification.id for verification in found[:3]] == [None, first["id"], second["id"]]
    assert "not JSON" in found[0].failures[0]
    assert "id is 'x'" in found[1].failures[0]


def test_a_new_syntax_error_fails() -> None:
    [found] = em.verify([forged("int f() { return 1; }", "int f() { return 1 }")])
    assert found.outcomes == {"record": "passed", "tree-sitter": "failed", "javalang": "failed"}
    assert found.failures[0] == "tree-sitter: syntax error at line 1"
    assert found.failures[1].startswith("javalang: Expected ';'")


def test_the_file_around_the_member_is_looked_at_too() -> None:
    row = forged("int f() { return 1; }", "int f() { return 1 }", offset=10)
    row["mutant_file"] = "class A { int f() { return 1 } }"
    [found] = em.verify([row])
    assert found.outcomes["tree-sitter"] == "failed"
    assert sum(failure.startswith("tree-sitter") for failure in found.failures) == 2


def test_an_error_in_the_file_counts_where_the_member_alone_has_none() -> None:
    row = forged("int f() { return 1; }", "int f() { return 1; } //", offset=10)
    row["mutant_file"] = "class A { int f() { return 1; } // }"
    [found] = em.verify([row])
    assert found.outcomes["tree-sitter"] == "failed"
    assert found.outcomes["javalang"] == "passed"


def test_javalang_alone_sees_what_tree_sitter_accepts() -> None:
    [found] = em.verify([forged("void f() { int count = 1; }", "void f() { int goto = 1; }")])
    assert found.outcomes == {"record": "passed", "tree-sitter": "passed", "javalang": "failed"}


def test_what_the_original_does_not_pass_is_no_opinion() -> None:
    modern = "int f(int a) { return switch (a) { default -> 1; }; }"
    [found] = em.verify([forged(modern, modern.replace("(int a)", "(int b)"))])
    assert found.outcomes == {"record": "passed", "tree-sitter": "passed", "javalang": "no opinion"}
    [found] = em.verify([forged("int f() { return 1 }", "int f() { return }")])
    assert found.outcomes["tree-sitter"] == "no opinion"
    assert found.ok


def test_javac_compiles_members_and_files(jdk: Jdk) -> None:
    assert all(found.outcomes["javac"] == "passed" for found in em.verify(made(full=True), jdk=jdk))
    assert all(
        found.outcomes["javac"] == "passed" for found in em.verify(made(full=True, path=None), jdk=jdk)
    )
    methods = [row["method"]["name"] for row in made()]
    outcomes = dict(
        zip(methods, (found.outcomes["javac"] for found in em.verify(made(), jdk=jdk)), strict=True)
    )
    assert outcomes == {
        "add": "no opinion",
        "same": "passed",
    }  # add reads a field that its text alone has not
    assert {found.outcomes["javac"] for found in em.verify(made(UNRESOLVED, full=True), jdk=jdk)} == {
        "no opinion"
    }


def test_javac_sees_what_parsers_accept(jdk: Jdk) -> None:
    member = forged("int f(int a) { return a; }", "int f(int a) { return b; }")
    file = {**member, "offset": 10, "mutant_file": "class A { int f(int a) { return b; } }", "path": None}
    for row in (member, file):
        [found] = em.verify([row], jdk=jdk)
        assert found.outcomes["javalang"] == "passed"
        assert found.outcomes["javac"] == "failed"
        assert found.failures[0].startswith("javac: line 1: ")


def test_javac_finds_sources_in_the_source_path(jdk: Jdk, tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "Base.java").write_text("package shop; class Base { int missing; }")
    text = UNRESOLVED.replace("class Cart", "class Cart extends Base")
    found = list(em.verify(made(text, full=True), jdk=jdk, sourcepath=[tmp_path]))
    assert {verification.outcomes["javac"] for verification in found} == {"passed"}


def test_the_file_of_the_path_is_compiled_if_it_has_the_original(jdk: Jdk, tmp_path: Path) -> None:
    path = tmp_path / "Cart.java"
    path.write_text(SAMPLE)
    rows = [row for row in made(path=str(path)) if "total" in row["original"]]
    assert {found.outcomes["javac"] for found in em.verify(rows, jdk=jdk)} == {"passed"}
    path.write_text("// another\n" + SAMPLE)
    assert {found.outcomes["javac"] for found in em.verify(rows, jdk=jdk)} == {"no opinion"}


def test_a_file_that_is_no_text_is_as_good_as_none(jdk: Jdk, tmp_path: Path) -> None:
    path = tmp_path / "Cart.java"
    path.write_bytes(SAMPLE.encode() + b"// caf\xe9")
    rows = made(path=str(path), mutators=["reorder-condition"])
    assert [found.outcomes["javac"] for found in em.verify(rows, jdk=jdk)] == ["no opinion", "passed"]


def test_a_path_that_is_no_text_does_not_name_the_file_for_javac(jdk: Jdk) -> None:
    rows = made(full=True, path="caf\udce9.java", mutators=["reorder-condition"])
    assert [found.outcomes["javac"] for found in em.verify(rows, jdk=jdk)] == ["passed", "passed"]


def test_statements_are_not_for_javac(jdk: Jdk) -> None:
    [found] = em.verify(
        made("int count = 1; if (count < 2) use(count);", mutators=["reorder-condition"]), jdk=jdk
    )
    assert found.outcomes == {"record": "passed", "tree-sitter": "passed", "javalang": "passed"}


def test_no_opinion_comes_with_its_reason(tmp_path: Path, jdk: Jdk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "boolean f(int a) { return a < total; }\n"
    texts = [em.row(one) for one in em.mutate(text, ["reorder-condition", "condition-exchange"])]
    found = list(em.verify(texts, jdk=jdk))
    assert {one.outcomes["javac"] for one in found} == {"no opinion"}
    assert "the original does not pass: " in found[0].reasons["javac"]
    assert "total" in found[0].reasons["javac"]
    assert [sorted(one.reasons) for one in found] == [["javac"]] * len(texts)
    Path("rows.jsonl").write_text("".join(json.dumps(one) + "\n" for one in texts))
    done = run("verify", "rows.jsonl", "--javac")
    [line] = [line for line in done.stderr.splitlines() if "no opinion" in line]
    assert line.startswith(
        f"javac has no opinion: rows.jsonl: line 1 ({texts[0]['id']}): the original does not pass: "
    )
    assert f"; and {len(texts) - 1} more row" in line
    assert line.endswith("rows made with --full, give javac what is around a member)")
    assert (done.exit_code, f"javac: {len(texts)} no opinion" in done.stdout) == (0, True)
    assert run("verify", "rows.jsonl", "--javac", "-q").stderr == ""
    assert next(iter(em.verify(texts))).reasons == {}
