"""Terms as Java: tokens separated by blanks, with the bound names numbered in the order of their first use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count

from mutators.java.tools.canonical.terms import Binding, Term, token
from parsers.java.syntax.operators import PRECEDENCE
from parsers.java.syntax.operators import Binding as Level

_Part = tuple[Term, Level]
_PRECEDENCE = {sign.encode(): level for sign, level in PRECEDENCE.items()}
_LEVELS = {
    "lambda_expression": Level.LOOSE,
    "switch_expression": Level.LOOSE,
    "method_reference": Level.LOOSE,
    "assign": Level.ASSIGNMENT,
    "ternary_expression": Level.CONDITIONAL,
    "instanceof_expression": Level.RELATIONAL,
    "not": Level.UNARY,
    "unary_expression": Level.UNARY,
    "prefix": Level.UNARY,
    "cast_expression": Level.UNARY,
    "postfix": Level.POSTFIX,
    "array_creation_expression": Level.POSTFIX,
}
_OPERATIONS = frozenset({"junction", "comparison", "binary"})
_FIRST = {
    "method_invocation": Level.PRIMARY,
    "field_access": Level.PRIMARY,
    "array_access": Level.PRIMARY,
    "method_reference": Level.PRIMARY,
    "object_creation_expression": Level.PRIMARY,
    "explicit_constructor_invocation": Level.PRIMARY,
    "instanceof_expression": Level.RELATIONAL,
}
"""The minimum precedence of a node's first part; the other parts need no parentheses."""
_PRIMITIVES = frozenset({"integral_type", "floating_point_type", "boolean_type"})
_SIGNED = frozenset({"unary_expression", "prefix"})


def rendered(term: Term) -> bytes:
    """Return a term as Java text."""
    leaves = list(_leaves(term))
    taken = {leaf.text for leaf in leaves if leaf.text[:1] == b"$" and leaf.binding is None}
    names = (name for name in (b"$%d" % number for number in count()) if name not in taken)
    named: dict[Binding, bytes] = {}
    tokens: list[bytes] = []
    for leaf in leaves:
        if leaf.binding is None:
            tokens.append(leaf.text)
            continue
        actual = leaf.binding.actual
        if actual not in named:
            named[actual] = next(names)
        tokens.append(named[actual])
    return b" ".join(tokens)


def _leaves(term: Term) -> Iterator[Term]:
    stack: list[_Part] = [(term, Level.LOOSE)]
    while stack:
        node, least = stack.pop()
        if _level(node) < least:
            yield _OPENING
            stack.append((_CLOSING, Level.LOOSE))
        make = _PARTS.get(node.kind)
        if make is not None:
            stack += make(node)[::-1]
        elif node.kids:
            stack += _generic(node)[::-1]
        elif node.text or node.binding is not None:
            yield node


def _level(term: Term) -> Level:
    if term.kind in _OPERATIONS:
        return _PRECEDENCE[term.text]
    return _LEVELS.get(term.kind, Level.PRIMARY)


_OPENING, _CLOSING = token(b"("), token(b")")


def _sign(text: bytes) -> _Part:
    return token(text), Level.LOOSE


def _generic(term: Term) -> list[_Part]:
    parts = [(kid, Level.LOOSE) for kid in term.kids]
    first = _FIRST.get(term.kind)
    if first is not None:
        parts[0] = term.kids[0], first
    return parts


def _operation(term: Term) -> list[_Part]:
    level = _PRECEDENCE[term.text]
    return [(term.kids[0], level), _sign(term.text), (term.kids[1], Level(level + 1))]


def _junction(term: Term) -> list[_Part]:
    level = Level(_PRECEDENCE[term.text] + 1)
    parts: list[_Part] = []
    for kid in term.kids:
        parts += [_sign(term.text), (kid, level)]
    return parts[1:]


def _unary(term: Term) -> list[_Part]:
    return [_sign(term.text), (term.kids[-1], Level.UNARY)]


def _ternary(term: Term) -> list[_Part]:
    condition, yes, no = term.kids
    return [
        (condition, Level.OR_ELSE),
        _sign(b"?"),
        (yes, Level.CONDITIONAL),
        _sign(b":"),
        (no, Level.CONDITIONAL),
    ]


def _cast(term: Term) -> list[_Part]:
    # A cast to a reference type is never followed by a sign (JLS 15.16).
    value = term.kids[-1]
    bare = term.kids[1].kind in _PRIMITIVES or value.kind not in _SIGNED
    parts = [(kid, Level.LOOSE) for kid in term.kids]
    parts[-1] = value, Level.UNARY if bare else Level.PRIMARY
    return parts


def _headed(word: bytes, condition: Term, body: Term) -> list[_Part]:
    return [_sign(word), _sign(b"("), (condition, Level.LOOSE), _sign(b")"), (body, Level.LOOSE)]


def _if(term: Term) -> list[_Part]:
    parts = _headed(b"if", term.kids[0], term.kids[1])
    for no in term.kids[2:]:
        chained = len(no.kids) == 1 and no.kids[0].kind == "if"
        parts += [_sign(b"else"), (no.kids[0] if chained else no, Level.LOOSE)]
    return parts


def _do(term: Term) -> list[_Part]:
    body, condition = term.kids
    return [_sign(b"do"), (body, Level.LOOSE), *_headed(b"while", condition, token(b""))[:-1], _sign(b";")]


def _foreach(term: Term) -> list[_Part]:
    *declared, value, body = [(kid, Level.LOOSE) for kid in term.kids]
    return [_sign(b"for"), _sign(b"("), *declared, _sign(b":"), value, _sign(b")"), body]


def _local(term: Term) -> list[_Part]:
    parts = [(kid, Level.LOOSE) for kid in term.kids]
    if len(parts) > 3:
        parts.insert(3, _sign(b"="))
    return [*parts, _sign(b";")]


_PARTS: Mapping[str, Callable[[Term], list[_Part]]] = {
    "junction": _junction,
    "comparison": _operation,
    "binary": _operation,
    "not": _unary,
    "unary_expression": _unary,
    "prefix": _unary,
    "postfix": lambda term: [(term.kids[0], Level.POSTFIX), _sign(term.text)],
    "assign": lambda term: [(term.kids[0], Level.PRIMARY), _sign(term.text), (term.kids[1], Level.LOOSE)],
    "ternary_expression": _ternary,
    "cast_expression": _cast,
    "expr": lambda term: [(term.kids[0], Level.LOOSE), _sign(b";")],
    "block": lambda term: [_sign(b"{"), *_generic(term), _sign(b"}")],
    "if": _if,
    "while": lambda term: _headed(b"while", *term.kids),
    "do": _do,
    "foreach": _foreach,
    "local": _local,
    "labeled": lambda term: [(term.kids[0], Level.LOOSE), _sign(b":"), (term.kids[1], Level.LOOSE)],
}
"""Writers of the terms that are not a sequence of their parts."""
