"""The errors of a search."""

from __future__ import annotations

from typing import Any

from mutators import MutationError

__all__ = ["BudgetExhausted", "NoSites", "SearchError"]


class SearchError(MutationError):
    """An option or an input of a search cannot be used, or a model does not exist."""


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
