"""Expressions that may be poly expressions: their context decides their type (JLS 15.2, 15.12, 15.25, 15.28, 18.5.2).

``<T> T get()`` gives a Boolean in ``if (get())``, but an Object in ``if (!get())``, which does not compile.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parsers.java import table
from parsers.java.syntax.expressions import bare
from parsers.java.syntax.tree import Node
from parsers.java.types.types import NULL

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.names.classes import FileTypes
    from parsers.java.names.written import Overload, TypeInfo

POLY = "the type of the call may be inferred from its place"
"""Why an expression that may be a poly expression is left alone."""


def may_be_poly(method: Method, node: Node) -> bool:
    """Return whether a condition may be a poly expression (JLS 15.2), whose type its place decides; it cannot be negated or moved.

    This holds for calls of generic methods, alone or as a result of ``?:`` or ``switch``. A ``!`` in front makes another context,
    which matters only for an expression with several results: ``!(c ? get() : null)`` compiles, ``if (c ? get() : null)`` does not,
    as ``null`` is no boolean, unless all else is certainly boolean or Boolean (JLS 15.25).
    """
    inner = bare(node)
    negated = inner.type == "unary_expression"
    if negated:
        operand = inner.child("operand")
        inner = bare(operand) if operand is not None else inner
        if inner.type not in ("ternary_expression", "switch_expression"):
            return False
    results = list(_results(inner))
    if negated and any(result.type == "null_literal" for result in results):
        types = [method.types.of(result) for result in results]
        if inner.type != "ternary_expression" or not all(t == NULL or t.unboxed.is_boolean for t in types):
            return True
    return any(result.type == "method_invocation" and _may_be_inferred(method, result) for result in results)


def _results(node: Node) -> Iterator[Node]:
    """Yield the expressions whose value an expression may have, ``?:`` and ``switch`` taken apart."""
    stack = [node]
    while stack:
        inner = bare(stack.pop())
        if inner.type == "ternary_expression":
            stack += [
                part for part in (inner.child("consequence"), inner.child("alternative")) if part is not None
            ]
        elif inner.type == "switch_expression":
            for below in inner.walk():
                above = below.parent
                rule = (
                    below.type == "expression_statement" and above is not None and above.type == "switch_rule"
                )
                if rule or below.type == "yield_statement":
                    stack += below.named_children()
        else:
            yield inner


def _may_be_inferred(method: Method, call: Node) -> bool:
    named, listed, object_ = call.child("name"), call.child("arguments"), call.child("object")
    if named is None or listed is None:
        return True
    if call.child("type_arguments") is not None or method.types.call(call) is not None:
        return False
    file, names = method.parsed.types, method.types.names
    called = _Called(file, method.node_text(named), not listed.named_children())
    around = file.around(call.start) if file.certain else ()
    if object_ is None:
        return _unqualified(called, around)
    if object_.type != "super" and call.first("super") is not None:
        return True  # Outer.super.get()
    if object_.type == "super":
        return not around or called.among(called.inherited(around[0]))
    if object_.type == "this":
        return not around or called.among(called.members(around[0]))
    receiver = method.types.of(object_)
    if receiver.is_array or receiver.package or names.known_class(object_) is not None:
        return called.name in table.INFERRED
    declared = receiver.declared
    if declared is None and object_.type == "identifier" and names.names_type(object_):
        declared = names.find(method.node_text(object_), around)
    return declared is None or called.among(called.members(declared))


def _unqualified(called: _Called, around: tuple[TypeInfo, ...]) -> bool:
    """Return whether the innermost class with a method of the name has one whose result type may be inferred (JLS 15.12.1)."""
    for info in around:
        if called.among(called.members(info)):
            return True
        if called.name in info.methods or called.name in table.OF_OBJECT:
            return False
    # What a supertype has may be private, or static in an interface, and so not inherited (JLS 8.4.8).
    return not around or called.may_be_imported


class _Called:
    """The methods of a name that a call may invoke; a `bare` call has no arguments."""

    def __init__(self, file: FileTypes, name: str, bare: bool) -> None:
        self._file = file
        self.name = name
        self._bare = bare

    @property
    def may_be_imported(self) -> bool:
        """Whether a static import may bring a method of the name (JLS 7.5.3, 7.5.4)."""
        return self._file.static_star or self.name in self._file.imports

    def among(self, overloads: list[Overload] | None) -> bool:
        """Return whether one of the overloads may have an inferred result type; None is for a type that is not in the text."""
        return overloads is None or any(overload.inferred for overload in overloads)

    def members(self, info: TypeInfo) -> list[Overload] | None:
        """Return the methods of the name that a type has; None if some may be outside the text, or inferred ones of the JDK."""
        own = self._own(info)
        if self._settled(own):
            return own
        inherited = self.inherited(info)
        return None if inherited is None else own + inherited

    def inherited(self, info: TypeInfo) -> list[Overload] | None:
        """Return the same as `members`, for the supertypes' members."""
        found: list[Overload] = []
        seen = {info}
        pending = [info]
        while pending:
            below = pending.pop()
            around = self._file.around(below.start)[1:]
            for name in below.supertypes:
                package = table.known_package(name)
                if package is not None and self._file.means(name, package):
                    if self.name in table.INFERRED:
                        return None
                    continue
                above = self._file.resolve(name, around)
                if above is None:
                    return None
                if above not in seen:
                    seen.add(above)
                    found += (own := self._own(above))
                    pending += [] if self._settled(own) else [above]
        return found

    def _own(self, info: TypeInfo) -> list[Overload]:
        """Return the ones that a type declares; for a call without arguments, one without parameters if present."""
        own = info.methods.get(self.name, [])
        return [overload for overload in own if overload.bare] or own if self._bare else own

    def _settled(self, own: list[Overload]) -> bool:
        """Return whether no supertype can bring another method for the call, by overriding or being nearer (JLS 8.4.8, 15.12.2)."""
        return self._bare and any(overload.bare for overload in own)
