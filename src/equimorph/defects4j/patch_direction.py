"""The direction of a patch: the checkout's files must hold one of its sides, and only one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from equimorph.patches.diffs import Change, FileDiff, Hunk
from parsers import ParseError

Side = Literal["old", "new"]


@dataclass(frozen=True)
class Target:
    """The diff of a file, and the file.

    Attributes:
        diff: Diff of the file.
        path: Path of the file in the checkout.
        lines: Lines of the file, without line ends; None if it is not there.
    """

    diff: FileDiff
    path: str
    lines: Sequence[bytes] | None


def held_side(targets: Sequence[Target], patch: str) -> Side:
    """Return the side of a patch that the files hold.

    At the lines that the patch names, or, if neither side is at these, each hunk at the one place in its file where it fits.

    Args:
        patch: its path, for messages.

    Raises:
        ParseError: they hold neither, or both; names the patch and the line of a hunk.
    """
    for anywhere in (False, True):
        held = [side for side in _SIDES if all(_holds(target, side, anywhere) for target in targets)]
        if len(held) == 1:
            return held[0]
        if held:
            line = targets[0].diff.line
            raise ParseError("the checkout's files hold both sides of the patch", path=patch, line=line)
    raise _mismatch(targets, patch)


_SIDES: tuple[Side, Side] = ("old", "new")


def _mismatch(targets: Sequence[Target], patch: str) -> ParseError:
    for target in targets:
        if any(_holds(target, side, anywhere=True) for side in _SIDES):
            continue
        if target.lines is None:
            return ParseError(f"no file {target.path} in the checkout", path=patch, line=target.diff.line)
        whole = (hunk for hunk in target.diff.hunks if hunk.old and hunk.new)
        bad = next((h for h in whole if not any(_spots(target, h, side) for side in _SIDES)), None)
        line = target.diff.line if bad is None else bad.line
        lack = "neither side of this hunk" if bad else "neither side of the patch in one place"
        return ParseError(f"{target.path} holds {lack}: of another version?", path=patch, line=line)
    olds = {target.path: _holds(target, "old", anywhere=True) for target in targets}
    old_path, other = (next(path for path, old in olds.items() if old is wanted) for wanted in (True, False))
    return ParseError(f"{old_path} is as before the patch, {other} as after it", path=patch)


def _holds(target: Target, side: Side, anywhere: bool) -> bool:
    name = target.diff.old if side == "old" else target.diff.new
    if target.lines is None or name is None:
        # A side that is /dev/null has no file, or an empty one.
        return not target.lines and name is None
    return _starts(target, side, anywhere) is not None


def _starts(target: Target, side: Side, anywhere: bool) -> list[int] | None:
    """Return the 0-based lines where the hunks are, None if they are not there."""
    expected = [hunk.old_start if side == "old" else hunk.new_start for hunk in target.diff.hunks]
    if all(_stands(target, hunk, side, at) for hunk, at in zip(target.diff.hunks, expected, strict=True)):
        return expected
    if not anywhere:
        return None
    starts: list[int] = []
    for hunk in target.diff.hunks:
        spots = _spots(target, hunk, side)
        if len(spots) != 1 or (starts and spots[0] <= starts[-1]):
            return None
        starts += spots
    return starts


def _stands(target: Target, hunk: Hunk, side: Side, at: int) -> bool:
    lines, wanted = target.lines or (), _text(hunk, side)
    return at + len(wanted) <= len(lines) and tuple(lines[at : at + len(wanted)]) == wanted


def _spots(target: Target, hunk: Hunk, side: Side) -> list[int]:
    """Return all places where a hunk's side is; none for one without lines, which would be anywhere."""
    if not _text(hunk, side):
        return []
    return [at for at in range(len(target.lines or ())) if _stands(target, hunk, side, at)]


def _text(hunk: Hunk, side: Side) -> tuple[bytes, ...]:
    return hunk.old if side == "old" else hunk.new


def changed_lines(target: Target, side: Side) -> Iterator[Change]:
    """Yield the changes of a patch in a file that holds one of its sides.

    Indices are lines of the file; lines of the other side count from the start of their hunk.
    """
    return (change for change, _ in _replacements(target, side))


def other_side(target: Target, side: Side, data: bytes) -> bytes:
    """Return a file with the other side of a patch; new lines end as those before them.

    Args:
        side: that the file holds.
        data: Data of the file.
    """
    lines, output, at = _LINE.findall(data), list[bytes](), 0
    for change, texts in _replacements(target, side):
        output += lines[at : change.start]
        if texts and output and not output[-1].endswith(b"\n"):
            output[-1] += b"\n"
        near = lines[max(0, change.start - 1) : change.start + 1]
        end = b"\r\n" if near and near[0].endswith(b"\r\n") else b"\n"
        output += [text + end for text in texts]
        at = change.end
    return b"".join([*output, *lines[at:]])


_LINE = re.compile(rb"[^\n]*\n|[^\n]+")


def _replacements(target: Target, side: Side) -> Iterator[tuple[Change, Sequence[bytes]]]:
    """Yield the changes of a patch, each with the lines of the other side, without line ends."""
    starts = _starts(target, side, anywhere=True) or ()
    for hunk, at in zip(target.diff.hunks, starts, strict=True):
        theirs_text = _text(hunk, "new" if side == "old" else "old")
        for change in hunk.changes:
            ours, theirs = (change[:2], change[2:]) if side == "old" else (change[2:], change[:2])
            yield Change(ours[0] + at, ours[1] + at, *theirs), theirs_text[theirs[0] : theirs[1]]
