"""Makes every mutant of a Java project's main sources and compiles them in the JDK oracle.

One mutant of each method of a file goes into one compilation, since what a method's body holds does not change how others compile;
where a compilation fails, each of its mutants is compiled alone. A mutant fails if it has an error that its file has not.

A renamed local leaves javac's class bytes (-g:none) as they are, but for the synthetic names of captured variables; a useless cast
leaves all of them as they are. So for these two equal bytes are demanded, which is a proof.

    python scripts/compile_all_mutants.py SOURCES [--classpath JAR:DIR] [--mutator NAME] [--jobs 2] [--table FILE.md]

Prints a table of counts, yield and reasons of refusal; exit code 1 if any mutant failed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

from rich.progress import track

import mutators
from mutators import Mutant, Mutator
from mutators.java.reorder_condition import ReorderCondition
from mutators.java.useless_cast import UselessCast
from mutators.java.variable_renaming import VariableRenaming
from parsers import SourceFile
from parsers.java.jdk import Compilation, Jdk, compare, find_jdk

PROVEN_BY_BYTES = frozenset({VariableRenaming.name, UselessCast.name})


@dataclass
class Tally:
    """What one file, or all, gave for one mutator."""

    candidates: int = 0
    mutants: int = 0
    compared: int = 0
    captured: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, object]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Adds another tally to this one."""
        self.candidates += other.candidates
        self.mutants += other.mutants
        self.compared += other.compared
        self.captured += other.captured
        self.reasons += other.reasons
        self.failures += other.failures


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path, help="root folder of the main sources")
    parser.add_argument("--classpath", default="", help="what the sources need besides themselves")
    parser.add_argument(
        "--mutator", action="append", help="default: all; conventional: reorder-condition with getters pure"
    )
    parser.add_argument("--under", default=".", help="only files under this folder of the sources")
    parser.add_argument("--patch-module", help="compile into this module, e.g. java.base")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--table", type=Path, help="write the table here, too")
    options = parser.parse_args()
    files = sorted((options.sources / options.under).rglob("*.java"))
    names = options.mutator or list(mutators.names())
    total = {name: Tally() for name in names}
    methods = 0
    broken = 0
    with TemporaryDirectory() as classes, ProcessPoolExecutor(options.jobs) as pool:
        classpath = options.classpath.split(":") if options.classpath else []
        if not options.patch_module:
            _compile_project(sorted(options.sources.rglob("*.java")), classpath, classes)
            classpath = [classes, *classpath]
        tasks = [
            (path, options.sources, classpath, options.patch_module, names, options.seed) for path in files
        ]
        for ok, count, tallies in track(
            pool.map(_one_file, tasks), total=len(tasks), description="files", transient=True
        ):
            broken += not ok
            methods += count
            for name, tally in tallies.items():
                total[name].add(tally)
    table = "\n".join(_table(total, len(files), methods))
    if broken:
        table += f"\n\n{broken} files do not compile as they are; their mutants were judged by the errors that they add."
    print(table)
    if options.table:
        options.table.write_text(table + "\n")
    failures = [failure for tally in total.values() for failure in tally.failures]
    for failure in failures[:20]:
        print(json.dumps(failure, indent=1))
    return 1 if failures else 0


