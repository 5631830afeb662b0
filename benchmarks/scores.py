"""How fast judged rows become scores: one table, ratios first.

    python benchmarks/scores.py [--rows 100000] [--rounds 3]

Rows as `robustness judge` writes them are read and scored. All is measured in turn in one process, by processor time, so that a
busy machine slows all; the best round counts.

- The share of reading: reading, checking and counting the rows against `json.loads` of each line.
- The share of scores: the same, and all cells, curves and sizes, without intervals.
- The interval: one over 4,000 samples, in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from equimorph.robustness.scoring.population import read
from equimorph.robustness.scoring.score import raised, scores
from equimorph.statistics.intervals import clustered_wilson


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "judged.jsonl")
        with path.open("w") as stream:
            stream.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in _rows(options.rows))
        rounds = [
            (
                _seconds(lambda: _parse(path)),
                _seconds(lambda: read(path, raised)),
                _seconds(lambda: scores(path)),
            )
            for _ in range(options.rounds)
        ]
    bare, reading, scoring = (min(values) for values in zip(*rounds, strict=True))
    chance = Random(2)
    clusters = Counter((chance.randint(0, d), d) for d in (chance.randint(1, 12) for _ in range(4000)))
    interval = min(_seconds(lambda: clustered_wilson(clusters)) for _ in range(options.rounds))
    print("| | share of bare json.loads | rows a second |")
    print("| --- | ---: | ---: |")
    for name, seconds in (("json.loads", bare), ("reading", reading), ("scores", scoring)):
        print(f"| {name} | {seconds / bare:.2f} | {options.rows / seconds:,.0f} |")
    print(f"\nOne interval of 4,000 samples, {len(clusters)} of them distinct: {1000 * interval:.2f} ms")


def _rows(total: int) -> Iterator[dict[str, object]]:
    chance, bug, left = Random(1), 0, total
    while left:
        bug += 1
        size, hit = chance.randint(3, 80), chance.choice([None, 1, 2, 5, 17])
        for number in range(min(left, 1 + chance.randint(0, 20))):
            found = hit if chance.random() < 0.8 else None
            yield {
                **{"schema": 1, "criterion": "exact", "model": "template", "bug_id": f"Lang-{bug}b:f:{size}"},
                "mutant_id": f"{chance.getrandbits(48):012x}" if number else None,
                "mutator": chance.choice(["variable-renaming", "useless-cast"]) if number else None,
                "touched": chance.random() < 0.3 if number else None,
                **{"k": 100, "candidates": 100, "first_hit": found, "first_undone": 1, "undone": 98},
                **{"conflicts": 2, "unparsable": 0, "status": "miss" if found is None else "hit"},
                **{"flaky": False, "lines": size, "nodes": size * 12},
                "changed_tokens": chance.randint(1, 40) if number else None,
            }
            left -= 1


def _parse(path: Path) -> None:
    with path.open("rb") as stream:
        for line in stream:
            json.loads(line)


def _seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


if __name__ == "__main__":
    main()
