"""Code with prose before or behind it, and text that is prose alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from equimorph.answers.around import around_tags, without_tags
from equimorph.answers.markdown import LINE, fenced
from equimorph.answers.questions import Question, words
from parsers import SourceFile
from parsers.language import find_language
from parsers.prose import Prose

_NAME = re.compile(r"[^\W\d]\w*")
_WORDLESS = re.compile(r"(?=.*\S)[\x00-@\[-`{-\x7f]+")
"""A line of ASCII without a letter."""
_NUMBER = re.compile(r"\s*\d+[.):]\s*")
"""The number of an item of a list."""


def code_lines(text: str, prose: Prose) -> tuple[str, ...]:
    """Return the texts from each line at which the code may start, the longest first, without the prose behind it.

    What is left out before and behind has no line that may be code.
    """
    lines = LINE.findall(text)
    indices = [at for at, line in enumerate(lines) if prose.may_be_code(line)]
    if not indices:
        return ()
    first = 0 if prose.splits_heads else indices[0]
    starts = (
        at for at in range(first, indices[0] + 1) if lines[at].strip() and not prose.is_prose(lines[at])
    )
    return tuple("".join(lines[at : indices[-1] + 1]) for at in starts)


def without_prose_and_tags(text: str, prose: Prose | None) -> str:
    """Return the text in tags that have only prose around them; any other text as it is."""
    inner, outside = without_tags(text), around_tags(text)
    if fenced(outside).blocks or (outside.strip() and (prose is None or code_lines(outside, prose))):
        return text
    return inner


def runs(text: str, question: Question) -> Iterator[SourceFile]:
    """Yield the code with prose before or behind it, that from the first line on which it parses.

    Words of the question alone are no prose: ``Override`` in a line before the method is an annotation that lost its ``@``. Nor
    is the rest of a statement without a word, such as ``= 4)``: of its brackets one is open, or it ends with a semicolon.
    """
    prose = question.language.prose
    for run in () if prose is None else code_lines(text, prose):
        before = text.partition(run)[0]
        names = set(_NAME.findall(before))
        if (
            prose is not None
            and names & question.vocabulary
            and names <= question.vocabulary | prose.keywords
        ):
            continue
        if any(_is_rest(line) for line in before.splitlines()):
            continue
        source = question.source(run)
        if source.parses and has_member(source, question):
            yield source


def _is_rest(line: str) -> bool:
    """Return whether a line without a word is what is left of a statement."""
    if not _WORDLESS.fullmatch(line) or _NUMBER.fullmatch(line):
        return False
    opened = 0
    for char in line:
        opened += (char in "([{") - (char in ")]}")
        if opened < 0:
            return True
    return opened > 0 or line.rstrip().endswith(";")


def tail_with_code(text: str, question: Question) -> SourceFile | None:
    """Return the code in a text from the last line on which it may start, whether it parses or not; None without any."""
    prose = question.language.prose
    tails = () if prose is None else code_lines(text, prose)
    return question.source(tails[-1]) if tails else None


def has_code(text: str, question: Question) -> bool:
    """Return whether any line of a text may be code; True where its language cannot tell."""
    prose = question.language.prose
    if prose is None or code_lines(text, prose) or any(map(prose.is_broken, LINE.findall(text))):
        return True
    lines = "".join(line for line in LINE.findall(text) if not prose.is_prose(line))
    return any(re.search(rf"\b{re.escape(name)}\s*\(", lines) for name in question.names)


def has_member(source: SourceFile, question: Question) -> bool:
    """Return whether a text has the member of the question, as far as can be seen where it does not parse."""
    if not question.names:
        return source.parses or question.kind == "statements"
    if source.parses:
        return any(
            member.name in question.names and question.may_be_member(member) for member in source.methods
        )
    texts = words(source)
    calls = {name.encode() for name in question.names}
    if word := find_language(source.language).function_word:
        return any(text == word and after in calls for text, after in pairwise(texts))
    return b"{" in texts and any(text in calls and after == b"(" for text, after in pairwise(texts))
