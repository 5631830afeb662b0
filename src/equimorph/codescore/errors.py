"""The errors of CodeScore-R, besides the common ones."""

from __future__ import annotations

from mutators import MutationError

__all__ = ["CodeScoreError", "DeadVector", "NoCompiler"]


class CodeScoreError(MutationError):
    """A model, an option or an input of CodeScore-R cannot be used."""


class DeadVector(CodeScoreError):
    """The vector of a text is zero everywhere, so that it has no cosine."""


class NoCompiler(CodeScoreError):
    """There is no compiler that says whether a candidate compiles."""
