"""The languages of mined files: which files they are, and how their changes are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from equimorph.datasets.mining.changes import Code, FilePair, same_code
from equimorph.datasets.mining.python_changes import PythonCode, PythonPair, same_python

__all__ = ["LANGUAGES", "Mined"]


@dataclass(frozen=True)
class Mined:
    """A language of mined files.

    Attributes:
        name: Name of the language.
        suffix: Ending of its files.
        code: Reads a text.
        same: Whether two texts that were read differ only in what is no code.
        pair: A file before and after a commit.
        kinds: Kinds of sources that are files.
        fields: Fields of the rows that only this language has.
    """

    name: str
    suffix: bytes
    code: Callable[[bytes], Any]
    same: Callable[[Any, Any], bool]
    pair: type[FilePair]
    kinds: frozenset[str]
    fields: Mapping[str, str]

    @property
    def title(self) -> str:
        """The name for messages."""
        return self.name.capitalize()


LANGUAGES: Mapping[str, Mined] = {
    part.name: part
    for part in (
        Mined("java", b".java", Code, same_code, FilePair, frozenset({"file"}), {}),
        Mined(
            "python",
            b".py",
            PythonCode,
            same_python,
            PythonPair,
            frozenset({"file", "member"}),
            {"language": "python"},
        ),
    )
}
"""By name."""
