"""Boolean expressions."""

from __future__ import annotations

from tests.strategies.programs.objects import Objects
from tests.strategies.programs.scope import (
    AND,
    ASSIGNMENT,
    BIT_AND,
    BIT_OR,
    BIT_XOR,
    CONDITIONAL,
    EQUALITY,
    OR,
    PRIMARY,
    RELATIONAL,
    UNARY,
    Expr,
)

__all__ = ["Conditions"]

_NUMERIC = (
    "int",
    "int",
    "int",
    "long",
    "double",
    "char",
    "byte",
    "short",
    "float",
    "Integer",
    "Long",
    "Character",
)
_LOGICAL = {"&&": AND, "||": OR, "^": BIT_XOR, "&": BIT_AND, "|": BIT_OR}
_IDENTITY = ("Integer", "String", "Object", "Long", "Color", "int[]", "Character", "Point")


class Conditions(Objects):
    """Writes expressions of all types."""

    def expr(self, type_: str, depth: int) -> Expr:
        """As in `State`."""
        return self.boolean(depth) if type_ == "boolean" else super().expr(type_, depth)

    def boolean(self, depth: int) -> Expr:
        """Any boolean expression; as a constant it would make code unreachable, so `condition` is for loops."""
        c = self.choices
        if depth <= 0:
            return self.variable("boolean", lambda: Expr(c.pick(("true", "false"))))
        return c.make(
            (
                lambda: self.comparison(depth),
                lambda: self.comparison(depth),
                lambda: self.comparison(depth),
                lambda: self.ordered(depth),
                lambda: self.ordered(depth),
                lambda: self.identity(depth),
                lambda: self.negation(depth),
                lambda: self.logical(depth),
                lambda: self.logical(depth),
                lambda: self.chain(depth),
                lambda: self.variable("boolean", lambda: Expr("false")),
                lambda: Expr(f"log({self.boolean(depth - 1).at(ASSIGNMENT)})"),
                lambda: self.type_test(depth),
                lambda: self.pattern(depth),
                lambda: self.assigned_boolean(depth),
                lambda: self.method(depth),
                lambda: self.text_test(),
                lambda: self.text_test(),
                lambda: self.conditional("boolean", depth),
                lambda: self.mixed("boolean", "Boolean", depth),
                lambda: self.switch("boolean", depth),
                lambda: self.called("boolean", depth),
            )
        )

    def comparison(self, depth: int) -> Expr:
        """Two numbers of any types compared."""
        c = self.choices
        operator = c.pick(("<", ">", "<=", ">=", "==", "!="))
        level = EQUALITY if operator in ("==", "!=") else RELATIONAL
        left = c.pick(_NUMERIC)
        right = c.pick(_NUMERIC)
        if level == EQUALITY and left[0].isupper() and right[0].isupper():
            right = left  # different boxes cannot be compared (JLS 15.21)
        return self.compared(self.expr(left, depth - 1), operator, self.expr(right, depth - 1), level)

    def ordered(self, depth: int) -> Expr:
        """Operands that write, call, or may throw, so that it matters which comes first (JLS 15.7.1)."""
        c = self.choices
        operator = c.pick(("<", ">", "<=", ">=", "==", "!="))
        left, right = (self.eventful(depth) for _ in range(2))
        return self.compared(left, operator, right, EQUALITY if operator in ("==", "!=") else RELATIONAL)

    def eventful(self, depth: int) -> Expr:
        c = self.choices
        return c.make(
            (
                lambda: self.written("int", 1),
                lambda: Expr(f"log({self.expr('int', 0).text})"),
                lambda: self.written("int", 1),
                lambda: Expr(f"log({self.expr('int', 0).text})"),
                lambda: self.expr("int", 0),
                lambda: Expr(f"{self.text(0).at(PRIMARY)}.length()"),
                lambda: Expr(f"({self.array(0).text})[{self.expr('int', 0).text}]"),
                lambda: self.binary(self.expr("int", 0), c.pick("/%"), self.expr("int", 0)),
                lambda: self.expr("int", depth - 1),
            )
        )

    def compared(self, left: Expr, operator: str, right: Expr, level: int) -> Expr:
        # a < b > (c) would begin like a generic call
        return Expr(f"{left.at(level + 1)} {operator} {right.at(level + 1)}", level)

    def identity(self, depth: int) -> Expr:
        """References, or a reference and null."""
        c = self.choices
        type_ = c.pick(_IDENTITY)
        left = self.expr(type_, depth - 1)
        right = Expr("null") if c.chance(35) else self.expr(type_, depth - 1)
        if c.chance(20):
            left, right = right, left
        return self.compared(left, c.pick(("==", "!=")), right, EQUALITY)

    def negation(self, depth: int) -> Expr:
        return Expr(f"!{self.boolean(depth - 1).at(UNARY)}", UNARY)

    def logical(self, depth: int) -> Expr:
        """Operands with and without short circuit, mixed."""
        operator = self.choices.pick(tuple(_LOGICAL))
        return self.binary(self.boolean(depth - 1), operator, self.boolean(depth - 1))

    def chain(self, depth: int) -> Expr:
        """Equalities in a row, which associate to the left."""
        c = self.choices
        first = self.comparison(depth - 1)
        text = first.at(EQUALITY)
        for _ in range(c.between(1, 2)):
            text += f" {c.pick(('!=', '=='))} {self.boolean(depth - 1).at(EQUALITY + 1)}"
        return Expr(text, EQUALITY)

    def type_test(self, depth: int) -> Expr:
        kind = self.choices.pick(("String", "Integer", "Point", "int[]", "Comparable<?>", "Color"))
        return Expr(f"{self.object(depth - 1).at(RELATIONAL)} instanceof {kind}", RELATIONAL)

    def pattern(self, depth: int) -> Expr:
        """A binding that is used at once; its name occurs nowhere else, since it may be in scope further on."""
        c = self.choices
        kind = c.pick(("String", "Integer", "Point"))
        value = self.object(depth - 1).at(RELATIONAL)
        name = self.unique("p")
        with self.nested():
            self.declare(name, kind, final=True)
            more = self.boolean(depth - 1)
            use = {"String": f"{name}.length() > 1", "Integer": f"{name} < 100", "Point": f"{name}.x() != 2"}[
                kind
            ]
        if c.chance(30):
            return Expr(f"!({value} instanceof {kind} {name}) || {use}", OR)
        if c.chance(40):
            use = more.at(AND + 1)
        return Expr(f"({value} instanceof {'final ' if c.chance(20) else ''}{kind} {name} && {use})")

    def assigned_boolean(self, depth: int) -> Expr:
        found = self.writes("boolean")
        if not found:
            return self.comparison(depth)
        name = self.choices.pick(found)
        operator = self.choices.pick(("=", "&=", "|=", "^="))
        return Expr(f"({name} {operator} {self.boolean(depth - 1).at(ASSIGNMENT)})")

    def text_test(self) -> Expr:
        """A string compared with another, on either side of `equals`, with a look at null before it or not."""
        c = self.choices
        name = c.pick(self.reads("String") or ["KEY"])
        literal = c.pick(('"x"', '"Aa"', '"BB"', '"field"', "KEY", 'new String("Aa")'))
        other = c.pick((literal, literal, self.text(0).at(PRIMARY)))
        test = c.pick((f"{name}.equals({other})", f"{other}.equals({name})"))
        return c.make(
            (
                lambda: Expr(test),
                lambda: Expr(f"{literal}.equals({name})"),
                lambda: Expr(f"{name} != null && {test}", AND),
                lambda: Expr(f"{name} == null || {test}", OR),
                lambda: Expr(f"null != {name} && !{literal}.equals({name})", AND),
                lambda: Expr(f"{name} == null ? {other} == null : {name}.equals({other})", CONDITIONAL),
                lambda: Expr(f'("A" + {name}).equals({literal})'),
                lambda: Expr(f"log({name}).equals(log({other}))"),
                lambda: Expr(f"{literal}.equals({self.any(0).text})"),
                lambda: Expr(f"{name} == {literal}", EQUALITY),
            )
        )

    def method(self, depth: int) -> Expr:
        c = self.choices
        return c.make(
            (
                lambda: Expr(f"{self.text(0).at(PRIMARY)}.isEmpty()"),
                lambda: Expr(
                    f"Objects.equals({self.any(depth - 1).at(CONDITIONAL)}, {self.any(0).at(CONDITIONAL)})"
                ),
                lambda: Expr(f"{self.list_(0).at(PRIMARY)}.contains({self.expr('int', 1).at(ASSIGNMENT)})"),
                lambda: Expr(f"{self.string(0).at(PRIMARY)}.equals({self.string(depth - 1).at(ASSIGNMENT)})"),
                lambda: Expr(f"Character.isDigit({self.expr('char', depth - 1).at(ASSIGNMENT)})"),
            )
        )
