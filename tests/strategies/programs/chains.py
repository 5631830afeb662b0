"""Choices among constants: switches and chains of ifs that run once for each of their cases, and variables that they assign."""

from __future__ import annotations

from tests.strategies.programs.attempts import Attempts
from tests.strategies.programs.scope import ASSIGNMENT, Stmt, Target
from tests.strategies.programs.switches import LABELS

__all__ = ["Chains"]

_OTHERS = {
    **{"int": "5", "String": '"z"', "char": "'q'", "Character": "'q'"},
    **{"Integer": "9", "byte": "4", "short": "8", "Short": "7", "Byte": "6"},
}
"""Values that are no labels."""
_ENUMS = ("Color", "Suit")


def _value(type_: str, label: str) -> str:
    return f"{type_}.{label}" if type_ in _ENUMS else label


class Chains(Attempts):
    """Writes choices among constants."""

    def driven(self) -> Stmt:
        """A loop over the constants of a choice, and over another value, perhaps null: so each case is taken."""
        c = self.choices
        if self.loops >= 3:
            return self.switch_statement()
        type_ = self.selected()
        labels = self.labels_of(type_, 4)
        values = [_value(type_, label) for label in labels]
        values += [_OTHERS[type_]] if type_ in _OTHERS else [_value(type_, LABELS[type_][0])]
        if type_[0].isupper() and c.chance(35):
            values.append("null")
        label = self.labelled() or self.labelled() or self.labelled()
        with self.nested():
            name = self.fresh()
            settable = c.chance(30)
            self.declare(name, type_, settable=settable, final=not settable)
            with self.looping(label), self.nested():
                lead = f"{self.simple().text}\n" if c.chance(30) else ""
                made = self._decided(name, type_, labels, settable=settable)
                rest = f"\n{self.simple().text}" if made.completes and c.chance(50) else ""
        head = f"for ({type_} {name} : new {type_}[] {{{', '.join(values)}}})"
        if not made.text.startswith("switch") or lead or rest or c.chance(70):
            text = f"{head} {{\n{lead}{made.text}{rest}\n}}"
        else:
            text = f"{head} {made.text}"
        return Stmt(self.labelled_text(label, text))

    def _decided(self, name: str, type_: str, labels: list[str], *, settable: bool) -> Stmt:
        """One of the kinds of choices, over the variable."""
        c = self.choices
        kind = c.below(9)
        if kind < 3:
            return self.switch_statement((self._seen(name, type_, settable=settable), labels))
        if kind < 6:
            return self._ifs(name, type_, labels)
        if kind < 8:
            result = c.pick(("int", "String", "Object", "long"))
            text = self.bare_switch(result, 2, (self._seen(name, type_, settable=settable), labels)).text
            shown = self.fresh(text)
            return Stmt(f"{{\n{result} {shown} = {text};\nlog({shown});\n}}")
        return self.assigned((self._seen(name, type_, settable=settable), labels))

    def _seen(self, name: str, type_: str, *, settable: bool) -> str:
        """The variable as a selector: mostly by itself, or with an effect that must happen once."""
        c = self.choices
        if not c.chance(25):
            return name
        if type_ in ("int", "String", "char"):
            return f"log({name})"
        if settable and type_ in ("Integer", "byte", "short"):
            return f"{name}++"
        return f"({name})"

    def _ifs(self, name: str, type_: str, labels: list[str]) -> Stmt:
        """if and else if over one variable; or ifs in a row, each of which leaves."""
        c = self.choices
        row = self.returns is not None and c.chance(20)
        texts, completes = [], False
        for number, label in enumerate(labels):
            test = self._test(name, type_, label)
            if number + 1 < len(labels) and c.chance(10):
                test += f" || {self._test(name, type_, labels[number + 1])}"
            if c.chance(6):
                test = f"{self.boolean(1).at(4)} && ({test})"
            with self.nested():
                inside = self.statements(2)
                if inside.completes and (row or c.chance(55)):
                    jump = self.return_() if row else self.jump()
                    inside = Stmt(f"{inside.text}\n{jump.text}", False)
            completes |= inside.completes
            texts.append(f"if ({test}) {{\n{inside.text}\n}}")
        if row:
            return Stmt("\n".join(texts))
        if not c.chance(60):
            return Stmt(" else ".join(texts))
        last = self.block()
        return Stmt(" else ".join([*texts, last.text]), completes or last.completes)

    def _test(self, name: str, type_: str, label: str) -> str:
        c = self.choices
        value = _value(type_, label)
        if type_ == "String" and not c.chance(6):
            return c.pick((f"{name}.equals({value})", f"{value}.equals({name})"))
        if type_ in ("Integer", *_ENUMS) and c.chance(15):
            return f"{name}.equals({value})"
        return c.pick((f"{name} == {value}", f"{name} == {value}", f"{value} == {name}"))

    def simple(self) -> Stmt:
        """A statement that neither nests nor declares anything."""
        with self.nested():
            return self.choices.make((self.show, self.assignment, self.effect, self.element_written))

    # -- variables that a choice assigns ---------------------------------------------------------------------------------

    def assigned(self, over: tuple[str, list[str]] | None = None) -> Stmt:
        """A blank variable that each group of a switch assigns or leaves without; then it is read, perhaps captured."""
        c = self.choices
        selector, labels = over or self.selector()
        cases = [*self._cases(labels), "default"]
        if c.chance(20):
            cases[-1], cases[-2] = cases[-2], cases[-1]
        type_ = c.pick(("int", "int", "String", "long", "Object", "boolean"))
        arrows = c.chance(40)
        target = Target("switch", None, self.level)
        self.targets.append(target)
        groups, once = [], True
        for case in cases:
            text, again = self._assigning(type_, arrow=arrows, last=case == cases[-1])
            once &= not again
            groups.append(f"{case} -> {{\n{text}\n}}" if arrows else f"{case}:\n{text}")
        self.targets.pop()
        inside = "\n".join(groups)
        name = self.fresh(f"{selector} {inside}")
        inside = inside.replace("\0", name)
        self.declare(name, type_, settable=not once, final=once)
        final = "final " if once and not self.compact and c.chance(40) else ""
        read = self.captured(name) if once and c.chance(50) else Stmt(f"log({name});")
        return Stmt(f"{final}{type_} {name};\nswitch ({selector}) {{\n{inside}\n}}\n{read.text}")

    def _assigning(self, type_: str, *, arrow: bool, last: bool) -> tuple[str, bool]:
        """The statements of a group that assigns a variable, NUL for its name; whether another group assigns it once more."""
        c = self.choices
        lead = f"{self.simple().text}\n" if c.chance(25) else ""
        kind = c.below(8)
        end = "" if arrow else "\nbreak;"
        if kind == 7 and not last and not arrow:
            return lead.rstrip("\n"), False  # falls through unassigned
        if kind == 6 and not last and not arrow:
            return f"{lead}\0 = {self.wide(type_, 1).at(ASSIGNMENT)};", True
        if kind == 5 and not last:
            leave = self.return_() if self.returns is not None and c.chance(60) else self.throw()
            return f"{lead}{leave.text}", False
        value = self.wide(type_, 1).at(ASSIGNMENT)
        if kind == 4:
            early = (
                f"if ({self.boolean(1).text}) {{\n\0 = {self.wide(type_, 1).at(ASSIGNMENT)};\nbreak;\n}}\n"
            )
            return f"{lead}{early}\0 = {value};{end}", False
        if kind == 3:
            other = self.wide(type_, 1).at(ASSIGNMENT)
            return f"{lead}if ({self.boolean(1).text}) \0 = {value};\nelse \0 = {other};{end}", False
        return f"{lead}\0 = {value};{end if not last or c.chance(50) else ''}", False

    def capturing(self) -> Stmt:
        """A variable that is never written again, captured."""
        type_ = self.choices.pick(("int", "String", "Object", "boolean", "char"))
        value = self.wide(type_, 1).at(ASSIGNMENT)
        name = self.fresh(value)
        self.declare(name, type_, final=True)
        return Stmt(f"{type_} {name} = {value};\n{self.captured(name).text}")

    def captured(self, name: str) -> Stmt:
        """An effectively final variable, read in a lambda or in a class inside of the method."""
        c = self.choices
        kind = c.below(6)
        with self.function("void", inner=kind > 1):
            found = self.helping("int", "String", "long", "Object", "boolean")
            more = f"\nlog({self.helped(c.pick(found), 0).text});" if found and c.chance(60) else ""
        read = f"{{\nlog({name});{more}\n}}"
        if kind > 3:
            local = self.unique("Seer")
            return Stmt(f"class {local} {{\nvoid see() {read}\n}}\nnew {local}().see();")
        if kind > 1:
            return Stmt(f"new Object() {{\nvoid see() {read}\n}}.see();")
        task = self.fresh(f"{name} {more}")
        self.declare(task, "hidden")
        value = f"() -> log({name})" if kind == 1 else f"() -> {read}"
        return Stmt(f"Runnable {task} = {value};\n{task}.run();")
