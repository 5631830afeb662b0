"""Items with the code of a benchmark: one side of an item alone is enough (leakage study, section 4.3, rule 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from equimorph.datasets.items import Entry
from equimorph.leakage.matching import Matcher
from equimorph.leakage.normalising import normalise
from equimorph.leakage.samples import KINDS, Kind, Sample

Side: TypeAlias = Literal["buggy", "fixed"]
SIDES: tuple[Side, ...] = ("buggy", "fixed")
MIN_CHARS = 50
"""Of a text that counts, without blanks and comments: shorter ones are found in code that is not related."""
PAPER_CHARS = 1
"""The limit of the study, which names none."""
_BATCH = 1 << 20


@dataclass(frozen=True)
class Leak:
    """A side of a benchmark that a side of an item equals, holds or is part of.

    Attributes:
        sample: Sample of the benchmark.
        side: the same one of both.
        kind: the strongest one.
    """

    sample: Sample
    side: Side
    kind: Kind


class Guard:
    """The code of benchmarks, and the search for it in items, in both directions.

    Args:
        samples: Samples of all benchmarks; they stay in memory.
        min_chars: Minimum length of the shorter of both texts of a match; at least 1.

    Attributes:
        samples: Number of samples by benchmark.
        bugs: Number of bugs by benchmark.
        too_short: Number of samples by benchmark without a side that is long enough; they protect nothing.
    """

    def __init__(self, samples: Iterable[Sample], min_chars: int = MIN_CHARS) -> None:
        if min_chars < 1:
            raise ValueError(f"min_chars is at least 1, not {min_chars}")
        self._min_chars = min_chars
        self.samples, self.bugs, self.too_short = Counter[str](), Counter[str](), Counter[str]()
        of_sides = dict[tuple[Side, str], list[tuple[Sample, bytes]]]()
        named: set[tuple[str, str]] = set()
        for sample in samples:
            self.samples[sample.benchmark] += 1
            self.bugs[sample.benchmark] += (sample.benchmark, sample.bug_id) not in named
            named.add((sample.benchmark, sample.bug_id))
            texts: dict[Side, bytes | None] = {"buggy": sample.buggy, "fixed": sample.fixed}
            long = {side: kept for side, text in texts.items() if (kept := self._kept(text, sample.language))}
            self.too_short[sample.benchmark] += not long
            for side, text in long.items():
                of_sides.setdefault((side, sample.language), []).append((sample, text))
        self._samples = {key: [sample for sample, _ in of_sides[key]] for key in sorted(of_sides)}
        self._matchers = {
            key: Matcher([text for _, text in of_sides[key]], direction="either", least=min_chars)
            for key in sorted(of_sides)
        }

    def _kept(self, text: bytes | None, language: str) -> bytes:
        """Return a text without blanks and comments, b"" if it is too short to count."""
        code = b"" if text is None else normalise(text, language=language)
        return code if character_count(code) >= self._min_chars else b""

    def to_dict(self) -> dict[str, dict[str, int]]:
        """Return by benchmark how many bugs and samples it has, and how many of these are too short."""
        return {
            name: {"bugs": self.bugs[name], "samples": self.samples[name], "too_short": self.too_short[name]}
            for name in sorted(self.samples)
        }

    def no_leaks(self) -> dict[str, dict[str, int]]:
        """Return zero counts of leaking items by benchmark, for the buggy side alone, the fixed side alone, or both."""
        return {name: dict.fromkeys((*SIDES, "both"), 0) for name in sorted(self.samples)}

    def leaks(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Sequence[Leak]]]:
        """Yield each item with what it has of the benchmarks, in order of side and sample."""
        batch: list[Entry] = []
        size = 0
        for entry in entries:
            batch.append(entry)
            size += len(entry.fixed) + sum(map(len, entry.buggy))
            if size >= _BATCH:
                yield from self._searched(batch)
                batch, size = [], 0
        yield from self._searched(batch)

    def _searched(self, batch: Sequence[Entry]) -> Iterator[tuple[Entry, Sequence[Leak]]]:
        matches: list[dict[tuple[Side, str, int], Kind]] = [{} for _ in batch]
        for (side, language), matcher in self._matchers.items():
            owners: list[int] = []
            texts: list[bytes] = []
            for number, entry in enumerate(batch):
                for text in entry.buggy if side == "buggy" else (entry.fixed,):
                    if kept := self._kept(text, language):
                        owners.append(number)
                        texts.append(kept)
            for hit in matcher.hits(texts):
                kinds = matches[owners[hit.text]]
                key = (side, language, hit.side)
                kinds[key] = min(hit.kind, kinds.get(key, hit.kind), key=KINDS.index)
        for entry, kinds in zip(batch, matches, strict=True):
            yield (
                entry,
                [
                    Leak(self._samples[side, language][at], side, kind)
                    for (side, language, at), kind in sorted(kinds.items())
                ],
            )


def removed(leaks: Iterable[Leak]) -> dict[str, str]:
    """Return by benchmark which sides of an item leak: "buggy", "fixed" or "both"."""
    leaking_sides: dict[str, set[str]] = {}
    for leak in leaks:
        leaking_sides.setdefault(leak.sample.benchmark, set()).add(leak.side)
    return {name: "both" if len(sides) > 1 else min(sides) for name, sides in leaking_sides.items()}


def long_enough(text: bytes, min_chars: int, language: str) -> bool:
    """Return whether a text has the minimum length without its blanks and comments."""
    return len(text) >= min_chars and character_count(normalise(text, language=language)) >= min_chars


def character_count(text: bytes) -> int:
    """Return the number of characters of a text."""
    return len(text) if text.isascii() else len(text.decode(errors="replace"))
