"""Makes every mutant of a Java project's main sources and compiles them in the JDK oracle.

A mutant fails if it has an error that its file has not. How many are compiled together, scripts/mutant_compiler.py says.

A renamed local leaves javac's class bytes (-g:none) as they are, but for the synthetic names of captured variables; a useless cast
leaves all of them as they are. So for these two equal bytes are demanded, which is a proof.

    python scripts/compile_all_mutants.py SOURCES [--classpath JAR:DIR] [--mutator NAME] [--jobs 2] [--table FILE.md]
    python scripts/compile_all_mutants.py JDK/java.base --patch-module java.base --under java/util --preserving --results FILE.jsonl

With --results the counts of each file are kept as soon as they are known, and files that have some are not done again. The table
is of all files in it, those of earlier runs with other folders, too.

Prints a table of counts, yield and reasons of refusal; exit code 1 if any mutant failed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

import mutators
from mutant_compiler import PROVEN_BY_BYTES, FileCompiler, OracleCrash, Tally, captured
from mutators import Mutant, Mutator
from mutators.java.reorder_condition import ReorderCondition
from parsers import SourceFile
from parsers.oracles.jdk import Compilation, Jdk, find_jdk


@dataclass(frozen=True)
class _Task:
    """One file, and how to compile it."""

    path: Path
    root: Path
    classpath: list[str]
    module: str | None
    names: list[str]
    seed: int


@dataclass
class _Result:
    """The result of one file; `error` if javac could not be asked."""

    file: str
    ok: bool
    methods: int
    seconds: float
    compilations: int
    tallies: dict[str, Tally]
    error: str | None = None


def main() -> int:
    """Run the command."""
    options = _arguments()
    names = options.mutator or [
        name
        for name in mutators.names()
        if not options.preserving or mutators.get(name).relation == "preserving"
    ]
    results = list(_read_results(options.results, names)) if options.results else []
    done = {result.file for result in results}
    paths = sorted({path for under in options.under for path in (options.sources / under).rglob("*.java")})
    left = [path for path in paths if str(path.relative_to(options.sources)) not in done]
    with TemporaryDirectory() as classes, ProcessPoolExecutor(options.jobs) as pool:
        classpath = options.classpath.split(":") if options.classpath else []
        if not options.patch_module:
            compile_project(sorted(options.sources.rglob("*.java")), classpath, classes)
            classpath = [classes, *classpath]
        tasks = [
            _Task(path, options.sources, classpath, options.patch_module, names, options.seed)
            for path in left
        ]
        for number, result in enumerate(pool.map(_one_file, tasks), 1):
            results.append(result)
            _report(result, number, len(tasks))
            if options.results:
                with options.results.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps(_fields(result)) + "\n")
    return _conclude(results, names, options.table)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path, help="root folder of the main sources")
    parser.add_argument("--classpath", default="", help="what the sources need besides themselves")
    parser.add_argument(
        "--mutator", action="append", help="default: all; conventional: reorder-condition with getters pure"
    )
    parser.add_argument("--preserving", action="store_true", help="all preserving mutators instead of all")
    parser.add_argument(
        "--under", action="append", help="only files under this folder of the sources, repeatable"
    )
    parser.add_argument(
        "--patch-module", help="the sources are those of this module of the JDK itself, e.g. java.base"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=Path, help="JSON Lines file, a line a file; a rerun goes on")
    parser.add_argument("--table", type=Path, help="write the table here, too")
    options = parser.parse_args()
    options.under = options.under or ["."]
    return options


def _fields(result: _Result) -> dict[str, object]:
    return {**vars(result), "tallies": {name: vars(tally) for name, tally in result.tallies.items()}}


def _read_results(path: Path, names: list[str]) -> Iterator[_Result]:
    """Yield the results of earlier runs; a last line that was cut short is taken off the file."""
    data = path.read_bytes() if path.exists() else b""
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        path.write_bytes(whole)
    for line in whole.splitlines():
        fields = json.loads(line)
        tallies = {
            name: Tally(**{**tally, "reasons": Counter(tally["reasons"])})
            for name, tally in fields.pop("tallies").items()
        }
        if set(tallies) != set(names):
            sys.exit(f"{path} has results of other mutators: {', '.join(tallies)}")
        yield _Result(**fields, tallies=tallies)


def _report(result: _Result, number: int, of: int) -> None:
    """Print one line on standard error for a file that is done."""
    made = sum(tally.mutants for tally in result.tallies.values())
    failed = sum(len(tally.failures) for tally in result.tallies.values())
    problem = f", {failed} FAILED" * bool(failed) + f", {result.error}" * bool(result.error)
    print(
        f"{number}/{of} {result.file}: {made} mutants, {result.compilations} compilations, "
        f"{result.seconds:.0f} s{problem}",
        file=sys.stderr,
        flush=True,
    )


def _conclude(results: list[_Result], names: list[str], out: Path | None) -> int:
    total = {name: Tally() for name in names}
    for result in results:
        for name, tally in result.tallies.items():
            total[name].add(tally)
    table = "\n".join(_table(total, len(results), sum(result.methods for result in results)))
    crashed = [result for result in results if result.error]
    if crashed:
        table += f"\n\nOf {len(crashed)} files nothing is known: {crashed[0].error}"
    broken = sum(not result.ok for result in results) - len(crashed)
    if broken:
        table += f"\n\n{broken} files do not compile as they are; their mutants were judged by the errors that they add."
    print(table)
    if out:
        out.write_text(table + "\n")
    failures = [failure for tally in total.values() for failure in tally.failures]
    for failure in failures[:20]:
        print(json.dumps(failure, indent=1))
    return 1 if failures or crashed else 0


def compile_project(files: list[Path], classpath: list[str], out: str) -> None:
    """Compile the whole project once, so that of a mutant only its own file has to be compiled."""
    options = ["-nowarn", "-proc:none", "-encoding", "UTF-8", "-cp", ":".join(classpath), "-d", out]
    with NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(map(str, files)))
        listed.flush()
        javac = [str(find_jdk() / "bin" / "javac"), *options, f"@{listed.name}"]
        done = subprocess.run(javac, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the project does not compile: {done.stderr}")


_jdk: list[Jdk] = []


def _one_file(task: _Task) -> _Result:
    started = time.monotonic()
    if not _jdk:
        _jdk.append(Jdk(classpath=task.classpath))
    source = SourceFile(task.path.read_bytes(), str(task.path))
    name = str(task.path.relative_to(task.root))

    def compiled(data: bytes) -> Compilation:
        # Of the module itself the rest is there, compiled, in the JDK.
        return _jdk[0].compile({name: data}, patch_module=task.module)

    tallies = {mutator: Tally() for mutator in task.names}
    try:
        compiler = FileCompiler(source, compiled)
    except OracleCrash as crash:
        return _Result(name, False, len(source.methods), time.monotonic() - started, 1, tallies, str(crash))
    mutants = []
    for mutator, tally in tallies.items():
        made = list(_mutants(mutator, source, task.seed, tally))
        tally.mutants = len(made)
        if mutator in PROVEN_BY_BYTES and compiler.original.ok:
            tally.compared, tally.captured = len(made), sum(map(captured, made))
        mutants += made
    for mutant, problem in compiler.judge(mutants):
        tallies[mutant.mutator].failures.append(_failure(task.path, mutant, problem))
    for mutant in compiler.serialised:
        tallies[mutant.mutator].serialised += 1
    seconds = round(time.monotonic() - started, 1)
    return _Result(name, compiler.original.ok, len(source.methods), seconds, compiler.compilations, tallies)


def _failure(path: Path, mutant: Mutant, problem: list[str]) -> dict[str, object]:
    return {
        "path": str(path),
        "line": mutant.method.start_line,
        "problem": problem,
        "diff": mutant.diff(),
    }


def _mutants(name: str, source: SourceFile, seed: int, tally: Tally) -> Iterator[Mutant]:
    mutator: Mutator = (
        ReorderCondition(purity="conventional") if name == "conventional" else mutators.get(name)
    )
    for site, reason in mutator.judged(source):
        tally.candidates += 1
        if reason is None:
            yield mutator.apply(source, site, seed)
        else:
            tally.reasons[reason] += 1


def _table(total: dict[str, Tally], files: int, methods: int) -> Iterator[str]:
    yield f"{files} files, {methods} methods with a body"
    yield ""
    yield "| mutator | candidates | mutants | yield | per method | class bytes compared (captured; serialised) | failures |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, t in total.items():
        share = t.mutants / t.candidates if t.candidates else 0
        compared = f"{t.compared} ({t.captured}; {t.serialised})" if name in PROVEN_BY_BYTES else "-"
        yield (
            f"| {name} | {t.candidates} | {t.mutants} | {share:.1%} | {t.mutants / max(1, methods):.2f} "
            f"| {compared} | {len(t.failures)} |"
        )
    for name, t in total.items():
        yield ""
        yield f"Refused by {name}:"
        yield ""
        for reason, count in t.reasons.most_common():
            yield f"- {count} times: {reason}"


if __name__ == "__main__":
    sys.exit(main())
