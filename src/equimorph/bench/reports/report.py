"""The report on the rows of models."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.problems import UNPERTURBED, Problem
from equimorph.bench.reports.estimates import Group, group
from equimorph.bench.reports.robust import Robust, robust
from equimorph.bench.reports.samples import ORIGINAL, Reading, Sample
from equimorph.rows.tables import Failed, RowCount, Rows, raised

__all__ = ["SCHEMA", "ModelReport", "Report", "report"]

SCHEMA = 1
_USUAL = (1, 10, 100)
"""The values of k of which the first is always shown, the others if each prompt has enough samples."""


@dataclass(frozen=True)
class ModelReport:
    """The figures of a model.

    Attributes:
        name: Name of the model, or of its file.
        groups: Figures by kind of prompts, the original ones first.
        robust: Robustness by perturbation.
    """

    name: str
    groups: tuple[Group, ...]
    robust: tuple[Robust, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "model": self.name,
            "groups": [entry.to_dict() for entry in self.groups],
            "robust": [entry.to_dict() for entry in self.robust],
        }


@dataclass(frozen=True)
class Report:
    """Figures of models side by side.

    Attributes:
        models: Models in the order of their files.
        ks: Values of k.
        seed: Seed of the intervals.
    """

    models: tuple[ModelReport, ...]
    ks: tuple[int, ...]
    seed: int = field(default=0)

    def to_dict(self) -> dict[str, Any]:
        """Return the object of ``report.json``."""
        models = [model.to_dict() for model in self.models]
        return {"schema": SCHEMA, "k": [*self.ks], "seed": self.seed, "models": models}

    def remarks(self) -> Iterator[str]:
        """Yield remarks on missing rows and samples, model by model."""
        for model in self.models:
            for entry in model.groups:
                for text in _missing(entry):
                    kind = "" if entry.name == ORIGINAL else f", {entry.name}"
                    yield f"{model.name}{kind}: {text}"
            for result in model.robust:
                for text in _uneven(result):
                    yield f"{model.name}, {result.name}: {text}"


def _missing(result: Group) -> Iterator[str]:
    if result.unlabelled:
        errors = f", {result.errors:,} of them with an error" if result.errors else ""
        yield f"{result.unlabelled:,} of {result.rows:,} rows have no `passed`{errors}"
    if result.problems < result.total:
        yield f"{result.total - result.problems:,} of {result.total:,} problems have no sample"
    for entry in result.passing:
        if entry.short and entry.name.startswith("pass@"):
            problems = f"{entry.short:,} of {result.problems:,} problems have"
            yield f"{problems} fewer than {entry.k:,} samples, and count neither for {entry.name} nor for pass^{entry.k}"
    for scores in result.scores:
        if scores.undefined or scores.missing:
            yield f"{scores.name}: {scores.undefined:,} undefined scores, {scores.missing:,} rows without a score"


def _uneven(result: Robust) -> Iterator[str]:
    if result.without_original:
        yield f"{result.without_original:,} problems have no sample for the unperturbed prompt, and count for RP alone"
    if len(result.prompts) > 1:
        counts = ", ".join(f"{number}: {problems:,}" for number, problems in sorted(result.prompts.items()))
        yield f"problems differ in their number of perturbed prompts ({counts})"
    if result.uneven:
        yield f"{result.uneven:,} samples have no counterpart for another prompt of their problem"
    for measures in result.figures:
        for entry in measures[:2]:
            if entry.short:
                yield f"{entry.short:,} problems have fewer than {entry.k:,} samples for each prompt, without {entry.name}"


def report(
    files: Mapping[str, Rows],
    ks: Sequence[int] | None = None,
    *,
    problems: Iterable[Problem] | None = None,
    seed: int = 0,
    failed: Failed | None = None,
    count: RowCount | None = None,
) -> Report:
    """Return pass@k, pass^k, metric scores and robustness of models, each with its interval.

    Args:
        files: Rows that `run_bench` wrote, or their files, by the name of a model whose rows do not name it.
        ks: Values of k. By default 1, and 10 and 100 where each prompt of each model has as many samples.
        problems: All problems, so that those without a sample are counted. By default, the problems of any of the models.
        seed: Seed of the intervals.
        failed: Gets bad rows; without it, the first one is raised.
        count: Counts the rows.

    Raises:
        MutationError: A row is bad, and there is no `failed`; or no row has `passed`; or k is below 1.
        OSError: A file cannot be read.
    """
    if ks is not None and (not ks or min(ks) < 1):
        raise ProblemError("k is 1 or more")
    every = None if problems is None else [*problems]
    by_model = Reading.of(files, every).samples(failed or raised, count)
    if not any(sample.passed is not None for samples in by_model.values() for sample in samples):
        raise ProblemError(
            "no row has `passed`: run the tests first, or name the problems of the predictions"
        )
    totals = _totals(by_model.values()) if every is None else _of_set(every)
    chosen = tuple(dict.fromkeys(ks or _ks(by_model.values())))
    models = tuple(_model(name, samples, chosen, totals, seed) for name, samples in by_model.items())
    return Report(models, chosen, seed)


def _model(
    name: str, samples: Sequence[Sample], ks: Sequence[int], totals: Mapping[str, int], seed: int
) -> ModelReport:
    groups = defaultdict[str, list[Sample]](list)
    for sample in samples:
        groups[sample.group].append(sample)
    names = sorted(groups, key=lambda entry: (entry != ORIGINAL, entry != UNPERTURBED, entry))
    result = tuple(group(entry, groups[entry], ks, totals.get(entry, 0), seed) for entry in names)
    return ModelReport(name, result, robust(samples, ks, seed))


def _totals(models: Iterable[Sequence[Sample]]) -> Counter[str]:
    """Return the number of prompts of any model by group."""
    return Counter(group for _, group, _ in {sample.prompt for samples in models for sample in samples})


def _of_set(problems: Iterable[Problem]) -> Counter[str]:
    return Counter(
        ORIGINAL if problem.perturbation is None else problem.perturbation.name for problem in problems
    )


def _ks(models: Iterable[Sequence[Sample]]) -> tuple[int, ...]:
    least = [
        min(Counter(sample.prompt for sample in samples if sample.passed is not None).values(), default=0)
        for samples in models
    ]
    return tuple(k for k in _USUAL if k == 1 or all(k <= number for number in least))
