"""The part of ``score.json`` that figures show."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimorph.statistics.ratio import Ratio
from mutators import MutationError

ALL = "all"
"""The name of what is not split."""
_SPLITS = ("mutator", "fault", "group")


@dataclass(frozen=True)
class Cell:
    """A ratio of a score.

    Attributes:
        metric: such as "PFM".
        split: the values of mutator, fault and group; `ALL` where it is not split.
        ratio: the counts.
        interval: Interval of confidence, fractions; None where there is none.
    """

    metric: str
    split: tuple[str, ...]
    ratio: Ratio
    interval: tuple[float, float] | None


@dataclass(frozen=True)
class Point:
    """A ratio on a curve.

    Attributes:
        metric: such as "PFM".
        k: how many candidates are looked at.
        ratio: the counts.
    """

    metric: str
    k: int
    ratio: Ratio


@dataclass(frozen=True)
class Score:
    """The score of a model.

    Attributes:
        model: its name.
        criterion: "exact", "repaired" or "behaviour".
        k: Maximum number of candidates that were looked at; None if that is not known.
        cells, curve: its ratios.
    """

    model: str
    criterion: str
    k: int | None
    cells: tuple[Cell, ...]
    curve: tuple[Point, ...]

    def metrics(self) -> tuple[str, ...]:
        """Return the names of the metrics of its cells, in their order."""
        return tuple(dict.fromkeys(cell.metric for cell in self.cells))

    def along(self, split: str) -> dict[str, dict[str, Cell]]:
        """Return the cells that are split by one field alone, by its value and by metric; `ALL` is a value, too.

        Args:
            split: "mutator", "fault" or "group".
        """
        at = _SPLITS.index(split)
        found = dict[str, dict[str, Cell]]()
        for cell in self.cells:
            if all(value == ALL for i, value in enumerate(cell.split) if i != at):
                found.setdefault(cell.split[at], {})[cell.metric] = cell
        return found


def read_scores(path: Path) -> tuple[Score, ...]:
    """Read what `equimorph robustness score` wrote.

    Raises:
        OSError: the file cannot be read.
        MutationError: it is no score; names the file.
    """
    try:
        return parse_scores(json.loads(path.read_bytes()))
    except (ValueError, RecursionError) as error:
        raise MutationError(f"{path}: not JSON: {error}") from error
    except MutationError as error:
        raise MutationError(f"{path}: {error}") from error


def parse_scores(data: object) -> tuple[Score, ...]:
    """Return the scores in decoded JSON from one model, or from several as ``{"scores": [...]}``.

    Raises:
        MutationError: a field is missing or has a wrong value.
    """
    if not isinstance(data, Mapping):
        raise MutationError("not the JSON object of a score")
    if isinstance(data.get("scores"), list):
        return tuple(_score(one) for one in data["scores"])
    return (_score(data),)


def _score(data: object) -> Score:
    if not isinstance(data, Mapping):
        raise MutationError("a score is not a JSON object")
    k = data.get("k")
    cells = tuple(_cell(one) for one in _objects(data, "cells"))
    curve = tuple(
        Point(_text(one, "metric"), _count(one, "k"), _ratio(one)) for one in _objects(data, "curve")
    )
    known = k if isinstance(k, int) and not isinstance(k, bool) else None
    return Score(_text(data, "model"), _text(data, "criterion"), known, cells, curve)


def _objects(data: Mapping[str, Any], name: str) -> Iterator[Mapping[str, Any]]:
    found = data.get(name, [] if name == "curve" else None)
    if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
        raise MutationError(f"field {name!r} is not a list of objects")
    return iter(found)


def _cell(data: Mapping[str, Any]) -> Cell:
    split = tuple(ALL if data.get(name) is None else _text(data, name) for name in _SPLITS)
    return Cell(_text(data, "metric"), split, _ratio(data), _interval(data.get("ci")))


def _ratio(data: Mapping[str, Any]) -> Ratio:
    try:
        return Ratio(_count(data, "numerator"), _count(data, "denominator"))
    except ValueError as error:
        raise MutationError(str(error)) from error


def _interval(ci: object) -> tuple[float, float] | None:
    if ci is None:
        return None
    if isinstance(ci, Sequence) and len(ci) == 2 and all(type(end) in (int, float) for end in ci):
        low, high = float(ci[0]), float(ci[1])
        if 0 <= low <= high <= 1:
            return low, high
    raise MutationError(f"field 'ci' is {ci!r}, not two fractions, the lower one first")


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise MutationError(f"no field {name!r}" if value is None else f"field {name!r} is not a text")
    return value


def _count(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise MutationError(f"field {name!r} is {value!r}, not a whole number from 0")
    return value
