"""A made-up clone of rjust/defects4j, and a made-up repository of a project, by git."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["EXECUTABLE", "LINK", "MODULE", "Project", "files_of", "git", "made_up"]

EXECUTABLE, LINK, MODULE = "100755", "120000", "160000"
"""Modes of git: of an executable file, a link, a submodule."""
SOURCES, TESTS = "src/main/java", "src/test/java"
Files = Mapping[str | bytes, bytes]


@dataclass(frozen=True)
class Project:
    """A clone of Defects4J with one project that has bug 1, and deprecated bug 2.

    Attributes:
        name: of the project.
        defects4j: work tree of the clone.
        repository: of the project; without a work tree.
        fixed, buggy: commits.
    """

    name: str
    defects4j: Path
    repository: Path
    fixed: str
    buggy: str

    @property
    def tables(self) -> Path:
        return self.defects4j / "framework/projects" / self.name


def git(folder: Path, *arguments: str, data: bytes = b"") -> bytes:
    """What git says in a folder, with nobody's settings."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment |= {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
    who = ("-c", "user.name=a", "-c", "user.email=a@b")
    command = ["git", *who, *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, input=data, capture_output=True, check=True
    ).stdout


def made_up(
    root: Path,
    fixed: Files,
    buggy: Files,
    *,
    name: str = "Shop",
    modes: Mapping[str | bytes, str] | None = None,
    tables: Mapping[str, bytes] | None = None,
    layout: tuple[str, str] = (SOURCES, TESTS),
) -> Project:
    """Make both, below a folder.

    Args:
        root: the folder.
        fixed: all files of the fixed revision.
        buggy: those that the buggy one has otherwise.
        name: of the project.
        modes: of files, where it is not the usual one.
        tables: further files of the project's folder in Defects4J.
        layout: folders of sources and tests.
    """
    repository = root / "project.git"
    git(root, "init", "-q", "--bare", "-b", "main", str(repository))
    commits = (_commit({**fixed, **buggy}, modes or {}), _commit(fixed, modes or {}))
    git(repository, "fast-import", "--quiet", data=b"".join(commits))
    revisions = git(repository, "rev-parse", "main", "main~1").decode().split()
    patch = git(repository, "diff", "--binary", "--no-renames", *revisions)
    rows = f"1,{revisions[1]},{revisions[0]},SHOP-1,https://example.org/1\n"
    head = "bug.id,revision.id.buggy,revision.id.fixed,report.id,report.url"
    gone = f"2,{revisions[1]},{revisions[0]},SHOP-2,https://example.org/2,2.0.0,JVM8.Not.Reproducible\n"
    files = {
        "active-bugs.csv": f"{head}\n{rows}{rows.replace('1', '31', 1)}".encode(),
        "deprecated-bugs.csv": f"{head},deprecated.version,deprecated.reason\n{gone}".encode(),
        "dir-layout.csv": os.fsencode("".join(f"{one},{','.join(layout)}\n" for one in revisions)),
        "patches/1.src.patch": patch,
        "modified_classes/1.src": b"a.Range\n",
        "loaded_classes/1.src": b"a.Range\na.Other\n",
        "trigger_tests/1": b"--- a.RangeTest::testHas\njava.lang.AssertionError: x\n--- a.RangeTest::testClip\n",
        **(tables or {}),
    }
    defects4j = root / "defects4j"
    for path, data in files.items():
        place = defects4j / "framework/projects" / name / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    git(root, "init", "-q", str(defects4j))
    git(defects4j, "add", "-A")
    git(defects4j, "commit", "-q", "-m", "all")
    return Project(name, defects4j, repository, *revisions)


def _commit(files: Files, modes: Mapping[str | bytes, str]) -> bytes:
    parts = [b"commit refs/heads/main\ncommitter a <a@b> 0 +0000\ndata 0\n\ndeleteall\n"]
    for path, data in files.items():
        name = os.fsencode(path)
        quoted = b'"' + name.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n") + b'"'
        mode = modes.get(path, "100644").encode()
        if mode == MODULE.encode():
            parts.append(b"M %b %b %b\n" % (mode, data, quoted))
        else:
            parts.append(b"M %b inline %b\ndata %d\n%b\n" % (mode, quoted, len(data), data))
    return b"".join(parts)


def files_of(folder: Path) -> dict[str, tuple[str, bytes]]:
    """Every file, link and empty folder below a folder, with its kind, except what is in `.git`."""
    found = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder)
        if name.parts[0] == ".git":
            continue
        if path.is_symlink():
            found[str(name)] = ("link", os.fsencode(path.readlink()))
        elif path.is_file():
            found[str(name)] = (
                "executable" if path.stat().st_mode & 0o100 else "file",
                path.read_bytes(),
            )
        elif not any(path.iterdir()):
            found[str(name)] = ("folder", b"")
    return found
