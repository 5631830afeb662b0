"""PV and ranks: the cells of tables 4 and 8 of the leakage study, and entries that are wrong."""

from __future__ import annotations

import json
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from equimorph import leakage
from equimorph.cli import app
from equimorph.leakage.pv import pv
from mutators import MutationError
from tests.equimorph.conftest import run

ROOT = Path(__file__).resolve().parents[3]

# By benchmark: system, O, L, printed PV and share, printed ranks: by O, by O - L, by share.
TABLE_4: dict[str, list[tuple[Any, ...]]] = {
    "Defects4J v1.2.0": [
        ("AlphaRepair", 74, 10, "86.91", "13.51", 1, 1, 1),
        ("CIRCLE", 64, 11, "82.81", "17.19", 3, 3, 3),
        ("CoCoNuT", 44, 9, "79.55", "20.45", 8, 7, 6),
        ("CURE", 57, 11, "80.70", "19.30", 4, 4, 4),
        ("DEAR", 47, 12, "74.47", "25.53", 6, 6, 9),
        ("DLFix", 40, 9, "77.50", "22.50", 9, 8, 7),
        ("Recoder", 53, 12, "77.36", "22.64", 5, 5, 8),
        ("RewardRepair", 45, 24, "46.67", "53.33", 7, 9, 10),
        ("SequenceR", 14, 2, "85.71", "14.29", 10, 10, 2),
        ("TRANSFER", 67, 13, "80.60", "19.40", 2, 2, 5),
    ],
    "Defects4J v2.0.0": [
        ("AlphaRepair", 36, 7, "80.56", "19.44", 2, 2, 2),
        ("CURE", 19, 2, "89.47", "10.53", 3, 3, 1),
        ("Recoder", 19, 9, "52.63", "47.37", 4, 4, 5),
        ("RewardRepair", 45, 10, "77.78", "22.22", 1, 1, 3),
        ("TRANSFER", 6, 2, "66.67", "33.33", 5, 5, 4),
    ],
    "QuixBugs": [
        ("AlphaRepair", 28, 1, "96.43", "3.57", 1, 1, 2),
        ("CoCoNuT", 13, 1, "92.31", "7.69", 5, 4, 4),
        ("CURE", None, 0, "100.00", "0.00", 2, 2, 1),
        ("Recoder", None, None, None, None, 4, 5, None),
        ("RewardRepair", 20, 1, "95.00", "5.00", 3, 3, 3),
    ],
    "Bugs.jar": [
        ("RewardRepair", 97, 25, "74.23", "25.77", 2, 1, 1),
        ("DLFix", None, None, None, None, 1, 2, None),
    ],
}
MISPRINTED = {("Defects4J v1.2.0", "AlphaRepair"): "86.49"}
# Printed as 86.91, though 13.51 % are leaked.

# System, O, L, overlap, printed PV, printed share of the overlap in L.
TABLE_8 = [
    ("CoCoNuT", 44, 9, 5, "89.74", "55.56"),
    ("RewardRepair", 45, 24, 13, "65.63", "54.17"),
    ("SequenceR", 14, 2, 1, "92.31", "50.00"),
    ("Recoder", 53, 12, 7, "89.13", "58.33"),
]


def table_4() -> list[dict[str, Any]]:
    entries = []
    for benchmark, systems in TABLE_4.items():
        for system, original, leaked, _, _, place, without, _ in systems:
            entry = {"system": system, "benchmark": benchmark, "original": original, "leaked": leaked}
            if original is None:
                entry |= {"rank_original": place, "rank_without": without}
            entries.append(entry)
    return entries


def percent(ratio: dict[str, Any] | None) -> str | None:
    return None if ratio is None else ratio["percent"]


def half_up(numerator: int, denominator: int) -> str:
    exact = Decimal(100) * numerator / denominator
    return str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))


