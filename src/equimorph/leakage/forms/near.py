"""The form `near`: near-duplicates, as the usual search for them finds them, by the tokens of two texts.

Of each text the runs of five tokens are a set. MinHash and its bands find pairs of like sets (A. Z. Broder, On the resemblance and
containment of documents, 1997; J. Leskovec, A. Rajaraman and J. D. Ullman, Mining of Massive Datasets, 3.3 and 3.4); a pair
counts if the exact Jaccard index of its sets is at least 0.8. A pair of just 0.8 is missed with a probability of 3 in a million.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from equimorph.leakage.forms.language import forms_of
from equimorph.leakage.samples import LANGUAGE, Kind
from equimorph.runs.extras import MissingPackage

GRAM = 5
"""The number of tokens in a run."""
LEAST = 0.8
"""The least Jaccard index of a near-duplicate."""
_BANDS, _ROWS = 32, 5
_SEED = 16
_BATCH = 1_000
"""The number of texts that are hashed at once."""

Grams = frozenset[bytes]
_KINDS: tuple[Kind, Kind] = ("exact", "inside")


@dataclass(frozen=True, slots=True)
class NearHit:
    """A side of a benchmark that is near to a text.

    Attributes:
        text: 0-based, among the texts.
        side: 0-based, among the sides.
        kind: "exact" if all of the text is near, "inside" if a member in it is nearer.
        similarity: the Jaccard index, from 0.8 to 1.
    """

    text: int
    side: int
    kind: Kind
    similarity: float


def grams(tokens: Sequence[bytes]) -> Grams:
    """Return the runs of five tokens; of fewer tokens all of them are one run, and of none there is no run."""
    if len(tokens) < GRAM:
        return frozenset([b"\0".join(tokens)]) if tokens else frozenset()
    return frozenset(b"\0".join(tokens[at : at + GRAM]) for at in range(len(tokens) - GRAM + 1))


def jaccard(one: Grams, other: Grams) -> float:
    """Return the Jaccard index of two sets: the share of what they have in common; 0 for two empty ones."""
    common = len(one & other)
    return common / (len(one) + len(other) - common) if common else 0.0


class Near:
    """The near-duplicates of the sides of a benchmark.

    Args:
        sides: texts; one without tokens is near to nothing.
        language: Language of all texts.

    Raises:
        ModuleNotFoundError: rensa is not installed.
    """

    def __init__(self, sides: Sequence[bytes], language: str = LANGUAGE) -> None:
        self._units = forms_of(language).units
        self._sides = [grams(next(self._units(side))) for side in sides]
        self._bands: list[dict[tuple[int, ...], list[int]]] = [defaultdict(list) for _ in range(_BANDS)]
        for side, bands in enumerate(_signatures(self._sides)):
            for buckets, band in zip(self._bands, bands, strict=False):
                buckets[band].append(side)

    def hits(self, texts: Sequence[bytes]) -> Iterator[NearHit]:
        """Yield the sides near to each text or a member in it, in order of texts and sides; of each pair the nearest one."""
        for start in range(0, len(texts), _BATCH):
            units = [
                (at, _KINDS[member > 0], grams(tokens))
                for at, text in enumerate(texts[start : start + _BATCH], start)
                for member, tokens in enumerate(self._units(text))
            ]
            best = dict[tuple[int, int], NearHit]()
            signatures = _signatures([gram_set for _, _, gram_set in units])
            for (text, kind, gram_set), bands in zip(units, signatures, strict=True):
                for side in self._candidates(bands):
                    similarity = jaccard(gram_set, self._sides[side])
                    best_hit = best.get((text, side))
                    if similarity >= LEAST and (best_hit is None or similarity > best_hit.similarity):
                        best[text, side] = NearHit(text, side, kind, similarity)
            yield from (best[key] for key in sorted(best))

    def _candidates(self, bands: Sequence[tuple[int, ...]]) -> set[int]:
        shared = (buckets.get(band, ()) for buckets, band in zip(self._bands, bands, strict=False))
        return {side for bucket in shared for side in bucket}


def _signatures(sets: Iterable[Grams]) -> Iterator[list[tuple[int, ...]]]:
    """Yield the bands of the MinHash of each set; none for an empty one."""
    listed = [list(gram_set) for gram_set in sets]
    digests = _rensa().RMinHash.digests_from_token_sets(listed, _BANDS * _ROWS, _SEED)
    for gram_set, digest in zip(listed, digests, strict=True):
        rows = range(0, _BANDS * _ROWS, _ROWS) if gram_set else ()
        yield [tuple(digest[at : at + _ROWS]) for at in rows]


def _rensa() -> Any:  # noqa: ANN401 - a module without types
    try:
        return import_module("rensa")
    except ModuleNotFoundError as error:
        raise MissingPackage(
            'near-duplicates need rensa: pip install "equimorph[near]"', name="rensa"
        ) from error
