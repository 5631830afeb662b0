"""The rules that need the whole member, and all others again after them, to a fixpoint."""

from __future__ import annotations

from equimorph.leakage.forms.canonical.reading import SIMPLIFY
from mutators.java.loop_exchange import canonical as loop_exchange
from mutators.java.new_variable import canonical as new_variable
from mutators.java.tools.canonical.terms import Term
from mutators.java.unused_variable import canonical as unused_variable


def settle(root: Term) -> None:
    """Bring a term to its canonical form, in place."""
    while _changed(root):
        for term in reversed(root.listed()):
            simplify = SIMPLIFY.get(term.kind)
            if simplify is not None:
                simplify(term)


def _changed(root: Term) -> bool:
    changed = [
        rule(root) for rule in (new_variable.inline, unused_variable.remove, loop_exchange.over_elements)
    ]
    return any(changed) or loop_exchange.without_copies(root)
