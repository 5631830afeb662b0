"""Removal of a mutation's casts from a patch."""

from __future__ import annotations

from collections.abc import Iterator

from mutators.java.tools.patch import JavaPatch, reference_at
from mutators.java.tools.spacing import replacement
from mutators.java.useless_cast.where import type_of
from mutators.model import Edit, Mutation, apply_edits
from mutators.undo.matching import find
from mutators.undo.transport import may_be_gone
from parsers.java.parsed import JavaParsed
from parsers.java.syntax.tokens import tokenize
from parsers.source import SourceFile

_HEADERS = frozenset(
    {"if_statement", "while_statement", "do_statement", "switch_expression", "synchronized_statement"}
)
_BEFORE_EXPRESSION = frozenset({b"return", b"throw", b"case", b"assert", b"else", b"do", b"yield"})
_GOES_ON = frozenset({b".", b"[", b"(", b"++", b"--", b"::", b"->"})


def restore(patched: SourceFile, mutant: bytes, mutation: Mutation) -> bytes:
    """Remove the cast from a patched mutant, and the copies that the patch made of it; casts of the original stay.

    Raises:
        UndoConflict: it is not certain which cast the mutation brought, or the patch changed it.
    """
    patch = JavaPatch(mutant, patched, mutation)
    words = [token.text for token in tokenize(mutation.edits[0].new.encode())]
    cast = words[1:-1]  # without the parentheses around it
    own = patch.own(0)
    known = [i for i in find(patch.alignment.base, cast) if i in patch.member]
    runs = patch.runs(cast)
    if len(known) > 1:  # the original has such casts, too
        if runs != [patch.where(i) for i in known]:
            raise patch.lost("the patch changed one of several equal casts", own)
        runs = [run for run, i in zip(runs, known, strict=True) if i == own[1]]
    if patch.parses:
        runs = [run for run in runs if _is_cast_of_name(patch, run, len(cast), own)]
        for run in runs:
            _check_type(patch, run + len(cast) - 1, cast[1:-2])
    else:
        _check_tokens(patch, runs, own)
    spans = [_span(patch, run, len(cast), own) for run in runs]
    removed = {index for first, last in spans for index in range(first, last + 1)}
    kept = [i for i in own if patch.where(i) is not None and patch.where(i) not in removed]
    # Of a cast that was dropped by hand parentheses may be left, as in `(s).length()`; of its own two, one at the most.
    is_left = any(i in own[2:-3] for i in kept) or {own[1], own[-3]} <= set(kept)
    if is_left and not (patch.parses and _is_dropped(patch, own)):
        raise patch.lost("the patch changed the cast", own)
    return apply_edits(patched.data, _edits(patch, spans, cast[-1].decode()))


def _is_dropped(patch: JavaPatch, own: range) -> bool:
    """Return whether tokens of the cast are only like others of the patched text, which parses: none is of a cast, or is
    between the parentheses around it."""
    targets = [patch.where(index) for index in own]
    kept = {patch.tokens[target].start for target in targets[1:-2] if target is not None}
    first, last = targets[0], targets[-1]
    if first is not None and last is not None:
        start, end = patch.tokens[first].start, patch.tokens[last].end
        node = JavaParsed.of(patch.source).exact_node(start, end)
        if (
            node is not None
            and node.type == "parenthesized_expression"
            and any(start < at < end for at in kept)
        ):
            return False
    return not any(
        node.type == "cast_expression" and any(node.start <= at < value.start for at in kept)
        for method in patch.methods
        for node in method.nodes
        if (value := node.child("value")) is not None
    )


def _edits(patch: JavaPatch, spans: list[tuple[int, int]], name: str) -> Iterator[Edit]:
    for first, last in spans:
        start, end = patch.tokens[first].start, patch.tokens[last].end
        yield replacement(patch.source.data, start, end, name)


def _span(patch: JavaPatch, run: int, count: int, own: range) -> tuple[int, int]:
    """Return the tokens of a cast from first to last, with the parentheses around it if they are its own.

    Raises:
        UndoConflict: it is part of another expression than before.
    """
    first, last = run - 1, run + count
    wrapped = patch.text(first) == b"(" and patch.text(last) == b")"
    if wrapped and _is_expression(patch, first, last, own):
        return first, last
    if patch.text(last) in _GOES_ON:
        raise patch.conflict("the patch changed what is cast", run, last)
    if wrapped and patch.where(own[0]) == first:
        raise patch.conflict("the patch changed what surrounds the cast", first, last)
    return run, last - 1


def _is_expression(patch: JavaPatch, first: int, last: int, own: range) -> bool:
    """Return whether a pair of parentheses encloses an expression, and is not of a call or a statement's header."""
    if patch.parses:
        node = JavaParsed.of(patch.source).exact_node(patch.tokens[first].start, patch.tokens[last].end)
        if node is None or node.type != "parenthesized_expression":
            return False
        return node.parent is None or node.parent.type not in _HEADERS
    if patch.where(own[0]) != first:
        return False
    before = patch.text(first - 1)
    word = before[:1].isalpha() or before[:1] in (b"_", b"$") or before in (b")", b"]", b">")
    return not word or before in _BEFORE_EXPRESSION or patch.where(own[0] - 1) == first - 1


def _is_cast_of_name(patch: JavaPatch, run: int, count: int, own: range) -> bool:
    """Return whether what looks like a cast of the variable is one, not of `x.f()` or of a lambda with a parameter x."""
    if patch.text(run - 1) == b"(" and patch.text(run + count) == b")":
        return True
    return patch.text(run + count) not in _GOES_ON or patch.where(own[2]) == run + 1


def _check_type(patch: JavaPatch, index: int, type_: list[bytes]) -> None:
    """Check the variable that a token of the patched text names.

    Raises:
        UndoConflict: it is not certain that its type is the cast's type, so that the cast is useless there.
    """
    method = patch.method_at(index)
    token = patch.tokens[index]
    node = method.node_at(token.start, token.end, "identifier") if method is not None else None
    reference = reference_at(method, token)
    spelled = type_of(method, node, reference) if method is not None and node is not None else None
    if (
        method is None
        or node is None
        or spelled is None
        or (reference is not None and reference.uncertain)
        or not method.spelling.holds_at(spelled, node)
    ):
        raise patch.conflict("it is not certain which type the variable has there", index, index)
    if [t.text for t in tokenize(spelled.text.encode())] != type_:
        raise patch.conflict("the variable has another type there", index, index)


def _check_tokens(patch: JavaPatch, runs: list[int], own: range) -> None:
    """Check, where the patched text does not parse, that the cast is in place and its variable declared as before.

    Raises:
        UndoConflict: that is not certain.
    """
    if any(run != patch.where(own[1]) for run in runs) or (runs and may_be_gone(patch.alignment, own)):
        raise patch.lost("the patch does not parse, so that it is not certain what it casts", own)
    reference = reference_at(patch.method, patch.alignment.base[own[-2]])
    type_node = reference.declaration.type_node if reference is not None else None
    if not runs or reference is None or type_node is None:
        return
    if not patch.keeps(type_node.start, reference.declaration.node.end):
        raise patch.lost("the patch does not parse, and changed the declaration of the variable", own)
