"""Whole programs: a class with fields and members, and a main that calls each and prints what came of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.strategies.programs.choices import Choices
from tests.strategies.programs.helpers import Helpers
from tests.strategies.programs.layout import laid_out
from tests.strategies.programs.library import INHERITED, LIBRARY, MARK
from tests.strategies.programs.maker import ARGUMENTS, FIELDS, INSTANCE, STATIC
from tests.strategies.programs.scope import Callable_

__all__ = ["Program", "generated"]

IMPORTS = "import java.util.*;\nimport java.util.function.*;\n"
_SUIT = "enum Suit {\nOAK, ELM, ASH\n}"
_MADE = "static Program made;\n{\nmade = this;\n}"
"""The last object that was begun: its state is printed, whether its constructor ended or not."""
_RETURNS = ("int", "void", "String", "boolean", "long", "char", "double", "Integer", "Object", "int", "Suit")


@dataclass(frozen=True)
class Program:
    """A Java file that prints what it computes.

    Attributes:
        own: the program: a class called `Program`, behind imports.
    """

    own: str

    @property
    def text(self) -> str:
        """The whole file: it needs nothing else."""
        return self.own + MARK + LIBRARY

    def named(self, name: str) -> str:
        """The whole file, its class called otherwise."""
        return re.sub(r"\bProgram\b", name, self.text)


class _Maker(Helpers):
    """Writes the members of one program."""

    def method(self, *, focused: bool = False) -> None:
        """A method, called twice; perhaps of what some mutator looks for."""
        c = self.choices
        name, returns, static = f"m{len(self.methods)}", c.pick(_RETURNS), not c.chance(40)
        checked = c.chance(35)
        types = [c.pick([t for t in ARGUMENTS if t != "int..."]) for _ in range(c.below(4))]
        if c.chance(15):
            types.append("int...")
        writer = self.writer(
            (*STATIC, *INSTANCE, *INHERITED), static=static, returns=returns, checked=checked
        )
        parameters = []
        for type_ in types:
            parameter = writer.fresh(unlike_fields=c.chance(30))
            settable = c.chance(50)
            writer.declare(parameter, type_.replace("...", "[]"), settable=settable, final=not settable)
            parameters.append(f"{'final ' if not settable and c.chance(30) else ''}{type_} {parameter}")
        if focused:
            writer.member.fuel = c.between(2, 5)
        body = self.ended(writer, writer.focused()) if focused else self.body(writer)
        throws = " throws Checked" if checked else ""
        head = c.pick(("", "private ", "public ", "final ")) + ("static " if static else "")
        self.members.append(f"{head}{returns} {name}({', '.join(parameters)}){throws} {{\n{body}\n}}")
        self.methods.append(Callable_(name, tuple(types), returns, static, checked))
        for _ in range(2):
            arguments = ", ".join(filter(None, (c.pick(ARGUMENTS[t]) for t in types)))
            call = f"{name}({arguments})" if static else f"new Program({c.below(3)}).{name}({arguments})"
            self.calls.append(f'call("{name}()", () -> {call if returns == "void" else f"log({call})"});')

    def generic(self) -> None:
        """A generic method, its type arguments inferred or written."""
        name = f"generic{len(self.members)}"
        writer = self.writer(STATIC, static=True, returns=None)
        for parameter in ("first", "second"):
            writer.declare(parameter, "hidden")
        writer.declare("n", "int", settable=True)
        body = writer.statements(3)
        last = "\nreturn first.compareTo(second) < n ? first : second;" if body.completes else ""
        self.members.append(
            f"static <T extends Comparable<T>> T {name}(T first, T second, int n) {{\n{body.text}{last}\n}}"
        )
        self.calls.append(f'call("{name}", () -> log({name}(1, 2, 0)));')
        self.calls.append(f'call("{name}", () -> log(Program.<String>{name}("b", "a", 1)));')

    def initialiser(self) -> None:
        """A static one, which lets nothing through, and one for instances."""
        if self.choices.chance(50):
            made = self.writer(STATIC, static=True, returns=None).statements(3)
            self.members.append(
                f"static {{\ntry {{\n{made.text}\n}} catch (RuntimeException e) {{\nlog(e);\n}}\n}}"
            )
        else:
            writer = self.writer((*STATIC, *INSTANCE, *INHERITED), static=False, returns=None)
            self.members.append(f"{{\n{self.completing(writer.statements(3))}\n}}")

    def constructor(self) -> str:
        writer = self.writer((*STATIC, *INSTANCE, *INHERITED), static=False, returns="void")
        parameter = self.choices.pick(("n", "size", "count"))
        writer.declare(parameter, "int", settable=True)
        lead = self.choices.pick(
            (f"this.size = {parameter};", "super();", f"this.name = clip(name + {parameter});")
        )
        most = self.choices.below(4)
        return f"Program(int {parameter}) {{\n{lead}\n{writer.statements(most).text if most else ''}\n}}"

    def program(self) -> str:
        c = self.choices
        for _ in range(c.pick((2, 1, 2))):
            self.helper()
        constructor = self.constructor() if c.chance(60) else "Program(int n) {\nsize = n;\n}"
        others = (
            self.generic,
            self.initialiser,
            self.record,
            self.enum,
            self.subclass,
            self.interrupted,
            self.stopped,
        )
        for number in range(c.pick((2, 2, 3, 3))):
            self.method(focused=number != 1)
            if c.chance(45):
                c.pick(others)()
        fields = "\n".join(
            f"{'static ' if f.static else ''}{'' if f.settable else 'final '}{f.type} {f.name} = {value};"
            for f, value in FIELDS
        )
        self.calls += [f'call("{field.name}", () -> log(made.{field.name}));' for field in INSTANCE]
        state = "state(a, count, flag, text, data, item, value, big, small, mark, ratio, suit);"
        main = "public static void main(String[] args) {\n" + "\n".join((*self.calls, state)) + "\n}"
        members = "\n\n".join((_SUIT, fields, _MADE, constructor, *self.members))
        return f"{IMPORTS}\npublic class Program extends Lib {{\n{members}\n\n{main}\n}}\n"


def generated(choices: Choices) -> Program:
    """A program made of choices."""
    return Program(laid_out(_Maker(choices).program(), choices))
