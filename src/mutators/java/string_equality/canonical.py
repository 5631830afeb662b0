"""The direction of string-equality: in ``a.equals(b)``, the side with the smaller key is first."""

from __future__ import annotations

from mutators.java.tools.canonical.terms import Term, key_of

_NAMES = frozenset({b"equals", b"equalsIgnoreCase"})


def ordered(call: Term) -> None:
    """Order what a call compares, in place; other calls stay."""
    if len(call.kids) != 4 or call.kids[2].text not in _NAMES or call.kids[0].kind == "super":
        return
    arguments = call.kids[3]
    if len(arguments.kids) != 3:  # with the parentheses
        return
    left, right = call.kids[0], arguments.kids[1]
    if key_of(right) < key_of(left):
        call.kids[0], arguments.kids[1] = right, left
