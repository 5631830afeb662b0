"""Scores and comparisons as tables of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from equimorph.robustness.scoring.cell_rows import HEAD, cell_row
from equimorph.robustness.scoring.compare import Comparison
from equimorph.robustness.scoring.score import Score, is_warning
from equimorph.robustness.scoring.verdicts import shown_state


def table_of(scores: Iterable[Score]) -> str:
    """Return the scores as text: counts, percentages, intervals, and the bounds where something is undecided, or has no answer."""
    return "\n".join(_block(one) for one in scores)


def _block(score: Score) -> str:
    samples = ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in score.samples.items())
    rows = [cell_row(cell) for cell in score.cells if cell.ratio.value is not None]
    head = f"{score.model}, {score.criterion}, k {score.k}\nsamples: {samples}\n{_requests(score)}"
    return head + _aligned([HEAD, *rows]) if rows else f"{head}no sample with mutants counts\n"


def _requests(score: Score) -> str:
    """Return a line with the states of the requests, and one with a warning where too many have no answer."""
    states = ", ".join(f"{shown_state(state)} {number:,}" for state, number in score.states.items())
    warnings = filter(is_warning, score.remarks)
    return "".join(f"{line}\n" for line in (f"requests: {states}", *warnings))


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
    return "".join(line + "\n" for line in lines)


def comparison_table(found: Comparison) -> str:
    """Return the tests of models, followed by the tests of groups, as text."""
    pairs = [
        (
            one.a,
            one.b,
            one.metric,
            *map(str, (one.n, one.a_only, one.b_only)),
            one.test,
            *_ps(one.p, one.p_holm),
        )
        for one in found.pairs
    ]
    groups = [
        (
            one.model,
            one.metric,
            one.mutator,
            *(
                f"{name} {ratio.numerator}/{ratio.denominator}"
                for name, ratio in zip(one.groups, one.ratios, strict=True)
            ),
            *_ps(one.p, one.p_holm),
        )
        for one in found.fisher
    ]
    heads = (
        ("a", "b", "metric", "n", "a only", "b only", "test", "p", "p (Holm)"),
        ("model", "metric", "mutator", "group", "group", "p", "p (Holm)"),
    )
    tables = [_aligned([head, *rows]) for head, rows in zip(heads, (pairs, groups), strict=True) if rows]
    return "\n".join(tables) or "nothing to compare: give two models, or --group\n"


def _ps(*values: float) -> list[str]:
    return [f"{value:.3g}" for value in values]
