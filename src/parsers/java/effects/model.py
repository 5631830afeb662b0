"""Effects of expressions as values, and the pairs of effects that exclude a change of order (JLS 15.6, 15.7).

The model has each local variable separately, and everything else (fields, array elements, what calls may touch)
as one place, the heap. By the contract of the library it ignores which class is initialised when, the message
of a NullPointerException, and errors of the virtual machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from parsers.java.syntax.expressions import bare

if TYPE_CHECKING:
    from parsers.java.names.bindings import Declaration
    from parsers.java.syntax.tree import Node

__all__ = [
    "ANYTHING",
    "BOTH_THROW",
    "FIELD_READ",
    "FINAL_READ",
    "INERT",
    "MAY_NPE",
    "MAY_THROW",
    "PLAIN_READ",
    "PURE",
    "STORE",
    "THROWS_BEFORE",
    "TYPE_NODES",
    "USES",
    "VOLATILE",
    "Effects",
    "Throws",
    "Verdict",
    "conflict",
    "operands",
    "ordered_reads",
]


class Throws(IntEnum):
    """The exceptions that the evaluation of an expression may throw."""

    NONE = 0
    NPE = 1
    """NullPointerException and nothing else."""
    ANY = 2


@dataclass(frozen=True, slots=True)
class Effects:
    """The possible effects of evaluating an expression.

    Attributes:
        writes, reads: local variables and parameters.
        writes_heap, reads_heap: fields, array elements, whatever called code touches. A final field is in `reads_final`
            instead, and a constant variable or a class variable that no method can change in neither.
        reads_final: an instance field that is final. It changes at most once, where its constructor (perhaps in another
            thread) or deserialisation sets it (JLS 17.5, 17.5.3); called code may do so, or let it happen.
        reads_volatile: a field that is read may be volatile, so that the read is ordered against others (JLS
            17.4.4).
        throws: what it may throw.
        assumptions: what had to be assumed, under conventional purity only.
    """

    writes: frozenset[Declaration] = frozenset()
    reads: frozenset[Declaration] = frozenset()
    writes_heap: bool = False
    reads_heap: bool = False
    reads_final: bool = False
    reads_volatile: bool = False
    throws: Throws = Throws.NONE
    assumptions: tuple[str, ...] = ()

    def __or__(self, other: Effects) -> Effects:
        if other is PURE or other is self:
            return self
        if self is PURE:
            return other
        return Effects(
            self.writes | other.writes,
            self.reads | other.reads,
            self.writes_heap or other.writes_heap,
            self.reads_heap or other.reads_heap,
            self.reads_final or other.reads_final,
            self.reads_volatile or other.reads_volatile,
            max(self.throws, other.throws),
            self.assumptions + tuple(a for a in other.assumptions if a not in self.assumptions),
        )

    @property
    def reads_fields(self) -> bool:
        """Whether it may read a field, final or not, or an array element."""
        return self.reads_heap or self.reads_final

    @property
    def writes_anything(self) -> bool:
        """Whether it may change a variable of any kind."""
        return bool(self.writes) or self.writes_heap


PURE = Effects()
"""No effect at all."""
ANYTHING = Effects(writes_heap=True, reads_heap=True, reads_volatile=True, throws=Throws.ANY)
"""The effects of an unknown call; it cannot write a caller's local variables."""
MAY_NPE = Effects(throws=Throws.NPE)
MAY_THROW = Effects(throws=Throws.ANY)
FIELD_READ = Effects(reads_heap=True, reads_volatile=True)
PLAIN_READ = Effects(reads_heap=True)
FINAL_READ = Effects(reads_final=True)
STORE = Effects(writes_heap=True)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to whether two operands may be exchanged.

    Attributes:
        reason: why not, or None.
        assumptions: what had to be assumed (conventional purity), for the record.
    """

    reason: str | None
    assumptions: tuple[str, ...] = ()


USES = "an operand may change what the other uses"
BOTH_THROW = "both operands may throw"
THROWS_BEFORE = "an operand may throw before or after the other's effect"
VOLATILE = "two field reads, one of which may be volatile"

INERT = frozenset(
    """
    binary_integer_literal character_literal class_literal decimal_floating_point_literal
    decimal_integer_literal false hex_floating_point_literal hex_integer_literal null_literal
    octal_integer_literal string_literal super this true
    """.split()
)
TYPE_NODES = frozenset(
    {
        "type_identifier",
        "scoped_type_identifier",
        "generic_type",
        "array_type",
        "integral_type",
        "floating_point_type",
    }
)


def conflict(one: Effects, other: Effects) -> str | None:
    """Return why two operands cannot be exchanged, ordered reads left aside."""
    for a, b in ((one, other), (other, one)):
        if a.writes & (b.reads | b.writes) or (a.writes_heap and (b.reads_fields or b.writes_heap)):
            return USES
    if one.throws and other.throws:
        # Two NullPointerExceptions are the same behaviour, unless something happens between them.
        same = one.throws == other.throws == Throws.NPE
        if not same or one.writes_anything or other.writes_anything:
            return BOTH_THROW
    elif (one.throws and other.writes_anything) or (other.throws and one.writes_anything):
        return THROWS_BEFORE
    return None


def ordered_reads(one: Effects, other: Effects) -> bool:
    """Return whether both read the heap and one perhaps a volatile field: other threads can observe the order (JLS 17.4)."""
    return (one.reads_volatile and other.reads_fields) or (other.reads_volatile and one.reads_fields)


def operands(node: Node) -> list[Node]:
    """Return the expressions that are evaluated for an expression."""
    kind = node.type
    if kind == "assignment_expression":
        return _assigned(node)
    if kind == "object_creation_expression":
        outer = [node.children[0]] if node.children[0].named else []
        return [*outer, *_listed(node)]
    if kind == "method_invocation":
        return [*(child for child in node.children if child.field == "object"), *_listed(node)]
    if kind == "array_creation_expression":
        sizes = [
            child
            for part in node.all("dimensions")
            if part.type == "dimensions_expr"
            for child in part.children
        ]
        return [child for child in (*sizes, node.child("value")) if child is not None and child.named]
    if kind == "method_reference":
        return [node.children[0]] if node.children[0].type not in TYPE_NODES else []
    fields = _OPERANDS.get(kind)
    if fields is None:
        return []
    return [
        child
        for child in node.children
        if child.named and (not fields or child.field in fields) and child.type not in INERT
    ]


def _listed(node: Node) -> list[Node]:
    arguments = node.child("arguments")
    return [child for child in arguments.children if child.named] if arguments is not None else []


def _assigned(node: Node) -> list[Node]:
    target, operator, value = node.child("left"), node.child("operator"), node.child("right")
    if target is None or operator is None or value is None:
        return []
    target = bare(target)
    if operator.type != "=":
        return [target, value]
    parts = {"field_access": ("object",), "array_access": ("array", "index")}.get(target.type, ())
    return [*(child for child in target.children if child.field in parts), value]


_OPERANDS: dict[str, tuple[str, ...]] = {
    "array_access": ("array", "index"),
    "array_initializer": (),
    "binary_expression": ("left", "right"),
    "cast_expression": ("value",),
    "field_access": ("object",),
    "instanceof_expression": ("left",),
    "parenthesized_expression": (),
    "ternary_expression": ("condition", "consequence", "alternative"),
    "unary_expression": ("operand",),
    "update_expression": (),
}
