"""Undo of exchanged branches: the branches change places again as the patched text has them, changes of a patch included."""

from __future__ import annotations

import libcst as cst

from mutators.lines import map_offset
from mutators.model import Edit, Mutation, UndoConflict, apply_edits, checked, invert_edits
from mutators.python.permute_exchange.branches import Branch, branches, same_tokens
from mutators.undo.alignment import Alignment
from mutators.undo.transport import check_unique
from parsers.python.function import Function, functions_of
from parsers.source import SourceFile

Choice = cst.If | cst.IfExp


def swap_back(patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
    """Return the patched text, which parses, with the branches in their old places and the old test.

    Raises:
        UndoConflict: the patch changed the test, or it is not certain which one it is.
    """
    before = _choice_at(SourceFile(original, language="python"), mutation.site.start, mutation)
    made = SourceFile(mutant, language="python")
    there = _choice_at(made, map_offset(mutation.edits, mutation.site.start, after=False), mutation)
    region = _region(mutation)
    if before is None or there is None:
        raise UndoConflict("the branches are not found in the mutant", region)
    start, end = there[0].outer(there[1].test)
    alignment = Alignment(mutant, patched)
    check_unique(alignment, (start, end))
    targets = [alignment.to(index) for index in alignment.inside(start, end)]
    first = targets[0]
    if first is None or targets != list(range(first, first + len(targets))):
        raise UndoConflict("the patch changed the exchanged condition", (start, end))
    span = alignment.theirs[first].start, alignment.theirs[first + len(targets) - 1].end
    here = _choice_with(patched, span, type(there[1]))
    if here is None:
        raise UndoConflict("the patch changed what surrounds the exchanged condition", span)
    pair = branches(*here)
    if isinstance(pair, str):
        raise UndoConflict(f"in the patched text {pair}", span)
    yes, no = pair
    edits = [
        Edit(span[0], patched.slice(*span), before[0].outer_text(before[1].test)),
        Edit(yes.start, patched.slice(yes.start, yes.end), _back(no, before, there, first=False)),
        Edit(no.start, patched.slice(no.start, no.end), _back(yes, before, there, first=True)),
    ]
    result = SourceFile(apply_edits(patched.data, checked(edits)), language="python")
    if not result.parses:
        raise UndoConflict("without the exchange, the patched text does not parse", span)
    return result.data


def _region(mutation: Mutation) -> tuple[int, int]:
    inverse = invert_edits(mutation.edits)
    return inverse[0].start, inverse[-1].end


def _choice_at(source: SourceFile, start: int, mutation: Mutation) -> tuple[Function, Choice] | None:
    kind = cst.If if dict(mutation.site.params)["form"] == "if" else cst.IfExp
    for function in functions_of(source):
        for node in function.nodes:
            if (
                isinstance(node, cst.If | cst.IfExp)
                and type(node) is kind
                and function.start_of(node) == start
            ):
                return function, node
    return None


def _choice_with(
    source: SourceFile, span: tuple[int, int], kind: type[Choice]
) -> tuple[Function, Choice] | None:
    for function in functions_of(source):
        for node in function.nodes:
            if isinstance(node, kind) and node.orelse is not None and function.outer(node.test) == span:
                return function, node
    return None


def _back(
    branch: Branch, before: tuple[Function, Choice], there: tuple[Function, Choice], *, first: bool
) -> str:
    """Return the text of a branch at its old place: the old text if the tokens are the same, else the patch's text.

    Args:
        branch: Branch of the patched text.
        before, there: The choice in the original and in the mutant.
        first: Whether it is the first one in the mutant, and the last one in the original.
    """
    old, made = branches(*before), branches(*there)
    if isinstance(there[1], cst.IfExp) and not isinstance(old, str) and not isinstance(made, str):
        mine = made[0] if first else made[1]
        text = there[0].source.slice(mine.start, mine.end)
        if same_tokens(branch.moved, text) or same_tokens(branch.moved, mine.moved):
            source, was = before[0].source, old[1] if first else old[0]
            return source.slice(was.start, was.end)
    return branch.moved