def test_every_cell_of_table_4_but_the_misprinted_one_is_computed_again() -> None:
    found = {(row["benchmark"], row["system"]): row for row in pv(table_4())}
    computed = {
        benchmark: [
            (
                system,
                row["original"],
                row["leaked"],
                percent(row["pv"]),
                percent(row["share"]),
                row["rank_original"],
                row["rank_without"],
                row["rank_share"],
            )
            for system, *_ in systems
            for row in [found[benchmark, system]]
        ]
        for benchmark, systems in TABLE_4.items()
    }
    printed = {
        benchmark: [
            (s, o, leaked, MISPRINTED.get((benchmark, s), true), *rest)
            for s, o, leaked, true, *rest in systems
        ]
        for benchmark, systems in TABLE_4.items()
    }
    assert computed == printed


def test_every_ratio_of_table_4_by_decimal_arithmetic_and_both_shares_are_all() -> None:
    for row in pv(table_4()):
        if row["original"] is None:
            continue
        o, leaked = row["original"], row["leaked"]
        assert (percent(row["pv"]), percent(row["share"])) == (half_up(o - leaked, o), half_up(leaked, o))
        assert row["pv"]["numerator"] + row["share"]["numerator"] == o == row["truth"]
        assert row["pv"]["value"] == pytest.approx(1 - row["share"]["value"])


def test_ranks_of_known_systems_by_counting_who_is_better() -> None:
    """A second computation: a rank is one more than how many are better, or as good and before it by the original rank."""
    for benchmark in ("Defects4J v1.2.0", "Defects4J v2.0.0"):
        rows = [row for row in pv(table_4()) if row["benchmark"] == benchmark]
        for row in rows:
            for rank, value in (
                ("rank_without", lambda r: r["original"] - r["leaked"]),
                ("rank_share", lambda r: -r["leaked"] / r["original"]),
            ):
                better = sum(value(other) > value(row) for other in rows)
                before = sum(
                    value(other) == value(row) and other["rank_original"] < row["rank_original"]
                    for other in rows
                )
                assert row[rank] == 1 + better + before, row


@pytest.mark.parametrize(("system", "original", "leaked", "overlap", "printed", "share"), TABLE_8)
def test_table_8_divides_by_what_is_left_of_the_truth(
    system: str, original: int, leaked: int, overlap: int, printed: str, share: str
) -> None:
    [row] = pv([{"system": system, "original": original, "leaked": leaked, "overlap": overlap}])
    assert percent(row["pv"]) == printed == half_up(original - leaked, original - overlap)
    assert row["truth"] == original - overlap
    assert half_up(row["overlap"], row["leaked"]) == share


def test_the_command_prints_the_share_of_the_overlap_as_table_8_has_it(tmp_path: Path) -> None:
    (tmp_path / "systems.json").write_text(
        json.dumps(
            [dict(zip(("system", "original", "leaked", "overlap"), row, strict=False)) for row in TABLE_8]
        )
    )
    text = run("leakage", "pv", tmp_path / "systems.json").stdout
    shown = {line.split()[0]: line for line in text.splitlines()[1:]}
    for system, _, _, overlap, printed, share in TABLE_8:
        assert f"{overlap} ({share})" in shown[system]
        assert printed in shown[system].split()


def test_equal_systems_have_the_order_of_their_original_ranks() -> None:
    rows = pv(
        [
            {"system": "late", "original": 10, "leaked": 2},
            {"system": "early", "original": 20, "leaked": 12},
            {"system": "same", "original": 20, "leaked": 4},
        ]
    )
    places = {
        row["system"]: tuple(row[f"rank_{by}"] for by in ("original", "without", "share")) for row in rows
    }
    assert places == {"early": (1, 2, 3), "same": (2, 1, 1), "late": (3, 3, 2)}


def test_a_system_without_numbers_has_no_rank_and_the_others_are_ranked_without_it() -> None:
    first, second = pv(
        [
            {"system": "a", "original": None, "leaked": None},
            {"system": "b", "original": 5, "leaked": 5},
        ]
    )
    assert [first[f"rank_{by}"] for by in ("original", "without", "share")] == [None] * 3
    assert (first["pv"], first["share"], first["truth"]) == (None, None, None)
    assert [second[f"rank_{by}"] for by in ("original", "without", "share")] == [1, 1, 1]
    assert second["pv"]["value"] == 0.0


