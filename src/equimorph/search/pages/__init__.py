"""The page of the most telling adversarials of a search."""

from __future__ import annotations

from equimorph.search.pages.collecting import Collected, collect
from equimorph.search.pages.writing import write_page

__all__ = ["Collected", "collect", "write_page"]
