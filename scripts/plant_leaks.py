"""Makes a large training corpus with planted leaks, lets `equimorph leakage find` search it, and compares what it finds.

    python scripts/plant_leaks.py SOURCES --folder SCRATCH [--megabytes 1000] [--bugs 2400] [--plants 400] [--jobs 2]

The benchmark is made of methods of SOURCES and an operator mutant of each, as fixed and buggy side. The corpus consists of
the other methods with exchanged letters, so that hardly two rows are alike. A plant is a row with both sides of a bug or one of
them, with other blanks and with comments, alone or inside a class. What must be found is counted by a naive search with the
tokenizer and `in`.
Prints seconds, the largest resident memory of any process, its bound, and each difference; exit code 1 if there is one.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import equimorph as em
from parsers import ParseError
from parsers.java.syntax.tokens import tokenize

Pair = tuple[str, str]
Wanted = dict[str, Counter[str]]
"""How many rows have to leak a bug, by id and level."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LEVELS = ("pair", "buggy", "fixed")
BEGIN = re.compile(r"^|[{};]")
LEAST = 50
"""The least number of characters of a side that find looks for; a benchmark of longer sides is compared."""


@dataclass(frozen=True)
class Plant:
    """A row of the corpus with a bug in it."""

    bug: str
    sides: str
    buggy: str
    fixed: str


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path, help="folder with Java sources")
    parser.add_argument("--folder", type=Path, required=True, help="scratch folder for corpus and results")
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--bugs", type=int, default=2400)
    parser.add_argument("--plants", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rng = Random(options.seed)
    methods = list(_methods(options.sources))
    rng.shuffle(methods)
    bugs = dict(_bugs(methods, options.bugs))
    known = {_plain(fixed) for _, fixed in bugs.values()}
    others = [text for text in methods if _plain(text) not in known]
    train, benchmark = options.folder / "train.jsonl", options.folder / "bugs.jsonl"
    _write(benchmark, ({"id": name, "buggy": b, "fixed": f} for name, (b, f) in bugs.items()))
    plants = [_plant(name, bugs[name], rng) for name in rng.choices(sorted(bugs), k=options.plants)]
    rows = _corpus(train, others, plants, options.megabytes * 1_000_000, rng)
    print(
        f"{train.stat().st_size:,} bytes, {rows:,} rows, {len(plants)} plants, {len(bugs)} bugs", flush=True
    )
    summary, seconds, peak = _find(options.folder, train, benchmark, options.jobs)
    pattern = sum(len(_plain(side)) for pair in bugs.values() for side in pair)
    bound = 300 + 64 * pattern / 1_000_000
    print(
        f"{seconds:.0f} s, largest process {peak / 1e6:.0f} MB, bound {bound:.0f} MB ({pattern:,} pattern bytes)"
    )
    wrong = _differences(summary, train, bugs)
    for line in wrong:
        print(line)
    return int(bool(wrong) or peak / 1e6 > bound)


def _methods(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.java")):
        try:
            members = em.read(path).methods
        except (ParseError, OSError):
            continue
        yield from (member.text for member in members if len(_plain(member.text)) >= 2 * LEAST)


def _bugs(methods: Sequence[str], wanted: int) -> Iterator[tuple[str, Pair]]:
    """Yield bugs: an operator mutant as the buggy side of a method, no two methods alike."""
    seen, numbers = set[str](), count(1)
    for text in methods:
        if _plain(text) in seen:
            continue
        seen.add(_plain(text))
        mutant = next(iter(em.mutate(text, ["operator-mutation"], seed=1)), None)
        if mutant is not None:
            number = next(numbers)
            yield f"Planted-{number}", (mutant.text, text)
            if number == wanted:
                return


def _plain(text: str) -> str:
    """Return a text without comments and blanks, by the tokenizer."""
    return re.sub(r"[ \t\n\r\f\v]", "", b"".join(token.text for token in tokenize(text.encode())).decode())


def _plant(name: str, pair: Pair, rng: Random) -> Plant:
    sides = rng.choice(("both", "buggy", "fixed"))
    inside = rng.random() < 0.5
    empty = "class Other { int nothing() { return 0; } }"
    buggy, fixed = (
        _dressed(text, inside, rng) if sides in ("both", side) else empty
        for side, text in zip(("buggy", "fixed"), pair, strict=True)
    )
    return Plant(name, sides, buggy, fixed)


def _dressed(text: str, inside: bool, rng: Random) -> str:
    """Return a text with other blanks and with comments; inside a class or alone."""
    fillers = (" ", "\n", "\t", ' /* "seen" */ ', " // it's known\n")
    dressed = "".join(token.text.decode() + rng.choice(fillers) for token in tokenize(text.encode()))
    return f"class Around {{ int before; {dressed} int behind; }}" if inside else dressed


def _corpus(path: Path, others: Sequence[str], plants: Sequence[Plant], size: int, rng: Random) -> int:
    """Write the corpus, plants at random places; return how many rows."""
    at = sorted(rng.randrange(size) for _ in plants)
    waiting, written, rows = list(zip(at, plants, strict=True))[::-1], 0, 0
    with path.open("w", encoding="utf-8") as stream:

        def put(buggy: str, fixed: str) -> None:
            nonlocal written, rows
            rows += 1
            written += stream.write(json.dumps({"id": rows, "buggy": buggy, "fixed": fixed}) + "\n")

        while written < size:
            exchanged = str.maketrans(dict(zip(_two(rng), _two(rng), strict=True)))
            for text in others:
                half = len(text) // 2
                line = text.translate(exchanged)
                put(line, line[:half] + "0 +" + line[half:])
                while waiting and waiting[-1][0] <= written:
                    plant = waiting.pop()[1]
                    put(plant.buggy, plant.fixed)
                if written >= size:
                    break
        for _, plant in reversed(waiting):
            put(plant.buggy, plant.fixed)
    return rows


def _two(rng: Random) -> list[str]:
    return rng.sample(LETTERS, 2)


def _find(folder: Path, train: Path, benchmark: Path, jobs: int) -> tuple[dict[str, Any], float, int]:
    """Return the summary, seconds, and the largest resident memory of a process of the command, in bytes."""
    summary = folder / "leakage.json"
    command = [sys.executable, "-m", "equimorph", "leakage", "find", "--train", str(train)]
    command += ["--benchmark", str(benchmark), "--out", str(folder / "leaks.jsonl"), "--restart"]
    start = time.monotonic()
    subprocess.run([*command, "--summary", str(summary), "--jobs", str(jobs), "--quiet"], check=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    return json.loads(summary.read_bytes()), time.monotonic() - start, peak


def _differences(summary: dict[str, Any], train: Path, bugs: dict[str, Pair]) -> list[str]:
    """Compare the counts of the summary with those of a naive search, which takes the tokenizer and `in`.

    A side is a method: it can only begin where a row does, or behind a brace or a semicolon. So only rows that have the first 40
    characters of a side at such a place are searched.
    """
    plain = {name: (_plain(buggy), _plain(fixed)) for name, (buggy, fixed) in bugs.items()}
    starts: dict[str, set[str]] = {}
    for name, pair in plain.items():
        for side in pair:
            starts.setdefault(side[:40], set()).add(name)
    wanted: Wanted = {name: Counter() for name in bugs}
    with train.open(encoding="utf-8") as stream:
        for line in stream:
            sides = [_quick(json.loads(line)[side]) for side in ("buggy", "fixed")]
            near = set[str]()
            for text in sides:
                for place in BEGIN.finditer(text):
                    near |= starts.get(text[place.end() : place.end() + 40], set())
            for name in near:
                has = [side in text for side, text in zip(plain[name], sides, strict=True)]
                there = zip(LEVELS, (all(has), *has), strict=True)
                wanted[name].update(level for level, is_there in there if is_there)
    found = {bug["bug_id"]: bug for bug in summary["bugs"]}
    wrong = []
    for name, counts in wanted.items():
        for level in LEVELS:
            given = found[name][level]
            total = given["exact"] + given["inside"]
            if total != counts[level]:
                wrong.append(f"{name} {level}: {total} found, {counts[level]} are there")
    leaked = sum(any(counts.values()) for counts in wanted.values())
    print(f"{leaked} of {len(bugs)} bugs leak, by the naive search too: {not wrong}")
    return wrong


def _quick(text: str) -> str:
    """Do as `_plain`; the tokenizer is only asked where there may be a comment."""
    return _plain(text) if "/*" in text or "//" in text else re.sub(r"[ \t\n\r\f\v]", "", text)


def _write(path: Path, rows: Iterator[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in rows)


if __name__ == "__main__":
    sys.exit(main())
