"""From judged rows to scores and comparisons: populations, cells, curves, intervals and tests."""

from __future__ import annotations
