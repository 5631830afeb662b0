"""Writing the page: HTML that needs nothing else and runs no script, or Markdown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from equimorph.bulk.reporting import counted
from equimorph.pages.beside import aligned_lines, is_short
from equimorph.pages.document import QUOTE, TOO_LONG, Document, Element, Section, chips, paragraph, term
from equimorph.search.found import FoundRow
from equimorph.search.pages.collecting import Collected


def write_page(out: Path, found: Collected, title: str = "Adversarials") -> None:
    """Write a page, whole or not at all; the end of its name says its format.

    Args:
        out: the file, ``.html`` or ``.md``.
        found: what it shows.
        title: plain text.

    Raises:
        OSError: it cannot be written.
    """
    sections = [Section(term(row.method), _place(row), _elements(row)) for row in found.shown]
    Document(title, _summary(found), sections, ["quotes.css", "aligned.css"]).write(out)


def _elements(row: FoundRow) -> list[Element]:
    before, after = (term(_said(output), QUOTE) for output in row.said)
    said = paragraph(["The model said ", before, " of the original, ", after, " of the mutant."], "said")
    return [chips(row.operators, _score(row)), said, _both(row)]


def _both(row: FoundRow) -> Element:
    if not is_short(row.original, row.text):
        return TOO_LONG
    return aligned_lines(("Original", "Mutant"), (row.original, row.text), "java", row.method or "method")


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
