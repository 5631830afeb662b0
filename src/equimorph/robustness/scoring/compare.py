"""Comparisons of models on the same samples, and of groups of samples: exact tests, corrected for their number (spec 3.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.robustness.judging.judged import Criterion
from equimorph.robustness.scoring.cells import cells_of
from equimorph.robustness.scoring.groups import group_of
from equimorph.robustness.scoring.options import Hits, Scoring
from equimorph.robustness.scoring.population import UNKNOWN, Population, Sample, read
from equimorph.robustness.scoring.splitting import splits_of
from equimorph.robustness.scoring.verdicts import METRICS, Verdicts
from equimorph.rows.tables import Failed, RowCount, Rows, raised
from equimorph.statistics.hypothesis_tests import FLIPS, fisher, holm, mcnemar, sign_flip
from equimorph.statistics.ratio import Ratio
from mutators import MutationError

__all__ = ["Comparison", "GroupTest", "PairTest", "compare"]

SCHEMA = 1


@dataclass(frozen=True)
class PairTest:
    """Two models on the cases that both were asked about.

    Attributes:
        a, b: The models.
        criterion: Criterion of the judgement.
        metric: "repaired" of originals; "PFA" or "PDA" of samples; "PFM" or "PDM" of mutants.
        k: Number of candidates that count, for both.
        n: Number of originals, samples or mutants that both answered.
        no_answer: Number of further ones that one of the two did not answer; samples have no mutant that both answered.
        a_only: Number of them that fail in a alone.
        b_only: Number of them that fail in b alone.
        test: "mcnemar", or "sign-flip" by sample for mutants.
        p: P-value of the test, two-sided.
        p_holm: P-value corrected for all pairs and metrics.
    """

    a: str
    b: str
    criterion: Criterion
    metric: str
    k: int
    n: int
    no_answer: int
    a_only: int
    b_only: int
    test: str
    p: float
    p_holm: float

    def to_dict(self) -> dict[str, Any]:
        """Return the object of ``compare.json``."""
        return dict(vars(self))


@dataclass(frozen=True)
class GroupTest:
    """One model on two groups of samples, by Fisher's exact test.

    Attributes:
        model: The model.
        criterion: Criterion of the judgement.
        metric: Metric of the scores, or "repaired" for originals. The test treats the mutants of PFM and PDM as
            independent, which mutants of the same sample are not.
        mutator: Mutator of the mutants; "all" for all.
        k: Number of candidates that count.
        groups: Names of the groups.
        ratios: Scores of the two groups.
        p: P-value of the test, two-sided.
        p_holm: P-value corrected for all tests of groups.
    """

    model: str
    criterion: Criterion
    metric: str
    mutator: str
    k: int
    groups: tuple[str, str]
    ratios: tuple[Ratio, Ratio]
    p: float
    p_holm: float

    def to_dict(self) -> dict[str, Any]:
        """Return the object of ``compare.json``."""
        shares = [
            {"group": group, **ratio.to_dict()} for group, ratio in zip(self.groups, self.ratios, strict=True)
        ]
        return {**vars(self), "groups": list(self.groups), "ratios": shares}


@dataclass(frozen=True)
class Comparison:
    """Tests of pairs of models, and of groups.

    Attributes:
        pairs: Pairs of models.
        fisher: Tests of groups; empty if there are none.
    """

    pairs: tuple[PairTest, ...]
    fisher: tuple[GroupTest, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the object of ``compare.json``."""
        return {
            "schema": SCHEMA,
            "pairs": [one.to_dict() for one in self.pairs],
            "fisher": [one.to_dict() for one in self.fisher],
        }


