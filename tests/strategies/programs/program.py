"""Whole programs: a class with fields and members, and a main that calls each and prints what came of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.strategies.programs.choices import Choices
from tests.strategies.programs.layout import laid_out
from tests.strategies.programs.library import INHERITED, LIBRARY, MARK
from tests.strategies.programs.nested import Writer
from tests.strategies.programs.scope import Callable_, Field, Member, Stmt

__all__ = ["Program", "generated"]

IMPORTS = "import java.util.*;\nimport java.util.function.*;\n"
_FIELDS = (
    (Field("a", "int", static=True), "4"),
    (Field("count", "int", static=True), "2"),
    (Field("flag", "boolean", static=True), "true"),
    (Field("text", "String", static=True), '"field"'),
    (Field("data", "int[]", static=True), "{3, 1, 2}"),
    (Field("item", "Integer", static=True), "127"),
    (Field("value", "Object", static=True), '"object"'),
    (Field("big", "long", static=True), "1L << 40"),
    (Field("small", "byte", static=True), "100"),
    (Field("mark", "char", static=True), "'m'"),
    (Field("ratio", "double", static=True), "0.1"),
    (Field("LIMIT", "int", static=True, settable=False), "3"),
    (Field("size", "int", static=False), "5"),
    (Field("name", "String", static=False), '"inst"'),
    (Field("grid", "int[][]", static=False), "{{1, 2}, {3, 4}}"),
    (Field("boxed", "Long", static=False), "null"),
)
_STATIC = tuple(f for f, _ in _FIELDS if f.static)
_INSTANCE = tuple(f for f, _ in _FIELDS if not f.static)
_ARGUMENTS = {
    "int": ("1", "5", "-2"),
    "String": ('"n"', "null", '"a b"'),
    "Object": ('"o"', "8", "new Point(1, 2)", "null", "ints(4, 5)"),
    "boolean": ("true", "false"),
    "long": ("3L", "-1L"),
    "char": ("'a'", "'0'"),
    "int[]": ("new int[] {1, 2}", "new int[] {9, 8, 7}"),
    "Integer": ("128", "null", "127"),
    "double": ("0.1", "Double.NaN", "-0.0"),
    "byte": ("(byte) 127", "(byte) -3"),
    "Color": ("Color.RED", "Color.BLUE"),
    "Point": ("new Point(0, 3)", "null"),
    "List<Integer>": ("ints(1, 2, 3)", "List.of(7, 8)"),
    "int...": ("", "1", "4, 2"),
}
_RETURNS = ("int", "void", "String", "boolean", "long", "char", "double", "Integer", "Object", "int")


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


class _Maker:
    """Writes the members of one program."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.methods: list[Callable_] = []
        self.members: list[str] = []
        self.calls: list[str] = []

    def writer(
        self, fields: tuple[Field, ...], *, static: bool, returns: str | None, checked: bool = False
    ) -> Writer:
        fuel = self.choices.between(1, 16)
        member = Member(fields, tuple(self.methods), static, fuel)
        return Writer(self.choices, member, returns=returns, checked=checked)

    def body(self, writer: Writer, returns: str | None, most: int = 5) -> str:
        """The statements of a body, with a return where one is needed."""
        made = writer.statements(most)
        if made.completes and returns not in (None, "void"):
            assert returns is not None
            return f"{made.text}\nreturn {writer.wide(returns, 2).text};"
        return made.text

    def method(self) -> None:
        c = self.choices
        name, returns, static = f"m{len(self.methods)}", c.pick(_RETURNS), not c.chance(40)
        checked = c.chance(35)
        types = [c.pick([t for t in _ARGUMENTS if t != "int..."]) for _ in range(c.below(4))]
        if c.chance(15):
            types.append("int...")
        writer = self.writer(
            (*_STATIC, *_INSTANCE, *INHERITED), static=static, returns=returns, checked=checked
        )
        parameters = []
        for type_ in types:
            parameter = writer.fresh(unlike_fields=c.chance(30))
            settable = c.chance(50)
            writer.declare(parameter, type_.replace("...", "[]"), settable=settable, final=not settable)
            parameters.append(f"{'final ' if not settable and c.chance(30) else ''}{type_} {parameter}")
        body = self.body(writer, returns)
        throws = " throws Checked" if checked else ""
        head = c.pick(("", "private ", "public ", "final ")) + ("static " if static else "")
        self.members.append(f"{head}{returns} {name}({', '.join(parameters)}){throws} {{\n{body}\n}}")
        self.methods.append(Callable_(name, tuple(types), returns, static, checked))
        for _ in range(2):
            arguments = ", ".join(filter(None, (c.pick(_ARGUMENTS[t]) for t in types)))
            call = f"{name}({arguments})" if static else f"new Program({c.below(3)}).{name}({arguments})"
            self.calls.append(f'call("{name}", () -> {call if returns == "void" else f"log({call})"});')

    def generic(self) -> None:
        """A generic method, its type arguments inferred or written."""
        name = f"generic{len(self.members)}"
        writer = self.writer(_STATIC, static=True, returns=None)
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

    def completing(self, made: Stmt) -> str:
        """Statements in a body that must be able to complete normally (JLS 8.6)."""
        return made.text if made.completes else f"if (OUT != null) {{\n{made.text}\n}}"

    def initialiser(self) -> None:
        """A static one, which lets nothing through, and one for instances."""
        if self.choices.chance(50):
            made = self.writer(_STATIC, static=True, returns=None).statements(3)
            self.members.append(
                f"static {{\ntry {{\n{made.text}\n}} catch (RuntimeException e) {{\nlog(e);\n}}\n}}"
            )
        else:
            writer = self.writer((*_STATIC, *_INSTANCE, *INHERITED), static=False, returns=None)
            self.members.append(f"{{\n{self.completing(writer.statements(3))}\n}}")

    def constructor(self) -> str:
        writer = self.writer((*_STATIC, *_INSTANCE, *INHERITED), static=False, returns="void")
        parameter = self.choices.pick(("n", "size", "count"))
        writer.declare(parameter, "int", settable=True)
        lead = self.choices.pick(
            (f"this.size = {parameter};", "super();", f"this.name = clip(name + {parameter});")
        )
        most = self.choices.below(4)
        return f"Program(int {parameter}) {{\n{lead}\n{writer.statements(most).text if most else ''}\n}}"

    def record(self) -> None:
        """A record with a compact constructor, methods, and a constructor that delegates."""
        c = self.choices
        name = f"Rec{len(self.members)}"
        parts = (("size", "int"), ("text", "String"), ("item", "Integer"))[: c.between(1, 3)]
        own = tuple(Field(part, type_, static=False, settable=False, owner=name) for part, type_ in parts)
        statics = tuple(f for f in _STATIC if f.name not in dict(parts))
        compact = self.writer(statics, static=True, returns=None)
        compact.compact = True
        for part, type_ in parts:
            compact.declare(part, type_, settable=True)
        method = self.writer((*statics, *own), static=False, returns="int")
        method.member.methods = ()
        work = self.body(method, "int", 3)
        constructor = f"{name} {{\n{self.completing(compact.statements(3))}\n}}\n" if c.chance(70) else ""
        header = ", ".join(f"{type_} {part}" for part, type_ in parts)
        self.members.append(f"record {name}({header}) {{\n{constructor}int work() {{\n{work}\n}}\n}}")
        for _ in range(2):
            arguments = ", ".join(c.pick(_ARGUMENTS[type_]) for _, type_ in parts)
            self.calls.append(
                f'call("{name}", () -> {{\nvar r = new {name}({arguments});\nlog(r.work());\nlog(r);\n}});'
            )

    def enum(self) -> None:
        """An enum with a constructor, a method, and a constant with a body of its own."""
        name = f"Mode{len(self.members)}"
        own = (Field("weight", "int", static=False, settable=False, owner=name),)
        bodies = []
        for level in range(2):
            # In the body of a constant, the enum is the class above.
            writer = self.writer((*_STATIC, *(own if level == 0 else ())), static=level == 1, returns="int")
            writer.member.methods = ()
            writer.declare("n", "int", settable=True)
            bodies.append(self.body(writer, "int", 3))
        self.members.append(
            f"enum {name} {{\nLOW(1), HIGH(2) {{\n@Override int weigh(int n) {{\n{bodies[1]}\n}}\n}};\n"
            f"final int weight;\n{name}(int weight) {{\nthis.weight = weight;\n}}\nint weigh(int n) {{\n{bodies[0]}\n}}\n}}"
        )
        self.calls.append(f'for (var mode : {name}.values()) call("{name}", () -> log(mode.weigh(3)));')

    def subclass(self) -> None:
        """A class whose field hides an inherited one."""
        name = f"Circle{len(self.members)}"
        own = (
            Field("size", "int", static=False, owner=name),
            Field("size", "int", static=False, inherited=True, owner=name),
            Field("name", "String", static=False, inherited=True, owner=name),
        )
        writer = self.writer((*_STATIC, *own), static=False, returns="int")
        writer.member.methods = ()
        writer.declare("k", "int", settable=True)
        area = self.body(writer, "int", 4)
        start = self.writer((*_STATIC, *own), static=False, returns="void")
        start.member.methods = ()
        start.declare("n", "int", settable=True)
        self.members.append(
            f"static class {name} extends Shape {{\nint size = 9;\n{name}(int n) {{\nsuper(n);\n{start.statements(2).text}\n}}\n"
            f"@Override public int area(int k) {{\n{area}\n}}\n}}"
        )
        self.calls.append(f'call("{name}", () -> log(new {name}(4).area(2)));')

    def program(self) -> str:
        c = self.choices
        constructor = self.constructor() if c.chance(60) else "Program(int n) {\nsize = n;\n}"
        for _ in range(c.between(1, 4)):
            self.method()
            if c.chance(40):
                c.pick((self.generic, self.initialiser, self.record, self.enum, self.subclass))()
        fields = "\n".join(
            f"{'static ' if f.static else ''}{'' if f.settable else 'final '}{f.type} {f.name} = {value};"
            for f, value in _FIELDS
        )
        state = "state(a, count, flag, text, data, item, value, big, small, mark, ratio);"
        main = "public static void main(String[] args) {\n" + "\n".join((*self.calls, state)) + "\n}"
        members = "\n\n".join((fields, constructor, *self.members))
        return f"{IMPORTS}\npublic class Program extends Lib {{\n{members}\n\n{main}\n}}\n"


def generated(choices: Choices) -> Program:
    """A program made of choices."""
    return Program(laid_out(_Maker(choices).program(), choices))
