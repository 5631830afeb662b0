"""The page of the most telling mutants: which ones, in which order, and that no text of theirs gets out of its place."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from equimorph.cli import app
from equimorph.search.pages import collect, write_page
from tests.equimorph.search.studies import row, rows, written


def score(killed: int) -> dict[str, Any]:
    return {"value": killed / 10, "numerator": killed, "denominator": 10}


def no_rows_fail(bad: object) -> None:
    raise AssertionError(bad)


def verb(*arguments: object, code: int = 0) -> Result:
    done = CliRunner().invoke(app, ["search", "page", *map(str, arguments)])
    assert done.exit_code == code, done.output
    return done


TELLING = [
    row("quiet", "quiet", 1, "x", changed=False, score=score(10)),
    row("far", "far", 2, "x", score=score(7), size=90),
    row("near", "near", 3, "x", score=score(7), size=9),
    row("best", "best", 4, "x", score=score(8), id="b"),
    row("best", "best", 4, "y", score=score(9), id="c"),
]


def test_the_most_telling_mutant_of_each_root_comes_first() -> None:
    found = collect(TELLING, no_rows_fail)
    assert [(one.root, one.killed) for one in found.shown] == [
        ("best", 9),
        ("near", 7),
        ("far", 7),
        ("quiet", 10),
    ]
    assert (found.answered.numerator, found.answered.denominator) == (3, 4)
    assert [one.root for one in collect(TELLING[::-1], no_rows_fail, 2).shown] == ["best", "near"]


class Page(HTMLParser):
    """The elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.cells = list[str](), list[tuple[str, str]]()
        self._kind: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._kind = (dict(attrs).get("class") or "plain") if tag == "td" else None
        if tag == "td":
            self.cells.append((str(self._kind), ""))

    def handle_endtag(self, tag: str) -> None:
        self._kind = None

    def handle_data(self, data: str) -> None:
        if self._kind is not None:
            self.cells[-1] = (self._kind, self.cells[-1][1] + data)


WILD = row(
    "wild",
    "<b>name",
    1,
    "x",
    original="int f() {\n        return a</td><script>alert(1)</script>;\n        // ``` end\n    }",
    text="int f() {\n        int b = 0;\n        return a</td><script>alert(2)</script>;\n        // ``` end\n    }",
    said={"original": "<i>old", "text": [1, "`x`"]},
    operators=["add-<u>"],
)


def test_a_page_shows_both_texts_beside_each_other_and_runs_nothing(tmp_path: Path) -> None:
    write_page(tmp_path / "page.html", collect([WILD, *rows(3)], no_rows_fail), "A & B")
    text = (tmp_path / "page.html").read_text()
    page = Page(text)
    assert "script" not in page.tags
    assert not {"b", "i", "u"} & set(page.tags)
    assert page.tags.count("table") == 4
    assert "default-src 'none'" in text
    assert "<title>A &amp; B - equimorph</title>" in text
    assert "&lt;i&gt;old" in text
    cells = page.cells[-10:]
    assert cells == [
        ("plain", "int f() {"),
        ("plain", "int f() {"),
        ("old", "    return a</td><script>alert(1)</script>;"),
        ("new", "    int b = 0;"),
        ("none", ""),
        ("new", "    return a</td><script>alert(2)</script>;"),
        ("plain", "    // ``` end"),
        ("plain", "    // ``` end"),
        ("plain", "}"),
        ("plain", "}"),
    ]


def test_markdown_has_the_original_the_difference_and_what_the_model_said(tmp_path: Path) -> None:
    write_page(tmp_path / "page.md", collect([WILD], no_rows_fail))
    text = (tmp_path / "page.md").read_text()
    assert "1 mutant of 1 method. The model's answer changes for a mutant of 1 of them (100.00 %)" in text
    assert "`add-<u>`: mutation score 5/10" in text
    assert 'The model said `<i>old` of the original, `` [1, "`x`"] `` of the mutant.' in text
    blocks = re.findall(r"^(`{3,})(\w+)\n(.*?)^\1$", text, re.DOTALL | re.MULTILINE)
    assert [(fence, kind) for fence, kind, _ in blocks] == [("````", "java"), ("````", "diff")]
    changed = [line for line in blocks[1][2].splitlines() if re.match(r"[+-](?![+-])", line)]
    assert changed == [
        "-    return a</td><script>alert(1)</script>;",
        "+    int b = 0;",
        "+    return a</td><script>alert(2)</script>;",
    ]


def test_the_verb_writes_either_page(tmp_path: Path) -> None:
    found = written(tmp_path / "found.jsonl", [*TELLING, {"id": 1}])
    done = verb(found, "--out", tmp_path / "page.md", "--top", 2, "--title", "Mine", code=1)
    assert f"{found}:6: field 'id' is not a text" in done.stderr
    text = (tmp_path / "page.md").read_text()
    assert text.startswith("# Mine\n")
    assert re.findall(r"^## (\d+)\. `(\w+)`", text, re.MULTILINE) == [("1", "best"), ("2", "near")]
    good = written(tmp_path / "good.jsonl", TELLING)
    verb(good, "--out", tmp_path / "page.html")
    assert "<h2>1. best" in (tmp_path / "page.html").read_text()
    verb(good, "--out", tmp_path / "page.pdf", code=2)
    verb(good, "--out", good, code=2)


def test_a_text_that_is_too_long_is_left_out(tmp_path: Path) -> None:
    long = row("long", "f", 1, "x", text="x" * 30_000)
    for name in ("page.md", "page.html"):
        write_page(tmp_path / name, collect([long], no_rows_fail))
        assert "too long" in (tmp_path / name).read_text()
        assert "xxxx" not in (tmp_path / name).read_text()


@pytest.mark.parametrize("name", ["page.md", "page.html"])
def test_half_a_character_is_shown_as_an_escape(tmp_path: Path, name: str) -> None:
    half = row("half", "f", 1, "x", text="int f() { return '\ud800'; }")
    write_page(tmp_path / name, collect([half], no_rows_fail))
    assert "\\ud800" in (tmp_path / name).read_text(encoding="utf-8")
