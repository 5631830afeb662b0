"""Expressions of reference types."""

from __future__ import annotations

from collections.abc import Callable

from tests.strategies.programs.numeric import Numbers
from tests.strategies.programs.scope import ADDITIVE, ASSIGNMENT, PRIMARY, UNARY, Expr

__all__ = ["BOXES", "Objects"]

BOXES = {
    "Integer": "int",
    "Long": "long",
    "Character": "char",
    "Double": "double",
    "Boolean": "boolean",
    "Short": "short",
    "Byte": "byte",
}
_STRINGS = (
    '"x"',
    '""',
    '"a b"',
    '"é\\t"',
    '"quote \\" {"',
    '"null"',
    '"Aa"',
    '"BB"',
    '"""\n    tall\n      text\\\n    joined {\n    """',
)
_WIDER = {
    "long": ("long", "long", "int", "char", "byte"),
    "double": ("double", "double", "int", "long", "float"),
    "float": ("float", "int", "char"),
    "int": ("int", "int", "int", "char", "byte", "short", "Integer"),
    "short": ("short", "byte"),
    "char": ("char", "char", "char", "Character"),
    "Object": (
        "Object",
        "String",
        "Integer",
        "int",
        "char",
        "Color",
        "Point",
        "double",
        "Long",
        "List<Integer>",
        "Suit",
    ),
    "Integer": ("Integer", "int"),
    "Long": ("Long", "long"),
    "Character": ("Character", "char"),
    "Double": ("Double", "double"),
    "Boolean": ("Boolean", "boolean"),
    "Short": ("Short", "short"),
    "Byte": ("Byte", "byte"),
    "boolean": ("boolean", "boolean", "boolean", "Boolean"),
}
PRIMITIVES = ("int", "long", "double", "float", "char", "byte", "short")
ANY = ("int", "boolean", "String", "long", "double", "char", "Integer", "Object", "byte", "short", "float", "Long", "Character",
       "Color", "Point", "int[]", "Boolean", "Double", "String[]", "List<Integer>", "Suit")  # fmt: skip


