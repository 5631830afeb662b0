"""Scopes, variables, and the occurrences of names in them (Python language reference, 4.2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import libcst as cst

__all__ = ["Access", "Occurrence", "ParameterKind", "Scope", "ScopeKind", "Variable"]

Access = Literal["read", "write", "delete", "declare"]
"""The access of an occurrence: `declare` is the word of a ``global`` or ``nonlocal`` statement."""
ScopeKind = Literal["module", "function", "lambda", "comprehension", "class", "annotation"]
ParameterKind = Literal["positional-only", "positional", "keyword-only", "*", "**"]
Role = Literal["name", "import", "function", "class", "except", "parameter", "annotation", "type parameter"]


@dataclass(eq=False)
class Scope:
    """A scope.

    Attributes:
        kind: Kind of the node that opens it.
        node: The node that opens it.
        parent: The scope around it, None for the outermost one.
        bound: Names that it binds, except names declared ``global`` or ``nonlocal``.
        global_, nonlocal_: Names that it declares ``global`` or ``nonlocal``.
    """

    kind: ScopeKind
    node: cst.CSTNode = field(repr=False)
    parent: Scope | None = field(repr=False)
    bound: set[str] = field(default_factory=set)
    global_: set[str] = field(default_factory=set)
    nonlocal_: set[str] = field(default_factory=set)

    @property
    def around(self) -> tuple[Scope, ...]:
        """The scopes around it, innermost first."""
        found, scope = [], self.parent
        while scope is not None:
            found.append(scope)
            scope = scope.parent
        return tuple(found)


@dataclass(frozen=True, eq=False)
class Occurrence:
    """A name in the text that is a variable there, not an attribute, a keyword of a call, or the name of a module.

    Attributes:
        node: the name.
        access: what happens.
        scope: the scope in which it is.
        role: what kind of binding it is; "annotation" is a use in an annotation, "name" anything plain.
        updates: whether it reads what it writes, as the target of ``+=``.
    """

    node: cst.Name
    access: Access
    scope: Scope = field(repr=False)
    role: Role = "name"
    updates: bool = False


@dataclass(eq=False)
class Variable:
    """A variable of a function, or of a scope in it.

    Attributes:
        name: Name, NFKC-normalised, as Python compares names.
        scope: The scope that binds it.
        occurrences: All its occurrences in the member, in the order of the text.
        parameter_kind: Kind of a parameter.
    """

    name: str
    scope: Scope
    occurrences: tuple[Occurrence, ...] = field(default=(), repr=False)
    parameter_kind: ParameterKind | None = None

    @property
    def is_parameter(self) -> bool:
        """Whether it is a parameter of a function or lambda."""
        return self.parameter_kind is not None

    @cached_property
    def is_captured(self) -> bool:
        """Whether another scope than its own uses it, so that it is a cell."""
        return any(occurrence.scope is not self.scope for occurrence in self.occurrences)

    @cached_property
    def reads(self) -> tuple[Occurrence, ...]:
        """The occurrences that read it, including ``+=``."""
        return tuple([one for one in self.occurrences if one.access == "read" or one.updates])

    @cached_property
    def writes(self) -> tuple[Occurrence, ...]:
        """The occurrences that bind it."""
        return tuple([one for one in self.occurrences if one.access == "write"])

    @cached_property
    def deletes(self) -> tuple[Occurrence, ...]:
        """The occurrences that delete it."""
        return tuple([one for one in self.occurrences if one.access == "delete"])


def owner_of(scope: Scope, name: str, outermost: Scope) -> Scope | None:
    """Return the scope whose variable a name in a scope is, None where it is global or outside."""
    first: Scope | None = scope
    here = scope
    while here is not outermost:
        if name in here.global_:
            return None
        if name in here.bound and name not in here.nonlocal_ and (here.kind != "class" or here is first):
            return here
        if here.kind == "annotation" and here.parent is not None and here.parent.kind == "class":
            first = here.parent  # annotation scopes see the names of the class around them (4.2.4)
        assert here.parent is not None
        here = here.parent
    return None
