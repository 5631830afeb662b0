"""git, as Defects4J's checkout uses it: a commit's files, and patches of them, by an installed `git`.

Neither the user's settings nor the repository's own have any influence: a scratch git directory borrows the
repository's objects (gitrepository-layout(5), objects/info/alternates), so that line ends, links and modes are the same
as in a fresh clone. The repository itself is only read, and nothing is fetched.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parsers import ParseError

_STRIPS = ("-p1", "-p0", "-p2")
"""The number of leading folders to drop from the names in a patch, in the order in which Defects4J tries them (Vcs.pm,
`_apply_cmd`)."""


def run(
    arguments: Sequence[str],
    *,
    name: str,
    data: bytes = b"",
    folder: Path | None = None,
    file: Path | None = None,
) -> bytes:
    """Run git and return its output.

    Args:
        arguments: Arguments of `git`.
        name: Name of what it works on, for messages.
        data: Standard input.
        folder: Working directory.
        file: File of its index.

    Raises:
        ParseError: it fails; with its message.
        FileNotFoundError: there is no git.
    """
    done = _done(arguments, data, folder, file)
    if done.returncode != 0:
        raise ParseError(f"git: {_message(done.stderr)}", path=name)
    return done.stdout


def _done(
    arguments: Sequence[str], data: bytes, folder: Path | None, index: Path | None
) -> subprocess.CompletedProcess[bytes]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment |= {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }
    if index is not None:
        environment["GIT_INDEX_FILE"] = str(index)
    command = ["git", "-c", f"core.attributesFile={os.devnull}", *arguments]
    return subprocess.run(command, input=data, capture_output=True, cwd=folder, env=environment, check=False)


def _message(stderr: bytes) -> str:
    lines = [line.strip() for line in os.fsdecode(stderr).splitlines() if line.strip()]
    return "; ".join(lines[-3:]) or "failed"


def git_directory(place: Path) -> Path:
    """Return the git directory of a repository, given by its work tree or by the directory itself.

    Raises:
        ParseError: there is no repository.
        FileNotFoundError: nothing is there.
    """
    if not place.exists():
        raise FileNotFoundError(2, "no such folder", str(place))
    git_dir = place / ".git" if (place / ".git").exists() else place
    try:
        run(["--git-dir", str(git_dir), "rev-parse", "--git-dir"], name=str(place))
    except ParseError:
        raise ParseError("no git repository", path=str(place)) from None
    return git_dir


@dataclass(frozen=True)
class WorkTree:
    """A folder with the files of a commit, and the scratch git directory that belongs to it.

    Attributes:
        folder: Folder of the files.
        scratch: the git directory; it borrows objects and can be thrown away.
        repository: whose objects these are, for messages.
    """

    folder: Path
    scratch: Path
    repository: str

    def has_commit(self, revision: str) -> bool:
        """Return whether the repository has a commit."""
        done = _done(["--git-dir", str(self.scratch), "cat-file", "-t", revision], b"", None, None)
        return done.returncode == 0 and done.stdout.strip() == b"commit"

    def check_out(self, revision: str) -> tuple[str, ...]:
        """Write the files of a commit as a checkout of a clone does, and return the paths that could not be written.

        These are of files whose contents the repository lacks, as an incomplete copy of one does. A submodule is an empty folder.

        Raises:
            ParseError: git cannot read the commit, or write its files.
        """
        self._git("read-tree", revision)
        missing = self._missing(revision)
        if missing:
            self._git(
                "update-index", "-z", "--force-remove", "--stdin", data=b"".join(p + b"\0" for p in missing)
            )
        self._git("checkout-index", "-a", "-q")
        return tuple(os.fsdecode(path) for path in missing)

    def _missing(self, revision: str) -> tuple[bytes, ...]:
        paths: dict[bytes, list[bytes]] = {}
        for entry in self._git("ls-tree", "-r", "-z", revision).split(b"\0"):
            head, _, path = entry.partition(b"\t")
            if b" blob " in head:
                paths.setdefault(head.rpartition(b" ")[2], []).append(path)
        ids = b"".join(object_id + b"\n" for object_id in paths)
        checked = self._git("cat-file", "--batch-check", data=ids).splitlines()
        gone = (line.partition(b" ")[0] for line in checked if line.endswith(b" missing"))
        return tuple(path for object_id in gone for path in paths[object_id])

    def apply(self, patch: bytes, name: str, below: str = "") -> None:
        """Apply a patch as Defects4J does, by `git apply` with one, no or two leading folders of its names dropped.

        Args:
            patch: its bytes.
            name: Name of the patch, for messages.
            below: the folder, relative to the tree, that its names are relative to.

        Raises:
            ParseError: it does not apply.
        """
        failed = []
        for strip in _STRIPS:
            apply = ["--git-dir", str(self.scratch), "--work-tree", str(self.folder), "apply", strip]
            done = _done([*apply, "--check", "-"], patch, self.folder / below, self.scratch / "index")
            if done.returncode == 0:
                run(
                    [*apply, "-"],
                    name=name,
                    data=patch,
                    folder=self.folder / below,
                    file=self.scratch / "index",
                )
                return
            failed.append(_message(done.stderr))
        raise ParseError(f"the patch does not apply: {failed[0]}", path=name)

    def _git(self, *arguments: str, data: bytes = b"") -> bytes:
        place = ["--git-dir", str(self.scratch), "--work-tree", str(self.folder)]
        return run(
            [*place, *arguments],
            name=self.repository,
            data=data,
            folder=self.folder,
            file=self.scratch / "index",
        )


def open_work_tree(repository: Path, folder: Path, scratch: Path) -> WorkTree:
    """Return an empty work tree that borrows the objects of a repository.

    Args:
        repository: Work tree or git directory of the repository.
        folder: Absolute path of the folder for the files.
        scratch: Absolute path of an empty folder for the git directory.

    Raises:
        ParseError: there is no repository.
        OSError: a file cannot be written.
    """
    git_dir = git_directory(repository)
    where = ["rev-parse", "--path-format=absolute", "--git-path", "objects"]
    objects = run(["--git-dir", str(git_dir), *where], name=str(repository)).removesuffix(b"\n")
    run(["init", "-q", "--template=", "--bare", str(scratch)], name=str(scratch))
    (scratch / "objects" / "info").mkdir(exist_ok=True)
    (scratch / "objects" / "info" / "alternates").write_bytes(_quoted(objects) + b"\n")
    return WorkTree(folder, scratch, str(repository))


def _quoted(path: bytes) -> bytes:
    """Return a path as a line of `alternates`: one that begins like a comment or a quoted one is quoted."""
    if path.startswith((b'"', b"#")) or b"\n" in path:
        escaped = path.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
        return b'"' + escaped + b'"'
    return path
