"""The form `renamed`: the tokens of a text, with names of our own in place of all that are bound in a member.

Bound are variables and parameters, including lambda parameters, labels, the type parameters of a method, and its own
name (JLS 6.3,
14.7, 8.4.4). They get the names that a sketch gives, in the order of the text: ``arg_0``, ``var_0``, ``label_0``, ``T_0``, ``f``.
A name that is free in the member is skipped, so two members have one form only if a renaming makes them equal. Whether a
renaming would be sound in its file does not matter here: a clone may be somebody else's. Free names stay: fields, called
methods, types, the fields of class bodies.

Statements alone, such as a hunk, use variables whose declarations are not in the text, and in a text that does not parse there is
no scope at all. There every name that may be a variable's is numbered by its first use: it does not begin with a capital letter,
and is neither before ``(`` nor behind a dot nor where a type does.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from operator import attrgetter

from equimorph.leakage.forms.texts import source_of, spaced, without_mark
from parsers.java.method import Method, methods_of
from parsers.java.names.method_uses import uses
from parsers.java.syntax.tokens import Token, tokenize
from parsers.java.syntax.tree import Node
from parsers.java.syntax.trust import RESERVED

_NAME = re.compile(rb"[A-Za-z_$\x80-\xff]")
_WORDS = frozenset(word.encode() for word in RESERVED) | {b"var"}
_MEMBER = frozenset({b".", b"::", b"@"})
_KEPT = frozenset({"field", "component"})
"""Kinds of variables that are seen from outside of the member, or may be."""
_GENERIC = frozenset(
    {
        "method_declaration",
        "constructor_declaration",
        "class_declaration",
        "interface_declaration",
        "record_declaration",
    }
)


@dataclass(frozen=True)
class Renamed:
    """A text in the form.

    Attributes:
        whole: all of it.
        members: each method, constructor and initialiser in it, as if it stood alone; none where that is the whole text.
    """

    whole: bytes
    members: tuple[bytes, ...]


def renamed(data: bytes) -> bytes:
    """Return the form of a text: its tokens, with a blank between two of them. Total: any bytes have one."""
    return read_renamed(data).whole


def read_renamed(data: bytes) -> Renamed:
    """Return the form of a text, and of each member in it."""
    data = without_mark(data)
    tokens = tokenize(data)
    source = source_of(data)
    if source is None:
        return Renamed(spaced(_by_first_use(tokens)), ())
    names, members = dict[int, bytes](), list[bytes]()
    starts = [token.start for token in tokens]
    for method in methods_of(source):
        inside = tokens[bisect_left(starts, method.start) : bisect_left(starts, method.end)]
        method_names = _names(method) if method.untrusted is None else _first_uses(inside)
        names |= method_names
        members.append(spaced(_replaced(inside, method_names)))
    whole = spaced(_replaced(tokens, names)) if source.parses else spaced(_by_first_use(tokens))
    return Renamed(whole, tuple(members) if members != [whole] else ())


def _replaced(tokens: Iterable[Token], names: Mapping[int, bytes]) -> Iterator[bytes]:
    return (names.get(token.start, token.text) for token in tokens)


def _names(method: Method) -> dict[int, bytes]:
    """Return the new name at each byte offset where a bound name is."""
    bound = sorted(_bound(method))
    replaced = {place for places, _ in bound for place in places}
    taken = {
        method.node_text(node)
        for node in method.nodes
        if node.type in ("identifier", "type_identifier") and node.start not in replaced
    }
    fresh = {stem: _fresh(stem, taken) for stem in ("arg", "var", "label", "T", "f")}
    names = dict[int, bytes]()
    for places, stem in bound:
        names |= dict.fromkeys(places, next(fresh[stem]).encode())
    return names


def _fresh(stem: str, taken: set[str]) -> Iterator[str]:
    """Yield names that mean nothing else in the member; the name of the method itself has no number."""
    numbered = (f"{stem}_{number}" for number in count())
    return (name for name in chain([stem] if stem == "f" else [], numbered) if name not in taken)


def _bound(method: Method) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the bindings of a member: the byte offsets of the names in order, and the beginning of the new name."""
    for declared in method.scopes.declarations:
        if declared.kind not in _KEPT:
            parameter = declared.kind == "parameter" and declared.frame is None
            places = declared.node.start, *(reference.node.start for reference in declared.references)
            yield tuple(sorted(places)), "arg" if parameter else "var"
    for label in method.scopes.labels:
        jumps = (name.start for jump in label.jumps for name in jump.named_children())
        yield (label.node.start, *jumps), "label"
    yield from _type_parameters(method)
    if method.kind == "method":
        yield _own_name(method), "f"
    if method.kind == "statements":
        yield from ((places, "var") for places in _unbound(method))


