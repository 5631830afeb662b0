"""Statements in a row, of which some depend on each other; what is changed before a throw; looks at null; calls of helpers."""

from __future__ import annotations

from tests.strategies.programs.blanks import Blanks
from tests.strategies.programs.scope import ASSIGNMENT, PRIMARY, Stmt
from tests.strategies.programs.statements import LAMBDA

__all__ = ["Runs"]

_MIXED = ("Object", "Object", "double", "long", "int", "int", "char", "Integer", "String", "Suit", "boolean")


class Runs(Blanks):
    """Writes statements whose order matters, or does not."""

    def adjacent(self) -> Stmt:
        """Short writes and reads of a few locals, fields and elements, next to each other."""
        c = self.choices
        names = []
        for _ in range(2):
            names.append(self.fresh())
            self.declare(names[-1], "int", settable=True)
        first, second = names
        texts = [f"int {first} = {c.between(0, 9)};", f"int {second} = {c.between(0, 9)};"]
        names += [name for name in self.writes("int") if name not in names][:3]
        texts += [self._short(names) for _ in range(c.between(2, 5))]
        texts.append(f'log({first} + "," + {second});')
        return Stmt("\n".join(texts))

    def _short(self, names: list[str]) -> str:
        """A short statement with two of these variables."""
        c = self.choices
        one, other = c.pick(names), c.pick(names)
        array = c.pick(self.reads("int[]") or ["Program.data"])
        flag = c.pick(self.writes("boolean") or ["Program.flag"])
        text = c.pick(self.writes("String") or ["Program.text"])
        made = c.pick(
            (
                f"{one} = {c.between(1, 9)};",
                f"{one} = {other} + 1;",
                f"{one} += {other};",
                f"{one}++;",
                f"log({one});",
                f"log({c.between(1, 9)});",
                f"{array}[{c.below(2)}] = {one};",
                f"{array}[{one} & 1] += {other};",
                f"{one} = {array}[{c.below(2)}];",
                f"{one} = log({other});",
                f"{flag} = {one} < {other};",
                f"{text} = clip({text} + {one});",
                f"{one} = 9 / {other};",
                f"{one} = {array}.length - {other};",
                "declare",
                "call",
            )
        )
        if made == "declare":
            name = self.fresh(" ".join(names))
            type_, value = c.pick((("int", f"{one} * 2"), ("String", f'"k" + {other}'), ("long", other)))
            self.declare(name, type_, final=True)
            return f"{type_} {name} = {value};"
        if made == "call":
            found = self.helping()
            return f"{self.helped(c.pick(found), 1).text};" if found else f"log({one} - {other});"
        return made

    def changed_in_try(self) -> Stmt:
        """A local that is written around what may throw, and read in the catch, the finally, and afterwards."""
        c = self.choices
        if self.expressions:
            return self.adjacent()
        name = self.fresh()
        self.declare(name, "int", settable=True)
        kinds = ("throw", "index", "null", "arithmetic", "any")
        with self.nested():
            lead = f"{self.simple().text}\n" if c.chance(40) else ""
            risk = {
                "throw": f"if ({self.boolean(1).text}) throw new Oops({name});",
                "index": f"log(Program.data[{name}]);",
                "null": f"log({self.text(0).at(PRIMARY)}.length());",
                "arithmetic": f"log(7 / ({name} - {c.between(1, 3)}));",
                "any": self.simple().text,
            }[c.pick(kinds)]
            rest = f"{self.simple().text}\n" if c.chance(40) else ""
        inside = f"{lead}{name} = {c.between(1, 3)};\n{risk}\n{rest}{name} += 4;"
        caught = self.unique("e")
        catch = ""
        if c.chance(75):
            with self.nested():
                more = self.simple() if c.chance(60) else self.jump()
            catch = f" catch (RuntimeException {caught}) {{\nlog({name});\n{more.text}\n}}"
        last = ""
        if not catch or c.chance(50):
            with self.nested():
                more = self.simple()
            change = f"{name}++;\n" if c.chance(40) else ""
            last = f" finally {{\nlog({name});\n{change}{more.text}\n}}"
        return Stmt(f"int {name} = 0;\ntry {{\n{inside}\n}}{catch}{last}\nlog({name});")

    def null_checked(self) -> Stmt:
        """A string that is compared with null before it is asked for something, or that is never null."""
        c = self.choices
        literal = c.pick(('"x"', '"Aa"', '"field"', "KEY"))
        never = c.chance(35)
        value = f'"A" + {self.string(0).at(PRIMARY)}' if never else self.wide("String", 1).at(ASSIGNMENT)
        name = self.fresh(value)
        settable = c.chance(30)
        self.declare(name, "String", settable=settable, final=not settable)
        head = f"String {name} = {value};\n"
        test = c.pick((f"{name}.equals({literal})", f"{literal}.equals({name})"))
        if never:
            return Stmt(f"{head}log({test});")
        kind = c.below(4)
        if kind == 0:
            return Stmt(f"{head}if ({name} != null) {{\nlog({test});\n}}")
        if kind == 1:
            with self.nested():
                jump = self.jump()
            return Stmt(f"{head}if ({name} == null) {jump.text}\nlog({test});")
        if kind == 2:
            return Stmt(f"{head}log({name} != null && {test});\nlog({name} == null || {test});")
        with self.nested():
            yes, no = self.block(), self.block()
        empty = f"{name} == null || {name}.isEmpty()"
        return Stmt(f"{head}if ({empty}) {yes.text} else if ({test}) {no.text}")

    def mixture_used(self) -> Stmt:
        """Nested conditional expressions of several types: declared, assigned, or passed where an overload sees the type."""
        c = self.choices
        type_ = c.pick(_MIXED)
        value = self.mixture(type_, c.between(1, 3)).text
        kind = c.below(6)
        if kind == 0:
            return Stmt(f"log({value});")
        if kind == 1:
            return Stmt(f"log(pick({value}));")
        if kind == 2 and (found := self.writes(type_)):
            return Stmt(f"{c.pick(found)} = {value};")
        name = self.fresh(value)
        if kind == 3 and not LAMBDA.search(value):
            self.declare(name, "hidden")
            return Stmt(f"var {name} = {value};\nlog({name});")
        settable = c.chance(50)
        self.declare(name, type_, settable=settable, final=not settable)
        final = "final " if not settable and c.chance(40) else ""
        return Stmt(f"{final}{type_} {name} = {value};\nlog({name});")

    def consulted(self) -> Stmt:
        """A call of a helper; its arguments say which overload it is."""
        found = self.helping()
        if not found:
            return self.show()
        helper = self.choices.pick(found)
        call = self.helped(helper, 2).text
        return Stmt(f"{call};" if helper.returns == "void" or self.choices.chance(30) else f"log({call});")
