"""The specification of a mutant model: operator, ratio and seed, as a row keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import isfinite
from random import Random
from typing import Any

from equimorph.runs.seeds import seed_of
from equimorph.search.errors import SearchError


@dataclass(frozen=True, order=True)
class MutantSpec:
    """A mutation of a model. The same one of the same model gives the same weights, to the byte.

    Attributes:
        operator: its name, such as "GF".
        ratio: the share of weights, neurons or layers that are mutated, from 0 to 1; one at least, unless it is 0.
        seed: Seed of the draws.
        value: the number of the operator, such as the standard deviation of GF; None for its default, or where it has no number.
    """

    operator: str
    ratio: float
    seed: int
    value: float | None = None

    def __post_init__(self) -> None:
        if not _is_number(self.ratio) or not 0 <= self.ratio <= 1:
            raise SearchError(f"a ratio is a number from 0 to 1, not {self.ratio!r}")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise SearchError(f"a seed is a whole number, not {self.seed!r}")
        if self.value is not None and not _is_number(self.value):
            raise SearchError(f"the number of an operator is finite, not {self.value!r}")

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> MutantSpec:
        """Read a row.

        Raises:
            SearchError: a field is missing or has a wrong value.
        """
        operator, ratio, seed = (data.get(name) for name in ("operator", "ratio", "seed"))
        if not isinstance(operator, str):
            raise SearchError("field 'operator' is not a text")
        return cls(operator, ratio, seed, data.get("value"))  # type: ignore[arg-type]  # __post_init__ checks them

    @property
    def id(self) -> str:
        """The name in rows and messages, such as ``GF-0.01-17-0.5``."""
        last = "" if self.value is None else f"-{self.value}"
        return f"{self.operator}-{self.ratio}-{self.seed}{last}"

    def to_row(self) -> dict[str, Any]:
        """Return plain data."""
        return {"id": self.id, **asdict(self)}

    def draws(self) -> Random:
        """Return the source of its draws. The number of the operator takes no part: it changes the same places more or less."""
        return Random(seed_of("mutant model", self.operator, float(self.ratio), self.seed))

    def share(self, total: int) -> int:
        """Return the number of `total` things that are mutated: none for ratio 0, else at least one."""
        return 0 if not self.ratio or not total else max(1, int(Fraction(str(self.ratio)) * total))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
