"""The canonical form of a Java text: equal for a text and for all that our preserving mutators make of it.

Each mutator has a rule of its own here, in a module of its name, which applies its rewrite in one direction, again and again
until nothing changes. Names that the text binds are numbered then: parameters, local variables, labels, type parameters, and the
name of each method. Names of fields, types and called methods stay.

A mutator proves with the whole file that its rewrite keeps the meaning, and refuses it otherwise. A rule sees the text alone, often
a method without its class, and proves nothing: it must do the same to the text and to its mutant, whatever is around them. So the
form of two texts may be equal although they do not mean the same, such as two that differ only for NaN. It says that one is
probably a clone of the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from equimorph.leakage.forms.canonical import reading, rendering
from mutators.java.loop_exchange import canonical as loop_exchange
from mutators.java.new_variable import canonical as new_variable
from mutators.java.tools.canonical.terms import Refused, Term
from mutators.java.unused_variable import canonical as unused_variable
from parsers.errors import ParseError
from parsers.java.method import Method, methods_of
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import MAX_DEPTH
from parsers.source import SourceFile

__all__ = ["Canonical", "canonical", "members", "read_canonical"]

_BOM = b"\xef\xbb\xbf"
_SPLIT = re.compile(rb">+=?|@interface|non-(?:sealed)?")
"""Text that begins like a type argument's end, an annotation or a subtraction (JLS 3.9, 3.12, 9.6)."""
_SAFE = MAX_DEPTH // 5
"""The maximum number of levels of a term whose form is not nested too deep; each level is some nodes of the tree."""


@dataclass(frozen=True, slots=True)
class Canonical:
    """The canonical forms of a text.

    Attributes:
        whole: Form of the whole text: Java again, its tokens separated by single blanks; None if it does not parse, or
            is nested too deep.
        members: Members of the methods, constructors and initialisers in it, in order, where they parse. The form of one is
            the same in its class as alone.
    """

    whole: bytes | None
    members: tuple[bytes, ...]


def canonical(data: bytes) -> bytes | None:
    """Return the canonical form of a text; None if it does not parse, or is nested too deep.

    Args:
        data: a file, class members or statements; of bytes that are not UTF-8, each is a character, as in Latin-1.
    """
    return read_canonical(data).whole


def members(data: bytes) -> list[bytes]:
    """Return the canonical forms of the methods, constructors and initialisers in a text, in order, where they parse."""
    return list(read_canonical(data).members)


def read_canonical(data: bytes) -> Canonical:
    """Return the canonical forms of a text and of the members in it."""
    try:
        source = SourceFile(_cleaned(data))
        methods = methods_of(source)
    except ParseError:
        return Canonical(None, ())
    parts, inside, at = list[bytes | None](), list[bytes](), 0
    for method in methods:
        form = _form(method)
        parts += [*_tokens(source, at, method.start), form]
        inside += [form] if form is not None else []
        at = method.end
    parts += _tokens(source, at, len(source.data))
    written = [text for text in parts if text]
    whole = b" ".join(written) if None not in parts and not source.has_error else None
    return Canonical(whole, tuple(inside))


def _cleaned(data: bytes) -> bytes:
    """Return a text in UTF-8, its lines ended by line feeds (JLS 3.4), without a byte order mark."""
    data = data.removeprefix(_BOM)
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError:
            data = data.decode("latin-1").encode()
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def _tokens(source: SourceFile, start: int, end: int) -> list[bytes]:
    """Return the tokens outside of members, merging operators and keywords that the lexer splits."""
    pieces: list[bytes] = []
    behind = -1
    for token in tokenize(source.data[start:end]):
        if pieces and token.start == behind and _SPLIT.fullmatch(pieces[-1] + token.text):
            pieces[-1] += token.text
        else:
            pieces.append(token.text)
        behind = token.end
    return pieces


def _form(method: Method) -> bytes | None:
    if method.untrusted:
        return None
    try:
        term = reading.read(method)
    except Refused:
        return None
    _settle(term)
    form = rendering.rendered(term)
    return None if _is_deep(term) and not _is_readable(form) else form


def _settle(root: Term) -> None:
    """Apply the rules that need the whole member, and all others again after them, in place, until nothing changes."""
    while _changed(root):
        for term in reversed(root.listed()):
            simplify = reading.SIMPLIFY.get(term.kind)
            if simplify is not None:
                simplify(term)


def _changed(root: Term) -> bool:
    changed = [
        rule(root) for rule in (new_variable.inline, unused_variable.remove, loop_exchange.over_elements)
    ]
    return any(changed) or loop_exchange.without_copies(root)


def _is_deep(term: Term) -> bool:
    """Return whether the form of a term may be nested too deep to be read again: braces and parentheses make it deeper."""
    level, depth = [term], 0
    while level and depth <= _SAFE:
        # Each operand of a chain of ``&&`` is one deeper than the one behind it.
        depth += max([len(node.kids) for node in level if node.kind == "junction"], default=1)
        level = [kid for node in level for kid in node.kids]
    return depth > _SAFE


def _is_readable(form: bytes) -> bool:
    try:
        return not any(method.untrusted for method in methods_of(SourceFile(form)))
    except ParseError:
        return False
