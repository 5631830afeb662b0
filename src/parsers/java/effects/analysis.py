"""Effects of expressions, and whether two operands may be exchanged (JLS 15.6, 15.7).

Calls may do anything, unless `parsers.java.table` proves otherwise; `parsers.java.effects.model` defines what "anything"
is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.java.effects.calls import effects_of, fits, is_getter
from parsers.java.effects.model import (
    ANYTHING,
    FIELD_READ,
    FINAL_READ,
    INERT,
    MAY_NPE,
    MAY_THROW,
    PLAIN_READ,
    PURE,
    STORE,
    TYPE_NODES,
    VOLATILE,
    Effects,
    Throws,
    Verdict,
    conflict,
    operands,
    ordered_reads,
)
from parsers.java.syntax.expressions import bare
from parsers.java.syntax.operators import EQUALITY
from parsers.java.types.types import NULL, Type, Types, settle
from parsers.java.values.constants import NOT_CONSTANT, Constant, Constants, NotConstant

if TYPE_CHECKING:
    from parsers.java.names.bindings import Declaration
    from parsers.java.names.scopes import Scopes
    from parsers.java.names.written import FieldInfo
    from parsers.java.syntax.tree import Node
    from parsers.java.view import JavaView

__all__ = ["EffectAnalysis"]


class EffectAnalysis:
    """Effects of the expressions of a method, computed on demand and kept.

    Args:
        view: the method; its facts must be trusted (`Method.untrusted` is None).
        scopes, types, constants: its facts.
    """

    def __init__(self, view: JavaView, scopes: Scopes, types: Types, constants: Constants) -> None:
        self._view = view
        self._scopes = scopes
        self._types = types
        self._constants = constants
        self._proven: dict[Node, Effects] = {}
        self._conventional: dict[Node, Effects] = {}
        # Elsewhere the text itself may set a final field (JLS 16).
        self._may_set_finals = view.kind != "method"

    def constant(self, node: Node) -> Constant | NotConstant:
        """Return the value of a constant expression (JLS 15.29), or `NOT_CONSTANT`."""
        return self._constants.value(node)

    def of(self, node: Node, *, conventional: bool = False) -> Effects:
        """Return the effects of evaluating an expression.

        Args:
            node: the expression; for any other node the answer is the worst.
            conventional: count calls without arguments of methods with a getter's name as reads, and list
                them in `assumptions`.
        """
        if node.type in INERT:
            return PURE
        known = self._conventional if conventional else self._proven
        found = known.get(node)
        if found is None:
            found = settle(node, known, operands, lambda n: self._compute(n, known))
        return found

    def unboxing(self, node: Node, other: Node | None = None) -> Throws:
        """Return the exceptions that the unboxing of an operand may throw (JLS 5.1.8).

        Args:
            node: The operand.
            other: The other operand of ``==`` or ``!=``, which unbox only if one side is primitive (JLS
                15.21); None for an operator that always unboxes.
        """
        type_ = self._types.of(node)
        if type_.is_primitive:
            return Throws.NONE
        if other is None or self._types.of(other).is_primitive:
            return Throws.NPE  # whatever class it seems to be: a class that is no box would not compile
        return Throws.NPE if type_.may_unbox and not self._types.of(other).is_reference else Throws.NONE

    def commute(self, left: Node, right: Node, operator: str, *, conventional: bool = False) -> Verdict:
        """Return whether the operands of a comparison may be evaluated in the other order (JLS 15.7.1).

        Args:
            left: the left operand.
            right: the right operand.
            operator: ``<``, ``<=``, ``>``, ``>=``, ``==`` or ``!=``.
            conventional: see `of`; fields then count as not volatile, too.
        """
        equality = operator in EQUALITY
        one = self._operand(left, right if equality else None, conventional)
        other = self._operand(right, left if equality else None, conventional)
        reason = conflict(one, other)
        assumptions = (one | other).assumptions
        if reason is None and ordered_reads(one, other):
            if not conventional:
                return Verdict(VOLATILE)
            assumptions += ("fields are not volatile",)
        return Verdict(reason, () if reason else assumptions)

    def _operand(self, node: Node, other: Node | None, conventional: bool) -> Effects:
        found = self.of(node, conventional=conventional)
        return found | MAY_NPE if self.unboxing(node, other) else found

    # -- one node -------------------------------------------

    def _compute(self, node: Node, known: dict[Node, Effects]) -> Effects:
        rule = _RULES.get(node.type)
        if rule is None:
            return PURE if node.type in INERT else self._worst(node)
        parts = PURE
        for operand in operands(node):
            # Only a tree that is no tree could lack an answer here.
            parts |= known.get(operand) or (PURE if operand.type in INERT else ANYTHING)
        if node.type == "method_invocation" and known is self._conventional:
            return self._conventional_call(node, parts)
        return rule(self, node, parts)

    def _worst(self, node: Node) -> Effects:
        """Return the worst effects: anything, with the local variables that the text of the node reads and writes."""
        names = (inner for inner in node.walk() if inner.type == "identifier")
        references = [ref for ref in map(self._scopes.reference, names) if ref is not None]
        reads = frozenset(ref.declaration for ref in references if ref.access != "write")
        writes = frozenset(ref.declaration for ref in references if ref.access in ("write", "both"))
        return replace(ANYTHING, reads=reads, writes=writes)

    # -- variables ------------------------------------------

    def _name(self, node: Node, parts: Effects) -> Effects:
        reference = self._scopes.reference(node)
        if reference is None:
            return self._field_read(node)
        declaration = reference.declaration
        if declaration.kind in ("field", "component"):
            return PLAIN_READ if declaration.kind == "component" else FIELD_READ
        local = Effects(reads=frozenset({declaration}))
        if reference.uncertain or not declaration.proven:
            return local | FIELD_READ
        return (
            local | FINAL_READ if reference.captured and self._is_kept_in_object(node, declaration) else local
        )

    def _is_kept_in_object(self, node: Node, declaration: Declaration) -> bool:
        """Return whether a captured variable may be read from a field of an object that is deserialised (JLS 17.5.3).

        javac makes one for each variable that a local or anonymous class captures, unless it is constant. A constructor sets it
        before all else, deserialisation later.
        """
        if isinstance(self._constants.value(node), Constant):
            return False
        file = self._view.parsed.types
        between = (
            info for info in file.around(node.start) if not info.start <= declaration.node.start < info.end
        )
        return any(file.may_be_serializable(info) for info in between)

    def _field_read(self, node: Node) -> Effects:
        info = self._types.field(node)
        if info is None:
            return PURE if node.field == "object" and self._denotes_type(node) else FIELD_READ
        if info.final:
            return self._final_read(info)
        return FIELD_READ if info.volatile else PLAIN_READ

    def _final_read(self, info: FieldInfo) -> Effects:
        """Return the effects of reading a final field of the file.

        - A constant variable is its value (JLS 4.12.4, 13.1).
        - An instance field may not be set yet: another thread may know the object before its constructor ends, and deserialisation
          sets fields after it (JLS 17.5, 17.5.3). Only a record that leaves all this to the compiler is complete when it is known.
        - A class variable is set by the initialiser of its class. While a method of that class runs, the initialiser has ended, or
          waits further out in the same thread; other threads wait for it (JLS 12.4.2). So the variable does not change.
        - One of another class may be set at a moment that depends on the order of accesses. An enum constant has the same identity
          whenever that happens.
        """
        if self._constants.of_field(info) is not NOT_CONSTANT:
            return PURE
        if self._may_set_finals:
            return PLAIN_READ
        if not info.static:
            return PURE if info.owner.is_plain_record else FINAL_READ
        return PURE if info.constant or info.owner is self._view.enclosing[0] else PLAIN_READ

    def _field_access(self, node: Node, parts: Effects) -> Effects:
        object_, name = node.child("object"), node.child("field")
        if object_ is None or name is None:
            return self._worst(node)
        if name.type == "this":
            return FINAL_READ  # of the object around, which an inner object keeps in a field
        if self._types.of(object_).is_array:
            return parts | MAY_NPE
        constant = self._constants.value(node)
        if isinstance(constant, Constant) or self._types.names.known_class(node) is not None:
            return PURE
        if self._denotes_type(object_):
            return self._field_read(node)
        read = parts | self._field_read(node)
        return read if object_.type in ("this", "super") else read | MAY_NPE

    def _denotes_type(self, node: Node) -> bool:
        names = self._types.names
        return names.known_class(node) is not None or names.names_type(node)

    def _assignment(self, node: Node, parts: Effects) -> Effects:
        target, value, operator = node.child("left"), node.child("right"), node.child("operator")
        if target is None or value is None or operator is None:
            return self._worst(node)
        found = parts | self._store(target)
        if operator.type == "=":
            primitive = not self._types.of(target).is_reference
            return found | MAY_NPE if primitive and not self._types.of(value).is_primitive else found
        return found | self._arithmetic(operator.type[:-1], target, value)

    def _update(self, node: Node, parts: Effects) -> Effects:
        target = next((child for child in node.children if child.named), None)
        if target is None:
            return self._worst(node)
        found = self._store(target) | parts
        return found if self._types.of(target).is_primitive else found | MAY_NPE

    def _store(self, target: Node) -> Effects:
        """Return the effects of writing a variable; what a compound assignment reads first is an effect of its operands."""
        target = bare(target)
        reference = self._scopes.reference(target) if target.type == "identifier" else None
        if reference is None:
            if target.type == "array_access":
                return STORE | MAY_THROW
            object_ = target.child("object")
            return STORE if object_ is None or object_.type in ("this", "super") else STORE | MAY_NPE
        local = Effects(writes=frozenset({reference.declaration}))
        proven = reference.declaration.proven and not reference.uncertain
        return local if proven and reference.declaration.kind not in ("field", "component") else local | STORE

    # -- operators ------------------------------------------

    def _unary(self, node: Node, parts: Effects) -> Effects:
        operand = node.child("operand")
        return parts if operand is not None and self._types.of(operand).is_primitive else parts | MAY_NPE

    def _binary(self, node: Node, parts: Effects) -> Effects:
        left, operator, right = node.child("left"), node.child("operator"), node.child("right")
        if left is None or operator is None or right is None:
            return self._worst(node)
        sign = operator.type
        if sign in EQUALITY:
            return parts | MAY_NPE if self.unboxing(left, right) or self.unboxing(right, left) else parts
        return parts | self._arithmetic(sign, left, right)

    def _arithmetic(self, sign: str, left: Node, right: Node) -> Effects:
        """Return an operator's effects, except ``==`` and ``!=``, without its operands' (JLS 15.17 to 15.24)."""
        types = self._types.of(left), self._types.of(right)
        if sign == "+" and not all(type_.unboxed.is_numeric for type_ in types):
            # Concatenation calls toString (JLS 5.1.11), or the types are not known.
            string = any(type_.is_string for type_ in types)
            return PURE if string and all(map(_prints_quietly, types)) else ANYTHING
        found = PURE if all(type_.is_primitive for type_ in types) else MAY_NPE
        if sign in ("/", "%") and not any(type_.unboxed.name in ("float", "double") for type_ in types):
            divisor = self._constants.value(right)
            if not isinstance(divisor, Constant) or not divisor.value:
                return MAY_THROW
        return found

    def _conditional(self, node: Node, parts: Effects) -> Effects:
        condition = node.child("condition")
        yes, no = (
            self._types.of(child) if child else None
            for child in map(node.child, ("consequence", "alternative"))
        )
        if condition is None or yes is None or no is None:
            return self._worst(node)
        quiet = (
            (yes.is_primitive and no.is_primitive)
            or not (yes.may_unbox or no.may_unbox)
            or (yes == no and yes.is_boxed)
        )
        return parts if quiet and self._types.of(condition).is_primitive else parts | MAY_NPE

    def _instanceof(self, node: Node, parts: Effects) -> Effects:
        if node.child("pattern") is not None:
            return self._worst(node)  # a record pattern calls accessors (JLS 14.30.2)
        name = node.child("name")
        bound = self._patterns.get(name.start) if name is not None else None
        return parts | Effects(writes=frozenset({bound})) if bound is not None else parts

    @cached_property
    def _patterns(self) -> dict[int, Declaration]:
        return {d.node.start: d for d in self._scopes.declarations if d.kind == "pattern"}

    def _cast(self, node: Node, parts: Effects) -> Effects:
        value = node.child("value")
        if value is None:
            return self._worst(node)
        to, from_ = self._types.of(node), self._types.of(value)
        if to.is_primitive:
            return parts if from_.is_primitive else parts | (MAY_NPE if from_.is_boxed else MAY_THROW)
        same = from_.package == to.package != "" and from_.name == to.name and from_.dims == to.dims
        object_ = to.package == "java.lang" and to.name == "Object" and not to.dims
        return parts if same or object_ or from_.is_primitive or from_ == NULL else parts | MAY_THROW

    # -- creation and calls ---------------------------------

    def _creation(self, node: Node, parts: Effects) -> Effects:
        body = node.first("class_body")
        return parts | ANYTHING | (self._captures(body) if body is not None else PURE)

    def _captures(self, node: Node) -> Effects:
        """Return the effects of capturing variables in a lambda or class body: they must be assigned before (JLS 16)."""
        references = map(self._scopes.reference, (n for n in node.walk() if n.type == "identifier"))
        outer = {r.declaration for r in references if r is not None and not r.declaration.node.inside(node)}
        return Effects(reads=frozenset(outer))

    def _array_creation(self, node: Node, parts: Effects) -> Effects:
        for part in node.all("dimensions"):
            if part.type == "dimensions_expr":
                size = self._constants.value(
                    next(child for child in part.children if child.named and child.type != "annotation")
                )
                if not isinstance(size, Constant) or not isinstance(size.value, int) or size.value < 0:
                    return parts | MAY_THROW
        return parts

    def _initializer(self, node: Node, parts: Effects) -> Effects:
        creation = next((above for above in node.ancestors() if above.type != "array_initializer"), None)
        element = creation.child("type") if creation is not None else None
        primitive = element is not None and self._types.names.of_type(element).is_primitive
        types = [self._types.of(child) for child in node.children if child.named]
        boxes = any(not type_.is_primitive if primitive else type_.may_unbox for type_ in types)
        return parts | MAY_NPE if boxes else parts

    def _call(self, node: Node, parts: Effects) -> Effects:
        fact = self._types.call(node)
        arguments = self._types.arguments(node)
        if fact is None or not fact.pure or not fits(fact, map(self._types.of, arguments)):
            return parts | ANYTHING
        object_ = node.child("object")
        found = parts | effects_of(fact)
        if object_ is None or fact.static or object_.type in ("this", "super", "string_literal"):
            return found
        return found | MAY_NPE

    def _conventional_call(self, node: Node, parts: Effects) -> Effects:
        name = node.child("name")
        text = self._view.node_text(name) if name is not None else ""
        found = self._call(node, parts)
        if not found.writes_heap or self._types.arguments(node) or parts.writes_heap or not is_getter(text):
            return found
        return parts | Effects(reads_heap=True, throws=Throws.NPE, assumptions=(f"{text}() is pure",))

    def _reference(self, node: Node, parts: Effects) -> Effects:
        target = node.children[0]
        if target.type in INERT or target.type in TYPE_NODES or self._denotes_type(target):
            return PURE
        return parts | MAY_NPE


def _prints_quietly(type_: Type) -> bool:
    return type_.is_primitive or type_.is_string or type_ == NULL or type_.is_boxed


_RULES: dict[str, Callable[[EffectAnalysis, Node, Effects], Effects]] = {
    "array_access": lambda _analysis, _node, parts: parts | PLAIN_READ | MAY_THROW,
    "array_creation_expression": EffectAnalysis._array_creation,
    "array_initializer": EffectAnalysis._initializer,
    "assignment_expression": EffectAnalysis._assignment,
    "binary_expression": EffectAnalysis._binary,
    "cast_expression": EffectAnalysis._cast,
    "field_access": EffectAnalysis._field_access,
    "identifier": EffectAnalysis._name,
    "instanceof_expression": EffectAnalysis._instanceof,
    "lambda_expression": lambda analysis, node, _parts: analysis._captures(node),
    "method_invocation": EffectAnalysis._call,
    "method_reference": EffectAnalysis._reference,
    "object_creation_expression": EffectAnalysis._creation,
    "parenthesized_expression": lambda _analysis, _node, parts: parts,
    "ternary_expression": EffectAnalysis._conditional,
    "unary_expression": EffectAnalysis._unary,
    "update_expression": EffectAnalysis._update,
}
