"""Figures as SVG, and by CairoSVG as PDF and PNG."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias, get_args

from equimorph.pages.svg import Figure
from equimorph.runs.extras import MissingPackage, module

__all__ = ["FORMATS", "FigureFormat", "encoded"]

FigureFormat: TypeAlias = Literal["svg", "pdf", "png"]
FORMATS: tuple[FigureFormat, ...] = get_args(FigureFormat)
_SCALE = 2
"""Pixels of a PNG for each of the figure."""
_DATE = re.compile(rb"(?<=/CreationDate \(D:)\d{14}")
_NO_DATE = b"20000101000000"


def encoded(figure: Figure, form: FigureFormat) -> bytes:
    """Return the contents of a figure's file, the same bytes each time.

    Raises:
        MissingPackage: CairoSVG, which makes PDF and PNG, or the library cairo is not installed.
    """
    svg = figure.standalone().encode()
    if form == "svg":
        return svg
    try:
        converter = module("cairosvg")
    except OSError as error:
        raise MissingPackage(
            "CairoSVG needs the library cairo (Debian: apt-get install libcairo2)"
        ) from error
    if form == "pdf":
        return _DATE.sub(_NO_DATE, bytes(converter.svg2pdf(bytestring=svg)))
    return bytes(converter.svg2png(bytestring=svg, scale=_SCALE))
