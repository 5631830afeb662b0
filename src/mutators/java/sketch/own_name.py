"""The name of a method in its text: the calls that are certainly of the method itself, and why the name must stay.

Callers outside the text are unknown. The name stays if the text shows a reason: a call, method reference or declaration of the name
elsewhere, `@Override`, an overload, a receiver that may be of the same class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from parsers.java.method import Method
from parsers.java.names.method_uses import NAMED_IN_A_STRING, Use, is_named_in_a_string, uses
from parsers.java.names.outside_calls import outside_caller
from parsers.java.parsed import JavaParsed
from parsers.java.syntax.tree import Node
from parsers.source import SourceFile

if TYPE_CHECKING:
    from parsers.java.names.written import TypeInfo

# Without methods of their own, or (`Object`) with none but those above that may be overridden.
_METHODLESS = {"Object": "java.lang", "Cloneable": "java.lang", "Serializable": "java.io"}

_Verdict = Literal["own", "other", "receiver", "unclear"]


@dataclass(frozen=True)
class OwnName:
    """The name of a method.

    Attributes:
        method: The method.
        declared: Its declaration as a use.
        own: Identifiers of calls of the method itself, by unqualified name or on `this`, in its own text.
        stays: Reason why the method must not be renamed, or None.
        captures: Uses that the method takes over, or may take over, if it has this name, except the ones in `own`.
        inheriting: Whether supertypes that the text does not show may have methods, too.
    """

    method: Method
    declared: Use
    own: tuple[Use, ...]
    stays: str | None
    captures: tuple[Use, ...]
    inheriting: bool

    def called_from(self, view: Method) -> list[Use]:
        """Return the calls in another member of the same class that call the method, if no supertype has one of its name."""
        if view.enclosing[:1] != self.method.enclosing[:1]:
            return []
        return [use for use, verdict in _judged(self.declared, self.method, view) if verdict == "own"]


def own_name(method: Method) -> OwnName | None:
    """Return the facts of the text about a method's name; None for a constructor, an initialiser or statements."""
    if method.kind != "method":
        return None
    all_uses = uses(method.parsed).get(method.name, ())
    declared = next(u for u in all_uses if u.kind == "declaration" and method.start <= u.start < method.end)
    inside = _judged(declared, method, method)
    outside = [u for u in all_uses if not method.start <= u.start < method.end and u.meets(declared)]
    own = tuple(use for use, verdict in inside if verdict == "own")
    captures = tuple(use for use, verdict in inside if verdict == "unclear")
    inheriting = bool(method.enclosing) and not _supertypes_shown(method.source, method.enclosing[0])
    stays = _contract(method, declared, inheriting)
    if stays is None and outside:
        stays = "the text uses the name elsewhere"
    elif stays is None and captures:
        stays = "a call may be one of the method itself, or of another"
    elif stays is None and any(verdict == "receiver" for _, verdict in inside):
        stays = "it is called on what may be an object of its class"
    elif stays is None and own and inheriting:
        stays = "a supertype may have an overload"
    elif stays is None and method.enclosing and is_named_in_a_string(method.name, method.source.data):
        stays = NAMED_IN_A_STRING
    return OwnName(method, declared, own, stays, captures + tuple(outside), inheriting)


def _judged(declared: Use, method: Method, view: Method) -> list[tuple[Use, _Verdict]]:
    """Return the uses of a method's name in the text of a member that fit its parameters, each with what it means."""
    found: list[tuple[Use, _Verdict]] = []
    for use in uses(view.parsed).get(method.name, ()):
        if use == declared or not view.start <= use.start < view.end or not use.meets(declared):
            continue
        node = view.node_at(use.start, use.end, "identifier")
        found.append((use, "unclear" if node is None else _verdict(view, node, use)))
    return found


def _verdict(view: Method, name: Node, use: Use) -> _Verdict:
    place = name.parent
    assert place is not None
    if use.kind == "declaration" or place.first("super") is not None:
        return "unclear"  # a body overrides the method, or the method overrides what it calls
    receiver = place.child("object") if use.kind == "call" else place.children[0]
    if receiver is None or receiver.type == "this":
        return "unclear" if view.types.names.in_class_body(name) else "own"
    type_ = view.types.of(receiver)
    if type_.is_array or type_.is_primitive or type_.package or view.types.names.known_class(receiver):
        return "other"
    return "receiver"


def _contract(method: Method, declared: Use, inheriting: bool) -> str | None:
    """Return why something outside the text may depend on the name, or None."""
    modifiers = method.root.first("modifiers")
    words = modifiers.children if modifiers is not None else []
    kinds = {word.type for word in words}
    if any(method.node_text(word).split(".")[-1].strip("@ \t\r\n") == "Override" for word in words):
        return "it is annotated with @Override"
    if reason := outside_caller(method, declared.least, declared.most, method.name):
        return reason
    owner = method.enclosing[0] if method.enclosing else None
    if owner is not None and owner.kind == "record" and method.name in owner.fields and not declared.least:
        return "it is the accessor of a record's component"
    if kinds & {"private", "static"}:
        return None
    if inheriting:
        return "it may override a method of a supertype"
    below = method.parsed.types.below(owner) if owner is not None else ()
    if not all(_supertypes_shown(method.source, info) for info in below):
        return "a subclass may inherit it for another supertype"
    return None


def _supertypes_shown(source: SourceFile, of: TypeInfo) -> bool:
    """Return whether the text shows all methods of all supertypes of a type."""
    types = JavaParsed.of(source).types
    pending = [(name, types.around(of.start)[1:]) for name in of.supertypes]
    seen = set()
    while pending:
        name, around = pending.pop()
        if name in seen or (name in _METHODLESS and types.means(name, _METHODLESS[name])):
            continue
        info = types.resolve(name, around)
        if info is None:
            return False
        seen.add(name)
        pending += [(above, types.around(info.start)[1:]) for above in info.supertypes]
    return True
