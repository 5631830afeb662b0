"""Counts which bugs of Defects4J stand in trees of Java sources: those of their own project, and those of others.

    python scripts/leaks_of_defects4j.py CLONE Lang=commons-lang/src/main/java Jsoup=jsoup/src/main/java [--min-chars 1 20 50]

CLONE is one of rjust/defects4j. A tree is given with the project of Defects4J that it is of: code of its bugs is likely to stand in
it; of code of other bugs that does, most stands there by chance, and shows what a limit of characters is for. A side of a change
is found if it lies inside a file; both are without blanks and comments. Prints a table and with --json the counts. The search is
Python's `in`; with --engine also that of `equimorph.leakage.matching`, and exit code 1 if they differ.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from equimorph.leakage.benchmarks import read_benchmark
from equimorph.leakage.matching import Matcher
from equimorph.leakage.normalising import normalise
from equimorph.leakage.samples import Sample

Side = Literal["buggy", "fixed"]
SIDES: tuple[Side, Side] = ("buggy", "fixed")
LIMITS = (1, 20, 50)


@dataclass(frozen=True)
class Count:
    """How many bugs stand in a tree.

    Attributes:
        tree: the project that it is of.
        of: "own" bugs of that project, or those of "other" ones.
        side: what was looked for.
        least: characters that a side has at least, without blanks and comments.
        bugs: how many there are.
        any: of how many at least one change was found.
        all: of how many each change was found.
    """

    tree: str
    of: Literal["own", "other"]
    side: Side
    least: int
    bugs: int
    any: int
    all: int


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clone", type=Path, help="of rjust/defects4j: a work tree")
    parser.add_argument("trees", nargs="+", metavar="PROJECT=FOLDER")
    parser.add_argument("--min-chars", nargs="+", type=int, default=LIMITS)
    parser.add_argument("--engine", action="store_true", help="search by the engine, too, and compare")
    parser.add_argument("--json", type=Path, help="write the counts here")
    options = parser.parse_args()
    samples = list(read_benchmark(options.clone, format="defects4j"))
    counts, agree = list[Count](), True
    for project, _, folder in (tree.partition("=") for tree in options.trees):
        texts = texts_of(Path(folder))
        for side in SIDES:
            sides = sides_of(samples, side)
            found = naive(sides, texts)
            if options.engine and by_engine(sides, texts) != found:
                print(f"{project}, {side}: the engine finds other ones", file=sys.stderr)
                agree = False
            counts += counted(project, side, samples, sides, found, options.min_chars)
    print("\n".join(table(counts)))
    if options.json:
        options.json.write_text(json.dumps([asdict(one) for one in counts], indent=1) + "\n")
    return 0 if agree else 1


def texts_of(folder: Path) -> list[bytes]:
    """Return the Java files of a tree without blanks and comments.

    Raises:
        FileNotFoundError: the folder has no Java files.
    """
    files = sorted(folder.rglob("*.java"))
    if not files:
        raise FileNotFoundError(2, "no Java file below the folder", str(folder))
    return [normalise(file.read_bytes()) for file in files]


def sides_of(samples: Sequence[Sample], side: Side) -> list[bytes]:
    """Return a side of each sample without blanks and comments."""
    texts = (sample.buggy if side == "buggy" else sample.fixed for sample in samples)
    return [normalise(text or b"") for text in texts]


def naive(sides: Sequence[bytes], texts: Sequence[bytes]) -> set[int]:
    """Return which sides stand in any text; an empty side stands in none."""
    return {number for number, side in enumerate(sides) if side and any(side in text for text in texts)}


def by_engine(sides: Sequence[bytes], texts: Sequence[bytes]) -> set[int]:
    """Return the same, by the engine."""
    return {found.side for found in Matcher(sides, least=1).hits(texts)}


def counted(
    project: str,
    side: Side,
    samples: Sequence[Sample],
    sides: Sequence[bytes],
    found: set[int],
    limits: Iterable[int],
) -> list[Count]:
    """Return the counts of a side in a tree.

    Args:
        project: that the tree is of.
        side: what was looked for.
        samples: of the benchmark.
        sides: of the samples, without blanks and comments.
        found: numbers of those that were found.
        limits: of characters.
    """
    bugs = dict[str, list[int]]()
    for number, sample in enumerate(samples):
        bugs.setdefault(sample.bug_id, []).append(number)
    counts = []
    for least in limits:
        kept = {number for number in found if len(sides[number].decode("utf-8", "replace")) >= least}
        for of, is_own in (("own", True), ("other", False)):
            group = [one for bug, one in bugs.items() if (bug.rpartition("-")[0] == project) is is_own]
            some = sum(not kept.isdisjoint(one) for one in group)
            every = sum(kept.issuperset(one) for one in group)
            counts.append(Count(project, of, side, least, len(group), some, every))  # type: ignore[arg-type]  # `of` is one of both words
    return counts


def table(counts: Sequence[Count]) -> list[str]:
    """Return a table of Markdown: for each limit, of how many bugs any change was found, and of how many each one."""
    limits = sorted({one.least for one in counts})
    lines = [
        f"| Tree | Bugs | Side | {' | '.join(f'at least {least}' for least in limits)} |",
        f"|---|---|---|{'--:|' * len(limits)}",
    ]
    rows = dict[tuple[str, str, str], dict[int, str]]()
    for one in counts:
        whose = f"{one.bugs} of {one.tree}" if one.of == "own" else f"{one.bugs} of others"
        rows.setdefault((one.tree, whose, one.side), {})[one.least] = f"{one.any} ({one.all})"
    for key, cells in rows.items():
        lines.append(f"| {' | '.join([*key, *(cells[least] for least in limits)])} |")
    return lines


if __name__ == "__main__":
    sys.exit(main())
