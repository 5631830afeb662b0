"""A generator that writes nothing itself: it gives the code of the pair whose sentence is nearest to the input."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self

from equimorph.cote.errors import GeneratorError
from equimorph.cote.generators.pairs import Pair, digest_of, read_pairs
from equimorph.cote.generators.storing import manifest_of, write_generator
from equimorph.rows.jsonl import encode
from equimorph.runs.manifests import package_versions
from mutators import MutationError

KIND = "retrieval"
PAIRS = "pairs.jsonl"
_WORD = re.compile(r"\w+")
_DIGITS = 12
"""Of a cosine."""
_EQUAL = 1 - 1e-12
"""Times the highest cosine: those from here on are equal to it, and differ by the rounding of their sums alone."""


class Retrieval:
    """The code of the nearest sentence, by the cosine of bags of lower-case words.

    The weight of a word is its number of occurrences times ``1 + ln((1 + N) / (1 + n))``, where n of the N sentences
    have it. Thus even a word that occurs in no sentence has a weight: it makes an input less near to all of them,
    without changing which one is the nearest.

    Args:
        pairs: Pairs to search. Among pairs with the same words, the first one is found.

    Raises:
        GeneratorError: there is no pair.
    """

    name = KIND

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self.pairs = tuple(pairs)
        if not self.pairs:
            raise GeneratorError("no pairs to search")
        firsts = dict[frozenset[tuple[str, int]], int]()
        having = Counter[str]()
        for at, pair in enumerate(self.pairs):
            bag = Counter(_words(pair.text))
            having.update(bag.keys())
            firsts.setdefault(frozenset(bag.items()), at)
        self._bags = list(firsts.values())
        self._weights = {word: self._weight(count) for word, count in having.items()}
        self._rare = self._weight(0)
        self._index: dict[str, list[tuple[int, float]]] = {word: [] for word in having}
        for place, items in enumerate(firsts):
            weighed = self._weighed(dict(items))
            length = _length(weighed)
            for word, weight in weighed.items():
                self._index[word].append((place, weight / length))

    def __call__(self, text: str) -> tuple[str, float]:
        """Return the code of the nearest pair, and the cosine; "" and 0.0 for an input that shares no word with any of them.

        Of equally near pairs the first one counts.
        """
        weighed = self._weighed(Counter(_words(text)))
        dots = [0.0] * len(self._bags)
        for word, weight in weighed.items():
            for place, share in self._index.get(word, ()):
                dots[place] += weight * share
        best = max(dots)
        if not best:
            return "", 0.0
        first = next(at for at, dot in enumerate(dots) if dot >= best * _EQUAL)
        return self.pairs[self._bags[first]].code, min(1.0, round(best / _length(weighed), _DIGITS))

    def save(self, folder: Path) -> None:
        """Write the generator to a new folder, whole or not at all.

        Raises:
            FileExistsError: the folder is not empty.
            OSError: it cannot be written.
        """
        counts = {"pairs": len(self.pairs), "sentences": len(self._bags), "words": len(self._index)}
        manifest = {
            "kind": KIND,
            "options": {},
            "counts": counts,
            "pairs_sha256": digest_of(self.pairs),
            "versions": package_versions(),
        }
        write_generator(folder, manifest, {PAIRS: b"".join(encode(one.to_row()) for one in self.pairs)})

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Return the generator of a folder.

        Raises:
            GeneratorError: it is another generator or another version, or it is damaged.
            OSError: it cannot be read.
        """
        manifest_of(folder, KIND, [PAIRS])
        try:
            return cls(read_pairs(folder / PAIRS))
        except MutationError as error:
            raise GeneratorError(f"{folder}: damaged: {error}") from error

    def _weight(self, having: int) -> float:
        return 1 + math.log((1 + len(self.pairs)) / (1 + having))

    def _weighed(self, bag: Mapping[str, int]) -> dict[str, float]:
        return {word: count * self._weights.get(word, self._rare) for word, count in sorted(bag.items())}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _length(weighed: Mapping[str, float]) -> float:
    return math.sqrt(math.fsum(weight * weight for weight in weighed.values()))
