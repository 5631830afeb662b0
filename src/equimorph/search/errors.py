"""What can go wrong with a search."""

from __future__ import annotations

from typing import Any

from mutators import MutationError

__all__ = ["BudgetExhausted", "ModelError", "NoSites", "SearchError"]


class SearchError(MutationError):
    """An option, an input or a model of a search cannot be used."""


class ModelError(SearchError):
    """A model failed, or its answer is not what the protocol asks for.

    Attributes:
        index: of the text in the call that the answer belongs to, from 0; None where it belongs to no single text.
        reason: the message without the index.
    """

    def __init__(self, message: str, index: int | None = None) -> None:
        super().__init__(message if index is None else f"text {index}: {message}")
        self.index, self.reason = index, message


class BudgetExhausted(SearchError):
    """The budget ended before the search reached what was demanded.

    Attributes:
        result: what the search found until then.
    """

    def __init__(self, message: str, result: Any = None) -> None:  # noqa: ANN401 - a result of any search
        super().__init__(message)
        self.result = result


class NoSites(SearchError):
    """No operator has a site in any of the inputs, so that there is nothing to search."""
