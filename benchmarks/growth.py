"""How the cost of a mutant grows with its method, and how soon a large file gives its first: one table, ratios first.

    python benchmarks/growth.py [--mutator NAME] [--sizes 2,10,40,100]

Processor time of one process. Each mutator makes all mutants of methods of several sizes (in kB), one block of statements repeated
with names of its own. The table shows the microseconds for a mutant, and those of the largest method
divided by those of the smallest.
A sketch changes every name of its method, so its cost is that of the method, and it is left out unless it is named.

Then, in a process of its own: how long it takes to the first mutant of a file of 6,400 methods, and how much memory.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import time

import equimorph as em
import mutators

_BLOCK = """
        int count@ = 0;
        String word@ = label == null ? name : label.trim();
        if (data == null || data.length == 0 && limit > @) {
            total += limit;
        } else {
            total -= @;
        }
        for (int i = 0; i < data.length; i++) {
            if (data[i] > total && word@ != null) {
                int x = data[i];
                total += x * 2;
                continue;
            }
            count@++;
        }
        for (String each : all) {
            if (!each.isEmpty() && count@ < limit) {
                sum += each.length();
            } else if (done) {
                break;
            }
        }
        while (count@ > 0 && total < limit) {
            count@--;
            sum = sum + count@;
            done = !done;
        }
        do {
            total = total / 2 + other(total);
        } while (total > limit + @);
        switch (total) {
            case 1: sum += 3; break;
            default: done = total == count@;
        }
        try {
            state = Integer.parseInt(word@) + @;
        } catch (NumberFormatException e@) {
            if (thing instanceof String) {
                throw new IllegalStateException("bad " + (state + 1), e@);
            }
        }
"""
_CLASS = """class Big {
    int state;
    String name;
    java.util.List<String> all;
    int other(int x) { return x; }
    int big(int[] data, String label, int limit, Object thing) {
        int total = 0;
        long sum = 0;
        boolean done = false;
@
        return total;
    }
}
"""
_SMALL = """
    int method%d(int[] data, String name) {
        int total = 0;
        for (int i = 0; i < data.length; i++) {
            if (data[i] > total && name != null) { int x = data[i]; total += x; }
        }
        return total;
    }
"""


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mutator", action="append")
    parser.add_argument("--sizes", default="2,10,40,100", help="of the methods, in kB")
    parser.add_argument("--first", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.first:
        _first()
        return
    sizes = [int(size) for size in options.sizes.split(",")]
    print("| mutator | growth |" + "".join(f" {size} kB: µs |" for size in sizes))
    print("| --- | ---: |" + " ---: |" * len(sizes))
    for name in options.mutator or [name for name in mutators.names() if name != "sketch"]:
        costs = [_cost(name, size) for size in sizes]
        told = "".join(f" {cost * 1e6:,.0f} |" for cost in costs)
        print(f"| {name} | {costs[-1] / costs[0]:.1f} |{told}", flush=True)
    subprocess.run([sys.executable, __file__, "--first"], check=True)


def _cost(name: str, size: int) -> float:
    """Return the seconds for a mutant of a method of so many kB: the best of several rounds for a small one."""
    blocks = max(1, size * 1000 // len(_BLOCK))
    text = _CLASS.replace("@", "".join(_BLOCK.replace("@", str(number)) for number in range(blocks)))
    costs = []
    for _ in range(5 if size <= 10 else 1):
        gc.collect()
        start = time.process_time()
        count = sum(1 for _ in em.mutate(em.parse(text), [name], seed=1))
        costs.append((time.process_time() - start) / count)
    return min(costs)


def _first() -> None:
    """Tell how long the first mutant of a large file takes, and the memory of this process then."""
    import resource

    text = "class Big {" + "".join(_SMALL % number for number in range(6400)) + "}"
    start = time.process_time()
    next(em.mutate(em.parse(text), mutators.names()))
    seconds = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\nfirst mutant of a file of 6,400 methods: {seconds:.2f} s, {memory:.0f} MB")


if __name__ == "__main__":
    main()
