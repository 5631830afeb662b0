"""Switches, old and new, as statements and as expressions."""

from __future__ import annotations

from tests.strategies.programs.loops import Loops
from tests.strategies.programs.scope import ASSIGNMENT, Expr, Stmt, Target

__all__ = ["Switches"]

_LABELS = {
    "int": ("0", "1", "2", "3", "7", "'a'", "128"),
    "String": ('"x"', '""', '"a b"', '"é\\t"', '"field"'),
    "char": ("'a'", "'x'", "'0'", "'b'", "99"),
    "Integer": ("0", "1", "127", "128", "-1"),
    "Color": ("RED", "GREEN", "BLUE"),
    "byte": ("1", "127", "-56"),
}


class Switches(Loops):
    """Writes switches."""

    def _selector(self) -> tuple[str, list[str]]:
        """A selector and some labels of its cases, no two alike."""
        c = self.choices
        type_ = c.pick(("int", "int", "String", "Color", "char", "Integer", "byte"))
        left = list(_LABELS[type_])
        labels = [left.pop(c.below(len(left))) for _ in range(c.between(1, 3))]
        return self.expr(type_, 2).text, labels

    def _cases(self, labels: list[str]) -> list[str]:
        """The labels of arrows or groups, sometimes two for one."""
        if len(labels) > 2 and self.choices.chance(40):
            return [f"case {labels[0]}, {labels[1]}", f"case {labels[2]}"]
        return [f"case {label}" for label in labels]

    def switch_statement(self) -> Stmt:
        c = self.choices
        selector, labels = self._selector()
        cases = self._cases(labels)
        has_default = c.chance(60)
        if has_default:
            cases.insert(c.below(len(cases) + 1) if c.chance(30) else len(cases), "default")
        target = Target("switch", None, self.level)
        self.targets.append(target)
        made = self._arrows(cases) if c.chance(50) else self._groups(cases)
        self.targets.pop()
        completes = made.completes or not has_default or target.broken
        return Stmt(f"switch ({selector}) {{\n{made.text}\n}}", completes)

    def _arrows(self, cases: list[str]) -> Stmt:
        texts, completes = [], False
        for case in cases:
            kind = self.choices.below(5)
            if kind == 4:
                made = self.throw()
            elif kind in (1, 2):
                made = self.block()
            else:
                with self.nested():
                    made = self.effect() if kind == 3 else self.show()
            texts.append(f"{case} -> {made.text}")
            completes |= made.completes
        return Stmt("\n".join(texts), completes)

    def _groups(self, cases: list[str]) -> Stmt:
        """Groups of statements that fall through to the next one, unless they jump; what one declares hides for all later ones."""
        c = self.choices
        texts, made = [], Stmt("")
        with self.nested():
            since = len(self.scope)
            for case in cases:
                made = self.block() if c.chance(25) else self.statements(2)
                self.hide(since)
                if made.completes and c.chance(60):
                    self.targets[-1].broken = True
                    made = Stmt(f"{made.text}\nbreak;", False)
                texts.append(f"{case.replace(', ', ': case ') if c.chance(50) else case}:\n{made.text}")
        return Stmt("\n".join(texts), made.completes)

    def bare_switch(self, type_: str, depth: int) -> Expr:
        """As in `Statements`."""
        c = self.choices
        if self.nesting > 5 or self.member.fuel <= 0:
            return self.expr(type_, 0)
        self.member.fuel -= 2
        selector, labels = self._selector()
        cases = [*self._cases(labels), "default"]
        if set(labels) == {"RED", "GREEN", "BLUE"} and c.chance(50):
            cases.pop()
        saved = self.targets, self.returns
        self.targets, self.returns = [], None
        made = self._yields(cases, type_, depth) if c.chance(30) else self._results(cases, type_, depth)
        self.targets, self.returns = saved
        return Expr(f"switch ({selector}) {{\n{made}\n}}", ASSIGNMENT)

    def switch(self, type_: str, depth: int) -> Expr:
        """As in `Numbers`: in a cast, since javac's time would double with each of them in an overloaded call."""
        self.expressions += 1
        made = self.bare_switch(type_, depth)
        self.expressions -= 1
        return self.cast(type_, made) if made.text.startswith("switch") else made

    def _results(self, cases: list[str], type_: str, depth: int) -> str:
        texts = []
        for case in cases:
            kind = self.choices.below(6)
            if kind == 5 and case != cases[-1]:
                texts.append(f"{case} -> {self.throw().text}")
            elif kind in (3, 4):
                texts.append(f"{case} -> {self._yielding_block(type_, depth)}")
            else:
                texts.append(f"{case} -> {self.expr(type_, depth - 1).at(ASSIGNMENT)};")
        return "\n".join(texts)

    def _yielding_block(self, type_: str, depth: int) -> str:
        with self.nested():
            since = len(self.scope)
            made = self.statements(2)
            if not made.completes and "yield" in made.text:
                return f"{{\n{made.text}\n}}"
            if not made.completes:
                self.hide(since)
                return f"{{\nif (OUT != null) {{\n{made.text}\n}}\n{self._yield(type_, depth)}\n}}"
            return f"{{\n{made.text}\n{self._yield(type_, depth)}\n}}"

    def _yield(self, type_: str, depth: int) -> str:
        value = self.expr(type_, depth - 1)
        if value.text[0] not in "(+-":
            return f"yield {value.at(ASSIGNMENT)};"
        name = self.unique("y")  # javac takes some of these for a call
        return f"final {type_} {name} = {value.text};\nyield {name};"

    def _yields(self, cases: list[str], type_: str, depth: int) -> str:
        """Old groups in an expression: they may fall through, but not out."""
        texts = []
        for case in cases:
            with self.nested():
                lead = f"\n{self.show().text}" if self.choices.chance(40) else ""
                falls = case != cases[-1] and self.choices.chance(25)
                texts.append(f"{case}:{lead}" + ("" if falls else f"\n{self._yield(type_, depth)}"))
        return "\n".join(texts)
