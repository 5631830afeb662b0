"""What a Python module does when it runs: what it prints, and how it ends."""

from __future__ import annotations

import contextlib
import io

__all__ = ["outcome"]


def outcome(text: str) -> tuple[str, str]:
    """What a module prints, and the class of the exception that ends it, "" for none."""
    printed, ends = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(text, "<subject>", "exec"), {"__name__": "subject"})
        except Exception as error:
            ends = type(error).__name__
    return printed.getvalue(), ends
