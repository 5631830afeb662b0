"""The slices in which two token sequences differ."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from equimorph.cote.errors import CoteError

__all__ = ["SLICERS", "Slicer", "Span", "check_slicer", "slices"]

Slicer: TypeAlias = Literal["difflib", "wdiff"]
"""The finder of slices, Python's difflib or, where it is installed, GNU wdiff as in the paper."""
SLICERS: tuple[Slicer, ...] = get_args(Slicer)
Span: TypeAlias = tuple[int, int]
"""The first token of a slice, and the one behind its last."""
_MARKS = {"-w": "{-", "-x": "-}", "-y": "{+", "-z": "+}"}


def slices(
    own: Sequence[str], other: Sequence[str], slicer: Slicer = "difflib"
) -> tuple[list[Span], list[Span]]:
    """Return the slices of each sequence that the other one lacks, in order.

    Args:
        own, other: Tokens.
        slicer: Tool that finds the slices.

    Raises:
        CoteError: the slicer does not exist, or wdiff is not installed.
    """
    if slicer not in SLICERS:
        raise CoteError(f"slices are found by {' or '.join(SLICERS)}, not by {slicer!r}")
    return _FINDERS[slicer](own, other)


def check_slicer(slicer: Slicer) -> None:
    """Check that a slicer can be used.

    Raises:
        CoteError: wdiff is asked for, and not installed.
    """
    if slicer == "wdiff" and shutil.which("wdiff") is None:
        raise CoteError("wdiff is not installed; take difflib")


def _by_difflib(tokens: Sequence[str], other: Sequence[str]) -> tuple[list[Span], list[Span]]:
    spans: tuple[list[Span], list[Span]] = ([], [])
    for kind, start, end, new_start, new_end in SequenceMatcher(None, tokens, other, False).get_opcodes():
        if kind == "equal":
            continue
        if start < end:
            spans[0].append((start, end))
        if new_start < new_end:
            spans[1].append((new_start, new_end))
    return spans


def _by_wdiff(first: Sequence[str], other: Sequence[str]) -> tuple[list[Span], list[Span]]:
    aliases: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="equimorph.") as folder:
        places = [Path(folder, name) for name in ("own", "other")]
        for place, tokens in zip(places, (first, other), strict=True):
            words = [aliases.setdefault(item, f"w{len(aliases)}") for item in tokens]
            place.write_text("\n".join([*words, ""]), encoding="ascii")
        marks = [part for pair in _MARKS.items() for part in pair]
        try:
            done = subprocess.run(
                ["wdiff", *marks, *map(str, places)],
                capture_output=True,
                text=True,
                check=False,
                env={**os.environ, "LC_ALL": "C"},
            )
        except FileNotFoundError as error:
            raise CoteError("wdiff is not installed; take difflib") from error
        if done.returncode > 1:
            raise CoteError(f"wdiff failed: {done.stderr.strip()}")
    return _marked(done.stdout)


def _marked(text: str) -> tuple[list[Span], list[Span]]:
    for mark in _MARKS.values():
        text = text.replace(mark, f" {mark} ")
    at, state = [0, 0], ""
    spans: tuple[list[Span], list[Span]] = ([], [])
    for word, run in groupby(text.split()):
        if word in _MARKS.values():
            state = word if word in ("{-", "{+") else ""
            if state:
                side = 0 if state == "{-" else 1
                spans[side].append((at[side], at[side]))
            continue
        count = sum(1 for _ in run)
        for side, open_mark in enumerate(("{-", "{+")):
            if state == open_mark:
                start, end = spans[side][-1]
                spans[side][-1] = (start, end + count)
            if state in ("", open_mark):
                at[side] += count
    return spans


_FINDERS: dict[str, Callable[[Sequence[str], Sequence[str]], tuple[list[Span], list[Span]]]] = {
    "difflib": _by_difflib,
    "wdiff": _by_wdiff,
}
