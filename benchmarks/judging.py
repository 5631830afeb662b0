"""How fast `robustness judge --criterion exact` is: against bare undo, and with two processes.

    python benchmarks/judging.py [FOLDER] [--bugs 4] [--candidates 10] [--rounds 2] [--growth 10,100,1000]

The bugs are those of a folder of checkouts, `demo/bugs` by default, with their mutants by variable-renaming and useless-cast. Each
mutant gets so many different candidates, and each of them twice.

- The share: undo alone in all different candidates, with the mutants at hand, against judging the answers, reading and comparing
  included; above 0.8 is wanted. Both are measured in turn in one process, by processor time; the best round counts.
- The gain: judging to a file with one process against two, by the clock; above 1.7 is wanted, on a machine that does nothing else.

The second table shows how processor time and memory grow with the number of different candidates of a mutant (20 mutants at most).
Each number is measured in a process of its own; the last columns are ratios to the first number. Memory is the peak above that of a
process that judges one candidate.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import equimorph as em
from equimorph import robustness
from equimorph.robustness.places import place_of
from equimorph.rows.tables import raised

_MUTATORS = ("variable-renaming", "useless-cast")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", default="demo/bugs")
    parser.add_argument("--bugs", type=int, default=4, help="how many of the bugs, the first ones")
    parser.add_argument("--candidates", type=int, default=10, help="different ones of each mutant")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--growth", default="10,100,1000", help="numbers of candidates, separated by commas")
    parser.add_argument("--alone", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone is not None:
        _alone(options.folder, options.bugs, options.alone)
        return
    bugs = list(islice(robustness.read_bugs(options.folder), options.bugs))
    made = list(robustness.mutants(bugs, _MUTATORS, seed=1))
    texts = {
        f"{row['bug_id']}/{row['id']}": list(islice(_edited(row["mutant"]), options.candidates))
        for row in made
    }
    answers = [_answer(id, some) for id, some in texts.items()]
    todo = [(mutant, texts[id]) for id, mutant in _mutants(bugs)]
    share = max(_share(bugs, made, answers, todo) for _ in range(options.rounds))
    gain = max(_gain(bugs, made, answers) for _ in range(options.rounds))
    print("| mutants | candidates | share of bare undo | two jobs |")
    print("| ---: | ---: | ---: | ---: |")
    print(f"| {len(made):,} | {sum(map(len, texts.values())):,} | {share:.2f} | {gain:.2f} |")
    _growth(options.folder, options.bugs, list(map(int, options.growth.split(","))))


_MUTANTS = 20


def _growth(folder: str, bugs: int, counts: list[int]) -> None:
    """Print processor time and memory of several numbers of candidates of a mutant, each measured in a process of its own."""
    print("\n| candidates of a mutant | ms a candidate | MB | time, ratio | memory, ratio |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    results = list[tuple[float, float]]()
    for size in [1, *counts]:
        command = [sys.executable, __file__, folder, "--bugs", str(bugs), "--alone", str(size)]
        words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        results.append((float(words[0]), float(words[1])))
    (_, floor), (first, start), *_ = results
    for size, (cost, peak) in zip(counts, results[1:], strict=True):
        grown = (peak - floor) / max(start - floor, 0.1)
        print(f"| {size:,} | {cost:.2f} | {peak:.0f} | {cost / first:.2f} | {grown:.1f} |")


def _alone(folder: str, bugs: int, count: int) -> None:
    """Print the milliseconds per candidate and the peak memory in MB, for a number of candidates per mutant."""
    chosen = list(islice(robustness.read_bugs(folder), bugs))
    made = list(islice(robustness.mutants(chosen, preset="r-diversity", seed=1), _MUTANTS))
    answers = (
        {
            "id": f"{row['bug_id']}/{row['id']}",
            "model": "m",
            "candidates": [{"text": text} for text in islice(_edited(row["mutant"]), count)],
        }
        for row in made
    )

    def judged() -> None:
        for _ in robustness.judge(chosen, made, answers):
            pass

    cost = _seconds(judged, time.process_time) * 1000 / (count * len(made))
    print(cost, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def _edited(text: str) -> Iterator[str]:
    """Yield different texts, each with a statement before the last brace, and one number more."""
    end = text.rindex("}")
    for number in count():
        yield f"{text[:end]}    check({number});\n{text[end:]}"


def _answer(id: str, texts: list[str]) -> dict[str, Any]:
    return {"id": id, "model": "m", "candidates": [{"text": text} for text in [*texts, *texts]]}


def _mutants(bugs: list[robustness.Bug]) -> Iterator[tuple[str, em.Mutant]]:
    """Yield the same mutants as objects, each with the id of its request."""
    for bug in bugs:
        place = place_of(bug)
        for mutant in em.mutate(place.source.only(place.member), _MUTATORS, seed=1):
            yield f"{bug.id}/{mutant.id}", mutant


def _share(bugs: Any, made: Any, answers: Any, todo: list[tuple[em.Mutant, list[str]]]) -> float:  # noqa: ANN401
    def bare() -> None:
        for mutant, texts in todo:
            for text in texts:
                try:
                    em.undo(text, mutant)
                except em.UndoConflict:
                    continue

    def judged() -> None:
        for _ in robustness.judge(bugs, made, answers):
            pass

    return _seconds(bare, time.process_time) / _seconds(judged, time.process_time)


def _gain(bugs: Any, made: Any, answers: Any) -> float:  # noqa: ANN401
    def seconds(jobs: int) -> float:
        with tempfile.TemporaryDirectory() as folder:
            target = robustness.Target(Path(folder, "judged.jsonl"), jobs=jobs)
            return _seconds(
                lambda: robustness.write_judged(target, bugs, made, answers, robustness.Exact(), raised),
                time.perf_counter,
            )

    return seconds(1) / seconds(2)


def _seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    start = clock()
    work()
    return clock() - start


if __name__ == "__main__":
    main()
