"""What the names of a module mean, as far as its text shows."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.python.names.occurrences import ModuleLevel, normalised

if TYPE_CHECKING:
    from parsers.python.parsed import PythonParsed

__all__ = ["ModuleNames"]

_GLOBAL = re.compile(r"\bglobal\b([^\n;#]*(?:\\\n[^\n;#]*)*)")
_NAME = re.compile(r"[^\W\d]\w*")
_AT_RUN_TIME = re.compile(r"\b(?:globals|exec|__builtins__|builtins)\b|\bimport\s*\*|\bimport[ \t(]+\*")


class ModuleNames:
    """The names that a module binds.

    Args:
        parsed: the text. Of functions alone, the module is unknown; their own names are bound.
    """

    def __init__(self, parsed: PythonParsed) -> None:
        self._tree = parsed.tree

    @cached_property
    def _text(self) -> str:
        return self._tree.data.decode()

    @cached_property
    def bound(self) -> frozenset[str]:
        """The names that the module binds, at its own level or by ``global`` in a function."""
        [outer, *_] = ModuleLevel(self._tree.module).scopes
        declared = (name for found in _GLOBAL.finditer(self._text) for name in _NAME.findall(found[1]))
        return frozenset({*outer.bound, *map(normalised, declared)})

    @cached_property
    def is_open(self) -> bool:
        """Whether names may be bound that the text does not show, by ``import *``, `globals`, `exec` or the module builtins."""
        return _AT_RUN_TIME.search(self._text) is not None

    def is_shadowed(self, name: str) -> bool:
        """Return whether a name may mean something else than the built-in of that name."""
        return self.is_open or normalised(name) in self.bound
