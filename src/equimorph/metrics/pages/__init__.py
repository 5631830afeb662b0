"""The page about judged metrics: tables, plots, and the pairs about which the metrics are most wrong."""

from __future__ import annotations

from equimorph.metrics.pages.writing import SHOWN, write_page

__all__ = ["SHOWN", "write_page"]