def _compile_project(files: list[Path], classpath: list[str], out: str) -> None:
    """Compiles the whole project once, so that of a mutant only its own file has to be compiled."""
    options = ["-nowarn", "-proc:none", "-encoding", "UTF-8", "-cp", ":".join(classpath), "-d", out]
    with NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(map(str, files)))
        listed.flush()
        javac = [str(find_jdk() / "bin" / "javac"), *options, f"@{listed.name}"]
        done = subprocess.run(javac, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the project does not compile: {done.stderr}")


_jdk: list[Jdk] = []


def _one_file(
    task: tuple[Path, Path, list[str], str | None, list[str], int],
) -> tuple[bool, int, dict[str, Tally]]:
    path, root, classpath, module, names, seed = task
    if not _jdk:
        _jdk.append(Jdk(classpath=classpath))
    jdk = _jdk[0]
    source = SourceFile(path.read_bytes(), str(path))

    def compiled(data: bytes) -> Compilation:
        unit = {str(path.relative_to(root)): data}
        if module:
            return jdk.compile(unit, patch_module=module, sourcepath=[root])
        return jdk.compile(unit)

    original = compiled(source.data)
    known = {(d.code, d.message) for d in original.diagnostics}

    def problems(group: list[Mutant], bytes_: bool) -> list[str]:
        after = compiled(_spliced(source, group))
        found = [str(d) for d in after.diagnostics if (d.code, d.message) not in known]
        if bytes_ and not found:
            different = compare(original, after, ignore_captures=any(map(_captured, group))).differing
            found = [f"class bytes differ: {name}" for name in different]
        return found

    tallies = {}
    for name in names:
        tally = tallies[name] = Tally()
        mutator: Mutator = (
            ReorderCondition(purity="conventional") if name == "conventional" else mutators.get(name)
        )
        mutants = [mutator.apply(source, site, seed) for site in _accepted(mutator, source, tally)]
        tally.mutants = len(mutants)
        captured = [mutant for mutant in mutants if _captured(mutant)]
        others = [mutant for mutant in mutants if not _captured(mutant)]
        proven = name in PROVEN_BY_BYTES and original.ok
        if proven:
            tally.compared, tally.captured = len(mutants), len(captured)
        for batch in (*_batches(captured), *_batches(others)):
            if together := problems(batch, proven):
                alone = [(mutant, problems([mutant], proven)) for mutant in batch]
                # All well alone but not together: then it cannot be said which it is.
                guilty = [(m, found) for m, found in alone if found] or [(m, together) for m in batch]
                tally.failures += [_failure(path, mutant, found) for mutant, found in guilty]
    return original.ok, len(source.methods), tallies


def _failure(path: Path, mutant: Mutant, problem: list[str]) -> dict[str, object]:
    return {
        "path": str(path),
        "line": mutant.method.start_line,
        "problem": problem,
        "diff": mutant.diff(),
    }


def _batches(mutants: list[Mutant]) -> Iterator[list[Mutant]]:
    """The mutants, at most one of each method at a time."""
    by_method: dict[int, list[Mutant]] = {}
    for mutant in mutants:
        by_method.setdefault(mutant.method.start, []).append(mutant)
    for round_ in zip_longest(*by_method.values()):
        yield [mutant for mutant in round_ if mutant is not None]


def _spliced(source: SourceFile, mutants: list[Mutant]) -> bytes:
    """The file with all these methods mutated."""
    data = source.data
    for mutant in sorted(mutants, key=lambda m: m.offset, reverse=True):
        data = data[: mutant.offset] + mutant.mutant_data + data[mutant.method.end :]
    return data


def _captured(mutant: Mutant) -> bool:
    """Whether it renames a captured variable, of which class files have synthetic names."""
    variable = mutant.method.scopes.declared_at(mutant.local.site.start + mutant.offset)
    return variable is not None and variable.captured


def _accepted(mutator: Mutator, source: SourceFile, tally: Tally) -> Iterator[mutators.Site]:
    for site, reason in mutator.judged(source):
        tally.candidates += 1
        if reason is None:
            yield site
        else:
            tally.reasons[reason] += 1


def _table(total: dict[str, Tally], files: int, methods: int) -> Iterator[str]:
    yield f"{files} files, {methods} methods with a body"
    yield ""
    yield "| mutator | candidates | mutants | yield | per method | class bytes compared (captured) | failures |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, t in total.items():
        share = t.mutants / t.candidates if t.candidates else 0
        compared = f"{t.compared} ({t.captured})" if name in PROVEN_BY_BYTES else "-"
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
