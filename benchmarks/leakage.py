"""How fast leaks are found, and in how much memory: ratios of what is measured in the same run.

    python benchmarks/leakage.py FOLDER [--megabytes 1000] [--sides 4800]

Processor time of one process, measured in turn; the texts are the Java files of the folder.

- Normalising: megabytes a second of `normalise` and of `tokenize` with its tokens joined; at least 4 times is wanted.
- The engine: the normalised files are cut into texts of several lengths, and these are repeated. The sides are pieces of the
  files, and nine of ten have one byte changed, so that they are nearly found. The bare automaton is that of `ahocorasick_rs`
  with the whole sides, which gets all texts joined. At most 1.25 times its time is wanted.
- The naive loop looks for each side in each text with `in`, in a small part of the texts; at least 100 times is wanted.
- Memory: the peak of a process of its own, less that of one without a matcher. At most 64 bytes for each byte of the sides
  and 300 MB are wanted.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from ahocorasick_rs import BytesAhoCorasick, Implementation

from equimorph.leakage import normalise
from equimorph.leakage.matching import Matcher
from parsers.java.syntax.tokens import tokenize

_CHUNK = 50_000_000
_NAIVE = 300_000
_LENGTHS = (20, 200, 2000, 100_000, 10_000_000)
_MIDDLE, _LEAST, _MOST = 500, 50, 20_000


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--megabytes", type=int, default=1000, help="of normalised text, for each length")
    parser.add_argument("--sides", type=int, default=4800)
    parser.add_argument("--memory", choices=["inside", "either", "nothing"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    files = [file.read_bytes() for file in sorted(options.folder.rglob("*.java"))]
    text = b"".join(map(normalise, files))
    sides = _sides(text, options.sides)
    if options.memory:
        _use(sides, options.memory)
        return
    _normalising(files)
    _engine(text, sides, options.megabytes * 1_000_000)
    _memory(sides)


def _sides(text: bytes, count: int) -> list[bytes]:
    """Return pieces of a text, most of them with one byte changed."""
    rng = random.Random(16)
    sides = []
    for number in range(count):
        size = min(_MOST, max(_LEAST, round(rng.lognormvariate(0, 1) * _MIDDLE)))
        start = rng.randrange(len(text) - size)
        side = bytearray(text[start : start + size])
        if number % 10:
            side[rng.randrange(size)] ^= 1
        sides.append(bytes(side))
    return sides


def _normalising(files: Sequence[bytes]) -> None:
    def tokens() -> None:
        for file in files:
            b"".join([token.text for token in tokenize(file)])

    def ours() -> None:
        for file in files:
            normalise(file)

    size = sum(map(len, files)) / 1e6
    lexer, own = (min(_seconds(work) for _ in range(3)) for work in (tokens, ours))
    print("| Java files: MB | lexer: MB/s | normalise: MB/s | ratio |")
    print("| ---: | ---: | ---: | ---: |")
    print(f"| {size:.1f} | {size / lexer:.1f} | {size / own:.1f} | {lexer / own:.1f} |\n", flush=True)


def _engine(text: bytes, sides: list[bytes], size: int) -> None:
    automaton = BytesAhoCorasick(sides, implementation=Implementation.ContiguousNFA)
    matcher = Matcher(sides)
    print("| bytes of a text | hits a MB | bare: s | engine: s | ratio | engine: MB/s | naive loop: times |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for length in _LENGTHS:
        texts = _texts(text, length, min(size, _CHUNK))
        joined = b"\xff".join(texts)
        bare = own = 0.0
        done = hits = 0
        while done < size:
            bare += _seconds(
                lambda joined=joined: automaton.find_matches_as_indexes(joined, overlapping=True)
            )
            start = time.process_time()
            hits += sum(1 for _ in matcher.hits(texts))
            own += time.process_time() - start
            done += len(joined)
        naive = _naive_seconds(texts, sides) * done
        print(
            f"| {length:,} | {hits / done * 1e6:,.0f} | {bare:.1f} | {own:.1f} | {own / bare:.2f} |"
            f" {done / 1e6 / own:,.0f} | {naive / own:,.0f} |",
            flush=True,
        )


def _texts(text: bytes, length: int, size: int) -> list[bytes]:
    """Return pieces of so many bytes, from the start of the text again and again."""
    enough = text * (size // len(text) + 1)
    return [enough[start : start + length] for start in range(0, size, length)]


def _naive_seconds(texts: Sequence[bytes], sides: Sequence[bytes]) -> float:
    """Return the seconds that a byte of the texts costs the naive loop."""
    some = [piece[:_NAIVE] for piece in islice(texts, max(1, _NAIVE // len(texts[0])))]

    def loop() -> None:
        for piece in some:
            for side in sides:
                if side in piece:
                    pass

    return _seconds(loop) / sum(map(len, some))


def _memory(sides: Sequence[bytes]) -> None:
    peaks = {kind: _peak(kind) for kind in ("nothing", "inside", "either")}
    size = sum(map(len, sides))
    print(
        f"\n{len(sides):,} sides of {size / 1e6:.1f} MB: at most {64 * size / 1e6 + 300:,.0f} MB are wanted"
    )
    for kind in ("inside", "either"):
        print(f"--direction {kind}: {(peaks[kind] - peaks['nothing']) / 1e6:,.0f} MB")


def _peak(kind: str) -> int:
    command = [sys.executable, __file__, *sys.argv[1:], "--memory", kind]
    return int(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))


def _use(sides: list[bytes], kind: str) -> None:
    """Print the peak of this process in bytes, after texts with one that is nothing but hits."""
    texts = [side[1:] for side in sides] + sides
    line = b"a" * 10_000_000
    if kind != "nothing":
        matcher = Matcher([*sides, b"a" * 50, b"a" * 60], "either" if kind == "either" else "inside")
        for _ in matcher.hits([*texts, line]):
            pass
    # Not ru_maxrss, which a process inherits from its parent.
    status = Path("/proc/self/status").read_text(encoding="ascii").split()
    print(int(status[status.index("VmHWM:") + 1]) * 1024)


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    main()
