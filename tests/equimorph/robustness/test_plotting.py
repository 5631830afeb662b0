"""Figures of scores: well-formed SVG, the same bytes each time, with every count that the score has."""

from __future__ import annotations

import importlib
import json
import struct
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from equimorph.pages.svg import clipped, width_of
from equimorph.robustness.plotting import figures, parse_scores, plot
from equimorph.runs import extras
from mutators import MutationError
from tests.equimorph.conftest import run

SVG = "{http://www.w3.org/2000/svg}"


def cell(metric: str, numerator: int, denominator: int, **split: str) -> dict[str, Any]:
    share = numerator / denominator if denominator else None
    ci = None if share is None else [max(0, share - 0.1), min(1, share + 0.1)]
    names = {"mutator": "all", "fault": "all", "group": "all", **split}
    return {"metric": metric, **names, "numerator": numerator, "denominator": denominator, "ci": ci}


def score(model: str = "template", criterion: str = "exact") -> dict[str, Any]:
    cells = [
        cell("PFM", 24, 76),
        cell("PFM", 21, 32, mutator="useless-cast"),
        cell("PFM", 0, 0, mutator="new-variable"),
        cell("PFM", 3, 7, fault="touched"),
        cell("PFM", 5, 11, fault="untouched"),
        cell("PFM", 1, 99, mutator="useless-cast", fault="touched"),
    ]
    curve = [{"k": k, "metric": "PFM", "numerator": 9 - k, "denominator": 9} for k in (1, 2, 3)]
    return {"schema": 1, "model": model, "criterion": criterion, "k": 3, "cells": cells, "curve": curve}


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return ["".join(one.itertext()) for one in root.iter(f"{SVG}text")]


def test_bars_have_counts_and_percentages_and_say_where_there_are_no_cases() -> None:
    by_mutator, _, by_fault = figures(parse_scores(score()))
    found = texts(by_mutator.standalone())
    assert {"31.58 %", "24/76", "65.63 %", "21/32", "no cases"} <= set(found)
    assert not {"1/99", "3/7"} & set(found)
    assert {"fault lines touched", "3/7", "fault lines kept", "5/11"} <= set(texts(by_fault.standalone()))


def test_a_figure_without_cases_is_left_out() -> None:
    empty = score()
    for one in (*empty["cells"], *empty["curve"]):
        one["numerator"] = one["denominator"] = 0
    assert figures(parse_scores(empty)) == []


def test_a_bar_is_as_long_as_its_share_of_the_axis() -> None:
    [figure, *_] = figures(parse_scores(score()))
    root = ElementTree.fromstring(figure.standalone())
    ticks = {"".join(t.itertext()): float(t.attrib["x"]) for t in root.iter(f"{SVG}text")}
    whole = ticks["100 %"] - ticks["0 %"]
    widths = [float(bar.attrib["width"]) for bar in root.iter(f"{SVG}rect")]
    assert widths == pytest.approx([whole * 24 / 76, whole * 21 / 32], abs=0.1)


def test_a_curve_goes_through_all_its_points_and_stops_where_there_are_no_cases() -> None:
    data = score()
    data["curve"].append({"k": 4, "metric": "PFM", "numerator": 0, "denominator": 0})
    curve = figures(parse_scores(data))[1]
    root = ElementTree.fromstring(curve.standalone())
    [line] = root.iter(f"{SVG}polyline")
    assert len(line.attrib["points"].split()) == len([*root.iter(f"{SVG}circle")]) == 3
    assert "PFM, k = 4: no cases" in curve.description


def test_models_stand_side_by_side_and_criteria_apart() -> None:
    scores = [
        *parse_scores({"scores": [score("a"), score("b"), score("a")]}),
        *parse_scores(score("a", "repaired")),
    ]
    found = {figure.name: texts(figure.standalone()) for figure in figures(scores)}
    assert [name for name in found if name.endswith("bars")] == ["exact-bars", "repaired-bars"]
    assert {"a", "b", "a (2)"} <= set(found["exact-bars"])


