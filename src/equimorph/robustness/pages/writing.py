"""Writing the page of a study."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimorph.pages.assembling import listing, save_page
from equimorph.pages.markup import notes
from equimorph.robustness.pages.collecting import Bugs, Limits, collected
from equimorph.robustness.pages.summary import summary
from equimorph.robustness.plotting import figures, parse_scores
from equimorph.rows.tables import BadRow, Rows


@dataclass(frozen=True)
class Sources:
    """The sources of a page.

    Attributes:
        bugs, mutants, answers: rows.
        exact: judged rows.
        behaviour: judged rows, or None where nothing was run.
        scores: the objects of ``score.json``, of all models and criteria.
        model: the model that the page is about.
        baseline: the model that does nothing.
        notes: what the reader must know of the study.
    """

    bugs: Rows
    mutants: Rows
    answers: Rows
    exact: Rows
    behaviour: Rows | None
    scores: Sequence[Mapping[str, Any]]
    model: str
    baseline: str = "copy"
    notes: Sequence[str] = ()


def write_page(
    sources: Sources, out: Path, *, limits: Limits | None = None, failed: Callable[[BadRow], object]
) -> Bugs:
    """Write a page, one HTML file that needs nothing else, whole or not at all.

    Args:
        sources: what it is made of.
        out: the file.
        limits: how much is shown; a page that leaves something out says so.
        failed: gets bad rows.

    Returns:
        What it shows of the bugs.

    Raises:
        OSError: a file cannot be read or written.
        MutationError: a score is none.
    """
    rows = sources.bugs, sources.mutants, sources.answers
    bugs = collected(rows, sources.exact, sources.behaviour, sources.model, limits or Limits(), failed)
    drawn = [score for one in sources.scores if one["model"] == sources.model for score in parse_scores(one)]
    title, data = f"Robustness of {sources.model}", {**bugs.data, "model": sources.model}
    values = {
        "summary": summary(sources.scores, sources.model, sources.baseline),
        "notes": notes([*_left_out(bugs), *sources.notes]),
        "figures": "".join(f'<div class="figure">{figure.inline()}</div>' for figure in figures(drawn)),
    }
    save_page(out, listing(__package__ or "", "study", title, data, values, ["base.css", "diff.css"]))
    return bugs


def _left_out(bugs: Bugs) -> Iterable[str]:
    """Yield remarks on parts that the page does not show."""
    if bugs.shown < bugs.read:
        yield (
            f"{bugs.shown:,} of {bugs.read:,} bugs are shown below, those that a mutant broke first;"
            " the files of rows have all"
        )
    if bugs.mutants_shown < bugs.mutants:
        yield (
            f"{bugs.mutants_shown:,} of {bugs.mutants:,} mutants are shown below, those that broke a repair first;"
            " the files of rows have all"
        )
