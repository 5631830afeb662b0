"""The figures of a retraining as a Markdown page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from equimorph.search.matrix import TESTS, TRAININGS, title_of


def table_of(figures: Mapping[str, Any]) -> str:
    """Return the page of figures.

    Args:
        figures: Figures from `Retrained.to_dict`.
    """
    return "\n".join(_lines(figures)) + "\n"


def _lines(figures: Mapping[str, Any]) -> Iterator[str]:
    sets, seeds = figures["sets"], figures["seeds"]
    yield f"# Retraining: {figures['task']}"
    yield ""
    yield (
        f"{sets['train_roots']} train roots among {sets['train']} originals to learn from, {sets['test_roots']} test roots, "
        f"{len(seeds)} seeds. In brackets: intervals of 95 %, of seeds and roots drawn again."
    )
    for name in dict.fromkeys(cell["figure"] for cell in figures["cells"]):
        yield ""
        yield f"## {name}"
        yield ""
        yield from _grid(
            "training",
            [title_of(test) for test in TESTS],
            {
                title_of(training, training=True): [
                    _value(_one(figures["cells"], name, training, test), "value", "interval", "")
                    for test in TESTS
                ]
                for training in TRAININGS
            },
        )
        yield ""
        changes = [one for one in figures["changes"] if one["figure"] == name]
        yield from _changes(changes)


def _changes(changes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    words = {"drop": "mutated instead of clean test", "gain": "training with adversarials instead of without"}
    rows = {}
    for one in changes:
        title = f"{title_of(one['training'], training=True)} on {title_of(one['test'])}, {words[one['kind']]}"
        rows[title] = [
            _value(one, "absolute", "absolute_interval", " points"),
            _value(one, "relative", "relative_interval", " %"),
        ]
    yield from _grid("change", ["absolute", "relative"], rows)


def _one(cells: Sequence[Mapping[str, Any]], figure: str, training: str, test: str) -> Mapping[str, Any]:
    return next(
        one for one in cells if (one["figure"], one["training"], one["test"]) == (figure, training, test)
    )


def _grid(corner: str, heads: Sequence[str], rows: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield f"| {corner} | {' | '.join(heads)} |"
    yield f"| --- {'| ---: ' * len(heads)}|"
    for name, values in rows.items():
        yield f"| {name} | {' | '.join(values)} |"


def _value(data: Mapping[str, Any], name: str, interval: str, unit: str) -> str:
    value, ends = data[name], data[interval]
    if value is None:
        return "undefined"
    shown = _hundredths(value)
    return (
        f"{shown}{unit}"
        if ends is None
        else f"{shown}{unit} [{_hundredths(ends['low'])}, {_hundredths(ends['high'])}]"
    )


def _hundredths(value: float) -> str:
    """Return a share as a percentage with two decimals, half rounded up."""
    found = (Decimal(repr(value)) * 100).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return str(found if found else abs(found))