def test_names_are_escaped_and_what_xml_cannot_hold_is_replaced() -> None:
    name = '<script>&"\x00\ud800]]>'
    made = figures(parse_scores({"scores": [score(name), score("b")]}))
    for figure in made:
        root = ElementTree.fromstring(figure.standalone().encode())
        assert not [*root.iter(f"{SVG}script")]
        assert '<script>&"\ufffd\ufffd]]>' in "".join(root.itertext())


def test_equal_scores_give_equal_files_and_foreign_files_stay(tmp_path: Path) -> None:
    source, out = tmp_path / "score.json", tmp_path / "plots"
    source.write_text(json.dumps(score()), encoding="utf-8")
    first = [path.read_bytes() for path in plot([source], out)]
    (out / "mine.txt").write_text("mine", encoding="utf-8")
    assert [path.read_bytes() for path in plot([source], out)] == first
    assert sorted(path.name for path in out.iterdir()) == [
        *("exact-bars.svg", "exact-curve.svg", "exact-fault.svg", "mine.txt")
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{", "not JSON"),
        (b"[]", "not the JSON object"),
        (b'{"model": "m", "criterion": "exact", "cells": 3}', "'cells' is not a list"),
        (b'{"model": "m", "cells": []}', "no field 'criterion'"),
        (b"[" * 100_000, "not JSON"),
        (json.dumps(score() | {"cells": [cell("PFM", 1, 2) | {"numerator": 3}]}).encode(), "no share"),
        (json.dumps(score() | {"cells": [cell("PFM", 1, 2) | {"ci": [0.5, 7]}]}).encode(), "two fractions"),
    ],
)
def test_what_is_no_score_is_refused_with_the_file(tmp_path: Path, data: bytes, reason: str) -> None:
    source = tmp_path / "score.json"
    source.write_bytes(data)
    with pytest.raises(MutationError, match=f"score.json: .*{reason}"):
        plot([source], tmp_path / "plots")


def test_a_long_name_is_cut_where_it_does_not_fit() -> None:
    assert clipped("abc", 100) == "abc"
    short = clipped("x" * 200, 100)
    assert short.endswith("…")
    assert width_of(short) <= 100 < width_of(short + "x")


def drawing() -> None:
    """Skips a test where CairoSVG or its library is missing."""
    try:
        importlib.import_module("cairosvg")
    except (ModuleNotFoundError, OSError) as error:
        pytest.skip(f"{error}")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_pdf_and_png_are_the_same_bytes_each_time_and_as_large_as_the_figure(tmp_path: Path) -> None:
    drawing()
    source = tmp_path / "score.json"
    source.write_text(json.dumps(score()))
    [svg, *_] = plot([source], tmp_path)
    assert svg.name == "exact-bars.svg"
    width, height = (
        int(ElementTree.fromstring(svg.read_text()).attrib[name]) for name in ("width", "height")
    )
    [pdf, *_] = plot([source], tmp_path, "pdf")
    first = pdf.read_bytes()
    assert (pdf.name, first[:5]) == ("exact-bars.pdf", b"%PDF-")
    assert b"(D:20000101000000" in first
    [png, *_] = plot([source], tmp_path, "png")
    data = png.read_bytes()
    assert (png.name, data[:8]) == ("exact-bars.png", b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == (2 * width, 2 * height)
    assert [plot([source], tmp_path, form)[0].read_bytes() for form in ("pdf", "png")] == [first, data]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ModuleNotFoundError("no", name="cairosvg"), "pip install 'equimorph[plot]'"),
        (OSError('no library called "cairo-2" was found'), "apt-get install libcairo2"),
    ],
)
def test_without_cairo_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str
) -> None:
    def missing(name: str) -> None:
        raise error

    monkeypatch.setattr(extras, "import_module", missing)
    source = tmp_path / "score.json"
    source.write_text(json.dumps(score()))
    result = run("robustness", "plot", source, "--out", tmp_path / "figures", "--format", "pdf")
    assert (result.exit_code, message in result.stderr) == (2, True)
    assert run("robustness", "plot", source, "--out", tmp_path / "figures").exit_code == 0
