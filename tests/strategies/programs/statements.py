"""Statements without loops, switches and classes."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable

from tests.strategies.programs.mixtures import Mixtures
from tests.strategies.programs.scope import ASSIGNMENT, PRIMARY, RELATIONAL, Expr, Stmt, Target

__all__ = ["LAMBDA", "Statements"]

_DECLARED = (
    *(
        "int",
        "int",
        "int",
        "boolean",
        "String",
        "long",
        "double",
        "char",
        "int[]",
        "Integer",
        "Object",
        "byte",
        "short",
    ),
    *(
        "float",
        "Long",
        "int[][]",
        "String[]",
        "List<Integer>",
        "Color",
        "Point",
        "Character",
        "Boolean",
        "Double",
    ),
)
_COUNTED = (
    "int",
    "int",
    "int",
    "long",
    "double",
    "char",
    "byte",
    "short",
    "float",
    "boolean",
    "String",
    "Integer",
    "Long",
)

LAMBDA = re.compile(r" = (?:\w+|\([^()]*\)) ->")
"""In a value: a variable that a lambda initialises."""

Maker = Callable[[], Stmt]


class Statements(Mixtures):
    """Writes simple statements, blocks and branches."""

    @abstractmethod
    def loop(self) -> Stmt:
        """Any loop."""

    @abstractmethod
    def bare_switch(self, type_: str, depth: int) -> Expr:
        """A switch expression for a place where a type is known."""

    @abstractmethod
    def compound_statements(self) -> list[Maker]:
        """What needs fuel."""

    def simple_statements(self) -> list[Maker]:
        """What does not nest."""
        return [
            *(self.show, self.declaration, self.declaration, self.show, self.declaration, self.declaration),
            *(
                self.assignment,
                self.assignment,
                self.assignment,
                self.empty,
                self.element_written,
                self.effect,
            ),
        ]

    def statement(self) -> Stmt:
        """Any statement."""
        self.member.fuel -= 1
        c = self.choices
        if self.member.fuel > 0 and self.nesting < 6 and c.chance(45):
            return c.make(self.compound_statements())
        return c.make(self.simple_statements())

    def statements(self, most: int) -> Stmt:
        """As in `State`."""
        texts = []
        for _ in range(self.choices.between(1, most)):
            made = self.statement()
            texts.append(made.text)
            if not made.completes:
                return Stmt("\n".join(texts), False)
        if self.member.fuel > 0 and self.choices.chance(12):
            jump = self.jump()
            texts.append(jump.text)
            return Stmt("\n".join(texts), jump.completes)
        return Stmt("\n".join(texts))

    def block(self) -> Stmt:
        """As in `State`."""
        with self.nested():
            inside = self.statements(3)
        return Stmt("{\n" + inside.text + "\n}", inside.completes)

    def body(self) -> Stmt:
        """A block, or a statement without braces."""
        return self.bare() if self.choices.chance(42) else self.block()

    def bare(self) -> Stmt:
        """A statement without braces, which is no declaration."""
        c = self.choices
        with self.nested():
            if self.member.fuel > 0 and c.chance(45):
                return c.make((self.branch, self.branch, self.branch, self.loop))
            if c.chance(20):
                return self.jump()
            return c.make((self.show, self.assignment, self.effect, lambda: Stmt(";")))

    # -- simple ones ----------------------------------------------------------------------------------------------------

    def show(self) -> Stmt:
        return Stmt(f"log({self.any(2).at(ASSIGNMENT)});")

    def empty(self) -> Stmt:
        return Stmt(self.choices.pick((";", "log(0);;", "{ }")))

    def declaration(self) -> Stmt:
        """A local variable, initialised at once or a little later, alone or with another."""
        c = self.choices
        type_ = c.pick(_DECLARED)
        value = self.initialiser(type_)
        name = self.fresh(value)
        kind = c.pick(("settable", "settable", "plain", "final"))
        if c.chance(12):
            return self.deferred(name, type_, final=kind == "final")
        if c.chance(8) and type_ not in ("int[]", "int[][]", "String[]"):
            written, kind = "var", "plain"
            value = (
                value
                if type_ not in ("Object", "double", "long", "float", "short", "Integer")
                else self.expr(type_, 1).text
            )
            if type_ in ("int", "boolean", "Boolean", "Character", "Long", "Double"):
                value = self.expr(type_, 1).text
            if LAMBDA.search(
                value
            ):  # javac takes a lambda anywhere in the value for one without a target type
                written = type_
            name = self.fresh(value)
        else:
            written = type_
        prefix = "final " if kind == "final" or (written == "var" and c.chance(30)) else ""
        self.declare(name, type_, settable=kind == "settable", final=kind != "settable")
        if type_ == "int" and written == "int" and c.chance(15):
            value2 = self.wide("int", 1).text
            second = self.fresh(f"{value} {value2}")
            self.declare(second, "int", settable=kind == "settable", final=kind != "settable")
            return Stmt(f"{prefix}int {name} = {value}, {second} = {value2};")
        if type_ == "int[]" and c.chance(25):
            return Stmt(f"{prefix}int {name}[] = {value};")
        return Stmt(f"{prefix}{written} {name} = {value};")

    def initialiser(self, type_: str) -> str:
        c = self.choices
        if type_ == "int[]" and c.chance(40):
            return f"{{{self.wide('int', 1).at(ASSIGNMENT)}, {self.wide('int', 1).at(ASSIGNMENT)}}}"
        if type_ == "int[][]" and c.chance(40):
            return f"{{{{1, 2}}, {{{self.wide('int', 1).at(ASSIGNMENT)}, 4}}}}"
        if type_ in ("byte", "char", "short") and c.chance(25):
            return str(c.between(65, 100))
        return self.value(type_)

    def value(self, type_: str) -> str:
        """What is assigned or returned."""
        return (self.bare_switch(type_, 2) if self.choices.chance(8) else self.wide(type_, 2)).at(ASSIGNMENT)

    def deferred(self, name: str, type_: str, *, final: bool) -> Stmt:
        """A variable that both branches assign."""
        values = [self.wide(type_, 1).at(ASSIGNMENT) for _ in range(2)]
        condition = self.boolean(1)
        name = self.fresh(" ".join((*values, condition.text)))
        final = final and not self.compact  # javac does not let them be assigned there
        self.declare(name, type_, settable=not final, final=final)
        head = f"{'final ' if final else ''}{type_} {name};\n"
        if self.choices.chance(50):
            return Stmt(
                f"{head}if ({condition.text}) {{\n{name} = {values[0]};\n}} else {{\n{name} = {values[1]};\n}}"
            )
        return Stmt(f"{head}if ({condition.text})\n{name} = {values[0]};\nelse\n{name} = {values[1]};")

    def assignment(self) -> Stmt:
        """A variable is written."""
        c = self.choices
        type_ = c.pick(_COUNTED)
        found = self.writes(type_)
        if not found:
            return self.show()
        name = c.pick(found)
        if type_ == "boolean":
            return Stmt(f"{name} {c.pick(('=', '&=', '|=', '^='))} {self.boolean(2).at(ASSIGNMENT)};")
        if type_ == "String":
            kinds = ("char", "int", "double", "boolean", "byte", "Integer")
            if c.chance(50):
                return Stmt(f"{name} += {self.expr(c.pick(kinds), 1).at(ASSIGNMENT)};")
            return Stmt(f"{name} = clip({self.string(2).at(ASSIGNMENT)});")
        if type_ in ("Integer", "Long"):
            if c.chance(50):
                return Stmt(f"{name} {c.pick('+-*')}= {self.expr('int', 1).at(ASSIGNMENT)};")
            return Stmt(f"{name} = {self.wide(type_, 2).at(ASSIGNMENT)};")
        return c.make(
            (
                lambda: Stmt(f"{name}{c.pick(('++', '--'))};"),
                lambda: Stmt(f"{c.pick(('++', '--'))}{name};"),
                lambda: Stmt(
                    f"{name} = {(self.wide(type_, 2) if '.' in name else self.switch(type_, 2)).at(ASSIGNMENT)};"
                ),
                lambda: Stmt(f"{name} = {self.wide(type_, 2).at(ASSIGNMENT)};"),
                lambda: Stmt(f"{self.compound(name, type_, 2).text};"),
                lambda: Stmt(
                    f"{name} = {self.cast(type_, self.binary(Expr(name), c.pick('+-*'), self.expr('int', 1))).text};"
                ),
            )
        )

    def element_written(self) -> Stmt:
        """An element of an array, or of a list."""
        c = self.choices
        kind = c.below(4)
        if kind == 0:
            return Stmt(
                f"{self.element('int[]', 1)} {c.pick(('=', '+=', '-=', '='))} {self.expr('int', 1).at(ASSIGNMENT)};"
            )
        if kind == 1:
            return Stmt(f"{self.element('int[][]', 1)}[{c.below(2)}]{c.pick(('++', '--'))};")
        if kind == 2:
            return Stmt(f"{self.element('String[]', 1)} = clip({self.string(1).at(ASSIGNMENT)});")
        return Stmt(f"{self.list_(0).at(PRIMARY)}.add({self.wide('Integer', 1).at(ASSIGNMENT)});")

    def effect(self) -> Stmt:
        """A call for its effect, such as of one of the program's methods."""
        c = self.choices
        found = [
            m for m in self.member.methods if (m.static or self.instance) and (self.checked or not m.checked)
        ]
        if found and not self.loops and self.member.calls > 0 and c.chance(60):
            self.member.calls -= 1
            return Stmt(f"{self.call(c.pick(found).name, 2).text};")
        if self.checked and c.chance(40):
            return Stmt(f"risky({self.expr('int', 1).text});")
        return Stmt(f"log(pick({self.any(2).at(ASSIGNMENT)}));")

    # -- jumps ----------------------------------------------------------------------------------------------------------

    def jump(self) -> Stmt:
        """Leaves a statement or the method, as far as there is something to leave."""
        c = self.choices
        options: list[Maker] = []
        if self.returns is not None:
            options.append(self.return_)
        if self.targets:
            options += [self.break_, self.break_]
            if any(t.kind == "loop" for t in self.targets):
                options += [self.continue_, self.continue_, self.continue_]
        options.append(self.throw)
        return c.make(options)

    def return_(self) -> Stmt:
        if self.returns == "void":
            return Stmt("return;", False)
        assert self.returns is not None
        if self.mixes(self.returns) and self.choices.chance(20):
            return Stmt(f"return {self.mixture(self.returns).text};", False)
        return Stmt(f"return {self.value(self.returns)};", False)

    def break_(self) -> Stmt:
        """Out of the nearest loop or switch, or of any statement with a label."""
        nearest = next((t for t in reversed(self.targets) if t.kind != "block"), None)
        choices = [(t, f" {t.label}") for t in self.targets if t.label]
        if nearest is not None:
            choices.insert(0, (nearest, ""))
        if not choices:
            return self.throw()
        target, label = self.choices.pick(choices)
        target.broken = True
        return Stmt(f"break{label};", False)

    def continue_(self) -> Stmt:
        loops = [t for t in self.targets if t.kind == "loop"]
        choices: list[tuple[Target, str]] = [(loops[-1], ""), *((t, f" {t.label}") for t in loops if t.label)]
        target, label = self.choices.pick(choices)
        target.continued = True
        return Stmt(f"continue{label};", False)

    def throw(self) -> Stmt:
        c = self.choices
        options = ["new Oops({})", "new IllegalStateException(String.valueOf({}))"]
        if self.checked:
            options.append("new Checked({})")
        return Stmt(f"throw {c.pick(options).format(self.expr('int', 1).text)};", False)

    # -- branches -------------------------------------------------------------------------------------------------------

    def branch(self) -> Stmt:
        """if, with or without else, with or without braces; an else may dangle."""
        c = self.choices
        condition = self.boolean(2)
        if c.chance(8):
            with self.nested():
                inner = c.make((self.show, self.assignment, self.effect))
            return self._dangling(condition, Stmt(f"if ({self.boolean(1).text}) {inner.text}"))
        yes = self.body()
        if not c.chance(45):
            return Stmt(f"if ({condition.text}) {yes.text}")
        if yes.text.startswith("if "):
            # The else would belong to the inner if: here on purpose.
            return self._dangling(condition, yes)
        if not yes.text.startswith("{") and "if (" in yes.text:
            return Stmt(f"if ({condition.text}) {yes.text}")
        no = self.branch() if self.member.fuel > 0 and c.chance(30) else self.body()
        gap = "\n" if c.chance(20) or not yes.text.endswith("}") else " "
        return Stmt(f"if ({condition.text}) {yes.text}{gap}else {no.text}", yes.completes or no.completes)

    def _dangling(self, condition: Expr, inner: Stmt) -> Stmt:
        if " else " in inner.text or "else {" in inner.text or not inner.completes:
            return Stmt(f"if ({condition.text}) {inner.text}")
        no = self.block()
        return Stmt(f"if ({condition.text})\n{inner.text}\nelse {no.text}")

    def guard(self) -> Stmt:
        """A condition under which the rest is left: what a negated pattern binds is in scope afterwards (JLS 6.3.2.2)."""
        c = self.choices
        condition = self.boolean(1)
        jump = self.jump()
        if not c.chance(60):
            return Stmt(f"if ({condition.text}) {jump.text}")
        kind = c.pick(("String", "Integer", "Point"))
        value = self.object(1).at(RELATIONAL)
        name = self.fresh(f"{value} {jump.text}", unlike_fields=c.chance(50))
        if any(v.name == name for v in self.scope):
            return Stmt(f"if ({condition.text}) {jump.text}")
        self.declare(name, kind, final=True)
        braces = f"{{\n{jump.text}\n}}" if c.chance(50) else jump.text
        more = f" || {condition.at(4)}" if c.chance(30) and "instanceof" not in condition.text else ""
        if re_uses(more, name):
            more = ""
        return Stmt(f"if (!({value} instanceof {kind} {name}){more}) {braces}\nlog({name});")

    def match(self) -> Stmt:
        """A pattern that binds in the branch, and afterwards if the other branch leaves."""
        c = self.choices
        kind = c.pick(("String", "Integer", "Point", "List<?>"))
        value = self.object(1).at(RELATIONAL)
        name = self.fresh(value)
        with self.nested():
            self.declare(name, kind, final=True)
            more = f" && {self.boolean(1).at(4)}" if c.chance(50) else ""
            yes = self.block()
        head = f"if ({value} instanceof {kind} {name}{more}) {yes.text}"
        if not c.chance(40):
            return Stmt(head)
        no = self.block()
        if yes.completes and not no.completes:
            self.declare(name, kind, final=True)  # in scope afterwards (JLS 6.3.2.2)
        return Stmt(f"{head} else {no.text}", yes.completes or no.completes)


def re_uses(text: str, name: str) -> bool:
    """Whether a name occurs in a text, as a word or in one: too often rather than too seldom."""
    return name in text
