"""Compute `fix_scope` of bugs again, from the rebuilt faulty and fixed versions and javalang's tokens; compare it with the rows.

Each source file of the two versions is compared whole, without patches: the faulty texts of the rows are replaced by the repaired
ones, and the tokens must be those of the fixed file.

    python scripts/check_fix_scopes.py bugs.jsonl --fixed FOLDER

FOLDER has a folder for each project, with the fixed versions in it, such as Lang/Lang-1f. Needs javalang. Not part of CI.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import javalang

from equimorph.defects4j.checkout import read


def main() -> int:
    """Compare, print the counts, and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bugs", type=Path)
    parser.add_argument("--fixed", type=Path, required=True)
    asked = parser.parse_args()
    bugs: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in asked.bugs.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        bugs[row["bug"]].append(row)
    found, rows, wrong = Counter[str](), Counter[str](), 0
    for bug, members in bugs.items():
        buggy = read(asked.bugs.parent / members[0]["checkout"])
        fixed = read(asked.fixed / str(buggy.project) / (bug[:-1] + "f"))
        scope = _scope(
            buggy.folder / buggy.source_dir, fixed.folder / fixed.source_dir, buggy.folder, members
        )
        found[scope] += 1
        rows[scope] += len(members)
        if scope != members[0]["fix_scope"]:
            wrong += 1
            print(f"{bug}: {members[0]['fix_scope']} in the rows, {scope} here")
    print(
        f"{sum(found.values())} bugs: {dict(found)}; {sum(rows.values())} rows: {dict(rows)}; {wrong} differ"
    )
    return 1 if wrong else 0


def _scope(buggy: Path, fixed: Path, root: Path, members: list[dict[str, Any]]) -> str:
    names = [{path.relative_to(one) for path in one.rglob("*.java")} for one in (buggy, fixed)]
    changed, needs_more = set[Path](), set[Path]()
    for name in names[0] | names[1]:
        if name not in names[0] & names[1]:
            changed.add(name)
            needs_more.add(name)
            continue
        before, after = (
            (one / name).read_bytes().decode("utf-8", "surrogateescape") for one in (buggy, fixed)
        )
        if before == after or _tokens(before) == _tokens(after):
            continue
        changed.add(name)
        of_file = [row for row in members if root / row["path"] == buggy / name]
        for row in sorted(of_file, key=lambda row: -row["method"]["start_line"]):
            start = sum(map(len, before.splitlines(keepends=True)[: row["method"]["start_line"] - 1]))
            start = before.index(row["buggy"], start)
            repaired = row["buggy"] if row["fixed"] is None else row["fixed"]
            before = before[:start] + repaired + before[start + len(row["buggy"]) :]
        if not of_file or _tokens(before) != _tokens(after):
            needs_more.add(name)
    if not needs_more:
        return "method" if len(members) == 1 else "methods"
    return "file" if len(changed) == 1 else "files"


def _tokens(text: str) -> list[str]:
    return [token.value for token in javalang.tokenizer.tokenize(text)]


if __name__ == "__main__":
    sys.exit(main())
