"""Run commons-lang3's own test suite, on its own main sources or on a mutated copy of them.

    python3 scripts/fetch_sources.py DEST
    cd DEST
    python3 .../commons_lang_tests.py --source libcommons-lang3-java --repeat 2 --out baseline.json
    python3 .../commons_lang_tests.py --source libcommons-lang3-java --main MUTATED --baseline baseline.json

Neither Maven nor a network beyond Debian's packages is needed; missing packages are installed.
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

PACKAGES = ("junit5", "junit4", "libhamcrest-java", "libeasymock-java", "libjsr305-java")
JARS = (
    "junit-jupiter-api",
    "junit-jupiter-engine",
    "junit-jupiter-params",
    "junit-platform-commons",
    "junit-platform-engine",
    "junit-platform-launcher",
    "opentest4j",
    "apiguardian-api",
    "univocity-parsers",
    "junit4",
    "hamcrest",
    "easymock",
    "objenesis",
    "byte-buddy",
    "jsr305",
)
# A test class that imports one of these is left out: Debian has no package of it.
UNPACKAGED = ("org.openjdk.jmh",)
# The names that the project's own build runs as tests.
TEST_CLASSES = r"[^$]*Test"
# As its build asks javac and java for (source level, and the access that its tests of reflection need),
# with locale, time zone and charset fixed on top of it.
JAVAC = ("-source", "8", "-target", "8", "-nowarn", "-Xlint:none", "-proc:none")
JAVA = (
    "-Xmx512m",
    "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    # Not in the build of this version, made for JDK 8 to 16: without it one test of ArrayList's fields fails,
    # and leaves a registry behind that makes the tests after it fail or pass by chance.
    "--add-opens=java.base/java.util=ALL-UNNAMED",
    "-Duser.language=en",
    "-Duser.country=US",
    "-Duser.timezone=UTC",
    "-Dfile.encoding=UTF-8",
    "-Djava.awt.headless=true",
)
HERE = Path(__file__).resolve().parent / "commons_lang"


class SuiteError(Exception):
    """The suite could not be run."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one test: its status, and the message of what it threw."""

    status: str
    message: str = ""


def main(argv: list[str] | None = None) -> int:
    """Run the suite as the arguments say; print a summary."""
    options = arguments(argv)
    try:
        require(PACKAGES if has_javac() else (*PACKAGES, "openjdk-17-jdk-headless"))
        with tempfile.TemporaryDirectory() as scratch:
            classpath = build(options.source, options.main or options.source / "src/main/java", Path(scratch))
            runs = [
                run_suite(options.source, classpath, Path(scratch) / f"run-{number}.tsv", options.timeout)
                for number in range(options.repeat)
            ]
    except (PackageError, SuiteError) as error:
        print(f"commons_lang_tests: {error}", file=sys.stderr)
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
    parser.add_argument("--source", type=Path, required=True, help="commons-lang3's unpacked source package")
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


def has_javac() -> bool:
    """Say whether a javac is on the path."""
    try:
        return subprocess.run(["javac", "-version"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def build(source: Path, main_sources: Path, scratch: Path) -> str:
    """Compile main sources, tests and our runner; give the class path, the tests' folder first.

    Raises:
        SuiteError: something does not compile, or a folder holds no Java.
    """
    libraries = [Path("/usr/share/java") / f"{jar}.jar" for jar in JARS]
    absent = [jar for jar in libraries if not jar.exists()]
    if absent:
        raise SuiteError(f"Debian's packages brought no {', '.join(map(str, absent))}")
    encoding = source_encoding(source)
    classes = {part: scratch / part for part in ("main", "runner", "tests")}
    started = time.monotonic()
    compile_java(java_files(main_sources), classes["main"], [], (*JAVAC, "-encoding", encoding))
    compile_java(java_files(HERE), classes["runner"], libraries, ("-encoding", "UTF-8"))
    tests = []
    for file in java_files(source / "src/test/java"):
        lacking = unpackaged(file.read_text(encoding=encoding))
        if lacking:
            print(f"left out: {file.name} needs {lacking}, which Debian does not package")
        else:
            tests.append(file)
    before = [classes["main"], classes["runner"], *libraries]
    compile_java(tests, classes["tests"], before, (*JAVAC, "-encoding", encoding))
    print(f"compiled in {time.monotonic() - started:.0f} s", flush=True)
    return ":".join(map(str, [classes["tests"], source / "src/test/resources", *before]))


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


def unpackaged(text: str) -> str | None:
    """Give the first library that a test imports and Debian lacks."""
    imported = re.findall(r"^import (?:static )?([\w.]+)", text, re.MULTILINE)
    return next(
        (library for library in UNPACKAGED for name in imported if name.startswith(f"{library}.")), None
    )


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


def run_suite(source: Path, classpath: str, report: Path, timeout: float) -> dict[str, Outcome]:
    """Run all tests once in a JVM of their own; a run past the time limit gives the tests that it ended.

    Raises:
        SuiteError: no test ran.
    """
    log = report.with_suffix(".log")
    tests = classpath.split(":", 1)[0]
    started = time.monotonic()
    with log.open("wb") as output:
        command = ["java", *JAVA, "-cp", classpath, "RunTests", tests, TEST_CLASSES, str(report)]
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
