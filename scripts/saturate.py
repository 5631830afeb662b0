"""Saturate real projects with mutations, compile them, and run their own tests.

    python3 scripts/fetch_sources.py DEST --project plexus-utils2 --project libcommons-jexl3-java
    python3 scripts/saturate.py DEST --project plexus-utils2 --project libcommons-jexl3-java --seed 1 --seed 2 \
        --results saturation.jsonl --table saturation.md

For each project, seed and mutator alone, and for all mutators together: each method of the main sources gets up to --per-method
mutations, stacked; the tree is compiled and the project's tests are run on it; and the tree is restored from its records and
compared, byte for byte. The projects are those of suite_projects.py; their tests are first run twice as they are.

Each result is a line of the results file as soon as it is known. A rerun takes up only what is missing there; the table is of all
that it has. A file that does not compile is put back as it was, so that the tests can still judge the others. A test counts as
newly failing if it passed twice on the original and fails twice on the mutated tree.

Exit code: 0; 1 where a preserving mutator broke something (with details on standard output); 2 where a project cannot be built.
"""

import argparse
import filecmp
import json
import re
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mutators
from debian_packages import PackageError
from equimorph.trees.rewriting import RECORDS, invert_tree, rewrite
from mutators import Mutator
from project_tests import (
    Outcome,
    Suite,
    SuiteError,
    compile_main,
    compile_suite,
    merged,
    newly_failing,
    require_packages,
    run_suite,
)
from saturation_table import broken, details, table_of
from suite_projects import PROJECTS, Project

TOGETHER = "all together"
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """The mutations to make of each project.

    Attributes:
        mutators: by the name that the table gives them, those that a tree is mutated with.
        seeds: of the rewriting.
        per_method: the most mutations of a method.
        timeout: seconds for one run of the tests.
    """

    mutators: Mapping[str, Sequence[str | Mutator]]
    seeds: Sequence[int]
    per_method: int
    timeout: float = 1800


@dataclass(frozen=True, slots=True)
class Built:
    """A project that is ready for mutated trees: its compiled tests, and what they say of the original."""

    name: str
    project: Project
    suite: Suite
    baseline: Mapping[str, str]

    @property
    def source(self) -> Path:
        """The project's folder."""
        return self.suite.source

    @property
    def main(self) -> Path:
        """The folder of its main sources."""
        return self.source / "src/main/java"


def main(argv: list[str] | None = None) -> int:
    """Run what the results lack; print the table and the details of all failures."""
    options = arguments(argv)
    names = options.mutator or list(mutators.defaults())
    chosen: dict[str, Sequence[str | Mutator]] = {}
    if options.which != "together":
        chosen |= {name: (name,) for name in names}
    if options.which != "alone":
        chosen[TOGETHER] = names
    plan = Plan(chosen, options.seed or [1], options.per_method, options.timeout)
    unbuilt = 0
    for name in options.project:
        try:
            saturate(name, PROJECTS[name], options.sources / name, plan, options.results)
        except (PackageError, SuiteError) as error:
            unbuilt += 1
            print(f"saturate: {name}: {error}", file=sys.stderr, flush=True)
    rows = read_results(options.results)
    table = "\n".join(table_of(rows))
    print(table)
    if options.table:
        options.table.write_text(table + "\n", encoding="utf-8")
    for line in details(rows):
        print(line)
    return 2 if unbuilt else int(any(map(broken, rows)))


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path, help="folder of the projects, from fetch_sources.py")
    parser.add_argument("--project", action="append", choices=sorted(PROJECTS), required=True)
    parser.add_argument(
        "--mutator",
        action="append",
        choices=sorted(mutators.names()),
        help="repeatable (default: those that are the default)",
    )
    parser.add_argument(
        "--which",
        choices=("alone", "together", "both"),
        default="both",
        help="each mutator alone, all together, or both, which is the default",
    )
    parser.add_argument("--seed", type=int, action="append", help="repeatable (default 1)")
    parser.add_argument("--per-method", type=int, default=8, help="most mutations of a method (default 8)")
    parser.add_argument("--timeout", type=float, default=1800, help="seconds for one run of the tests")
    parser.add_argument("--results", type=Path, required=True, help="JSON Lines file, made where missing")
    parser.add_argument("--table", type=Path, help="file for the table, Markdown")
    options = parser.parse_args(argv)
    options.sources = options.sources.resolve()
    return options


def saturate(name: str, project: Project, source: Path, plan: Plan, results: Path) -> None:
    """Make what the results lack of one project.

    Raises:
        PackageError: a Debian package could not be installed.
        SuiteError: the original does not compile, or none of its tests runs.
    """
    rows = read_results(results)
    known = {key(row) for row in rows if row["kind"] == "run"}
    left: list[Row] = [
        {"project": name, "mutators": title, "seed": seed, "per_method": plan.per_method}
        for seed in plan.seeds
        for title in plan.mutators
    ]
    left = [wanted for wanted in left if key(wanted) not in known]
    if not left:
        return
    require_packages(project)
    with tempfile.TemporaryDirectory() as scratch:
        built = build(name, project, source, rows, results, Path(scratch), plan.timeout)
        for wanted in left:
            with tempfile.TemporaryDirectory() as folder:
                row = one_run(built, wanted, plan.mutators[wanted["mutators"]], Path(folder), plan.timeout)
            write_result(results, row)
            said = f"{row['mutations']} mutations, {row['seconds']} s" if "mutations" in row else "FAILED"
            print(f"{name}, {row['mutators']}, seed {row['seed']}: {said}", file=sys.stderr, flush=True)