def compare(
    *inputs: Rows,
    k: int | None = None,
    criterion: Criterion | None = None,
    hits: Hits = "plausible",
    groups: Mapping[str, str] | None = None,
    all_fixes: bool = False,
    flips: int = FLIPS,
    seed: int = 0,
    failed: Failed | None = None,
    count: RowCount | None = None,
) -> Comparison:
    """Compare each model with each other one that is judged by the same criterion, on the samples and mutants that both have.

    A model is called by its name; where two inputs have one of the same name, by the name of the file.

    Args:
        inputs: Paths of ``judged.jsonl``, or rows; each may have several models.
        k: Number of candidates that count; None for as many as were looked at for all models of a criterion.
        criterion: Criterion of rows that have none; rows of another one are left out.
        hits: See `Scoring`.
        groups: Group of each sample or bug; every two groups are compared, too.
        all_fixes: See `Scoring`.
        flips: Number of sign flips to draw if there are too many to count.
        seed: Seed for drawing them.
        failed: Gets bad rows; by default, the first one is raised.
        count: Counts the rows.

    Raises:
        MutationError: a row is bad, and `failed` is not given; or an option does not fit the rows.
        OSError: a file cannot be read.
    """
    scoring = Scoring(k=k, hits=hits, groups=groups)
    found = [(rows, read(rows, failed or raised, count, criterion)) for rows in inputs]
    named = _named(found)
    if not all_fixes:
        named = [(name, population.whole()) for name, population in named]
    verdicts = {one: _verdicts(one, [population for _, population in named], scoring) for one in METRICS}
    pairs = [
        test
        for (a, first), (b, second) in combinations(named, 2)
        if first.criterion == second.criterion
        for test in _pair(a, first, b, second, verdicts[first.criterion], flips, seed)
    ]
    tests = [
        test
        for name, population in named
        for test in _groups(name, population, verdicts[population.criterion], scoring)
    ]
    corrected = zip(pairs, holm([test.p for test in pairs]), strict=True)
    of_groups = zip(tests, holm([test.p for test in tests]), strict=True)
    return Comparison(
        tuple(replace(test, p_holm=p) for test, p in corrected),
        tuple(replace(test, p_holm=p) for test, p in of_groups),
    )


def _named(found: Sequence[tuple[Rows, list[Population]]]) -> list[tuple[str, Population]]:
    """Return the populations with the names of their models, or of their files where these are the same.

    Raises:
        MutationError: the names of the files are the same, too.
    """
    places = [(place, rows, one) for place, (rows, made) in enumerate(found) for one in made]
    named = list[tuple[str, Population]]()
    for place, rows, one in places:
        others = {
            other for other, _, two in places if (two.model, two.criterion) == (one.model, one.criterion)
        }
        name = one.model
        if len(others) > 1:
            stems = [_stem(rows) for other, rows, _ in places if other in others]
            name = _stem(rows) if len(set(stems)) == len(others) else str(rows)
            if len({two.model for other, _, two in places if other == place}) > 1:
                name = f"{name}:{one.model}"
        if any((name, one.criterion) == (taken, two.criterion) for taken, two in named):
            raise MutationError(f"two models are both called {name}: give each file once")
        named.append((name, one))
    return named


def _stem(rows: Rows) -> str:
    return Path(str(rows)).name.partition(".")[0] if isinstance(rows, str | PathLike) else "rows"


def _verdicts(criterion: Criterion, populations: Sequence[Population], scoring: Scoring) -> Verdicts:
    """Return the verdicts for all models of a criterion.

    Raises:
        MutationError: the k or the hits do not fit the rows.
    """
    fitting = [one for one in populations if one.criterion == criterion]
    most = min((one.k for one in fitting), default=1)
    if scoring.k is not None and scoring.k > most and any(one.ks for one in fitting):
        raise MutationError(f"k is {scoring.k}, but there are models that were judged with k {most}")
    if fitting and scoring.hits == "correct" and criterion != "repaired":
        raise MutationError(f"only criterion 'repaired' knows correct patches, not {criterion!r}")
    k = most if scoring.k is None else scoring.k
    return Verdicts(criterion, k, scoring.hits if criterion == "repaired" else "plausible")


