"""Measures which share of a random sample of mutants a project's own tests kill.

    python scripts/fetch_sources.py DEST --project libcommons-lang3-java
    python scripts/kill_rates.py --project libcommons-lang3-java --source DEST/libcommons-lang3-java \\
        --sample 500 --seed 7 --out results.jsonl [--survivors survivors.jsonl] [--table table.md]

The sample is uniform over all mutants of the main sources. Of each mutant only its own file is compiled, and of the
tests only the classes run that execute one of its lines: those from the start of the changed statement to the change.
A mutant is killed by a test that passes on the project's own sources, before as well as right after, and fails on the
mutant twice; or by the time limit; or by the end of the JVM. One with the class files of its original is not run.

The result is a line of JSON for each mutant, a row as `equimorph mutate` writes them with what became of it; a rerun
continues. Exit code: 0; 1 if a mutant does not compile; 2 if the tests could not be run.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from rich.progress import track

import equimorph as em
import mutators
from debian_packages import PackageError
from equimorph.rows.jsonl import encode, json_lines
from kill_judge import KILLED, VERDICTS, Judge, changed
from kill_suite import suite
from mutators import Mutant, Mutator, Site
from mutators.java.operator_mutation.operators import changes
from parsers import Method, ParseError, SourceFile
from parsers.oracles.jdk import Jdk
from project_tests import SuiteError, java_files, source_encoding
from suite_projects import PROJECTS, Project


def main(argv: list[str] | None = None) -> int:
    """Run the command."""
    options = arguments(argv)
    try:
        root = options.source / "src/main/java"
        if not (options.source / "pom.xml").is_file():
            raise SuiteError(f"{options.source} is no project that fetch_sources.py has unpacked")
        mutator = mutators.get(options.mutator)
        drawn, total = sample(root, java_files(root), mutator, options.sample, options.seed)
        known = read_results(options.out, {key_of(em.row(mutant)) for mutant in drawn})
        todo = [mutant for mutant in drawn if key_of(em.row(mutant)) not in known]
        print(f"{len(drawn)} of {total} mutants, {len(todo)} to do", flush=True)
        if todo:
            run(PROJECTS[options.project], options, todo, known)
    except (PackageError, SuiteError, mutators.MutationError) as error:
        print(f"kill_rates: {error}", file=sys.stderr)
        return 2
    rows = [known[key_of(em.row(mutant))] for mutant in drawn]
    head = f"{len(drawn)} of {total} mutants of {options.mutator} in {options.project}, seed {options.seed}"
    table = "\n".join((head, "", *table_of(rows)))
    print(table)
    if options.table:
        options.table.write_text(table + "\n", encoding="utf-8")
    if options.survivors:
        found = [encode(row) for row in rows if row["verdict"] == "survived"]
        options.survivors.write_bytes(b"".join(found))
    return 1 if any(row["verdict"] == "invalid" for row in rows) else 0


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--project", choices=sorted(PROJECTS), required=True, help="Debian source package")
    parser.add_argument("--source", type=Path, required=True, help="its folder, from fetch_sources.py")
    parser.add_argument("--mutator", default="operator-mutation")
    parser.add_argument("--sample", type=int, default=500, help="how many mutants (default 500)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample and the mutators (default 1)")
    parser.add_argument("--out", type=Path, required=True, help="JSON Lines; mutants in it are not run again")
    parser.add_argument(
        "--survivors", type=Path, help="those of the results that survived covered, JSON Lines"
    )
    parser.add_argument("--table", type=Path, help="write the table here, too; Markdown")
    parser.add_argument(
        "--work", type=Path, help="folder that keeps what is built and measured, for later runs"
    )
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="test JVMs at a time")
    options = parser.parse_args(argv)
    options.source = options.source.resolve()
    if options.sample < 1 or options.jobs < 1:
        parser.error("--sample and --jobs take numbers from 1 up")
    return options


def sample(
    root: Path, files: Iterable[Path], mutator: Mutator, size: int, seed: int
) -> tuple[list[Mutant], int]:
    """Draw mutants, each with the same chance; a smaller sample of the same seed is the beginning of a larger one.

    Args:
        root: folder that the paths in the mutants are relative to.

    Returns:
        The mutants, and how many there are in all.
    """
    sources: dict[str, SourceFile] = {}
    every: list[tuple[str, Site]] = []
    for file in track(sorted(files), description="sites", transient=True):
        path = file.relative_to(root).as_posix()
        try:
            source = SourceFile(file.read_bytes(), path)
            sites = list(mutator.sites(source))
        except ParseError as error:
            print(f"left out: {error}", file=sys.stderr)
            continue
        every += ((path, site) for site in sites)
        # Without the trees and facts of all files, which would take much memory.
        sources[path] = SourceFile(source.data, path)
    Random(f"{seed}").shuffle(every)
    return [mutator.apply(sources[path], site, seed) for path, site in every[:size]], len(every)


Key = tuple[str, int, str]


def key_of(row: Mapping[str, Any]) -> Key:
    """Return what a row is known by: path, offset of the member, id of the mutation."""
    return row["path"], row["offset"], row["id"]


def read_results(path: Path, wanted: set[Key]) -> dict[Key, dict[str, Any]]:
    """Read the results that there are; take a last line away that the end of an earlier run cut short.

    Raises:
        SuiteError: they are of other mutants.
    """
    if not path.exists():
        return {}
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    found: dict[Key, dict[str, Any]] = {}
    for line in json_lines(whole.splitlines()):
        row = dict(line.data)
        if line.error or "verdict" not in row or key_of(row) not in wanted:
            raise SuiteError(f"{path}, line {line.number}: not a result for a mutant of this sample")
        found[key_of(row)] = row
    if whole != data:
        path.write_bytes(whole)
    return found


def run(
    project: Project, options: argparse.Namespace, todo: Sequence[Mutant], known: dict[Key, dict[str, Any]]
) -> None:
    """Judge mutants; add the results to those known, and to the file as they come."""
    encoding = source_encoding(options.source)
    with TemporaryDirectory() as folder:
        classes, baseline = suite(project, options.source, options.work or Path(folder), options.jobs)
        statuses = Counter(status for each in baseline.values() for status in each.statuses.values())
        counted = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
        print(f"{len(baseline)} test classes; {counted}", flush=True)
        with (
            Jdk(classpath=(classes.main, *classes.libraries), options=project.javac) as jdk,
            ThreadPoolExecutor(options.jobs) as pool,
            options.out.open("ab", buffering=0) as out,
        ):
            judge = Judge(classes, baseline, jdk, encoding, Path(folder))
            try:
                asked = {pool.submit(judge.verdict, mutant): mutant for mutant in todo}
                for done in track(
                    as_completed(asked), total=len(todo), description="mutants", transient=True
                ):
                    row = result(asked[done], done.result())
                    out.write(encode(row))
                    known[key_of(row)] = row
            finally:
                pool.shutdown(cancel_futures=True)
                judge.close()


def result(mutant: Mutant, verdict: Mapping[str, Any]) -> dict[str, Any]:
    """Return the mutant's row, with the line of the change, its group, and what became of the mutant."""
    line = mutant.source.lines.line(changed(mutant.mutation.edits)[0])
    return {**em.row(mutant), "line": line, "group": group_of(mutant), **verdict}


