"""The work on a commit: its changes of files of a language, as items of the three data sets, and what became of the rest."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from equimorph.bulk.job import Record, Report, Work
from equimorph.bulk.work import row_data
from equimorph.datasets.mining.changes import FilePair
from equimorph.datasets.mining.commits import parsed
from equimorph.datasets.mining.git import MISSING, TOO_LARGE, Change, Gone, Object, Repository, entries_of
from equimorph.datasets.mining.items import DATASETS, found_items
from equimorph.datasets.mining.languages import LANGUAGES, Mined
from equimorph.datasets.mining.licences import licence_files, spdx
from equimorph.datasets.mining.presets import PRESETS, Preset
from equimorph.patches.diffs import changes as line_changes
from equimorph.patches.diffs import split_lines
from equimorph.rows.jsonl import encode
from parsers import ParseError, SourceFile

MINE = "equimorph.datasets.mining.work:mine_commits"
SCHEMA = 1
COUNTS = b"0\t"
"""The beginning of a line of counts; a line of an item begins with the number of its data set."""
_PLAIN = (b"100644", b"100755")
_GONE = {MISSING: "an object is missing", TOO_LARGE: "larger than 10 MB"}
_LATIN = "iso-8859-1"


@dataclass
class _Found:
    """The outcome for a commit.

    Attributes:
        dropped: Reason why nothing is made of the commit; "" if something is.
        files: Numbers of files of the language that are kept, and that are dropped by reason.
        items: Numbers of kept items, and of dropped ones by reason, for each data set.
    """

    dropped: str = ""
    files: Counter[str] = field(default_factory=Counter)
    items: dict[str, Counter[str]] = field(default_factory=lambda: {name: Counter() for name in DATASETS})


def mine_commits(options: Mapping[str, Any]) -> Work:
    """Return a function that makes the items of a commit; lines begin with the number of their data set, the last one counts."""
    miner = _Miner(options)

    def made(record: Record, report: Report) -> Iterator[bytes]:
        yield from miner.lines(row_data(record))

    return made


class _Miner:
    """The repository that is open, and the rules."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._repositories: list[Mapping[str, Any]] = options["repositories"]
        self._preset, self._name = PRESETS[options["preset"]], options["preset"]
        self._language = LANGUAGES[options["language"]]
        self._licenses = frozenset(options["licenses"])
        self._at = -1
        self._open: Repository | None = None
        self._known: dict[tuple[str, ...], tuple[str | None, str | None]] = {}

    def lines(self, row: Mapping[str, Any]) -> Iterator[bytes]:
        repository, tally = self._repository(row["repository"]), _Found()
        common = self._common(repository, row)
        if self._licenses and common["license"] not in self._licenses:
            tally.dropped = "its licence is not among those that are kept"
        else:
            kept = 0
            try:
                for dataset, item in self._items(repository, row, tally):
                    kept += 1
                    yield b"%d\t" % dataset + encode(_row(common, dataset, item, tally))
            except Gone:
                tally.dropped = "its trees cannot be read"
            if not kept and not tally.dropped:
                tally.dropped = f"no code changes in a {self._language.title} file that is kept"
        yield COUNTS + encode(
            {
                "dropped": tally.dropped,
                "files": tally.files,
                "items": tally.items,
                "license": common["license"],
            }
        )

    def _repository(self, number: int) -> Repository:
        """Return a repository; close the one that was open before."""
        if self._at != number or self._open is None:
            if self._open is not None:
                self._open.close()
            self._open, self._at = Repository(Path(self._repositories[number]["path"])), number
        return self._open

    def _common(self, repository: Repository, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields that all items of a commit share."""
        of = self._repositories[row["repository"]]
        commit, tree = repository.objects([row["commit"], f"{row['commit']}^{{tree}}"])
        parsed_commit = parsed(row["commit"], commit.data)
        license, file = self._licence(repository, tree, len(row["commit"]) // 2)
        return {
            "project": of["project"],
            "repo_url": of["url"],
            "commit": row["commit"],
            "parent": row["parent"],
            "author_time": parsed_commit.author_time,
            "message": parsed_commit.message,
            "keywords": row["keywords"],
            "license": license,
            "license_file": file,
            "split": None,
            "source": f"mined:{self._name}",
            **self._language.fields,
        }

    def _licence(self, repository: Repository, tree: Object, id_bytes: int) -> tuple[str | None, str | None]:
        """Return the licence at a commit and its file; the file is the first of all where the licence is not known."""
        files = licence_files(entries_of(tree.data, id_bytes))
        key = tuple(word for entry in files for word in (os.fsdecode(entry.name), entry.id))
        if key not in self._known:
            texts = [
                blob.data.decode("utf-8", "replace")
                for blob in repository.objects(entry.id for entry in files)
            ]
            said = spdx(texts)
            name, at = said or (None, 0)
            self._known[key] = name, os.fsdecode(files[at].name) if files else None
        return self._known[key]

    def _items(
        self, repository: Repository, row: Mapping[str, Any], tally: _Found
    ) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the items of a commit that its rules keep.

        Raises:
            Gone: git cannot read its trees.
        """
        language, suffix = self._language, self._language.suffix
        changes = [
            candidate
            for candidate in repository.changes(row["commit"], row["parent"])
            if candidate.path.endswith(suffix) or candidate.old_path.endswith(suffix)
        ]
        if not changes:
            tally.dropped = f"no {language.title} file changes"
            return
        tally.dropped = _refused(self._preset, repository, changes, language)
        if tally.dropped:
            return
        for change in changes:
            pair = _file_pair(repository, change, language)
            reason = pair if isinstance(pair, str) else _refused_file(self._preset, pair)
            if isinstance(pair, str) or reason:
                tally.files[reason] += 1
                continue
            empty = True
            for item in found_items(pair, self._preset, tally.items):
                empty = False
                yield item
            tally.files["nothing is made of it" if empty else "kept"] += 1


def _row(common: Mapping[str, Any], dataset: int, item: Mapping[str, Any], tally: _Found) -> dict[str, Any]:
    number = tally.items[DATASETS[dataset - 1]]["kept"]
    id = f"{common['project']}:{common['commit'][:16]}:{dataset}.{number}"
    return {"schema": SCHEMA, "id": id, **common, **item}


def _refused(preset: Preset, repository: Repository, changes: list[Change], language: Mined) -> str:
    """Return why the preset rejects the changes of a commit as a whole; "" if it accepts them."""
    if preset.most_lines is not None:
        changed = 0
        for file_change in changes:
            changed += _changed_lines(*_both_sides(repository, file_change))
            if changed > preset.most_lines:
                return f"more than {preset.most_lines} lines of {language.title} change"
    if preset.one_change == "hunk":
        hunks = 0
        for file_change in changes:
            pair = _file_pair(repository, file_change, language)
            hunks += 2 if isinstance(pair, str) else len(pair.code)
            if hunks > 1:
                return "more than one hunk changes"
    return ""


def _both_sides(repository: Repository, change: Change) -> list[list[bytes]]:
    """Return the lines before and after; none where there is no plain file."""
    sides = ((change.old_id, change.old_mode), (change.id, change.mode))
    blobs = repository.objects(id for id, mode in sides if mode in _PLAIN)
    return [split_lines(next(blobs).data) if mode in _PLAIN else [] for _, mode in sides]


def _changed_lines(old: list[bytes], new: list[bytes]) -> int:
    """Return the number of removed and added lines, a replaced one twice, as `git diff --numstat` counts them."""
    return sum(
        change.end - change.start + change.new_end - change.new_start for change in line_changes(old, new)
    )


def _refused_file(preset: Preset, pair: FilePair) -> str:
    """Return why the preset rejects the changes of a file; "" if it accepts them."""
    if preset.one_change == "line":
        sizes = [(change.end - change.start, change.new_end - change.new_start) for change in pair.lines]
        if sizes != [(1, 1)]:
            return "not one line for one line in the file"
    return ""


def _file_pair(repository: Repository, change: Change, language: Mined) -> FilePair | str:
    """Return a file before and after a commit, or why there is none."""
    if change.status == "A":
        return "the commit adds the file"
    if change.status == "D":
        return "the commit deletes the file"
    if change.old_mode not in _PLAIN or change.mode not in _PLAIN:
        return "no plain file"
    if not (change.path.endswith(language.suffix) and change.old_path.endswith(language.suffix)):
        return "renamed from or to another ending"
    if change.old_id == change.id:
        return "its content does not change"
    sides, encoding = [], "utf-8"
    for git_object in repository.objects([change.old_id, change.id]):
        if git_object.kind != "blob":
            return _GONE.get(git_object.kind, "no plain file")
        if b"\0" in git_object.data:
            return "no text"
        sides.append(git_object.data)
    try:
        for data in sides:
            data.decode()
    except UnicodeDecodeError:
        encoding = _LATIN
        sides = [data.decode(_LATIN).encode() for data in sides]
    texts = (language.code(sides[0]), language.code(sides[1]))
    if language.same(*texts):
        return "only comments or blanks change"
    path = os.fsdecode(change.path)
    buggy, fixed = (SourceFile(data, path, language.name) for data in sides)
    if not all(_is_readable(source, language) for source in (buggy, fixed)):
        return f"no {language.title} that parses"
    return language.pair(change.path, change.old_path, encoding, buggy, fixed, texts)


def _is_readable(source: SourceFile, language: Mined) -> bool:
    try:
        return not source.has_error and source.kind in language.kinds
    except ParseError:
        return False
