"""The verdicts of the tests on a candidate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["OUTCOMES", "Outcome", "Verdict"]

Outcome: TypeAlias = Literal["pass", "fail", "timeout", "no-compile"]
OUTCOMES: tuple[Outcome, ...] = ("pass", "fail", "timeout", "no-compile")


@dataclass(frozen=True)
class Verdict:
    """The verdict of the tests on a candidate.

    Attributes:
        outcome: "pass" only where all tests ran to their end.
        reason: why it does not pass; "" where it does.
    """

    outcome: Outcome
    reason: str = ""

    @property
    def passed(self) -> bool:
        """Whether the candidate passes all tests."""
        return self.outcome == "pass"
