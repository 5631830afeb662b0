"""Expressions of primitive types but boolean."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from tests.strategies.programs.scope import (
    ADDITIVE,
    AND,
    ASSIGNMENT,
    BIT_AND,
    BIT_OR,
    BIT_XOR,
    CONDITIONAL,
    MULTIPLICATIVE,
    OR,
    PRIMARY,
    SHIFT,
    UNARY,
    Callable_,
    Expr,
    State,
)

__all__ = ["Numbers"]

_LITERALS = {
    "int": ("0", "1", "2", "3", "5", "7", "-1", "9", "127", "128", "0x1F", "1_000", "'a'+0", "2147483647", "-2147483648"),
    "long": ("0L", "1L", "7L", "-3L", "100000000000L", "0x7fffffffffffffffL"),
    "double": ("0.5", "1.0", "0.1", "2d", "1e10", "Double.NaN", "-0.0", "1.0 / 3", ".3"),
    "float": ("0.5f", "1f", "0.1f", "Float.NaN", "16777217f", "-0f"),
    "char": ("'a'", "'x'", "'0'", "'é'", "'\\n'", "'\\''"),
    "byte": ("(byte) 1", "(byte) 127", "(byte) 200"),
    "short": ("(short) 2", "(short) 70000"),
}  # fmt: skip
_LEVELS = {
    **dict.fromkeys("+-", ADDITIVE),
    **dict.fromkeys("*/%", MULTIPLICATIVE),
    **dict.fromkeys(("<<", ">>", ">>>"), SHIFT),
    **{"&": BIT_AND, "^": BIT_XOR, "|": BIT_OR, "&&": AND, "||": OR},
}
_RANK = ("byte", "short", "char", "int", "long", "float", "double")


class Numbers(State):
    """Writes expressions of the numeric types, with exactly that static type."""

    @abstractmethod
    def text(self, depth: int) -> Expr:
        """A string that is not null."""

    @abstractmethod
    def switch(self, type_: str, depth: int) -> Expr:
        """A switch expression."""

    def literal(self, type_: str) -> Expr:
        """A literal, or what is as good as one."""
        text = self.choices.pick(_LITERALS[type_])
        level = UNARY if text[0] in "(-" else MULTIPLICATIVE if "/" in text else PRIMARY
        return Expr(text, ADDITIVE if "+" in text and text != "'+'" else level)

    def variable(self, type_: str, otherwise: Callable[[], Expr]) -> Expr:
        """A variable of the type if there is one, mostly."""
        found = self.reads(type_)
        return Expr(self.choices.pick(found)) if found and not self.choices.chance(15) else otherwise()

    def binary(self, left: Expr, operator: str, right: Expr) -> Expr:
        """Both with an operator; parentheses where needed, now and then where not."""
        level = _LEVELS[operator]
        if self.choices.chance(6):
            right = Expr(f"({right.text})")
        return Expr(f"{left.at(level)} {operator} {right.at(level + 1)}", level)

    def cast(self, type_: str, operand: Expr) -> Expr:
        return Expr(f"({type_}) {operand.at(PRIMARY)}", UNARY)

    def conditional(self, type_: str, depth: int, *branches: str) -> Expr:
        """A conditional expression, its branches of these types (all of the type itself if there are none)."""
        condition = self.expr("boolean", depth - 1)
        yes, no = (self.expr(self.choices.pick(branches or (type_,)), depth - 1) for _ in range(2))
        return Expr(f"{condition.at(OR)} ? {yes.at(CONDITIONAL)} : {no.at(CONDITIONAL)}", CONDITIONAL)

    def mixed(self, type_: str, box: str, depth: int) -> Expr:
        """A conditional expression of a primitive and a box, which is unboxed."""
        condition = self.expr("boolean", depth - 1)
        branches = [self.expr(type_, depth - 1).at(CONDITIONAL), self.expr(box, 0).at(CONDITIONAL)]
        if self.choices.chance(50):
            branches.reverse()
        return Expr(f"{condition.at(OR)} ? {branches[0]} : {branches[1]}", CONDITIONAL)

    def smaller(self, type_: str, depth: int) -> Expr:
        """Of the type, or of one that widens to it as an operand."""
        below = {
            "long": ("int", "char", "Long"),
            "double": ("int", "long", "Double"),
            "float": ("int", "byte"),
        }
        options = (type_, type_, *below.get(type_, ("char", "byte", "short", "Integer", "Character")))
        return self.expr(self.choices.pick(options), depth)

    def written(self, type_: str, depth: int) -> Expr:
        """A variable that is written, as a value."""
        found = self.writes(type_)
        if not found:
            return self.literal(type_)
        name, c = self.choices.pick(found), self.choices
        kind = c.below(4)
        if kind == 0:
            return Expr(name + c.pick(("++", "--")), UNARY)
        if kind == 1:
            return Expr(c.pick(("++", "--")) + name, UNARY)
        if kind == 2:
            return Expr(f"{name} = {self.wide(type_, depth - 1).at(ASSIGNMENT)}", ASSIGNMENT)
        return self.compound(name, type_, depth)

    def compound(self, name: str, type_: str, depth: int) -> Expr:
        """A compound assignment, which narrows where the operand is wider."""
        c = self.choices
        operators = ["+", "-", "*", "/", "%"]
        operand = self.expr(c.pick((type_, "int", "int", *_RANK)), depth - 1)
        if type_ not in ("double", "float") and c.chance(40):
            operators = ["&", "|", "^", "<<", ">>", ">>>"]
            operand = self.expr(c.pick(("int", "char", "long")), depth - 1)
        operator = c.pick(operators)
        if operator in "/%" and not c.chance(10):
            operand = self.literal(c.pick(("int", "long", "double")))
        return Expr(f"{name} {operator}= {operand.at(ASSIGNMENT)}", ASSIGNMENT)

    def called(self, type_: str, depth: int) -> Expr:
        """A call of one of the program's methods."""
        helpers = self.helping(type_)
        if helpers and self.choices.chance(60):
            return self.helped(self.choices.pick(helpers), depth)
        found = self.callables(type_)
        if not found:
            return self.expr(type_, 0)
        self.member.calls -= 1
        return self.call(self.choices.pick(found).name, depth)

    def call(self, name: str, depth: int) -> Expr:
        """A call with arguments."""
        method = next(m for m in self.member.methods if m.name == name)
        return Expr(f"{name}({self.arguments(method.parameters, depth)})")

    def helped(self, helper: Callable_, depth: int) -> Expr:
        """A call of a helper, on one of several ways to name it; which overload it is, the arguments decide."""
        ways = ["", "", "Program."]
        if not helper.static:
            this = "Program.this." if self.inner else "this."
            ways = ["", "", this, this, "Program.this.", "Program.this.", "made.", "made."]
        way = self.choices.pick(ways)
        return Expr(f"{way}{helper.name}({self.arguments(helper.parameters, depth)})")

    def arguments(self, types: tuple[str, ...], depth: int) -> str:
        """Arguments for parameters of these types; for `T...` any number."""
        texts = []
        for type_ in types:
            if type_.endswith("..."):
                several = range(self.choices.below(3))
                texts += [self.expr(type_[:-3], min(depth - 1, 1)).at(ASSIGNMENT) for _ in several]
            else:
                texts.append(self.wide(type_, min(depth - 1, 1)).at(ASSIGNMENT))
        return ", ".join(texts)

    def number(self, type_: str, depth: int) -> Expr:
        """Any expression of a numeric type."""
        c = self.choices
        if depth <= 0 or c.chance(20):
            return self.variable(type_, lambda: self.literal(type_))
        if type_ in ("byte", "short"):
            return c.make(
                (
                    lambda: self.variable(type_, lambda: self.literal(type_)),
                    lambda: self.cast(type_, self.expr(c.pick(("int", "int", "long", "char")), depth - 1)),
                    lambda: self.written(type_, depth),
                )
            )
        if type_ == "char":
            return c.make(self._char(depth))
        forms = [
            lambda: self.arithmetic(type_, depth),
            lambda: self.arithmetic(type_, depth),
            lambda: self.unary(type_, depth),
            lambda: self.written(type_, depth),
            lambda: self.conditional(type_, depth),
            lambda: Expr(f"log({self.expr(type_, depth - 1).at(ASSIGNMENT)})"),
            lambda: self.called(type_, depth),
            lambda: self.cast(type_, self.expr(c.pick(_RANK), depth - 1)),
            lambda: self.switch(type_, depth),
        ]
        if type_ == "int":
            forms += self._int(depth)
        if type_ == "float":
            forms[5] = lambda: self.cast("float", Expr(f"log({self.expr('float', depth - 1).text})"))
        if type_ == "double":
            forms.append(lambda: Expr(f"Math.sqrt({self.expr('double', depth - 1).at(ASSIGNMENT)})"))
        return c.make(forms)

    def arithmetic(self, type_: str, depth: int) -> Expr:
        """A binary expression whose type is this one, once its operands are promoted (JLS 5.6)."""
        c = self.choices
        first, second = self.expr(type_, depth - 1), self.smaller(type_, depth - 1)
        if c.chance(40):
            first, second = second, first
            if type_ == "int":
                first = self.smaller("int", depth - 1)
        operators = ["+", "-", "*", "+", "-"] + (["&", "|", "^"] if type_ in ("int", "long") else [])
        kind = c.below(8)
        if kind == 6:
            operator = c.pick(("/", "%"))
            if not c.chance(15):
                second = c.pick(
                    (
                        self.literal(type_),
                        self.binary(second, "|", Expr("1")) if type_ in ("int", "long") else second,
                    )
                )
                return self.binary(self.expr(type_, depth - 1), operator, second)
        elif kind == 7 and type_ in ("int", "long"):
            operator, first = c.pick(("<<", ">>", ">>>")), self.expr(type_, depth - 1)
        else:
            operator = c.pick(operators)
        return self.binary(first, operator, second)

    def unary(self, type_: str, depth: int) -> Expr:
        operand = self.expr(type_, depth - 1)
        operator = self.choices.pick(("-", "-", "~", "+") if type_ in ("int", "long") else ("-", "+"))
        text = operand.at(UNARY)
        return Expr(operator + (f"({text})" if text[0] in "+-" else text), UNARY)

    def _char(self, depth: int) -> list[Callable[[], Expr]]:
        c = self.choices
        return [
            lambda: self.variable("char", lambda: self.literal("char")),
            lambda: Expr(f"{self.text(0).at(PRIMARY)}.charAt({self.expr('int', 0).text})"),
            lambda: self.cast("char", self.expr(c.pick(("int", "short")), depth - 1)),
            lambda: self.written("char", depth),
            lambda: Expr(f"log({self.expr('char', depth - 1).at(ASSIGNMENT)})"),
            lambda: self.conditional("char", depth),
            lambda: self.mixed("char", "Character", depth),
        ]

    def element(self, array: str, depth: int) -> str:
        """An array access; arrays have two elements or more, so that mostly it succeeds."""
        c = self.choices
        base = self.expr(array, 0)
        index = c.pick(("0", "1", "")) or (
            f"{self.expr('int', depth - 1).at(BIT_AND)} & 1" if not c.chance(20) else self.expr("int", 0).text
        )
        return (
            f"{base.at(PRIMARY)}[{index}]" if not base.text.startswith("new ") else f"({base.text})[{index}]"
        )

    def _int(self, depth: int) -> list[Callable[[], Expr]]:
        c = self.choices
        return [
            lambda: Expr(f"{self.text(0).at(PRIMARY)}.length()"),
            lambda: Expr(self.element("int[]", depth)),
            lambda: Expr(f"{self.element('int[][]', 1)}[{c.below(2)}]"),
            lambda: Expr(f"({self.expr(c.pick(('int[]', 'int[][]', 'String[]')), 0).text}).length"),
            lambda: Expr(f"Math.max({self.expr('int', depth - 1).text}, {self.expr('int', depth - 1).text})"),
            lambda: self.mixed("int", "Integer", depth),
            lambda: self.binary(self.expr("char", depth - 1), c.pick("+-"), self.expr("char", depth - 1)),
            lambda: Expr(f"{self.expr('List<Integer>', 0).at(PRIMARY)}.size()"),
            lambda: Expr(f"{self.expr('Point', depth - 1).at(PRIMARY)}.{c.pick('xy')}()"),
            lambda: Expr(f"{self.expr('Color', depth - 1).at(PRIMARY)}.ordinal()"),
            lambda: Expr(f"sum({', '.join(self.expr('int', depth - 1).text for _ in range(c.below(4)))})"),
            lambda: Expr(
                f"{self.variable('IntUnaryOperator', lambda: Expr('TWICE')).text}.applyAsInt({self.expr('int', 1).text})"
            ),
        ]
