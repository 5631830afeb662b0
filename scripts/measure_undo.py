"""Undoes random patches of the mutants of a Java project, and counts how many come out right.

The patches are those of the property test (tests/strategies/patches.py): of each, the right answer is known.

    python scripts/measure_undo.py SOURCES [--patches 2000] [--seed 1] [--mutator NAME] [--by-kind] [--table FILE.md]

Prints a table for each mutator and group of patches; exit code 1 if any answer was wrong, with the first ones shown.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from random import Random

from rich.progress import track

import equimorph as em
import mutators
from mutators import Mutant, Mutator

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.strategies.paired import Pair
from tests.strategies.patches import GROUPS, Group, Patch, draw, judge, undo

SHARES: dict[Group, int] = {"unrelated": 60, "related": 20, "contradicting": 8, "tampering": 12}
VERDICTS = ("right", "blanks", "unparsable", "conflict", "wrong")
HEADINGS = ("undone", "but for blanks", "does not parse", "conflict", "WRONG")

Counts = Counter[tuple[str, str, str, str]]
"""By mutator, group, kind and verdict."""


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path, help="root folder of the main sources")
    parser.add_argument("--patches", type=int, default=2000, help="how many for each mutator")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutator", action="append", help="default: all")
    parser.add_argument("--show", type=int, default=10, help="how many wrong answers of each mutator to show")
    parser.add_argument("--by-kind", action="store_true", help="a row for each kind of patch")
    parser.add_argument("--table", type=Path, help="write the table here, too")
    options = parser.parse_args()
    files = sorted(options.sources.rglob("*.java"))
    counts: Counts = Counter()
    for name in options.mutator or mutators.names():
        rng = Random(f"{options.seed} {name}")
        found = _patches(mutators.get(name), files, rng, options.patches)
        shown = 0
        for pair, group, patch in track(found, total=options.patches, description=name, transient=True):
            verdict, report = _verdict(pair, patch)
            counts[name, group, patch.kind, verdict] += 1
            if verdict == "wrong" and shown < options.show:
                shown += 1
                print(_shown(pair, patch, report))
    table = "\n".join(_table(counts, by_kind=options.by_kind))
    print(table)
    if options.table:
        options.table.write_text(table + "\n")
    return 1 if any(key[-1] == "wrong" for key in counts) else 0


def _patches(
    mutator: Mutator, files: list[Path], rng: Random, count: int
) -> Iterator[tuple[Pair, Group, Patch]]:
    """Yield at most twelve patches of a file, in rounds over all files with mutants until there are enough."""
    made = 0
    files = [path for path in files if _has_mutants(mutator, em.read(path))]
    while made < count:
        before = made
        for path in rng.sample(files, len(files)):
            for mutant in _mutants(mutator, em.read(path), rng):
                pair = Pair(mutant)
                for group in rng.choices(list(SHARES), list(SHARES.values()), k=3):
                    patch = draw(pair, group, rng)
                    if patch is not None and made < count:
                        made += 1
                        yield pair, group, patch
            if made == count:
                return
        if made == before:
            sys.exit(f"{mutator.name} has no mutants here")


def _has_mutants(mutator: Mutator, source: em.SourceFile) -> bool:
    return not source.has_error and next(iter(mutator.sites(source)), None) is not None


def _mutants(mutator: Mutator, source: em.SourceFile, rng: Random) -> list[Mutant]:
    sites = list(mutator.sites(source))
    return [mutator.apply(source, site, rng.randrange(100)) for site in rng.sample(sites, min(4, len(sites)))]


def _verdict(pair: Pair, patch: Patch) -> tuple[str, str]:
    try:
        answer = undo(pair.mutant, patch)
    except Exception:  # whatever undo raises but a conflict is a wrong answer, and is shown as one
        return "wrong", traceback.format_exc()
    verdict, why = judge(pair, patch, answer)
    return verdict, f"{why}\n{_diff(patch.expected, str(answer))}" if verdict == "wrong" else ""


def _diff(expected: bytes | None, answer: str) -> str:
    if expected is None:
        return answer
    one, other = expected.decode().splitlines(keepends=True), answer.splitlines(keepends=True)
    return "".join(unified_diff(one, other, "expected", "undone"))


def _shown(pair: Pair, patch: Patch, report: str) -> str:
    patched = patch.text if patch.lines or not patch.whole else _diff(pair.mutant.data, patch.text)
    place = f"{pair.mutant.source.path}: {pair.mutant.mutator}: {patch.kind}, lines {patch.lines}"
    return f"==== {place}\n{pair.mutant.diff()}---- patched\n{patched}\n---- {report}"


def _table(counts: Counts, *, by_kind: bool) -> Iterator[str]:
    what = "kind" if by_kind else "patches"
    yield f"| mutator | {what} | " + " | ".join(HEADINGS) + " | all |"
    yield "| --- | --- |" + " ---: |" * (len(HEADINGS) + 1)
    names = dict.fromkeys(key[0] for key in counts)
    for name in names:
        groups = [g for g in GROUPS if any(key[:2] == (name, g) for key in counts)]
        for group in groups:
            kinds = sorted({key[2] for key in counts if key[:2] == (name, group)}) if by_kind else [""]
            for kind in kinds:
                yield _row(counts, name, group, kind)
        yield _row(counts, name, "", "")
    yield _row(counts, "", "", "")


def _row(counts: Counts, name: str, group: str, kind: str) -> str:
    wanted = (name, group, kind)
    found: Counter[str] = Counter()
    for key, count in counts.items():
        if all(want in ("", have) for want, have in zip(wanted, key[:3], strict=True)):
            found[key[3]] += count
    cells = [str(found[verdict]) for verdict in VERDICTS]
    title = f"{group}: {kind}" if kind else group or "all"
    return f"| {name or 'all'} | {title} | {' | '.join(cells)} | {found.total()} |"


if __name__ == "__main__":
    sys.exit(main())
