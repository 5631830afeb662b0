"""Counts of leaks, which may be added, for each sample at each level, in each form and in any of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from equimorph.leakage.samples import FormName, Kind, Level

ANY: Literal["any"] = "any"
Scope: TypeAlias = "FormName | Literal['any']"
"""In which form something is found, or in any of them: then it counts once, at its strongest kind."""


@dataclass
class Counts:
    """The counts of hits in some training data.

    Attributes:
        items: how many were compared.
        bytes: Bytes of their sides, as they are.
        errors: rows that could not be read.
        hits: how many items have a sample, by scope, level, number of the sample, and kind.
        found: how many items have any sample, by scope and level.
    """

    items: int = 0
    bytes: int = 0
    errors: int = 0
    hits: Counter[tuple[Scope, Level, int, Kind]] = field(default_factory=Counter)
    found: Counter[tuple[Scope, Level]] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        """Add the counts of other training data."""
        self.items += other.items
        self.bytes += other.bytes
        self.errors += other.errors
        self.hits.update(other.hits)
        self.found.update(other.found)

    def kinds(self, scope: Scope, level: Level, sample: int) -> Iterator[tuple[Kind, int]]:
        """Yield the number of items with a sample, by kind."""
        for kind in ("exact", "inside", "contains"):
            yield kind, self.hits[scope, level, sample, kind]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            **{"items": self.items, "bytes": self.bytes, "errors": self.errors},
            "hits": [[*key, count] for key, count in self.hits.items()],
            "found": [[*key, count] for key, count in self.found.items()],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Counts:
        """Return the counts of which `to_dict` returned the data."""
        hits = Counter({(scope, level, sample, kind): n for scope, level, sample, kind, n in data["hits"]})
        item_counts = Counter({(scope, level): n for scope, level, n in data["found"]})
        return cls(data["items"], data["bytes"], data["errors"], hits, item_counts)
