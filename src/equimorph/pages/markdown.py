"""Code in Markdown, whose fences are longer than any that it contains."""

from __future__ import annotations

import re


def code(text: str) -> str:
    """Return a text as code within a line."""
    line = " ".join(text.split())
    fence = _fence(1, line)
    return f"{fence} {line} {fence}" if "`" in line or not line else f"{fence}{line}{fence}"


def blocks(*texts: tuple[str, str]) -> str:
    """Return blocks of code, with blank lines between them."""
    fence = _fence(3, *(text for _, text in texts))
    return "\n".join(f"{fence}{language}\n{text.rstrip()}\n{fence}\n" for language, text in texts)


def _fence(shortest: int, *texts: str) -> str:
    longest = max((len(run) for text in texts for run in re.findall("`+", text)), default=0)
    return "`" * max(shortest, longest + 1)
