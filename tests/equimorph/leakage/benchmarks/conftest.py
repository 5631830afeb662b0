"""What the tests of benchmarks share: reading one, with what could not be read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from equimorph.leakage.benchmarks import Unit, read_benchmark
from equimorph.leakage.samples import Sample
from equimorph.rows.tables import RowCount

__all__ = ["Read", "read"]


@dataclass(frozen=True)
class Read:
    """The samples of a benchmark, and `FILE:LINE: reason` of what could not be read."""

    samples: list[Sample]
    bad: list[str]

    @property
    def pieces(self) -> list[tuple[str, int, bytes | None, bytes | None]]:
        return [(one.bug_id, one.hunk, one.buggy, one.fixed) for one in self.samples]


def read(path: Path, *, unit: Unit | None = None, fix: str | None = None, format: str | None = None) -> Read:
    """Reads a benchmark; what is kept and dropped is all."""
    bad, count, place = list[str](), RowCount(), {} if fix is None else {"fix": fix}
    found = list(
        read_benchmark(
            path, unit=unit, format=format, failed=lambda one: bad.append(str(one)), count=count, **place
        )
    )
    assert count.read == count.kept + len(bad)
    return Read(found, bad)
