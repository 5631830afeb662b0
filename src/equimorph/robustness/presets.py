"""The setups of the two papers: mutators with options, which mutants are taken, numbers of candidates, and the papers' counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from equimorph.mutants.catalogue import Choice
from equimorph.runs.declared import Option, Panel
from equimorph.statistics.ratio import Ratio
from mutators import MutationError

__all__ = ["ALIASES", "PRESET", "PRESETS", "Preset", "canonical_name", "preset_of"]

_NAMES = ("first-letter", "initials", "type-name")
"""The three names that RobustNPR gives a variable (section 3.2)."""
_CAST, _ALIAS = "useless-cast", "new-variable"


@dataclass(frozen=True)
class Preset:
    """The setup of a paper.

    Attributes:
        counts: Number of mutants in the paper by mutator.
        k: Number of candidates that it asks a model for.
        schemes: Naming schemes of new names, each of which gives a mutant per variable; mutants of a method that are
            equal are taken once.
        once: Mutators of which each variable of a method has one mutant, drawn by the seed.
        locals_only: Mutators that mutate no parameter.
    """

    counts: Mapping[str, int]
    k: int
    schemes: tuple[str, ...]
    once: frozenset[str] = field(default_factory=frozenset)
    locals_only: frozenset[str] = field(default_factory=frozenset)

    @property
    def mutators(self) -> tuple[str, ...]:
        """Names of the mutators."""
        return tuple(self.counts)

    def choice(self, options: Mapping[str, tuple[str, ...]] = MappingProxyType({})) -> Choice:
        """Return the mutators with their options; options that are given take the place of the preset's."""
        return Choice(self.mutators, {"schemes": self.schemes, **options})

    def beside(self, counts: Mapping[str, int]) -> str:
        """Return numbers of mutants by mutator, with their shares and the paper's.

        Args:
            counts: Number of our mutants by mutator.
        """
        ours, theirs = sum(counts.values()), sum(self.counts.values())
        parts = [
            f"{name} {counts.get(name, 0):,}{_share(counts.get(name, 0), ours)} (paper: {number:,}{_share(number, theirs)})"
            for name, number in self.counts.items()
        ]
        return ", ".join(parts)


def _share(number: int, total: int) -> str:
    percent = Ratio(number, total).percent
    return "" if percent is None else f", {percent} %"


ALIASES: Mapping[str, str] = MappingProxyType(
    {"r-diversity": "robustnpr-d", "r-behaviour": "robustnpr-b", "l-robustness": "leakage-study"}
)
"""Former names."""


class _Presets(dict[str, Preset]):
    def __missing__(self, name: str) -> Preset:
        return self[ALIASES[name]]


PRESETS: Mapping[str, Preset] = _Presets(
    {
        "robustnpr-d": Preset(
            {"variable-renaming": 25_105, _CAST: 15_272}, 100, _NAMES, once=frozenset({_CAST})
        ),
        "robustnpr-b": Preset(
            {"variable-renaming": 1_424, _CAST: 1_074, "unused-variable": 2_471, _ALIAS: 571},
            1,
            _NAMES,
            once=frozenset({_CAST}),
            locals_only=frozenset({_ALIAS}),
        ),
        "leakage-study": Preset({"variable-renaming": 1_180, "reorder-condition": 1_271}, 200, ("generic",)),
    }
)
"""RobustNPR, Diversity and Behaviour (sections 3.2, 3.4, 4.2 and 4.4), and the robustness part of the leakage study (section
3.3 and the denominators of PDM in table 5, over the five systems). Former names work, too."""
_HELP = f"Use a published setup; {', '.join(PRESETS)} set the mutators and the number of candidates."
PRESET = Option(panel=Panel.MUTATORS, choices=(*PRESETS, *ALIASES), noun="preset", help=_HELP)
"""The option that names one."""


def canonical_name(name: str) -> str:
    """Return the name of a preset for a name or a former one; any other name as it is."""
    return ALIASES.get(name, name)


def preset_of(name: str) -> Preset:
    """Return the preset with a name, or with a former one.

    Raises:
        MutationError: the preset does not exist.
    """
    try:
        return PRESETS[name]
    except KeyError:
        raise MutationError(f"no preset {name!r}; there are: {', '.join(PRESETS)}") from None
