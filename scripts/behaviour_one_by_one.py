"""Compile and run each preserving mutant of the test programs alone, where the tests put those into one text that lie apart.

    python scripts/behaviour_one_by_one.py [--program NAME]... [--mutator NAME]... [--by-method]

The tests (`tests/laws/test_behaviour.py`) could miss two faults that cancel each other out in one text; this cannot. Every
mutant must compile and print what its original prints; of renamings and casts the class bytes must be the same. Prints the
wrong ones, and a line for each program; exit code 1 if any mutant was wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from mutators import Mutant, get, names
from parsers.oracles.jdk import Jdk

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.laws.corpus import RUNNING
from tests.laws.judging import Judge, culprits, preserving


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    programs = {program.name: program for program in RUNNING}
    chosen = [name for name in names() if get(name).relation == "preserving"]
    parser.add_argument("--program", action="append", choices=programs, metavar="NAME", help="only this one")
    parser.add_argument("--mutator", action="append", choices=chosen, help="only this one")
    parser.add_argument(
        "--by-method", action="store_true", help="one mutant of each method in a text: a quarter of the calls"
    )
    options = parser.parse_args()
    totals = [0, 0, 0, 0]
    started = time.monotonic()
    with Jdk() as jdk:
        for name in options.program or programs:
            found = [m for m in preserving(programs[name]) if m.mutator in (options.mutator or chosen)]
            judge = Judge(jdk, programs[name])
            texts = list(_rows(found)) if options.by_method else [[mutant] for mutant in found]
            wrong = [each for text in texts for each in culprits(text, judge.wrong)]
            for each in wrong:
                print(each)
            counts = [len(found), judge.compiled, judge.ran, len(wrong)]
            totals = [a + b for a, b in zip(totals, counts, strict=True)]
            print(_line(name, counts), flush=True)
    print(_line("all", totals), f"{time.monotonic() - started:.0f} s", sep=", ")
    return 1 if totals[-1] else 0


def _rows(found: list[Mutant]) -> Iterator[list[Mutant]]:
    """Yield mutants of one mutator and of different methods."""
    for mutator in dict.fromkeys(mutant.mutator for mutant in found):
        by_method: dict[int, list[Mutant]] = {}
        for mutant in found:
            if mutant.mutator == mutator:
                by_method.setdefault(mutant.offset, []).append(mutant)
        for row in zip_longest(*by_method.values()):
            yield [mutant for mutant in row if mutant is not None]


def _line(name: str, counts: list[int]) -> str:
    mutants, compiled, ran, wrong = counts
    return f"{name}: {mutants} mutants, {compiled} calls of javac, {ran} runs, {wrong} wrong"


if __name__ == "__main__":
    sys.exit(main())
