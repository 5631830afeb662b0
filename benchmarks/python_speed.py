"""Python's speed as ratios: readings and stacks against libcst's parse, mutants against mutmut's, and growth with the text.

    python benchmarks/python_speed.py [FILES...] [--mutmut SITE_PACKAGES] [--sizes 1,2,4]

Processor time of one process, the best of three for what takes less than a second; both sides of a ratio are measured one after the
other. A stack has six mutations in each function. Without files, modules of the standard library are read. With the folder of
packages in which mutmut is installed, mutants of operators a second are compared with its `create_mutations`, which gives nodes
and no texts; mutmut needs a folder `src` where this is run. Then a made-up module and a made-up function of several sizes are
mutated, each in a process of its own.
"""

from __future__ import annotations

import argparse
import gc
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import libcst as cst

import equimorph as em
from equimorph.runs.collection import rare_collection

FILES = ("shlex.py", "csv.py", "textwrap.py", "fractions.py", "statistics.py")
_BLOCK = """
    count@ = 0
    word@ = label or name
    if data and len(data) > @:
        total += limit
    else:
        total -= @
    for i in range(10):
        if i > total and word@ is not None:
            total += i * 2
            continue
        count@ += 1
    while count@ > 0 and total < limit:
        count@ -= 1
        done = not done
"""
_HEAD = "def function@(data, label, name, limit):\n    total = 0\n    done = False\n"
_TAIL = "    return total, done\n"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--mutmut", type=Path, help="a site-packages folder that has mutmut")
    parser.add_argument("--sizes", default="1,2,4", help="of the made-up texts, in thousands of lines")
    parser.add_argument("--grow", help=argparse.SUPPRESS)
    options = parser.parse_args()
    with rare_collection():
        if options.grow:
            _grow(*options.grow.split(","))
            return
        theirs = _mutmut(options.mutmut) if options.mutmut else None
        print("| file | lines | reading | stack of 6 | mutants a second | mutmut | ratio |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for path in options.files or [Path(argparse.__file__).with_name(name) for name in FILES]:
            print(_row(path, theirs), flush=True)
    print("\n| text | lines | reading, s | mutants | µs a mutant | memory, MB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for kind in ("module", "function"):
        for size in options.sizes.split(","):
            subprocess.run([sys.executable, __file__, "--grow", f"{kind},{size}"], check=True)


def _mutmut(folder: Path) -> ModuleType:
    sys.path.append(str(folder))
    return import_module("mutmut.mutation.file_mutation")


def _best(what: Callable[[], int]) -> tuple[float, int]:
    """Return the seconds that something takes, and its result."""
    best, result = float("inf"), 0
    for _ in range(3):
        gc.collect()
        start = time.process_time()
        result = what()
        best = min(best, time.process_time() - start)
        if best > 1:
            break
    return best, result


def _row(path: Path, mutmut: ModuleType | None) -> str:
    text = path.read_text(encoding="utf-8")

    def source() -> em.SourceFile:
        return em.parse(text, language="python")

    parse, _ = _best(lambda: len(cst.parse_module(text).body))
    reading, _ = _best(lambda: len(source().data))
    stack, _ = _best(lambda: len(em.stack(source(), seed=7, per_method=6).rounds))
    ours, count = _best(lambda: sum(1 for _ in em.mutate(source(), "operator-mutation", seed=7)))
    cells = [
        path.name,
        f"{text.count(chr(10)):,}",
        f"{reading / parse:.1f}",
        f"{stack / parse:.1f}",
        f"{count / ours:,.0f}",
    ]
    if mutmut is not None:
        theirs, nodes = _best(lambda: len(mutmut.create_mutations(str(path), text)[1]))
        cells += [f"{nodes / theirs:,.0f}", f"{(count / ours) / (nodes / theirs):.2f}"]
    return f"| {' | '.join(cells)} |"


def _grow(kind: str, thousands: str) -> None:
    """Print what a made-up text costs, in a process that has done nothing else."""
    blocks = max(1, int(float(thousands) * 1000) // _BLOCK.count("\n"))
    text = "".join(_BLOCK.replace("@", str(number)) for number in range(blocks if kind == "function" else 2))
    text = _HEAD + text + _TAIL
    if kind == "module":
        text = "\n".join(
            text.replace("@", str(number))
            for number in range(int(float(thousands) * 1000) // text.count("\n"))
        )
    start = time.process_time()
    source = em.parse(text.replace("@", ""), language="python")
    read = time.process_time()
    count = sum(1 for _ in em.mutate(source, "operator-mutation", seed=7))
    cost = (time.process_time() - read) / count
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines = text.count("\n")
    print(
        f"| {kind} | {lines:,} | {read - start:.2f} | {count:,} | {cost * 1e6:,.0f} | {memory:.0f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
