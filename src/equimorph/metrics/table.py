"""Judgements as tables of text, three decimals, half rounded up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal

from equimorph.metrics.judging import Error, Judged, Judgement

_HEAD = (
    *("metric", "pairs", "undefined", "MAE", "always-0", "always-1", "gate-only"),
    *("mean", "Pearson", "Spearman", "tau-b", "AUC"),
)


def table_of(found: Iterable[Judgement]) -> str:
    """Return a table for each group of rows: a line for each metric."""
    return "\n".join("".join(_lines(one)) for one in found)


def _lines(found: Judgement) -> Iterator[str]:
    passed = found.passed
    share = f" ({passed.percent} %)" if passed.percent is not None else ""
    unlabelled = f", {found.unlabelled:,} without a label" if found.unlabelled else ""
    yield f"{found.group}: {passed.numerator:,} of {passed.denominator:,} pass{share}{unlabelled}\n"
    rows = [_HEAD, *(_cells(one) for one in found.metrics)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *others = row
        cells = [first.ljust(widths[0]), *map(str.rjust, others, widths[1:])]
        yield "  ".join(cells).rstrip() + "\n"
    for one in found.metrics:
        if one.confusion is not None:
            counts = one.confusion
            ratios = [
                f"{name} {rounded(ratio.value)}"
                for name, ratio in (
                    ("precision", counts.precision),
                    ("recall", counts.recall),
                    ("F1", counts.f1),
                )
            ]
            cells_ = f"TP {counts.tp}, FP {counts.fp}, FN {counts.fn}, TN {counts.tn}"
            yield f"{one.metric}: {cells_}; {', '.join(ratios)}\n"


def _cells(one: Judged) -> Sequence[str]:
    return (
        one.metric,
        f"{one.error.pairs:,}",
        f"{one.undefined:,}",
        _mean(one.error),
        _mean(one.constants["always-0"]),
        _mean(one.constants["always-1"]),
        _mean(one.gate),
        *map(rounded, (one.mean, one.pearson, one.spearman, one.kendall, one.auc)),
    )


def _mean(error: Error | None) -> str:
    return rounded(None if error is None else error.value)


def rounded(value: float | None) -> str:
    """Return a number with three decimals, half rounded away from zero; "-" for None."""
    if value is None:
        return "-"
    return str(Decimal(repr(value)).quantize(Decimal("0.001"), ROUND_HALF_UP))
