"""Mutation scores of texts and of suites (paper 003)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction

from equimorph.search.differs import Differ, equal
from equimorph.search.errors import SearchError
from equimorph.search.outputs import Output
from equimorph.statistics.ratio import Ratio

__all__ = ["Score", "label_change_rate", "mean_score", "mutation_score", "suite_score"]


class Score(Ratio):
    """A mutation score: mutant models that differ, of all; for a suite, killed classes, of mutant models times classes."""

    @property
    def exact(self) -> Fraction:
        """The ratio as a fraction; 0 for 0/0, so that scores can be put in order."""
        return Fraction(self.numerator, self.denominator) if self.denominator else Fraction(0)


def mutation_score(
    original: Output, mutants: Sequence[Output], differ: Callable[[Output, Output], bool]
) -> Score:
    """Return the share of the mutant models that differ, ``MS(t) = |{m' : m(t) differs from m'(t)}| / |M|``.

    Args:
        original: m(t), what the model says of a text.
        mutants: m'(t), what each mutant model says of the same text.
        differ: the rule of difference.
    """
    return Score(sum(differ(original, one) for one in mutants), len(mutants))


def label_change_rate(original: Output, mutants: Sequence[Output]) -> Score:
    """Return the mutation score on labels, ``LCR(x) = |{f_i : f_i(x) is not f(x)}| / |F|``.

    Raises:
        SearchError: an output is a vector.
    """
    return mutation_score(original, mutants, equal())


def suite_score(
    originals: Sequence[Output],
    mutants: Sequence[Sequence[Output]],
    classes: Iterable[Hashable] | None = None,
    differ: Differ | None = None,
) -> Score:
    """Return the mutation score of a suite: the sum over mutant models of ``|KilledClasses(T', m')|``, by ``|M'|`` times ``|C'|``.

    The class of a text is the model's output for it. A text kills its class in a mutant model if that model's output
    differs.

    Args:
        originals: The model's output for each text.
        mutants: The outputs for each text, by mutant model.
        classes: All classes; None for the classes in the model's outputs.
        differ: The rule; None for the rule of labels. It must give the class of an output.

    Raises:
        SearchError: a mutant model has another number of outputs, a class is not among `classes`, or the rule has no classes.
    """
    rule = differ or equal()
    of = [rule.said(one) for one in originals]
    if any(one is None for one in of):
        raise SearchError(f"the rule {rule.name!r} gives outputs no class, so that a suite has no score")
    known = set(of if classes is None else classes)
    if not known.issuperset(of):
        raise SearchError(
            f"the model says {next(one for one in of if one not in known)!r}, which is no class"
        )
    killed = 0
    for outputs in mutants:
        if len(outputs) != len(originals):
            raise SearchError(f"{len(outputs)} outputs of a mutant model for {len(originals)} texts")
        killed += len({name for name, m, n in zip(of, originals, outputs, strict=True) if rule(m, n)})
    return Score(killed, len(mutants) * len(known))


def mean_score(scores: Iterable[Score]) -> float | None:
    """Return the mean of scores, computed exactly before it is rounded; None without any."""
    found = [one.exact for one in scores]
    return float(sum(found, Fraction(0)) / len(found)) if found else None