def group_of(mutant: Mutant) -> str:
    """Return the set of operators that the mutation belongs to; of another mutator its name."""
    site = mutant.mutation.site
    wanted = site.start, site.end, site.param("operator"), site.param("replacement")
    if not isinstance(mutant.method, Method):
        return mutant.mutator
    for change in changes(Method.of(mutant.method)):
        if (change.node.start, change.node.end, change.old, change.new) == wanted:
            return change.group
    return mutant.mutator


@dataclass(frozen=True)
class Rates:
    """Counts of verdicts, and the rates made of them."""

    verdicts: Counter[str]
    covered: int

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Any]]) -> Rates:
        """Return those of some results."""
        covered = sum(row["covered"] and row["verdict"] != "invalid" for row in rows)
        return cls(Counter(row["verdict"] for row in rows), covered)

    def cells(self) -> Iterator[str]:
        """Yield the cells of a row of the table."""
        valid = self.verdicts.total() - self.verdicts["invalid"]
        killed = sum(self.verdicts[verdict] for verdict in KILLED)
        yield str(self.verdicts.total())
        yield from (str(self.verdicts[verdict]) for verdict in VERDICTS)
        yield share(killed, valid)
        yield str(self.covered)
        yield share(killed, self.covered)


def share(part: int, whole: int) -> str:
    """Return a share in percent."""
    return f"{part / whole:.1%}" if whole else "-"


def table_of(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a Markdown table of results, group by group."""
    names = (
        "does not compile",
        "same class files",
        "not covered",
        "survived",
        *(f"killed: {k}" for k in KILLED),
    )
    heads = ("group", "mutants", *names, "killed of all", "covered", "killed of covered")
    yield f"| {' | '.join(heads)} |"
    yield f"| --- |{' ---: |' * (len(heads) - 1)}"
    for group in sorted({row["group"] for row in rows}):
        cells = Rates.of([row for row in rows if row["group"] == group]).cells()
        yield f"| {group} | {' | '.join(cells)} |"
    yield f"| all | {' | '.join(Rates.of(rows).cells())} |"


if __name__ == "__main__":
    sys.exit(main())
