"""The errors of metrics."""

from __future__ import annotations

from mutators import MutationError

__all__ = ["MetricError"]


class MetricError(MutationError):
    """The metric, language or option is unknown, or a row lacks what a metric needs."""
