"""The one reader of answers: the code in them, in whatever form a model gives it. docs/undo.md has the table of the forms.

Only text that is certainly not code of the answer is removed; from a text that parses, only a class and imports around a member. If
two parts of an answer may be meant, or the answer does not fit the question, that is a conflict.
"""

from __future__ import annotations

from collections.abc import Callable

from equimorph.answers.answer import Answer
from equimorph.answers.around import (
    without_json,
    without_list,
    without_marks,
    without_tags,
    without_thinking,
    without_ticks,
)
from equimorph.answers.blocks import chosen_block
from equimorph.answers.edits import edited, has_edits
from equimorph.answers.markdown import fenced
from equimorph.answers.members import check_member, check_plain, unescaped, without_wrapper
from equimorph.answers.prose import has_code, runs, without_prose_and_tags
from equimorph.answers.questions import Question
from mutators import UndoConflict
from parsers import SourceFile

_DEPTH = 6
"""So many forms may be within each other, such as code in a fence in JSON after thinking."""


def read_answer(answer: SourceFile, question: Question) -> Answer:
    """Return the code of an answer, and what was taken off.

    Raises:
        UndoConflict: several parts of it may be meant, or it is no answer to the question: statements instead of the method, a
            text with code left out, a diff that fits no place.
    """
    if answer.text.startswith("\ufeff") and not question.text.startswith(b"\xef\xbb\xbf"):
        answer = question.source(answer.text[1:])
    return _read(answer, answer.text, question, _DEPTH)


def read_diff(answer: str, question: Question) -> Answer:
    """Return the whole mutated text with the unified diff of an answer applied, and what was taken off the answer.

    Raises:
        UndoConflict: there is no diff, it is of several files, or a hunk fits no place or several ones.
    """
    stripped = list[str]()
    for name, without in _AROUND:
        bare = answer if without(question.text.decode()) != question.text.decode() else without(answer)
        stripped += [name] if bare != answer else []
        answer = bare
    result = edited(answer, question, only_diffs=True)
    names = ", ".join([*stripped, *filter(None, [result.stripped])])
    return result._replace(stripped=names or None)


def _read(source: SourceFile, text: str, question: Question, depth: int) -> Answer:
    """Return the code of a text, which may be a part of an answer.

    Args:
        source: The text as it would be code.
        text: The text with all its line ends.
        question: What was asked.
        depth: So many forms may be in it.
    """
    if source.is_empty:
        return Answer(None, None)
    doubt: UndoConflict | None = None
    if source.parses and not source.text.lstrip().startswith(
        "<"
    ):  # a tag before a method reads as its type parameter
        try:
            return _plain(source, question)
        except UndoConflict as conflict:
            doubt = conflict
    for form in _FORMS if depth else ():
        result = form(text, question, depth - 1)
        if result is not None:
            return result
    if doubt is None:
        # Broken code is told nothing about but that it is.
        check_plain(source, question)
        return Answer(source, None)
    if source.parses and not has_code(text, question):
        return Answer(None, "chatter")
    raise doubt


def _plain(source: SourceFile, question: Question) -> Answer:
    check_plain(source, question)
    wrappers, source = without_wrapper(source, question)
    check_member(source, question)
    return Answer(source, ", ".join(wrappers) or None)


def _inner(name: str, text: str, question: Question, depth: int) -> Answer:
    """Return the code inside a form, with the form's name before the names of the forms within it."""
    if name != "fence":  # its lines are all of the block's
        text = text.lstrip("\r\n")
    answer = _read(question.source(text), text, question, depth)
    return answer._replace(stripped=", ".join(filter(None, (name, answer.stripped))))


_Form = Callable[[str, Question, int], Answer | None]


def _around(name: str, without: Callable[[str], str]) -> _Form:
    """Return a form that is around all of an answer; not where taking it off would change the mutant itself."""

    def read(text: str, question: Question, depth: int) -> Answer | None:
        inner = without(text)
        if inner == text or question.is_changed_by(without):
            return None
        return _inner(name, inner, question, depth)

    return read


def _tags(text: str, question: Question, depth: int) -> Answer | None:
    inner = without_prose_and_tags(text, question.language.prose)
    if inner == text or question.is_changed_by(without_tags):
        return None
    return _inner("tags", inner, question, depth)


def _json(text: str, question: Question, depth: int) -> Answer | None:
    parts = without_json(text)
    if parts is None or (parts[1].strip() and has_code(parts[1], question)):
        return None
    return _inner("json", parts[0], question, depth)


def _edits(text: str, question: Question, depth: int) -> Answer | None:
    return edited(text, question) if has_edits(text, question) else None


def _fence(text: str, question: Question, depth: int) -> Answer | None:
    fences = fenced(text)
    prose = question.language.prose
    if prose is not None and any(map(prose.ends_in_literal, fences.outside[: len(fences.blocks)])):
        reason = "the answer does not parse, and a fence in it may be part of its code"
        raise UndoConflict(reason, (0, len(text.encode())))
    if not fences.blocks:
        return None
    block = chosen_block(fences, question)
    if block is None:
        return Answer(None, "fence")
    if fences.is_cut and question.language.margins and text[-1:] not in ("\r", "\n"):
        # No brace shows where a function ends; a model that is stopped at the closing fence leaves the line end before it.
        raise UndoConflict("the fence is not closed, and the code may be cut off", (0, len(text.encode())))
    return _inner("fence", block.text, question, depth)


def _list(text: str, question: Question, depth: int) -> Answer | None:
    inner = without_list(text)
    if inner == text:
        return None
    try:
        answer = _inner("list", inner, question, depth)
    except UndoConflict:
        return None
    return answer if answer.source is not None and answer.source.parses else None


def _entities(text: str, question: Question, depth: int) -> Answer | None:
    inner = unescaped(text, question)
    return None if inner is None else _inner("entities", inner, question, depth)


def _chatter(text: str, question: Question, depth: int) -> Answer | None:
    prose = question.language.prose
    # Where heads of declarations may be split, a word in a line before a method that parses is its type.
    whole = prose is not None and prose.splits_heads and question.source(text).parses
    for run in () if whole else runs(text, question):
        if run.text.strip() != text.strip():
            return _inner("chatter", run.text, question, depth)
    return None if has_code(text, question) else Answer(None, "chatter")


_AROUND = (("thinking", without_thinking), ("marks", without_marks), ("tags", without_tags))
_FORMS: tuple[_Form, ...] = (
    _around("thinking", without_thinking),
    _around("marks", without_marks),
    _tags,
    _json,
    _edits,
    _around("fence", without_ticks),
    _fence,
    _entities,
    _list,
    _chatter,
)
"""The forms in the order in which they are tried: the outer ones first."""
