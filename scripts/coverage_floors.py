"""Print how much of each room of the engine its tests cover, and fail where that is below the room's floor.

    scripts/coverage_floors.py build/coverage.json

The file is what slipcover wrote. A line or branch counts once; floors are in percent of lines and branches together.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

FLOORS = {
    "mutators": 90,
    "mutators/java": 90,
    "mutators/python": 90,
    "mutators/testing": 75,
    "mutators/undo": 85,
    "parsers": 85,
    "parsers/java": 90,
    "parsers/oracles": 70,
    "parsers/python": 90,
}


def room(path: str) -> str:
    """Return the room of a file: its first two folders below `src`, else the first."""
    return "/".join(Path(path).parts[1:3][: 2 if len(Path(path).parts) > 3 else 1])


def main(file: str) -> int:
    """Print a line for each file that is not covered whole, then one for each room; return 1 if a room is below its floor."""
    covered: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for path, of in sorted(json.loads(Path(file).read_text())["files"].items()):
        done = len(of["executed_lines"]) + len(of["executed_branches"])
        left = len(of["missing_lines"]) + len(of["missing_branches"])
        covered[room(path)] += done
        total[room(path)] += done + left
        if left:
            print(
                f"{done / (done + left):7.1%} {path}: lines {of['missing_lines']}, branches {of['missing_branches']}"
            )
    low = 0
    for name in sorted(total):
        share = 100 * covered[name] / total[name]
        low += share < FLOORS.get(name, 100)
        print(f"{share:6.2f} % of {total[name]:6,} in {name}, floor {FLOORS.get(name, 100)} %")
    return min(low, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
