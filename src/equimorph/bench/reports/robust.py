"""Robustness to perturbed prompts by ReCode's three measures (Wang et al. 2022, arXiv 2212.10264, section on metrics).

A model has n samples for a prompt x and n for each of its s perturbed prompts. Sample i is robust if it passes for all s of them;
rc(x) is the number of robust samples, c(x) the number that pass for x itself.

- Robust pass, RP_s@k: the mean over x of 1 - C(n - rc(x), k) / C(n, k).
- Robust drop, RD_s@k: (pass@k - RP_s@k) / pass@k.
- Robust relative, RR_s@k: the mean over x of 2 - C(n - rc-(x), k) / C(n, k) - C(n - rc+(x), k) / C(n, k). rc-(x) counts samples
  that pass for x and fail for some perturbed prompt (the worst case), rc+(x) samples that fail for x and pass for some perturbed
  prompt (the best case). For n = k = 1 it is the share of prompts whose result changes. The released program has the same value
  for greedy samples. For n > 1 it counts a gain for which all prompts pass among the losses, which matters for k > 1
  alone, and of several kinds of perturbation, a sample has gained only if it has in each of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from equimorph.bench.problems import UNPERTURBED
from equimorph.bench.reports.estimates import Figure, figure
from equimorph.bench.reports.samples import ORIGINAL, Sample, numbered
from equimorph.statistics import pass_at

__all__ = ["ALL", "Robust", "robust"]

ALL = "all"
"""The name of all perturbations together."""
_Results = Mapping[int, bool]
"""Results of samples by their number: True for a pass."""


@dataclass(frozen=True)
class Robust:
    """The measures of a model for one perturbation, or for `ALL` together.

    Attributes:
        name: Name of the perturbation.
        prompts: Number of problems by their number of perturbed prompts; the largest number is s.
        without_original: Number of problems without a sample for the unperturbed prompt: they count for RP alone.
        uneven: Number of sample numbers that some prompts of a problem have, and others lack: they count nowhere.
        figures: RP, RD and RR by k.
    """

    name: str
    prompts: Mapping[int, int]
    without_original: int
    uneven: int
    figures: tuple[tuple[Figure, Figure, Figure], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "perturbation": self.name,
            "s": max(self.prompts, default=0),
            "prompts": {str(number): problems for number, problems in sorted(self.prompts.items())},
            "without_original": self.without_original,
            "uneven": self.uneven,
            "figures": [measure.to_dict() for measures in self.figures for measure in measures],
        }


def robust(samples: Iterable[Sample], ks: Sequence[int], seed: int) -> tuple[Robust, ...]:
    """Return the measures of a model for each perturbation, and for all together if there are several.

    The prompt that perturbed ones are compared with is the one whose perturbation is "none", or else the problem's own.

    Args:
        samples: Samples of the model.
        ks: Values of k.
        seed: Seed of the intervals.
    """
    by_prompt = defaultdict[tuple[str, str, tuple[str, str, str]], list[Sample]](list)
    for sample in samples:
        by_prompt[sample.original, sample.group, sample.prompt].append(sample)
    plain = dict[str, _Results]()
    perturbed = defaultdict[str, dict[str, list[_Results]]](dict)
    for (original, group, _), answers in by_prompt.items():
        results = _results(answers)
        if group == UNPERTURBED or (group == ORIGINAL and original not in plain):
            plain[original] = results
        if group not in (ORIGINAL, UNPERTURBED):
            for name in (group, ALL):
                perturbed[name].setdefault(original, []).append(results)
    if len(perturbed) == 2:  # one perturbation, and the same again as all of them
        del perturbed[ALL]
    names = sorted(perturbed, key=lambda name: (name == ALL, name))
    return tuple(_robust(name, perturbed[name], plain, ks, seed) for name in names)


def _results(samples: Sequence[Sample]) -> _Results:
    return {
        number: sample.passed for number, sample in numbered(samples).items() if sample.passed is not None
    }


def _robust(
    name: str,
    perturbed: Mapping[str, Sequence[_Results]],
    plain: Mapping[str, _Results],
    ks: Iterable[int],
    seed: int,
) -> Robust:
    prompts, uneven = dict[int, int](), 0
    for original, answers in perturbed.items():
        prompts[len(answers)] = prompts.get(len(answers), 0) + 1
        every = [*answers, plain[original]] if original in plain else answers
        uneven += len(set().union(*every)) - len(_common(every))
    lacking = sum(original not in plain for original in perturbed)
    figures = tuple(_figures(perturbed, plain, k, seed) for k in ks)
    return Robust(name, prompts, lacking, uneven, figures)


def _common(results: Sequence[_Results]) -> set[int]:
    return set(results[0]).intersection(*results[1:])


def _figures(
    perturbed: Mapping[str, Sequence[_Results]], plain: Mapping[str, _Results], k: int, seed: int
) -> tuple[Figure, Figure, Figure]:
    passing, drops, changes = list[tuple[float, float]](), list[tuple[float, float]](), list[float]()
    short = short_of_both = 0
    for original, answers in perturbed.items():
        common = _common(answers)
        if len(common) < k:
            short += 1
        else:
            passing.append((pass_at(len(common), _all(answers, common), k), 1.0))
        if original not in plain:
            continue
        nominal = plain[original]
        both = common.intersection(nominal)
        if len(both) < k:
            short_of_both += 1
            continue
        before = pass_at(len(both), sum(nominal[number] for number in both), k)
        drops.append((before - pass_at(len(both), _all(answers, both), k), before))
        worse = sum(nominal[i] and not all(answer[i] for answer in answers) for i in both)
        better = sum(not nominal[i] and any(answer[i] for answer in answers) for i in both)
        changes.append(pass_at(len(both), worse, k) + pass_at(len(both), better, k))
    return (
        figure(f"RP@{k}", k, passing, short, seed),
        figure(f"RD@{k}", k, drops, short_of_both, seed),
        figure(f"RR@{k}", k, [(change, 1.0) for change in changes], short_of_both, seed),
    )


def _all(answers: Sequence[_Results], numbers: Iterable[int]) -> int:
    return sum(all(answer[number] for answer in answers) for number in numbers)
