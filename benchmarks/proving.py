"""Speed of proofs: mutants a second of one JVM, beside the time that javac takes for the same mutants.

    python benchmarks/proving.py SOURCES [--classpath JAR:DIR] [--sample 20] [--seed 1]

Of each file some mutants of all preserving mutators whose class bytes differ are proved one by one, as users do. The second round
is measured: in the first one the JVM compiles the checker.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

import mutators
from compile_all_mutants import compile_project
from parsers import SourceFile
from parsers.oracles.jdk import Compilation, Jdk, compare
from parsers.oracles.prover import Prover


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sources", type=Path)
    parser.add_argument("--classpath", default="")
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    classpath = [part for part in options.classpath.split(":") if part]
    with TemporaryDirectory() as classes:
        compile_project(sorted(options.sources.rglob("*.java")), classpath, classes)
        classpath.append(classes)
        with Jdk(classpath=classpath) as jdk, Prover(classpath=classpath) as prover:
            started = time.perf_counter()
            pairs = list(_pairs(options.sources, jdk, options.sample, options.seed))
            javac = time.perf_counter() - started
            seconds = [_proved(pairs, prover) for _ in range(2)][1]
    print("| mutants | making and compiling them | proofs | mutants a second |")
    print("| ---: | ---: | ---: | ---: |")
    print(f"| {len(pairs):,} | {javac:.1f} s | {seconds:.2f} s | {len(pairs) / seconds:,.0f} |")
    return 0


def _proved(pairs: list[tuple[Compilation, Compilation]], prover: Prover) -> float:
    started = time.perf_counter()
    for before, after in pairs:
        prover.prove(before, after)
    return time.perf_counter() - started


def _pairs(sources: Path, jdk: Jdk, sample: int, seed: int) -> Iterator[tuple[Compilation, Compilation]]:
    """Yield original and mutant of those whose class bytes differ."""
    preserving = [name for name in mutators.names() if mutators.get(name).relation == "preserving"]
    for path in sorted(sources.rglob("*.java")):
        source = SourceFile(path.read_bytes(), str(path))
        name = path.relative_to(sources).as_posix()
        sites = [(one, site) for one in preserving for site in mutators.get(one).sites(source)]
        original = jdk.compile({name: source.data}, bytes_=True)
        for one, site in random.Random(f"{seed} {name}").sample(sites, min(sample, len(sites))):
            mutant = jdk.compile({name: mutators.get(one).apply(source, site, seed).data}, bytes_=True)
            if original.ok and mutant.ok and not compare(original, mutant, ignore_captures=True):
                yield original, mutant


if __name__ == "__main__":
    sys.exit(main())
