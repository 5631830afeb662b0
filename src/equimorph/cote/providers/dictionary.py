"""COTE-L's dictionary: pairs of words that are alike in each of two tables of vectors (COTE, section 3.2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from equimorph.cote.errors import CoteError
from equimorph.cote.providers.tables import VectorTable
from equimorph.runs.extras import module

__all__ = ["Dictionary"]

_BLOCK = 1000
"""Words whose cosines with all others are computed at once."""


@dataclass(frozen=True)
class Dictionary:
    """Words that are alike.

    Attributes:
        tables: Tables of vectors; a pair has to be in each of them.
        least: the cosine that a pair has to exceed, for each table.

    Raises:
        CoteError: there is no table, not one cosine for each, or a cosine is not from -1 to 1.
    """

    tables: tuple[VectorTable, ...]
    least: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.tables or len(self.tables) != len(self.least):
            raise CoteError(
                f"{len(self.tables)} tables of vectors and {len(self.least)} cosines: give one each"
            )
        for value in self.least:
            if not -1 <= value <= 1:
                raise CoteError(f"a cosine is from -1 to 1, not {value}")

    @property
    def name(self) -> str:
        """The names of the tables, each with its cosine."""
        return "+".join(
            f"{table.name}>{least:g}" for table, least in zip(self.tables, self.least, strict=True)
        )

    @property
    def identity(self) -> Mapping[str, Any]:
        """The tables with their hashes, and the cosines."""
        return {"tables": {table.name: table.digest for table in self.tables}, "cosines": list(self.least)}

    def alike(self, word: str) -> list[tuple[str, tuple[float, ...]]]:
        """Return the words similar to a word, in alphabetic order, each with its cosine in each table.

        Args:
            word: Word in lower case.
        """
        first, *others = self.tables
        cosines = first.cosines(word)
        if cosines is None:
            return []
        places = (cosines > self.least[0]).nonzero()[0]
        neighbours = [
            (first.words[at], float(cosines[at])) for at in places.tolist() if first.words[at] != word
        ]
        pairs = ((other, self._further(word, other, others)) for other, _ in neighbours)
        by_word = dict(neighbours)
        return sorted((other, (by_word[other], *more)) for other, more in pairs if more is not None)

    def _further(self, word: str, other: str, tables: Sequence[VectorTable]) -> tuple[float, ...] | None:
        """Return the cosines in further tables; None if one is too low."""
        values = list[float]()
        for table, least in zip(tables, self.least[1:], strict=True):
            cosine = table.cosine(word, other)
            if cosine is None or cosine <= least:
                return None
            values.append(cosine)
        return tuple(values)

    @cached_property
    def size(self) -> int:
        """The number of pairs; the two orders of two words are one pair."""
        return sum(1 for _ in self.pairs())

    def pairs(self) -> Iterator[tuple[str, str, tuple[float, ...]]]:
        """Yield all pairs with their cosines, each once, the word that the first table has first before the other one."""
        numpy = module("numpy")
        first, *others = self.tables
        for start in range(0, len(first.words), _BLOCK):
            table = first.vectors[start : start + _BLOCK] @ first.vectors[start:].T
            rows, columns = numpy.triu(table > self.least[0], 1).nonzero()
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
                word, other = first.words[start + row], first.words[start + column]
                more = self._further(word, other, others)
                if more is not None:
                    yield word, other, (float(table[row, column]), *more)
