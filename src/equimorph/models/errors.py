"""Errors in the answers of a model that is asked for many texts at once."""

from __future__ import annotations

from mutators import MutationError

__all__ = ["ModelError"]


class ModelError(MutationError):
    """A model failed, or its answer is not what was asked for.

    Attributes:
        index: Index of the text in the call that the answer belongs to, from 0; None where it belongs to no single text.
        reason: the message without the index.
    """

    def __init__(self, message: str, index: int | None = None) -> None:
        super().__init__(message if index is None else f"text {index}: {message}")
        self.index, self.reason = index, message
