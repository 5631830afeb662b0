"""Insertion of a declaration, on its own line if the statement has one, and its removal.

Indentation and line ends follow the place. A whole line is inserted at the start of a line, so that the line of the statement
behind it is moved, not touched; on a line that holds more, the declaration is inserted within it.
"""

from __future__ import annotations

import re

from mutators.model import Edit
from parsers.java.method import Method
from parsers.java.syntax.statements import BLOCKS, statements_of
from parsers.java.syntax.tokens import comments
from parsers.java.syntax.tree import Node

__all__ = [
    "after",
    "at_start",
    "before",
    "indentation",
    "into",
    "joined",
    "keeping_comments",
    "line_break",
    "merged",
    "removal",
]

_REST_OF_LINE = re.compile(rb"[ \t\f]*(?://[^\r\n]*)?(?:\r\n|\n)")
_REST_IS_BLANK = re.compile(rb"[ \t\f]*(?:\r\n|\n|\r|\Z)")
_LINE_END = re.compile(rb"\r\n|\n|\r")
_BLANKS = b" \t\f"


def before(method: Method, statement: Node, text: str) -> Edit:
    """Return an edit that inserts a declaration before a statement of a block or switch group."""
    start, lead = _line(method, statement.start)
    if lead is None:
        return Edit(statement.start, "", text + " ")
    return Edit(start, "", lead + text + _line_end(method, start))


def after(method: Method, statement: Node, text: str) -> Edit:
    """Return an edit that inserts a declaration after a statement, a line comment behind it left where it is."""
    data = method.source.data
    rest = _REST_OF_LINE.match(data, statement.end, method.end)
    lead = _line(method, statement.start)[1]
    if rest is None or lead is None:
        return Edit(statement.end, "", " " + text)
    return Edit(rest.end(), "", lead + text + _line_end(method, rest.end()))


def into(method: Method, block: Node, text: str) -> Edit:
    """Return an edit that inserts a declaration or statement as the last one of a block, behind comments in it."""
    closing = block.end - 1
    start, lead = _line(method, closing)
    if lead is not None:
        return Edit(start, "", lead + _unit(method, lead) + text + _line_end(method, start))
    if method.source.data[closing - 1 : closing] in (b" ", b"\t"):
        return Edit(closing, "", text + " ")
    return Edit(closing, "", f" {text} ")


def at_start(method: Method, block: Node, text: str) -> Edit:
    """Return an edit that inserts a declaration as the first statement of a block."""
    inside = statements_of(block)
    return before(method, inside[0], text) if inside else into(method, block, text)


def joined(edits: list[Edit]) -> list[Edit]:
    """Return the edits, with insertions at the same offset merged in the given order."""
    found: dict[int, Edit] = {}
    for edit in edits:
        before_ = found.get(edit.start)
        if before_ is not None and not before_.old and not edit.old:
            edit = Edit(edit.start, "", before_.new + edit.new)
        elif before_ is not None:
            return edits  # not ours to mend: `model.checked` names the two
        found[edit.start] = edit
    return list(found.values())


def line_break(method: Method, statement: Node) -> str | None:
    """Return a line end and the indentation of a statement, if it is the first on its line, else None."""
    start, lead = _line(method, statement.start)
    return None if lead is None else _line_end(method, start) + lead


def indentation(method: Method, offset: int) -> str | None:
    """Return the indentation of a block's statements past its closing brace; None if the brace is not first."""
    lead = _line(method, offset)[1]
    return None if lead is None else _unit(method, lead)


def merged(insertion: Edit, edits: list[Edit]) -> list[Edit]:
    """Return the edits with an insertion among them; one that starts where the insertion does becomes one with it."""
    others = [edit for edit in edits if edit.start != insertion.start]
    same = [Edit(edit.start, edit.old, insertion.new + edit.new) for edit in edits if edit not in others]
    return [*others, *(same or [insertion])]


def keeping_comments(edits: list[Edit]) -> list[Edit]:
    """Return the edits with the comments in deleted text kept, unless they are inserted elsewhere."""
    inserted = "\n".join(edit.new for edit in edits)
    found = []
    for edit in edits:
        old, start, new = edit.old.encode(), 0, edit.new
        for comment in comments(old):
            if comment.text.decode() not in inserted:
                found.append(Edit(edit.start + start, old[start : comment.start].decode(), new))
                # A line comment needs the end of its line.
                line_end = _LINE_END.match(old, comment.end)
                start, new = line_end.end() if line_end else comment.end, ""
        found.append(Edit(edit.start + start, old[start:].decode(), new))
    return [edit for edit in found if edit.old or edit.new]


def removal(data: bytes, start: int, end: int, inserted: str) -> Edit:
    """Return an edit that removes a declaration: its own line, or the declaration and the blanks that were inserted with it.

    Args:
        data: the text.
        start, end: byte range of the declaration.
        inserted: what the mutation inserted, blanks included.
    """
    encoded = inserted.encode()
    lead = encoded[: len(encoded) - len(encoded.lstrip())]
    trail = encoded[len(encoded.rstrip()) :]
    line = len(data[:start].rstrip(_BLANKS))
    rest = _REST_IS_BLANK.match(data, end)
    alone = rest is not None and (line == 0 or data[line - 1 : line] in (b"\n", b"\r"))
    if alone:
        assert rest is not None
        start, end = line, rest.end()
    elif b"\n" in trail:  # it had a line of its own, which the patch has joined with others
        end += len(data[end:]) - len(data[end:].lstrip(_BLANKS))
    else:
        if lead and data[:start].endswith(lead):
            start -= len(lead)
        if trail and data[end:].startswith(trail):
            end += len(trail)
    return Edit(start, data[start:end].decode(), "")


def _line(method: Method, offset: int) -> tuple[int, str | None]:
    """Return the start of an offset's line, and its indentation if nothing else precedes the offset."""
    lines = method.source.lines
    start = lines.start(lines.line(offset))
    lead = method.source.data[start:offset]
    return start, None if lead.strip(_BLANKS) else lead.decode()


def _line_end(method: Method, start: int) -> str:
    return "\r\n" if method.source.data[start - 2 : start] == b"\r\n" else "\n"


def _unit(method: Method, lead: str) -> str:
    """Return the indentation step of a block, taken from the first block of the method with statements on lines of their own."""
    for block in method.nodes:
        if block.type in BLOCKS:
            for statement in statements_of(block)[:1]:
                inner, outer = _line(method, statement.start)[1], _line(method, block.end - 1)[1]
                if inner is not None and outer is not None and inner.startswith(outer) and inner != outer:
                    return inner.removeprefix(outer)
    return "\t" if "\t" in lead else " " * (4 if len(lead) % 4 == 0 else 2)
