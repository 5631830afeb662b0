"""The mutators and numbers of candidates of the two papers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from equimorph.runs.declared import Option, Panel
from mutators import MutationError

__all__ = ["PRESET", "PRESETS", "Preset", "preset_of"]


@dataclass(frozen=True)
class Preset:
    """The settings of a paper.

    Attributes:
        mutators: their names.
        k: how many candidates it asks a model for.
    """

    mutators: tuple[str, ...]
    k: int


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "r-diversity": Preset(("variable-renaming", "useless-cast"), 100),
        "r-behaviour": Preset(("variable-renaming", "useless-cast", "unused-variable", "new-variable"), 1),
        "l-robustness": Preset(("variable-renaming", "reorder-condition"), 200),
    }
)
"""RobustNPR, Diversity and Behaviour (sections 3.2, 3.4, 4.4), and the robustness part of the leakage study."""
_HELP = f"Use a published setup; {', '.join(PRESETS)} set the mutators and the number of candidates."
PRESET = Option(panel=Panel.MUTATORS, choices=PRESETS, noun="preset", help=_HELP)
"""The option that names one."""


def preset_of(name: str) -> Preset:
    """Return the preset with a name.

    Raises:
        MutationError: the preset does not exist.
    """
    try:
        return PRESETS[name]
    except KeyError:
        raise MutationError(f"no preset {name!r}; there are: {', '.join(PRESETS)}") from None
