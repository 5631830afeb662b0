"""A page that runs no script: a summary and numbered sections, in HTML or in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from equimorph.pages.assembling import assembled, parts_of, save_page
from equimorph.pages.markdown import code
from equimorph.pages.markup import safe, table
from equimorph.pages.tables import Table, text_of

PLAIN, CHIP, QUIET, QUOTE = "{}", '<span class="chip">{}</span>', '<span class="quiet">{}</span>', "<q>{}</q>"
"""Forms of a term in HTML."""


class Element(NamedTuple):
    """A part of a page in both formats; the Markdown of an element of a section ends with a line break."""

    html: str
    markdown: str


def term(text: str, form: str = PLAIN) -> Element:
    """Return a text of the data within a line: code in Markdown, and in HTML a form with ``{}`` for the text."""
    return Element(form.format(safe(text)), code(text))


def paragraph(parts: Iterable[str | Element], style: str = "") -> Element:
    """Return a paragraph of plain texts and terms, whose class is the style."""
    elements = [Element(safe(part), part) if isinstance(part, str) else part for part in parts]
    opening = f'<p class="{style}">' if style else "<p>"
    html = "".join(element.html for element in elements)
    return Element(f"{opening}{html}</p>", "".join(element.markdown for element in elements) + "\n")


def chips(names: Iterable[str], text: str) -> Element:
    """Return names in front of a text."""
    terms = [term(name, CHIP) for name in names]
    html = "".join(name.html for name in terms)
    return Element(f"<p>{html} {safe(text)}</p>", f"{', '.join(name.markdown for name in terms)}: {text}\n")


def tabular(content: Table) -> Element:
    """Return a table; the first cell of a row is its head."""
    rows = (
        (safe(text_of(row[0])), (f"<td>{safe(text_of(cell))}</td>" for cell in row[1:]))
        for row in content.rows
    )
    return Element(table("totals", content.heads, rows), content.rendered("md"))


TOO_LONG = paragraph(["The texts are too long; the rows have them."], "empty")


class Section(NamedTuple):
    """A section of a document: its title, the place of its subject or "", and its elements."""

    title: Element
    place: str
    elements: Sequence[Element]

    def numbered(self, number: int) -> Element:
        """Return the section with its number."""
        html, markdown = zip(*self.elements, strict=True)
        heads = [self.title, term(self.place, QUIET)] if self.place else [self.title]
        return Element(
            f"<section><h2>{number}. {' '.join(head.html for head in heads)}</h2>{''.join(html)}</section>",
            f"\n## {number}. {', '.join(head.markdown for head in heads)}\n\n" + "\n".join(markdown),
        )


@dataclass(frozen=True)
class Document:
    """A page of sections.

    Attributes:
        title: Title in plain text.
        summary: Paragraph of plain text.
        sections: Sections, numbered from 1.
        styles: Styles of the elements.
        empty: Text of a page without sections; nothing for "".
    """

    title: str
    summary: str
    sections: Sequence[Section]
    styles: Sequence[str]
    empty: str = ""

    def write(self, out: Path) -> None:
        """Write the page, whole or not at all; the end of its name says its format: ``.html`` or ``.md``.

        Raises:
            OSError: it cannot be written.
        """
        save_page(out, self.markdown() if out.suffix == ".md" else self.html())

    def html(self) -> str:
        """Return the page as HTML."""
        sections = "".join(section.numbered(number).html for number, section in enumerate(self.sections, 1))
        empty = paragraph([self.empty], "empty").html if self.empty else ""
        values = {"summary": safe(self.summary), "list": sections or empty}
        style = parts_of(["base.css", "list.css", "document.css", *self.styles])
        return assembled(parts_of(["head.html", "document.html"]), style, "", self.title, {}, values)

    def markdown(self) -> str:
        """Return the page as Markdown."""
        sections = "".join(
            section.numbered(number).markdown for number, section in enumerate(self.sections, 1)
        )
        empty = f"\n{self.empty}\n" if self.empty else ""
        return f"# {self.title}\n\n{self.summary}\n{sections or empty}"
