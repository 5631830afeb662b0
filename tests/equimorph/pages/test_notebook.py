"""What notebooks show of mutants, scores and leaks: escaped, and of a limited size."""

from __future__ import annotations

import re

import lxml.html
import pytest

import equimorph as em
from equimorph.leakage.finding.leaks import Leak
from equimorph.robustness import score
from tests.equimorph.robustness.rows import exact, example

HOSTILE = "</table><script>alert(1)</script><img src=x onerror=alert(2)>&amp;"


def table(page: str) -> list[list[str]]:
    tree = lxml.html.fromstring(f"<div>{page}</div>")
    assert not tree.xpath("//script | //img | //@onerror")
    return [[cell.text_content() for cell in row.xpath("th | td")] for row in tree.xpath(".//tr")]


def leak(name: str) -> Leak:
    return Leak("b", name, 0, "pair", "exact", "text", f"{name}.jsonl", 3, None, 7, 120, "token", None)


def test_a_leak_is_a_table_of_its_fields() -> None:
    rows = table(leak("Lang-1b")._repr_html_())
    assert rows[:4] == [["field", "value"], ["benchmark", "b"], ["bug_id", "Lang-1b"], ["hunk", "0"]]
    assert ["train_id", ""] in rows
    assert len(rows) == 14


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (HOSTILE, HOSTILE),
        ("a\u202eb\x1b[31m", "a\\u202eb\\u001b[31m"),
        ("\ud800", "\\ud800"),
        ("x" * 400, "x" * 300 + "…"),
    ],
)
def test_names_do_nothing_to_a_notebook(name: str, shown: str) -> None:
    page = leak(name)._repr_html_()
    assert page.encode()
    assert ["bug_id", shown] in table(page)


def test_a_score_is_a_table_with_numerators_and_denominators() -> None:
    page = score(example())._repr_html_()
    assert ["PFM", "renaming", "all", "all", "1/3"] in [row[:5] for row in table(page)]
    assert "m, exact, k 1" in re.sub("<[^>]*>", "", page)


def test_a_long_score_says_how_much_more_there_is() -> None:
    rows = [exact("A", hit=1), *(exact("A", f"m{number}-1", 1) for number in range(30))]
    found = score(rows)
    count = sum(cell.ratio.value is not None for cell in found.cells)
    page = found._repr_html_()
    assert len(table(page)) == 41
    assert f"<p>… {count - 40:,} more lines</p>" in page


def test_a_long_diff_is_cut() -> None:
    calls = "".join(f"    b(a, {number});\n" for number in range(300))
    source = em.parse(f"int f(int a) {{\n{calls}    return a;\n}}\n")
    [mutant, *_] = em.mutate(source, ["variable-renaming"])
    page = mutant._repr_html_()
    lines = len(mutant.diff().splitlines())
    assert page.endswith(f"… {lines - 200:,} more lines</pre>")
    assert page.count("\n") == 200
    assert len(page) < 40_000


def test_a_long_line_of_a_diff_is_cut() -> None:
    source = em.parse(f'boolean f(int a) {{ String s = "{"<b>" * 9999}"; return a < 1; }}')
    [mutant] = em.mutate(source, ["reorder-condition"])
    page = mutant._repr_html_()
    assert "<b>" not in page
    assert len(page) < 20_000
    assert em.stack(source, ["reorder-condition"])._repr_html_().count("…") == 2
