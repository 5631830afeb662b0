"""The direction of new-variable: a variable that only takes over another one's value becomes that other one.

``int k = g(); int y = k; use(y);`` becomes ``int k = g(); use(k);`` if both have the same value wherever the second is used:
nothing writes the second, and nothing the first in between; or the first is not used any more.
"""

from __future__ import annotations

from mutators.java.tools.canonical.terms import Binding, Term
from mutators.java.tools.canonical.uses import Found, Frame, Use, collected, open_list

_MOST = 200_000
"""Uses of variables that are looked at in a pass; of a text with more, not every second variable is found."""
_PAIRS = 1_000
"""Pairs of a use and a write that are compared."""


def inline(root: Term) -> bool:
    """Replace the second variables by the first ones, in place; return whether there was one."""
    found = collected(root)
    gone: dict[int, Term] = {}
    holders: dict[int, Term] = {}
    left = _MOST
    # The last one first: what holds the value of a second variable is a third one, not another second.
    for local, at, frame in reversed(found.locals):
        second, first = local.kids[1].binding, local.kids[3].binding
        if local.kids[3].kind != "var" or second is None or first is None or frame.term is open_list(root):
            continue
        first = first.actual
        left -= len(found.uses[first]) + len(found.uses.get(second, ()))
        if left > 0 and _same_type(second, first) and _may_replace(found, second, first, at, frame):
            found.uses[first] = [use for use in found.uses[first] if use.at != at] + found.uses.get(
                second, []
            )
            second.replace_by(first)
            gone[id(local)], holders[id(frame.term)] = local, frame.term
    for holder in holders.values():
        holder.kids = [kid for kid in holder.kids if id(kid) not in gone]
    return bool(gone)


def _same_type(second: Binding, first: Binding) -> bool:
    return second.type is None or first.type is None or second.type == first.type


def _may_replace(found: Found, second: Binding, first: Binding, at: int, frame: Frame) -> bool:
    """Return whether a first variable has the value of a second one, declared at a place in a frame, wherever that one is used."""
    later = [use for use in found.uses.get(first, ()) if use.at > at]
    uses = found.uses.get(second, [])
    if any(use.writes for use in uses):
        return not later and _is_fresh(found.declared.get(first), frame)
    inside = [use for use in later if use.writes and use.frame is not None and frame in use.frame.around()]
    if len(inside) * len(uses) > _PAIRS:
        return False
    return not any(_may_come_before(write, use, frame) for write in inside for use in uses)


def _is_fresh(declared: Frame | None, frame: Frame) -> bool:
    """Return whether what is declared in one frame is declared anew each time that another one in it runs."""
    around = declared.around() if declared is not None else []
    return all(one in around for one in frame.around() if one.repeats)


def _may_come_before(write: Use, use: Use, home: Frame) -> bool:
    """Return whether a write of the first variable may run before a use of the second, after the second's declaration."""
    around = use.frame.around() if use.frame is not None else []
    assert write.frame is not None
    inner = write.frame.around()
    inner = inner[: inner.index(home)]
    if any(frame.repeats and frame in around for frame in inner):
        return True
    return write.at < use.at and not any(frame.leaves and frame not in around for frame in inner)
