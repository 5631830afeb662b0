"""Rows with scores of CodeScore-R; they are the rows of `equimorph.metrics`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from equimorph.checking.around import Around
from equimorph.codescore.errors import DeadVector, NoCompiler
from equimorph.codescore.gate import Gate
from equimorph.metrics.errors import MetricError
from equimorph.metrics.rows import Pair, pair_of
from equimorph.rows.formats import PREDICTIONS, SCORED, recognised
from equimorph.rows.tables import Failed, RowCount, Rows, raised, read_rows
from equimorph.texts.sketching import has_sketches

if TYPE_CHECKING:
    from equimorph.codescore.model import CodeScore

__all__ = ["NAME", "RAW", "scored"]

NAME, RAW = "codescore-r", "codescore-r-raw"
"""The score, 0 or 1, and the cosine that it comes from, which the gate leaves alone."""
_AT_ONCE = 64


def scored(
    model: CodeScore, rows: Rows, gate: Gate, *, failed: Failed | None = None, count: RowCount | None = None
) -> Iterator[dict[str, Any]]:
    """Yield rows with `scores`, and with `undefined`, the reason of each score that is None; other scores stay.

    Args:
        model: gives the cosines.
        rows: a file of pairs, or rows: `id`, `lang`, `candidate`, `reference`.
        gate: what a candidate must pass.
        failed: gets bad rows; without it, the first one is raised.
        count: counts the rows.

    Raises:
        MutationError: a row is bad, and there is no `failed`; or no row is a pair.
        JdkNotFound: candidates in Java are to be compiled, and there is no JDK.
        OSError: the file cannot be read.
    """
    if failed is not None:
        _, rows = recognised(rows, SCORED, PREDICTIONS.values())
    pairs = read_rows(rows, _pair, failed or raised, count, lambda pair: pair.id)
    while part := list(islice(pairs, _AT_ONCE)):
        gate.check({pair.lang for pair in part})
        yield from _of_part(model, part, gate)


def _pair(data: Mapping[str, Any]) -> Pair:
    """Return the pair that a row is. MetricError: it is none, or of a language without sketches."""
    pair = pair_of(data)
    if not has_sketches(pair.lang):
        raise MetricError(f"there are no sketches of {pair.lang}")
    return pair


def _of_part(model: CodeScore, part: Iterable[Pair], gate: Gate) -> Iterator[dict[str, Any]]:
    pairs = list(part)
    cosines = model.cosines((pair.candidate, pair.reference, pair.lang) for pair in pairs)
    for pair, cosine in zip(pairs, cosines, strict=True):
        scores: dict[str, float | None] = {NAME: None, RAW: None}
        undefined: dict[str, str] = {}
        compiled: bool | None = None
        try:
            compiled = gate.compared(pair.candidate, pair.reference, pair.lang, _around(pair.data)).ok
            if not compiled:
                scores[NAME] = 0
        except NoCompiler as error:
            undefined[NAME] = str(error)
        if isinstance(cosine, DeadVector):
            undefined[RAW] = str(cosine)
            if compiled is not False:
                undefined.setdefault(NAME, str(cosine))
        else:
            scores[RAW] = cosine
            if compiled:
                scores[NAME] = int(cosine > model.threshold)
        yield _with(pair.data, scores, undefined, compiled)


def _around(data: Mapping[str, Any]) -> Around | None:
    """Return the text around the candidate of a row of the bench."""
    prefix, suffix = data.get("prefix"), data.get("suffix")
    if not isinstance(prefix, str) or not isinstance(suffix, str) or not prefix + suffix:
        return None
    return Around(prefix, suffix, tuple(map(str, data.get("libraries") or ())))


def _with(
    data: Mapping[str, Any],
    scores: Mapping[str, float | None],
    undefined: Mapping[str, str],
    compiled: bool | None,
) -> dict[str, Any]:
    old, reasons = (data.get(name) for name in ("scores", "undefined"))
    kept = {**old} if isinstance(old, Mapping) else {}
    left = {n: r for n, r in reasons.items() if n not in scores} if isinstance(reasons, Mapping) else {}
    return {**data, "compiled": compiled, "scores": {**kept, **scores}, "undefined": {**left, **undefined}}
