"""The page in a real browser: filters, keys, diffs, and that texts stay texts. Nothing is timed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import equimorph as em
from equimorph import report
from mutators import defaults
from tests.equimorph.conftest import SAMPLE
from tests.equimorph.report.conftest import HARD, hard_rows

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

webdriver = pytest.importorskip("selenium.webdriver")
from selenium.webdriver.common.keys import Keys  # noqa: E402 - only where there is selenium

# The lines of both sides of the diff in sight, and what is marked in them.
DIFF = """
const text = (cell) => cell.textContent;
const all = (what) => [...document.querySelectorAll(`#detail .diff ${what}`)];
const split = all("col").length === 4 && document.querySelector("#detail .diff").classList.contains("split");
const rows = all("tbody tr:not(.fold)").map((row) => {
  const cells = [...row.children];
  const number = (cell) => parseInt(cell.textContent) || null;
  return split
    ? { left: number(cells[0]), old: text(cells[1]), right: number(cells[2]), new: text(cells[3]) }
    : { left: number(cells[0]), old: text(cells[3]), right: number(cells[1]), new: text(cells[3]) };
});
const faults = (n) => all(`td:nth-child(${n}).fault`).map((cell) => parseInt(cell.textContent));
return {
  left: rows.filter((r) => r.left).map((r) => [r.left, r.old]),
  right: rows.filter((r) => r.right).map((r) => [r.right, r.new]),
  removed: all("del").map(text).join(""), added: all("ins").map(text).join(""),
  faults: [faults(1), faults(split ? 3 : 2)], split, pairs: rows.map((r) => [r.left, r.right]),
};
"""


class Browser:
    """A page in the browser, and what the tests ask of it."""

    def __init__(self, driver: WebDriver, folder: Path) -> None:
        self.driver, self.folder = driver, folder

    def open(self, name: str, hash: str = "") -> None:
        self.driver.get("about:blank")  # else only the hash changes
        self.driver.get(f"{(self.folder / name).as_uri()}#{hash}")

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - what the script gives
        return self.driver.execute_script(script, *arguments)

    def press(self, *keys: str) -> None:
        webdriver.ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def hash(self) -> str:
        self.run(
            "clearTimeout(equimorph.report.writing); equimorph.report.writing = 0; equimorph.report.write()"
        )
        return str(self.driver.execute_async_script("setTimeout(() => arguments[0](location.hash), 150)"))

    def text(self, selector: str) -> str:
        # Half a character cannot come out of the browser.
        return str(
            self.run("return document.querySelector(arguments[0]).textContent.toWellFormed()", selector)
        )

    def shown(self) -> int:
        return int(
            self.run("return document.querySelector('#mutants .grid').getAttribute('aria-rowcount') - 1")
        )

    def selected(self) -> str:
        return str(self.run("return document.querySelector('.rows [aria-selected=true]').dataset.at"))

    def choose(self, facet: str, value: str) -> None:
        self.run(
            "[...document.querySelectorAll(`[data-facet=${arguments[0]}] li button`)]"
            ".find((each) => each.dataset.value === arguments[1]).click()",
            *(facet, value),
        )

    def counts(self, facet: str) -> dict[str, int]:
        script = """return Object.fromEntries([...document.querySelectorAll(`[data-facet=${arguments[0]}] li button`)]
            .map((each) => [each.dataset.value, Number(each.querySelector('.count').textContent)]))"""
        found = self.run(script, facet)
        return {name: count for name, count in found.items() if count}


def cart_rows() -> list[dict[str, Any]]:
    # A facet shows the twelve most frequent values at first.
    names = [*defaults(), "operator-mutation", "sketch"]
    return [em.row(m, fault_lines=[8]) for m in em.mutate(em.parse(SAMPLE, "shop/Cart.java"), names, seed=1)]


PYTHON = """\
class Cart:
    @cached(3)  # it's "cheap"
    def total(self, prices: list[int]) -> int:
        '''Returns // the sum.'''
        result = 0
        for price in prices:
            result = result + price // len(f"{price!r}")
        return result if prices else None
