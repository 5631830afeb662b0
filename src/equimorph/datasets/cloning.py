"""Warnings of items that may be clones of a benchmark's code, by forms in which clones are equal, such as ``canonical``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product

from equimorph.datasets.items import Entry
from equimorph.datasets.leaking import SIDES, Leak, Side, long_enough
from equimorph.leakage.forms.keys import KEYED, Key, keys
from equimorph.leakage.samples import FormName, Kind, Sample

CLONE_FORMS: tuple[FormName, ...] = KEYED


class Clones:
    """The code of benchmarks in other forms than the text, and the search for it in whole sides of items and their members.

    Args:
        samples: Samples of all benchmarks; they stay in memory.
        forms: Forms from `CLONE_FORMS`.
        min_chars: Minimum length of a text, not counting whitespace and comments.
    """

    def __init__(self, samples: Sequence[Sample], forms: Sequence[FormName], min_chars: int) -> None:
        self._forms, self._min_chars = forms, min_chars
        self._samples: dict[tuple[Side, FormName, str, Key], list[Sample]] = defaultdict(list)
        self._languages = dict.fromkeys(sample.language for sample in samples)
        for sample in samples if forms else ():
            texts: dict[Side, bytes | None] = {"buggy": sample.buggy, "fixed": sample.fixed}
            for side, text in texts.items():
                if text is None or not long_enough(text, min_chars, sample.language):
                    continue
                for form in forms:
                    # The key of the whole text comes first.
                    for key, _ in keys(text, form, sample.language)[:1]:
                        self._samples[side, form, sample.language, key].append(sample)

    def of(self, entry: Entry) -> Iterator[tuple[FormName, Leak]]:
        """Yield the clones in an item, by form, side and sample; of a side and sample only the strongest kind."""
        for form in self._forms:
            for side in SIDES:
                matches: dict[int, tuple[Sample, Kind]] = {}
                texts = entry.buggy if side == "buggy" else (entry.fixed,)
                for text, language in product(texts, self._languages):
                    if not long_enough(text, self._min_chars, language):
                        continue
                    for key, kind in keys(text, form, language):
                        for sample in self._samples.get((side, form, language, key), ()):
                            if matches.get(id(sample), (sample, "inside"))[1] != "exact":
                                matches[id(sample)] = (sample, kind)
                yield from ((form, Leak(sample, side, kind)) for sample, kind in matches.values())
