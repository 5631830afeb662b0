"""Checks of code that parses: whether it is an answer to the question, and what is around the member in it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from equimorph.answers.around import has_tags
from equimorph.answers.prose import has_member
from equimorph.answers.questions import Question, words
from mutators import UndoConflict
from parsers import SourceFile
from parsers.excerpt import Excerpt, Excerpts

_ENTITY = re.compile(rb"&(?:lt|gt|amp|quot|apos|nbsp|#\d+|#x[0-9a-fA-F]+);")


def _entities(source: SourceFile) -> Iterator[re.Match[bytes]]:
    """Yield the HTML entities in a text, except in its literals and comments."""
    for token in source.tokens():
        if token.text == b"&" and (entity := _ENTITY.match(source.data, token.start)):
            yield entity


def unescaped(text: str, question: Question) -> str | None:
    """Return a text that is written for HTML throughout as the text that is meant; None for any other.

    Then it has no ``<`` and ``>``, each ``&`` begins an entity, and one of these is not in a literal or comment. A question that
    has entities itself does not tell which of the answer's are meant so.
    """
    if "<" in text or ">" in text or "&" not in text or _ENTITY.search(question.text):
        return None
    if text.count("&") != len(_ENTITY.findall(text.encode())) or not any(_entities(question.read(text))):
        return None
    return html.unescape(text)


def check_plain(source: SourceFile, question: Question) -> None:
    """Check that a text is not HTML, in which ``a &lt; b;`` may parse, has no tag in it, and that no code is left out in it.

    Raises:
        UndoConflict: it is.
    """
    if _ENTITY.search(source.data):
        texts = {entity.group() for entity in _entities(question.read(question.text.decode()))}
        entity = next((candidate for candidate in _entities(source) if candidate.group() not in texts), None)
        if entity is not None:
            raise UndoConflict(
                f"the answer is written for HTML, with {entity.group().decode()}", entity.span()
            )
    if has_tags(source.text) and not has_tags(question.text.decode()):
        raise UndoConflict("the answer has code around its tags", (0, len(source.data)))
    omissions = question.language.left_out(source.data)
    if not omissions or len(source.tokens()) >= min(map(len, question.words)):
        return
    texts = {token.text for token in question.language.left_out(question.text)}
    for token in omissions:
        if token.text not in texts:
            shown = token.text.decode().split("\n")[0].strip()
            raise UndoConflict(f"the answer leaves out code: {shown}", (token.start, token.end))


def without_wrapper(source: SourceFile, question: Question) -> tuple[list[str], SourceFile]:
    """Return a member without a class and imports around it, and what was taken off.

    Raises:
        UndoConflict: there is more around it than a class, so that something would be lost.
    """
    excerpts = question.language.excerpts
    if excerpts is None or source.kind != "file" or question.kind == "statements":
        return [], source
    excerpt = excerpts.excerpt_of(source)
    extent = (0, len(source.data))
    if not source.methods and not excerpts.types_of(
        source
    ):  # statements, in a language in which they are a file
        raise UndoConflict(f"the answer does not have {_wanted(question)}{_HINT}", extent)
    if question.kind == "file" and not (
        excerpt is not None and _is_excerpt(excerpt, excerpts, source, question)
    ):
        types = excerpts.types_of(source)
        if types and not types & excerpts.types_of(question.original):
            raise UndoConflict(f"the answer is a file without the types of the source: {min(types)}", extent)
        methods = {method.name for method in question.original.methods}
        if not types and methods.isdisjoint(method.name for method in source.methods):
            raise UndoConflict("the answer is a file without the types and methods of the source", extent)
        return [], source
    if excerpt is None:
        raise UndoConflict("the answer is a whole file with more than methods, not the member", extent)
    old_imports = excerpts.imports_of(question.original) if question.kind == "file" else frozenset[str]()
    if new := sorted(excerpt.imports - old_imports):
        raise UndoConflict(f"the answer brings what a member cannot hold: {new[0]}", extent)
    member = question.source(excerpt.text)
    made_up = {name.encode() for name in excerpt.types}.difference(words(question.original), *question.words)
    if used := sorted(made_up.intersection(words(member))):
        raise UndoConflict(
            f"the answer uses the class around it, {used[0].decode()}, which is not there", extent
        )
    names = (["class"] if excerpt.types else []) + (["imports"] if excerpt.imports else [])
    return names, member


def _is_excerpt(excerpt: Excerpt, excerpts: Excerpts, source: SourceFile, question: Question) -> bool:
    """Return whether an answer that is read as a file is the member of a larger file alone.

    It is so without a class, in a class that the file does not have, and in a class with this member alone where the file has more.
    """
    if not excerpt.types and not question.language.functions_are_files:
        return True
    if question.reaching or not has_member(source, question):
        return False
    if not excerpt.types:  # functions and imports may be all that a file of Python has
        alone = excerpts.excerpt_of(question.original) is None or len(question.original.methods) > 1
        return excerpt.members == 1 and alone
    if excerpt.types[0].encode() not in words(question.original):
        return True
    return excerpt.members == 1 and len(question.original.methods) > 1


def check_member(source: SourceFile, question: Question) -> None:
    """Check that an answer that parses has the member of the question once, not statements or another method instead.

    Raises:
        UndoConflict: it has not.
    """
    if not source.parses or question.kind == "statements" or source.kind == "file":
        return
    if (name := question.repeated(source)) is not None:
        raise UndoConflict(f"the answer has the method {name} more than once", (0, len(source.data)))
    if source.kind == "member" and any(question.may_be_member(method) for method in source.methods):
        return
    more = _HINT if source.kind == "statements" else ""
    raise UndoConflict(f"the answer does not have {_wanted(question)}{more}", (0, len(source.data)))


_HINT = "; undo_hunk takes some lines of the mutant"


def _wanted(question: Question) -> str:
    name = next(iter(sorted(question.names)), None)
    return f"the method {name}" if name else "the member"
