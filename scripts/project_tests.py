"""Run a project's own test suite, on its own main sources or on a mutated copy of them.

    python3 scripts/fetch_sources.py DEST --project jackson-core
    cd DEST
    python3 .../project_tests.py --project jackson-core --source jackson-core --repeat 2 --out baseline.json
    python3 .../project_tests.py --project jackson-core --source jackson-core --main MUTATED --baseline baseline.json

The projects are those of suite_projects.py, unpacked by fetch_sources.py. Neither Maven nor a network beyond
Debian's packages is needed; missing packages are installed.
The result is a JSON object, test id -> "passed", "failed", "aborted", "skipped", or "unstable" where repeated
runs disagree. Exit code: 0; 1 with a newly failing test; 2 where the sources do not compile or no test ran.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from debian_packages import PackageError, require
from suite_projects import JAVA, PLATFORM_JARS, PLATFORM_PACKAGES, PROJECTS, Project

RUNNER = Path(__file__).resolve().parent / "suite_runner"


class SuiteError(Exception):
    """The suite could not be run."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one test: its status, and the message of what it threw."""

    status: str
    message: str = ""


def main(argv: list[str] | None = None) -> int:
    """Run the suite as the arguments say; print a summary."""
    options = arguments(argv)
    project = PROJECTS[options.project]
    try:
        require_packages(project)
        with tempfile.TemporaryDirectory() as scratch:
            main_sources = options.main or options.source / "src/main/java"
            classpath = build(project, options.source, main_sources, Path(scratch))
            runs = [
                run_suite(
                    project, options.source, classpath, Path(scratch) / f"run-{number}.tsv", options.timeout
                )
                for number in range(options.repeat)
            ]
    except (PackageError, SuiteError) as error:
        print(f"project_tests: {error}", file=sys.stderr)
        return 2
    outcomes = merged(runs)
    statuses = {test: outcome.status for test, outcome in sorted(outcomes.items())}
    if options.out:
        options.out.write_text(json.dumps(statuses, indent=0) + "\n", encoding="utf-8")
    print(", ".join(f"{count} {status}" for status, count in sorted(Counter(statuses.values()).items())))
    if options.baseline is None:
        show(
            "not passed",
            (test for test, status in statuses.items() if status in {"failed", "unstable"}),
            outcomes,
        )
        return 0
    new = newly_failing(json.loads(options.baseline.read_text(encoding="utf-8")), statuses)
    show("newly failing", new, outcomes)
    print(f"{len(new)} newly failing")
    return 1 if new else 0


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--project", choices=sorted(PROJECTS), required=True, help="Debian source package")
    parser.add_argument("--source", type=Path, required=True, help="its folder, from fetch_sources.py")
    parser.add_argument("--main", type=Path, help="main sources instead of SOURCE/src/main/java")
    parser.add_argument("--out", type=Path, help="file for the result, JSON")
    parser.add_argument("--baseline", type=Path, help="an earlier result to compare with")
    parser.add_argument(
        "--repeat", type=int, default=1, help="number of runs; tests that differ are unstable"
    )
    parser.add_argument("--timeout", type=float, default=1800, help="seconds for one run (default 1800)")
    options = parser.parse_args(argv)
    options.source = options.source.resolve()
    if options.repeat < 1:
        parser.error("--repeat takes a number from 1 up")
    return options


def require_packages(project: Project) -> None:
    """Install what a project needs.

    Raises:
        PackageError: one of the packages could not be installed.
    """
    require([*PLATFORM_PACKAGES, *project.packages, *([] if has_javac() else ["openjdk-17-jdk-headless"])])


