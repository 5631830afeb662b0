"""The direction of unused-variable: an unused local variable with a value that does nothing is removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mutators.java.tools.canonical.terms import Binding, Term
from mutators.java.tools.canonical.uses import LISTS, open_list

_VALUES = frozenset({"name", "var", "this", "true", "false", "null_literal"})


def remove(root: Term) -> bool:
    """Remove the declarations of unused variables, in place; return whether there was one.

    The last one is removed first, so that a variable which only it used is removed, too.
    """
    uses: Counter[Binding] = Counter()
    listed = root.listed()
    for term in listed:
        if term.kind == "var" and term.binding is not None:
            uses[term.binding.actual] += 1
    kept, changed = open_list(root), False
    for holder in reversed(listed):
        if holder.kind not in LISTS or holder is kept:
            continue
        left: list[Term] = []
        for statement in reversed(holder.kids):
            if statement.kind == "local" and _is_unused(statement, uses):
                uses.subtract(_used_in(statement))
            else:
                left.append(statement)
        if len(left) < len(holder.kids):
            holder.kids, changed = left[::-1], True
    return changed


def _used_in(local: Term) -> Iterator[Binding]:
    for term in local.listed():
        if term.kind == "var" and term.binding is not None:
            yield term.binding.actual


def _is_unused(local: Term, uses: Counter[Binding]) -> bool:
    binding = local.kids[1].binding
    if binding is None or uses[binding.actual]:
        return False
    if len(local.kids) < 4:
        return True
    value = local.kids[3]
    while value.kind == "unary_expression":
        value = value.kids[-1]
    return value.kind in _VALUES or value.kind.endswith("_literal")
