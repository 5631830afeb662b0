"""The choice of a preset among the mutants of a method."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from equimorph.mutants.mutating import Selection
from equimorph.robustness.presets import Preset
from mutators import Mutant

__all__ = ["PresetSelection", "in_text_order"]


@dataclass(frozen=True, kw_only=True)
class PresetSelection(Selection):
    """The choice of a preset among the mutants of one method; it remembers what it took.

    Attributes:
        preset: The preset.
    """

    preset: Preset
    _texts: set[bytes] = field(default_factory=set, repr=False, compare=False)
    _variables: set[tuple[str, str]] = field(default_factory=set, repr=False, compare=False)

    @property
    def draws(self) -> bool:
        """Whether the seed draws the order of the mutants. It always does: of some mutants only the first is taken."""
        return True

    def takes(self, mutant: Mutant) -> bool:
        """Return whether a mutant is taken: no text twice, of some mutators one for each variable, of some none for parameters."""
        if mutant.mutant_data in self._texts:
            return False
        if mutant.mutator in self.preset.locals_only and _is_of_parameter(mutant):
            return False
        if mutant.mutator in self.preset.once:
            variable = mutant.mutator, mutant.local.edits[0].old
            if variable in self._variables:
                return False
            self._variables.add(variable)
        self._texts.add(mutant.mutant_data)
        return True


def _is_of_parameter(mutant: Mutant) -> bool:
    """Return whether the site of a mutant is the declaration of a parameter."""
    start = mutant.method.start + mutant.local.site.start
    return start in mutant.method.parameter_starts


def in_text_order(mutants: Iterable[Mutant]) -> list[Mutant]:
    """Return mutants in the order of the text, whatever the order in which they were drawn."""

    def key(mutant: Mutant) -> tuple[int, int, str, str]:
        site = mutant.local.site
        return site.start, site.end, site.mutator, str(site.params)

    return sorted(mutants, key=key)
