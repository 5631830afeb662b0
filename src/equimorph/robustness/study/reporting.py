"""The steps of the results of one model: figures, and the page of its broken repairs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from equimorph.robustness.pages import Sources, write_page
from equimorph.robustness.plotting import plot
from equimorph.robustness.study.answering import ANSWERS, judged_file
from equimorph.robustness.study.place import Place

PAGE, PLOTS = "index.html", "plots"
BASELINE = "copy (does nothing)"
BASELINE_FOLDER = "baseline"


def write_plots(place: Place) -> list[str]:
    """Draw the scores of a study of one model."""
    plot(sorted(place.out.glob("score-*.json")), place.out / PLOTS)
    return []


def write_model_page(place: Place, folder: str, notes: Sequence[str], tests: bool) -> list[str]:
    """Write the page of a model.

    Args:
        place: The folder of the study.
        folder: Folder of the model, relative to the study's; "" for the study's own.
        notes: Remarks for the reader.
        tests: Whether tests were run.
    """
    inside = place.out / folder
    scores, baseline = read_scores(inside), read_scores(place.out / BASELINE_FOLDER)
    sources = Sources(
        bugs=place.bugs,
        mutants=place.mutants,
        answers=inside / ANSWERS,
        exact=inside / judged_file("exact"),
        behaviour=inside / judged_file("behaviour") if tests else None,
        scores=[*scores, *({**score, "model": BASELINE} for score in baseline)],
        model=str(scores[0]["model"]) if scores else "no model",
        baseline=BASELINE,
        notes=notes,
    )
    write_page(sources, inside / PAGE, failed=place.failed)
    return []


def read_scores(folder: Path) -> list[dict[str, Any]]:
    """Return the objects of all scores in a folder, beginning with the criterion exact."""
    scores = list[dict[str, Any]]()
    for path in sorted(folder.glob("score-*.json"), reverse=True):
        data = json.loads(path.read_bytes())
        scores += data.get("scores", [data])
    return scores