"""


def python_rows() -> list[dict[str, Any]]:
    mutants = em.mutate(em.parse(PYTHON, "shop.py", "python"), ["loop-exchange", "operator-mutation"], seed=1)
    return [em.row(mutant) for mutant in mutants]


def sites() -> list[dict[str, Any]]:
    place = {"path": "A.java", "line": 3, "column": 7, "kind": None, "method": "f", "text": "<i>a</i>"}
    judged = [
        ("useless-cast", None),
        ("useless-cast", "it is <b>assigned</b> to"),
        ("new-variable", "no later use can move"),
    ]
    return [
        {**place, "mutator": name, "accepted": reason is None, "reason": reason} for name, reason in judged
    ]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory, driver: WebDriver) -> Browser:
    folder = tmp_path_factory.mktemp("pages")
    pages = {
        "cart.html": report.page(cart_rows(), sites(), title="Cart"),
        "hard.html": report.page(hard_rows(), title="</title><script>window.hit=1</script>"),
        "none.html": report.page([]),
        "python.html": report.page(python_rows()),
        "many.html": report.page(many_rows()),
        "mixed.html": report.page(
            {**cart_rows()[0], "path": path} for path in ("/a/X.java", "/Y.java", "b/Z.java", None)
        ),
    }
    for name, page in pages.items():
        (folder / name).write_text(page, encoding="utf-8")
    return Browser(driver, folder)


@pytest.fixture(autouse=True)
def _no_errors(browser: Browser) -> Iterator[None]:
    yield
    assert [entry["message"] for entry in browser.driver.get_log("browser")] == []


def many_rows() -> list[dict[str, Any]]:
    some = cart_rows()
    return [{**some[i % len(some)], "path": f"src/File{i % 300}.java"} for i in range(10_000)]


def test_filters_count_and_make_a_link(browser: Browser) -> None:
    made = cart_rows()
    browser.open("cart.html")
    assert browser.shown() == len(made)
    assert browser.counts("mutator") == Counter(row["mutator"] for row in made)
    assert browser.counts("relation") == Counter(row["relation"] for row in made)
    assert browser.run("return document.querySelector('[data-facet=verdict]').hidden")
    browser.choose("mutator", "useless-cast")
    browser.choose("mutator", "operator-mutation")
    chosen = [row for row in made if row["mutator"] in ("useless-cast", "operator-mutation")]
    assert browser.shown() == len(chosen)
    assert browser.counts("mutator") == Counter(row["mutator"] for row in made)
    browser.choose("method", "same shop/Cart.java:14")
    browser.choose("faults", "none")
    left = [row for row in chosen if row["method"]["name"] == "same"]
    assert (browser.shown(), browser.counts("relation")) == (
        len(left),
        Counter(row["relation"] for row in left),
    )
    assert browser.text("#status") == f"{len(left)} of {len(made)} mutants, 1 method"
    browser.press("j")
    link = browser.hash()
    assert f"mutant={left[1]['id']}" in link
    browser.open("cart.html", link[1:])
    assert (browser.shown(), browser.selected()) == (len(left), "1")
    pressed = "return [...document.querySelectorAll('.facet [aria-pressed=true]')].map((each) => each.dataset.value)"
    assert set(browser.run(pressed)) == {
        "useless-cast",
        "operator-mutation",
        "same shop/Cart.java:14",
        "none",
    }
    browser.press(Keys.ESCAPE)
    assert browser.shown() == len(made)


def test_search_and_keys(browser: Browser) -> None:
    made = cart_rows()
    browser.open("cart.html")
    assert browser.selected() == "0"
    browser.press("j", "j", Keys.ARROW_DOWN, "k")
    assert browser.selected() == "2"
    assert browser.text("#detail h2").endswith(f"{made[2]['mutator']} {made[2]['relation']}")
    browser.press(Keys.END)
    assert browser.selected() == str(len(made) - 1)
    browser.press("j")
    assert browser.selected() == str(len(made) - 1)
    browser.press(Keys.HOME, "/", "j", "CAST same")
    assert browser.run("return document.activeElement.id") == "search"
    assert browser.shown() == 0  # the j went into the search, too
    browser.run(
        "const s = document.getElementById('search'); s.value = 'CAST same'; s.dispatchEvent(new Event('input'))"
    )
    wanted = [row for row in made if row["mutator"] == "useless-cast" and row["method"]["name"] == "same"]
    assert browser.shown() == len(wanted) > 0
    browser.press(Keys.ENTER, Keys.ARROW_DOWN)
    assert browser.selected() == "1"
    browser.press("?")
    assert browser.run("return document.getElementById('help').open")
    browser.press(Keys.ESCAPE)
    assert not browser.run("return document.getElementById('help').open")
    assert browser.shown() == len(wanted)
    browser.press(Keys.ESCAPE)
    assert browser.shown() == len(made)


def test_lists_are_sorted_by_their_heads(browser: Browser) -> None:
    browser.open("cart.html")
    head = "[...document.querySelectorAll('#mutants .head button')].find((each) => each.textContent === 'Method').click();"
    names = "return equimorph.report.found.map(({ member }) => member.name)"
    plain = [row["method"]["name"] for row in cart_rows()]
    expected = (sorted(plain), sorted(plain, reverse=True), plain)
    for wanted, told in zip(expected, ("ascending", "descending", "none"), strict=True):
        browser.run(head)
        assert browser.run(names) == wanted
        assert (
            browser.run("return document.querySelector('[aria-sort].method').getAttribute('aria-sort')")
            == told
        )


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("view", ["split", "unified"])
@pytest.mark.parametrize("name", ["cart.html", "hard.html"])
def test_diffs_show_and_mark_what_the_records_say(browser: Browser, name: str, view: str) -> None:
    made = cart_rows() if name == "cart.html" else hard_rows()
    browser.open(name, f"diff={view}")
    script = f"const told = () => {{ {DIFF} }}; return equimorph.mutants.map((_, i) => (equimorph.report.table.select(i), told()))"
    for row, told in zip(made, browser.run(script), strict=True):
        assert told["split"] is (view == "split")
        first = row["method"]["start_line"]
        for side, text in (("left", row["original"]), ("right", row["mutant"])):
            lines = text.replace("\r\n", "\n").split("\n")
            assert told[side] == [[first + i, line] for i, line in enumerate(lines)]
        edits = row["mutation"]["edits"]
        assert squeezed(told["removed"]) == squeezed("".join(old for _, old, _ in edits))
        assert squeezed(told["added"]) == squeezed("".join(new for *_, new in edits))
        assert told["faults"] == [row["fault_lines"]["original"], row["fault_lines"]["mutant"]]


def test_an_inserted_line_stands_beside_none(browser: Browser) -> None:
    made = cart_rows()
    browser.open("cart.html")
    at = next(
        i
        for i, row in enumerate(made)
        if row["mutator"] == "unused-variable" and row["method"]["name"] == "same"
    )
    told = browser.run(f"equimorph.report.table.select({at}); {DIFF}")
    assert told["pairs"] == [[14, 14], [None, 15], [15, 16], [16, 17]]
    [(_, _, inserted)] = made[at]["mutation"]["edits"]
    assert told["added"] == inserted.strip()  # without its indentation
    assert told["removed"] == ""


def test_a_narrow_page_has_one_column(browser: Browser) -> None:
    browser.open("cart.html")
    try:
        assert browser.run(DIFF)["split"]
        browser.driver.set_window_size(520, 900)
        browser.run("equimorph.report.paint()")
        assert not browser.run(DIFF)["split"]
        browser.press("d")
        assert browser.run(DIFF)["split"]
        assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
    finally:
        browser.driver.set_window_size(1300, 900)


def test_dark_and_light(browser: Browser) -> None:
    def papers(scheme: str) -> int:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        colour = browser.run("return getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour[4:-1].split(",")) // 3

    browser.open("cart.html")
    browser.run("localStorage.clear(); equimorph.report.theme('auto')")
    assert papers("light") > 200 > 60 > papers("dark")
    browser.press("t")  # light
    assert papers("dark") > 200
    browser.press("t")  # dark
    assert papers("light") < 60
    browser.open("cart.html")
    assert papers("light") < 60  # it is kept
    browser.press("t")
    assert papers("light") > 200 > 60 > papers("dark")
    papers("")


def test_texts_of_the_rows_are_never_run(browser: Browser) -> None:
    browser.open("hard.html")
    browser.press("j")
    assert browser.text("#title") == "</title><script>window.hit=1</script>"
    assert browser.text("#detail .reason") == "</script><script>window.hit=1</script>"
    assert "<b>\ufffd&amp;</script>.java" in browser.text("#detail .facts")
    assert "<img src=x onerror=window.hit=1>" in browser.text("#detail .diff")
    assert "patched" in browser.text("#detail .further:last-child th")
    assert browser.text("#detail .further:last-child pre") == hard_rows()[1]["patched"]
    script = """return [window.hit ?? null, performance.getEntriesByType("resource").length,
        document.scripts.length, document.querySelectorAll("b, img, i").length, document.querySelectorAll(".where b").length]"""
    assert browser.run(script) == [None, 0, 2, 1, 1]
    originals = browser.run("return equimorph.mutants.map((mutant) => [mutant.original, mutant.text])")
    assert originals == [[row["original"], row["mutant"]] for row in hard_rows()]
    assert originals[0][0] in HARD


def test_a_path_that_is_not_utf8_can_be_linked(browser: Browser) -> None:
    browser.open("hard.html")
    browser.run("document.querySelector('[data-facet=file] li button').click()")
    link = browser.hash()
    assert "%5Cudcff" in link
    browser.open("hard.html", link[1:])
    assert browser.shown() == len(hard_rows())
    assert browser.run("return [...equimorph.state.chosen.file][0].charCodeAt(3)") == 0xDCFF


def test_paths_with_and_without_a_root_have_no_folder_in_common(browser: Browser) -> None:
    browser.open("mixed.html")
    assert browser.counts("file") == {"/a/X.java": 1, "/Y.java": 1, "b/Z.java": 1, "none": 1}
    assert "/a/X.java" in browser.text("#detail .where")


def test_refused_places_have_reasons_and_yields(browser: Browser) -> None:
    browser.open("cart.html")
    browser.press("2")
    cells = "return [...document.querySelectorAll(arguments[0])].map((r) => [...r.children].map((c) => c.textContent))"
    assert browser.run(cells, ".yields tbody tr") == [
        ["useless-cast", "2", "1", "1", "50.0 %"],
        ["it is <b>assigned</b> to", "1", "50.0 %"],
        ["new-variable", "1", "0", "1", "0.0 %"],
        ["no later use can move", "1", "100.0 %"],
    ]
    browser.run("document.querySelector('.yields .reason button').click()")
    listed = "#refused .rows [role=row]"
    only = [["useless-cast", "f", "A.java:3:7", "<i>a</i>", "it is <b>assigned</b> to"]]
    assert browser.run(cells, listed) == only
    browser.open("cart.html", browser.hash()[1:])
    assert browser.run(cells, listed) == only
    browser.press("1")
    assert browser.text("#status").endswith("2 methods")


def test_a_page_without_mutants(browser: Browser) -> None:
    browser.open("none.html")
    browser.press("j", "d", "2", Keys.END)
    assert browser.text("#mutants .empty") == "There are no mutants in these files."
    assert browser.text("#detail") == ""


def test_ten_thousand_mutants_keep_the_page_small(browser: Browser) -> None:
    browser.open("many.html")
    assert browser.shown() == 10_000
    script = """
      const grid = document.querySelector("#mutants .grid");
      const found = [];
      for (let i = 0; i <= 20; i += 1) {
        grid.scrollTop = (i / 20) * grid.scrollHeight;
        equimorph.report.table.paint();
        const rows = [...document.querySelectorAll("#mutants .rows [role=row]")];
        const box = grid.getBoundingClientRect();
        const inSight = rows.map((row) => row.getBoundingClientRect()).filter((r) => r.bottom > box.top && r.top < box.bottom);
        found.push([document.querySelectorAll("*").length, rows.length, inSight.length, rows.at(-1).dataset.at]);
      }
      return found;
    """
    found = browser.run(script)
    room = browser.run("return document.querySelector('#mutants .grid').clientHeight / 26")
    assert max(nodes for nodes, *_ in found) < 2500
    assert max(rows for _, rows, *_ in found) < room + 20
    assert min(in_sight for *_, in_sight, _ in found) >= int(room) - 1
    assert found[-1][-1] == "9999"
    browser.press(Keys.END)
    assert (browser.selected(), browser.text("#detail .steps .quiet")) == ("9999", "10,000 of 10,000")
    browser.choose("mutator", "useless-cast")
    assert browser.shown() == sum(row["mutator"] == "useless-cast" for row in many_rows())


def test_long_methods_are_folded(browser: Browser) -> None:
    body = "".join(f"        n += {i};\n" for i in range(1500))
    text = f"int f(int n) {{\n{body}        if (n < 3) return 1;\n        return n;\n}}"
    made = [em.row(mutant, fault_lines=[700]) for mutant in em.mutate(text, ["reorder-condition"])]
    (browser.folder / "long.html").write_text(report.page(made), encoding="utf-8")
    browser.open("long.html")
    told = browser.run(DIFF)
    assert [line for line, _ in told["left"]] == [*range(690, 711), *range(1492, 1505)]
    assert told["faults"] == [[700], [700]]
    folds = "return [...document.querySelectorAll('.fold')].map((row) => row.textContent)"
    assert browser.run(folds) == ["Show 689 equal lines", "Show 781 equal lines"]
    browser.run("document.querySelectorAll('.fold button').forEach((button) => button.click())")
    assert [line for line, _ in browser.run(DIFF)["left"]] == list(range(1, 1505))


FIRST_LINE = """
const cell = document.querySelector("#detail .diff tbody td.c");
const shown = getComputedStyle(cell, "::before").content;
return [cell.textContent, shown];
"""


@pytest.mark.parametrize("diff", ["split", "unified"])
def test_the_first_line_is_indented_as_the_last_one(browser: Browser, diff: str) -> None:
    browser.open("cart.html", f"diff={diff}")
    text, shown = browser.run(FIRST_LINE)
    assert text == "int add(String name, int count) {"  # that of the row, and what is copied
    assert shown == '"    "'
    alone = [em.row(m) for m in em.mutate("boolean f(int i, int j) { return i < j; }", ["reorder-condition"])]
    (browser.folder / "alone.html").write_text(report.page(alone))
    browser.open("alone.html", f"diff={diff}")
    assert browser.run(FIRST_LINE)[1] == "none"


def test_signs_and_words_are_explained(browser: Browser) -> None:
    browser.open("cart.html")
    assert browser.text("[data-facet=relation] .note") == (
        "preserving (=): behaves as the original; breaking (≠): is meant to behave differently; "
        "preserving-but-for-output (≈): prints more"
    )
    assert "touched: the mutation changes or deletes a faulty line; kept:" in browser.text(
        "[data-facet=faults] .note"
    )
    assert browser.text("[data-facet=relation] [data-value=preserving] .name") == "= preserving"
    assert browser.text("#detail h2").endswith("preserving")
    assert browser.text("#theme") == "Theme: auto"
    browser.press("t")
    assert browser.text("#theme") == "Theme: light"
    browser.run("localStorage.clear(); equimorph.report.theme('auto')")


def test_the_status_of_a_test_run_is_a_verdict(browser: Browser) -> None:
    made = [{**row, "status": "killed" if n else "survived"} for n, row in enumerate(cart_rows()[:3])]
    (browser.folder / "tested.html").write_text(report.page(made))
    browser.open("tested.html")
    assert browser.counts("verdict") == {"killed": 2, "survived": 1}


def test_python_is_coloured_as_python(browser: Browser) -> None:
    browser.open("python.html")
    script = """return [...document.querySelectorAll(`#detail .diff tbody tr td:nth-child(2) .${arguments[0]}`)]
        .map((each) => each.textContent)"""
    found = {
        kind: browser.run(script, kind) for kind in ("keyword", "comment", "string", "annotation", "number")
    }
    assert {"def", "for", "in", "return", "if", "else", "None"} == set(found["keyword"])
    assert found["comment"] == ['# it\'s "cheap"']
    assert found["string"] == ["'''Returns // the sum.'''", 'f"{price!r}"']
    assert found["annotation"] == ["@cached"]
    assert set(found["number"]) == {"3", "0"}
    before = "return document.querySelector('#detail .diff tbody .c[data-indentation]').dataset.indentation"
    assert (
        browser.run(before) == "    "
    )  # of the `def`, since the row does not have what stands before the first line
    assert "python" in browser.text("#detail .facts")
