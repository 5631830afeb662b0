"""Items of the three data sets of the leakage study (section 4.3): lines, methods and classes, before and after a fix."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from equimorph.datasets.mining.changes import FilePair, Piece, line_count
from equimorph.datasets.mining.presets import Preset
from equimorph.patches.diffs import Change
from equimorph.texts.likeness import HASH_BYTES, group_of

DATASETS = ("dataset_1", "dataset_2", "dataset_3")
"""The data sets of lines, methods and classes."""


def found_items(
    pair: FilePair, preset: Preset, counts: Mapping[str, Counter[str]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the items of a file, each with the number of its data set.

    Args:
        pair: The file before and after the commit.
        preset: The rules for methods.
        counts: Numbers of kept items, and of dropped ones by reason, for each data set; they grow.
    """
    lines, methods, classes = (counts[name] for name in DATASETS)
    place = {
        "path": os.fsdecode(pair.path),
        "old_path": None if pair.old_path == pair.path else os.fsdecode(pair.old_path),
        "encoding": pair.encoding,
    }
    kept = []
    for piece in pair.methods():
        reason = _refused(piece, preset)
        methods[reason or "kept"] += 1
        if reason:
            lines[reason] += len(piece.changes)
            continue
        kept.append(piece)
        group = group_of(piece.buggy.encode(), pair.buggy.language)
        of = {**place, "method": piece.name, "line": piece.line, "group": group}
        yield 2, {**of, "buggy_method": piece.buggy, "fixed_method": piece.fixed}
        yield from ((1, {**of, **item}) for item in _line_items(piece, lines))
    for piece in pair.types():
        if preset_narrows(preset) and not kept:
            classes["no method of it is kept"] += 1
            continue
        classes["kept"] += 1
        group = hashlib.sha256(f"class|{pair.package}.{piece.name}".encode()).hexdigest()[: 2 * HASH_BYTES]
        yield 3, {**place, "group": group, **_class_item(piece)}


def preset_narrows(preset: Preset) -> bool:
    """Return whether a preset has rules for methods, which its classes must have a method of."""
    return preset.one_change in ("hunk", "method") or bool(preset.least_lines or preset.not_named)


def _refused(piece: Piece, preset: Preset) -> str:
    """Return why a method is not wanted; "" if it is."""
    if min(line_count(piece.buggy), line_count(piece.fixed)) < preset.least_lines:
        return f"fewer than {preset.least_lines} lines"
    if preset.not_named and preset.not_named in piece.name.lower():
        return f"{preset.not_named!r} in the name of the method"
    sizes = [(change.end - change.start, change.new_end - change.new_start) for change in piece.changes]
    if preset.one_change == "method" and sizes != [(1, 1)]:
        return "not one line for one line in the method"
    return ""


def _line_items(piece: Piece, counts: Counter[str]) -> Iterator[dict[str, Any]]:
    """Yield the changes in a method, place by place: the removed lines, the added lines, and the method as it was."""
    old, new = (text.split("\n") for text in (piece.buggy, piece.fixed))
    for change in piece.changes:
        counts["kept"] += 1
        yield {
            "line": piece.line + change.start,
            "buggy_line": _joined(old[change.start : change.end]),
            "buggy_context": piece.buggy,
            "fixed_line": _joined(new[change.new_start : change.new_end]),
        }


def _joined(lines: list[str]) -> str:
    """Return lines as they are in their text, without the last line's end."""
    return "\n".join(lines).removesuffix("\r")


def _class_item(piece: Piece) -> dict[str, Any]:
    return {
        "class": piece.name,
        "line": piece.line,
        "buggy_class": piece.buggy,
        "fixed_class": piece.fixed,
        "bug_location": _location(piece.changes),
    }


def _location(changes: tuple[Change, ...]) -> dict[str, list[int]]:
    """Return the lines of a bug, 1-based in its class, that the fix changes or deletes, or before which it inserts."""
    return {
        "fault_lines": [line + 1 for change in changes for line in range(change.start, change.end)],
        "omissions": [change.start + 1 for change in changes if change.start == change.end],
    }
