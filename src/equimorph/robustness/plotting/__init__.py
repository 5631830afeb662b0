"""Figures of scores, as SVG, PDF or PNG: bars with intervals, curves over k, splits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path

from equimorph.pages.svg import Figure
from equimorph.robustness.plotting.bars import bars
from equimorph.robustness.plotting.curves import curves
from equimorph.robustness.plotting.formats import FigureFormat, encoded
from equimorph.robustness.plotting.scores import Score, parse_scores, read_scores
from equimorph.runs.whole import whole_file

__all__ = ["Figure", "FigureFormat", "Score", "figures", "parse_scores", "plot", "read_scores"]


def figures(scores: Iterable[Score]) -> list[Figure]:
    """Return the figures of some scores, as far as the cells and curves of each criterion allow.

    Models of one criterion are side by side, in the given order.
    """
    of = dict[str, list[Score]]()
    for score in scores:
        of.setdefault(score.criterion, []).append(score)
    return [figure for together in of.values() for figure in _figures(together)]


def _figures(scores: Sequence[Score]) -> list[Figure]:
    found = [bars(scores, "mutator"), curves(scores), bars(scores, "fault"), bars(scores, "group")]
    return [figure for figure in found if figure is not None]


def plot(
    paths: Sequence[str | PathLike[str]], out: str | PathLike[str], form: FigureFormat = "svg"
) -> list[Path]:
    """Write the figures of files of scores into a folder; return their paths.

    Args:
        paths: what `equimorph robustness score` wrote.
        out: the folder; it is made if it is missing, other files in it stay.
        form: Format of the files.

    Raises:
        ModuleNotFoundError: CairoSVG is not installed, and the format is not SVG.
        MutationError: a file is no score; names the file.
        OSError: a file cannot be read or written.
    """
    made = figures(score for path in paths for score in read_scores(Path(path)))
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for figure in made:
        path = folder / f"{figure.name}.{form}"
        data = encoded(figure, form)
        with whole_file(path) as stream:
            stream.write(data)
        written.append(path)
    return written
