"""The study of leakage in neural program repair: its tables 3, 4, 5, 7, 8 and 9, computed again.

Tables 2 and 6 have no numbers, and the retrained columns of table 9 lack numerators. The number of bugs that a system
repairs is not printed: it is derived, since only one whole number fits each printed share of leaked bugs in table 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from equimorph.statistics import Ratio
from equimorph.tables.cells import Cell, count_cell, printed_numbers, share_cell

_CELLS = ("leaked VR", "leaked RC", "clean VR", "clean RC")
_POOLED = "VR&RC"
_TEXT = "section 4.2.2 gives the {} of the clean bugs under renaming, as that of the leaked ones"
_POOL = "sums over the four cells, so a bug counts once for each transformation"
_BOTH = "the denominator is the leaked bugs of v1.2.0 and v2.0.0 together"

NOTES = {
    (
        "3",
        "CURE",
        "Defects4J v1.2.0 leaked",
    ): "table 3 lists 10 bugs, table 4 says 11, and its PV fits 11 only",
    (
        "3",
        "RewardRepair",
        "Bugs.jar leaked",
    ): "table 3 lists 25 different bugs, the last one twice, table 4 says 27; "
    "its share of 25.77 fits 25 of 97, and no number of repaired bugs fits 27",
    ("4", "AlphaRepair", "Defects4J v1.2.0 PV"): "its leaked share of 13.51 is right, and leaves 86.49; "
    "the two as printed add up to 100.42",
    ("5", "CoCoNuT", "PDM clean RC"): "16/165 is 9.70",
    ("5", "SequenceR", "PDM leaked VR"): "16/17 is 94.12",
    ("5", "RewardRepair", "PDA clean RC"): "16/56 is 28.57",
    ("5", "RewardRepair", "PDM leaked VR"): _TEXT.format("46.00"),
    ("5", "RewardRepair", "PDA leaked VR"): f"{_TEXT.format('46.43')}; {_BOTH}, 24 + 10",
    ("5", "CURE", "PDA leaked VR"): f"{_BOTH}, 11 + 2",
    ("5", "Recoder", "PDA leaked VR"): "the denominator is the leaked bugs of v1.2.0 only; v2.0.0 has 9 more",
    (
        "5",
        "CURE",
        "PDA VR&RC",
    ): f"{_POOL}; by the definition of PDA it is 24/76 = 31.58, as section 1.3.3 has it",
    ("text 1.3.3", "CURE", "PDA"): "each bug once, as PDA is defined; table 5 prints 18.42",
}
"""By table, row and column."""


@dataclass(frozen=True)
class _System:
    """A row of table 4: O, the number of repaired bugs, L, of leaked ones among them, and figures as they are printed.

    O or L is None if the paper does not know. Shares are (O - L) / O and L / O; places are by O, by O - L, and by L / O, the
    smallest share first.
    """

    tool: str
    repaired: int | None
    leaked: int | None
    printed_leaked: str | None
    true_share: str | None
    leaked_share: str | None
    place: int
    place_without: int
    place_by_share: int | None

    @property
    def share(self) -> Fraction | None:
        """The share of leaked bugs; without leaked bugs it is 0, whatever the total."""
        if self.leaked is None or self.repaired is None:
            return Fraction(0) if self.leaked == 0 else None
        return Fraction(self.leaked, self.repaired)

    @property
    def clean(self) -> int | None:
        """The number of bugs without the leaked ones."""
        return None if self.leaked is None or self.repaired is None else self.repaired - self.leaked


def leakage_study() -> list[Cell]:
    """Return the cells of the study, table by table; numbers of the running text are last."""
    data = printed_numbers("leakage_study")
    systems = {name: [_System(*row) for row in rows] for name, rows in data["table4"].items()}
    parts = (_table3(data, systems), _table4(systems), _table5(data), _table7(data))
    return [
        replace(cell, note=NOTES.get((cell.table, cell.row, cell.column), cell.note))
        for part in (*parts, _table8(data, systems), _table9(data), _text(data, systems))
        for cell in part
    ]


def _table3(data: dict[str, Any], systems: Mapping[str, Sequence[_System]]) -> Iterator[Cell]:
    """Yield the numbers of bugs that table 3 lists, against the ones that table 4 prints."""
    for benchmark, rows in systems.items():
        for system in rows:
            if system.printed_leaked is not None:
                listed = _bugs(data["leaked_defects"][benchmark][system.tool])
                yield count_cell(
                    "3", system.tool, f"{benchmark} leaked", len(listed), system.printed_leaked, _LISTED
                )


_LISTED = "bugs listed in table 3, against the number in table 4"


def _bugs(by_project: Mapping[str, Sequence[object]]) -> set[tuple[str, object]]:
    return {(project, number) for project, numbers in by_project.items() for number in numbers}


def _table4(systems: Mapping[str, Sequence[_System]]) -> Iterator[Cell]:
    for benchmark, rows in systems.items():
        for system in rows:
            yield from _shares(benchmark, system)
        yield from _places(f"{benchmark} place", rows, lambda s: s.repaired, lambda s: s.place)
        yield from _places(
            f"{benchmark} place without leaked", rows, lambda s: s.clean, lambda s: s.place_without
        )
        yield from _places(
            f"{benchmark} place by share",
            rows,
            lambda s: None if s.share is None else -s.share,
            lambda s: s.place_by_share,
        )


def _shares(benchmark: str, system: _System) -> Iterator[Cell]:
    """Yield PV = (O - L) / T, where T = O before retraining, and the share of leaked bugs L / O."""
    if system.true_share is None or system.leaked_share is None or system.leaked is None:
        return
    columns = (f"{benchmark} PV", system.true_share), (f"{benchmark} leaked share", system.leaked_share)
    if system.repaired is None:
        for (column, printed), computed in zip(columns, ("100.00", "0.00"), strict=True):
            yield Cell("4", system.tool, column, None, None, computed, printed, _ANY)
        return
    numerators = system.repaired - system.leaked, system.leaked
    for (column, printed), numerator in zip(columns, numerators, strict=True):
        yield share_cell("4", system.tool, column, Ratio(numerator, system.repaired), printed, _FITTED)


_ANY = "no leaked bug, so the same for any number of repaired ones"
_FITTED = "denominator derived from the printed share of leaked bugs"


def _places(
    column: str,
    rows: Sequence[_System],
    value: Callable[[_System], Fraction | int | None],
    printed: Callable[[_System], int | None],
) -> Iterator[Cell]:
    """Yield the places by a value, the largest first; equal values by the first of the places, then in the order of the table.

    A system without a value keeps the place that is printed, and the others take what is left.
    """
    valued = {row.tool: value(row) for row in rows}
    taken = {printed(row) for row in rows if valued[row.tool] is None}
    left = (place for place in range(1, len(rows) + 1) if place not in taken)
    known = [row for row in rows if valued[row.tool] is not None]
    best = sorted(known, key=lambda row: (-(valued[row.tool] or 0), row.place))
    place_of = {row.tool: place for row, place in zip(best, left, strict=False)}
    for row in known:
        yield Cell("4", row.tool, column, None, None, str(place_of[row.tool]), str(printed(row)), _PLACE)


_PLACE = "place among the systems of the benchmark"


def _table5(data: dict[str, Any]) -> Iterator[Cell]:
    for metric, rows in data["table5"].items():
        for tool, *cells, pooled in rows:
            for column, (numerator, denominator, printed) in zip(_CELLS, cells, strict=True):
                yield share_cell("5", tool, f"{metric} {column}", Ratio(numerator, denominator), printed)
            yield share_cell("5", tool, f"{metric} {_POOLED}", _pooled(cells), pooled, _SUMS)


_SUMS = "sums over the four cells; a bug counts once for each transformation"


def _pooled(cells: Sequence[Sequence[Any]]) -> Ratio:
    return Ratio(sum(cell[0] for cell in cells), sum(cell[1] for cell in cells))


def _table7(data: dict[str, Any]) -> Iterator[Cell]:
    parts = data["table7"]["parts"]
    total = sum(parts.values())
    for name, *printed in data["table7"]["datasets"]:
        for (part, tenths), share in zip(parts.items(), printed, strict=True):
            yield share_cell("7", name, part, Ratio(tenths, total), share, _SPLIT)


_SPLIT = "section 4.3 splits 8 : 1 : 1"


def _table8(data: dict[str, Any], systems: Mapping[str, Sequence[_System]]) -> Iterator[Cell]:
    """Yield the overlaps of leaked bugs with the lost ones, and PV = (O - L) / T with T = O - overlap."""
    benchmark = "Defects4J v1.2.0"
    by_tool = {system.tool: system for system in systems[benchmark]}
    for tool, lost, printed_overlap, true_share, overlap_share in data["table8"]:
        leaked = _bugs(data["leaked_defects"][benchmark][tool])
        overlap = len(_bugs(lost) & leaked)
        repaired, clean = by_tool[tool].repaired, by_tool[tool].clean
        assert repaired is not None
        assert clean is not None
        yield count_cell("8", tool, "overlap", overlap, printed_overlap, "lost bugs that table 3 lists")
        yield share_cell("8", tool, "PV", Ratio(clean, repaired - overlap), true_share, _RETRAINED)
        yield share_cell("8", tool, "overlap share", Ratio(overlap, len(leaked)), overlap_share)


_RETRAINED = "(O - L) / (O - overlap), with O and L of table 4"


def _table9(data: dict[str, Any]) -> Iterator[Cell]:
    """Yield the columns of the original systems, which repeat the last column of table 5."""
    cells = {(metric, tool): row for metric, rows in data["table5"].items() for tool, *row in rows}
    for tool, *printed in data["table9"]:
        for metric, number in zip(("PDM", "PDA"), printed, strict=True):
            share = _pooled(cells[metric, tool][: len(_CELLS)])
            yield share_cell("9", tool, f"original {metric}", share, number, "as in table 5")


def _text(data: dict[str, Any], systems: Mapping[str, Sequence[_System]]) -> Iterator[Cell]:
    for one in data["text"]:
        share = Ratio(one["numerator"], one["denominator"])
        yield share_cell(f"text {one['section']}", one["row"], one["column"], share, one["printed"])
    again = data["retrained"]
    [before] = [s.repaired for s in systems["Defects4J v1.2.0"] if s.tool == again["tool"]]
    assert before is not None
    after = before - len(_bugs(again["lost"])) + len(_bugs(again["gained"]))
    note = "those of table 4, without the lost ones, with the gained ones"
    yield count_cell(
        "text 5", again["tool"], "repaired after retraining", after, str(again["repaired"]), note
    )
