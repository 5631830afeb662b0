"""The direction of unused-variable: a local variable that nothing uses, with a value that does nothing, goes away."""

from __future__ import annotations

from collections import Counter

from equimorph.leakage.forms.canonical.terms import Binding, Term

__all__ = ["remove"]

_LISTS = frozenset({"block", "list"})
_VALUES = frozenset({"name", "var", "this", "true", "false", "null_literal"})


def remove(root: Term) -> bool:
    """Remove the declarations of unused variables, in place; return whether there was one.

    The last one comes first, so that a variable which only it used goes away, too.
    """
    uses: Counter[Binding] = Counter()
    lists: list[Term] = []
    listed = root.listed()
    for term in listed:
        if term.kind == "var" and term.binding is not None:
            uses[term.binding.actual] += 1
    gone: set[int] = set()
    for term in reversed(listed):
        if term.kind in _LISTS:
            lists.append(term)
        elif term.kind == "local" and _is_unused(term, uses):
            gone.add(id(term))
            uses.subtract(
                [one.binding.actual for one in term.listed() if one.kind == "var" and one.binding is not None]
            )
    for holder in lists:
        if gone:
            holder.kids = [kid for kid in holder.kids if id(kid) not in gone]
    return bool(gone)


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
