"""How fast the metrics are: pairs a second of one core, and their time as a multiple of sacrebleu's BLEU of the same pairs.

    python benchmarks/metrics.py demo/pairs.jsonl [--pairs 2000]

Processor time, measured in turn. The candidates of the file are repeated, each time with a number that no other one has: none
is taken from a cache. A reference may be, as in a bench with several candidates for a problem. 2,000 pairs a second are wanted,
1,000 of CodeBLEU.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

from sacrebleu.metrics.bleu import BLEU

from equimorph import metrics
from equimorph.metrics import METRICS, Pair, pair_of, tokens_of
from equimorph.rows.tables import raised, read_rows

_NEEDS_MODEL = "codebertscore"
_END = {"java": "//", "python": "#"}


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", type=Path, help="id, lang, candidate, reference")
    parser.add_argument("--pairs", type=int, default=2000)
    options = parser.parse_args()
    rows = list(read_rows(options.rows, pair_of, raised, None, lambda pair: pair.id))
    pairs = [_numbered(pair, number) for number, pair in enumerate(islice(cycle(rows), options.pairs))]
    length = sum(len(tokens_of(pair.candidate, pair.lang)) for pair in rows) / len(rows)
    print(f"{len(pairs):,} pairs, {length:.1f} tokens a candidate")
    oracle = BLEU(tokenize="none", effective_order=True, force=True)
    unit = _seconds(
        pairs,
        lambda pair: oracle.sentence_score(
            " ".join(tokens_of(pair.candidate, pair.lang)), [" ".join(tokens_of(pair.reference, pair.lang))]
        ),
    )
    print(f"{'sacrebleu':15} {len(pairs) / unit:10,.0f} pairs/s")
    for name in METRICS:
        if name != _NEEDS_MODEL:
            # A blank more makes another text of each candidate: what the metric before has kept is not found.
            pairs = [replace(pair, candidate=f"{pair.candidate} ") for pair in pairs]
            taken = _seconds(pairs, lambda pair: _score(name, pair))  # noqa: B023 - called at once
            print(f"{name:15} {len(pairs) / taken:10,.0f} pairs/s, {taken / unit:5.2f} times sacrebleu")


def _numbered(pair: Pair, number: int) -> Pair:
    """Return the pair with another candidate: an identifier more, and a comment."""
    return replace(pair, candidate=f"{pair.candidate}\nv{number} {_END[pair.lang]} {number}\n")


def _score(name: str, pair: Pair) -> float | None:
    return metrics.score(name, pair.candidate, pair.reference, pair.lang)


def _seconds(pairs: list[Pair], call: Callable[[Pair], object]) -> float:
    begin = time.process_time()
    for pair in pairs:
        call(pair)
    return time.process_time() - begin


if __name__ == "__main__":
    main()
