"""Proves mutants of a Java project on their byte code, and counts what is left over.

Each mutant of each mutator is put into its file, and compiled against the compiled project; `parsers.oracles.prover` compares the
classes with those of the original. Preserving mutants should be proved; of the operator mutants only equivalent ones may be.

    python scripts/prove_mutants.py SOURCES [--classpath JAR:DIR] [--mutator NAME] [--sample 20] [--stacks 8] [--results FILE.jsonl]

Mutants of different methods are compiled together. Without a proof, those whose methods are named are unproved; if none is named,
the compilation is halved. With --sample at most so many mutants of a file and mutator are taken, by the seed. With --stacks each
method gets one stack of so many mutations instead. With --results what is known of a file is kept, and not done again. Prints a
table. Rows of --results have the texts of what is not as it should be: preserving mutants without a proof, breaking ones with one.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import equimorph as em
import mutators
from compile_all_mutants import compile_project
from equimorph.checking.compilation_units import member_name
from parsers import SourceFile
from parsers.oracles.jdk import Compilation, Jdk
from parsers.oracles.prover import Proof, Prover

STACK = "stack"


@dataclass(frozen=True)
class _Task:
    """One file, and what to do with it."""

    path: Path
    root: Path
    classpath: list[str]
    module: str | None
    names: list[str]
    seed: int
    sample: int | None
    stacks: int


@dataclass(frozen=True)
class _Change:
    """A member's new text."""

    mutator: str
    start: int
    end: int
    text: bytes
    id: str
    name: str


def main() -> int:
    """Run the command."""
    options = _arguments()
    names = options.mutator or _names(options.stacks)
    kept = (
        [json.loads(line) for line in options.results.open()]
        if options.results and options.results.exists()
        else []
    )
    done = {row["file"] for row in kept}
    paths = [
        p for p in sorted(options.sources.rglob("*.java")) if str(p.relative_to(options.sources)) not in done
    ]
    with TemporaryDirectory() as classes, ProcessPoolExecutor(options.jobs) as pool:
        classpath = options.classpath.split(":") if options.classpath else []
        if not options.patch_module:
            compile_project(sorted(options.sources.rglob("*.java")), classpath, classes)
            classpath = [classes, *classpath]
        tasks = [
            _Task(
                path,
                options.sources,
                classpath,
                options.patch_module,
                names,
                options.seed,
                options.sample,
                options.stacks,
            )
            for path in paths
        ]
        for number, row in enumerate(pool.map(_one_file, tasks), 1):
            kept.append(row)
            if options.results:
                with options.results.open("a") as stream:
                    stream.write(json.dumps(row) + "\n")
            print(f"{number}/{len(tasks)} {row['file']}: {row['seconds']} s", file=sys.stderr, flush=True)
    table = "\n".join(_table(kept))
    print(table)
    if options.table:
        options.table.write_text(table + "\n")
    return 0


def _names(stacks: int) -> list[str]:
    """All preserving mutators; those of stacks change no other member."""
    preserving = {n: mutators.get(n) for n in mutators.names() if mutators.get(n).relation == "preserving"}
    return [
        name
        for name, each in preserving.items()
        if not stacks or (each.reach == "member" and name != "sketch")
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sources", type=Path)
    parser.add_argument("--classpath", default="")
    parser.add_argument("--patch-module")
    parser.add_argument("--mutator", action="append")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--stacks", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--table", type=Path)
    return parser.parse_args()


_tools: list[tuple[Jdk, Prover]] = []


def _one_file(task: _Task) -> dict[str, Any]:
    started = time.monotonic()
    if not _tools:
        _tools.append((Jdk(classpath=task.classpath), Prover(classpath=task.classpath)))
    jdk, prover = _tools[0]
    source = SourceFile(task.path.read_bytes(), str(task.path))
    name = str(task.path.relative_to(task.root))

    def compiled(data: bytes) -> Compilation:
        return jdk.compile({name: data}, bytes_=True, patch_module=task.module)

    original = compiled(source.data)
    counts: Counter[str] = Counter()
    left: list[dict[str, str]] = []
    expected = {STACK, *(n for n in task.names if mutators.get(n).relation == "preserving")}
    changes = _stacks(source, task) if task.stacks else _mutants(source, task)
    for changed in changes:
        for change, proof in _proofs(source, changed, original, compiled, prover):
            counts[f"{change.mutator}: {proof.how or proof.verdict}"] += 1
            if bool(proof) is not (change.mutator in expected):
                left.append(
                    {
                        "mutator": change.mutator,
                        "id": change.id,
                        "verdict": proof.verdict,
                        "reason": proof.reason or f"proved by {proof.how}",
                        "before": source.data[change.start : change.end].decode(),
                        "after": change.text.decode(),
                    }
                )
    return {"file": name, "seconds": round(time.monotonic() - started, 1), "counts": counts, "left": left}


