"""Start-up time of the command: processor time, beside the time of importing typer and rich alone.

    python benchmarks/start.py [--rounds 5]

Each row is the median of some rounds, and its ratio to the first row of the same rounds, which depends less on the machine.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from statistics import median

BASE = ("-c", "import typer, rich")
RUNS = {
    "import typer, rich": BASE,
    "import equimorph": ("-c", "import equimorph"),
    "equimorph --version": ("-m", "equimorph", "--version"),
    "equimorph --help": ("-m", "equimorph", "--help"),
    "equimorph list": ("-m", "equimorph", "list"),
    "equimorph mutate --help": ("-m", "equimorph", "mutate", "--help"),
    "equimorph robustness run --help": ("-m", "equimorph", "robustness", "run", "--help"),
}


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    for words in RUNS.values():
        _seconds(words)  # compiles modules
    rounds = [{name: _seconds(words) for name, words in RUNS.items()} for _ in range(options.rounds)]
    base = median(times["import typer, rich"] for times in rounds)
    print("| | seconds | ratio |")
    print("| --- | ---: | ---: |")
    for name in RUNS:
        seconds = median(times[name] for times in rounds)
        print(f"| `{name}` | {seconds:.3f} | {seconds / base:.2f} |")
    return 0


def _seconds(words: tuple[str, ...]) -> float:
    """Return the processor time of a Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main())
