"""Perturbed candidates, on which a metric shows whether it is robust (CodeScore-R, sections 5.2 to 5.4).

- "o2s": the candidate becomes its sketch, the reference stays.
- "s2s": both become their sketches.
- "syntactic": each method of the candidate gets one preserving mutation, by one of the four
  exchanges (table 1).
- "semantic": a share of the passing candidates gets one breaking mutation each.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Literal, TypeAlias

from equimorph.metrics.errors import MetricError
from equimorph.metrics.rows import Pair, pair_of
from equimorph.mutants.mutating import mutants
from equimorph.mutants.stacking import stacked as stack
from equimorph.rows.tables import Failed, RowCount, Rows, raised, read_rows
from equimorph.runs.declared import Option, Panel, check_values
from equimorph.texts.sketching import sketch
from mutators import MutationError
from parsers import ParseError, SourceFile

__all__ = ["How", "Perturbing", "perturb"]

How: TypeAlias = Literal["o2s", "s2s", "syntactic", "semantic"]
_EXCHANGES = (
    "loop-exchange",
    "expression-exchange",
    "permute-exchange",
    "condition-exchange",
    "reorder-condition",
)
"""The four rules of the paper's table 1; its exchange of conditions is two mutators here."""
_BREAKING = "operator-mutation"
_OF_THE_CANDIDATE = ("scores", "undefined", "mutations", "seed", "unperturbed")
_OF_A_RUN = ("outcome", "compiled")


@dataclass(frozen=True)
class Perturbing:
    """Options for perturbing candidates.

    Attributes:
        how: The candidate becomes its sketch (o2s), both texts do (s2s), the candidate gets preserving mutations (syntactic), or
            some of the passing ones a breaking one (semantic).
        seeds: Seeds, one row for each; sketches do not depend on them, and have one row.
        shares: "semantic": the percentages of the passing candidates that are mutated, one row for each; the candidates
            of a smaller share are included in a larger one.
        trust_label: semantic: label mutated candidates as failing without running tests, as in the paper.

    Without `trust_label`, `passed` of a mutated candidate is null until its tests run: some mutants pass all tests.
    """

    how: Annotated[How, Option(panel=Panel.MUTATORS, noun="perturbation")]
    seeds: tuple[int, ...] = (0,)
    shares: tuple[int, ...] = (25, 50, 75, 100)
    trust_label: Annotated[bool, Option()] = False

    def __post_init__(self) -> None:
        check_values(self, MetricError)
        if not self.seeds or len(set(self.seeds)) < len(self.seeds):
            raise MetricError("seeds are one or more different numbers")
        if any(not 0 < share <= 100 for share in self.shares) or len(set(self.shares)) < len(self.shares):
            raise MetricError("shares are different percentages, above 0 and up to 100")


@dataclass(frozen=True)
class _Perturbed:
    """A candidate afterwards: why it is as it was, or the records of its mutations, the first one first; sketches have none."""

    text: str
    reason: str | None = None
    mutations: tuple[dict[str, Any], ...] = ()


def perturb(
    rows: Rows, how: Perturbing, *, failed: Failed | None = None, count: RowCount | None = None
) -> Iterator[dict[str, Any]]:
    """Yield pairs with perturbed candidates: all rows for each seed and share, in their order.

    A row has a new `id`, the old one as `source_id`, and `perturbation`, by which `judge` groups. One that could not be perturbed
    is there as it was, with the reason as `unperturbed`.

    Args:
        rows: a file of pairs, or rows; all are in memory.
        how: which perturbation, and its options.
        failed: gets bad rows; without it, the first one is raised.
        count: counts the rows that are read.

    Raises:
        MutationError: a row is bad, and there is no `failed`.
        OSError: the file cannot be read.
    """
    pairs = list(read_rows(rows, pair_of, failed or raised, count, lambda pair: pair.id))
    if how.how in ("o2s", "s2s"):
        for pair in pairs:
            yield _sketched(pair, how.how)
        return
    for seed in how.seeds:
        if how.how == "syntactic":
            for pair in pairs:
                yield _row(pair, how.how, seed, _exchanged(pair, seed), pair.passed)
        else:
            yield from _semantic(pairs, how, seed)


def _sketched(pair: Pair, how: str) -> dict[str, Any]:
    candidate = sketch(pair.candidate, pair.lang)
    row = _row(pair, how, None, _Perturbed(candidate.text, candidate.reason), pair.passed)
    if how == "s2s":
        reference = sketch(pair.reference, pair.lang)
        row["reference"] = reference.text
        if reference.reason is not None:
            row.setdefault("unperturbed", f"reference: {reference.reason}")
    return row


def _exchanged(pair: Pair, seed: int) -> _Perturbed:
    source = _source(pair)
    if isinstance(source, str):
        return _Perturbed(pair.candidate, source)
    mutant = stack(source, _EXCHANGES, seed=_seed(seed, pair.id), per_method=1, on_conflict=lambda _: None)
    if not mutant.mutations:
        return _Perturbed(pair.candidate, "no exchange applies")
    return _Perturbed(mutant.text, None, tuple(mutation.to_dict() for mutation in mutant.mutations))


def _semantic(pairs: Sequence[Pair], how: Perturbing, seed: int) -> Iterator[dict[str, Any]]:
    passing = sorted((pair for pair in pairs if pair.passed), key=lambda pair: _seed(seed, pair.id))
    broken = {pair.id: _broken(pair, seed) for pair in passing}
    for share in how.shares:
        chosen = {pair.id for pair in passing[: (share * len(passing) + 50) // 100]}
        for pair in pairs:
            result = broken[pair.id] if pair.id in chosen else _Perturbed(pair.candidate)
            is_broken = pair.id in chosen and result.reason is None
            passed = (False if how.trust_label else None) if is_broken else pair.passed
            yield _row(pair, f"semantic-{share}", seed, result, passed)


def _broken(pair: Pair, seed: int) -> _Perturbed:
    source = _source(pair)
    if isinstance(source, str):
        return _Perturbed(pair.candidate, source)
    number = _seed(seed, pair.id)
    choices = list(mutants(source, [_BREAKING], seed=number, on_conflict=lambda _: None))
    if not choices:
        return _Perturbed(pair.candidate, "no operator can be mutated")
    mutant = Random(number).choice(choices)
    return _Perturbed(mutant.text, None, (mutant.mutation.to_dict(),))


def _source(pair: Pair) -> SourceFile | str:
    try:
        source = SourceFile.from_text(pair.candidate, language=pair.lang)
        return source if source.parses else "it does not parse"
    except (ParseError, MutationError) as error:
        return str(error)


def _seed(seed: int, id: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}|{id}".encode("utf-8", "surrogatepass")).digest()[:6])


def _row(pair: Pair, how: str, seed: int | None, result: _Perturbed, passed: bool | None) -> dict[str, Any]:
    dropped = _OF_THE_CANDIDATE if passed == pair.passed else (*_OF_THE_CANDIDATE, *_OF_A_RUN)
    kept = {name: value for name, value in pair.data.items() if name not in dropped}
    row = {
        **kept,
        "id": f"{pair.id}/{how}" if seed is None else f"{pair.id}/{how}/{seed}",
        "source_id": pair.id,
        "perturbation": how,
        "candidate": result.text,
        "passed": passed,
    }
    if seed is not None:
        row["seed"] = seed
    if result.mutations:
        row["mutations"] = list(result.mutations)
    if result.reason is not None:
        row["unperturbed"] = result.reason
    return row
