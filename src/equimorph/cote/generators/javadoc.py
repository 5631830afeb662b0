"""Pairs of Java sources: the first sentence of a method's Javadoc, and the method."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from equimorph.cote.generators.pairs import Pair
from equimorph.texts.javadoc import first_sentence
from equimorph.trees.files import source_files
from parsers import ParseError, SourceFile

_LEAST_WORDS = 2
"""Words of a sentence that describes something."""


def pairs_in(paths: Sequence[Path], failed: Callable[[Exception], None]) -> Iterator[Pair]:
    """Yield the pairs of Java sources in the order of files and places; pairs of equal text and code once.

    Methods without a body, and those whose sentence has less than 2 words, are left out.

    Args:
        paths: files and folders.
        failed: gets what cannot be read or parsed.
    """
    seen = set[tuple[str, str]]()
    for root in paths:
        for path in source_files([root], failed):
            name = path.relative_to(root).as_posix() if root.is_dir() else path.name
            try:
                found = list(_of_source(SourceFile(path.read_bytes(), str(path)), name))
            except (OSError, ParseError, RecursionError) as error:
                failed(error)
                continue
            for one in found:
                if (one.text, one.code) not in seen:
                    seen.add((one.text, one.code))
                    yield one


def _of_source(source: SourceFile, name: str) -> Iterator[Pair]:
    for member in source.methods:
        if member.kind != "method" or not member.data.rstrip().endswith(b"}"):
            continue
        sentence = first_sentence(source.slice(0, member.start))
        if len(sentence.split()) >= _LEAST_WORDS:
            yield Pair(f"{name}:{member.start}", sentence, member.text)
