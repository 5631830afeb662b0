"""The lines that a patch changes or adds in files which hold its new side: the output of `git diff main`, for instance.

A name in a patch is relative to a folder that the patch does not name. It may be a path below the working folder or the
root of the file's git repository; if no file is there, it is the end of a path. The prefixes of `git diff` (``a/``,
``b/``) are removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from os import PathLike, fspath
from pathlib import Path, PurePosixPath

from equimorph.patches.diffs import FileDiff, Hunk, parse_diff, split_lines
from mutators import MutationError
from parsers.source import LineMap

__all__ = ["changed_lines"]

_NO_HUNKS = re.compile(rb"^(diff |Index: |Binary files )", re.MULTILINE)
_HUNKS = re.compile(rb"^(@@|\+\+\+ )", re.MULTILINE)


def changed_lines(
    diff: str | bytes,
    paths: Iterable[str | PathLike[str]],
    *,
    name: str = "diff",
    unmatched: Callable[[str], None] = lambda _: None,
) -> dict[str, frozenset[int]]:
    """Return the lines that a patch changes or adds in each of some files; files without changed lines are left out.

    The files must contain the new side of the patch. A line counts if its text is new; a deletion changes none of the other lines.

    Args:
        diff: A unified diff, which may rename files.
        paths: Paths of files, in the form for the result.
        name: Name of the diff, for messages.
        unmatched: Called with the name of each file in the diff that is not among the files.

    Returns:
        1-based lines by path, for `Selection(lines=...)`.

    Raises:
        ParseError: this is not a unified diff; names the line.
        MutationError: a file does not contain the new side of the patch, or a name of the patch may mean several of the files.
        OSError: a file cannot be read.
    """
    data = diff.encode("utf-8", "surrogateescape") if isinstance(diff, str) else diff
    if not data.strip() or (_NO_HUNKS.search(data) and not _HUNKS.search(data)):
        return {}
    files = _Files.of([fspath(path) for path in paths])
    lines_by_path: dict[str, frozenset[int]] = {}
    for file_diff in parse_diff(data, name, renames=True):
        if file_diff.new is None or not file_diff.hunks:
            continue
        named = files.named(file_diff, name)
        if not named:
            unmatched(file_diff.new)
        for path in named:
            if lines := _lines(Path(path).read_bytes(), file_diff, path):
                lines_by_path[path] = lines_by_path.get(path, frozenset()) | lines
    return lines_by_path


@dataclass
class _Files:
    """Files by the names that a patch may give them.

    Attributes:
        roots: the working folder, and the roots of the files' repositories.
        real: each path as it was given, with the whole path.
    """

    roots: tuple[Path, ...]
    real: Mapping[str, Path]

    @classmethod
    def of(cls, paths: Iterable[str]) -> _Files:
        repository = cache(_repository)
        real = {path: Path(path).parent.resolve() / Path(path).name for path in paths}
        roots = {Path.cwd(): None, **{repository(path.parent): None for path in real.values()}}
        return cls(tuple(root for root in roots if root is not None), real)

    def named(self, diff: FileDiff, patch: str) -> list[str]:
        """Return the paths of the file of a diff; none if it is none of these, several if it was given in several ways.

        Raises:
            MutationError: it may be one of several files.
        """
        names = list(_names(diff))
        matches = self._at_roots(names)
        if not matches and not any((root / name).exists() for root in self.roots for name in names):
            matches = self._by_ends(names)
        if len({self.real[path] for path in matches}) > 1:
            first, *_, last = matches
            raise MutationError(
                f"{patch}: line {diff.line}: {diff.new} may be {first} or {last};"
                " give only one of them, or call it in the folder that the patch starts from"
            )
        return matches

    def _at_roots(self, names: Iterable[str]) -> list[str]:
        wanted = {root / name for root in self.roots for name in names}
        return [path for path, real in self.real.items() if real in wanted]

    def _by_ends(self, names: Iterable[str]) -> list[str]:
        for name in names:
            parts = PurePosixPath(name).parts
            matches = [path for path, real in self.real.items() if real.parts[-len(parts) :] == parts]
            if matches:
                return matches
        return []


def _repository(folder: Path) -> Path | None:
    return next((root for root in (folder, *folder.parents) if (root / ".git").exists()), None)


def _names(diff: FileDiff) -> Iterator[str]:
    """Yield the possible names of a patch's file: as it is there, and without its first part.

    Of ``a/X`` and ``b/X``, as git writes them, the second one alone.
    """
    assert diff.new is not None
    new = PurePosixPath(diff.new)
    rest = "/".join(new.parts[1:])
    if new.parts[0] == "b" and rest and diff.old in (None, f"a/{rest}"):
        yield rest
        return
    yield str(new)
    if rest and not new.is_absolute():
        yield rest


def _lines(data: bytes, diff: FileDiff, path: str) -> frozenset[int]:
    """Return the lines of a file that a diff changes or adds, as Java counts them."""
    here = split_lines(data)
    lines = LineMap(data)
    ends = [match.end() for match in re.finditer(rb"\n", data)]
    starts = [0, *ends]
    numbers: set[int] = set()
    for hunk in diff.hunks:
        _check(here, hunk, path)
        for change in hunk.changes:
            for at in range(hunk.new_start + change.new_start, hunk.new_start + change.new_end):
                # A CR alone ends a line of Java, and none of a patch.
                end = starts[at + 1] if at + 1 < len(starts) else len(data)
                numbers.update(range(lines.line(starts[at]), lines.line(max(starts[at], end - 1)) + 1))
    return frozenset(numbers)


def _check(lines: list[bytes], hunk: Hunk, path: str) -> None:
    """Check that a file holds the new side of a hunk, where the hunk says.

    Raises:
        MutationError: it does not; names the first line that differs.
    """
    end = hunk.new_start + len(hunk.new)
    if tuple(lines[hunk.new_start : end]) == hunk.new:
        return
    pairs = zip(lines[hunk.new_start : end], hunk.new, strict=False)
    same = next((n for n, (ours, theirs) in enumerate(pairs) if ours != theirs), None)
    line = hunk.new_start + 1 + (len(lines[hunk.new_start : end]) if same is None else same)
    raise MutationError(f"patch does not fit {path}:{line}; is it already applied?")
