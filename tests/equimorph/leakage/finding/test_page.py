"""The page of a search: each bug beside its item, in a real browser, too; texts stay texts; bounded, and honest about it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from equimorph.bulk.working import Target
from equimorph.leakage import Leak, Sample, Training, read_benchmark
from equimorph.leakage.finding.files import write_leaks
from equimorph.leakage.finding.options import FindOptions
from equimorph.leakage.finding.pages import Limits, Shown, write_page
from equimorph.leakage.finding.pages.excerpts import as_in, excerpt
from equimorph.leakage.normalising import normalise
from equimorph.pages.lines import dedented
from tests.equimorph.conftest import run
from tests.equimorph.leakage.finding.made import BUGS, FIND, TRAIN, put
from tests.equimorph.report.conftest import embedded, utf16

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

DEMO = Path(__file__).resolve().parents[4] / "demo"
HARD = "</script><script>window.hit=1</script>\u2028\U0001f600<i>"


def edited(side: dict[str, Any]) -> str:
    """The text of the item in a pane."""
    old, new, at = utf16(side["text"]), b"", 0
    flat = side["edits"]
    for start, length, text in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
        new += old[2 * at : 2 * start] + utf16(text)
        at = start + length
    return (new + old[2 * at :]).decode("utf-16-le")


@pytest.fixture
def page(place: Path) -> dict[str, Any]:
    """The data of the page of the made-up training data, and of an item that is hard to show."""
    hard = f'int f() {{ return "{HARD}".length() + somethingElse(); }}'
    put(place, "bugs.jsonl", [*BUGS, {"id": f"Hard-{HARD}", "buggy": hard, "fixed": hard}])
    put(place, "train.jsonl", [*TRAIN, {"id": HARD, "buggy": f"class H {{ {hard} }}", "fixed": hard}])
    asked = ("--form", "text", "--form", "renamed", "--out", "leaks.jsonl", "--page", "page.html")
    result = run(*FIND, *asked)
    assert result.exit_code == 0, result.stderr
    return embedded((place / "page.html").read_text("utf-8"))


def test_each_bug_has_its_items_with_both_texts(page: dict[str, Any]) -> None:
    bugs = {bug["bug_id"]: bug for bug in page["bugs"]}
    # Sum-1 by its text, the others renamed: the names of methods do not count there.
    assert list(bugs) == ["Sum-1", "Hard-" + HARD, "Sum-2", "Sum-3"]
    first = bugs["Sum-1"]["items"][0]
    assert (first["row"], first["id"], first["found"][0][:4]) == (2, "b", ["text", "pair", "inside", "token"])
    buggy, fixed = first["sides"]
    # Written as in the item, so that only what is around it differs.
    shared = BUGS[0]["buggy"].replace("\n", " ").rstrip(), BUGS[0]["fixed"].replace("    ", "\t")
    assert (buggy["side"], buggy["text"], edited(buggy)) == ("buggy", shared[0], TRAIN[1]["buggy"])
    assert (fixed["side"], fixed["text"], edited(fixed)) == ("fixed", shared[1], TRAIN[1]["fixed"])
    [copy] = [item for item in bugs["Sum-1"]["items"] if item["row"] == 3]
    assert {tuple(found[:3]) for found in copy["found"]} >= {("text", "fixed", "exact")}
    hard = bugs["Hard-" + HARD]["items"][0]
    assert hard["id"] == HARD
    assert HARD in edited(hard["sides"][0])


def test_the_markup_has_no_text_of_the_data_and_the_totals(place: Path, page: dict[str, Any]) -> None:
    text = (place / "page.html").read_text("utf-8")
    assert "<script>window.hit" not in text
    assert text.count("</script>") == 2
    rows = [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", text)]
    summary = ["any", "4", "100.00 % of 4", "3", "1", "0", "4", "4", "0"]
    assert summary in rows
    assert "5 items of train.jsonl were compared." in text


BUG = "int f(int x) {\n    if (x > 0) // old\n    {\n        return x;\n    }\n    return 0;\n}\n"


@pytest.mark.parametrize(
    ("item", "shown"),
    [
        (
            "class A {\n  /* c */\n  int f(int x) {\n\tif (x > 0) {\n\t  return x; // new\n\t}\n\treturn 0;\n  }\n}\n",
            "  int f(int x) {\n\tif (x > 0) {\n\t  return x; // new\n\t}\n\treturn 0;\n  }\n",
        ),
        (
            "int g;\n\tint f(int x) {\n\tif (x > 1)\n\t{\n\t  return x;\n\t}\n",
            "\tint f(int x) {\n    if (x > 0) // old\n\t{\n\t  return x;\n\t}\n    return 0;\n}\n",
        ),
        ('String f() { return "// int"; }', BUG),
        ("", BUG),
        (f"\ud800{BUG}", BUG),
    ],
)
def test_what_both_have_is_written_as_in_the_item(item: str, shown: str) -> None:
    assert as_in(BUG, item) == shown
    assert as_in(item, item) == item
    assert "".join(normalise(as_in(BUG, item)).split()) == normalise(BUG)


def test_nothing_that_could_be_read_is_no_page(place: Path) -> None:
    put(place, "bugs.jsonl", BUGS)
    for rows, message in (
        ([{"before": "a", "after": "b"}] * 9, "train.jsonl: no column 'buggy'; there are: before, after"),
        ([], "nothing was compared: the training data have no item that could be read"),
    ):
        put(place, "train.jsonl", rows)
        result = run(*FIND, "--out", "leaks.jsonl", "--page", "page.html", "--restart")
        assert result.exit_code == 1
        assert message in result.stderr
        assert "bugs found" not in result.stderr
        assert not (place / "page.html").exists()


def test_what_datasets_mine_wrote_is_searched(place: Path) -> None:
    put(place, "bugs.jsonl", BUGS)
    put(
        place,
        "train.jsonl",
        [{"id": "i", "buggy_method": BUGS[0]["buggy"], "fixed_method": BUGS[0]["fixed"]}],
    )
    result = run(*FIND, "--out", "leaks.jsonl", "--page", "page.html")
    assert result.exit_code == 0, result.stderr
    assert "1 item: 1 of 3 bugs found" in result.stderr
    assert (place / "page.html").exists()


def _leak(row: int, level: Any, kind: Any, form: Any = "text", bug: str = "Sum-1") -> Leak:  # noqa: ANN401
    return Leak("bugs", bug, 1, level, kind, form, "train.jsonl", row, None, 0, 60, "token", None)


def test_what_leaks_the_most_comes_first_and_the_rest_is_counted() -> None:
    samples = [Sample("bugs", f"Sum-{n}", 1, b"x", b"y") for n in (1, 2, 3)]
    shown = Shown(Limits(bugs=2, items=2))
    for row, level, kind in (
        (1, "fixed", "inside"),
        (2, "fixed", "inside"),
        (3, "pair", "exact"),
        (4, "fixed", "exact"),
    ):
        shown.add(_leak(row, level, kind))
    shown.add(_leak(4, "buggy", "inside", "near"))
    shown.add(_leak(5, "fixed", "inside", bug="Sum-2"))
    shown.add(_leak(6, "buggy", "inside", bug="Sum-3"))
    shown.end_chunk(1)
    data = shown.data(samples)
    assert [
        (bug["bug_id"], bug["count"], [item["row"] for item in bug["items"]]) for bug in data["bugs"]
    ] == [
        ("Sum-1", 4, [3, 4]),
        ("Sum-3", 1, [6]),
    ]
    assert data["left"] == 1
    assert data["bugs"][0]["items"][0]["sides"] == []  # the item could not be read again


def test_many_chunks_give_the_same_page(place: Path) -> None:
    put(place, "bugs.jsonl", BUGS)
    put(place, "train.jsonl", TRAIN * 5)
    pages = []
    for size in (1, 10**6):
        shown, samples = Shown(), list(read_benchmark("bugs.jsonl"))
        found = write_leaks(
            Target(place / "leaks.jsonl"),
            [Training("train.jsonl")],
            samples,
            FindOptions(),
            chunk_bytes=size,
            shown=shown,
        )
        write_page(place / "page.html", found, samples, shown)
        pages.append((place / "page.html").read_bytes())
    assert pages[0] == pages[1]


def test_an_excerpt_is_around_the_lines_that_both_have() -> None:
    lines = [f"line {n};\n" for n in range(300)]
    sought = "  line 150;\n\tline 151;\nother();\n"
    found = excerpt("".join(lines), sought)
    assert found.text == "".join(lines[147:156])
    assert (found.first, found.left_out) == (148, 291)
    assert excerpt("a\nb\n", sought).left_out == 0
    assert excerpt("", "").text == ""
    start = excerpt("".join(lines), "line 0;\n")
    assert (start.first, start.text) == (1, "".join(lines[:4]))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("int f() {\n        return 1;\n    }", "int f() {\n    return 1;\n}"),
        ("\tint x;\r\n\tint y;", "int x;\r\nint y;"),
        ("a\n  b\nc", "a\n  b\nc"),
        ("", ""),
    ],
)
def test_a_member_is_aligned_with_its_end(text: str, wanted: str) -> None:
    assert dedented(text) == wanted


SHOWN = """return [...document.querySelectorAll('details.bug')].map((bug) => [bug.dataset.id,
    [...bug.querySelectorAll('.pane')].map((pane) => [pane.dataset.side,
        [2, 4].map((n) => [...pane.querySelectorAll(`tbody td:nth-child(${n})`)].map((cell) => cell.textContent).join('\\n'))])])"""


def test_in_the_demo_both_planted_leaks_stand_beside_their_bugs(place: Path, driver: WebDriver) -> None:
    (place / "demo").symlink_to(DEMO)
    asked = ("--train", "demo/training.jsonl", "--benchmark", "demo/bugs", "--unit", "method")
    forms = ("--form", "text", "--form", "canonical", "--out", "leaks.jsonl", "--page", "leakage.html")
    assert run("leakage", "find", *asked, *forms).exit_code == 0
    driver.get((place / "leakage.html").as_uri())
    shown: Any = driver.execute_script(SHOWN)
    assert [bug for bug, _ in shown] == ["Queues-1", "Grid-3"]
    for _, panes in shown:  # the first two are open
        assert [side for side, _ in panes] == ["buggy", "fixed"]
    # What both have is written as in the item.
    assert "public boolean offer( T element )\n{\n    if ( size" in shown[0][1][0][1][0]
    assert "// Adds at the end of the ring." in shown[0][1][0][1][1]
    assert "lowerBound" in shown[1][1][1][1][0]
    assert "firstNotBelow" in shown[1][1][1][1][1]
    chips = (
        "return [...document.querySelectorAll('details.bug h3')].map((h) =>"
        " [...h.querySelectorAll('.chip')].map((chip) => chip.textContent))"
    )
    assert driver.execute_script(chips)[1] == [
        f"{level}: exact, canonical" for level in ("pair", "buggy", "fixed")
    ]
    choose = "const s = document.getElementById(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('change'))"
    driver.execute_script(choose, "form", "text")
    assert [bug for bug, _ in driver.execute_script(SHOWN)] == ["Queues-1"]
    driver.execute_script(choose, "form", "any")
    driver.execute_script(
        "const s = document.getElementById('search'); s.value = 'grid'; s.dispatchEvent(new Event('input'))"
    )
    assert [bug for bug, _ in driver.execute_script(SHOWN)] == ["Grid-3"]
    assert driver.execute_script("return document.getElementById('status').textContent") == "1 bug"
    assert driver.get_log("browser") == []  # type: ignore[no-untyped-call]


@pytest.mark.usefixtures("page")
def test_hard_texts_stay_texts_in_the_browser(place: Path, driver: WebDriver) -> None:
    driver.get((place / "page.html").as_uri())
    assert driver.execute_script("return window.hit") is None
    texts = str(driver.execute_script("return document.body.textContent"))
    assert HARD.replace("\u2028", "") in texts.replace("\u2028", "")
    assert driver.get_log("browser") == []  # type: ignore[no-untyped-call]


def test_a_page_without_leaks_says_so(place: Path, driver: WebDriver) -> None:
    put(place, "bugs.jsonl", BUGS)
    put(place, "train.jsonl", TRAIN[:1])
    assert run(*FIND, "--out", "leaks.jsonl", "--page", "page.html").exit_code == 0
    driver.get((place / "page.html").as_uri())
    assert "No bug was found in the training data." in str(
        driver.execute_script("return document.body.textContent")
    )


def test_a_page_that_cannot_be_written_is_told(place: Path) -> None:
    put(place, "bugs.jsonl", BUGS)
    put(place, "train.jsonl", TRAIN)
    result = run(*FIND, "--out", "leaks.jsonl", "--page", "none/page.html")
    assert result.exit_code == 1
    assert "no such folder; make it first" in result.stderr
    assert json.loads((place / "leaks.jsonl").read_text().splitlines()[0])["bug_id"] == "Sum-1"
