"""The direction of loop-exchange: each loop is a while, but one over the elements of an array or Iterable (JLS 14.12 to 14.14).

``for (int i = 0; i < n; i++) s;`` becomes ``int i = 0; while (i < n) { s; i += 1; }``, with the update before each
continue, too. ``do s; while (c);`` becomes ``while (true) { s; if (!c) break; }``, unless a continue jumps to its
condition. A loop with an index or iterator that it needs for nothing else becomes one over elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mutators.java.condition_exchange.canonical import negate
from mutators.java.tools.canonical.completion import LOOPS, completes
from mutators.java.tools.canonical.terms import Binding, Refused, Term, clone, equal, token
from mutators.java.tools.canonical.uses import LISTS, Found, collected

_ELSEWHERE = frozenset({"lambda_expression", "class_body"})
_MOST = 200_000
"""Terms that updates before continue statements may add."""


def for_as_while(
    init: Sequence[Term],
    condition: Term | None,
    update: Sequence[Term],
    body: Term,
    labels: Sequence[Binding],
) -> list[Term]:
    """Return the statements that a for statement is exchanged for.

    Args:
        init: statements.
        condition: None for one without.
        update: statements.
        body: a block, which is changed.
        labels: Labels of the loop.

    Raises:
        Refused: the update is long, and needed often.
    """
    if update:
        at_end = completes(body)
        places = list(_continues(body, labels))
        if len(places) * sum(len(one.listed()) for one in update) > _MOST:
            raise Refused("an update is long, and needed often")
        for holder, jump in places:
            at = next(index for index, kid in enumerate(holder.kids) if kid is jump)
            holder.kids[at:at] = [clone(one) for one in update]
        if at_end:
            body.kids += update
    return [*init, Term("while", kids=[condition or Term("true", b"true"), body])]


def do_as_while(body: Term, condition: Term, labels: Sequence[Binding]) -> Term:
    """Return the while statement for a do statement; the do statement itself if a continue jumps to its condition.

    It also stays if the condition declares a pattern's variable, which may be used behind the loop.

    Args:
        body: Block of the loop, which is changed.
        condition: Condition of the loop, which is changed.
        labels: Labels of the loop.
    """
    if condition.kind != "true":
        declares = any(term.kind == "declared" for term in condition.listed())
        if declares or next(_continues(body, labels), None) is not None:
            return Term("do", kids=[body, condition])
        if completes(body):
            negate(condition)
            leave = Term("break_statement", kids=[token(b"break"), token(b";")])
            always = condition.kind == "true"  # as `dead_branch` has it
            body.kids.append(leave if always else Term("if", kids=[condition, Term("block", kids=[leave])]))
    return Term("while", kids=[Term("true", b"true"), body])


def _continues(body: Term, labels: Sequence[Binding]) -> Iterator[tuple[Term, Term]]:
    """Yield the continue statements of a loop, each after the list that it is in."""
    stack: list[tuple[Term, Term, bool]] = [(body, kid, True) for kid in reversed(body.kids)]
    while stack:
        holder, term, own = stack.pop()
        if term.kind == "continue_statement":
            named = term.kids[1].binding if len(term.kids) > 2 else None
            if holder.kind in LISTS and (own if named is None else named in labels):
                yield holder, term
        elif term.kind not in _ELSEWHERE:
            own = own and term.kind not in LOOPS
            stack += [(term, kid, own) for kid in reversed(term.kids)]


_Exchange = Callable[[Found, Term, Term, Sequence[Binding]], Term | None]


def over_elements(root: Term) -> bool:
    """Exchange loops with an index or iterator for those over elements, in place; return whether there was one."""
    return _exchanged(root, "while", _over_elements)


def without_copies(root: Term) -> bool:
    """Remove the variables that only hold what a loop behind them is over, in place; return whether there was one.

    Only when no other loop is to be exchanged: the element of one may be what another one is over.
    """
    return _exchanged(root, "foreach", _without_copy)


def _exchanged(root: Term, kind: str, exchange: _Exchange) -> bool:
    """Exchange loops of a kind behind declarations that they need no more."""
    found: Found | None = None
    changed = False
    for holder in reversed(root.listed()):
        if holder.kind not in LISTS:
            continue
        for at in range(len(holder.kids) - 1, 0, -1):
            local, (loop, labels) = holder.kids[at - 1], _labelled(holder.kids[at])
            if local.kind != "local" or len(local.kids) < 4 or loop.kind != kind:
                continue
            found = found or collected(root)
            made = exchange(found, local, loop, labels)
            if made is not None:
                loop.become(made)
                del holder.kids[at - 1]
                changed = True
    return changed


def _labelled(statement: Term) -> tuple[Term, list[Binding]]:
    labels: list[Binding] = []
    while statement.kind == "labeled":
        if statement.kids[0].binding is not None:
            labels.append(statement.kids[0].binding)
        statement = statement.kids[1]
    return statement, labels


def _over_elements(found: Found, local: Term, loop: Term, labels: Sequence[Binding]) -> Term | None:
    """Return a loop over elements that needs no variable before it, in place of a loop that does; None if there is none."""
    inside = loop.kids[1].kids
    if not inside or inside[0].kind != "local" or len(inside[0].kids) < 4:
        return None
    return _with_index(found, local, loop, labels) or _with_iterator(found, local, loop)


def _with_index(found: Found, local: Term, loop: Term, labels: Sequence[Binding]) -> Term | None:
    """Return the loop over the elements of an array, if a loop is one with an index that it needs for nothing else."""
    index, (test, body) = local.kids[1].binding, loop.kids
    element = body.kids[0].kids[3]
    if index is None or local.kids[3].text != b"0" or test.kind != "comparison":
        return None
    if element.kind != "array_access" or not element.kids[2].is_var(index):
        return None
    array = element.kids[0]
    sides = test.kids if test.text == b"<" else test.kids[::-1] if test.text == b">" else []
    if not sides or not sides[0].is_var(index) or not _is_length(sides[1], array) or array.binding is None:
        return None
    if any(use.writes and use.inside(loop) for use in found.uses.get(array.binding.actual, ())):
        return None
    updates = _updates(loop, index, labels)
    if updates is None or len(found.uses.get(index, ())) != len(updates) + 2:
        return None
    for holder, update in updates:
        holder.kids = [kid for kid in holder.kids if kid is not update]
    return _foreach(loop, array)


def _is_length(term: Term, array: Term) -> bool:
    return term.kind == "field_access" and term.kids[-1].text == b"length" and equal(term.kids[0], array)


def _updates(loop: Term, index: Binding, labels: Sequence[Binding]) -> list[tuple[Term, Term]] | None:
    """Return the updates of an index at the end of a loop's body and before each continue, each after its list.

    None if one is missing.
    """
    body = loop.kids[1]
    found: list[tuple[Term, Term]] = []
    last = body.kids[-1]
    if _counts(last, index):
        found.append((body, last))
    elif completes(body):
        return None
    for holder, jump in _continues(body, labels):
        at = next(place for place, kid in enumerate(holder.kids) if kid is jump)
        if at == 0 or not _counts(holder.kids[at - 1], index):
            return None
        found.append((holder, holder.kids[at - 1]))
    return found


def _counts(statement: Term, index: Binding) -> bool:
    if statement.kind != "expr" or statement.kids[0].kind != "assign":
        return False
    target, value = statement.kids[0].kids
    return statement.kids[0].text == b"+=" and target.is_var(index) and value.text == b"1"


def _with_iterator(found: Found, local: Term, loop: Term) -> Term | None:
    """Return the loop over the elements of an object, if a loop is one with an iterator that it needs for nothing else."""
    iterator, (test, body) = local.kids[1].binding, loop.kids
    values = _receiver(local.kids[3], b"iterator")
    if iterator is None or values is None or len(found.uses.get(iterator, ())) != 2:
        return None
    for call, name in ((test, b"hasNext"), (body.kids[0].kids[3], b"next")):
        receiver = _receiver(call, name)
        if receiver is None or not receiver.is_var(iterator):
            return None
    return _foreach(loop, values)


def _receiver(call: Term, name: bytes) -> Term | None:
    """Return the receiver of a call of a method of this name without arguments; None for any other node."""
    if call.kind != "method_invocation" or len(call.kids) != 4:
        return None
    receiver, _, called, arguments = call.kids
    return receiver if called.text == name and len(arguments.kids) == 2 else None


def _foreach(loop: Term, values: Term) -> Term:
    body = loop.kids[1]
    first = body.kids.pop(0)
    return Term("foreach", kids=[*first.kids[:3], values, body])


def _without_copy(found: Found, local: Term, loop: Term, labels: Sequence[Binding]) -> Term | None:
    """Return the loop over the value of a variable that is used for nothing else."""
    binding, values = local.kids[1].binding, loop.kids[3]
    if binding is None or not values.is_var(binding) or len(found.uses.get(binding, ())) != 1:
        return None
    return Term("foreach", kids=[*loop.kids[:3], local.kids[3], loop.kids[4]])
