"""Variables that are declared blank and assigned on each way to where they are read (JLS 16), constants, and dead code."""

from __future__ import annotations

from tests.strategies.programs.chains import Chains
from tests.strategies.programs.scope import AND, ASSIGNMENT, Stmt, Target
from tests.strategies.programs.switches import LABELS

__all__ = ["Blanks"]

_CONSTANTS = {"int": ("0", "1", "2", "7", "128"), "String": ('"x"', '"Aa"', '"C#"'), "char": ("'a'", "'x'")}


class Blanks(Chains):
    """Writes blank variables, constants and dead code."""

    def blank(self) -> Stmt:
        """A blank variable, assigned by branches, a try, a loop or a condition."""
        c = self.choices
        type_ = c.pick(("int", "int", "String", "boolean", "long", "Integer", "double"))
        kind = c.pick((0, 1, 2, 3, 4, 1))
        if kind >= 3 and self.expressions:
            kind = 0  # no try in the midst of an expression
        text, final = (self._by_branches, self._by_loop, self._by_condition, self._by_try, self._by_catch)[
            kind
        ](type_)
        name = self.fresh(text)
        counter = self.fresh(f"{name} {text}")
        if "\1" in text:
            self.declare(counter, "hidden")
        text = text.replace("\0", name).replace("\1", counter)
        self.declare(name, type_, settable=not final, final=final)
        head = "final " if final and kind != 3 and not self.compact and c.chance(35) else ""
        read = self.captured(name) if final and c.chance(50) else Stmt(f"log({name});")
        return Stmt(f"{head}{type_} {name};\n{text}\n{read.text}")

    def _value(self, type_: str) -> str:
        return self.wide(type_, 1).at(ASSIGNMENT)

    def _leave(self) -> Stmt:
        """A jump that is not out of a loop of this statement."""
        return self.return_() if self.returns is not None and self.choices.chance(60) else self.throw()

    def _by_branches(self, type_: str) -> tuple[str, bool]:
        c = self.choices
        texts = []
        for number in range(c.between(2, 3)):
            with self.nested():
                lead = f"{self.simple().text}\n" if c.chance(30) else ""
                leaves = number and c.chance(30)
                inside = self.jump().text if leaves else f"\0 = {self._value(type_)};"
            texts.append(f"if ({self.boolean(1).text}) {{\n{lead}{inside}\n}}")
        texts.append(f"{{\n\0 = {self._value(type_)};\n}}")
        return " else ".join(texts), True

    def _by_loop(self, type_: str) -> tuple[str, bool]:
        """An endless loop whose break comes behind the assignment."""
        leave = f"if (\1++ > 2) {self._leave().text}\n" if self.choices.chance(50) else ""
        with self.nested():
            lead = self.simple().text
        loop = f"while (true) {{\n{lead}\n{leave}\0 = {self._value(type_)};\nbreak;\n}}"
        return (f"int \1 = 0;\n{loop}" if leave else loop), False

    def _by_condition(self, type_: str) -> tuple[str, bool]:
        """Assigned when a condition is true, else it is left."""
        test = f"(\0 = {self._value(type_)})"
        if type_ != "boolean":
            test += " != null" if type_ in ("String", "Integer") else " >= 0"
        return f"if (!({self.boolean(1).at(AND)} && {test})) {{\n{self.jump().text}\n}}", True

    def _by_try(self, type_: str) -> tuple[str, bool]:
        """Both the try and the catch assign it."""
        return (
            f"try {{\n{self._risk()}\n\0 = {self._value(type_)};\n}} {self._caught(f'{chr(0)} = {self._value(type_)};')}",
            False,
        )

    def _by_catch(self, type_: str) -> tuple[str, bool]:
        """The catch leaves."""
        return (
            f"try {{\n{self._risk()}\n\0 = {self._value(type_)};\n}} {self._caught(self._leave().text)}",
            True,
        )

    def _risk(self) -> str:
        with self.nested():
            return self.simple().text

    def _caught(self, inside: str) -> str:
        name = self.unique("e")
        return f"catch (RuntimeException {name}) {{\nlog({name});\n{inside}\n}}"

    def constant(self) -> Stmt:
        """A constant variable, which may be a label, may be narrowed, and tells javac what is reachable (JLS 4.12.4, 15.29)."""
        c = self.choices
        type_ = c.pick(tuple(_CONSTANTS))
        value = c.pick(_CONSTANTS[type_])
        name = self.unique("K")
        self.declare(name, type_, final=True, constant=value)
        text = f"final {type_} {name} = {value};"
        kind = c.below(4)
        if kind == 3:
            labels = [name, *[label for label in LABELS[type_] if label != value][: c.between(1, 2)]]
            made = self.switch_statement((self.expr(type_, 1).text, labels))
            return Stmt(f"{text}\n{made.text}", made.completes)
        if kind == 1 and type_ == "int" and value != "128":
            narrow = self.fresh()
            self.declare(narrow, "byte", settable=True)
            return Stmt(f"{text}\nbyte {narrow} = {name};\nlog({narrow});")
        if kind == 1 and type_ == "String":
            return Stmt(f'{text}\nlog({name} + "k" == {value[:-1]}k");')
        if type_ == "int" and kind == 2:
            return Stmt(f"{text}\nlog({self.boolean(1).at(2)} ? {name} : 'a');")
        return Stmt(text)

    def dead(self) -> Stmt:
        """Code that never runs, or whose condition is constant though javac takes the rest for reachable (JLS 14.22)."""
        c = self.choices
        with self.nested():
            inside = self.statements(2)
        block = f"{{\n{inside.text}\n}}"
        kind = c.below(6)
        if kind == 5:
            flag = self.unique("OFF")
            return Stmt(f"final boolean {flag} = false;\nif ({flag}) {block}")
        if kind == 4:
            other = self.block()
            return Stmt(f"if (LIMIT > 5) {block} else {other.text}", inside.completes or other.completes)
        if kind == 3:
            return Stmt(f"if (true) {block}")
        if kind == 2 and not self.expressions:
            return self._unreached(inside)
        return Stmt(f"if (false) {block}")

    def _unreached(self, inside: Stmt) -> Stmt:
        """A block that is left before its end by a jump that is no statement of it, so that what follows is not run."""
        label = next(
            n for n in ("gone", "gone2", "gone3", "gone4", "gone5", "gone6", "gone7") if n not in self.labels
        )
        target = Target("block", label, self.level)
        self.targets.append(target)
        self.labels.append(label)
        with self.nested():
            rest = self.statements(2)
        self.targets.pop()
        self.labels.pop()
        return Stmt(
            f"{label}: {{\nif (true) break {label};\n{rest.text}\n}}\n" + f"if (false) {{\n{inside.text}\n}}"
        )
