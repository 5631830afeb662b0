"""Mutants per second, next to what tree-sitter alone needs to parse the mutants' methods once.

    python benchmarks/throughput.py SOURCES [--mutator NAME] [--rounds 3]

Everything counts: reading trees and facts, all checks, the record as JSON. Both sides run in turn, file by file, in one process;
process time is measured, the ratio is what to look at. The last table shows that the cost grows no faster than the text.
"""

from __future__ import annotations

import argparse
import gc
import resource
import time
from pathlib import Path

import equimorph as em
import mutators
from parsers.java.syntax import parse_wrapped


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path, help="a folder of Java files")
    parser.add_argument("--mutator", action="append")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    names = options.mutator or list(mutators.names())
    files = [(str(path), path.read_bytes()) for path in sorted(options.sources.rglob("*.java"))]
    print(f"{len(files)} files, {sum(len(data) for _, data in files) / 1e6:.1f} MB")
    print(
        "\n| mutators | mutants | mutants/s | tree-sitter parses/s | ratio (best of rounds) |\n| --- | ---: | ---: | ---: | ---: |"
    )
    for chosen in [[name] for name in names] + ([names] if len(names) > 1 else []):
        rounds = [_measure(files, chosen) for _ in range(options.rounds)]
        count = rounds[0][0]
        ours, theirs = min(r[1] for r in rounds), min(r[2] for r in rounds)
        ratio = min(r[1] / r[2] for r in rounds)
        print(
            f"| {', '.join(chosen)} | {count} | {count / ours:,.0f} | {count / theirs:,.0f} | {ratio:.2f} |"
        )
    print(f"\npeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    _scaling()


def _measure(files: list[tuple[str, bytes]], names: list[str]) -> tuple[int, float, float]:
    """Mutants, seconds for making them, seconds for parsing their methods."""
    count, ours, theirs = 0, 0.0, 0.0
    chosen = [mutators.get(name) for name in names]
    for path, data in files:
        gc.collect()
        start = time.process_time()
        made = []
        for mutant in em.mutate(em.SourceFile(data, path), chosen, seed=1):
            mutant.local.to_json()
            made.append(mutant.mutant_data)
        ours += time.process_time() - start
        start = time.process_time()
        for text in made:
            parse_wrapped(text, "member")
        theirs += time.process_time() - start
        count += len(made)
    return count, ours, theirs


_METHOD = """
    int method%d(int[] data, String name) {
        int total = 0;
        for (int i = 0; i < data.length; i++) {
            if (data[i] > total && name != null) { int x = data[i]; total += x; }
        }
        return total;
    }
"""


def _scaling() -> None:
    print(
        "\n| methods in the file | mutants | seconds | µs per mutant | relative |\n| ---: | ---: | ---: | ---: | ---: |"
    )
    first = 0.0
    for size in (100, 400, 1600, 6400):
        text = "class Big {" + "".join(_METHOD % i for i in range(size)) + "}"
        start = time.process_time()
        count = sum(1 for _ in em.mutate(em.parse(text)))
        seconds = time.process_time() - start
        each = seconds / count * 1e6
        first = first or each
        print(f"| {size} | {count} | {seconds:.2f} | {each:.0f} | {each / first:.2f} |")


if __name__ == "__main__":
    main()
