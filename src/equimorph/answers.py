"""Answers as models give them: the code in a Markdown fence, after thinking, among prose, or in a class made up around it.

Only text that is certainly not code of the answer is removed; from a text that parses, only a class and imports around a member. If
two parts of an answer may be meant, or the answer does not fit the question, that is a conflict.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from equimorph.markdown import (
    Fenced,
    code_lines,
    ends_in_literal,
    fenced,
    has_tags,
    without_marks,
    without_tags,
    without_thinking,
)
from equimorph.questions import Question, words
from mutators import UndoConflict
from parsers import SourceFile
from parsers.excerpt import Excerpt
from parsers.java import excerpts as java_excerpts
from parsers.language import find_language

__all__ = ["Answer", "check_member", "diff_in", "is_diff", "read_answer"]


class Answer(NamedTuple):
    """An answer that has been read.

    Attributes:
        source: the code; None if there is none.
        stripped: what was taken off, as `Undone` has it.
    """

    source: SourceFile | None
    stripped: str | None


def read_answer(answer: SourceFile, question: Question) -> Answer:
    """Return the code of an answer, and what was taken off.

    Raises:
        UndoConflict: several parts of it may be meant, or it is no answer to the question: a diff, HTML, statements instead of the
            method, a text with code left out.
    """
    stripped, source = list[str](), answer
    for name, without in _around(question):
        # A tag before a method reads as its type parameter.
        if source.is_empty or (source.parses and not source.text.lstrip().startswith("<")):
            break
        text = without(source.text)
        if text != source.text:
            stripped.append(name)
            source = question.source(text.lstrip("\r\n"))
    if source.is_empty:
        return Answer(None, ", ".join(stripped) or None)
    if not source.parses:
        around, found = _code(source, question)
        if around is not None:
            stripped.append(around)
        if found is None:
            return Answer(None, ", ".join(stripped))
        source = found
    _check_plain(source, question)
    if source.parses:
        wrappers, source = _without_wrapper(source, question)
        stripped += wrappers
        check_member(source, question, "; undo_hunk takes some lines of the mutant")
    return Answer(source, ", ".join(stripped) or None)


_AROUND = (("thinking", without_thinking), ("marks", without_marks), ("tags", without_tags))
"""What may stand around all of an answer, and what takes it off."""


def _around(question: Question) -> Iterator[tuple[str, Callable[[str], str]]]:
    """Yield what may stand around an answer, and what takes it off; not what would change the mutant itself."""
    for name, without in _AROUND:
        text = question.text.decode()
        if without(text) == text:
            yield name, without


def diff_in(text: str, question: Question) -> tuple[str, str, str | None]:
    """Return an answer that should be a diff without what is around it, the text around its fence, and what was taken off.

    Raises:
        UndoConflict: several fenced blocks may be meant.
    """
    stripped = list[str]()
    for name, without in _around(question):
        bare = without(text)
        stripped += [name] if bare != text else []
        text = bare
    found, outside = fenced(text), ""
    if not is_diff("".join(found.outside)) and found.blocks:
        blocks = [block for block in found.blocks if block.text.strip()]
        diffs = [block for block in blocks if is_diff(block.text) or block.tag in _DIFFS]
        chosen = {block.text for block in (diffs or blocks)} or {""}
        if len(chosen) > 1:
            extent = (0, len(text.encode()))
            raise UndoConflict(f"the answer has {len(chosen)} blocks that may be the diff", extent)
        text, outside = chosen.pop(), "\n".join(found.outside)
        stripped.append("fence")
    return text, outside, ", ".join(stripped) or None


_DIFFS = frozenset({"diff", "patch", "udiff"})
_NAME = re.compile(r"[^\W\d]\w*")
_HUNK = re.compile(r"^@@ .*@@|^--- .*[\r\n]+\+\+\+ ", re.MULTILINE)


def is_diff(text: str) -> bool:
    """Return whether a text has the head of a file or hunk of a unified diff."""
    return bool(_HUNK.search(text))


def _code(source: SourceFile, question: Question) -> tuple[str | None, SourceFile | None]:
    """Return the code in a text that does not parse, and what is around it; the text itself where nothing certainly is."""
    text = source.text
    found = fenced(text)
    if is_diff(text) and not any(_holds(question.source(block.text), question) for block in found.blocks):
        raise UndoConflict("the answer is a unified diff, which undo_diff takes", (0, len(source.data)))
    if any(map(ends_in_literal, found.outside[: len(found.blocks)])):
        raise UndoConflict(
            "the answer does not parse, and a fence in it may be part of its code", (0, len(source.data))
        )
    if found.blocks:
        return "fence", _chosen(found, question)
    for run in _runs(text, question):
        return "chatter", run
    return None, source


def _runs(text: str, question: Question) -> Iterator[SourceFile]:
    """Yield the code with prose before or behind it, that from the first line on which it parses.

    Words of the question alone are no prose: ``Override`` in a line before the method is an annotation that lost its ``@``.
    """
    split = code_lines(text)
    for run in () if split is None else split[0]:
        before = _NAME.findall(text.partition(run)[0])
        if before and question.vocabulary.issuperset(before):
            continue
        source = question.source(run)
        if source.parses and _holds(source, question):
            yield source


def _beside(text: str, question: Question) -> SourceFile | None:
    """Return the code outside of fences that has the method, even if it does not parse; None without such code."""
    run = next(_runs(text, question), None)
    split = code_lines(text) if run is None else None
    if split is None:
        return run
    broken = question.source(split[0][-1])
    return broken if not broken.parses and _holds(broken, question) else None


def _chosen(found: Fenced, question: Question) -> SourceFile | None:
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
    named = [source for tag, source in sources if _is_named_so(tag, question) and _holds(source, question)]
    different = _different([*around, *named])
    while len(different) > 1 and words(different[0]) in question.words:
        del different[0]
    if len(different) == 1:
        beside = [source for tag, source in sources if _is_named_so(tag, question)]
        if _is_doubtful(different[0], beside, question):
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


def _is_named_so(tag: str, question: Question) -> bool:
    return tag in ("", "code", "text", "plaintext", "txt", question.original.language)


def _different(sources: Sequence[SourceFile]) -> list[SourceFile]:
    """Return sources without those whose tokens are the same as those of an earlier one."""
    found: dict[tuple[bytes, ...], SourceFile] = {}
    for source in sources:
        found.setdefault(tuple(words(source)), source)
    return list(found.values())


def _holds(source: SourceFile, question: Question) -> bool:
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


_ENTITY = re.compile(rb"&(?:lt|gt|amp|quot|apos|nbsp|#\d+|#x[0-9a-fA-F]+);")


def _entities(source: SourceFile) -> Iterator[re.Match[bytes]]:
    """Yield the entities of HTML in a text, those in its literals and comments left aside."""
    for token in source.tokens():
        if token.text == b"&" and (found := _ENTITY.match(source.data, token.start)):
            yield found


def _check_plain(source: SourceFile, question: Question) -> None:
    """Check that a text is not HTML, in which ``a &lt; b;`` may parse, has no tag in it, and that no code is left out in it.

    Raises:
        UndoConflict: it is.
    """
    if _ENTITY.search(source.data):
        known = {entity.group() for entity in _entities(question.read(question.text.decode()))}
        entity = next((found for found in _entities(source) if found.group() not in known), None)
        if entity is not None:
            raise UndoConflict(
                f"the answer is written for HTML, with {entity.group().decode()}", entity.span()
            )
    if has_tags(source.text) and not has_tags(question.text.decode()):
        raise UndoConflict("the answer has code around its tags", (0, len(source.data)))
    found = find_language(source.language).left_out(source.data)
    if not found or len(source.tokens()) >= min(map(len, question.words)):
        return
    known = {token.text for token in find_language(source.language).left_out(question.text)}
    for token in found:
        if token.text not in known:
            shown = token.text.decode().split("\n")[0].strip()
            raise UndoConflict(f"the answer leaves out code: {shown}", (token.start, token.end))


def _without_wrapper(source: SourceFile, question: Question) -> tuple[list[str], SourceFile]:
    """Return a member without a class and imports around it, and what was taken off.

    Raises:
        UndoConflict: there is more around it than a class, so that something would be lost.
    """
    if source.kind != "file" or question.kind == "statements":
        return [], source
    if source.language == "java":
        excerpt_of, imports_of, types_of = _JAVA
    elif source.language == "python":
        excerpt_of, imports_of, types_of = _python_excerpts()
    else:
        return [], source
    found = excerpt_of(source)
    extent = (0, len(source.data))
    if question.kind == "file" and not (found is not None and _is_excerpt(found, source, question)):
        types = types_of(source)
        if types and not types & types_of(question.original):
            raise UndoConflict(f"the answer is a file without the types of the source: {min(types)}", extent)
        return [], source
    if found is None:
        raise UndoConflict("the answer is a whole file with more than methods, not the member", extent)
    known = imports_of(question.original) if question.kind == "file" else frozenset[str]()
    if new := sorted(found.imports - known):
        raise UndoConflict(f"the answer brings what a member cannot hold: {new[0]}", extent)
    member = question.source(found.text)
    made_up = {name.encode() for name in found.types}.difference(words(question.original), *question.words)
    if used := sorted(made_up.intersection(words(member))):
        raise UndoConflict(
            f"the answer uses the class around it, {used[0].decode()}, which is not there", extent
        )
    names = (["class"] if found.types else []) + (["imports"] if found.imports else [])
    return names, member


_Excerpts = tuple[
    Callable[[SourceFile], Excerpt | None],
    Callable[[SourceFile], frozenset[str]],
    Callable[[SourceFile], frozenset[str]],
]
_JAVA: _Excerpts = (java_excerpts.excerpt_of, java_excerpts.imports_of, java_excerpts.types_of)


def _python_excerpts() -> _Excerpts:
    from parsers.python import excerpts  # libcst takes time

    return excerpts.excerpt_of, excerpts.imports_of, excerpts.types_of


def _is_excerpt(found: Excerpt, source: SourceFile, question: Question) -> bool:
    """Return whether an answer that is read as a file is the member of a larger file alone.

    It is so without a class, in a class that the file does not have, and in a class with this member alone where the file has more.
    """
    if not found.types and not find_language(source.language).functions_are_files:
        return True
    if question.reaching or not _holds(source, question):
        return False
    if not found.types:  # functions and imports may be all that a file of Python has
        excerpt_of = _python_excerpts()[0]
        alone = excerpt_of(question.original) is None or len(question.original.methods) > 1
        return found.members == 1 and alone
    if found.types[0].encode() not in words(question.original):
        return True
    return found.members == 1 and len(question.original.methods) > 1


def check_member(source: SourceFile, question: Question, hint: str = "") -> None:
    """Check that an answer that parses has the member of the question once, not statements or another method instead.

    Args:
        hint: for an answer of statements.

    Raises:
        UndoConflict: it has not.
    """
    if not source.parses or question.kind == "statements" or source.kind == "file":
        return
    if (name := question.repeated(source)) is not None:
        raise UndoConflict(f"the answer has the method {name} more than once", (0, len(source.data)))
    if source.kind == "member" and any(question.may_be_member(method) for method in source.methods):
        return
    name = next(iter(sorted(question.names)), None)
    wanted = f"the method {name}" if name else "the member"
    more = hint if source.kind == "statements" else ""
    raise UndoConflict(f"the answer does not have {wanted}{more}", (0, len(source.data)))