def has_javac() -> bool:
    """Say whether a javac is on the path."""
    try:
        return subprocess.run(["javac", "-version"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def build(project: Project, source: Path, main_sources: Path, scratch: Path) -> str:
    """Compile main sources, tests and our runner; give the class path, the tests' folder first.

    Raises:
        SuiteError: something does not compile, or a folder holds no Java.
    """
    started = time.monotonic()
    main = compile_main(project, source, main_sources, scratch / "main")
    suite = compile_suite(project, source, main, scratch)
    print(f"compiled in {time.monotonic() - started:.0f} s", flush=True)
    return suite.classpath(main)


@dataclass(frozen=True, slots=True)
class Suite:
    """A project's compiled tests, which run on any compilation of its main sources."""

    source: Path
    tests: Path
    runner: Path
    libraries: tuple[Path, ...]

    def classpath(self, main: Path) -> str:
        """Return the class path with some compilation of the main sources, the tests' folder first."""
        resources = [self.source / "src/test/resources", self.source / "src/main/resources"]
        return ":".join(map(str, [self.tests, *resources, main, self.runner, *self.libraries]))


def compile_main(project: Project, source: Path, main_sources: Path, out: Path) -> Path:
    """Compile main sources into a new folder; give that folder.

    Raises:
        SuiteError: as `compile_java`.
    """
    compile_java(java_files(main_sources), out, libraries(project), javac_options(project, source))
    return out


def compile_suite(project: Project, source: Path, main: Path, scratch: Path) -> Suite:
    """Compile a project's tests, against its compiled main sources, and our runner.

    Raises:
        SuiteError: as `compile_java`.
    """
    jars = libraries(project)
    suite = Suite(source, scratch / "tests", scratch / "runner", tuple(jars))
    compile_java(java_files(RUNNER), suite.runner, jars, ("-encoding", "UTF-8"))
    files = test_files(project, source, source_encoding(source))
    compile_java(files, suite.tests, [main, suite.runner, *jars], javac_options(project, source))
    return suite


def libraries(project: Project) -> list[Path]:
    """List the jars that a project, its tests and our runner need.

    Raises:
        SuiteError: one is not there.
    """
    jars = [Path("/usr/share/java") / f"{jar}.jar" for jar in (*PLATFORM_JARS, *project.jars)]
    absent = [jar for jar in jars if not jar.exists()]
    if absent:
        raise SuiteError(f"Debian's packages brought no {', '.join(map(str, absent))}")
    return jars


def javac_options(project: Project, source: Path) -> tuple[str, ...]:
    """Give javac's options as the project's build does."""
    return (*project.javac, "-encoding", source_encoding(source))


def test_files(project: Project, source: Path, encoding: str) -> list[Path]:
    """List the project's test sources; print those that are left out, and why."""
    kept = []
    for file in java_files(source / "src/test/java"):
        text = file.read_text(encoding=encoding)
        reasons = [why for sign, why in project.left_out.items() if re.search(sign, text, re.MULTILINE)]
        if reasons:
            print(f"left out: {file.name}: {reasons[0]}")
        else:
            kept.append(file)
    return kept


def source_encoding(source: Path) -> str:
    """Read the encoding of the sources from the project's pom.xml."""
    found = re.search(
        r"<project.build.sourceEncoding>([^<]+)<", (source / "pom.xml").read_text(encoding="utf-8")
    )
    return found[1] if found else "UTF-8"


def java_files(folder: Path) -> list[Path]:
    """List the Java files under a folder, in order of name."""
    files = sorted(folder.rglob("*.java"))
    if not files:
        raise SuiteError(f"{folder} holds no Java")
    return files


def compile_java(files: Sequence[Path], out: Path, classpath: Sequence[Path], options: Sequence[str]) -> None:
    """Compile files into a new folder.

    Raises:
        SuiteError: javac found errors; carries them.
    """
    out.mkdir()
    listing = out.with_suffix(".files")
    listing.write_text("".join(f'"{file}"\n' for file in files), encoding="utf-8")
    path = ":".join(map(str, classpath)) or str(out)
    command = ["javac", *options, "-cp", path, "-d", str(out), f"@{listing}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SuiteError(f"javac found errors in the {out.name} sources:\n{done.stderr}")


def run_suite(
    project: Project, source: Path, classpath: str, report: Path, timeout: float
) -> dict[str, Outcome]:
    """Run all tests once in a JVM of their own; a run past the time limit gives the tests that it ended.

    Raises:
        SuiteError: no test ran.
    """
    log = report.with_suffix(".log")
    tests = classpath.split(":", 1)[0]
    started = time.monotonic()
    with log.open("wb") as output:
        virtual_machine = ["java", *JAVA, *project.java, "-cp", classpath]
        command = [*virtual_machine, "RunTests", tests, project.test_classes, str(report)]
        try:
            ended = subprocess.run(
                command, cwd=source, stdout=output, stderr=output, timeout=timeout, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            print(f"the run was ended after {timeout:.0f} s", file=sys.stderr)
            ended = 0
    if ended:
        printed = log.read_text(errors="replace")[-2000:]
        print(f"java ended with {ended} before all tests had run:\n{printed}", file=sys.stderr)
    outcomes = read_report(report)
    if not outcomes:
        raise SuiteError(
            f"no test ran; the end of what java printed:\n{log.read_text(errors='replace')[-4000:]}"
        )
    print(f"ran {len(outcomes)} tests in {time.monotonic() - started:.0f} s", flush=True)
    return outcomes


def read_report(report: Path) -> dict[str, Outcome]:
    """Read the runner's lines; a line that the end of the JVM cut short is left out."""
    if not report.exists():
        return {}
    rows = (line.split("\t", 2) for line in report.read_text(encoding="utf-8").split("\n")[:-1])
    return {test: Outcome(status, message) for test, status, message in rows}


def merged(runs: Sequence[Mapping[str, Outcome]]) -> dict[str, Outcome]:
    """Make one result of several runs; a test that they disagree about, or that one lacks, is unstable."""
    result = {}
    for test in {name for run in runs for name in run}:
        outcomes = [run.get(test, Outcome("missing")) for run in runs]
        same = len({outcome.status for outcome in outcomes}) == 1
        message = next((outcome.message for outcome in outcomes if outcome.message), "")
        result[test] = outcomes[0] if same else Outcome("unstable", message)
    return result


def newly_failing(baseline: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """List the tests that passed and do not now, or that fail and were not there."""
    lost = [test for test, status in baseline.items() if status == "passed" and now.get(test) != "passed"]
    return sorted(
        [*lost, *(test for test, status in now.items() if status == "failed" and test not in baseline)]
    )


def show(title: str, tests: Iterable[str], outcomes: Mapping[str, Outcome]) -> None:
    """Print tests with their status and message; of those that did not run, the number."""
    missing = 0
    for test in tests:
        if test in outcomes:
            print(f"{title}: {test}: {outcomes[test].status} {outcomes[test].message[:200]}".rstrip())
        else:
            missing += 1
    if missing:
        print(f"{title}: {missing} tests that did not run")


if __name__ == "__main__":
    sys.exit(main())
