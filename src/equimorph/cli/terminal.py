"""The colours of mutants in a terminal."""

from __future__ import annotations

from typing import Any

import typer

_STYLES: dict[str, dict[str, Any]] = {
    "header": {"bold": True},
    "place": {"fg": "cyan"},
    "old": {"fg": "red"},
    "new": {"fg": "green"},
    "old token": {"fg": "red", "bold": True, "reverse": True},
    "new token": {"fg": "green", "bold": True, "reverse": True},
}


def painted(text: str, style: str) -> str:
    """Return the text in a style as a terminal understands it."""
    return typer.style(text, **_STYLES[style]) if text and style else text


def coloured() -> bool:
    """Return whether standard output shows colours: a terminal that does, or as NO_COLOR and FORCE_COLOR say."""
    from rich.console import Console

    console = Console()
    return console.color_system is not None and not console.no_color
