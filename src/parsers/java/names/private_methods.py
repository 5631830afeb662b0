"""The private methods of a file: which calls and method references of the file certainly are of one (JLS 6.6.1, 15.12.1, 15.13.1).

A private method is accessible in the text of the top-level class around it alone, and nobody inherits it (JLS 8.2). So its file
shows all that names it, reflection and serialization left aside.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from parsers.java.names.method_uses import NAMED_IN_A_STRING, Use, is_named_in_a_string, uses
from parsers.java.names.outside_calls import outside_caller
from parsers.java.syntax.tokens import tokenize

if TYPE_CHECKING:
    import tree_sitter

    from parsers.java.method import Method
    from parsers.java.names.written import TypeInfo

__all__ = ["PrivateMethod", "private_method"]

_METHODS = {
    ("Object", "java.lang"): "",
    ("Cloneable", "java.lang"): "",
    ("Serializable", "java.io"): "",
    ("Comparable", "java.lang"): "compareTo",
    ("Runnable", "java.lang"): "run",
    ("AutoCloseable", "java.lang"): "close",
    ("Closeable", "java.io"): "close",
    ("Iterable", "java.lang"): "iterator forEach spliterator",
    ("Callable", "java.util.concurrent"): "call",
}
"""The methods of some supertypes, apart from Object's methods."""

_IMPLICIT = frozenset(
    {
        *("clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait"),
        *("annotationType", "compareTo", "describeConstable", "getDeclaringClass", "name", "ordinal"),
        *("valueOf", "values"),
    }
)
"""The methods that every object, enum or annotation has."""

_INTERFACES = ("interface", "annotation")
"""Kinds of types that a class can implement: annotation interfaces, too (JLS 9.6)."""

_Verdict = Literal["own", "other", "unclear"]


