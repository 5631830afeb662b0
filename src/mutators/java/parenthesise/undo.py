"""Removal of a mutation's pair of parentheses from a patch: of that pair, and of no other one.

The patch is read as one of these, or else it is a conflict:

- nothing is left of the pair: each pair around an expression of the patched text is another one of the mutant;
- the pair is there, with all that was in it, perhaps in another place;
- both parentheses are there, and either a word that was between them, or what surrounded them.

In the last two cases the mutator must make the patched text again from the answer.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from mutators.base import Mutator
from mutators.java.parenthesise.where import is_header
from mutators.java.tools.patch import JavaPatch
from mutators.model import Edit, Mutation, Site, apply_edits
from mutators.undo.matching import find
from mutators.undo.remake import remake
from mutators.undo.texts import known_source
from parsers.errors import ParseError
from parsers.java.method import Method, methods_of
from parsers.language import Token
from parsers.source import SourceFile

_WORD = re.compile(rb"[\w$\"'\x80-\xff]")


def restore(
    mutator: Mutator, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation
) -> bytes:
    """Return a patched mutant without the pair; the arguments are the same as for `Mutator.restore`, after the mutator.

    Raises:
        UndoConflict: it is not certain which pair it is, or the text would mean something else without it.
    """
    patch = JavaPatch(mutant, patched, mutation)
    (first,), (last,) = patch.own(0), patch.own(1)
    before, after = _methods(known_source(mutant, patched.language)), _methods(patched)
    if patch.parses and before is not None and after is not None:
        there = list(_pairs(after, patch.tokens))
        words = [token.text for token in patch.alignment.base[first : last + 1]]
        if len(find(patch.alignment.base, words)) == 1:
            others = [pair for pair in _pairs(before, patch.alignment.base) if pair != (first, last)]
            if _is_gone(patch, (first, last), others, there):
                return patched.data
            runs = [run for run in patch.runs(words) if (run, run + len(words) - 1) in there]
            if len(runs) == len(patch.runs(words)) == 1:
                undone = _without(mutator, patch, runs[0], runs[0] + len(words) - 1)
                if undone is not None:
                    return undone
    _check(patch, first, last)
    return remake(mutator, patched, original, mutant, mutation)


def _is_gone(
    patch: JavaPatch, own: tuple[int, int], others: list[tuple[int, int]], there: list[tuple[int, int]]
) -> bool:
    """Return whether each pair of the patched text is another one of the mutant, and none of these could be the mutation's own.

    Of two parentheses side by side nobody can tell which one was deleted. Outside of members, any new one may be it.
    """
    if any(abs(one - own[0]) == 1 or abs(other - own[1]) == 1 for one, other in others):
        return False
    kept = {patch.where(i) for i in range(len(patch.alignment.base)) if i not in own}
    for at, token in enumerate(patch.tokens):
        if token.text == b"(" and at not in kept and patch.source.method_at(token.start) is None:
            return False
    known = {(patch.where(one), patch.where(other)) for one, other in others}
    return all(pair in known for pair in there)


def _without(mutator: Mutator, patch: JavaPatch, first: int, last: int) -> bytes | None:
    """Return the patched text without a pair; None if what was in it is no expression then that the mutator accepts."""
    tokens = patch.tokens
    edits = [Edit(tokens[i].start, tokens[i].text.decode(), "") for i in (first, last)]
    undone = patch.source.edited(apply_edits(patch.source.data, edits))
    site = Site(mutator.name, tokens[first + 1].start - 1, tokens[last - 1].end - 1, ())
    match = mutator.match_at(undone, site) if _methods(undone) is not None else None
    return undone.data if match is not None and match.obstacle() is None else None


def _check(patch: JavaPatch, first: int, last: int) -> None:
    """Check that both parentheses, where they are still there, are around something that they were around.

    Raises:
        UndoConflict: nothing shows that.
    """
    start, end = patch.where(first), patch.where(last)
    if start is None or end is None:
        return
    inner = [i for i in range(first + 1, last) if _WORD.match(patch.alignment.base[i].text)]
    stays = patch.where(first - 1) == start - 1 and patch.where(last + 1) == end + 1
    if not stays and all(patch.where(i) is None for i in inner):
        raise patch.lost("the patch changed what the parentheses were around", range(first, last + 1))


def _methods(source: SourceFile) -> tuple[Method, ...] | None:
    """Return the members of a text; None if the tree of one cannot be trusted, or it is not Java."""
    try:
        found = methods_of(source)
    except ParseError:
        return None
    return None if any(method.untrusted for method in found) else found


def _pairs(methods: tuple[Method, ...], tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of parentheses around expressions, as indices of tokens."""
    starts = [token.start for token in tokens]
    for method in methods:
        for node in method.nodes:
            if node.type == "parenthesized_expression" and not is_header(node):
                yield bisect_left(starts, node.start), bisect_left(starts, node.end - 1)
