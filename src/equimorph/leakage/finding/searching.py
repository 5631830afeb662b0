"""The search: which samples some items have, at which level, in which form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from equimorph.leakage.finding.comparing import Comparer, Finder, Match, comparer_of
from equimorph.leakage.finding.counting import ANY, Counts, Scope
from equimorph.leakage.finding.leaks import Boundary, Leak
from equimorph.leakage.finding.options import FindOptions
from equimorph.leakage.finding.sizes import SIDES, Side, Sizes, chars_of
from equimorph.leakage.matching import boundary
from equimorph.leakage.normalising import normalise
from equimorph.leakage.samples import KINDS, LEVELS, FormName, Item, Kind, Level, Sample

BATCH_ITEMS, BATCH_BYTES = 500, 1 << 22
"""The maximum number of items that are compared at once, and of the bytes of their sides."""

Columns: TypeAlias = Callable[[FormName, Side, Comparer, Sequence[bytes | None]], Sequence[Any]]
"""Prepares sides in a form; None for a side that is not there."""


def prepare(form: FormName, side: Side, comparer: Comparer, texts: Sequence[bytes | None]) -> Sequence[Any]:
    """Prepare sides in a form, each anew."""
    return [None if text is None else comparer.prepared(text) for text in texts]


def batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Yield items in lists that are small enough for the memory."""
    batch, size = list[Item](), 0
    for item in items:
        batch.append(item)
        size += _bytes(item)
        if len(batch) == BATCH_ITEMS or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Hit(NamedTuple):
    """A sample in an item; sorted as rows are."""

    item: int
    sample: int
    form: int
    level: int
    kind: Kind
    buggy: Match | None
    fixed: Match | None


@dataclass(frozen=True)
class _Form:
    """The sides of a benchmark in a form: prepared sides of each sample, and, by side, a finder with the numbers of its samples."""

    name: FormName
    comparer: Comparer
    sides: Mapping[Side, Sequence[Any]]
    finders: Mapping[Side, tuple[Sequence[int], Finder]]