@dataclass(frozen=True)
class PrivateMethod:
    """A private method of a class, with what its file says of its name.

    Attributes:
        method: the method.
        declared: its declaration as a use.
    """

    method: Method
    declared: Use

    @property
    def owner(self) -> TypeInfo:
        """The class that declares it."""
        return self.method.enclosing[0]

    @cached_property
    def _judged(self) -> tuple[tuple[Use, _Verdict], ...]:
        found = uses(self.method.parsed).get(self.method.name, ())
        return tuple([(use, self._verdict(use)) for use in found if use.kind != "declaration"])

    @property
    def uses(self) -> tuple[Use, ...]:
        """The calls and method references that are certainly of the method, in order."""
        return tuple([use for use, verdict in self._judged if verdict == "own"])

    @property
    def strangers(self) -> tuple[Use, ...]:
        """The calls and method references with as many arguments that are of another method of the name, in order."""
        return tuple(
            [use for use, verdict in self._judged if verdict == "other" and use.meets(self.declared)]
        )

    @cached_property
    def overloads(self) -> tuple[Use, ...]:
        """The other declarations of the name in its class."""
        found = uses(self.method.parsed).get(self.method.name, ())
        types = self.method.parsed.types
        return tuple(
            use
            for use in found
            if use.kind == "declaration" and use != self.declared and types.around(use.start)[0] is self.owner
        )

    def obstacle(self) -> str | None:
        """Return why it is not certain which uses are of the method, or that nobody else needs its name, or None."""
        if not self.method.enclosing:
            return "only its text is known, not its file"
        if not self.method.parsed.types.certain:
            return "the file cannot be relied on"
        if reason := self.caller_of(self.method.name):
            return reason
        if is_named_in_a_string(self.method.name, self.method.source.data):
            return NAMED_IN_A_STRING
        if any(use.meets(self.declared) for use in self.overloads):
            return "an overload takes as many arguments"
        if self.overloads and any(use.kind == "reference" for use, _ in self._judged):
            return "a method reference may mean an overload"
        if self._may_inherit(self.owner, self.method.name):
            return "a supertype may have a method of its name"
        if any(self._may_take_over(info) for info in self.method.parsed.types.below(self.owner)):
            return "a subclass may have a method of its name from an interface"
        if any(verdict == "unclear" for _, verdict in self._judged):
            return "a use of its name may be of it, or of another method"
        return None

    def caller_of(self, name: str) -> str | None:
        """Return why the method may be called from outside of all Java source if it has a name, or None."""
        return outside_caller(self.method, self.declared.least, self.declared.most, name)

    @property
    def taken(self) -> frozenset[str]:
        """The names that it must not get, since the file has them for anything, or every object has them."""
        tokens = tokenize(self.method.source.data)
        known = frozenset(name for methods in _METHODS.values() for name in methods.split())
        return frozenset(token.text.decode() for token in tokens) | _IMPLICIT | known

    @property
    def has_unknown_subclasses(self) -> bool:
        """Whether a class in another file may be a subclass of its own."""
        types = self.method.parsed.types
        below = [self.owner, *types.below(self.owner)]
        return any(_may_be_extended(info) for info in below)

    def _verdict(self, use: Use) -> _Verdict:
        if not use.meets(self.declared):
            return "other"
        node = self.method.parsed.exact_node(use.start, use.end)
        place = node.parent if node is not None else None
        if place is None:
            return "unclear"
        if any(child.type == "super" for child in place.children):
            return "unclear"
        receiver = place.child_by_field_name("object") if use.kind == "call" else place.children[0]
        if receiver is None:
            return self._unqualified(use)
        around = self.method.parsed.types.around(use.start)
        if receiver.type == "this":
            return "own" if around and around[0] is self.owner else "other"
        return self._received(use, receiver, around)

    def _unqualified(self, use: Use) -> _Verdict:
        """Return whether the innermost class with a method of the name is the method's own (JLS 15.12.1)."""
        for info in self.method.parsed.types.around(use.start):
            if info is self.owner:
                return "own"
            if self.method.name in info.methods:
                return "other"
            if self._may_inherit(info, self.method.name):
                return "unclear"
        return "other"

    def _received(self, use: Use, receiver: tree_sitter.Node, around: tuple[TypeInfo, ...]) -> _Verdict:
        """Return whether the method is searched in its own class, by the receiver of a call or a method reference."""
        shift = self.method.parsed.shift
        start, end = receiver.start_byte - shift, receiver.end_byte - shift
        words = [token.text.decode() for token in tokenize(self.method.source.data[start:end])]
        if words[1:] == [".", "this"]:
            named = [info for info in around if info.name == words[0]]
            return "unclear" if not named else "own" if named[0] is self.owner else "other"
        members = map(self.method.of, self.method.parsed.methods)
        view = next((member for member in members if member.start <= use.start < member.end), None)
        if view is None:
            return self._outside(words, around)
        node = view.node_at(start, end) if not view.untrusted else None
        if node is None:
            return "unclear"
        type_ = view.types.of(node)
        if type_.is_array or type_.is_primitive or type_.package or view.types.names.known_class(node):
            return "other"
        declared = type_.declared
        if declared is None and view.types.names.names_type(node):
            declared = view.types.names.find(view.node_text(node), around)
        if declared is None:
            return "unclear"
        return "own" if declared is self.owner else "other"

    def _outside(self, receiver: list[str], around: tuple[TypeInfo, ...]) -> _Verdict:
        """Return the same as `_received` where no method is around the use, as in the initialiser of a field; of types alone."""
        types, parsed = self.method.parsed.types, self.method.parsed
        variables = types.all_fields | types.locals_in(parsed.tree.root_node)
        inherits = any(info.supertypes for info in around)
        found = types.resolve(receiver[0], around) if len(receiver) == 1 and not inherits else None
        if found is None or receiver[0] in variables:
            return "unclear"
        return "own" if found is self.owner else "other"

    def _may_take_over(self, below: TypeInfo) -> bool:
        """Return whether a subclass may have a method of the name from an interface.

        The compiler finds that one for an object of the subclass, since a private method is not inherited (JLS 8.2);
        the JVM finds the private one first, as a method of the superclass (JVMS 5.4.3.3), if it has the name and the
        same parameters.
        """
        return self._may_inherit(below, self.method.name, of_interfaces=True)

    def _may_inherit(self, of: TypeInfo, name: str, *, of_interfaces: bool = False) -> bool:
        """Return whether a type may have a method of a name from a supertype; or from an interface, or an unknown supertype."""
        types = self.method.parsed.types
        if name in _IMPLICIT:
            return True
        pending = [(above, types.around(of.start)[1:]) for above in of.supertypes]
        seen = set()
        while pending:
            above, around = pending.pop()
            known = next(
                (
                    methods.split()
                    for (simple, package), methods in _METHODS.items()
                    if simple == above and types.means(above, package)
                ),
                None,
            )
            if known is not None:
                if name in known:
                    return True
                continue
            info = types.resolve(above, around)
            if info is None:
                return True
            counts = not of_interfaces or (info is not self.owner and info.kind in _INTERFACES)
            if counts and name in info.methods:
                return True
            if info not in seen:
                seen.add(info)
                pending += [(more, types.around(info.start)[1:]) for more in info.supertypes]
        return False


def private_method(method: Method) -> PrivateMethod | None:
    """Return a member as a private method, or None if it is not one."""
    if method.kind != "method" or method.untrusted:
        return None
    modifiers = method.root.first("modifiers")
    if modifiers is None or modifiers.first("private") is None:
        return None
    named = method.root.child("name")
    found = uses(method.parsed).get(method.name, ())
    declared = next((use for use in found if named is not None and use.start == named.start), None)
    return None if declared is None else PrivateMethod(method, declared)


def _may_be_extended(info: TypeInfo) -> bool:
    if info.kind != "class":
        return False
    return not (info.is_local or info.modifiers & {"final", "private"})