class Objects(Numbers):
    """Writes expressions of all types but boolean."""

    def wide(self, type_: str, depth: int) -> Expr:
        """As in `State`: also narrower or boxed."""
        return self.expr(self.choices.pick(_WIDER.get(type_, (type_,))), depth)

    def any(self, depth: int) -> Expr:
        """An expression of any type, for a method with many overloads."""
        kind = self.choices.below(12)
        if kind == 10:  # numeric promotion decides which overload it is (JLS 15.25)
            condition = self.expr("boolean", 1)
            kinds = [
                self.choices.pick(("int", "char", "Integer", "long", "double", "Character")) for _ in range(2)
            ]
            yes, no = (self.expr(kind, 0 if kind in BOXES else 1) for kind in kinds)
            return Expr(f"{condition.at(3)} ? {yes.at(1)} : {no.at(1)}", 1)
        return self.expr(self.choices.pick(ANY), depth)

    def expr(self, type_: str, depth: int) -> Expr:
        """As in `State`."""
        makers: dict[str, Callable[[int], Expr]] = {
            "String": self.string,
            "Object": self.object,
            "int[]": self.array,
            "int[][]": self.grid,
            "String[]": self.strings,
            "List<Integer>": self.list_,
            "Color": self.color,
            "Point": self.point,
            "Suit": self.suit,
        }
        if type_ in PRIMITIVES:
            return self.number(type_, depth)
        if type_ in BOXES:
            return self.boxed(type_, depth)
        return makers[type_](depth)

    def text(self, depth: int) -> Expr:
        """As in `Numbers`."""
        return self.variable("String", lambda: Expr(self.choices.pick(_STRINGS)))

    def string(self, depth: int) -> Expr:
        """A string, perhaps null."""
        c = self.choices
        if depth <= 0 or c.chance(20):
            return self.text(0)
        return c.make(
            (
                lambda: self.concat(depth),
                lambda: Expr(f"log({self.string(depth - 1).at(ASSIGNMENT)})"),
                lambda: Expr(f"pick({self.any(depth - 1).at(ASSIGNMENT)})"),
                lambda: Expr(f"pick({self.expr('int', 1).text}, {self.expr('char', 1).text})"),
                lambda: self.conditional("String", depth),
                lambda: Expr(
                    f"String.valueOf({self.expr(c.pick(('int', 'char', 'double', 'long', 'Object')), 1).text})"
                ),
                lambda: Expr(f"same({self.string(0).text})"),
                lambda: self.called("String", depth),
                lambda: self.switch("String", depth),
                lambda: Expr(self.element("String[]", 1)),
                lambda: self._assigned(depth),
            )
        )

    def concat(self, depth: int) -> Expr:
        """A chain of + with a string somewhere; what comes before it adds up."""
        c = self.choices
        kinds = (
            "int",
            "char",
            "int",
            "boolean",
            "long",
            "double",
            "Integer",
            "Object",
            "Color",
            "float",
            "byte",
            "String",
        )
        # The first or the second is a string.
        operands = [self.expr(c.pick(kinds), depth - 1).at(ADDITIVE + 1) for _ in range(c.between(1, 3))]
        at = 0 if c.chance(60) else min(1, len(operands))
        pieces = [
            *operands[:at],
            f"({self.string(0).text})" if c.chance(10) else self.string(0).text,
            *operands[at:],
        ]
        if c.chance(15):
            pieces.append("null")
        joined = " + ".join(pieces)
        return Expr(f"clip({joined})") if len(self.reads("String")) > 1 else Expr(joined, ADDITIVE)

    def _assigned(self, depth: int) -> Expr:
        found = self.writes("String")
        if not found:
            return self.text(0)
        name = self.choices.pick(found)
        if self.choices.chance(50):
            return Expr(
                f"{name} += {self.expr(self.choices.pick(('char', 'int', 'double', 'boolean')), 1).text}",
                ASSIGNMENT,
            )
        return Expr(f"{name} = clip({self.string(depth - 1).text})", ASSIGNMENT)

    def boxed(self, type_: str, depth: int) -> Expr:
        """A boxed value; of small ones there is one object each (JLS 5.1.7)."""
        c = self.choices
        primitive = BOXES[type_]

        def made() -> Expr:
            if type_ == "Integer" and c.chance(10):
                return Expr(f"Integer.valueOf({c.pick(('127', '128'))})")
            return Expr(f"{type_}.valueOf({self.expr(primitive, 0).text})")

        if depth <= 0 or c.chance(30):
            return self.variable(type_, made)
        return c.make(
            (
                made,
                lambda: Expr(f"same({self.expr(primitive, depth - 1).text})"),
                lambda: Expr(f"same({self.boxed(type_, 0).text})"),
                lambda: self.conditional(
                    type_, 1
                ),  # no call of a generic method in it, which javac finds ambiguous
                lambda: self.cast(type_, Expr("null")),
                lambda: self.cast(type_, self.expr(primitive, depth - 1)),
                lambda: self._from_list() if type_ == "Integer" else made(),
                lambda: self.called(type_, depth),
                lambda: self._boxed_written(type_, depth),
            )
        )

    def _from_list(self) -> Expr:
        return Expr(f"{self.list_(0).at(PRIMARY)}.get({self.choices.below(2)})")

    def _boxed_written(self, type_: str, depth: int) -> Expr:
        found = self.writes(type_)
        if not found or type_ == "Boolean":
            return self.boxed(type_, 0)
        name = self.choices.pick(found)
        return Expr(f"{name}{self.choices.pick(('++', '--'))}", UNARY)

    def object(self, depth: int) -> Expr:
        """An `Object`."""
        c = self.choices
        if depth <= 0 or c.chance(40):
            return self.variable("Object", lambda: Expr('(Object) "lit"', UNARY))
        kinds = (
            "String",
            "Integer",
            "Point",
            "Color",
            "int",
            "char",
            "List<Integer>",
            "Object",
        )  # no arrays: as text they differ
        return c.make(
            (
                lambda: self.cast("Object", self.expr(c.pick(kinds), depth - 1)),
                lambda: self.conditional("Object", depth),
                lambda: Expr(f"same({self.object(0).text})"),
                lambda: Expr(f"new Object[] {{{self.expr(c.pick(kinds), depth - 1).text}}}[0]"),
                lambda: self.called("Object", depth),
            )
        )

    def _several(self, type_: str, depth: int) -> str:
        return ", ".join(self.wide(type_, depth).at(ASSIGNMENT) for _ in range(self.choices.between(2, 3)))

    def array(self, depth: int) -> Expr:
        """An array of ints."""
        return self.variable("int[]", lambda: Expr(f"new int[] {{{self._several('int', depth)}}}"))

    def grid(self, depth: int) -> Expr:
        """An array of arrays."""
        return self.variable(
            "int[][]",
            lambda: Expr(f"new int[][] {{{{{self._several('int', 0)}}}, {{{self._several('int', 0)}}}}}"),
        )

    def strings(self, depth: int) -> Expr:
        """An array of strings."""
        return self.variable("String[]", lambda: Expr(f"new String[] {{{self._several('String', 0)}}}"))

    def list_(self, depth: int) -> Expr:
        """A list; some of them cannot be changed."""
        c = self.choices
        return self.variable(
            "List<Integer>",
            lambda: Expr(
                f"{c.pick(('ints', 'List.of', 'Arrays.asList'))}({self.expr('int', 0).text}, {self.expr('int', 0).text})"
            ),
        )

    def color(self, depth: int) -> Expr:
        """A constant of an enum."""
        c = self.choices
        constant = Expr(f"Color.{c.pick(('RED', 'GREEN', 'BLUE'))}")
        if depth <= 0:
            return self.variable("Color", lambda: constant)
        return c.make(
            (
                lambda: self.variable("Color", lambda: constant),
                lambda: constant,
                lambda: Expr(f"Color.values()[{self.expr('int', depth - 1).at(6)} & 1]"),
                lambda: Expr(f"{self.color(0).text}.next()"),
            )
        )

    def suit(self, depth: int) -> Expr:
        """A constant of the enum that the program declares; now and then null."""
        c = self.choices
        constant = Expr(f"Suit.{c.pick(('OAK', 'ELM', 'ASH'))}")
        if depth <= 0 or c.chance(40):
            return self.variable("Suit", lambda: constant)
        return c.make(
            (
                lambda: constant,
                lambda: Expr(f"Suit.values()[{self.expr('int', depth - 1).at(6)} & 1]"),
                lambda: self.conditional("Suit", 1),
                lambda: self.cast("Suit", Expr("null")),
            )
        )

    def point(self, depth: int) -> Expr:
        """A record."""
        return self.variable(
            "Point",
            lambda: Expr(
                f"new Point({self.wide('int', depth - 1).text}, {self.wide('int', depth - 1).text})"
            ),
        )
