"""The direction of new-variable: a variable that only takes over another one's value becomes that other one.

``int k = g(); int y = k; use(y);`` becomes ``int k = g(); use(k);`` if both have the same value wherever the second is used: nothing
writes the second, and nothing the first in between; or the first is not used any more.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from equimorph.leakage.forms.canonical.completion import JUMPS, LOOPS
from equimorph.leakage.forms.canonical.terms import Binding, Term

__all__ = ["inline"]

_LISTS = frozenset({"block", "list"})
_AGAIN = LOOPS | {"lambda_expression", "class_body"}
"""What may run more than once."""
_WRITING = frozenset({"assign", "prefix", "postfix"})
_MOST = 10_000
"""Pairs of a use and a write that are compared."""


@dataclass(eq=False, slots=True)
class _Frame:
    """A list of statements, or what may run more than once, around a place.

    Attributes:
        term: it.
        above: the frame around it.
    """

    term: Term
    above: _Frame | None

    def around(self) -> list[_Frame]:
        """Return this frame and all around it, innermost first."""
        found: list[_Frame] = []
        frame: _Frame | None = self
        while frame is not None:
            found.append(frame)
            frame = frame.above
        return found

    @property
    def repeats(self) -> bool:
        return self.term.kind in _AGAIN

    @property
    def leaves(self) -> bool:
        """Whether it is a list that ends in a jump."""
        return (
            self.term.kind in _LISTS
            and bool(self.term.kids)
            and self.term.kids[-1].kind in JUMPS - {"break_statement", "yield_statement"}
        )


@dataclass(frozen=True, slots=True)
class _Use:
    """A use of a variable: its place in the order of the text, whether it writes, and the frame around it."""

    at: int
    writes: bool
    frame: _Frame | None


@dataclass(slots=True)
class _Found:
    """The uses and declarations of a member.

    Attributes:
        uses: by variable, in order.
        declared: the frame around each declaration.
        locals: declarations by another variable's value: the term, its place and frame.
    """

    uses: dict[Binding, list[_Use]] = field(default_factory=dict)
    declared: dict[Binding, _Frame | None] = field(default_factory=dict)
    locals: list[tuple[Term, int, _Frame]] = field(default_factory=list)


def inline(root: Term) -> bool:
    """Replace the second variables by the first ones, in place; return whether there was one."""
    found = _collected(root)
    changed = False
    for local, at, frame in found.locals:
        second, first = local.kids[1].binding, local.kids[3].binding
        if second is None or first is None:
            continue
        first = first.actual
        if _same_type(second, first) and _may_replace(found, second, first, at, frame):
            uses = [use for use in found.uses[first] if use.at != at] + found.uses.get(second, [])
            found.uses[first] = uses
            second.replace_by(first)
            frame.term.kids = [kid for kid in frame.term.kids if kid is not local]
            changed = True
    return changed


def _collected(root: Term) -> _Found:
    found, at = _Found(), 0
    stack: list[tuple[Term, _Frame | None, bool]] = [(root, None, False)]
    while stack:
        term, frame, writes = stack.pop()
        at += 1
        if term.binding is not None:
            if term.kind == "declared":
                found.declared[term.binding.actual] = frame
            else:
                found.uses.setdefault(term.binding.actual, []).append(_Use(at, writes, frame))
        if term.kind == "local" and frame is not None and len(term.kids) > 3 and term.kids[3].kind == "var":
            found.locals.append((term, at + sum(len(kid.listed()) for kid in term.kids), frame))
        if term.kind in _LISTS or term.kind in _AGAIN:
            frame = _Frame(term, frame)
        target = term.kids[0] if term.kind in _WRITING else None
        stack += [(kid, frame, kid is target) for kid in reversed(term.kids)]
    return found


def _same_type(second: Binding, first: Binding) -> bool:
    return second.type is None or first.type is None or second.type == first.type


def _may_replace(found: _Found, second: Binding, first: Binding, at: int, frame: _Frame) -> bool:
    """Return whether a first variable has the value of a second one wherever that one is used.

    Args:
        found: the uses.
        second, first: the variables.
        at: the place of the second one's declaration.
        frame: the frame around it.
    """
    later = [use for use in found.uses.get(first, ()) if use.at > at]
    uses = found.uses.get(second, [])
    if any(use.writes for use in uses):
        return not later and _is_fresh(found.declared.get(first), frame)
    inside = [use for use in later if use.writes and use.frame is not None and frame in use.frame.around()]
    if len(inside) * len(uses) > _MOST:
        return False
    return not any(_may_come_before(write, use, frame) for write in inside for use in uses)


def _is_fresh(declared: _Frame | None, frame: _Frame) -> bool:
    """Return whether what is declared in one frame is declared anew each time that another one in it runs."""
    around = declared.around() if declared is not None else []
    return all(one in around for one in frame.around() if one.repeats)


def _may_come_before(write: _Use, use: _Use, home: _Frame) -> bool:
    """Return whether a write of the first variable may run before a use of the second, after the second's declaration."""
    around = use.frame.around() if use.frame is not None else []
    assert write.frame is not None
    inner = write.frame.around()
    inner = inner[: inner.index(home)]
    if any(frame.repeats and frame in around for frame in inner):
        return True
    return write.at < use.at and not any(frame.leaves and frame not in around for frame in inner)
