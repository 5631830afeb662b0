"""The page: who is most wrong comes first, texts stay texts, everything is bounded; in a real browser, too."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from equimorph.metrics import judge
from equimorph.metrics.judging import judge_scores
from equimorph.metrics.pages import write_page
from equimorph.metrics.pages.figures import errors, histogram
from tests.equimorph.conftest import run
from tests.equimorph.report.conftest import embedded

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

HARD = "</script><script>window.hit=1</script>\u2028\U0001f600<i>"
CODE = "int f(int a, int b) {\n    return a + b;\n}\n"


def row(id: str, passed: bool | None, **scores: float | None) -> dict[str, Any]:
    candidate = CODE if passed else CODE.replace("+", "-")
    fields = {"id": id, "lang": "java", "candidate": candidate, "reference": CODE, "passed": passed}
    return {**fields, "scores": scores, "undefined": {}}


ROWS = [
    row("good", True, m=0.9, n=1),
    row("bad", False, m=0.8, n=None),
    row(HARD, True, m=0.3, n=0),
    row("unknown", None, m=0.5, n=1),
    {**row("broken", False, m=0.1, n=0), "candidate": HARD, "outcome": "no-compile"},
]


def page(folder: Path, rows: list[dict[str, Any]], **options: Any) -> str:  # noqa: ANN401
    write_page(folder / "page.html", rows, judge(rows), **options)
    return (folder / "page.html").read_text(encoding="utf-8")


def test_the_most_wrong_come_first_with_all_scores(tmp_path: Path) -> None:
    data = embedded(page(tmp_path, ROWS))
    assert data["metrics"] == ["m", "n"]
    assert [pair["id"] for pair in data["pairs"]] == [HARD, "bad", "broken", "good"]
    assert data["pairs"][1]["scores"] == [0.8, None]
    assert data["pairs"][2]["outcome"] == "no-compile"
    assert data["left"] == 0


def test_each_metric_shows_so_many_pairs_and_the_page_says_what_is_left(tmp_path: Path) -> None:
    rows = [row(f"{n}", n % 2 == 0, m=n / 40, n=1 - n / 40) for n in range(40)]
    data = embedded(page(tmp_path, rows, shown=3))
    wrong = {
        name: sorted(rows, key=lambda one: -abs(one["scores"][name] - one["passed"]))[:3] for name in "mn"
    }
    assert {pair["id"] for pair in data["pairs"]} == {one["id"] for found in wrong.values() for one in found}
    assert data["left"] == 40 - len(data["pairs"])
    long = [{**row("long", True, m=1), "candidate": "x" * 30_000}]
    assert embedded(page(tmp_path, long))["pairs"][0]["text"] is None


def test_no_text_is_markup(tmp_path: Path) -> None:
    rows = [{**row("a", True), "scores": {HARD: 1.0}, "perturbation": HARD}, {**row("\ud800", False, m=1)}]
    text = page(tmp_path, rows, title=HARD)
    assert "<script>window.hit" not in text
    assert "<i>" not in text
    assert len(re.findall("<script", text)) == 2


def test_plots_have_the_numbers() -> None:
    [found] = judge([one for one in ROWS if one["passed"] is not None])
    body = "".join(errors(found).body)
    assert "m: 0.425" in body
    assert "always-1: 0.500" in body
    bars = histogram("m", [(0.0, True), (1.0, True), (0.99, False), (0.02, True), (-3, False), (1.7, False)])
    titles = re.findall("<title>([^<]*)</title>", "".join(bars.body))
    assert titles == [
        "0.00 to 0.05: 2 pass",
        "0.00 to 0.05: 1 fail",
        "0.95 to 1.00: 1 pass",
        "0.95 to 1.00: 2 fail",
    ]
    assert judge_scores("m", [], []).error.pairs == 0


def test_an_empty_page_is_a_page(tmp_path: Path) -> None:
    assert embedded(page(tmp_path, []))["pairs"] == []


def test_the_command_writes_the_page_and_keeps_its_input(tmp_path: Path) -> None:
    path = tmp_path / "scored.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in ROWS))
    assert run("metrics", "judge", path, "--page", tmp_path / "out.html").exit_code == 0
    assert len(embedded((tmp_path / "out.html").read_text())["pairs"]) == 4
    assert run("metrics", "judge", path, "--page", path).exit_code == 2
    assert run("metrics", "judge", path, "--page", tmp_path / "x", "--json", tmp_path / "x").exit_code == 2
    assert len(path.read_text().splitlines()) == len(ROWS)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory, driver: WebDriver) -> WebDriver:
    page(tmp_path_factory.mktemp("page"), ROWS)
    driver.get((tmp_path_factory.getbasetemp() / "page0" / "page.html").as_uri())
    return driver


def test_pairs_open_sort_and_filter(browser: WebDriver) -> None:
    def shown() -> list[str]:
        return browser.execute_script(
            "return [...document.querySelectorAll('#list > details')].map((one) => one.dataset.id)"
        )

    def choose(id: str, value: str) -> None:
        script = "const [id, value] = arguments; const one = document.getElementById(id); one.value = value;"
        browser.execute_script(
            script + "one.dispatchEvent(new Event(id === 'search' ? 'input' : 'change'))", id, value
        )

    assert shown() == [HARD, "bad", "broken", "good"]
    choose("metric", "n")
    assert shown() == [HARD, "broken", "good"]
    choose("tests", "fail")
    assert shown() == ["broken"]
    choose("metric", "m")
    choose("search", "BAD")
    assert shown() == ["bad"]
    browser.execute_script("document.querySelector('#list > details').open = true")
    marked = "return document.querySelector('#list ins').textContent"
    assert browser.execute_script(marked) == "-"
    assert browser.execute_script("return window.hit") is None
    assert browser.get_log("browser") == []


def test_rows_that_were_not_judged_are_not_on_the_page(tmp_path: Path) -> None:
    bad = [{**row("huge", True), "scores": {"m": 10**400}}, row("good", False, m=1.0), row("text", False)]
    bad[2]["scores"] = {"m": "0.5"}
    given = [*ROWS, *bad]
    out = tmp_path / "page.html"
    write_page(out, given, judge(given, failed=lambda _: None))
    again = tmp_path / "again.html"
    write_page(again, ROWS, judge(ROWS))
    assert out.read_text() == again.read_text()
