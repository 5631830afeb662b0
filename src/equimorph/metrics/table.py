"""Judgements as tables of text, three decimals, half rounded up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal

from equimorph.metrics.judging import Judged, Judgement
from equimorph.pages.tables import Table

_HEAD = (
    *("metric", "pairs", "undefined", "MAE", "always-0", "always-1", "gate-only"),
    *("mean", "Pearson", "Spearman", "tau-b", "AUC"),
)


def table_of(found: Iterable[Judgement]) -> str:
    """Return a table for each group of rows: a line for each metric."""
    return "\n".join("".join(_lines(judgement)) for judgement in found)


def judgement_table(judgements: Iterable[Judgement]) -> Table:
    """Return the judgements of all groups as one table, with the numbers as they are."""
    rows = [
        (judgement.group, result.metric, result.error.pairs, result.undefined, *_numbers(result))
        for judgement in judgements
        for result in judgement.metrics
    ]
    return Table(("group", *_HEAD), tuple(rows))


def _numbers(result: Judged) -> Iterator[float | None]:
    errors = (result.error, result.constants["always-0"], result.constants["always-1"], result.gate)
    yield from (None if error is None else error.value for error in errors)
    yield from (result.mean, result.pearson, result.spearman, result.kendall, result.auc)


def _lines(judgement: Judgement) -> Iterator[str]:
    passed = judgement.passed
    share = f" ({passed.percent} %)" if passed.percent is not None else ""
    unlabelled = f", {judgement.unlabelled:,} without a label" if judgement.unlabelled else ""
    yield f"{judgement.group}: {passed.numerator:,} of {passed.denominator:,} pass{share}{unlabelled}\n"
    rows = [_HEAD, *(_cells(result) for result in judgement.metrics)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *others = row
        cells = [first.ljust(widths[0]), *map(str.rjust, others, widths[1:])]
        yield "  ".join(cells).rstrip() + "\n"
    for result in judgement.metrics:
        if result.confusion is not None:
            counts = result.confusion
            ratios = [
                f"{name} {rounded(ratio.value)}"
                for name, ratio in (
                    ("precision", counts.precision),
                    ("recall", counts.recall),
                    ("F1", counts.f1),
                )
            ]
            cells_ = f"TP {counts.tp}, FP {counts.fp}, FN {counts.fn}, TN {counts.tn}"
            yield f"{result.metric}: {cells_}; {', '.join(ratios)}\n"


def _cells(result: Judged) -> Sequence[str]:
    return (
        result.metric,
        f"{result.error.pairs:,}",
        f"{result.undefined:,}",
        *map(rounded, _numbers(result)),
    )


def rounded(value: float | None) -> str:
    """Return a number with three decimals, half rounded away from zero; "-" for None."""
    if value is None:
        return "-"
    return str(Decimal(repr(value)).quantize(Decimal("0.001"), ROUND_HALF_UP))
