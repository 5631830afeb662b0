"""Compares the hunks of Defects4J's patches, as `leakage` reads them of a clone, with those of rebuilt checkouts of the same bugs.

    python scripts/hunks_of_checkouts.py CLONE Lang=commons-lang.git Cli=commons-cli.git

CLONE is one of rjust/defects4j; each project is given with a repository of it. Every bug is rebuilt in a scratch folder; its hunks
are computed from both versions of its files, whereas those of the clone stand in the patch. Prints how many bugs have the same
ones, and how many have methods that differ. Exit code 1 if hunks differ.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from equimorph.defects4j import bug_ids, bug_patch, rebuild
from equimorph.leakage.benchmarks import Unit, read_benchmark
from equimorph.rows.tables import BadRow

Sides = list[tuple[bytes | None, bytes | None]]


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clone", type=Path, help="of rjust/defects4j")
    parser.add_argument("projects", nargs="+", metavar="PROJECT=REPOSITORY")
    options = parser.parse_args()
    wanted = defaultdict[str, Sides](list)
    for sample in read_benchmark(options.clone, format="defects4j"):
        wanted[sample.bug_id].append((sample.buggy, sample.fixed))
    same = other = methods = 0
    for project, _, repository in (one.partition("=") for one in options.projects):
        for bug in bug_ids(options.clone, project):
            with tempfile.TemporaryDirectory() as scratch:
                folder = Path(scratch, "checkout")
                rebuild(f"{bug}b", folder, defects4j=options.clone, repository=repository)
                (folder / "fix.patch").write_bytes(bug_patch(f"{bug}b", defects4j=options.clone))
                is_same = _sides(folder, "hunk") == wanted[bug]
                methods += bool(_sides(folder, "method"))
            same, other = same + is_same, other + (not is_same)
            if not is_same:
                print(f"{bug}: other hunks", file=sys.stderr)
    print(f"{same} of {same + other} bugs have the same hunks; {methods} have methods that differ")
    return 1 if other else 0


def _sides(folder: Path, unit: Unit) -> Sides:
    def failed(bad: BadRow) -> None:
        print(bad, file=sys.stderr)

    return [(one.buggy, one.fixed) for one in read_benchmark(folder, unit=unit, failed=failed)]


if __name__ == "__main__":
    sys.exit(main())
