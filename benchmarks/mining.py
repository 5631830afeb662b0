"""How many commits of a history are mined in a second, against PyDriller on the same clone.

    pip install pydriller && python benchmarks/mining.py CLONE [--preset paper] [--jobs 1] [--rounds 3]

CLONE is a clone with a work tree. PyDriller does what its users write: it walks the commits, no merges, tests the message, reads
of each Java file that a chosen commit changes the source before and after, and the methods that change. Ours makes the items of all
three data sets. Both include the start of their processes; the times are medians. The aim is 5
times as many. Prints both and the ratio; exit code 1 below the aim.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from equimorph.datasets.mining import mine

_WALK = """
import sys
from pydriller import Repository
from equimorph.datasets.mining.presets import PRESETS

keywords, chosen, files = PRESETS[sys.argv[2]].keywords, 0, 0
for commit in Repository(sys.argv[1], only_no_merge=True).traverse_commits():
    if keywords.found(commit.msg) is not None:
        chosen += 1
        for file in commit.modified_files:
            if file.filename.endswith(".java"):
                files += 1
                file.source_code_before, file.source_code, file.changed_methods
print(chosen, files)
"""
_BOUND = 5


def main(clone: Path, preset: str, jobs: int, rounds: int) -> int:
    """Measure both in turns, and print commits a second."""
    counted = ["git", "-C", str(clone), "rev-list", "--count", "HEAD"]
    commits = int(subprocess.run(counted, capture_output=True, check=True).stdout)
    ours, theirs = list[float](), list[float]()
    said = items = ""
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            out = Path(folder, "items")
            done = mine(clone, out, preset=preset, jobs=jobs, keep_benchmark_repositories=True)
            ours.append(time.perf_counter() - start)
            items = ", ".join(f"{name} {count:,}" for name, count in done["items"].items())
        start = time.perf_counter()
        command = [sys.executable, "-c", _WALK, str(clone), preset]
        said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        theirs.append(time.perf_counter() - start)
    mined, walked = (commits / statistics.median(times) for times in (ours, theirs))
    chosen, files = said.split()
    print(f"{commits:,} commits; PyDriller: {chosen} chosen, {files} Java files; ours: {items}")
    print(
        f"mine {mined:,.0f} commits/s, PyDriller {walked:,.0f}, ratio {mined / walked:.1f} (bound {_BOUND})"
    )
    return int(mined < _BOUND * walked)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clone", type=Path)
    parser.add_argument("--preset", default="paper")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    sys.exit(main(given.clone, given.preset, given.jobs, given.rounds))
