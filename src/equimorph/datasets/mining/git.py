"""Reading of git repositories by plain `git`: nothing of the repository is executed, fetched or changed.

Only plumbing runs, with a clean environment: no hook, filter, textconv, external diff, pager, signature check or credential
helper of the repository or the user has a say, no protocol is allowed, and neither replace refs nor grafts change the history.
"""

from __future__ import annotations

import os
import secrets
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple

from equimorph.runs.whole import check_folder
from parsers import ParseError
from parsers.oracles.processes import Closing, close, pipes

_SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.commitGraph=false",
    "core.alternateRefsCommand=",
    "core.attributesFile=/dev/null",
    "log.showSignature=false",
    "protocol.allow=never",
    "safe.directory=*",
    "maintenance.auto=false",
)
_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}
_DIFF = (
    "diff-tree",
    "--stdin",
    "-r",
    "-z",
    "--raw",
    "--full-index",
    "--no-abbrev",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules=none",  # else git reads .gitmodules, and ends at a bad one
)
_RENAMES = ("-M50%", "-l1000", "-O/dev/null", "--no-commit-id")
_AT_ONCE = 200
"""Number of names sent before the answers are read; with their line ends they fit into the smallest pipe."""
_CHUNK = 1 << 20
_END = f"end {secrets.token_hex(16)}".encode()
"""A line that git repeats, and that no name of a file holds; what is mined does not depend on it."""
MOST_BYTES = 10_000_000
MISSING, TOO_LARGE = "missing", "too large"


class Gone(Exception):
    """A git process ended in the middle of its work, as it does where an object is damaged."""


class Object(NamedTuple):
    """An object of a repository.

    Attributes:
        kind: blob, tree, commit or tag; else `MISSING`, or `TOO_LARGE` for one of more than `MOST_BYTES`.
        data: its content; b"" if there is none.
    """

    kind: str
    data: bytes


class Entry(NamedTuple):
    """A name in a tree.

    Attributes:
        name: Name in the tree, without the folder.
        mode: Mode in octal digits, such as b"100644".
        id: Id of the object, in hex.
    """

    name: bytes
    mode: bytes
    id: str


class Change(NamedTuple):
    """A file that a commit changes.

    Attributes:
        status: A(dded), D(eleted), M(odified), R(enamed) or T(ype).
        old_path, path: Path before and after; the same unless the file is renamed.
        old_mode, mode: Modes in octal digits.
        old_id, id: Ids of the contents, in hex.
    """

    status: str
    old_path: bytes
    path: bytes
    old_mode: bytes
    mode: bytes
    old_id: str
    id: str


