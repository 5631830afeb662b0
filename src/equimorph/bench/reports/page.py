"""The page of a report: HTML that needs nothing else and runs no script, or Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from equimorph.bench.reports.report import Report
from equimorph.bench.reports.tables import model_table, problem_table, robust_table
from equimorph.bulk.reporting import counted
from equimorph.pages.document import Document, Element, Section, paragraph, tabular

__all__ = ["SHOWN", "write_page"]

SHOWN = 1000
"""The maximum number of problems on a page."""
_INTERVALS = "In brackets: intervals of 95 % by the bootstrap over problems, seed {}. AUC is empty where all samples pass, or none."
_MEASURES = (
    "RP_s@k counts samples that pass for all s perturbed prompts of a problem; RD_s@k is its drop from pass@k; RR_s@k counts"
    " samples whose result changes."
)


def write_page(out: Path, report: Report, title: str = "Models on a benchmark") -> None:
    """Write a page, whole or not at all; the end of its name says its format: ``.html`` or ``.md``.

    Args:
        out: The file.
        report: The report.
        title: Title in plain text.

    Raises:
        OSError: It cannot be written.
    """
    models = counted(len(report.models), "model")
    Document(title, f"{models}, k = {', '.join(map(str, report.ks))}", [*_sections(report)], []).write(out)


def _sections(report: Report) -> Iterator[Section]:
    remarks = [paragraph([text], "quiet") for text in report.remarks()]
    intervals = paragraph([_INTERVALS.format(report.seed)], "quiet")
    yield Section(_title("Models"), "", [tabular(model_table(report)), intervals, *remarks])
    if any(model.robust for model in report.models):
        measures = paragraph([_MEASURES], "quiet")
        yield Section(
            _title("Robustness to perturbed prompts"), "", [tabular(robust_table(report)), measures]
        )
    problems = problem_table(report, SHOWN)
    more = f"At most {SHOWN:,} problems are shown. " if len(problems.rows) == SHOWN else ""
    said = paragraph([f"{more}Passing samples of each problem."], "quiet")
    yield Section(_title("Problems"), "", [said, tabular(problems)])


def _title(text: str) -> Element:
    return Element(text, text)
