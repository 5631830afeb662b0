"""Opinions on whether a text is Java: tree-sitter's, and javalang's as a second one.

Neither is javac. tree-sitter accepts much that Java does not (its silence proves nothing), javalang stops near Java 8 and rejects
what is newer: see `parsers.validity.relative`.
"""

from __future__ import annotations

import javalang

from parsers.errors import ParseError
from parsers.java.parsed import JavaParsed
from parsers.java.syntax.tree import error_offset
from parsers.source import Kind, SourceFile
from parsers.validity import Opinion

__all__ = ["javalang_error", "javalang_opinion", "tree_sitter_error", "tree_sitter_opinion"]


def tree_sitter_error(source: SourceFile) -> int | None:
    """Return the 1-based line of the first syntax error that tree-sitter finds, None if there is none."""
    try:
        if not source.has_error:
            return None
    except ParseError as error:
        return error.line or 1
    parsed = JavaParsed.of(source)
    at = error_offset(parsed.tree.root_node) or 0
    return source.lines.line(min(max(0, at - parsed.shift), len(source.data)))


def tree_sitter_opinion(source: SourceFile) -> Opinion:
    """Return the opinion of tree-sitter: accepted where it finds no syntax error."""
    line = tree_sitter_error(source)
    return Opinion("accepted") if line is None else Opinion("rejected", f"syntax error at line {line}")


_WRAPPERS: dict[Kind, tuple[str, str]] = {
    "file": ("", ""),
    "member": ("class X{", "\n}"),
    "statements": ("class X{void m(){", "\n}}"),
}


def javalang_opinion(text: str, kind: Kind) -> Opinion:
    """Return the opinion of javalang: accepted where it parses the text.

    Its errors of syntax and of tokens are rejections. Anything else that it raises (RecursionError on deep nesting,
    TypeError and the like on input that its author did not think of) is its own fault, and so no opinion.

    Args:
        text: Java text; a byte order mark is ignored.
        kind: Kind of the text: "file", "member" or "statements".
    """
    before, after = _WRAPPERS[kind]
    try:
        javalang.parse.parse(before + text.removeprefix("\ufeff") + after)
    except javalang.tokenizer.LexerError as error:
        # The message continues with the whole line, which may be all there is.
        return Opinion("rejected", str(error).partition(", line ")[0])
    except javalang.parser.JavaSyntaxError as error:
        # What `at` has is the token after, or none at the end.
        line = getattr(getattr(error.at, "position", None), "line", None)
        place = f"near line {line}" if line else "at the end"
        return Opinion("rejected", f"{error.description or 'syntax error'} {place}")
    except Exception as error:  # it raises anything on Java that it does not know; said, and no opinion
        return Opinion("none", f"javalang breaks down: {type(error).__name__}")
    return Opinion("accepted")


def javalang_error(text: str, kind: Kind) -> str | None:
    """Return why javalang rejects a text; None if it accepts it, or breaks down and so has no opinion.

    Args:
        text: Java; a byte order mark is ignored.
        kind: what the text is: "file", "member" or "statements".
    """
    opinion = javalang_opinion(text, kind)
    return opinion.reason if opinion.verdict == "rejected" else None
