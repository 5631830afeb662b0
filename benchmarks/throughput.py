"""How fast mutants are made: one table, ratios first.

    python benchmarks/throughput.py SOURCES [--mutator NAME] [--rounds 3]

Everything counts: reading trees and facts, all checks, the record as JSON. The two sides of a ratio run in turn in one process,
file by file, and processor time is taken, so that a busy machine slows both; the best round is reported.

- Each mutator alone, and all together, against tree-sitter parsing the mutants' methods once: below 1 is faster than parsing.
- One file of 6,400 methods against one of 100, per mutant: 1 is no loss.
- Two processes against one, by the clock: 2 is no loss, where two cores are free.
"""

from __future__ import annotations

import argparse
import gc
import resource
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import equimorph as em
import mutators
from equimorph.runs.collection import rare_collection
from parsers.java.syntax.tree import parse_wrapped

File = tuple[str, bytes]


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path, help="a folder of Java files")
    parser.add_argument("--mutator", action="append")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    names = options.mutator or list(mutators.names())
    files = [(str(path), path.read_bytes()) for path in sorted(options.sources.rglob("*.java"))]
    print(f"{len(files)} files, {sum(len(data) for _, data in files) / 1e6:.1f} MB\n")
    print("| what | ratio | against | mutants/s | tree-sitter's parses/s | mutants |")
    print("| --- | ---: | --- | ---: | ---: | ---: |")
    for chosen in [names] + [[name] for name in names] * (len(names) > 1):
        rounds = [_measure(files, chosen) for _ in range(options.rounds)]
        count = rounds[0][0]
        ours, theirs = min(r[1] for r in rounds), min(r[2] for r in rounds)
        ratio = min(r[1] / r[2] for r in rounds)
        what = "all together" if chosen is names and len(names) > 1 else chosen[0]
        print(
            f"| {what} | {ratio:.2f} | parsing the mutants once | {count / ours:,.0f} | {count / theirs:,.0f} | {count:,} |",
            flush=True,
        )
    large, small = _cost(6400), _cost(100)
    print(f"| a file of 6,400 methods | {large / small:.2f} | one of 100, per mutant | | | |", flush=True)
    one, two = (min(_elapsed(files, names, jobs) for _ in range(options.rounds)) for jobs in (1, 2))
    print(f"| two processes | {one / two:.2f} | one process, by the clock | | | |")
    print(f"\npeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _measure(files: Sequence[File], names: Sequence[str]) -> tuple[int, float, float]:
    """Return the number of mutants, seconds for making them, seconds for parsing their methods."""
    count, ours, theirs = 0, 0.0, 0.0
    for file in files:
        gc.collect()
        start = time.process_time()
        made = _made(file, names)
        ours += time.process_time() - start
        start = time.process_time()
        for text in made:
            parse_wrapped(text, "member")
        theirs += time.process_time() - start
        count += len(made)
    return count, ours, theirs


def _made(file: File, names: Sequence[str]) -> list[bytes]:
    """Return the mutated members of a file, their records written as JSON."""
    made = []
    with rare_collection():  # as the command and the workers of a bulk run have it
        for mutant in em.mutate(em.SourceFile(file[1], file[0]), names, seed=1):
            mutant.local.to_json()
            made.append(mutant.mutant_data)
    return made


_METHOD = """
    int method%d(int[] data, String name) {
        int total = 0;
        for (int i = 0; i < data.length; i++) {
            if (data[i] > total && name != null) { int x = data[i]; total += x; }
        }
        return total;
    }
"""


def _cost(methods: int) -> float:
    """Return the seconds for a mutant in a file of so many methods."""
    text = "class Big {" + "".join(_METHOD % i for i in range(methods)) + "}"
    gc.collect()
    start = time.process_time()
    count = sum(1 for _ in em.mutate(em.parse(text)))
    return (time.process_time() - start) / count


def _elapsed(files: Sequence[File], names: Sequence[str], jobs: int) -> float:
    """Return the seconds by the clock that some processes need for the files, their start left aside."""
    with ProcessPoolExecutor(jobs) as pool:
        for future in [pool.submit(time.sleep, 0.5) for _ in range(jobs)]:
            future.result()
        start = time.perf_counter()
        tasks = [(file, names) for file in sorted(files, key=lambda file: -len(file[1]))]
        total = sum(pool.map(_count, tasks))
        seconds = time.perf_counter() - start
    assert total
    return seconds


def _count(task: tuple[File, Sequence[str]]) -> int:
    return len(_made(*task))


if __name__ == "__main__":
    main()
