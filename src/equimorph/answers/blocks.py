"""The fenced block that is the answer, among several."""

from __future__ import annotations

from collections.abc import Sequence

from equimorph.answers.markdown import Fenced
from equimorph.answers.prose import has_code, has_member, runs, tail_with_code
from equimorph.answers.questions import Question, words
from mutators import UndoConflict
from parsers import SourceFile


def _beside(text: str, question: Question) -> SourceFile | None:
    """Return the code outside of fences that has the method, even if it does not parse; None if there is none."""
    run = next(runs(text, question), None)
    if run is not None:
        return run
    broken = tail_with_code(text, question)
    return broken if broken is not None and not broken.parses and has_member(broken, question) else None


def chosen_block(found: Fenced, question: Question) -> SourceFile | None:
    """Return the block that is the answer.

    A block without a token does not count, nor does one without the method if there are several. One that repeats the
    mutant before another one quotes the question.

    Raises:
        UndoConflict: there are several, or several blocks and none has the method, or the last of several is cut off.
    """
    sources = [(block.tag, question.source(block.text)) for block in found.blocks]
    sources = [(tag, source) for tag, source in sources if not source.is_empty]
    outside = [_beside(text, question) for text in found.outside]
    around = [source for source in outside if source is not None and question.names]
    if len(sources) == 1 and not around:
        return sources[0][1]
    if not sources and not around:
        return None
    size = sum(len(source.data) for _, source in sources)
    if (
        found.is_cut
        and len(sources) > 1
        and not sources[-1][1].parses
        and _is_named_so(sources[-1][0], question)
    ):
        raise UndoConflict(f"the last of {len(sources)} blocks of code is cut off", (0, size))
    named = [
        source for tag, source in sources if _is_named_so(tag, question) and has_member(source, question)
    ]
    different = _different([*around, *named])
    while len(different) > 1 and words(different[0]) in question.words:
        del different[0]
    if len(different) == 1:
        beside = [source for tag, source in sources if _is_named_so(tag, question)]
        if _is_doubtful(different[0], beside, question) or _goes_on(different[0], beside, question):
            reason = (
                f"the answer has {len(sources)} blocks of code, and one that is not understood may be meant"
            )
            raise UndoConflict(reason, (0, size))
        return different[0]
    which = "and none has the method" if not different else "and more than one may be meant"
    raise UndoConflict(f"the answer has {len(sources)} blocks of code, {which}", (0, size))


def _is_doubtful(chosen: SourceFile, blocks: Sequence[SourceFile], question: Question) -> bool:
    """Return whether another block may be the answer, broken beyond recognition: one beside a quote of the mutant.

    Of an initialiser, which has no name, it is one that does not parse.
    """
    others = [block for block in blocks if words(block) != words(chosen)]
    if question.names:
        return bool(others) and words(chosen) in question.words
    return any(not block.parses for block in others)


def _goes_on(chosen: SourceFile, blocks: Sequence[SourceFile], question: Question) -> bool:
    """Return whether another block may be more of the chosen function: indented or broken, with lines that neither has."""
    if not question.language.margins or chosen.text[:1] in " \t":
        return False
    old_lines = {line.strip() for text in (chosen.data, question.text) for line in text.splitlines()}
    return any(
        (not block.parses or block.text.lstrip("\r\n")[:1] in (" ", "\t"))
        and has_code(block.text, question)
        and not old_lines.issuperset(line.strip() for line in block.data.splitlines())
        for block in blocks
        if block is not chosen
    )


def _is_named_so(tag: str, question: Question) -> bool:
    return tag in ("", "code", "text", "plaintext", "txt", question.original.language)


def _different(sources: Sequence[SourceFile]) -> list[SourceFile]:
    """Return sources without the ones whose tokens repeat an earlier source."""
    by_tokens: dict[tuple[bytes, ...], SourceFile] = {}
    for source in sources:
        by_tokens.setdefault(tuple(words(source)), source)
    return list(by_tokens.values())
