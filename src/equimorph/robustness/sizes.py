"""The size of methods and mutations (RobustNPR, RQ2 and RQ3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mutators import Edit
from parsers import Member, SourceFile


def sizes(member: Member) -> dict[str, int]:
    """Return the number of lines of a method, and of nodes of its syntax tree (`Member.node_count`): `lines` and `nodes`."""
    lines = member.end_line - member.start_line + 1
    return {"lines": lines, "nodes": member.node_count}


def changed_tokens(edits: Iterable[Edit], language: str = "java") -> int:
    """Return the number of tokens that edits remove or add, without the ones that an edit only moves."""
    total = 0
    for edit in edits:
        old, new = (
            Counter(token.text for token in SourceFile.from_text(text, language=language).tokens())
            for text in (edit.old, edit.new)
        )
        total += (old - new).total() + (new - old).total()
    return total
