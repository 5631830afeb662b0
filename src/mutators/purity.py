"""The option that decides which expressions count as pure."""

from __future__ import annotations

from mutators.options import Option

__all__ = ["PURITY"]

PURITY = Option(
    "purity", ("proven", "conventional"), "expressions that reorder-condition considers pure", param="purity"
)
"""The option of reorder-condition."""