class Repository(Closing):
    """A git repository, with or without a work tree; a context manager that leaves no process behind.

    Args:
        path: The folder that holds ``.git``, or the git folder itself.

    Raises:
        FileNotFoundError, NotADirectoryError: the folder does not exist.
        ParseError: it is no repository that this git can read.
    """

    def __init__(self, path: Path) -> None:
        check_folder(path)
        inner = path / ".git"
        self._folder = str((inner if inner.exists() else path).absolute())
        self._name = str(path)
        self._running: dict[tuple[str, ...], subprocess.Popen[bytes]] = {}
        self.run("rev-parse", "--git-dir")

    def close(self) -> None:
        """End the processes."""
        for command in list(self._running):
            self._end(command)

    def run(self, *command: str) -> bytes:
        """Return the output of a short command.

        Raises:
            ParseError: it fails; the message is git's.
        """
        done = subprocess.run(
            self._words(command), capture_output=True, check=False, env=_environment(), cwd="/"
        )
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            reason = said[0].removeprefix("fatal: ") if said else f"git {command[0]} failed"
            raise ParseError(f"git: {reason}", path=self._name)
        return done.stdout

    def lines(self, *command: str) -> Iterator[bytes]:
        """Yield the lines of what a command writes, without their ends.

        Raises:
            ParseError: it fails.
        """
        with self._started(command) as process:
            assert process.stdout is not None
            try:
                for line in process.stdout:
                    yield line.removesuffix(b"\n")
            except GeneratorExit:
                process.kill()
                raise
        if process.returncode:
            raise ParseError(f"git: {command[0]} ended with exit code {process.returncode}", path=self._name)

    def commit_of(self, revision: str) -> str | None:
        """Return the id of the commit that a revision names; None if it names none."""
        try:
            output = self.run(
                "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
            )
        except ParseError:
            return None
        return output.decode().strip()

    def has_refs(self) -> bool:
        """Return whether any branch or tag is there."""
        return bool(self.run("for-each-ref", "--count=1"))

    def objects(self, names: Iterable[str]) -> Iterator[Object]:
        """Yield objects, in the order of their names.

        Args:
            names: ids, or such as ``ID^{tree}``; without line ends.
        """
        waiting = iter(names)
        while some := list(islice(waiting, _AT_ONCE)):
            try:
                yield from self._objects(some)
            except Gone:  # which of them it was is found one by one
                for name in some:
                    try:
                        yield from self._objects([name])
                    except Gone:
                        yield Object(MISSING, b"")

    def _objects(self, names: Sequence[str]) -> list[Object]:
        """Return objects.

        Raises:
            Gone: the process ended.
        """
        process = self._open(("cat-file", "--batch"))
        stdin, stdout = pipes(process)
        try:
            stdin.write("".join(f"{name}\n" for name in names).encode())
            stdin.flush()
            return [_object(stdout) for _ in names]
        except (BrokenPipeError, Gone):
            self._end(("cat-file", "--batch"))
            raise Gone from None

    def has(self, ids: Iterable[str]) -> Iterator[str]:
        """Yield the ids whose objects are there."""
        waiting = iter(ids)
        while some := list(islice(waiting, _AT_ONCE)):
            request = "".join(f"{object_id}\n" for object_id in some).encode()
            command = self._words(("cat-file", "--batch-check"))
            done = subprocess.run(
                command, input=request, capture_output=True, check=False, env=_environment(), cwd="/"
            )
            for object_id, line in zip(some, done.stdout.splitlines(), strict=False):
                if not line.endswith((b" missing", b" ambiguous")):
                    yield object_id

    def changes(self, commit: str, parent: str) -> list[Change]:
        """Return the files that differ between a commit and its parent, by their paths; renamed files are followed.

        Raises:
            Gone: git cannot read the trees.
        """
        try:
            return self._changes(commit, parent)
        except Gone:  # perhaps of something before, or because somebody ended it
            return self._changes(commit, parent)

    def _changes(self, commit: str, parent: str) -> list[Change]:
        command = (*_DIFF, *_RENAMES)
        process = self._open(command)
        stdin, stdout = pipes(process)
        try:
            # A line that names no object comes back as it is: it ends the answer.
            stdin.write(f"{commit} {parent}\n".encode() + _END + b"\n")
            stdin.flush()
            return sorted(_changes(stdout), key=lambda one: (one.path, one.old_path))
        except (BrokenPipeError, Gone):
            self._end(command)
            raise Gone from None

    def _open(self, command: tuple[str, ...]) -> subprocess.Popen[bytes]:
        if command not in self._running:
            self._running[command] = self._started(command)
        return self._running[command]

    def _started(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._words(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            cwd="/",
            process_group=0,  # Ctrl-C is for us; a worker must not take an interrupted git for a damaged repository
        )

    def _end(self, command: tuple[str, ...]) -> None:
        process = self._running.pop(command)
        process.kill()
        close(process)

    def _words(self, command: Sequence[str]) -> list[str]:
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        return ["git", "--no-pager", *settings, f"--git-dir={self._folder}", *command]


def _environment() -> dict[str, str]:
    """Return the environment of git: nothing of the user's git in it."""
    return {"PATH": os.environ.get("PATH", os.defpath), **_ENVIRONMENT}


def _object(stream: IO[bytes]) -> Object:
    """Read an answer of `cat-file --batch`.

    Raises:
        Gone: the process ended.
    """
    head = stream.readline()
    if not head.endswith(b"\n"):
        raise Gone
    words = head.split(b" ")
    if words[-1] in (b"missing\n", b"ambiguous\n") or len(words) < 3:
        return Object(MISSING, b"")
    kind, size = words[-2].decode(), int(words[-1])
    if size > MOST_BYTES:
        left = size + 1
        while left:
            read = stream.read(min(left, _CHUNK))
            if not read:
                raise Gone
            left -= len(read)
        return Object(TOO_LARGE, b"")
    data = stream.read(size + 1)
    if len(data) <= size:
        raise Gone
    return Object(kind, data[:-1])


def _changes(stream: IO[bytes]) -> Iterator[Change]:
    """Read an answer of `diff-tree --stdin -z`: fields that end with NUL.

    Raises:
        Gone: the process ended.
    """
    fields = _fields(stream)
    for head in fields:
        old_mode, mode, old_id, id, status = head[1:].split(b" ")
        old_path = next(fields)
        path = next(fields) if status[:1] in (b"R", b"C") else old_path
        yield Change(status[:1].decode(), old_path, path, old_mode, mode, old_id.decode(), id.decode())


def _fields(stream: IO[bytes]) -> Iterator[bytes]:
    left, end = b"", _END + b"\n"
    while True:
        data = stream.read1(1 << 16)  # type: ignore[attr-defined]  # the pipe of Popen has it
        if not data:
            raise Gone
        *fields, left = (left + data).split(b"\0")
        yield from fields
        if left == end:
            return


def entries_of(tree: bytes, id_bytes: int) -> Iterator[Entry]:
    """Yield the names in a tree object.

    Args:
        tree: its content.
        id_bytes: how long an id is in it: 20, or 32 where the repository uses SHA-256.
    """
    at = 0
    while at < len(tree):
        end = tree.find(b"\0", at)
        if end < 0 or end + 1 + id_bytes > len(tree):
            return
        mode, _, name = tree[at:end].partition(b" ")
        yield Entry(name, mode, tree[end + 1 : end + 1 + id_bytes].hex())
        at = end + 1 + id_bytes
