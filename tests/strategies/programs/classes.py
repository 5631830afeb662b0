"""Classes inside of the program: records, enums, subclasses, and some whose initialisation ends in the middle."""

from __future__ import annotations

from tests.strategies.programs.maker import ARGUMENTS, STATIC, Maker
from tests.strategies.programs.scope import Field

__all__ = ["Classes"]


class Classes(Maker):
    """Writes member classes."""

    def record(self) -> None:
        """A record with a compact constructor, methods, and a constructor that delegates."""
        c = self.choices
        name = f"Rec{len(self.members)}"
        parts = (("size", "int"), ("text", "String"), ("item", "Integer"))[: c.between(1, 3)]
        own = tuple(Field(part, type_, static=False, settable=False, owner=name) for part, type_ in parts)
        statics = tuple(f for f in STATIC if f.name not in dict(parts))
        compact = self.foreign(statics, static=True, returns=None)
        compact.compact = True
        for part, type_ in parts:
            compact.declare(part, type_, settable=True)
        method = self.foreign((*statics, *own), static=False, returns="int")
        work = self.body(method, 3)
        constructor = f"{name} {{\n{self.completing(compact.statements(3))}\n}}\n" if c.chance(70) else ""
        header = ", ".join(f"{type_} {part}" for part, type_ in parts)
        self.members.append(f"record {name}({header}) {{\n{constructor}int work() {{\n{work}\n}}\n}}")
        for _ in range(2):
            arguments = ", ".join(c.pick(ARGUMENTS[type_]) for _, type_ in parts)
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
            writer = self.foreign((*STATIC, *(own if level == 0 else ())), static=level == 1, returns="int")
            writer.declare("n", "int", settable=True)
            bodies.append(self.body(writer, 3))
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
        writer = self.foreign((*STATIC, *own), static=False, returns="int")
        writer.declare("k", "int", settable=True)
        area = self.body(writer, 4)
        start = self.foreign((*STATIC, *own), static=False, returns="void")
        start.declare("n", "int", settable=True)
        self.members.append(
            f"static class {name} extends Shape {{\nint size = 9;\n{name}(int n) {{\nsuper(n);\n{start.statements(2).text}\n}}\n"
            f"@Override public int area(int k) {{\n{area}\n}}\n}}"
        )
        self.calls.append(f'call("{name}", () -> log(new {name}(4).area(2)));')

    def interrupted(self) -> None:
        """A class whose objects may never be finished: what is left of them is seen through a static field (JLS 12.5)."""
        c = self.choices
        name = f"Broken{len(self.members)}"
        own = tuple(
            Field(field, type_, static=False, owner=name)
            for field, type_ in (("first", "int"), ("second", "int"), ("label", "String"))
        )
        start = self.foreign((*STATIC, *own), static=False, returns=None)
        before = self.completing(start.statements(2))
        writer = self.foreign((*STATIC, *own), static=False, returns="void")
        writer.declare("n", "int", settable=c.chance(50))
        lead = writer.simple().text
        stop = c.pick(("if (n > 1) throw new Oops(n);", "log(6 / (n - 2));", "log(Program.data[n]);"))
        rest = "\n".join(writer.simple().text for _ in range(2))
        header = "int first = 1, second = log(2);\nString label;"
        block = f'{{\nlast = this;\nlabel = "begun";\n{before}\nsecond += 10;\n}}'
        constructor = f'{name}(int n) {{\n{lead}\nfirst = 7;\n{stop}\n{rest}\nlabel = "done";\n}}'
        self.members.append(
            f"static class {name} {{\nstatic {name} last;\n{header}\n{block}\n{constructor}\n}}"
        )
        for n in (1, 2, 3):
            self.calls.append(f'call("{name}", () -> log(new {name}({n}).label));')
            seen = "\n".join(f"log({name}.last.{field.name});" for field in own)
            self.calls.append(f'call("{name}", () -> {{\n{seen}\n}});')

    def stopped(self) -> None:
        """A class whose static initialiser throws, when it is used first (JLS 12.4.2); fields of the program keep its marks."""
        c = self.choices
        name = f"Once{len(self.members)}"
        writer = self.foreign(STATIC, static=True, returns=None)
        lead = self.completing(writer.statements(3))
        stop = c.pick(
            (
                "if (Program.count != -99) throw new Oops(3);",
                "log(Program.data[9]);",
                "log(6 / Math.min(0, Program.a));",
                "",
            )
        )
        rest = writer.simple().text
        self.members.append(
            f"static class {name} {{\nstatic int first = log(1);\n"
            f"static {{\nProgram.count = 70;\n{lead}\n{stop}\n{rest}\nProgram.count = 80;\n}}\n"
            f"static int second = log(2);\n}}"
        )
        for _ in range(2):
            self.calls.append(f'call("{name}", () -> log({name}.first + {name}.second));')
            self.calls.append('call("count", () -> log(count));')
