"""Write the right answers to bugs and their mutants as diffs in a fence, as answers of a model.

Of a bug it is the fix; of a mutant the same mutation of the fix, or the fix itself where that cannot be made, as where the fix
deletes what was mutated.

    equimorph robustness bugs CHECKOUTS --out bugs.jsonl
    equimorph robustness mutants bugs.jsonl --preset robustnpr-b --limit-per-mutator 1 --out mutants.jsonl
    python scripts/right_diffs.py bugs.jsonl mutants.jsonl diffs.jsonl
    equimorph robustness run CHECKOUTS --answers diffs.jsonl --no-tests --out study
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mutators as registry
from equimorph.patches.diffs import unified_diff
from equimorph.robustness.counterparts import Counterparts
from equimorph.rows.row import Row, parse_row
from mutators import Mutant, MutationError
from parsers import SourceFile


def main() -> int:
    """Write the answers; return the exit code."""
    bugs, mutants, out = map(Path, sys.argv[1:])
    rows = {row["id"]: row for row in _rows(bugs) if row["fixed"] is not None}
    counts = Counter[str]()
    with out.open("w", encoding="utf-8") as stream:
        for id, row in rows.items():
            stream.write(_answer(id, row["buggy"], row["fixed"]))
        for data in _rows(mutants):
            if data["bug_id"] in rows:
                bug, mutant = rows[data["bug_id"]], parse_row(data)
                right = _right(bug, mutant)
                counts["the same mutation of the fix" if right is not None else "the fix"] += 1
                stream.write(_answer(f"{data['bug_id']}/{mutant.id}", mutant.mutant, right or bug["fixed"]))
    print(f"{len(rows)} bugs with a fix; answers to mutants: {dict(counts)}")
    return 0


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line:
            yield json.loads(line)


def _right(bug: dict[str, Any], row: Row) -> str | None:
    buggy, fixed = SourceFile.from_text(bug["buggy"]), SourceFile.from_text(bug["fixed"])
    [record] = row.mutations
    try:
        mutant = Mutant(buggy, buggy.methods[0], record, row.mutant.encode(), registry.get(record.mutator))
        other, _ = Counterparts(buggy, fixed).of(mutant)
    except MutationError:
        return None
    return None if other is None else other.text


def _answer(id: str, seen: str, meant: str) -> str:
    diff = unified_diff("A.java", seen.encode(), meant.encode()).decode()
    text = f"The fix:\n\n```diff\n{diff.rstrip()}\n```\n"
    return (
        json.dumps(
            {"schema": 1, "id": id, "model": "right diffs", "candidates": [{"text": text}], "error": None}
        )
        + "\n"
    )


if __name__ == "__main__":
    sys.exit(main())
