"""The search in memory: items in, leaks out, and a summary behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from equimorph.leakage.finding.checking import check_samples
from equimorph.leakage.finding.counting import Counts
from equimorph.leakage.finding.leaks import Leak
from equimorph.leakage.finding.options import MAX_HITS, MIN_CHARS, FindOptions
from equimorph.leakage.finding.searching import Search, batches
from equimorph.leakage.finding.summary import Summary, found_summary
from equimorph.leakage.samples import Direction, FormName, Item, Sample


class Leaks(Iterator[Leak]):
    """The leaks of some items, as they are found; `summary` says what was found so far."""

    def __init__(self, items: Iterable[Item], samples: Sequence[Sample], options: FindOptions) -> None:
        check_samples(samples)
        self._samples, self._options = samples, options
        self._counts, self._written = Counts(), Counter[tuple[str, str]]()
        self._leaks = self._found(items)

    def _found(self, items: Iterable[Item]) -> Iterator[Leak]:
        search = Search(self._samples, self._options)
        for batch in batches(items):
            yield from search.leaks(batch, self._counts, self._written)

    def __next__(self) -> Leak:
        return next(self._leaks)

    def summary(self) -> Summary:
        """Return the summary of the items compared so far, which are all items once the leaks are exhausted."""
        return found_summary(self._samples, self._options, self._counts, [], 0, self._written.total())


def find(
    items: Iterable[Item],
    samples: Iterable[Sample],
    *,
    forms: Sequence[FormName] = ("text",),
    direction: Direction = "inside",
    min_chars: int = MIN_CHARS,
    keep_literal_blanks: bool = False,
    max_hits: int = MAX_HITS,
) -> Leaks:
    """Find the samples of benchmarks in training data.

    >>> from equimorph import leakage
    >>> sample = leakage.Sample("ours", "Sum-1", 1, b"return a - b;", b"return a + b;")
    >>> item = leakage.Item("t", 1, None, b"int f() { return a-b; // no }", b"int f() { return a+b; }")
    >>> leaks = leakage.find([item], [sample], min_chars=10)
    >>> [(leak.level, leak.kind) for leak in leaks]
    [('pair', 'inside'), ('buggy', 'inside'), ('fixed', 'inside')]
    >>> leaks.summary().data["totals"]["pair"]["bugs"]
    1

    Args:
        items: Training data, read as the leaks are taken.
        samples: Samples of one or more benchmarks. All are held in memory.
        forms, direction, min_chars, keep_literal_blanks, max_hits: See `FindOptions`.

    Returns:
        The leaks, item by item, sample by sample, form by form, level by level.

    Raises:
        MutationError: there are no samples, or two of one name.
        ValueError: the options make no sense.
    """
    options = FindOptions(tuple(forms), direction, min_chars, keep_literal_blanks, max_hits)
    return Leaks(items, list(samples), options)
