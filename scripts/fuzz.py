"""Draws programs, makes all mutants of them and random stacks of mutations, and runs them beside their originals.

Every mutant of every mutator that is not breaking runs: Java in the JDK oracle, which compiles it first, Python in a child process
of this Python. Output and exceptions must be equal, but for the lines that log-statement prints, and the inverse must give the
original byte for byte. What is wrong is made small and stored as a test subject, which the tests of the laws take up.

    python scripts/fuzz.py --minutes 60 [--language java|python] [--jobs 2] [--seed 1] [--mutators NAME,NAME] [--each 30]
        [--out FILE.json] [--keep FOLDER]

The Python programs are hostile: assignment expressions in every position, reflection through aliases, names of built-ins rebound,
annotations as text, odd white space, classes whose operators do anything, generators and coroutines that are driven by hand.

Prints a line a batch and a summary; exit code 1 if any mutant was wrong, or a program was not as it must be. Everything
derives from the seed and the number of the batch: `--first N --batches 1` runs one again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict
from pathlib import Path

from parsers.oracles.jdk import Jdk

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.strategies import hostile_python
from tests.strategies.hostile_python import judge as python_judge
from tests.strategies.hostile_python.library import whole
from tests.strategies.programs import seeded
from tests.strategies.programs.findings import Finding, Report
from tests.strategies.programs.judge import JAVAC, Judge, preserving
from tests.strategies.programs.program import Program
from tests.strategies.programs.reduce import reduced

SUBJECTS = Path(__file__).resolve().parent.parent / "tests" / "subjects"
FOUND = {"java": SUBJECTS / "found", "python": SUBJECTS / "python" / "found"}
SHRUNK_EACH = 2
"""How many findings of a kind and mutator are made small and kept."""


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--language", choices=sorted(FOUND), default="java", help="language of the programs (default: java)"
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="no batch begins after these")
    parser.add_argument("--batches", type=int, help="end after so many batches")
    parser.add_argument("--first", type=int, default=0, help="number of the first batch")
    parser.add_argument("--programs", type=int, default=8, help="programs in a batch")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--mutators", default="", help="names with commas between them; all if it is left out"
    )
    parser.add_argument(
        "--each", type=int, help="up to how many mutants of a mutator to make of each program"
    )
    parser.add_argument("--out", type=Path, help="write the summary here, too")
    parser.add_argument("--keep", type=Path, help="folder for findings (default: the test subjects)")
    options = parser.parse_args()
    only = tuple(filter(None, options.mutators.split(",")))
    batch = {"java": _batch, "python": _python_batch}[options.language]
    folder = options.keep or FOUND[options.language]
    started = time.monotonic()
    total = Report()
    kept: dict[str, list[str]] = {}
    numbers = iter(range(options.first, options.first + (options.batches or 10**9)))
    with ProcessPoolExecutor(options.jobs) as pool:
        running: dict[Future[Report], tuple[int, float]] = {}

        def begin() -> None:
            number = next(numbers, None)
            if number is not None and time.monotonic() - started < options.minutes * 60:
                running[pool.submit(batch, options.seed, number, options.programs, only, options.each)] = (
                    number,
                    time.monotonic(),
                )

        for _ in range(options.jobs):
            begin()
        while running:
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                number, since = running.pop(done)
                report = done.result()
                total.add(report)
                print(_line(number, report, time.monotonic() - since), flush=True)
                for finding in report.findings:
                    _keep(finding, options.language, folder, kept)
                begin()
    summary = _summary(total, options.language, (time.monotonic() - started) / 60, options.seed, kept)
    print(json.dumps(summary, indent=1))
    if options.out:
        options.out.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    return 1 if total.findings or total.faults else 0


_judges: list[Judge] = []


def _batch(seed: int, number: int, programs: int, only: tuple[str, ...], each: int | None) -> Report:
    """Judge a batch; some findings of it are made small."""
    if not _judges:
        # Sources are many and short: javac compiled to the full costs more than it gains.
        os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")
        jdk = Jdk(options=JAVAC)
        found = (preserving(all_schemes=all_schemes, only=only) for all_schemes in (False, True))
        _judges.extend(Judge(jdk, mutators, each=each) for mutators in found)
    judge = _judges[number % 4 == 3]
    drawn = [seeded((seed * 1_000_003 + number) * 1_009 + k) for k in range(programs)]
    report = judge.judge(drawn, seed + number)
    return _made_small(report, lambda finding: reduced(judge, finding, seed=seed + number))


_python_judges: list[python_judge.Judge] = []


def _python_batch(seed: int, number: int, programs: int, only: tuple[str, ...], each: int | None) -> Report:
    """Judge a batch of Python programs; some findings of it are made small."""
    if not _python_judges:
        found = (python_judge.preserving(all_options=every, only=only) for every in (False, True))
        _python_judges.extend(python_judge.Judge(mutators, each=each) for mutators in found)
    judge = _python_judges[number % 4 == 3]
    drawn = [Program(hostile_python.seeded((seed * 1_000_003 + number) * 1_009 + k)) for k in range(programs)]
    report = judge.judge(drawn, seed + number)
    return _made_small(report, lambda finding: python_judge.reduced(judge, finding, seed=seed + number))


def _made_small(report: Report, reduce: Callable[[Finding], Finding]) -> Report:
    """Make the first findings of each kind and mutator small."""
    small: dict[tuple[str, str], int] = {}
    findings = []
    for finding in report.findings:
        key = finding.kind, finding.mutators[0]
        small[key] = small.get(key, 0) + 1
        findings.append(reduce(finding) if small[key] <= SHRUNK_EACH else finding)
    report.findings = findings
    return report


def _line(number: int, report: Report, seconds: float) -> str:
    mutants = sum(report.mutants.values())
    return (
        f"batch {number}: {report.programs} programs, {report.methods} methods, {mutants} mutants, {report.stacks} stacks "
        f"in {report.texts} texts, {seconds:.1f} s ({mutants / seconds * 60:.0f} mutants a minute); "
        f"{len(report.findings)} findings, {len(report.faults)} faults"
    )


def _keep(finding: Finding, language: str, folder: Path, kept: dict[str, list[str]]) -> None:
    """Print a finding, and store its program, unless there are some of its kind already."""
    key = f"{finding.kind} {finding.mutators[0]}"
    names = kept.setdefault(key, [])
    if len(names) >= SHRUNK_EACH:
        return
    digest = hashlib.sha256(finding.program.own.encode()).hexdigest()[:8]
    name = "".join(part.capitalize() for part in finding.mutators[0].split("-")) + digest.capitalize()
    if name in names:
        return
    names.append(name)
    what = f"{finding.kind}: {', '.join(finding.mutators)}: {finding.detail}".replace("*/", "* /").replace(
        "\\u", "\\ u"
    )
    folder.mkdir(parents=True, exist_ok=True)
    if language == "java":
        text = f"/* Found by scripts/fuzz.py. {what} */\n{finding.program.named(name)}"
    else:
        text = f"# Found by scripts/fuzz.py. {what.encode('unicode_escape').decode()}\n{whole(finding.program.own)}"
    (folder / f"{name}.{'java' if language == 'java' else 'py'}").write_bytes(text.encode())
    print(f"FINDING {name}: {what}\n{finding.diff}", flush=True)


_LEFT_OUT = {
    "java": "left out, since javac's code does not verify",
    "python": "left out, since libcst cannot read them",
}
_TEXTS = {"java": "texts compiled", "python": "texts run"}


def _summary(
    total: Report, language: str, minutes: float, seed: int, kept: dict[str, list[str]]
) -> dict[str, object]:
    mutants = sum(total.mutants.values())
    return {
        "language": language,
        "seed": seed,
        "minutes": round(minutes, 1),
        "programs": total.programs,
        _LEFT_OUT[language]: total.unverified,
        "methods": total.methods,
        "mutants": mutants,
        "mutants by mutator": dict(total.mutants.most_common()),
        "stacks": total.stacks,
        "mutations in stacks": sum(total.stacked.values()),
        _TEXTS[language]: total.texts,
        "mutants a minute": round(mutants / minutes) if minutes else 0,
        "findings": [
            {k: v for k, v in asdict(finding).items() if k in ("kind", "mutators", "detail", "diff")}
            for finding in total.findings
        ],
        "kept": kept,
        "generator faults": [{"detail": detail, "program": program.own} for program, detail in total.faults],
    }


if __name__ == "__main__":
    sys.exit(main())
