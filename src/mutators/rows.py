"""Mutants as people read and keep them: rows of plain data, and diffs."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from difflib import unified_diff
from html import escape
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from mutators.lines import LineChain, LineMapping
    from parsers.member import Member
    from parsers.source import SourceFile


class Mutated(Protocol):
    """A mutant of one member, of first or of higher order."""

    @property
    def id(self) -> str:
        """The id of the record or the records."""

    @property
    def mutator(self) -> str:
        """The name of the mutator, or several names."""

    @property
    def relation(self) -> str:
        """The relation of the mutant to the original."""

    @property
    def mutant(self) -> str:
        """The mutated member's text."""

    @property
    def text(self) -> str:
        """The whole mutated source."""

    @property
    def lines(self) -> LineMapping | LineChain:
        """Lines of the source and of the mutated source."""


def member_row(
    mutant: Mutated, method: Member, record: Mapping[str, Any], fault_lines: Collection[int], full: bool
) -> dict[str, Any]:
    """Return a mutant of a member as plain data for a line of JSON.

    Args:
        mutant: the mutant.
        method: the member in the original.
        record: the field with the record, or with the records.
        fault_lines, full: see `Mutant.to_row`.
    """
    data: dict[str, Any] = {
        "id": mutant.id,
        "path": method.source.path,
        "method": {"name": method.name, "start_line": method.start_line, "end_line": method.end_line},
        "mutator": mutant.mutator,
        "relation": mutant.relation,
        "original": method.text,
        "mutant": mutant.mutant,
        **record,
        "offset": method.start,
        "fault_lines": fault_lines_of(mutant, method, fault_lines),
    }
    if full:
        data["mutant_file"] = mutant.text
    if method.source.language != "java":
        data["language"] = method.source.language
    return data


def fault_lines_of(mutant: Mutated, method: Member, wanted: Collection[int]) -> dict[str, Any]:
    """Return the faulty lines of a mutant's member, the same lines in the mutant, and whether any is touched."""
    first, last = method.start_line, method.end_line
    inside = sorted({line for line in wanted if first <= line <= last})
    if not inside:
        return {"original": [], "mutant": [], "touched": False}
    lines = mutant.lines
    moved = sorted({new for line in inside for new in lines.to_mutant(line)})
    return {"original": inside, "mutant": moved, "touched": lines.touched(inside)}


def unified(source: SourceFile, text: str, made_by: str) -> str:
    """Return a unified diff from a source to a mutant of it, with three lines of context.

    Args:
        source: the original.
        text: the mutant.
        made_by: what is behind the path in the header of the mutant.
    """
    path = source.path or "original"
    lines = unified_diff(_lines(source.text), _lines(text), path, f"{path} ({made_by})")
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


_MOST_LINES, _LONGEST = 200, 1000
"""Maximum number of lines of a diff in a notebook, and of characters in a line."""
_COLOURS = {
    "+": "color:#116329;background:#dafbe1",
    "-": "color:#82071e;background:#ffebe9",
    "@": "color:#57606a",
}


def html_diff(title: str, diff: str) -> str:
    """Return a diff as HTML for a notebook, its lines coloured, below a title; a long one is cut."""
    lines = []
    every = _lines(diff)
    for line in every[:_MOST_LINES]:
        style = _COLOURS.get(line[:1])
        whole = line.removesuffix("\n")
        text = escape(whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}…")
        lines.append(f'<span style="{style}">{text}</span>' if style else text)
    if len(every) > _MOST_LINES:
        lines.append(f"… {len(every) - _MOST_LINES:,} more lines")
    return f'<p><code>{escape(title)}</code></p><pre style="line-height:1.3">{chr(10).join(lines)}</pre>'


def _lines(text: str) -> list[str]:
    """Return the lines as `patch` counts them: a form feed, say, does not end one."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