def test_nothing_of_nothing_is_null_and_never_zero() -> None:
    rows = pv(
        [
            {"system": "none", "original": 0, "leaked": 0},
            {"system": "lost", "original": 3, "leaked": 3, "overlap": 3},
        ]
    )
    assert [(row["pv"]["value"], row["pv"]["percent"]) for row in rows] == [(None, None)] * 2
    assert rows[0]["share"]["value"] is None
    assert rows[0]["rank_share"] is None
    assert rows[0]["rank_original"] == 2


def test_benchmarks_are_ranked_apart() -> None:
    rows = pv([{"system": "a", "benchmark": name, "original": 1, "leaked": 0} for name in ("x", "y")])
    assert [row["rank_original"] for row in rows] == [1, 1]


GOOD = {"system": "good", "original": 4, "leaked": 1}
BAD: list[tuple[object, str]] = [
    (3, "system 2: is no object"),
    (None, "system 2: is no object"),
    ([], "system 2: is no object"),
    ({"original": 1, "leaked": 0}, "system 2: no field 'system'"),
    ({"system": " ", "original": 1, "leaked": 0}, "system 2 ( ): field 'system' is not a text, or empty"),
    ({"system": "a", "leaked": 0}, "system 2 (a): no field 'original'; null stands for"),
    ({"system": "a", "original": 1}, "system 2 (a): no field 'leaked'; null stands for"),
    ({"system": "a", "original": "1", "leaked": 0}, "field 'original' is '1', which is no whole number"),
    ({"system": "a", "original": True, "leaked": 0}, "field 'original' is True, which is no whole number"),
    ({"system": "a", "original": 1.0, "leaked": 0}, "field 'original' is 1.0, which is no whole number"),
    ({"system": "a", "original": 1, "leaked": -1}, "field 'leaked' is -1, which is no whole number"),
    ({"system": "a", "original": 1, "leaked": 2}, "field 'leaked' is 2, more than 'original', which is 1"),
    (
        {"system": "a", "original": 5, "leaked": 2, "overlap": 3},
        "field 'overlap' is 3, more than 'leaked', which is 2",
    ),
    (
        {"system": "a", "original": 5, "leaked": None, "overlap": 6},
        "field 'overlap' is 6, more than 'original', which is 5",
    ),
    (
        {"system": "a", "original": 5, "leaked": 2, "overlaps": 1},
        "unknown field 'overlaps'; did you mean 'overlap'?",
    ),
    ({"system": "a", "benchmark": 7, "original": 5, "leaked": 2}, "field 'benchmark' is not a text"),
    (
        {"system": "good", "original": 5, "leaked": 2},
        "system 2 (good): a second one of this system and benchmark",
    ),
    (
        {"system": "a", "original": 5, "leaked": 2, "rank_share": 1},
        "field 'rank_share' is for a system without the number",
    ),
    (
        {"system": "a", "original": None, "leaked": None, "rank_original": 3},
        "field 'rank_original' is 3, of 2 systems",
    ),
    (
        {"system": "a", "original": None, "leaked": None, "rank_original": 0},
        "field 'rank_original' is 0, of 2 systems",
    ),
    ({"system": "a", "summary": "none.json"}, "none.json: No such file or directory"),
    ({"system": "a", "summary": 5}, "field 'summary' is not a text"),
    ({"system": "a", "summary": "x", "original": 3}, "field 'original' and 'summary'"),
    (
        {"system": "a", "summary": "x", "level": "all"},
        "field 'level' is 'all'; levels are pair, buggy, fixed",
    ),
]


