"""Counts of the issues that a test of a translator found, and of the real ones, as the tests of the programs say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from equimorph.bulk.reporting import counted
from equimorph.cote.consistency import MEASURES
from equimorph.cote.errors import CoteError
from equimorph.cote.scoring import shown_ratio
from equimorph.statistics.ratio import Ratio

__all__ = ["TranslationTally"]

_ALL = "all"


@dataclass
class TranslationTally:
    """Counts of rows, by mutator, and "all".

    Attributes:
        programs: Ids of the originals.
        mutants: Number of mutants.
        compared: Number of mutants where both outputs are programs.
        decided: Number of compared mutants where both outputs were run and the original's translation passes its tests.
        real: Number of decided mutants whose translation does not pass.
        issues: Issues among the compared mutants, by measure.
        decided_issues: Issues among the decided mutants, by measure.
        real_issues: Issues among the real failures, by measure.
    """

    programs: set[str] = field(default_factory=set)
    mutants: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    real: Counter[str] = field(default_factory=Counter)
    issues: Counter[tuple[str, str]] = field(default_factory=Counter)
    decided_issues: Counter[tuple[str, str]] = field(default_factory=Counter)
    real_issues: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, row: Mapping[str, Any]) -> None:
        """Count a row of `translate`.

        Raises:
            CoteError: it is not a row of `translate`.
        """
        try:
            id, mutator, issues, real = (row[name] for name in ("input_id", "mutator", "issues", "real"))
            if not isinstance(id, str) or not isinstance(issues, Mapping | None):
                raise TypeError("input_id is no text, or issues are no object")
        except (KeyError, TypeError) as error:
            raise CoteError(f"no row of a translation: {error}") from error
        self.programs.add(id)
        if mutator is None:
            return
        for key in (mutator, _ALL):
            self.mutants[key] += 1
            self.compared[key] += issues is not None
            self.decided[key] += issues is not None and real is not None
            self.real[key] += issues is not None and real is True
            for measure, issue in (issues or {}).items():
                if issue:
                    self.issues[key, measure] += 1
                    self.decided_issues[key, measure] += real is not None
                    self.real_issues[key, measure] += real is True

    def of(self, key: str, measure: str) -> dict[str, Ratio]:
        """Return the figures of a mutator, or of all, by a measure.

        Returns:
            "issues" among the compared mutants; "precision", the real ones among the issues that are decided; "recall", the issues
            among the real ones; "real" among the decided mutants.
        """
        return {
            "issues": Ratio(self.issues[key, measure], self.compared[key]),
            "precision": Ratio(self.real_issues[key, measure], self.decided_issues[key, measure]),
            "recall": Ratio(self.real_issues[key, measure], self.real[key]),
            "real": Ratio(self.real[key], self.decided[key]),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        keys = sorted(key for key in self.mutants if key != _ALL)
        return {
            "programs": len(self.programs),
            "mutants": self.mutants[_ALL],
            **{
                key: {
                    measure: {name: ratio.to_dict() for name, ratio in self.of(key, measure).items()}
                    for measure in MEASURES
                }
                for key in (_ALL, *keys)
            },
        }

    def table(self) -> list[tuple[str, ...]]:
        """Return the rows of a table by mutator and measure, after its header."""
        head = (
            "mutator",
            "measure",
            "issues",
            "real of the decided issues",
            "issues of the real",
            "real of the decided",
        )
        rows: list[tuple[str, ...]] = [head]
        for key in (*sorted(key for key in self.mutants if key != _ALL), _ALL):
            for measure in MEASURES:
                ratios = self.of(key, measure)
                names = ("issues", "precision", "recall", "real")
                rows.append((key, measure, *(shown_ratio(ratios[name]) for name in names)))
        return rows

    def summary(self) -> str:
        """Return a line for people."""
        return (
            f"{counted(len(self.programs), 'program')}, {counted(self.mutants[_ALL], 'mutant')}, {self.compared[_ALL]:,} compared, "
            f"{self.decided[_ALL]:,} decided by tests, {self.real[_ALL]:,} of them real; issues: "
            + ", ".join(
                f"{name} {self.issues[_ALL, name]:,} ({self.real_issues[_ALL, name]:,} real)"
                for name in MEASURES
            )
        )
