"""The errors of the benchmark."""

from __future__ import annotations

from mutators import MutationError

__all__ = ["ProblemError", "SandboxError"]


class SandboxError(MutationError):
    """This machine cannot keep a candidate in a box, or the box could not be made."""


class ProblemError(MutationError):
    """A problem, or a whole set of them, that cannot be used."""
