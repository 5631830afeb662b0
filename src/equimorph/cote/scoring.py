"""Counts of the issues that a test found and a repair mended, from their rows alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from equimorph.bulk.reporting import counted
from equimorph.cote.consistency import MEASURES
from equimorph.cote.errors import CoteError
from equimorph.cote.ranking import RANKINGS
from equimorph.cote.tested import Tested
from equimorph.statistics.ratio import Ratio

__all__ = ["Tally", "shown_ratio"]


@dataclass
class Tally:
    """Counts of rows.

    Attributes:
        inputs: Ids of all inputs.
        mutated: Ids of inputs with a mutant.
        compared_inputs: Ids of inputs with a mutant that is compared.
        mutants: Number of mutants.
        answered: Number of rows that have a program for the input.
        compared: Number of mutants where both outputs are programs.
        changed: Number of compared mutants with another output than the original.
        capped: Number of compared mutants that have more slices than are tried.
        not_compared: Number of mutants that are not compared, by reason.
        issues: Number of compared mutants with an issue, by measure.
        inputs_with_issue: Ids of inputs with an issue, by measure.
        repaired: Number of repaired issues, by measure and ranking.
        tried: Number of issues with a repair attempt, by measure and ranking.
    """

    inputs: set[str] = field(default_factory=set)
    mutated: set[str] = field(default_factory=set)
    compared_inputs: set[str] = field(default_factory=set)
    mutants: int = 0
    answered: int = 0
    compared: int = 0
    changed: int = 0
    capped: int = 0
    not_compared: Counter[str] = field(default_factory=Counter)
    issues: Counter[str] = field(default_factory=Counter)
    inputs_with_issue: dict[str, set[str]] = field(default_factory=lambda: {name: set() for name in MEASURES})
    repaired: Counter[tuple[str, str]] = field(default_factory=Counter)
    tried: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add_row(self, row: Mapping[str, Any]) -> None:
        """Count a row as it is written."""
        self.add(Tested.from_row(row))

    def add(self, row: Tested) -> None:
        """Count a row of a test or of a repair.

        Raises:
            CoteError: its repairs are not what a repair writes.
        """
        self.inputs.add(row.input.id)
        self.answered += row.original_output.text is not None
        if row.mutant is None:
            return
        self.mutated.add(row.input.id)
        self.mutants += 1
        if row.comparison is None or row.mutant_output is None:
            self.not_compared[row.not_compared or "no program"] += 1
            return
        self.compared += 1
        self.compared_inputs.add(row.input.id)
        self.changed += row.original_output.text != row.mutant_output.text
        self.capped += row.comparison.capped
        for measure, issue in row.issues.items():
            if issue:
                self.issues[measure] += 1
                self.inputs_with_issue[measure].add(row.input.id)
        for key, done in _repairs(row.data or {}):
            self.tried[key] += 1
            self.repaired[key] += done

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; each ratio has its numerator and denominator, and its percentage is null for 0/0."""
        summary = {
            "inputs": len(self.inputs),
            "inputs_with_mutant": len(self.mutated),
            "mutants": self.mutants,
            "compared": self.compared,
            "changed": self.changed,
            "capped": self.capped,
            "not_compared": dict(sorted(self.not_compared.items())),
            "issues": {name: Ratio(self.issues[name], self.compared).to_dict() for name in MEASURES},
            "inputs_with_issue": {
                name: Ratio(len(ids), len(self.compared_inputs)).to_dict()
                for name, ids in self.inputs_with_issue.items()
            },
        }
        if self.tried:
            summary["repaired"] = {
                name: {
                    ranking: Ratio(self.repaired[name, ranking], self.tried[name, ranking]).to_dict()
                    for ranking in RANKINGS
                }
                for name in MEASURES
            }
        return summary

    def summary(self) -> str:
        """Return a line for people."""
        issues = ", ".join(f"{name} {self.issues[name]:,}" for name in MEASURES)
        text = (
            f"{counted(len(self.inputs), 'input')}, {len(self.mutated):,} with mutants: {counted(self.mutants, 'mutant')}, "
            f"{self.compared:,} compared, {self.changed:,} with another output; issues: {issues}"
        )
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in sorted(self.not_compared.items()))
        return f"{text}; not compared: {reasons}" if reasons else text

    def repair_summary(self) -> str:
        """Return a line for people, of the rows of a repair."""
        parts = [
            f"{name}: "
            + ", ".join(
                f"{ranking} {self.repaired[name, ranking]:,} of {self.tried[name, ranking]:,}"
                for ranking in RANKINGS
                if self.tried[name, ranking]
            )
            for name in MEASURES
            if any(self.tried[name, ranking] for ranking in RANKINGS)
        ]
        return f"repaired: {'; '.join(parts)}" if parts else "no issues"


def _repairs(data: Mapping[str, Any]) -> list[tuple[tuple[str, str], bool]]:
    repairs = data.get("repairs") or {}
    try:
        return [
            ((measure, ranking), entry["repaired"] is True)
            for measure, by_ranking in repairs.items()
            for ranking, entry in by_ranking.items()
            if entry is not None
        ]
    except (AttributeError, TypeError, KeyError) as error:
        raise CoteError(f"repairs are not what a repair writes: {error}") from error


def shown_ratio(ratio: Ratio) -> str:
    """Return a ratio for people, such as "3/4 = 75.00 %"; without a percentage for no cases."""
    share = "" if ratio.percent is None else f" = {ratio.percent} %"
    return f"{ratio.numerator:,}/{ratio.denominator:,}{share}"
