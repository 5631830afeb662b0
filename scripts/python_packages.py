"""Saturate real Python packages with mutations, run their own tests, and restore them to the byte.

    python3 scripts/python_packages.py DEST --seed 1 --seed 2 --results python_packages.jsonl
    python3 scripts/python_packages.py DEST --package cachetools --python ~/.pyenv/versions/3.13.0/bin/python

The packages are pure Python and have their tests in their source distributions, which pip downloads to DEST as they are needed, at
fixed versions. Tests run under --python, in a virtual environment of DEST with pytest and what the tests import.

For each package and seed, `equimorph rewrite --language python` gives each function up to --per-method mutations; the tests are run
on the rewritten tree; `equimorph invert` restores it, and it is compared, byte for byte. Tests that lie within the package are not
rewritten, so that no mutation is judged by a mutated test. A test counts as newly failing if it passed on the original and fails
twice on the rewritten tree. Each result is a line of the results file, and is printed.

Exit code: 0; 1 where a test newly fails or a file is not restored; 2 where a package cannot be had or its tests do not run.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

Row = dict[str, Any]
Outcomes = Mapping[str, str]
EQUIMORPH = (sys.executable, "-m", "equimorph")


class PackageError(Exception):
    """A package cannot be had, or its tests cannot be run."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package and its tests.

    Attributes:
        version: of the source distribution.
        root: the folder that its modules are imported from, in the distribution.
        sources: the folder that is rewritten, but for the tests in it.
        tests: what pytest is given.
        needs: what the tests import besides pytest and the package.
        without: names of tests to leave out, since they read clocks, terminals or the source of the package.
    """

    version: str
    sources: str
    tests: str
    root: str = "."
    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


PACKAGES: Mapping[str, Package] = {
    "cachetools": Package("8.0.1", "src/cachetools", "tests", "src"),
    "itsdangerous": Package("2.2.0", "src/itsdangerous", "tests", "src", needs=("freezegun",)),
    "parso": Package("0.8.7", "parso", "test"),
    "pyflakes": Package("4.1.0", "pyflakes", "pyflakes/test"),
    "sqlparse": Package("0.6.1", "sqlparse", "tests"),
    "tabulate": Package("0.10.0", "tabulate", "test"),
    "tinycss2": Package("1.5.1", "tinycss2", "tests", needs=("webencodings",)),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """How packages are rewritten and tested.

    Attributes:
        python: the interpreter of the virtual environment.
        per_method: the most mutations of a function.
        mutators: those to use; the defaults if there are none.
        timeout: seconds for one run of the tests.
    """

    python: Path
    per_method: int
    mutators: Sequence[str]
    timeout: float


def main(argv: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("dest", type=Path, help="folder for downloads and virtual environments")
    parser.add_argument(
        "--package", action="append", choices=sorted(PACKAGES), help="repeatable (default all)"
    )
    parser.add_argument("--seed", action="append", type=int, help="repeatable (default 7)")
    parser.add_argument("--per-method", type=int, default=6)
    parser.add_argument("--mutator", action="append", default=[], help="repeatable (default the defaults)")
    parser.add_argument("--python", type=Path, default=Path(sys.executable), help="what runs the tests")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for a run of the tests")
    parser.add_argument("--results", type=Path, help="JSON lines are added to it")
    options = parser.parse_args(argv)
    names, status = options.package or list(PACKAGES), 0
    options.dest.mkdir(parents=True, exist_ok=True)
    try:
        needs = sorted({need for name in names for need in PACKAGES[name].needs})
        python = environment(options.dest, options.python, needs)
        plan = Plan(python, options.per_method, options.mutator, options.timeout)
        for name in names:
            for row in judged(name, unpacked(name, options.dest), options.seed or [7], plan):
                line = json.dumps(row)
                print(line, flush=True)
                if options.results is not None:
                    with options.results.open("a") as out:
                        print(line, file=out)
                if row.get("newly_failing") or row.get("not_restored"):
                    status = 1
    except PackageError as error:
        print(error, file=sys.stderr)
        return 2
    return status


def unpacked(name: str, dest: Path) -> Path:
    """Return the folder of a package's source distribution, downloaded if it is not there.

    Raises:
        PackageError: pip cannot download it.
    """
    stem = f"{name}-{PACKAGES[name].version}"
    archive, folder = dest / f"{stem}.tar.gz", dest / stem
    if not archive.is_file():
        wanted = f"{name}=={PACKAGES[name].version}"
        only = ["--no-deps", "--no-binary", ":all:"]
        _called([sys.executable, "-m", "pip", "download", "-q", *only, "-d", str(dest), wanted])
    if not folder.is_dir():
        with tarfile.open(archive) as opened:
            opened.extractall(dest, filter="data")
    return folder


def environment(dest: Path, python: Path, needs: Sequence[str]) -> Path:
    """Return the interpreter of a virtual environment with pytest and what tests need, made if it is not there.

    Raises:
        PackageError: it cannot be made.
    """
    version = _called([str(python), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]).strip()
    folder = dest / f"venv-{version}"
    made = folder / "bin" / "python"
    if not made.is_file():
        _called([str(python), "-m", "venv", str(folder)])
    _called([str(made), "-m", "pip", "install", "-q", "--disable-pip-version-check", "pytest", *needs])
    return made


def judged(name: str, original: Path, seeds: Sequence[int], plan: Plan) -> Iterator[Row]:
    """Yield what rewriting a package with each seed shows.

    Raises:
        PackageError: the tests of the original do not run, or equimorph fails.
    """
    package = PACKAGES[name]
    before = tested(original, package, plan)
    passing = {test for test, outcome in before.items() if outcome == "passed"}
    if not passing:
        raise PackageError(f"{name}: no test passes on the original")
    for seed in seeds:
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix=f"{name}-") as work:
            tree, modules, mutated = Path(work) / "tree", Path(work) / "modules", Path(work) / "mutated"
            shutil.copytree(original, tree, symlinks=True)
            copy_modules(original, package, modules)
            records, told = rewritten(modules, mutated, seed, plan)
            shutil.copytree(mutated, tree / package.sources, dirs_exist_ok=True)
            failing = newly_failing(passing, tree, package, plan)
            restored = Path(work) / "restored"
            kept = ["--records", str(mutated / "mutations.jsonl")]
            _called([*EQUIMORPH, "invert", str(mutated), *kept, "--out", str(restored)])
            yield {
                "package": f"{name} {package.version}",
                "python": plan.python.parent.parent.name.removeprefix("venv-"),
                "seed": seed,
                "per_method": plan.per_method,
                "tests": len(passing),
                "before": dict(sorted(Counter(before.values()).items())),
                "mutations": dict(sorted(records.items())),
                "newly_failing": failing,
                "not_restored": sorted(differing(modules, restored)),
                "said": told,
                "seconds": round(time.monotonic() - started, 1),
            }


def copy_modules(original: Path, package: Package, to: Path) -> None:
    """Copy the folder of a package that is rewritten, without the tests in it and without links."""
    tests = original / package.tests

    def left_out(folder: str, names: list[str]) -> set[str]:
        paths = {name: Path(folder) / name for name in names}
        return {name for name, path in paths.items() if path == tests or path.is_symlink()}

    shutil.copytree(original / package.sources, to, ignore=left_out)


def rewritten(sources: Path, out: Path, seed: int, plan: Plan) -> tuple[Counter[str], str]:
    """Rewrite a folder; return how many mutations of each mutator there are, and the last line that equimorph said.

    Raises:
        PackageError: equimorph fails.
    """
    only = [word for name in plan.mutators for word in ("--mutator", name)]
    options = ["--language", "python", "--seed", str(seed), "--per-method", str(plan.per_method), *only]
    said = _called([*EQUIMORPH, "rewrite", str(sources), *options, "--out", str(out)], both=True)
    records = Counter[str]()
    for path in out.rglob("*.jsonl"):
        for line in path.read_text().splitlines():
            records.update(json.loads(line)["mutator"].split("+"))
    return records, (said.strip().splitlines() or [""])[-1]


def newly_failing(passing: set[str], tree: Path, package: Package, plan: Plan) -> list[str]:
    """Return the tests that pass on the original and fail twice on a tree."""
    first = tested(tree, package, plan)
    failing = {test for test in passing if first.get(test) != "passed"}
    if not failing:
        return []
    again = tested(tree, package, plan)
    return sorted(test for test in failing if again.get(test) != "passed")


def tested(tree: Path, package: Package, plan: Plan) -> Outcomes:
    """Return how each test of a tree ends: "passed", "failed", "error" or "skipped"; no tests if they take too long."""
    with tempfile.TemporaryDirectory() as work:
        report = Path(work) / "report.xml"
        leave = [word for test in package.without for word in ("--deselect", test)]
        command = [str(plan.python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *leave]
        environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
            "PYTHONPATH": str(tree / package.root),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
        }
        try:
            subprocess.run(
                [*command, f"--junitxml={report}", package.tests],
                cwd=tree,
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=plan.timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {}
        return outcomes(report) if report.is_file() else {}


def outcomes(report: Path) -> Outcomes:
    """Return the outcomes that a JUnit report lists; of equal names, the worst."""
    found: dict[str, str] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}"
        ended = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
        outcome = {"failure": "failed"}.get(ended[0], ended[0]) if ended else "passed"
        found[name] = outcome if found.get(name) in (None, "passed") else found[name]
    return found


def differing(one: Path, other: Path) -> Iterator[str]:
    """Yield the paths of files that are not the same in two folders, below them; compiled ones do not count."""
    names = {
        str(path.relative_to(folder))
        for folder in (one, other)
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    for name in names:
        a, b = one / name, other / name
        if not (a.is_file() and b.is_file() and filecmp.cmp(a, b, shallow=False)):
            yield name


def _called(command: Sequence[str], *, both: bool = False) -> str:
    """Return what a command printed.

    Args:
        command: and its arguments.
        both: with what it printed on standard error.

    Raises:
        PackageError: it fails.
    """
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise PackageError(f"{' '.join(command)} ended with {run.returncode}:\n{run.stderr[-2000:]}")
    return run.stdout + run.stderr if both else run.stdout


if __name__ == "__main__":
    sys.exit(main())