def _mutants(source: SourceFile, task: _Task) -> Iterator[list[_Change]]:
    """Yield mutants that may be compiled together: one of all members of a name, which obstacles name."""
    for name in task.names:
        mutator = mutators.get(name)
        sites = [site for site, reason in mutator.judged(source) if reason is None]
        if task.sample is not None and len(sites) > task.sample:
            chosen = random.Random(f"{task.seed} {task.path.name} {name}").sample(
                range(len(sites)), task.sample
            )
            sites = [sites[i] for i in sorted(chosen)]
        by_name: dict[str, list[_Change]] = {}
        for site in sites:
            mutant = mutator.apply(source, site, task.seed)
            old = mutant.method.name
            change = _Change(
                name, mutant.offset, mutant.method.end, mutant.mutant_data, mutant.mutation.id, old
            )
            if mutator.reach == "member" and member_name(mutant.mutant_data) == old:
                by_name.setdefault(change.name, []).append(change)
            else:
                yield [change]
        yield from _rounds(by_name.values())


def _stacks(source: SourceFile, task: _Task) -> Iterator[list[_Change]]:
    """Yield one stack of mutations of each method, together."""
    stack = em.stack(source, task.names, seed=task.seed, per_method=task.stacks)
    changes = []
    for before, after in zip(source.methods, SourceFile(stack.data).methods, strict=True):
        text = stack.data[after.start : after.end]
        if text != source.data[before.start : before.end]:
            changes.append(_Change(STACK, before.start, before.end, text, "", before.name))
    yield changes


def _rounds(lists: Iterable[list[_Change]]) -> Iterator[list[_Change]]:
    queues = [list(each) for each in lists]
    while any(queues):
        yield [queue.pop(0) for queue in queues if queue]


def _proofs(
    source: SourceFile,
    changes: Sequence[_Change],
    original: Compilation,
    compiled: Callable[[bytes], Compilation],
    prover: Prover,
) -> Iterator[tuple[_Change, Proof]]:
    if not changes:
        return
    data = source.data
    for change in sorted(changes, key=lambda each: each.start, reverse=True):
        data = data[: change.start] + change.text + data[change.end :]
    proof = prover.prove(original, compiled(data))
    if proof or len(changes) == 1:
        for change in changes:
            yield change, proof
        return
    rest = []
    named = dict(filter(None, map(_method_of, proof.obstacles)))
    count = Counter(change.name for change in changes)
    for change in changes:
        if change.name in named and count[change.name] == 1:
            yield change, Proof("unproved", None, (named[change.name],))
        else:
            rest.append(change)
    parts = [rest] if len(rest) < len(changes) else [rest[: len(rest) // 2], rest[len(rest) // 2 :]]
    for part in parts:
        yield from _proofs(source, part, original, compiled, prover)


def _method_of(obstacle: str) -> tuple[str, str] | None:
    """Return the name of the method that an obstacle is about, with the obstacle; of a lambda that of its method."""
    found = re.match(r"(\S+)\.(?:lambda\$)?([\w<>]+)(?:\$\d+)?\(\S*: ", obstacle)
    if found is None:
        return None
    name = re.split(r"[.$]", found[1])[-1] if found[2] == "<init>" else found[2]
    return name, obstacle


def _table(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    total: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = {}
    for row in rows:
        total.update(row["counts"])
        for each in row["left"]:
            reasons.setdefault(each["mutator"], Counter())[_kind(each["reason"])] += 1
    yield "| mutator | mutants | proved by bytes | by graph | unproved | no opinion | proved |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    names = dict.fromkeys(key.partition(": ")[0] for key in total)
    for name in (*names, "all"):
        of = {
            how: sum(
                n
                for key, n in total.items()
                if key in (f"{name}: {how}",) or (name == "all" and key.endswith(f": {how}"))
            )
            for how in ("bytes", "graph", "unproved", "no-opinion")
        }
        judged = of["bytes"] + of["graph"] + of["unproved"]
        share = f"{(of['bytes'] + of['graph']) / judged:.2%}" if judged else ""
        yield (
            f"| {name} | {sum(of.values())} | {of['bytes']} | {of['graph']} | {of['unproved']} | {of['no-opinion']} | {share} |"
        )
    for name, counted in reasons.items():
        yield ""
        yield f"Unproved of {name}:"
        yield ""
        for reason, n in counted.most_common(12):
            yield f"- {n} times: {reason}"


def _kind(reason: str) -> str:
    """Return a reason without what belongs to one method."""
    reason = re.sub(r"^\S+: ", "", reason)
    reason = re.sub(r", instruction \d+", "", reason)
    return re.sub(r"( on |, on )[^;]*", "", reason)[:160]


if __name__ == "__main__":
    sys.exit(main())
