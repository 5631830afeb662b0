"""Writing the page: HTML that needs nothing else and runs no script, or Markdown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from equimorph.bulk.reporting import counted
from equimorph.diffs import unified_diff
from equimorph.line_changes import changes
from equimorph.report.assembling import assembled, parts_of, well_formed
from equimorph.search.found import FoundRow
from equimorph.search.pages.collecting import Collected
from equimorph.trees.files import whole_file

__all__ = ["FORMATS", "write_page"]

_STYLES = ["base.css", "list.css"]
_LINE = re.compile("[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_LONGEST = 20_000
"""A longer text is not shown, in characters."""


def write_page(out: Path, found: Collected, title: str = "Adversarials") -> None:
    """Write a page, whole or not at all; the end of its name says its format.

    Args:
        out: the file, with one of the ends in `FORMATS`.
        found: what it shows.
        title: plain text.

    Raises:
        OSError: it cannot be written.
    """
    text = FORMATS[out.suffix](found, title)
    with whole_file(out) as stream:
        stream.write(well_formed(text).encode())


def _html(found: Collected, title: str) -> str:
    package = __package__ or ""
    values = {
        "summary": escape(_summary(found)),
        "list": "".join(_section(number, row) for number, row in enumerate(found.shown, 1)),
    }
    style = parts_of(_STYLES) + parts_of(["adversarials.css"], package)
    return assembled(parts_of(["adversarials.html"], package), style, "", title, {}, values)


def _section(number: int, row: FoundRow) -> str:
    before, after = (escape(well_formed(_said(one))) for one in row.said)
    chips = "".join(f'<span class="chip">{escape(name)}</span>' for name in row.operators)
    body = (
        _both(row) if _is_short(row) else '<p class="empty">The texts are too long; the rows have them.</p>'
    )
    return (
        f'<section><h2>{number}. {escape(well_formed(row.method))} <span class="quiet">{escape(_place(row))}</span></h2>'
        f"<p>{chips} {escape(_score(row))}</p>"
        f'<p class="said">The model said <q>{before}</q> of the original, <q>{after}</q> of the mutant.</p>{body}</section>'
    )


def _both(row: FoundRow) -> str:
    """Return the two texts beside each other, the changed lines marked."""
    cells = "".join(
        f"<tr>{_cell(old, mark, 'old')}{_cell(new, mark, 'new')}</tr>"
        for old, new, mark in _aligned_lines(row.original, row.text)
    )
    head = '<thead><tr><th scope="col">Original</th><th scope="col">Mutant</th></tr></thead>'
    return f'<table class="both">{head}<tbody>{cells}</tbody></table>'


def _cell(line: str | None, mark: bool, kind: str) -> str:
    if line is None:
        return '<td class="none"></td>'
    text = escape(well_formed(line.rstrip("\r\n")))
    return f'<td class="{kind}">{text}</td>' if mark else f"<td>{text}</td>"


def _aligned_lines(original: str, mutant: str) -> Iterator[tuple[str | None, str | None, bool]]:
    """Yield the lines of two texts beside each other, and whether they changed; None where one has no such line."""
    old, new = (_LINE.findall(_dedented(text)) for text in (original, mutant))
    at = 0
    plain = [[line.encode("utf-8", "surrogatepass") for line in lines] for lines in (old, new)]
    for start, end, new_start, new_end in changes(plain[0], plain[1]):
        yield from ((line, line, False) for line in old[at:start])
        for number in range(max(end - start, new_end - new_start)):
            one = old[start + number] if start + number < end else None
            other = new[new_start + number] if new_start + number < new_end else None
            yield one, other, True
        at = end
    yield from ((line, line, False) for line in old[at:])


def _dedented(text: str) -> str:
    """Return a text without the indentation of its last line: a method begins on the line that its first one lacks."""
    lines = _LINE.findall(text)
    last = lines[-1] if lines else ""
    indentation = last[: len(last) - len(last.lstrip(" \t"))]
    return "".join(line.removeprefix(indentation) for line in lines)


def _markdown(found: Collected, title: str) -> str:
    parts = [f"# {title}\n\n{_summary(found)}\n"]
    for number, row in enumerate(found.shown, 1):
        before, after = (_code(_said(one)) for one in row.said)
        parts.append(
            f"\n## {number}. {_code(row.method)}, {_code(_place(row))}\n\n{', '.join(map(_code, row.operators))}: {_score(row)}\n\n"
            f"The model said {before} of the original, {after} of the mutant.\n\n{_fenced(row)}"
        )
    return "".join(parts)


def _fenced(row: FoundRow) -> str:
    if not _is_short(row):
        return "The texts are too long; the rows have them.\n"
    old, new = (
        f"{_dedented(text)}\n".encode("utf-8", "backslashreplace") for text in (row.original, row.text)
    )
    parts = [("java", old.decode()), ("diff", unified_diff(row.method or "method", old, new).decode())]
    longest = max((len(run) for _, text in parts for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join(f"{fence}{kind}\n{text.rstrip()}\n{fence}\n" for kind, text in parts)


def _code(text: str) -> str:
    """Return a text as code within a line of Markdown."""
    one = " ".join(text.split())
    fence = "`" * (max((len(run) for run in re.findall("`+", one)), default=0) + 1)
    return f"{fence} {one} {fence}" if "`" in one or not one else f"{fence}{one}{fence}"


def _summary(found: Collected) -> str:
    answered = found.answered
    share = "" if answered.percent is None else f" ({answered.percent} %)"
    return (
        f"{counted(found.count.kept, 'mutant')} of {counted(answered.denominator, 'method')}. The model's answer changes for a "
        f"mutant of {answered.numerator:,} of them{share}. "
        f"The most telling mutant of each method ({counted(len(found.shown), 'method')}):"
    )


def _place(row: FoundRow) -> str:
    return f"{row.path}, mutant {row.id}" if row.path else f"mutant {row.id}"


def _score(row: FoundRow) -> str:
    return f"mutation score {row.killed}/{row.models}" if row.models else "not scored"


def _said(output: Any) -> str:  # noqa: ANN401 - what any model says
    return output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)


def _is_short(row: FoundRow) -> bool:
    return max(len(row.original), len(row.text)) <= _LONGEST


FORMATS: Mapping[str, Callable[[Collected, str], str]] = {".html": _html, ".md": _markdown}
"""What makes a page, by the end of its name."""