def key(row: Row) -> tuple[str, str, int, int]:
    """Return what distinguishes one run from another."""
    return row["project"], row["mutators"], row["seed"], row["per_method"]


def build(
    name: str,
    project: Project,
    source: Path,
    rows: Iterable[Row],
    results: Path,
    scratch: Path,
    timeout: float,
) -> Built:
    """Compile a project as it is; run its tests twice, unless the results have that.

    Raises:
        SuiteError: it does not compile, or no test ran.
    """
    original = compile_main(project, source, source / "src/main/java", scratch / "main")
    suite = compile_suite(project, source, original, scratch)
    stored = [row["statuses"] for row in rows if row["kind"] == "baseline" and row["project"] == name]
    if stored:
        return Built(name, project, suite, stored[0])
    path = suite.classpath(original)
    runs = [run_suite(project, source, path, scratch / f"run-{turn}.tsv", timeout) for turn in (1, 2)]
    statuses = {test: outcome.status for test, outcome in sorted(merged(runs).items())}
    write_result(results, {"kind": "baseline", "project": name, "statuses": statuses})
    return Built(name, project, suite, statuses)


def one_run(built: Built, wanted: Row, chosen: Sequence[str | Mutator], folder: Path, timeout: float) -> Row:
    """Mutate, compile, test, restore; what goes wrong is part of the result."""
    started = time.monotonic()
    row = {"kind": "run", **wanted}
    mutated = folder / "mutated"
    try:
        done = rewrite(
            built.main, mutated, seed=wanted["seed"], mutators=chosen, per_method=wanted["per_method"]
        )
        row |= {
            "methods": done.methods,
            "mutated_methods": done.mutated_methods,
            "mutations": sum(done.mutations.values()),
            "conflicts": done.conflicts,
            "not_restored": not_restored(built.main, mutated, folder / "restored"),
        }
        row["compile_failures"] = compiled(built, mutated, folder / "classes")
        row |= tested(built, folder / "classes", folder, timeout)
    except SuiteError as error:
        row["error"] = str(error)
    except Exception:  # A fault of a mutator may be any; it is kept in the results, and the next run goes on.
        row["error"] = traceback.format_exc()
    return row | {"seconds": round(time.monotonic() - started, 1)}


def not_restored(original: Path, mutated: Path, restored: Path) -> list[str]:
    """Restore a mutated tree from its records; list the files that are not as they were."""
    invert_tree(mutated, mutated / RECORDS, restored)
    names = [file.relative_to(original) for file in original.rglob("*") if file.is_file()]
    extra = {file.relative_to(restored) for file in restored.rglob("*") if file.is_file()}.difference(names)
    _, different, absent = filecmp.cmpfiles(original, restored, map(str, names), shallow=False)
    return sorted([*different, *absent, *map(str, extra)])


def compiled(built: Built, mutated: Path, classes: Path) -> dict[str, str]:
    """Compile a mutated tree; give javac's words on files that do not compile, which are put back for it.

    Raises:
        SuiteError: it does not compile, and it cannot be said of which file.
    """
    failures: dict[str, str] = {}
    while True:
        try:
            compile_main(built.project, built.source, mutated, classes)
        except SuiteError as error:
            found = dict(by_file(str(error), mutated))
            if not found.keys() - failures.keys():
                raise
            failures = {**found, **failures}
            for name in found:
                shutil.copy(built.main / name, mutated / name)
            shutil.rmtree(classes)
        else:
            return failures


def by_file(printed: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each file below the folder in which javac found an error, with the first of its errors."""
    found: dict[str, str] = {}
    for match in re.finditer(rf"^{re.escape(str(folder))}/(.*?):(\d+: error: .*(?:\n .*)*)", printed, re.M):
        found.setdefault(match[1], match[2])
    yield from found.items()


def tested(built: Built, classes: Path, folder: Path, timeout: float) -> Row:
    """Run the tests; again if there are new failures, of which only those count that are there both times."""
    path = built.suite.classpath(classes)

    def once(turn: int) -> tuple[dict[str, Outcome], list[str]]:
        outcomes = run_suite(built.project, built.source, path, folder / f"run-{turn}.tsv", timeout)
        return outcomes, newly_failing(built.baseline, {test: o.status for test, o in outcomes.items()})

    outcomes, failing = once(1)
    again = set(once(2)[1]) if failing else set()
    messages = {test: outcomes[test].message[:500] if test in outcomes else "did not run" for test in failing}
    return {
        "tests": len(outcomes),
        "passed": sum(outcome.status == "passed" for outcome in outcomes.values()),
        "newly_failing": {test: message for test, message in messages.items() if test in again},
        "failed_once": [test for test in failing if test not in again],
    }


def read_results(path: Path) -> list[Row]:
    """Return the results so far; a last line that was cut short is taken off the file."""
    data = path.read_bytes() if path.exists() else b""
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        path.write_bytes(whole)
    return [json.loads(line) for line in whole.splitlines()]


def write_result(path: Path, row: Row) -> None:
    """Add one result to the file."""
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    sys.exit(main())
