"""Effects of expressions that are to be evaluated at another moment, among other statements.

`EffectAnalysis` leaves some things aside that are the same in two operands of one operator, or that nobody promises there. Where
whole statements change their order they count:

* the first use of a class runs its initialiser, which may do anything (JLS 12.4.1);
* reading a field whose type is a type variable of another class may throw a ClassCastException, where the heap is polluted (JLS
  4.12.2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from parsers.java.effects.model import ANYTHING, MAY_NPE, PURE, Effects
from parsers.java.syntax.statements import CLASS_BODIES
from parsers.java.values.constants import Constant

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.names.written import FieldInfo, TypeInfo
    from parsers.java.syntax.tree import Node

_DECLARING = CLASS_BODIES | {"lambda_expression", "method_reference"}
_WORD = re.compile(r"[\w$]+")


def effects_of_moving(method: Method, node: Node) -> Effects:
    """Return the effects of evaluating an expression, the initialisation of classes included."""
    found = method.effects.of(node)
    return found | ANYTHING if any(_may_do_more(method, part) for part in evaluated(node)) else found


def effects_of_statement(method: Method, statement: Node) -> Effects:
    """Return the effects of an expression statement or a declaration of local variables; what it declares counts as written."""
    if statement.type == "expression_statement":
        return effects_of_moving(method, statement.named_children()[0])
    found = PURE
    for declarator in statement.all("declarator"):
        found |= effects_of_declarator(method, declarator)
    return found


def effects_of_declarator(method: Method, declarator: Node) -> Effects:
    """Return the effects of one declarator of a local variable, which counts as written."""
    name, value = declarator.child("name"), declarator.child("value")
    declaration = method.scopes.declared_at(name.start) if name is not None else None
    if declaration is None:
        # An unnamed variable (JLS 22, 6.1), or nothing that is known; the value reads and writes what it does in any case.
        return ANYTHING | effects_of_moving(method, value) if value is not None else ANYTHING
    found = Effects(writes=frozenset({declaration}))
    if value is None:
        return found
    found |= effects_of_moving(method, value)
    types = method.types
    unboxes = not declaration.inferred and not types.of_declaration(declaration).is_reference
    return found | MAY_NPE if unboxes and not types.of(value).is_primitive else found


def declares_class(node: Node) -> bool:
    """Return whether an expression or statement holds a class body, a lambda or a method reference, which javac numbers."""
    return any(part.type in _DECLARING for part in node.walk())


def evaluated(node: Node) -> Iterator[Node]:
    """Yield the nodes of an expression, without the bodies of lambdas and classes, which are not evaluated with it."""
    stack = [node]
    while stack:
        part = stack.pop()
        yield part
        if part.type == "lambda_expression":
            continue
        stack += [child for child in part.children if child.type not in CLASS_BODIES]


def _may_do_more(method: Method, node: Node) -> bool:
    """Return whether a field is read or written whose class may not be initialised yet, or whose value is cast silently."""
    if not _names_field(method, node):
        return False
    reference = method.scopes.reference(node) if node.type == "identifier" else None
    if reference is not None:
        declaration = reference.declaration
        return declaration.kind == "field" and _body_around(node) is not _body_around(declaration.node)
    if isinstance(method.effects.constant(node), Constant):
        return False
    info = method.types.field(node)
    return info is None or _is_foreign(method, node, info)


def _names_field(method: Method, node: Node) -> bool:
    """Return whether a node may denote a field of the program; the classes of the JDK are initialised without any trace."""
    if node.type == "identifier":
        return method.scopes.is_expression_name(node) and not _is_qualifier(method, node)
    name, object_ = node.child("field"), node.child("object")
    if node.type != "field_access" or name is None or object_ is None or name.type != "identifier":
        return False
    known = method.types.names.known_class
    return known(node) is None and known(object_) is None and not method.types.of(object_).is_array


def _is_qualifier(method: Method, node: Node) -> bool:
    """Return whether a simple name is the class or package in front of a dot."""
    names = method.types.names
    return node.field == "object" and (names.known_class(node) is not None or names.names_type(node))


def _is_foreign(method: Method, node: Node, info: FieldInfo) -> bool:
    own = bool(method.enclosing) and info.owner is method.enclosing[0]
    if info.static:
        return not own
    object_ = node.child("object")
    if own and (object_ is None or object_.type == "this"):
        return False
    variables = {name for owner in _around(info) for name in owner.type_parameters}
    return not variables.isdisjoint(_WORD.findall(info.type_text))


def _around(info: FieldInfo) -> Iterator[TypeInfo]:
    owner: TypeInfo | None = info.owner
    while owner is not None:
        yield owner
        owner = owner.parent


def _body_around(node: Node) -> Node | None:
    return next((above for above in node.ancestors() if above.type in CLASS_BODIES), None)
