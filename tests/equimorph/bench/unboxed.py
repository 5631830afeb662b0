"""Both sides of the border in one process without a box, for many candidates that do no harm: a process each takes far longer.

As a program: standard input has jobs, a JSON array; the output is the array of their verdicts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Any

from equimorph.bench import Problem
from equimorph.bench.boxed import exchange, harness, worker
from equimorph.bench.functions.python import names_of

__all__ = ["judged"]


def judged(pairs: Sequence[tuple[Problem, str]]) -> list[dict[str, Any]]:
    """The verdicts on candidates, each with its problem."""
    jobs = [
        {
            "program": problem.program(text),
            "entry": problem.entry_point,
            "helpers": problem.program(problem.solution),
            "tests": problem.tests,
            "nonce": "",
            "classes": sorted(names_of(problem.prefix)),
        }
        for problem, text in pairs
    ]
    done = subprocess.run(
        [sys.executable, "-m", __name__], input=json.dumps(jobs).encode(), capture_output=True, check=True
    )
    verdicts: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    # "gone" is a failure whose reason the box would know better.
    return [{**verdict, "outcome": verdict["outcome"].replace("gone", "fail")} for verdict in verdicts]


def main() -> None:
    sys.set_int_max_str_digits(0)
    exchange.PULLS = harness.PULLS = 1_000
    out, package = sys.stdout, sys.modules["tests"]
    verdicts = []
    for job in json.loads(sys.stdin.buffer.read()):
        (requests, asking), (replies, replying) = os.pipe(), os.pipe()
        side = threading.Thread(target=worker.serve, args=(requests, replying), daemon=True)
        side.start()
        with os.fdopen(asking, "wb") as asked, os.fdopen(replies, "rb") as answers:
            verdicts.append(harness.judge(job, asked, answers))
        side.join(10)
        sys.modules["tests"] = package
    print(json.dumps(verdicts), file=out)


if __name__ == "__main__":
    main()
