"""Answers that say what to change in the text of the question, with or without fences: unified diffs, search/replace blocks."""

from __future__ import annotations

from equimorph.answers.answer import Answer
from equimorph.answers.markdown import Block, fenced
from equimorph.answers.prose import has_member
from equimorph.answers.questions import Question, words
from equimorph.answers.search_replace import applied_blocks, has_blocks, without_blocks
from equimorph.answers.unified import End, applied_diff, is_diff, is_signed
from mutators import UndoConflict

_DIFFS = frozenset({"diff", "patch", "udiff"})


def has_edits(text: str, question: Question) -> bool:
    """Return whether a text holds a diff or search/replace blocks, in a fence or without."""
    if has_blocks(text) or is_diff(text):
        return True
    blocks = fenced(text).blocks
    if any(block.tag in _DIFFS and block.text.strip() for block in blocks):
        return True
    return any(is_signed(part, question) for part in ([block.text for block in blocks] or [text]))


def edited(text: str, question: Question, *, only_diffs: bool = False) -> Answer:
    """Return the whole text of a question as an answer changes it.

    Args:
        text: The answer, without what is around all of it.
        question: What was asked.
        only_diffs: The answer should be a diff and nothing else, so that code in it is no other answer.

    Raises:
        UndoConflict: the changes fit no place or several ones; several diffs may be meant; or there is code of the method as well.
    """
    if has_blocks(text) and not only_diffs:
        _check_alone(without_blocks(text), question)
        name = "fence" if fenced(text).blocks else None
        return Answer(question.read(applied_blocks(text, question)), name, True)
    fences = fenced(text)
    end: End = "closed" if text.endswith(("\n", "\r")) else "plain"
    diff, outside, name = text, "", None
    if not is_diff("".join(fences.outside)) and fences.blocks:
        block = _diff_of(fences.blocks, question, (0, len(text.encode())))
        diff, outside, name = block.text, "\n".join(fences.outside), "fence"
        end = "open" if fences.is_cut and block == fences.blocks[-1] else "closed"
        if not only_diffs:
            rest = [part.text for part in fences.blocks if part.text != block.text]
            _check_alone("\n".join(f"```\n{snippet}\n```" for snippet in rest), question)
    if not diff.strip():
        return Answer(None, name)
    return Answer(question.read(applied_diff(diff, outside, question, end)), name, True)


def _diff_of(blocks: tuple[Block, ...], question: Question, extent: tuple[int, int]) -> Block:
    """Return the fenced block that is the diff.

    Raises:
        UndoConflict: several may be.
    """
    filled = [block for block in blocks if block.text.strip()]
    diffs = [block for block in filled if is_diff(block.text) or block.tag in _DIFFS]
    diffs = diffs or [block for block in filled if is_signed(block.text, question)]
    chosen = {block.text: block for block in diffs or filled} or {"": Block("", "")}
    if len(chosen) > 1:
        raise UndoConflict(f"the answer has {len(chosen)} blocks that may be the diff", extent)
    return next(iter(chosen.values()))


def _check_alone(outside: str, question: Question) -> None:
    """Check that there is no code of the method beside changes of it, but for a quote of the question.

    Raises:
        UndoConflict: there is.
    """
    for block in fenced(outside).blocks:
        source = question.source(block.text)
        if question.names and has_member(source, question) and words(source) not in question.words:
            raise UndoConflict(
                "the answer has changes of the method, and the method as well", (0, len(outside.encode()))
            )
