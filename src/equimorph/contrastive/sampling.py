"""Samples of sources: one for each method; one with the reason for each method or source that has none."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import parsers
from equimorph.checking.verdicts import CodeComparison
from equimorph.contrastive.inputs import Item, items
from equimorph.contrastive.members import Member
from equimorph.contrastive.options import Options
from equimorph.contrastive.schema import SPLITS, Sample, Variant, encoded
from equimorph.contrastive.stacks import Drawing, Stack, derived
from equimorph.mutants.failures import once
from equimorph.mutants.mutating import Conflict
from equimorph.texts.likeness import Seen, group_of, likeness, split_of, token_count
from mutators import InternalError, Mutation, MutationError, Mutator
from parsers import ParseError, SourceFile

__all__ = ["Sampler", "Texts", "pairs", "utf8"]

Made = TypeVar("Made")

_ATTEMPTS = 8
"""Variants that are drawn for each one that is wanted."""


def pairs(
    sources: SourceFile | Path | str | Iterable[SourceFile | Path | str | Item],
    *,
    seen: Seen | None = None,
    classes: CodeComparison | None = None,
    on_conflict: Callable[[Conflict], None] | None = None,
    **options: Any,  # noqa: ANN401 - of the types that the fields of `Options` have
) -> Iterator[Sample]:
    """Yield for each method an anchor, positives and negatives; if this fails, a sample with the reason.

    In all samples that are ok, no two texts have the same tokens: a method with the tokens of an earlier text is left out.
    Apart from that, the sample of a method depends only on the options, the seed, the method's text and the facts of its file.

    Args:
        sources: One or more sources; a string is a text, a path a file or a folder. See `line_items` for JSON Lines.
        seen: Texts of earlier samples; a new table for None.
        classes: Leave out negatives that are compiled to the same: `ClassBytes` for Java, `CodeObjects` for Python.
        on_conflict: Called with each site at which the framework's checks reject the mutator's edits; the next site follows.
        options: The fields of `Options`.

    Raises:
        MutationError, ValueError: see `Options`.
    """
    sampler = Sampler(Options(**options), seen, classes, on_conflict)
    inputs = [sources] if isinstance(sources, SourceFile | Path | str) else sources
    return (sample for item in items(inputs, sampler.language) for sample in sampler.samples(item))


@dataclass
class Texts:
    """The texts of a sample in the making; a text like one of them, or like an earlier one, is rejected.

    Attributes:
        seen: Texts of earlier samples.
        max_tokens: Maximum number of tokens of a text.
        language: Language of the texts.
        own: Likenesses of the sample's texts.
        taken: All likenesses taken, in order, the method's first, including the ones given up again.
        refused: Likenesses refused because an earlier text has them.
    """

    seen: Seen
    max_tokens: int | None
    language: str = "java"
    own: set[bytes] = field(default_factory=set)
    taken: list[bytes] = field(default_factory=list)
    refused: set[bytes] = field(default_factory=set)

    def take(self, data: bytes) -> bool:
        """Take a text if it is new and not too long; return whether it was taken."""
        if self.max_tokens is not None and token_count(data, self.language) > self.max_tokens:
            return False
        key = likeness(data, self.language)
        if key in self.own:
            return False
        if key in self.seen:
            self.refused.add(key)
            return False
        self.own.add(key)
        self.taken.append(key)
        return True


class Sampler:
    """A maker of samples, item by item, which counts the results.

    Args:
        options: the options of the samples.
        seen, classes, on_conflict: see `pairs`.
    """

    def __init__(
        self,
        options: Options,
        seen: Seen | None = None,
        classes: CodeComparison | None = None,
        on_conflict: Callable[[Conflict], None] | None = None,
    ) -> None:
        self._options = options
        self._seen = Seen() if seen is None else seen
        self._classes = classes
        self._on_conflict = on_conflict
        self._report = once(self._conflict)
        self._drawing = Drawing(options.weights, self._report)
        self.counts: Counter[str] = Counter()
        """By status, and: samples with "both" kinds, "duplicate" methods, "positives", "negatives", "equivalent" negatives,
        "conflicts"."""

    @property
    def language(self) -> str:
        """The language of the sources."""
        return self._options.language

    def samples(self, item: Item) -> Iterator[Sample]:
        """Yield the samples of an item, one at least unless all its methods are duplicates."""
        return (sample for sample, _ in self.outcomes(item) if sample is not None)

    def outcomes(
        self,
        item: Item,
        lost: Mapping[int, str] = MappingProxyType({}),
        on_method: Callable[[int], None] = lambda number: None,
    ) -> Iterator[tuple[Sample | None, Texts]]:
        """Yield the sample of each method, None for a duplicate; and which of its texts were taken or refused.

        Args:
            lost: Reasons why methods must not be tried, by their numbers in the item.
            on_method: Called with the number of each method before it is tried.
        """
        place = Sample(utf8(item.path), item.line, language=self._options.language)
        source = _attempt(lambda: self._read(item))
        methods = source if isinstance(source, str) else _attempt(lambda: source.methods)
        nothing = Texts(self._seen, None)
        if isinstance(methods, str):
            yield self._counted(replace(place, status="error", error=methods)), nothing
            return
        if not methods:
            broken = not isinstance(source, str) and source.has_error
            reason = "syntax errors, and no method in what is left" if broken else "no method with a body"
            yield (
                self._counted(replace(place, status="error" if broken else "skipped", error=reason)),
                nothing,
            )
        for number, method in enumerate(methods):
            on_method(number)
            texts = Texts(self._seen, self._options.max_tokens, self._options.language)
            start = self._start(place, method)
            result: Sample | str | None = lost.get(number)
            if result is None:
                result = _attempt(lambda: self._sample(start, method, texts))  # noqa: B023 - called at once
            if isinstance(result, str):
                texts.own.clear()
                yield self._counted(replace(start, status="error", error=result)), texts
            elif result is None:
                self.counts["duplicate"] += 1
                yield None, texts
            else:
                self._seen.add(sorted(texts.own))
                yield self._counted(result), texts

    def _read(self, item: Item) -> SourceFile:
        source = item.read()
        if source.language != self._options.language:
            raise MutationError(f"{source.language}, and the samples are of {self._options.language}")
        return source

    def _counted(self, sample: Sample) -> Sample:
        self.counts.update(
            {
                sample.status: 1,
                "both": bool(sample.positives and sample.negatives),
                "positives": len(sample.positives),
                "negatives": len(sample.negatives),
            }
        )
        return sample

    def _conflict(self, conflict: Conflict) -> None:
        self.counts["conflicts"] += 1
        if self._on_conflict is not None:
            self._on_conflict(conflict)

    def _start(self, place: Sample, method: parsers.Member) -> Sample:
        group = group_of(method.data, self._options.language)
        return replace(
            place,
            method=method.name,
            start_line=method.start_line,
            end_line=method.end_line,
            offset=method.start,
            original_sha256=method.sha256,
            group=group,
            split=split_of(group, self._options.splits, SPLITS),
            seed=derived(self._options.seed, method.sha256),
            tokens=token_count(method.data, self._options.language),
            anchor=method.text,
            language=self._options.language,
        )

    def _sample(self, start: Sample, method: parsers.Member, texts: Texts) -> Sample | None:
        """Return the sample of a method, None if it is like an earlier text."""
        options = self._options
        if method.untrusted:
            return replace(start, status="error", error=method.untrusted)
        member = Member(method, self._report)
        if options.of_anchors is not None:
            member, records = self._sketched(member, options.of_anchors, start.seed)
            data = member.method.data
            start = replace(
                start,
                anchor=data.decode(),
                anchor_mutations=encoded(records),
                tokens=token_count(data, options.language),
            )
        if options.max_tokens is not None and start.tokens > options.max_tokens:
            return replace(start, status="skipped", error=f"more than {options.max_tokens} tokens")
        if not texts.take(member.method.data):
            return None
        positives = self._positives(member, start.seed, texts)
        negatives = self._negatives(member, start.seed, texts)
        if not positives and not negatives:
            return replace(start, status="skipped", error="no new text can be made of it")
        return replace(start, positives=positives, negatives=negatives)

    def _sketched(self, member: Member, sketch: Mutator, seed: int) -> tuple[Member, tuple[Mutation, ...]]:
        """Return the method as a sketch, and its record; the method itself if there is nothing to sketch."""
        for site in member.sites(sketch)[:1]:
            mutant = sketch.mutate(member.view, member.method, site, seed)
            changed = member.mutated(mutant)
            if changed is None:
                raise MutationError(f"{sketch.name} makes no method of it")
            return changed, (mutant.local,)
        return member, ()

    def _positives(self, member: Member, seed: int, texts: Texts) -> tuple[Variant, ...]:
        options = self._options
        wanted = options.positives
        stacks = self._drawing.stacks(
            member, options.of_positives, options.depths, derived(seed, "positive"), wanted * _ATTEMPTS
        )
        return _taken(stacks, wanted, lambda stack: texts.take(stack.data))

    def _negatives(self, member: Member, seed: int, texts: Texts) -> tuple[Variant, ...]:
        options = self._options
        wanted, key = options.negatives, derived(seed, "negative")
        attempts = wanted * _ATTEMPTS
        if options.share is None:
            stacks = self._drawing.single(member, options.of_negatives, key, attempts)
        else:
            stacks = self._drawing.shared(member, options.of_negatives, options.share, key, attempts)
        return _taken(
            stacks, wanted, lambda stack: texts.take(stack.data) and self._differs(member, stack, texts)
        )

    def _differs(self, member: Member, stack: Stack, texts: Texts) -> bool:
        if self._classes is None:
            return True
        comparison = self._classes.compare(member.method, stack.data, stack.mutations[-1].id)
        if comparison.kept:
            return True
        self.counts["equivalent" if comparison.verdict in ("equivalent", "duplicate") else "uncompiled"] += 1
        texts.own.discard(likeness(stack.data, self._options.language))
        return False


def _taken(stacks: Iterator[Stack], wanted: int, take: Callable[[Stack], bool]) -> tuple[Variant, ...]:
    variants: list[Variant] = []
    while len(variants) < wanted and (stack := next(stacks, None)) is not None:
        if take(stack):
            variants.append(Variant.of(stack.data, stack.mutations))
    return tuple(variants)


def _attempt(work: Callable[[], Made]) -> Made | str:
    """Return the result of the work, or the error that ends it: no method and no file may stop a run over many."""
    try:
        return work()
    except sqlite3.Error:  # the table of what was put out: nothing of the method
        raise
    except (ParseError, MutationError) as error:
        return utf8(str(error))
    except OSError as error:
        return utf8(f"{error.filename}: {error.strerror}" if error.strerror else str(error))
    except Exception as error:  # a fault of ours, which is reported, and is not the next method's
        return utf8(str(InternalError(error)))


def utf8(text: str) -> str:
    """Return a text without lone surrogates, which names of files may have (PEP 383), and columns of texts may not."""
    return text.encode("utf-8", "backslashreplace").decode()