def _pair(
    a: str, first: Population, b: str, second: Population, verdicts: Verdicts, flips: int, seed: int
) -> list[PairTest]:
    originals, samples, mutants, differences = _Discordant(), _Discordant(), _Discordant(), list[int]()
    for bug in sorted(first.samples.keys() & second.samples.keys()):
        one, other = first.samples[bug], second.samples[bug]
        if not (one.flaky or other.flaky):
            if verdicts.may_count(one) or verdicts.may_count(other):
                originals.no_answer += 1
            else:
                originals.add(not verdicts.repaired(one), not verdicts.repaired(other))
        if not (verdicts.counts(one) and verdicts.counts(other)):
            continue
        common = _common(one, other)
        failing = [
            (verdicts.fails(one.mutants[mutant]), verdicts.fails(other.mutants[mutant]))
            for mutant in sorted(common)
            if verdicts.answered(one.mutants[mutant]) and verdicts.answered(other.mutants[mutant])
        ]
        mutants.no_answer += len(common) - len(failing)
        samples.no_answer += bool(common) and not failing
        if failing:
            samples.add(any(in_a for in_a, _ in failing), any(in_b for _, in_b in failing))
            differences.append(sum(in_a - in_b for in_a, in_b in failing))
        for in_a, in_b in failing:
            mutants.add(in_a, in_b)

    def test(metric: str, found: _Discordant, name: str, p: float) -> PairTest:
        counts = (verdicts.k, found.n, found.no_answer, found.a_only, found.b_only)
        return PairTest(a, b, verdicts.criterion, metric, *counts, name, p, p)

    of_mutants, of_samples = METRICS[verdicts.criterion]
    return [
        test("repaired", originals, "mcnemar", mcnemar(originals.a_only, originals.b_only)),
        test(of_samples, samples, "mcnemar", mcnemar(samples.a_only, samples.b_only)),
        test(of_mutants, mutants, "sign-flip", sign_flip(differences, flips, seed)),
    ]


def _common(one: Sample, other: Sample) -> set[str]:
    return one.mutants.keys() & other.mutants.keys()


@dataclass
class _Discordant:
    """Counts of cases that both models answered, that only one of them answered, and that fail in only one of them."""

    n: int = 0
    no_answer: int = 0
    a_only: int = 0
    b_only: int = 0

    def add(self, in_a: bool, in_b: bool) -> None:
        self.n += 1
        self.a_only += in_a and not in_b
        self.b_only += in_b and not in_a


def _groups(name: str, population: Population, verdicts: Verdicts, scoring: Scoring) -> list[GroupTest]:
    """Return the tests of each two groups, first for repaired originals, then for each metric and mutator.

    Groups without cases are left out.
    """
    if scoring.groups is None:
        return []
    found: dict[tuple[str, str], dict[str, Ratio]] = {
        ("repaired", "all"): _repaired(population, verdicts, scoring.groups)
    }
    for cell in cells_of(splits_of(population, scoring), verdicts, scoring):
        known = cell.fault == "all" and cell.group not in ("all", UNKNOWN)
        if known and isinstance(cell.ratio, Ratio) and cell.ratio.denominator:
            found.setdefault((cell.metric, cell.mutator), {})[cell.group] = cell.ratio
    return [
        GroupTest(
            name,
            verdicts.criterion,
            metric,
            mutator,
            verdicts.k,
            (one, other),
            (ratios[one], ratios[other]),
            p := _fisher(ratios[one], ratios[other]),
            p,
        )
        for (metric, mutator), ratios in found.items()
        for one, other in combinations(sorted(ratios, key=lambda group: (group != "leaked", group)), 2)
    ]


def _repaired(population: Population, verdicts: Verdicts, groups: Mapping[str, str]) -> dict[str, Ratio]:
    """Return by group the ratio of repaired originals among the answered ones."""
    read, repaired = Counter[str](), Counter[str]()
    for bug, sample in population.samples.items():
        group = group_of(bug, groups)
        if sample.flaky or verdicts.may_count(sample) or group == UNKNOWN:
            continue
        read[group] += 1
        repaired[group] += verdicts.repaired(sample)
    return {group: Ratio(repaired[group], count) for group, count in read.items()}


def _fisher(one: Ratio, other: Ratio) -> float:
    return fisher((one.numerator, one.denominator), (other.numerator, other.denominator))
