"""Perturbed candidates: what changes, what stays, labels, and the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from equimorph import metrics
from equimorph.metrics import MetricError, Perturbing, judge, perturb
from equimorph.metrics.perturbing import How
from mutators import Mutation
from tests.equimorph.conftest import rows as read
from tests.equimorph.conftest import run

JAVA = "int f(int a, int b) { int r = 0; for (int i = 0; i < a; i++) { r += b; } return r; }"
PYTHON = """\
def f(a, b):
    r = 0
    for i in range(a):
        if i < b:
            r = r + 1
        else:
            r = r - 1
    return r
"""


def pair(id: str, lang: str = "java", passed: bool | None = True, **fields: object) -> dict[str, Any]:
    code = JAVA if lang == "java" else PYTHON
    return {"id": id, "lang": lang, "candidate": code, "reference": code, "passed": passed, **fields}


def ran(code: str) -> list[int]:
    space: dict[str, Any] = {}
    exec(code, space)
    return [space["f"](a, b) for a in range(5) for b in range(5)]


def test_sketches() -> None:
    [o2s] = perturb(
        [pair("a", "python", outcome="pass", scores={"bleu": 1}, undefined={})], Perturbing("o2s")
    )
    assert o2s["candidate"].splitlines()[:3] == [
        "def f(arg_0, arg_1):",
        "    var_0 = 0",
        "    for var_1 in range(arg_0):",
    ]
    assert o2s["reference"] == PYTHON
    assert (o2s["id"], o2s["source_id"], o2s["perturbation"]) == ("a/o2s", "a", "o2s")
    assert (o2s["passed"], o2s["outcome"]) == (True, "pass")
    assert not {"scores", "undefined", "seed", "unperturbed"} & set(o2s)
    [s2s] = perturb([pair("a")], Perturbing("s2s"))
    assert s2s["candidate"] == s2s["reference"] != JAVA


def test_exchanges_preserve_and_their_records_invert() -> None:
    made = list(perturb([pair("a", "python"), pair("b")], Perturbing("syntactic", seeds=(0, 1, 2, 3, 4))))
    assert [row["id"] for row in made[:3]] == ["a/syntactic/0", "b/syntactic/0", "a/syntactic/1"]
    assert len({row["candidate"] for row in made if row["lang"] == "python"}) > 1
    for row in made:
        assert row["passed"] is True
        assert row["candidate"] != row["reference"]
        text = row["candidate"]
        for record in reversed(row["mutations"]):
            text = em.invert(text, Mutation.from_dict(record))
        assert text == row["reference"]
        if row["lang"] == "python":
            assert ran(row["candidate"]) == ran(PYTHON)


def test_larger_shares_hold_the_smaller_ones_and_failing_candidates_stay() -> None:
    rows = [pair(f"{n}", "python", passed=n % 3 != 0) for n in range(30)]
    made = list(perturb(rows, Perturbing("semantic", seeds=(3,))))
    broken = {
        share: {
            row["source_id"]
            for row in made
            if row["perturbation"] == f"semantic-{share}" and "mutations" in row
        }
        for share in (25, 50, 75, 100)
    }
    assert [len(broken[share]) for share in (25, 50, 75, 100)] == [5, 10, 15, 20]
    assert broken[25] < broken[50] < broken[75] < broken[100] == {f"{n}" for n in range(30) if n % 3}
    for row in made:
        if "mutations" in row:
            assert row["passed"] is None
            assert row["candidate"] != PYTHON
        else:
            assert (row["passed"], row["candidate"]) == (int(row["source_id"]) % 3 != 0, PYTHON)


def test_labels_of_broken_candidates_are_unknown_unless_they_are_trusted() -> None:
    rows = [pair("a", outcome="pass", compiled=True), pair("b", passed=None)]
    made = list(perturb(rows, Perturbing("semantic", shares=(100,))))
    assert [row["passed"] for row in made] == [None, None]
    assert not {"outcome", "compiled"} & set(made[0])
    made = list(perturb(rows, Perturbing("semantic", shares=(100,), trust_label=True)))
    assert [row["passed"] for row in made] == [False, None]


def test_if_all_fail_the_error_is_the_mean_score() -> None:
    rows = [pair(f"{n}", lang) for n, lang in enumerate(("java", "python") * 4)]
    made = perturb(rows, Perturbing("semantic", shares=(100,), trust_label=True))
    [found] = judge(metrics.scored(made, metrics.Asked(("bleu", "ed"), {})))
    assert found.group == "semantic-100"
    for one in found.metrics:
        assert one.error.value == pytest.approx(one.mean)
        assert one.constants["always-0"].value == 0


@pytest.mark.parametrize("how", ["o2s", "s2s", "syntactic", "semantic"])
def test_what_cannot_be_perturbed_stays_with_its_reason(how: How) -> None:
    rows = [
        {**pair(f"{n}", lang), "candidate": text}
        for n, (lang, text) in enumerate(
            [
                ("java", "int f( {"),
                ("python", "def f(:"),
                ("java", ""),
                ("python", "\ud800"),
                ("python", "x = (" * 3000),
            ]
        )
    ]
    for row in perturb(rows, Perturbing(how)):
        assert row["candidate"] == rows[int(row["source_id"])]["candidate"]
        assert row["passed"] is True
    reasons = {row["source_id"]: row.get("unperturbed") for row in perturb(rows, Perturbing(how))}
    assert reasons["0"]
    assert reasons["1"]


def test_rows_do_not_depend_on_their_order() -> None:
    rows = [pair(f"{n}", "python") for n in range(6)]
    for how in (Perturbing("syntactic"), Perturbing("semantic")):
        one, two = ({row["id"]: row for row in perturb(given, how)} for given in (rows, rows[::-1]))
        assert one == two


@pytest.mark.parametrize(
    "options",
    [
        {"how": "x"},
        {"how": "semantic", "shares": (0,)},
        {"how": "semantic", "shares": (50, 50)},
        {"how": "syntactic", "seeds": ()},
    ],
)
def test_mistakes_are_named(options: dict[str, Any]) -> None:
    with pytest.raises(MetricError):
        Perturbing(**options)


def test_the_command(tmp_path: Path) -> None:
    path, out = tmp_path / "pairs.jsonl", tmp_path / "out.jsonl"
    path.write_text(
        "".join(
            json.dumps(row) + "\n" for row in [pair("a"), {**pair("b"), "candidate": "int f("}, {"id": "c"}]
        )
    )
    done = run("metrics", "perturb", path, "--how", "syntactic", "--out", out)
    assert done.exit_code == 1
    assert "pairs.jsonl:3: no 'lang'" in done.output
    assert "5 rows as before: " in done.output
    assert [row["id"] for row in read(out)] == [f"{id}/syntactic/{seed}" for seed in range(5) for id in "ab"]
    done = run(
        "metrics",
        "perturb",
        path,
        "--how",
        "semantic",
        "--share",
        "50",
        "--trust-label",
        "--seed",
        "1",
        "--out",
        out,
    )
    assert {row["perturbation"] for row in read(out)} == {"semantic-50"}
    for wrong in (
        ["--how", "o2s", "--seed", "1"],
        ["--how", "o2s", "--share", "5"],
        ["--how", "semantic", "--share", "101"],
        ["--how", "odd"],
    ):
        assert run("metrics", "perturb", path, *wrong).exit_code == 2


def test_rows_that_were_perturbed_before_keep_nothing_of_it() -> None:
    [stuck] = perturb([pair("a", candidate="int f() { return 1; }")], Perturbing("syntactic", (3,)))
    assert stuck["seed"] == 3
    assert stuck["unperturbed"] == "no exchange applies"
    [found] = perturb([{**stuck, "candidate": JAVA}], Perturbing("o2s"))
    assert found["candidate"] != JAVA
    assert not {"seed", "unperturbed", "mutations"} & found.keys()