@pytest.mark.parametrize(("entry", "reason"), BAD, ids=[reason[:60] for _, reason in BAD])
def test_a_bad_system_is_reported_with_its_place_and_the_others_go_on(entry: object, reason: str) -> None:
    reasons: list[str] = []
    rows = pv([GOOD, entry], failed=reasons.append)  # type: ignore[list-item]
    assert [row["system"] for row in rows] == ["good"]
    assert rows[0]["rank_original"] == 1
    [message] = reasons
    assert reason in message
    assert message.startswith("systems: system 2")
    with pytest.raises(MutationError, match="system 2"):
        pv([GOOD, entry])  # type: ignore[list-item]


def test_a_rank_that_two_systems_are_given_is_an_error_of_the_first_and_the_second_keeps_it() -> None:
    unknown = {"original": None, "leaked": None, "rank_original": 1}
    reasons: list[str] = []
    rows = pv([{"system": "a", **unknown}, {"system": "b", **unknown}, GOOD], failed=reasons.append)
    assert [(row["system"], row["rank_original"]) for row in rows] == [("b", 1), ("good", 2)]
    assert reasons == ["systems: system 1 (a): field 'rank_original' is 1, as that of another system"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", r"systems\.json:1: no JSON"),
        (b"[\n{},\n}", r"systems\.json:3: no JSON"),
        (b"{}", "neither a list of systems nor an object"),
        (b'{"systems": {}}', "the systems are no list"),
        (b'"AlphaRepair"', "the systems are no list"),
        (b"7", "the systems are no list"),
        (b"[" * 100_000, "no JSON"),
        (b"[" + b"9" * 10_000 + b"]", "no JSON that can be read"),
        (b'["\xff"]', "no UTF-8 at byte 2"),
    ],
)
def test_a_file_that_is_no_list_of_systems_is_one_error(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "systems.json"
    path.write_bytes(data)
    with pytest.raises(MutationError, match=reason):
        pv(path)
    done = run("leakage", "pv", path)
    assert (done.exit_code, done.stderr.count("error")) == (1, 1)


SUMMARY = {
    "bugs": [
        {"benchmark": "B", "bug_id": "1", "repaired": True, "pair": {"exact": 1, "inside": 0, "contains": 0}},
        {"benchmark": "B", "bug_id": "2", "repaired": True, "pair": {"exact": 0, "inside": 0, "contains": 0}},
        {
            "benchmark": "B",
            "bug_id": "3",
            "repaired": False,
            "pair": {"exact": 4, "inside": 0, "contains": 0},
        },
        {"benchmark": "B", "bug_id": "4", "repaired": True, "pair": {"exact": 0, "inside": 2, "contains": 0}},
        {"benchmark": "C", "bug_id": "1", "repaired": True, "pair": {"exact": 0, "inside": 0, "contains": 1}},
    ]
}


def test_a_summary_gives_both_numbers_of_the_repaired_bugs_of_its_benchmark(tmp_path: Path) -> None:
    (tmp_path / "leakage.json").write_text(json.dumps(SUMMARY))
    path = tmp_path / "systems.json"
    path.write_text(
        json.dumps([{"system": "s", "benchmark": name, "summary": "leakage.json"} for name in ("B", "C")])
    )
    assert [(row["original"], row["leaked"]) for row in pv(path)] == [(3, 2), (1, 1)]


def test_a_summary_of_found_leaks_gives_the_numbers_that_are_counted_by_hand(tmp_path: Path) -> None:
    """Five bugs, of which four are repaired; one of those leaks as a pair, and one more by its fix alone."""
    text = "int f%d(int first, int second) { int sum = first %s second; return sum * %d; }"
    samples = [
        leakage.Sample(
            "B", f"B-{n}", 1, (text % (n, "-", n)).encode(), (text % (n, "+", n)).encode(), repaired=n != 4
        )
        for n in range(5)
    ]
    pair, other = samples[1], samples[3]
    items = [
        leakage.Item("t", 1, None, pair.buggy, pair.fixed),
        leakage.Item("t", 2, None, b"int g() { return 1; }", other.fixed),
        leakage.Item("t", 3, None, samples[4].buggy, samples[4].fixed),
    ]
    leaks = leakage.find(items, samples)
    assert len(list(leaks)) > 3
    (tmp_path / "leakage.json").write_text(json.dumps(leaks.summary().data))
    path = tmp_path / "systems.json"
    entries = [
        {"system": level, "summary": "leakage.json", "level": level} for level in ("pair", "buggy", "fixed")
    ]
    path.write_text(json.dumps(entries))
    assert [(row["system"], row["original"], row["leaked"]) for row in pv(path)] == [
        ("pair", 4, 1),
        ("buggy", 4, 1),
        ("fixed", 4, 2),
    ]
    [pair_row, *_] = pv(path)
    assert percent(pair_row["pv"]) == "75.00"


@pytest.mark.parametrize(
    ("entry", "summary", "reason"),
    [
        ({}, SUMMARY, "has several benchmarks; name one: B, C"),
        ({"benchmark": "D"}, SUMMARY, "has no benchmark 'D'; it has B, C"),
        ({"level": "buggy", "benchmark": "B"}, SUMMARY, "bug '1' has no counts of level 'buggy'"),
        ({}, {"bugs": [{"bug_id": "1", "repaired": None}]}, "does not say which bugs are repaired"),
        ({}, {"bugs": [1]}, "is no summary"),
        ({}, [], "is no summary"),
        ({}, "{", "is no JSON"),
    ],
)
def test_a_summary_that_gives_no_numbers_is_an_error(
    tmp_path: Path, entry: dict[str, Any], summary: object, reason: str
) -> None:
    text = summary if isinstance(summary, str) else json.dumps(summary)
    (tmp_path / "leakage.json").write_text(text)
    path = tmp_path / "systems.json"
    path.write_text(json.dumps([{"system": "s", "summary": "leakage.json", **entry}]))
    with pytest.raises(MutationError, match=reason):
        pv(path)


def test_the_bundled_systems_are_those_of_table_4() -> None:
    assert pv(ROOT / "demo" / "systems.json") == pv({"systems": table_4()})


def test_the_command_writes_a_table_for_each_benchmark_or_json(tmp_path: Path) -> None:
    systems = ROOT / "demo" / "systems.json"
    text = run("leakage", "pv", systems)
    assert text.stdout.splitlines()[2].split() == ["AlphaRepair", "74", "1", "10", "13.51", "86.49", "1", "1"]
    assert [line for line in text.stdout.splitlines() if "Bugs" in line] == ["QuixBugs", "Bugs.jar"]
    assert text.stderr == "22 systems\n"
    out = tmp_path / "pv.json"
    assert run("leakage", "pv", systems, "--json", "--out", out, "--quiet").stderr == ""
    assert json.loads(out.read_text()) == pv(systems)
    assert json.loads(run("leakage", "pv", systems, "--json").stdout) == pv(systems)


def test_the_command_reports_bad_systems_and_shows_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "systems.json"
    path.write_text(json.dumps([GOOD, {"system": "\x1b[31m\ud800", "original": 1, "leaked": 2}]))
    done = run("leakage", "pv", path)
    assert done.exit_code == 1
    assert "good" in done.stdout
    assert "\x1b" not in done.stderr
    assert "leaked' is 2, more than 'original', which is 1" in done.stderr


def test_the_command_shows_names_that_are_no_text() -> None:
    given = json.dumps([{**GOOD, "system": "\udcff\ud800\x07 a\n"}, {**GOOD, "system": "b", "summary": None}])
    done = CliRunner().invoke(app, ["leakage", "pv", "-"], input=given)
    assert done.exit_code == 0
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == [r"\udcff\ud800\u0007", "b"]


def test_the_command_never_replaces_its_input(tmp_path: Path) -> None:
    path = tmp_path / "systems.json"
    path.write_text(json.dumps([GOOD]))
    done = run("leakage", "pv", path, "--out", path)
    assert done.exit_code == 2
    assert json.loads(path.read_text()) == [GOOD]
