"""Trials of a mutant model: its answers to probe texts decide whether it stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from equimorph.search.differs import Differ, differ_of
from equimorph.search.errors import SearchError
from equimorph.search.mutant_models.options import MakingOptions, demand
from equimorph.search.outputs import NamedModel, Output, TextModel, ask, kind_of
from equimorph.statistics.ratio import Ratio

_GALLERY = 4
"""One vector in this many is in the gallery."""
_PART = 16
"""Texts after which a mutant that cannot keep enough accuracy any more is given up."""


@dataclass(frozen=True)
class Trial:
    """The behaviour of a mutant on the probe texts.

    Attributes:
        changed: Share of outputs that differ from the original's.
        accuracy: Accuracy of the mutant, as a share of right outputs; None with a measure of the user.
        measured: Value of the user's measure, or None.
    """

    changed: Ratio
    accuracy: Ratio | None
    measured: float | None = None

    def to_row(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "changed": self.changed.to_dict(),
            "accuracy": None if self.accuracy is None else self.accuracy.to_dict(),
            "measured": self.measured,
        }

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Trial:
        """Read plain data."""
        accuracy = data["accuracy"]
        return cls(_ratio(data["changed"]), None if accuracy is None else _ratio(accuracy), data["measured"])


@dataclass(frozen=True)
class Verdict:
    """The outcome of a drawn mutation.

    Attributes:
        digest: Digest of its patch; None where there is none.
        trial: what the mutant did with the probe texts, if it stays.
        reason: why it does not, or None.
    """

    digest: str | None
    trial: Trial | None = None
    reason: str | None = None

    def to_row(self) -> dict[str, Any]:
        """Return plain data."""
        trial = None if self.trial is None else self.trial.to_row()
        return {"digest": self.digest, "trial": trial, "reason": self.reason}

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Verdict:
        """Read plain data."""
        trial = data["trial"]
        return cls(data["digest"], None if trial is None else Trial.from_row(trial), data["reason"])


class Probing:
    """The probe texts, and the original's outputs for them.

    Raises:
        ModelError: the original fails.
        SearchError: it answers in two ways, or it is right nowhere.
    """

    def __init__(self, base: NamedModel, options: MakingOptions) -> None:
        self._options = options
        said = ask(base, options.texts, batch=options.batch)
        if said != ask(base, options.texts, batch=options.batch):
            raise SearchError(f"{base.name} answers the same texts in two ways: is it still training?")
        is_vector = kind_of(said[0]).startswith("vector")
        demand(
            not (is_vector and options.labels is not None),
            "labels are for labels and texts; vectors take a measure",
        )
        gallery = range(0, len(said), _GALLERY) if is_vector else range(0)
        self._compared = [at for at in range(len(said)) if at not in gallery]
        self.differ: Differ = differ_of(None, said[0], [said[at] for at in gallery])
        self._said = [said[at] for at in self._compared]
        self._right = self._said if options.labels is None else [options.labels[at] for at in self._compared]
        best = (
            Fraction(self._rights(self._said)) if options.measure is None else Fraction(options.measure(said))
        )
        demand(
            best > 0, f"{base.name} is right in none of {len(self._said)} texts: there is no accuracy to keep"
        )
        # Exactly: 0.9 of 70 is 63, whatever floating point numbers say.
        self._least = Fraction(str(options.least)) * best

    def judged(self, mutant: TextModel, digest: str) -> Verdict:
        """Return whether a mutant is kept.

        Raises:
            ModelError: it fails.
        """
        options = self._options
        worse = f"below {options.least:g} of the accuracy"
        if options.measure is None:
            said = self._said_while_good(mutant)
            if said is None:
                return Verdict(digest, reason=worse)
            measured, accuracy = None, Ratio(self._rights(said), len(said))
        else:
            whole = ask(mutant, options.texts, batch=options.batch)
            said = [whole[at] for at in self._compared]
            measured, accuracy = float(options.measure(whole)), None
        changed = sum(map(self.differ, self._said, said))
        if not changed:
            return Verdict(digest, reason="no changed output")
        if measured is not None and measured < self._least:
            return Verdict(digest, reason=worse)
        return Verdict(digest, Trial(Ratio(changed, len(said)), accuracy, measured))

    def _said_while_good(self, mutant: TextModel) -> list[Output] | None:
        """Return a mutant's outputs for the texts that are compared; None if too many are wrong, which a part may show."""
        texts = [self._options.texts[at] for at in self._compared]
        allowed = len(texts) - self._least
        said: list[Output] = []
        for start in range(0, len(texts), _PART):
            said += ask(mutant, texts[start : start + _PART], batch=self._options.batch)
            if len(said) - self._rights(said) > allowed:
                return None
        return said

    def _rights(self, said: Sequence[Output]) -> int:
        return sum(not self.differ(right, one) for right, one in zip(self._right, said, strict=False))


def _ratio(data: Mapping[str, Any]) -> Ratio:
    return Ratio(data["numerator"], data["denominator"])