def _own_name(method: Method) -> tuple[int, ...]:
    """Return the places of a method's own name, as a sketch has it: its declaration, and calls on nothing or `this` that fit it."""
    named = uses(method.parsed)[method.name]
    first, last = (bisect_left(named, at, key=attrgetter("start")) for at in (method.start, method.end))
    within = named[first:last]
    declared = next(use for use in within if use.kind == "declaration")
    calls = (use for use in within if use.kind != "declaration" and use.meets(declared))
    return declared.start, *(use.start for use in calls if _is_own(method, use.start, use.end))


def _is_own(method: Method, start: int, end: int) -> bool:
    name = method.node_at(start, end, "identifier")
    place = name.parent if name is not None else None
    if place is None or place.first("super") is not None:
        return False
    receiver = place.child("object") if place.type == "method_invocation" else place.children[0]
    return receiver is None or receiver.type == "this"


def _type_parameters(method: Method) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the type parameters that are declared in a member (JLS 8.4.4, 6.3); the innermost of a name counts."""
    places = dict[tuple[int, str], list[int]]()
    for scope in method.nodes:
        listed = scope.first("type_parameters") if scope.type in _GENERIC else None
        for parameter in listed.named_children() if listed is not None else ():
            declared = parameter.first("type_identifier", "identifier")
            if declared is not None:
                places[scope.start, method.node_text(declared)] = []
    if not places:
        return
    for node in method.nodes:
        if _is_type(node):
            name = method.node_text(node)
            owners = ((ancestor.start, name) for ancestor in node.ancestors())
            owner = next((candidate for candidate in owners if candidate in places), None)
            if owner is not None:
                places[owner].append(node.start)
    yield from ((tuple(offsets), "T") for offsets in places.values())


def _is_type(node: Node) -> bool:
    return node.type == "type_identifier" or (
        node.parent is not None and node.parent.type == "type_parameter"
    )


def _unbound(method: Method) -> Iterator[tuple[int, ...]]:
    """Yield the places of each name that bare statements use and may be a variable's, by name."""
    places = dict[str, list[int]]()
    for node in method.nodes:
        if method.scopes.is_expression_name(node) and method.scopes.reference(node) is None:
            name = method.node_text(node)
            if not name[0].isupper():
                places.setdefault(name, []).append(node.start)
    return map(tuple, places.values())


def _by_first_use(tokens: Sequence[Token]) -> Iterator[bytes]:
    return _replaced(tokens, _first_uses(tokens))


def _first_uses(tokens: Sequence[Token]) -> dict[int, bytes]:
    """Return the new name at each byte offset where a name is that may be a variable's, numbered by first use."""
    texts = [b"", *(token.text for token in tokens), b""]
    candidates = [
        token
        for token, before, behind in zip(tokens, texts, texts[2:], strict=False)
        if _may_be_variable(token.text, before, behind)
    ]
    starts = {token.start for token in candidates}
    taken = {token.text.decode(errors="replace") for token in tokens if token.start not in starts}
    fresh, names = _fresh("var", taken), dict[bytes, bytes]()
    for token in candidates:
        if token.text not in names:
            names[token.text] = next(fresh).encode()
    return {token.start: names[token.text] for token in candidates}


def _may_be_variable(name: bytes, before: bytes, behind: bytes) -> bool:
    """Return whether a token may be a variable's name, by the tokens around it."""
    if not _NAME.match(name) or name in _WORDS or name[:1].isupper():
        return False
    if before in _MEMBER or behind in (b"(", b"::") or before == b"new":
        return False
    return not (_NAME.match(behind) and behind not in _WORDS)
