"""Count the mutants of Python packages and the reasons of refusal, and prove the renamings by code objects.

    python3 scripts/python_mutants.py DEST
    python3 scripts/python_mutants.py DEST --package cachetools --refusals 10 --seed 3

DEST and the packages are those of `python_packages.py`; tests that lie within a package are left out. The tables are Markdown. Each
mutant of `variable-renaming` is compared with its original: both files are compiled, and their code objects must have one normal
form (`parsers.oracles.interpreter`), in which parameters of nested functions count as local variables.

Exit code: 0; 1 where a renaming has another code object; 2 where a package cannot be had.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mutators import Mutator
from mutators.registry import classes
from parsers import ParseError
from parsers.oracles.interpreter.code import digest
from parsers.source import SourceFile
from python_packages import PACKAGES, PackageError, copy_modules, unpacked

PROVEN = "variable-renaming"


@dataclass
class Counts:
    """What is counted.

    Attributes:
        files: that were read.
        functions: of these files.
        untrusted: functions that no mutator touches.
        mutants: by mutator.
        refusals: by mutator and reason, without untrusted functions.
        proven: renamings with the code of the original.
        unproven: the others, each as FILE:BYTE.
        unread: files that this Python or libcst does not read, with the reason.
    """

    files: int = 0
    functions: int = 0
    untrusted: int = 0
    mutants: Counter[str] = field(default_factory=Counter)
    refusals: Counter[tuple[str, str]] = field(default_factory=Counter)
    proven: int = 0
    unproven: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def main(argv: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("dest", type=Path, help="folder for downloads")
    parser.add_argument(
        "--package", action="append", choices=sorted(PACKAGES), help="repeatable (default all)"
    )
    parser.add_argument("--refusals", type=int, default=5, help="reasons listed per mutator")
    parser.add_argument("--seed", type=int, default=7, help="of the new names")
    options = parser.parse_args(argv)
    options.dest.mkdir(parents=True, exist_ok=True)
    counts = Counts()
    try:
        for name in options.package or list(PACKAGES):
            with tempfile.TemporaryDirectory() as work:
                copy_modules(unpacked(name, options.dest), PACKAGES[name], Path(work) / name)
                count(Path(work), counts, options.seed)
    except PackageError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(report(counts, list(classes("python")), options.refusals)))
    return 1 if counts.unproven else 0


def count(folder: Path, counts: Counts, seed: int) -> None:
    """Count the files of a folder in addition."""
    mutators = [made() for made in classes("python").values()]
    for path in sorted(folder.rglob("*.py")):
        name = str(path.relative_to(folder))
        try:
            source = SourceFile(path.read_bytes(), path=name, language="python")
            methods = source.methods
        except ParseError as error:
            counts.unread.append(f"{name}: {error}")
            continue
        counts.files += 1
        counts.functions += len(methods)
        counts.untrusted += sum(method.untrusted is not None for method in methods)
        for mutator in mutators:
            _count_sites(source, mutator, counts)
        for place, is_equal in renamed(source, seed):
            counts.proven += is_equal
            counts.unproven += [] if is_equal else [f"{name}:{place}"]


def _count_sites(source: SourceFile, mutator: Mutator, counts: Counts) -> None:
    """Count a mutator's mutants and refusals of a file in addition."""
    candidates = set(mutator.candidates(source))
    for site, reason in mutator.judged(source):
        if reason is None:
            counts.mutants[mutator.name] += 1
        elif site in candidates:
            counts.refusals[mutator.name, reason] += 1


def renamed(source: SourceFile, seed: int) -> Iterator[tuple[int, bool]]:
    """Yield the byte of each site that is renamed, and whether the file's code stays the same."""
    before = digest(compile(source.data, "<original>", "exec", dont_inherit=True), "by position")
    for mutant in classes("python")[PROVEN]().mutants(source, seed):
        after = digest(compile(mutant.data, "<mutant>", "exec", dont_inherit=True), "by position")
        yield mutant.offset, after == before


def report(counts: Counts, names: Sequence[str], most: int) -> Iterator[str]:
    """Yield the lines of the tables."""
    yield f"{counts.files:,} files, {counts.functions:,} functions, of which {counts.untrusted} are untrusted."
    yield from (f"Not read: {line}" for line in counts.unread)
    yield from ["", "| mutator | candidates | mutants | yield | per function |", "| --- |" + " ---: |" * 4]
    for name in names:
        mutants = counts.mutants[name]
        candidates = mutants + sum(times for (of, _), times in counts.refusals.items() if of == name)
        share = f"{100 * mutants / candidates:.1f} %" if candidates else "-"
        each = f"{mutants / counts.functions:.2f}" if counts.functions else "-"
        yield f"| {name} | {candidates:,} | {mutants:,} | {share} | {each} |"
    yield from ["", "| mutator | times | reason |", "| --- | ---: | --- |"]
    for name in names:
        own = Counter({reason: times for (of, reason), times in counts.refusals.items() if of == name})
        ranked = sorted(own.items(), key=lambda item: (-item[1], item[0]))
        yield from (f"| {name} | {times:,} | {reason} |" for reason, times in ranked[:most])
    yield ""
    renamings = counts.proven + len(counts.unproven)
    yield f"{counts.proven:,} of {renamings:,} mutants of {PROVEN} have the code of the original."
    yield from counts.unproven


if __name__ == "__main__":
    sys.exit(main())
