"""Faults of the text of a changed member: a syntax error, or a new text that does not begin and end at a token boundary.

Only the expression or the statements around the edits are parsed again. Text that parses there also parses in the member, since
the grammar of an expression in parentheses, or of statements in a block, does not depend on the text around them (unless they
begin with a word that continues the statement before), nor on which plain identifier a name is. If that is not enough, the whole
member is parsed, and decides.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

from parsers.java.syntax.rereading import reparse
from parsers.java.syntax.tokens import joins
from parsers.java.syntax.tree import WORDS, WRAPPERS, parse_wrapped

if TYPE_CHECKING:
    import tree_sitter

    from parsers.java.syntax.tree import Node
    from parsers.java.view import JavaView
    from parsers.member import Change, Replacement


def fault_of(
    view: JavaView, mutant: bytes, edits: Sequence[Replacement], changes: Sequence[Change]
) -> str | None:
    """Return the fault of a mutated member, or None; the arguments are a method and then `Member.fault_of`'s."""
    unread = [at for at, edit in enumerate(edits) if not _only_renames(view, edit)]
    if unread and not _part_parses(view, mutant, edits, changes, unread):
        return _member_fault(view, mutant, changes)
    return None


_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


def _only_renames(view: JavaView, edit: Replacement) -> bool:
    """Return whether an identifier becomes another one that the grammar treats alike."""
    if not edit.old or edit.new in WORDS or not _NAME.fullmatch(edit.new):
        return False
    start = edit.start + view.start
    return view.node_at(start, start + len(edit.old.encode()), "identifier") is not None


_LONGEST = 400
"""Bytes of a part that is read anew; from there on it takes less time to read the member again, from its tree."""


def _part_parses(
    view: JavaView,
    mutant: bytes,
    edits: Sequence[Replacement],
    changes: Sequence[Change],
    unread: Sequence[int],
) -> bool:
    """Return whether the expression or the statements around some of the edits pass the checks, read alone."""
    offset = view.start
    found = _part(view, offset + edits[unread[0]].start, offset + edits[unread[-1]].end)
    if found is None:
        return False
    kind, start, end = found[0], found[1] - offset, found[2] - offset
    # The same part in the mutant: edits before it have moved it, edits inside have changed its length.
    here, there = start, end
    for n, (edit, (_, old, new)) in enumerate(zip(edits, changes, strict=True)):
        here += new - old if edit.start < start else 0
        there += new - old if n <= unread[-1] or edit.start < end else 0
    if there - here > _LONGEST:
        return False
    if kind == "expression" and _runs_into_neighbours(mutant, here, there):
        return False
    return _reads(kind, mutant[here:there], tuple([(changes[n][0] - here, changes[n][2]) for n in unread]))


def _runs_into_neighbours(data: bytes, start: int, end: int) -> bool:
    return joins(data[start - 1 : start], data[start : start + 1]) or joins(
        data[end - 1 : end], data[end : end + 1]
    )


_GOES_ON = re.compile(rb"(?:\s|//[^\n]*\n|/\*.*?\*/)*(?:else|catch|finally)\b", re.DOTALL)
"""The beginning of statements that belong to the one before them; alone, the grammar takes these words for names."""


# Mutants of one method have many parts alike.
@lru_cache(maxsize=1024)
def _reads(kind: str, text: bytes, new: tuple[tuple[int, int], ...]) -> bool:
    """Return whether a text is one expression, or statements ("part"), and new texts in it are whole tokens."""
    if kind == "part" and _GOES_ON.match(text):
        return False
    tree, shift = parse_wrapped(text, kind)
    root = tree.root_node
    if root.has_error or not all(
        _is_boundary(root, at + shift + by) for at, length in new for by in (0, length)
    ):
        return False
    if kind == "part":
        return True
    pair = root.descendant_for_byte_range(shift - 1, shift + len(text) + 1)
    return pair is not None and pair.type == "parenthesized_expression"


def _member_fault(view: JavaView, mutant: bytes, changes: Sequence[Change]) -> str | None:
    before, shift = view.alone
    head, tail = WRAPPERS[view.wrapper]
    moved = [(start + shift, old, new) for start, old, new in changes]
    root = reparse(before, head + mutant + tail, moved).root_node
    if root.has_error:
        return f"text that does not parse, in {view.name or 'the statements'}"
    for start, _, length in moved:
        if not (_is_boundary(root, start) and _is_boundary(root, start + length)):
            text = mutant[start - shift : start - shift + length].decode()
            return f"a new text {text!r} that does not begin and end at a token boundary"
    return None


_start = attrgetter("start")
_end = attrgetter("end")


def _part(view: JavaView, start: int, end: int) -> tuple[str, int, int] | None:
    """Return the smallest part of a member around some text that can be read alone: its wrapper, and where it starts and ends.

    An expression where any is allowed, or statements of a block, with the blanks and comments around them that the text touches.
    """
    found: Node | None = None
    node = view.root
    while True:
        at = bisect_right(node.children, start, key=_start) - 1
        if at < 0 or node.children[at].end < end:
            break
        node = node.children[at]
        if node.type in _BLOCKS:
            if node.start < start and end < node.end:
                found = node
        elif node.named and node.parent is not None and node.parent.type in _ANY_EXPRESSION:
            field = _ANY_EXPRESSION[node.parent.type]
            if field is None or field == node.field:
                found = node
    if found is None or found.type not in _BLOCKS:
        return None if found is None else ("expression", found.start, found.end)
    parts = found.children
    before = bisect_right(parts, start, key=_end)
    behind = bisect_left(parts, end, key=_start)
    # Nothing may come before this() and super().
    if parts[1].type == "explicit_constructor_invocation" and before < 2:
        return None
    first, last = parts[before], parts[behind - 1]
    return (
        "part",
        first.start if first.start < start else parts[before - 1].end,
        last.end if last.end > end else parts[behind].start,
    )


_BLOCKS = frozenset({"block", "constructor_body"})
_ANY_EXPRESSION = {
    "argument_list": None,
    "array_access": "index",
    "assignment_expression": "right",
    "parenthesized_expression": None,
    "return_statement": None,
    "variable_declarator": "value",
}
"""Nodes that allow any expression, and as which part; None: as any."""


_TOKENS = frozenset({"string_literal", "character_literal"})
_FRAGMENTS = frozenset({"string_fragment", "escape_sequence", "multiline_string_fragment"})


def _is_boundary(root: tree_sitter.Node, at: int) -> bool:
    node = root.descendant_for_byte_range(at, at)
    while node is not None and node.start_byte < at < node.end_byte:
        if node.child_count == 0 or node.type in _TOKENS:
            return False
        if node.type not in _FRAGMENTS:
            return True
        node = node.parent
    return node is None or node.type not in _FRAGMENTS
