"""The mutators without a rule of the canonical form."""

import re
from pathlib import Path

_PAGE = Path(__file__).parents[4] / "docs" / "clones.md"
[_LISTED] = re.findall(r"have no rule(?: yet)?: ([^.]*)\.", _PAGE.read_text(encoding="utf-8"))
WITHOUT = frozenset(re.findall(r"`([a-z-]+)`", _LISTED))
"""The preserving mutators without one: those that the page on clones names."""
