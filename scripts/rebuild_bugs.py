"""Rebuild every bug of some projects of Defects4J, and check them by means that `defects4j.rebuild` does not have.

Each bug is rebuilt as `b` and as `f`. Then:

- GNU `patch -R` with the bug's patch makes the sources of `f` of those of `b`;
- `defects4j.read` and `read_fix` take the checkout and the patch, and every class that Defects4J calls modified has a file;
- with `--oracle`, the files below the folders of sources and tests, and Defects4J's own two files, equal those of a folder that
  `defects4j checkout` itself has made. Backups (`*.bak`), which it leaves behind, are not compared.

    python scripts/rebuild_bugs.py --defects4j CLONE --oracle FOLDER Lang=lang.git Cli=cli.git

FOLDER holds a folder for each version, such as Lang-1b. Needs git and patch. Not part of CI: nothing of these projects is in ours.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from equimorph import defects4j
from equimorph.defects4j.checkout import CONFIG, PROPERTIES

__all__ = ["main"]


def main() -> int:
    """Rebuild and check; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--defects4j", type=Path, required=True)
    parser.add_argument("--oracle", type=Path)
    parser.add_argument("projects", nargs="+", metavar="PROJECT=GIT_DIR")
    asked = parser.parse_args()
    problems = 0
    for project, _, repository in (one.partition("=") for one in asked.projects):
        counts: Counter[str] = Counter()
        begun = time.perf_counter()
        for bug in defects4j.bug_ids(asked.defects4j, project):
            with tempfile.TemporaryDirectory(prefix="rebuild.") as folder:
                for problem in _checked(
                    bug, Path(folder), asked.defects4j, Path(repository), asked.oracle, counts
                ):
                    problems += 1
                    print(f"{bug}: {problem}", flush=True)
        seconds = time.perf_counter() - begun
        print(
            f"{project}: {', '.join(f'{n} {what}' for what, n in counts.items())}; {seconds:.1f} s",
            flush=True,
        )
    return 1 if problems else 0


def _checked(
    bug: str, folder: Path, clone: Path, repository: Path, oracle: Path | None, counts: Counter[str]
) -> Iterator[str]:
    """Rebuild both versions of a bug, and yield what is wrong with them."""
    buggy, fixed = (
        defects4j.rebuild(bug + kind, folder / kind, defects4j=clone, repository=repository) for kind in "bf"
    )
    patch = folder / "patch"
    patch.write_bytes(defects4j.bug_patch(f"{bug}b", defects4j=clone))
    counts["bugs"] += 1
    found = defects4j.read_fix(buggy, patch)
    counts["faults"] += len(found.faults)
    counts["methods"] += sum(len(fault.methods) for fault in found.faults)
    for path in buggy.modified_files:
        if not buggy.file(path).is_file():
            yield f"no file {path} of a modified class"
    if oracle is not None:
        for version, made in (("b", buggy), ("f", fixed)):
            yield from _compared(made, oracle / f"{bug}{version}", counts)
    shutil.copytree(folder / "b", folder / "back", symlinks=True)
    yield from _reversed(folder / "back", patch)
    yield from _different(folder / "back" / fixed.source_dir, folder / "f" / fixed.source_dir, counts)


def _reversed(folder: Path, patch: Path) -> Iterator[str]:
    for strip in ("-p1", "-p0", "-p2"):
        command = ["patch", strip, "-R", "-s", "-f", "--binary", "--no-backup-if-mismatch", "-i", str(patch)]
        dry = subprocess.run([*command, "--dry-run"], cwd=folder, capture_output=True, check=False)
        if dry.returncode == 0:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            if done.stdout:
                yield done.stdout.strip()
            return
    yield f"patch -R does not take the patch: {dry.stdout.decode().strip()}"


def _compared(made: defects4j.Checkout, oracle: Path, counts: Counter[str]) -> Iterator[str]:
    if not oracle.is_dir():
        yield f"no {oracle}"
        return
    counts["compared with Defects4J"] += 1
    for part in (made.source_dir, made.test_dir or "."):
        yield from _different(made.folder / part, oracle / part, counts)
    for name in (CONFIG, PROPERTIES):
        if (made.folder / name).read_bytes() != (oracle / name).read_bytes():
            yield f"{oracle.name}: {name} differs"


def _different(one: Path, other: Path, counts: Counter[str]) -> Iterator[str]:
    ours, theirs = _files(one), _files(other)
    counts["files compared"] += len(ours)
    for name in sorted(ours.keys() | theirs.keys()):
        if ours.get(name) != theirs.get(name):
            where = "only here" if name not in theirs else "only there" if name not in ours else "differs"
            yield f"{other}: {name}: {where}"


def _files(root: Path) -> dict[str, tuple[bytes, bool]]:
    return {
        path.relative_to(root).as_posix(): (path.read_bytes(), bool(path.stat().st_mode & 0o100))
        for path in root.rglob("*")
        if path.is_file() and path.suffix != ".bak"
    }


if __name__ == "__main__":
    sys.exit(main())
