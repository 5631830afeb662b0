"""Outcomes of test runs, and the interface of a runner."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from equimorph.defects4j.methods.bug import Bug

__all__ = ["FailingTest", "Outcome", "Runner", "Status"]

Status: TypeAlias = Literal["compile_failure", "exception", "assertion", "pass", "timeout", "crash"]
"""The classes of behaviour. The first four are from RobustNPR, section 3.4.2."""


@dataclass(frozen=True, order=True)
class FailingTest:
    """A test that fails.

    Attributes:
        test: ``package.Class::method``.
        kind: Kind of failure.
        detail: Type and place of an exception, or type and value of an assertion, without parts that differ from run to
            run.
    """

    test: str
    kind: Literal["exception", "assertion"]
    detail: str


@dataclass(frozen=True)
class Outcome:
    """The outcome of a test run.

    Attributes:
        status: the class.
        failing: the tests that fail; none where the tests did not run to their end.
        output: the last lines that compiler and tests print, for people.
    """

    status: Status
    failing: frozenset[FailingTest] = frozenset()
    output: str = ""

    @property
    def behaviour(self) -> str:
        """The class and the details as one text. Two outcomes are the same behaviour if these are equal."""
        details = [[failure.test, failure.kind, failure.detail] for failure in sorted(self.failing)]
        return f"{self.status} {json.dumps(details, ensure_ascii=False)}" if details else self.status


class Runner(Protocol):
    """Compiles a checkout and runs its tests."""

    def run(self, bug: Bug, file: bytes | None) -> Outcome:
        """Run the tests of a bug in a copy of its checkout.

        Args:
            bug: Bug with its checkout.
            file: Whole content of the file at the bug's path; None to run the checkout as it is.

        Raises:
            MutationError: the checkout cannot be used at all, for example because it does not exist.
        """
