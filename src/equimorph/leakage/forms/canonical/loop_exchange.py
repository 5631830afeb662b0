"""The direction of loop-exchange: each loop is a while, but one over the elements of an array or Iterable (JLS 14.12 to 14.14).

``for (int i = 0; i < n; i++) s;`` becomes ``int i = 0; while (i < n) { s; i += 1; }``, with the update before each continue, too;
``do s; while (c);`` becomes ``while (true) { s; if (!c) break; }``, unless a continue goes to its condition. What is exchanged for a
loop over elements has the form of one again: a variable for the index or iterator that the loop needs for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from equimorph.leakage.forms.canonical.completion import LOOPS, completes
from equimorph.leakage.forms.canonical.condition_exchange import negate
from equimorph.leakage.forms.canonical.terms import Binding, Term, clone, token

__all__ = ["TooLarge", "do_as_while", "for_as_while"]

_ELSEWHERE = frozenset({"lambda_expression", "class_body"})
_LISTS = frozenset({"block", "list"})
_MOST = 200_000
"""Terms that updates before continue statements may add."""


class TooLarge(Exception):
    """A form would be out of proportion to its text."""


def for_as_while(
    init: Sequence[Term], condition: Term | None, update: Sequence[Term], body: Term, labels: Sequence[Binding]
) -> list[Term]:
    """Return the statements that a for statement is exchanged for.

    Args:
        init: statements.
        condition: None for one without.
        update: statements.
        body: a block, which is changed.
        labels: of the loop.

    Raises:
        TooLarge: the update is long, and needed often.
    """
    if update:
        at_end = completes(body)
        places = list(_continues(body, labels))
        if len(places) * sum(len(one.listed()) for one in update) > _MOST:
            raise TooLarge
        for holder, jump in places:
            at = next(index for index, kid in enumerate(holder.kids) if kid is jump)
            holder.kids[at:at] = [clone(one) for one in update]
        if at_end:
            body.kids += update
    return [*init, Term("while", kids=[condition or Term("true", b"true"), body])]


def do_as_while(body: Term, condition: Term, labels: Sequence[Binding]) -> Term:
    """Return the while statement that a do statement is exchanged for; itself if a continue goes to its condition.

    Args:
        body: a block, which is changed.
        condition: its condition, which is changed.
        labels: of the loop.
    """
    if condition.kind != "true":
        if next(_continues(body, labels), None) is not None:
            return Term("do", kids=[body, condition])
        if completes(body):
            negate(condition)
            leave = Term("break_statement", kids=[token(b"break"), token(b";")])
            body.kids.append(Term("if", kids=[condition, Term("block", kids=[leave])]))
    return Term("while", kids=[Term("true", b"true"), body])


def _continues(body: Term, labels: Sequence[Binding]) -> Iterator[tuple[Term, Term]]:
    """Yield the continue statements of a loop, each after the list that it is in."""
    stack: list[tuple[Term, Term, bool]] = [(body, kid, True) for kid in reversed(body.kids)]
    while stack:
        holder, term, own = stack.pop()
        if term.kind == "continue_statement":
            named = term.kids[1].binding if len(term.kids) > 2 else None
            if holder.kind in _LISTS and (own if named is None else named in labels):
                yield holder, term
        elif term.kind not in _ELSEWHERE:
            own = own and term.kind not in LOOPS
            stack += [(term, kid, own) for kid in reversed(term.kids)]
