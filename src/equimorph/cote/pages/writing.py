"""Writing the page: HTML that needs nothing else and runs no script, or Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path

from equimorph.bulk.reporting import counted
from equimorph.cote.consistency import Comparing, slices
from equimorph.cote.pages.collecting import Collected, Shown
from equimorph.report.assembling import assembled, parts_of, well_formed
from equimorph.trees.files import whole_file

__all__ = ["FORMATS", "write_page"]

_STYLES = ["base.css", "list.css"]
_LONGEST = 20_000
"""A longer text is not shown, in characters."""
_TOO_LONG = "The texts are too long; the rows have them."


def write_page(out: Path, found: Collected, title: str = "Issues") -> None:
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


def _summary(found: Collected) -> str:
    repaired = f", {found.repaired:,} of them repaired" if found.repaired else ""
    return (
        f"{counted(found.compared, 'mutant')} compared: {counted(found.issues, 'issue')}{repaired}. "
        f"Shown is the worst one of {counted(len(found.shown), 'input')}; what only one side has is marked:"
    )


def _parts(own: str, other: str, lang: str) -> list[list[tuple[str, bool]]]:
    """Return two texts, each in parts, with whether the other one lacks the part."""
    data = [text.encode("utf-8", "surrogatepass") for text in (own, other)]
    how = Comparing(lang or "java", "lexer" if lang else "split")
    spans = [how.spans(one) for one in data]
    words = [
        [one[start:end].decode("utf-8", "surrogatepass") for start, end in places]
        for one, places in zip(data, spans, strict=True)
    ]
    found = slices(words[0], words[1])
    return [_cut(*each) for each in zip(data, spans, found, strict=True)]


def _cut(
    data: bytes, spans: Sequence[tuple[int, int]], marked: Sequence[tuple[int, int]]
) -> list[tuple[str, bool]]:
    """Return a text in parts; a slice is marked from its first token to its last."""
    ends = [0]
    for first, last in marked:
        ends += [spans[first][0], spans[last - 1][1]]
    ends.append(len(data))
    pieces = [data[start:end].decode("utf-8", "surrogatepass") for start, end in pairwise(ends)]
    return [(piece, at % 2 == 1) for at, piece in enumerate(pieces) if piece]


def _both(own: str, other: str, lang: str, heads: tuple[str, str]) -> str:
    if max(len(own), len(other)) > _LONGEST:
        return f'<p class="empty">{_TOO_LONG}</p>'
    cells = []
    for kind, parts in zip(("old", "new"), _parts(own, other, lang), strict=True):
        text = "".join(
            f'<mark class="{kind}">{escape(well_formed(part))}</mark>'
            if marked
            else escape(well_formed(part))
            for part, marked in parts
        )
        cells.append(f"<td><pre>{text}</pre></td>")
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    return (
        f'<table class="both"><thead><tr>{head}</tr></thead><tbody><tr>{"".join(cells)}</tr></tbody></table>'
    )


def _section(number: int, row: Shown) -> str:
    how = row.comparing
    lang = how.lang if how.tokens == "lexer" else ""
    what = f'<span class="chip">{escape(well_formed(row.what))}</span>'
    parts = [
        f'<section><h2>{number}. {what} <span class="quiet">{escape(well_formed(row.id))}</span></h2>',
        f"<p>{escape(_scores(row))}</p>",
        _both(row.input, row.mutant, row.input_lang, ("Input", "Mutant")),
        _both(
            row.original_output, row.mutant_output, lang, ("Output for the input", "Output for the mutant")
        ),
    ]
    if row.repaired is not None:
        parts.append(
            _both(*row.repaired, lang, ("Repaired output for the input", "Repaired output for the mutant"))
        )
    return "".join([*parts, "</section>"])


def _scores(row: Shown) -> str:
    scores = ", ".join(f"{name} {value:.3f}" for name, value in row.scores.items())
    real = {True: "; the two programs behave differently", False: "; the two programs pass the same tests"}
    return f"consistency: {scores}{'' if row.real is None else real[row.real]}"


def _html(found: Collected, title: str) -> str:
    package = __package__ or ""
    values = {
        "summary": escape(_summary(found)),
        "list": "".join(_section(number, row) for number, row in enumerate(found.shown, 1))
        or '<p class="empty">No issue.</p>',
    }
    style = parts_of(_STYLES) + parts_of(["issues.css"], package)
    return assembled(parts_of(["issues.html"], package), style, "", title, {}, values)


def _markdown(found: Collected, title: str) -> str:
    parts = [f"# {title}\n\n{_summary(found)}\n"]
    for number, row in enumerate(found.shown, 1):
        how = row.comparing
        lang = how.lang if how.tokens == "lexer" else ""
        parts.append(f"\n## {number}. {_code(row.what)}, {_code(row.id)}\n\n{_scores(row)}\n\n")
        parts.append(_marked_pair(row.input, row.mutant, row.input_lang, ("Input", "Mutant")))
        heads = ("Output for the input", "Output for the mutant")
        parts.append(_marked_pair(row.original_output, row.mutant_output, lang, heads))
        if row.repaired is not None:
            parts.append(
                _marked_pair(*row.repaired, lang, ("Repaired, for the input", "Repaired, for the mutant"))
            )
    return "".join(parts) if found.shown else f"{parts[0]}\nNo issue.\n"


def _marked_pair(own: str, other: str, lang: str, heads: tuple[str, str]) -> str:
    """Return two texts in fences; slices are between ``[-`` and ``-]``, or ``{+`` and ``+}``, as wdiff has them."""
    if max(len(own), len(other)) > _LONGEST:
        return f"{_TOO_LONG}\n\n"
    found = []
    for head, (left, right), parts in zip(
        heads, (("[-", "-]"), ("{+", "+}")), _parts(own, other, lang), strict=True
    ):
        text = "".join(f"{left}{part}{right}" if marked else part for part, marked in parts).rstrip()
        fence = "`" * max(3, max((len(run) for run in re.findall("`+", text)), default=0) + 1)
        found.append(f"{head}:\n\n{fence}text\n{text}\n{fence}\n\n")
    return "".join(found)


def _code(text: str) -> str:
    """Return a text as code within a line of Markdown."""
    one = " ".join(text.split())
    fence = "`" * (max((len(run) for run in re.findall("`+", one)), default=0) + 1)
    return f"{fence} {one} {fence}" if "`" in one or not one else f"{fence}{one}{fence}"


FORMATS: Mapping[str, Callable[[Collected, str], str]] = {".html": _html, ".md": _markdown}
"""What makes a page, by the end of its name."""
