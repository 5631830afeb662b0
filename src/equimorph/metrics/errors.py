"""The errors of metrics."""

from __future__ import annotations

from mutators import MutationError

__all__ = ["MetricError"]


class MetricError(MutationError):
    """There is no such metric, language or option, or a row does not have what a metric needs."""
