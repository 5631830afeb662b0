"""Declarations and uses of the bound names of a member: the order, the writes, and the loops and lists of statements around."""

from __future__ import annotations

from dataclasses import dataclass, field

from mutators.java.tools.canonical.completion import LOOPS
from mutators.java.tools.canonical.terms import Binding, Term

LISTS = frozenset({"block", "list"})
_AGAIN = LOOPS | {"lambda_expression", "class_body"}
"""The nodes that may run more than once."""
_LEAVING = frozenset({"continue_statement", "return_statement", "throw_statement"})
_WRITING = frozenset({"assign", "prefix", "postfix"})


@dataclass(eq=False, slots=True)
class Frame:
    """A list of statements, or what may run more than once, around a place."""

    term: Term
    above: Frame | None

    def around(self) -> list[Frame]:
        """Return this frame and all around it, innermost first."""
        found: list[Frame] = []
        frame: Frame | None = self
        while frame is not None:
            found.append(frame)
            frame = frame.above
        return found

    @property
    def repeats(self) -> bool:
        """Whether it may run more than once."""
        return self.term.kind in _AGAIN

    @property
    def leaves(self) -> bool:
        """Whether it is a list that ends in a jump out of what is around it, but for a break."""
        return self.term.kind in LISTS and bool(self.term.kids) and self.term.kids[-1].kind in _LEAVING


@dataclass(frozen=True, slots=True)
class Use:
    """A use of a bound name.

    Attributes:
        at: its place in the order of the text.
        writes: whether it is assigned to.
        frame: around it; None outside of all.
    """

    at: int
    writes: bool
    frame: Frame | None

    def inside(self, term: Term) -> bool:
        """Return whether a list or loop is around it."""
        return self.frame is not None and any(frame.term is term for frame in self.frame.around())


@dataclass(slots=True)
class Found:
    """The bound names of a member.

    Attributes:
        uses: Uses by name, in order.
        declared: Frame around each declaration.
        locals: Declarations of local variables with a value, each with the place behind it and the frame around it.
    """

    uses: dict[Binding, list[Use]] = field(default_factory=dict)
    declared: dict[Binding, Frame | None] = field(default_factory=dict)
    locals: list[tuple[Term, int, Frame]] = field(default_factory=list)


def collected(root: Term) -> Found:
    """Return the declarations and uses of a member's bound names."""
    found, at = Found(), 0
    stack: list[tuple[Term | None, Frame | None, bool]] = [(root, None, False)]
    ending: list[tuple[Term, Frame]] = []
    while stack:
        term, frame, writes = stack.pop()
        if term is None:
            found.locals.append((ending[-1][0], at, ending.pop()[1]))
            continue
        at += 1
        if term.binding is not None:
            if term.kind == "declared":
                found.declared[term.binding.actual] = frame
            else:
                found.uses.setdefault(term.binding.actual, []).append(Use(at, writes, frame))
        elif term.kind == "local" and frame is not None and len(term.kids) > 3:
            ending.append((term, frame))
            stack.append((None, None, False))
        elif term.kind in LISTS or term.kind in _AGAIN:
            frame = Frame(term, frame)
        target = term.kids[0] if term.kind in _WRITING else None
        stack += [(kid, frame, kid is target) for kid in reversed(term.kids)]
    return found


def open_list(root: Term) -> Term | None:
    """Return the list of bare statements, behind which there may be others that use the same names; None for a member."""
    return root if root.kind == "list" else None
