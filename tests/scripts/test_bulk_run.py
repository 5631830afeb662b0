"""The script of the bulk run, with few methods."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = """\
class Cart {
    Cart() { total = 1; }
    int total;
    int twice(int n) { return n > 0 ? twice(n - 1) + total : total; }
    boolean less(int a, int b) { return a < b; }
}
"""


def test_a_run_that_is_killed_ends_with_all_methods(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "Cart.java").write_text(SOURCE)
    paths = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [
            *(
                sys.executable,
                str(ROOT / "scripts" / "bulk_run.py"),
                str(tmp_path / "work"),
                str(tmp_path / "src"),
            ),
            *("--methods", "400", "--jobs", "1", "--part-rows", "20", "--kill-at", "0.1"),
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert (done.returncode, done.stderr) == (0, "")
    table = dict(line.strip("| ").split(" | ") for line in done.stdout.splitlines()[2:])
    assert (table["methods"], table["rows that failed"]) == ("400", "0")
    assert 2 <= int(table["parts skipped after kill -9"]) < 20
    assert int(table["most memory of one of its processes, MiB"]) > 10
    lines = (tmp_path / "work" / "methods-400.jsonl").read_text().splitlines()
    texts = [json.loads(line)["source"] for line in lines]
    assert len(set(texts)) == len(texts) == 400
    assert texts[3] == "Cart1() { total = 1; }"
    assert texts[7] == "int twice2(int n) { return n > 0 ? twice2(n - 1) + total : total; }"
