"""The scopes that Python's own compiler finds (module `symtable` of the standard library)."""

from __future__ import annotations

import re
import symtable
import warnings
from functools import cached_property

_NO_ANNOTATIONS = re.compile(rb"\bfrom\s+__future__\s+import\b[^;\n]*\(?[\s\w,#]*\bannotations\b")


class SymbolTables:
    """The symbol tables of a text.

    Args:
        data: the text.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data

    @cached_property
    def _by_line(self) -> dict[tuple[str, int], list[symtable.SymbolTable]]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            top = symtable.symtable(self._data.decode(), "<text>", "exec")
        found: dict[tuple[str, int], list[symtable.SymbolTable]] = {}
        stack = [top]
        while stack:
            table = stack.pop()
            found.setdefault((table.get_name(), table.get_lineno()), []).append(table)
            stack += table.get_children()
        return found

    @cached_property
    def annotations_are_text(self) -> bool:
        """Whether annotations are not evaluated, so that the names in them are in no table (PEP 563)."""
        return _NO_ANNOTATIONS.search(self._data) is not None

    def outside(self, name: str, line: int) -> list[symtable.SymbolTable]:
        """Return the tables of a name, such as "lambda", on a 1-based line."""
        return self._by_line.get((name, line), [])

    def of(self, name: str, line: int) -> symtable.SymbolTable | None:
        """Return the table of a function by its name and the 1-based line of ``def`` or of its first decorator; None if unclear."""
        found = self._by_line.get((name, line), [])
        return found[0] if len(found) == 1 else None