class Search:
    """A search for samples; it may be asked about any number of items."""

    def __init__(self, samples: Sequence[Sample], options: FindOptions) -> None:
        self.samples, self.options = samples, options
        self._sizes = [Sizes.of(sample, options) for sample in samples]
        languages = dict.fromkeys(sample.language for sample in samples)
        self._forms = [self._form(name, language) for name in options.forms for language in languages]

    def _form(self, name: FormName, language: str) -> _Form:
        """Return the samples of a language in a form; those of other languages have no side there."""
        comparer = comparer_of(name, self.options, language)
        sides = dict[Side, Sequence[Any]]()
        finders = dict[Side, tuple[Sequence[int], Finder]]()
        for side in SIDES:
            texts: list[bytes | None] = [
                getattr(sample, side) if sample.language == language else None for sample in self.samples
            ]
            sides[side] = prepare(name, side, comparer, texts)
            wanted = [
                number
                for number, sizes in enumerate(self._sizes)
                if side in sizes.searched and self.samples[number].language == language
            ]
            if wanted:
                finders[side] = wanted, comparer.finder([sides[side][number] for number in wanted])
        return _Form(name, comparer, sides, finders)

    def leaks(
        self,
        items: Sequence[Item],
        counts: Counts,
        written: Counter[tuple[str, str]],
        columns: Columns = prepare,
    ) -> Iterator[Leak]:
        """Yield the leaks by some items: item by item, sample by sample, form by form, level by level.

        Args:
            items: not too many at once, see `batches`.
            counts: gets all that is found.
            written: how many leaks of each bug there are already; those beyond the most rows are only counted.
            columns: prepares the items' sides.
        """
        counts.items += len(items)
        counts.bytes += sum(map(_bytes, items))
        hits = sorted(
            (
                hit
                for number, form in enumerate(self._forms)
                for hit in self._hits(number, form, items, columns)
            ),
            key=lambda hit: hit[:4],
        )
        self._count(hits, counts)
        for hit in hits:
            sample = self.samples[hit.sample]
            bug = sample.benchmark, sample.bug_id
            if written[bug] < self.options.max_hits:
                written[bug] += 1
                yield self._leak(hit, items[hit.item])

    def _hits(self, number: int, form: _Form, items: Sequence[Item], columns: Columns) -> Iterator[_Hit]:
        prepared, matches_by_side = dict[Side, Sequence[Any]](), dict[Side, dict[tuple[int, int], Match]]()
        for side in form.finders:
            texts = [getattr(item, side) for item in items]
            prepared[side] = columns(form.name, side, form.comparer, texts)
            matches_by_side[side] = self._found(*form.finders[side], prepared[side])
        for item, sample in {pair for matches in matches_by_side.values() for pair in matches}:
            both = dict[Side, Match | None]()
            for side in SIDES:
                both[side] = matches_by_side[side].get((item, sample)) if side in matches_by_side else None
                if both[side] is None and form.sides[side][sample] is not None:
                    prepared_side = self._prepared(form, side, items[item], prepared.get(side), item)
                    both[side] = (
                        None
                        if prepared_side is None
                        else form.comparer.match(prepared_side, form.sides[side][sample])
                    )
            common = [self._common(side, both[side], items[item], sample) for side in SIDES]
            for level, kind in _levels(self.options.min_chars, both["buggy"], both["fixed"], *common):
                yield _Hit(item, sample, number, LEVELS.index(level), kind, both["buggy"], both["fixed"])

    @staticmethod
    def _found(samples: Sequence[int], finder: Finder, texts: Sequence[Any]) -> dict[tuple[int, int], Match]:
        numbers = [number for number, text in enumerate(texts) if text is not None]
        hits = finder.hits([texts[number] for number in numbers])
        return {(numbers[text], samples[side]): match for text, side, match in hits}

    @staticmethod
    def _prepared(form: _Form, side: Side, item: Item, prepared: Sequence[Any] | None, number: int) -> Any:  # noqa: ANN401 - the comparer's
        """Return a side of an item, prepared: it may be of a side by which no sample is looked for."""
        if prepared is not None:
            return prepared[number]
        text = getattr(item, side)
        return None if text is None else form.comparer.prepared(text)

    def _common(self, side: Side, match: Match | None, item: Item, sample: int) -> int:
        """Return the number of characters that an item's side shares with a sample's side, if it was found."""
        if match is None or match.kind != "contains":
            return self._sizes[sample].chars(side)
        text = getattr(item, side)
        keep, language = self.options.keep_literal_blanks, self.samples[sample].language
        return chars_of(normalise(text, keep_literal_blanks=keep, language=language))

    def _count(self, hits: Iterable[_Hit], counts: Counts) -> None:
        strongest = dict[tuple[int, int, int], Kind]()
        leaking_items = set[tuple[Scope, int, int]]()
        for hit in hits:
            form, level = self._forms[hit.form].name, LEVELS[hit.level]
            counts.hits[form, level, hit.sample, hit.kind] += 1
            leaking_items.update(((form, hit.level, hit.item), (ANY, hit.level, hit.item)))
            key = hit.item, hit.sample, hit.level
            strongest[key] = min(hit.kind, strongest.get(key, hit.kind), key=KINDS.index)
        for (_, sample, at), kind in strongest.items():
            counts.hits[ANY, LEVELS[at], sample, kind] += 1
        counts.found.update((scope, LEVELS[at]) for scope, at, _ in leaking_items)

    def _leak(self, hit: _Hit, item: Item) -> Leak:
        sample, sizes, level = self.samples[hit.sample], self._sizes[hit.sample], LEVELS[hit.level]
        form = self._forms[hit.form]
        both: tuple[tuple[Side, Match | None], ...] = (("buggy", hit.buggy), ("fixed", hit.fixed))
        matches = [(side, match) for side, match in both if level in ("pair", side)]
        side, last = matches[-1]
        assert last is not None
        likeness = [
            match.similarity for _, match in matches if match is not None and match.similarity is not None
        ]
        return Leak(
            *(sample.benchmark, sample.bug_id, sample.hunk, level, hit.kind, form.name),
            *(item.file, item.row, item.id),
            self._offset(form, side, last, item, hit.sample),
            sizes.chars(level),
            self._boundary(form, matches, item, hit.sample),
            min(likeness) if likeness else None,
        )

    def _offset(self, form: _Form, side: Side, match: Match, item: Item, sample: int) -> int | None:
        if match.offset is None:
            return None
        text = getattr(self.samples[sample] if match.kind == "contains" else item, side)
        return chars_of(form.comparer.prepared(text)[: match.offset])

    def _boundary(
        self, form: _Form, matches: Sequence[tuple[Side, Match | None]], item: Item, sample: int
    ) -> Boundary | None:
        if form.name != "text":
            return None
        boundaries = [
            self._boundary_of(form, side, match, getattr(item, side), sample)
            for side, match in matches
            if match is not None
        ]
        return "cut" if "cut" in boundaries else "token"

    def _boundary_of(self, form: _Form, side: Side, match: Match, text: bytes, sample: int) -> Boundary:
        outer, inner = getattr(self.samples[sample], side), text
        if match.kind != "contains":
            outer, inner = inner, outer
        keep, language = self.options.keep_literal_blanks, self.samples[sample].language
        return boundary(outer, inner, match.offset or 0, keep_literal_blanks=keep, language=language)


def _bytes(item: Item) -> int:
    return len(item.buggy or b"") + len(item.fixed or b"")


def _levels(
    least: int, buggy: Match | None, fixed: Match | None, buggy_chars: int, fixed_chars: int
) -> Iterator[tuple[Level, Kind]]:
    """Yield at which levels a sample is found, and how, if at least `least` characters must be common to both."""
    if buggy is not None and fixed is not None and buggy_chars + fixed_chars >= least:
        yield "pair", _of_both(buggy.kind, fixed.kind)
    if buggy is not None and buggy_chars >= least:
        yield "buggy", buggy.kind
    if fixed is not None and fixed_chars >= least:
        yield "fixed", fixed.kind


def _of_both(buggy: Kind, fixed: Kind) -> Kind:
    """Return the kind of a pair's match: "contains" is the weakest, since the item has less than the benchmark."""
    if buggy == fixed == "exact":
        return "exact"
    return "contains" if "contains" in (buggy, fixed) else "inside"
