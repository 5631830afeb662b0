"""Where a text is not one of its language, in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.errors import ParseError

if TYPE_CHECKING:
    from parsers.source import SourceFile

__all__ = ["error_line"]


def error_line(source: SourceFile) -> int | None:
    """Return the 1-based line of the first syntax error of a text, None where there is none."""
    if source.language == "java":
        from parsers.java.validity import tree_sitter_error

        return tree_sitter_error(source)
    try:
        _ = source.parsed
    except ParseError as error:
        return error.line or 1
    return None
