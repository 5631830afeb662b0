"""``datasets.json``: what was read, kept and dropped on the way from repositories to splits; each verb adds its part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from equimorph.pages.card import Card, SplitRows
from equimorph.rows.tables import RowCount
from equimorph.runs.whole import whole_file

SUMMARY = "datasets.json"
"""The name of the file, beside the data sets or their folders of splits."""
SCHEMA = 1

_KINDS: Mapping[str, type] = {
    "items": dict,
    "removed": dict,
    "duplicates": int,
    "filtered": list,
    "licenses": dict,
    "splits": dict,
}
"""The types of a summary's fields that a later verb reads, if they are not null."""

Removed = Mapping[str, Mapping[str, int]]
"""Number of items dropped for each benchmark because of the "buggy" side alone, the "fixed" side alone, or "both"."""


def read_summary(folder: Path) -> dict[str, Any]:
    """Return the summary in a folder; an empty one if there is none.

    Raises:
        OSError: it cannot be read, or is no JSON object of this schema.
    """
    path = folder / SUMMARY
    if not path.exists():
        return {}
    try:
        document = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise OSError(5, f"no JSON: {error}", str(path)) from error
    if not isinstance(document, dict) or document.get("schema", SCHEMA) != SCHEMA:
        raise OSError(5, f"no summary of schema {SCHEMA}", str(path))
    splits = document.get("splits") or {}
    well_typed = all(isinstance(document.get(name), kind | None) for name, kind in _KINDS.items())
    if not (well_typed and _is_table(document.get("removed")) and _is_table(splits.get("sizes"))):
        raise OSError(5, "not a summary of data sets: a field is of another type", str(path))
    return document


def _is_table(data: object) -> bool:
    """Return whether data are numbers in two levels, or nothing."""
    if data is None:
        return True
    return isinstance(data, dict) and all(
        isinstance(row, dict) and all(type(number) is int for number in row.values()) for row in data.values()
    )


def write_summary(folder: Path, summary: Mapping[str, Any]) -> None:
    """Write the summary of a folder, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    with whole_file(folder / SUMMARY) as out:
        out.write(json_of({"schema": SCHEMA, **summary}))


def write_card(
    folder: Path,
    verb: str,
    sizes: Mapping[str, Mapping[str, int]],
    summary: Mapping[str, Any],
    options: Mapping[str, Any],
) -> None:
    """Write the dataset card of a folder.

    Args:
        folder: The folder, with its data sets.
        verb: The verb that wrote them.
        sizes: Number of items by data set and split; the split "" is a whole data set, in a file of its own.
        summary: The summary of the folder.
        options: Options of the verb.

    Raises:
        OSError: it cannot be written.
    """
    files = [
        SplitRows(name, split or "train", f"{name}/{split}.jsonl" if split else f"{name}.jsonl", rows)
        for name, splits in sizes.items()
        for split, rows in splits.items()
    ]
    mined = summary.get("mined")
    language = None if mined is None else mined.get("language", "java")
    rest = f"{SUMMARY} has the counts of what was read and dropped."
    Card(f"datasets {verb}", files, summary.get("licenses") or (), language, options, rest).write(folder)


def json_of(data: Mapping[str, Any]) -> bytes:
    """Return a summary or a report as JSON, in lines."""
    try:
        return json.dumps(data, ensure_ascii=False, indent=2).encode() + b"\n"
    except UnicodeEncodeError:  # half of a character, which JSON can write as \udcXX
        return json.dumps(data, indent=2).encode() + b"\n"


def count_of(count: RowCount) -> dict[str, Any]:
    """Return the numbers of read, kept and dropped rows, as plain data."""
    return {"read": count.read, "kept": count.kept, "dropped": dict(sorted(count.dropped.items()))}


def merged(before: Removed, added: Removed) -> dict[str, dict[str, int]]:
    """Return the removals of two steps, benchmark by benchmark.

    Args:
        before: Removals of an earlier summary.
        added: Removals of this step.
    """
    totals: dict[str, dict[str, int]] = {}
    for table in (before, added):
        for benchmark, counts in table.items():
            kept = totals.setdefault(benchmark, {"buggy": 0, "fixed": 0, "both": 0})
            for side, count in counts.items():
                kept[side] = kept.get(side, 0) + count
    return dict(sorted(totals.items()))
