"""A small writer of SVG: shapes and texts on a sheet, the same bytes each time.

The colours are from Okabe and Ito ("Color Universal Design", 2008); people with any colour vision can tell them apart.
Texts and lines have classes, so that a dark page can give them its own colours; a figure that is alone does so itself.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from html import escape

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c8c8c")
_INK, _QUIET, _LINE = "#1e2327", "#5c656d", "#d5d7d4"
_DARK = {"ink": "#dde2e6", "quiet": "#98a2ab", "line": "#3a4147"}
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"
_STYLE = (
    "@media (prefers-color-scheme: dark) {"
    f" .ink {{ fill: {_DARK['ink']} }} .quiet {{ fill: {_DARK['quiet']} }}"
    f" .line {{ stroke: {_DARK['line']} }} .whisker {{ stroke: {_DARK['ink']} }} }}"
)
# What XML 1.0 has no way to write.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_EM = {"narrow": 0.29, "usual": 0.56, "broad": 0.78, "wide": 1.0}


@dataclass(frozen=True)
class Figure:
    """A picture.

    Attributes:
        name: Name of its file, without the suffix; made of letters, digits and dashes.
        title: Title in a few words.
        description: Description of the picture, for people who do not see it.
        width, height: Size in pixels.
        body: The elements.
    """

    name: str
    title: str
    description: str
    width: int
    height: int
    body: tuple[str, ...]

    def standalone(self) -> str:
        """Return the text of an SVG file."""
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{self._element(f"<style>{_STYLE}</style>")}'

    def inline(self) -> str:
        """Return the element for a page, whose style has the classes ink, quiet, line and whisker."""
        return self._element("")

    def _element(self, style: str) -> str:
        size = f'width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
        labels = f'role="img" aria-labelledby="{self.name}-title {self.name}-description"'
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} {labels} font-family="{_FONT}" font-size="12">',
                f'<title id="{self.name}-title">{_safe(self.title)}</title>',
                f'<desc id="{self.name}-description">{_safe(self.description)}</desc>',
                *([style] if style else []),
                *self.body,
                "</svg>\n",
            )
        )


@dataclass
class Sheet:
    """The canvas of a figure; x grows to the right, y down, in pixels."""

    body: list[str] = field(default_factory=list)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        anchor: str = "start",
        kind: str = "ink",
        size: int = 12,
        bold: bool = False,
        most: float | None = None,
    ) -> None:
        """Write a line of text.

        Args:
            x, y: Start, end or middle of the text on its base line, according to `anchor`.
            text: Text; if it is longer than `most`, it is cut and has the whole as its tooltip.
            anchor: "start", "middle" or "end".
            kind: "ink" or "quiet".
            size: Size of the letters.
            bold: Whether they are bold.
            most: Maximum width in pixels; None for any.
        """
        shown = text if most is None else clipped(text, most, size)
        fill = _INK if kind == "ink" else _QUIET
        weight = ' font-weight="600"' if bold else ""
        title = "" if shown == text else f"<title>{_safe(text)}</title>"
        sized = "" if size == 12 else f' font-size="{size}"'
        anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.body.append(
            f'<text x="{_number(x)}" y="{_number(y)}" class="{kind}" fill="{fill}"{anchored}{sized}{weight}>'
            f"{_safe(shown)}{title}</text>"
        )

    def rect(self, x: float, y: float, width: float, height: float, colour: str, title: str = "") -> None:
        """Draw a bar."""
        inner = f"<title>{_safe(title)}</title>" if title else ""
        self.body.append(
            f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}" '
            f'rx="1.5" fill="{colour}">{inner}</rect>'
        )

    def line(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw a line of the grid."""
        self._stroke((start, end), "line", _LINE, 1)

    def whisker(self, y: float, low: float, high: float) -> None:
        """Draw an interval, with its two ends."""
        for points in (((low, y), (high, y)), ((low, y - 3), (low, y + 3)), ((high, y - 3), (high, y + 3))):
            self._stroke(points, "whisker", _INK, 1.3)

    def _stroke(
        self, points: tuple[tuple[float, float], tuple[float, float]], kind: str, colour: str, width: float
    ) -> None:
        (x1, y1), (x2, y2) = points
        ends = f'x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"'
        self.body.append(f'<line {ends} class="{kind}" stroke="{colour}" stroke-width="{width:g}"/>')

    def path(self, points: list[tuple[float, float]], colour: str, dash: str) -> None:
        """Draw a line through points."""
        if len(points) > 1:
            drawn = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
            dashed = f' stroke-dasharray="{dash}"' if dash else ""
            self.body.append(
                f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2" '
                f'stroke-linejoin="round"{dashed}/>'
            )

    def dot(self, x: float, y: float, colour: str, title: str) -> None:
        """Draw a point."""
        self.body.append(
            f'<circle cx="{_number(x)}" cy="{_number(y)}" r="3" fill="{colour}"><title>{_safe(title)}</title></circle>'
        )


def width_of(text: str, size: int = 12) -> float:
    """Return about how wide a text is, in pixels: no font is at hand."""
    return size * sum(_EM[_breadth(letter)] for letter in text)


def clipped(text: str, most: float, size: int = 12) -> str:
    """Return a text, or as much of its beginning with dots as is about `most` pixels wide."""
    if width_of(text, size) <= most:
        return text
    room, kept = most - width_of("…", size), 0
    for letter in text:
        room -= size * _EM[_breadth(letter)]
        if room < 0:
            break
        kept += 1
    return f"{text[:kept]}…"


def _breadth(letter: str) -> str:
    if letter in "ijl.,:;'|!()[]{} ftr":
        return "narrow"
    if unicodedata.east_asian_width(letter) in "WF":
        return "wide"
    return "broad" if letter in "mwMWQOGND@%" or letter == "…" else "usual"


def _number(value: float) -> str:
    return f"{value + 0.0:.1f}".removesuffix(".0")


def _safe(text: str) -> str:
    return escape(_UNWRITABLE.sub("\ufffd", text))
