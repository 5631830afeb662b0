"""Histories that `git fast-import` writes: any bytes as names, messages and contents, any dates, any parents."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from equimorph.datasets.mining import mine
from equimorph.datasets.mining.items import DATASETS

Content: TypeAlias = "str | bytes | tuple[str, bytes] | None"
"""Of a file; None deletes it; a mode and an id make a link or a submodule."""
WHEN = 1_400_000_000
FIX = "Fix a bug"


def git(folder: Path, *words: str, data: bytes | None = None, **variables: str) -> bytes:
    """What git writes, in a folder, with the user's settings out of the way."""
    env = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        **{"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "HOME": str(folder)},
        **{"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org"},
        **{"GIT_COMMITTER_NAME": "C", "GIT_COMMITTER_EMAIL": "c@example.org"},
        **variables,
    }
    return subprocess.run(
        ["git", *words], cwd=folder, input=data, capture_output=True, check=True, env=env
    ).stdout


class History:
    """A repository that grows by commits; they are there when `path` is asked for."""

    def __init__(self, path: Path, *options: str) -> None:
        path.mkdir(parents=True)
        git(path, "init", "-q", "-b", "main", *options)
        self._path, self._script, self._marks = path, bytearray(), 0

    @property
    def path(self) -> Path:
        """The folder with the repository."""
        if self._script:
            marks = (f"--{verb}={self._path}.marks" for verb in ("import-marks-if-exists", "export-marks"))
            words = ("fast-import", "--quiet", "--date-format=raw-permissive", "--force", *marks)
            git(self._path, *words, data=bytes(self._script))
            self._script.clear()
        return self._path

    def commit(
        self,
        message: str | bytes,
        files: Mapping[str | bytes, Content],
        *,
        parents: Sequence[int] | None = None,
        when: str = f"{WHEN} +0000",
        encoding: str = "",
        branch: str = "main",
        author: str = "A <a@example.org>",
    ) -> int:
        """Add a commit; the number it returns can be a parent."""
        before = ([self._marks] if self._marks else []) if parents is None else parents
        self._marks += 1
        self._line(f"commit refs/heads/{branch}", f"mark :{self._marks}", f"author {author} {when}")
        self._line(f"committer {author} {when}", *([f"encoding {encoding}"] if encoding else []))
        self._data(message.encode() if isinstance(message, str) else message)
        if before:
            self._line(f"from :{before[0]}", *(f"merge :{one}" for one in before[1:]))
        for name, content in files.items():
            self._file(name.encode() if isinstance(name, str) else name, content)
        self._script += b"\n"
        return self._marks

    def fix(
        self, before: str | bytes, after: str | bytes, message: str | bytes = FIX, name: str = "A.java"
    ) -> int:
        """Add a file, and a commit that changes it."""
        self.commit("Begin", {name: before})
        return self.commit(message, {name: after})

    def ids(self) -> list[str]:
        """The commits of the main branch, the oldest first."""
        return git(self.path, "rev-list", "--reverse", "--topo-order", "main").decode().split()

    def _line(self, *lines: str) -> None:
        self._script += "".join(f"{line}\n" for line in lines).encode()

    def _data(self, data: bytes) -> None:
        self._script += b"data %d\n" % len(data) + data + b"\n"

    def _file(self, name: bytes, content: Content) -> None:
        quoted = b'"' + b"".join(b"\\%03o" % byte for byte in name) + b'"'
        if content is None:
            self._script += b"D " + quoted + b"\n"
        elif isinstance(content, tuple):
            mode, data = content
            if mode == "160000":
                self._script += b"M 160000 " + data + b" " + quoted + b"\n"
            else:
                self._script += b"M %s inline " % mode.encode() + quoted + b"\n"
                self._data(data)
        else:
            self._script += b"M 100644 inline " + quoted + b"\n"
            self._data(content.encode() if isinstance(content, str) else content)


@pytest.fixture
def history(tmp_path: Path) -> History:
    """An empty repository called `project`."""
    return History(tmp_path / "project")


class Mined:
    """What `mine` wrote."""

    def __init__(self, out: Path, summary: dict[str, Any]) -> None:
        self.out, self.summary = out, summary
        assert json.loads((out / "datasets.json").read_bytes()) == summary
        read = [
            [json.loads(line) for line in (out / f"{name}.jsonl").read_bytes().splitlines()]
            for name in DATASETS
        ]
        self.lines, self.methods, self.classes = read
        assert summary["items"] == dict(zip(DATASETS, map(len, read), strict=True))
        for counts in (summary["commits"], summary["files"], *summary["changes"].values()):
            assert counts["read"] == counts["kept"] + sum(counts["dropped"].values())

    @property
    def dropped(self) -> dict[str, int]:
        """The commits that were dropped, by reason."""
        found: dict[str, int] = self.summary["commits"]["dropped"]
        return found

    @property
    def files(self) -> dict[str, int]:
        """The files that were dropped, by reason."""
        found: dict[str, int] = self.summary["files"]["dropped"]
        return found


@pytest.fixture
def mined(tmp_path: Path) -> Callable[..., Mined]:
    """Mines histories or folders to a new folder, and checks that all counts are in order."""
    count = 0

    def run(*repos: History | Path | str, **options: Any) -> Mined:  # noqa: ANN401 - of any option
        nonlocal count
        count += 1
        out = tmp_path / f"items{count}"
        given = [one.path if isinstance(one, History) else one for one in repos]
        return Mined(out, mine(given, out, **options))

    return run


def java(*statements: str, name: str = "A", method: str = "f") -> str:
    """A class with one method."""
    body = "".join(f"        {statement}\n" for statement in statements)
    return f"package p;\n\nclass {name} {{\n    int {method}(int a) {{\n{body}    }}\n}}\n"


BUGGY, FIXED = java("return a + 1;"), java("return a - 1;")
