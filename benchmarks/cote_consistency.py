"""Consistency scores of pairs of programs a second, beside a naive double: `cote_consistency.py [SRC] [--pairs N]`.

SRC is a folder of Java; its methods are the programs. A pair is a method and the same one with tokens replaced in some places, as
the two outputs of a generator are; as many pairs are equal as a generator leaves unchanged (--equal). Both ways compute all four
measures over the whole grid of slices, in one run; the double has no bounds and no library.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from equimorph.cote import MEASURES, Corpus, consistency
from equimorph.metrics.tokens import tokens_of
from equimorph.trees.files import source_files
from parsers import ParseError, SourceFile

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.equimorph.cote import doubles

_LONGEST = 120
"""Tokens of a program, at the most: generators write short methods."""


def programs(folder: Path, most: int) -> list[tuple[str, ...]]:
    """Return the tokens of methods."""
    found = list[tuple[str, ...]]()
    for path in source_files([folder], lambda error: None):
        try:
            methods = SourceFile(path.read_bytes(), str(path)).methods
        except (OSError, ParseError, RecursionError):
            continue
        for one in methods:
            tokens = tuple(tokens_of(one.text, "java"))
            if 10 <= len(tokens) <= _LONGEST:
                found.append(tokens)
            if len(found) == most:
                return found
    return found


def pairs(texts: Sequence[tuple[str, ...]], count: int, equal: float) -> list[tuple[list[str], list[str]]]:
    """Return pairs of a program and a changed one."""
    rng, made = Random(1), list[tuple[list[str], list[str]]]()
    while len(made) < count:
        own = list(rng.choice(texts))
        other = list(own)
        if rng.random() >= equal:
            for _ in range(rng.randint(1, 5)):
                at = rng.randrange(len(other))
                other[at : at + rng.randint(0, 2)] = rng.sample(rng.choice(texts), rng.randint(0, 3))
        made.append((own, other))
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Time both ways, and compare what they say."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("source", type=Path)
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--naive", type=int, default=40, help="pairs of the double")
    parser.add_argument("--equal", type=float, default=0.9, help="share of pairs whose programs are equal")
    asked = parser.parse_args(arguments)
    texts = programs(asked.source, 2000)
    corpus = Corpus.of(texts)
    for equal in (asked.equal, 0.0):
        made = pairs(texts, asked.pairs, equal)
        start = time.perf_counter()
        found = [consistency(own, other, corpus) for own, other in made]
        own_rate = len(made) / (time.perf_counter() - start)
        few = [at for at, one in enumerate(found) if one.slices != (0, 0)][: asked.naive]
        start, wrong = time.perf_counter(), 0
        for at in few:
            for measure in MEASURES:
                expected = doubles.consistency(measure, *made[at], texts)
                wrong += abs(expected - found[at].scores[measure]) > 1e-9
        naive_rate = len(few) / (time.perf_counter() - start)
        print(
            f"{equal:.0%} equal: {own_rate:,.0f} pairs a second; the double {naive_rate:,.2f} unequal ones; {wrong} scores differ"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
