"""The option that decides which expressions count as pure."""

from __future__ import annotations

from mutators.options import Option

PURITY = Option(
    "purity", ("proven", "conventional"), "expressions that reorder-condition considers pure", param="purity"
)
"""The option of reorder-condition."""
