"""The pages of studies of one and of several models in a browser: as wide as a phone, and their filters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.equimorph.conftest import run
from tests.equimorph.robustness.test_study import BUGS, FEW

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

ROOT = Path(__file__).parents[3]
PHONE = {"width": 300, "height": 844, "deviceScaleFactor": 1, "mobile": False}
"""Narrower than one: the tables of two bugs are small."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page of two bugs."""
    checkouts = [str(ROOT / name) for name in BUGS]
    out = tmp_path_factory.mktemp("study") / "out"
    named = ("--model", "template", "--name", "template-" + "with-a-long-name-" * 4)
    assert run("robustness", "run", *checkouts, *named, *FEW, "--out", str(out)).exit_code == 0
    return (out / "index.html").as_uri()


def test_the_page_fits_a_phone(page: str, driver: WebDriver) -> None:
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)  # type: ignore[attr-defined]  # Chromium's own
    driver.get(page)
    wide, width = driver.execute_script("return [innerWidth, document.documentElement.scrollWidth]")
    assert width <= wide == PHONE["width"]


CHANGED = "const it = document.getElementById(arguments[0]); it.value = arguments[1]; it.dispatchEvent(new Event(arguments[2]))"


def test_filters_choose_bugs_and_mutants(page: str, driver: WebDriver) -> None:
    driver.get(page)

    def status(*change: str) -> str:
        if change:
            driver.execute_script(CHANGED, *change)
        return str(driver.execute_script("return document.getElementById('status').textContent"))

    driver.execute_script(
        "if (document.getElementById('broken').checked) document.getElementById('broken').click()"
    )
    everything = status()
    assert everything.startswith("2 bugs, ")
    assert status("search", " WORDS  2b", "input").startswith("1 bug, ")
    assert status("search", "words shop", "input") == "0 bugs, 0 mutants"
    assert status("search", "", "input") == everything
    mutators = driver.execute_script(
        "return [...document.querySelectorAll('#mutator option')].map((it) => it.value)"
    )
    assert mutators[0] == "any"
    assert mutators[1:] == sorted(mutators[1:]) != []
    counts = [int(status("mutator", name, "change").split(", ")[1].split()[0]) for name in mutators]
    assert counts[0] == sum(counts[1:])
    assert status("mutator", "any", "change") == everything
    assert driver.get_log("browser") == []  # type: ignore[no-untyped-call]


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page of two models, which differ on one of three bugs."""
    folder = tmp_path_factory.mktemp("several")
    bugs = json.dumps([str(ROOT / "demo" / "bugs" / bug) for bug in ("Shop-3b", "Words-2b", "Queues-1b")])
    names = ("template", "copy-" + "with-a-long-name-" * 4)
    models = "".join(
        f'[[model]]\nmodel = "{name[:8].partition("-")[0]}"\nname = "{name}"\n' for name in names
    )
    (folder / "study.toml").write_text(f"bugs = {bugs}\nk = 1\nno-tests = true\n{models}")
    result = run("robustness", "run", "--study", folder / "study.toml", "--out", folder / "out")
    assert result.exit_code == 0, result.stderr
    return (folder / "out" / "index.html").as_uri()


def test_the_page_of_several_models_fits_a_phone(several: str, driver: WebDriver) -> None:
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)  # type: ignore[attr-defined]  # Chromium's own
    driver.get(several)
    wide, width = driver.execute_script("return [innerWidth, document.documentElement.scrollWidth]")
    assert width <= wide == PHONE["width"]


def test_bugs_on_which_models_agree_can_be_hidden_without_a_script(several: str, driver: WebDriver) -> None:
    driver.get(several)
    rows = "return [...document.querySelectorAll('.matrix tbody tr')].filter((row) => row.offsetHeight).map((row) => row.className)"
    shown = driver.execute_script(rows)
    assert set(shown) == {"alike", "differ"}
    driver.execute_script("document.getElementById('differ').click()")
    assert driver.execute_script(rows) == ["differ"] * shown.count("differ")
    links = driver.execute_script(
        "return [...document.querySelectorAll('#models a')].map((link) => link.href)"
    )
    assert len(links) == 2
    for link in links:
        driver.get(link)
        assert "Robustness of " in driver.title
    assert driver.get_log("browser") == []  # type: ignore[no-untyped-call]
