"""Hunks: the lines that a change removes and the lines that it puts there, without the lines around them.

A hunk of a diff may hold several changes; each is one of ours. A side may be empty: a change that only inserts takes nothing away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from equimorph.patches.diffs import Change, FileDiff, parse_diff, patch_changes, split_lines


def java_diffs(patch: bytes, name: str) -> Iterator[FileDiff]:
    """Yield the diffs of the Java files of a patch.

    Raises:
        ParseError: it is no unified diff.
    """
    return source_diffs(patch, name, ".java")


def source_diffs(patch: bytes, name: str, suffix: str) -> Iterator[FileDiff]:
    """Yield the diffs of the files of a patch whose names end so.

    Raises:
        ParseError: it is no unified diff.
    """
    diffs = parse_diff(patch, name, renames=True)
    return (diff for diff in diffs if (diff.new or diff.old or "").endswith(suffix))


def diff_hunks(diff: FileDiff) -> Iterator[tuple[bytes, bytes]]:
    """Yield the changes of a diff of one file in its order, each the lines before and after it; a binary file has none."""
    for hunk in diff.hunks:
        for change in hunk.changes:
            yield _sides(change, hunk.old, hunk.new)


def text_hunks(old: bytes, new: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the changes from a text to another one as `git diff OLD NEW` has them, each the lines before and after it."""
    lines = split_lines(old), split_lines(new)
    for change in patch_changes(*lines):
        yield _sides(change, *lines)


def _sides(change: Change, old: Sequence[bytes], new: Sequence[bytes]) -> tuple[bytes, bytes]:
    before, after = old[change.start : change.end], new[change.new_start : change.new_end]
    return b"\n".join(before), b"\n".join(after)
