"""The size of methods and mutations (RobustNPR, RQ2 and RQ3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mutators import Edit
from parsers import Member, SourceFile
from parsers.java.method import Method


def sizes(member: Member) -> dict[str, int]:
    """Return the number of lines of a method, and how many nodes of its syntax tree the grammar names: `lines` and `nodes`."""
    lines = member.end_line - member.start_line + 1
    nodes = sum(node.named for node in member.nodes) if isinstance(member, Method) else 0
    return {"lines": lines, "nodes": nodes}


def changed_tokens(edits: Iterable[Edit]) -> int:
    """Return the number of tokens that edits remove or add, without the ones that an edit only moves."""
    total = 0
    for edit in edits:
        old, new = (
            Counter(token.text for token in SourceFile.from_text(text).tokens())
            for text in (edit.old, edit.new)
        )
        total += (old - new).total() + (new - old).total()
    return total
