"""Tables in three formats: what each needs escaped, and the columns of shares in CSV."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from pathlib import Path

import pytest

from equimorph.pages.tables import FORMATS, Share, Table, text_of

TABLE = Table(
    ("Model", "PFM", "Tokens_in", "Cost"),
    (
        ("a_b & c 50 % #1 $x {y} ~z ^q \\n <t> |", Share(1, 8, 0.125, (0.0222, 0.4707)), 12_345, 0.004),
        ("[x] * two\nlines", Share(0, 0, None), 0, 1234.5),
        ("*", None, None, None),
    ),
)


def test_latex_is_a_plain_tabular_with_its_special_letters_escaped() -> None:
    assert TABLE.rendered("latex") == (
        "\\begin{tabular}{lrrr}\n\\hline\nModel & PFM & Tokens\\_in & Cost \\\\\n\\hline\n"
        "a\\_b \\& c 50 \\% \\#1 \\$x \\{y\\} \\textasciitilde{}z \\textasciicircum{}q \\textbackslash{}n"
        " \\textless{}t\\textgreater{} \\textbar{} & 12.50 \\% (1/8) [2.22, 47.07] & 12,345 & 0.004 \\\\\n"
        "{}[x] * two lines & no cases & 0 & 1,234.50 \\\\\n"
        "{}* &  &  &  \\\\\n"
        "\\hline\n\\end{tabular}\n"
    )


def test_latex_reads_it(tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("no pdflatex")
    text = f"\\documentclass{{article}}\\begin{{document}}{TABLE.rendered('latex')}\\end{{document}}"
    (tmp_path / "a.tex").write_text(text)
    subprocess.run(
        ["pdflatex", "-halt-on-error", "a.tex"], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL
    )


def test_markdown_escapes_what_would_be_markup_and_keeps_a_row_on_a_line() -> None:
    head, marks, *body = TABLE.rendered("md").splitlines()
    assert head == "| Model | PFM | Tokens\\_in | Cost |"
    assert marks == "| --- | ---: | ---: | ---: |"
    assert body == [
        "| a\\_b \\& c 50 % \\#1 \\$x \\{y\\} \\~z ^q \\\\n \\<t\\> \\| | 12.50 % (1/8) \\[2.22, 47.07\\] | 12,345 | 0.004 |",
        "| \\[x\\] \\* two lines | no cases | 0 | 1,234.50 |",
        "| \\* |  |  |  |",
    ]


def test_csv_has_numbers_and_the_parts_of_a_share() -> None:
    first, second, third = csv.DictReader(io.StringIO(TABLE.rendered("csv")))
    assert first == {
        "Model": TABLE.rows[0][0],
        "PFM numerator": "1",
        "PFM denominator": "8",
        "PFM share": "0.125",
        "PFM low": "0.0222",
        "PFM high": "0.4707",
        "Tokens_in": "12345",
        "Cost": "0.004",
    }
    assert second["Model"] == "[x] * two lines"
    assert (second["PFM denominator"], second["PFM share"], second["PFM low"]) == ("0", "", "")
    assert set(third.values()) == {"*", ""}


def test_a_share_without_an_interval_has_no_columns_for_it() -> None:
    table = Table(("a",), ((Share(1, 3, 1 / 3),),))
    assert table.rendered("csv").splitlines() == ["a numerator,a denominator,a share", f"1,3,{1 / 3}"]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (None, ""),
        (0.0, "0.00"),
        (1e-9, "1e-09"),
        (0.65625, "0.6562"),
        (1.0, "1.00"),
        (Share(2, 3, 2 / 3), "66.67 % (2/3)"),
        (Share(1, 800, 1 / 800), "0.13 % (1/800)"),
        (Share(None, None, 0.25, (0.0, 1.0)), "25.00 % [0.00, 100.00]"),
        (Share(1_000, 2_000, 0.5), "50.00 % (1,000/2,000)"),
    ],
)
def test_cells_as_text(cell: float | Share | None, text: str) -> None:
    assert text_of(cell) == text


def test_half_a_character_can_be_written() -> None:
    table = Table(("\udc80",), (("half \udc80",),))
    for form in FORMATS:
        assert "udc80" in table.rendered(form)
        table.rendered(form).encode()


def test_a_table_without_rows_has_its_head() -> None:
    table = Table(("a", "b"), ())
    assert table.rendered("csv") == "a,b\n"
    assert table.rendered("md") == "| a | b |\n| ---: | ---: |\n"
    assert "a & b" in table.rendered("latex")


def test_shares_without_cases_have_no_columns_for_them() -> None:
    table = Table(("a",), ((Share(None, None, 0.25, (0.0, 0.5)),), (None,)))
    assert table.rendered("csv").splitlines() == ["a share,a low,a high", "0.25,0.0,0.5", ",,"]
