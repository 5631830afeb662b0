"""Switches, old and new, as statements and as expressions."""

from __future__ import annotations

from tests.strategies.programs.loops import Loops
from tests.strategies.programs.scope import ASSIGNMENT, Expr, Stmt, Target

__all__ = ["LABELS", "Switches"]

LABELS = {
    "int": ("0", "1", "2", "3", "7", "'a'", "128"),
    "String": ('"x"', '""', '"Aa"', '"BB"', '"C#"', '"Bb"', '"a b"', '"é\\t"', '"field"'),
    "char": ("'a'", "'x'", "'0'", "'b'", "99"),
    "Integer": ("0", "1", "127", "128", "-1"),
    "Color": ("RED", "GREEN", "BLUE"),
    "Suit": ("OAK", "ELM", "ASH"),
    "byte": ("1", "127", "-56"),
    "short": ("0", "2", "'a'", "-1"),
    "Character": ("'a'", "'x'", "'0'", "98"),
    "Short": ("0", "2", "300"),
    "Byte": ("1", "2", "-56"),
}
"""Labels by the type of the selector; the hashes of "Aa" and "BB" are equal, and those of "C#" and "Bb"."""

_NAMED = {"int": {"3": "LIMIT"}, "String": {'"Aa"': "KEY"}}
_TYPES = (
    *("int", "int", "int", "String", "String", "String", "Suit", "Suit", "Suit", "Color"),
    *("char", "Integer", "byte", "short", "Character", "Short", "Byte"),
)


class Switches(Loops):
    """Writes switches."""

    def selector(self) -> tuple[str, list[str]]:
        """A selector and some labels of its cases, no two alike."""
        type_ = self.choices.pick(_TYPES)
        return self.expr(type_, 2).text, self.labels_of(type_, 3)

    def selected(self) -> str:
        """A type that can be switched over."""
        return self.choices.pick(_TYPES)

    def labels_of(self, type_: str, most: int) -> list[str]:
        """Some labels, by name where a constant has the value."""
        c = self.choices
        left = list(LABELS[type_])
        values = [left.pop(c.below(len(left))) for _ in range(c.between(1, min(most, len(left))))]
        if type_ == "String" and c.chance(40):
            values = [*(v for v in values if v not in ('"Aa"', '"BB"')), '"Aa"', '"BB"'][-most:]
        primitive = {"Integer": "int", "byte": "int", "short": "int", "Character": "char"}.get(type_, type_)
        known = {v.constant: v.name for v in self.constants(primitive)} | _NAMED.get(type_, {})
        return [known[v] if v in known and c.chance(70) else v for v in values]

    def _cases(self, labels: list[str]) -> list[str]:
        """The labels of arrows or groups, sometimes two for one."""
        if len(labels) > 2 and self.choices.chance(40):
            return [f"case {labels[0]}, {labels[1]}", f"case {labels[2]}"]
        return [f"case {label}" for label in labels]

    def switch_statement(self, over: tuple[str, list[str]] | None = None) -> Stmt:
        """Over this selector with these labels, or any; perhaps with a label in front, or left by a jump in each group."""
        c = self.choices
        selector, labels = over or self.selector()
        cases = self._cases(labels)
        leaving = c.chance(20)
        has_default = leaving or c.chance(60)
        if has_default:
            cases.insert(c.below(len(cases) + 1) if c.chance(35) else len(cases), "default")
        label = self.labelled() if c.chance(60) else None
        target = Target("switch", label, self.level)
        self.targets.append(target)
        self.labels.append(label or "")
        made = self._arrows(cases) if c.chance(40) and not leaving else self._groups(cases, leaving=leaving)
        self.targets.pop()
        self.labels.pop()
        completes = made.completes or not has_default or target.broken
        return Stmt(self.labelled_text(label, f"switch ({selector}) {{\n{made.text}\n}}"), completes)

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

    def _groups(self, cases: list[str], *, leaving: bool = False) -> Stmt:
        """Groups of statements that fall through to the next one, unless they jump.

        What one declares hides for all later ones, but for what they assign first.

        Args:
            cases: the labels of each group.
            leaving: whether each group leaves the method.
        """
        c = self.choices
        texts, made = [], Stmt("")
        shared: list[tuple[str, str]] = []
        with self.nested():
            since = len(self.scope)
            for number, case in enumerate(cases):
                head = f"{case.replace(', ', ': case ') if c.chance(50) else case}:"
                if number + 1 < len(cases) and c.chance(12):
                    made = Stmt("")
                    texts.append(head)
                    continue
                lead = self._shared(shared) + self._early()
                made = self.block() if c.chance(25) and not leaving else self.statements(2)
                self.hide(since)
                if made.completes and leaving:
                    leave = self.return_() if self.returns is not None else self.throw()
                    made = Stmt(f"{made.text}\n{leave.text}", False)
                elif made.completes and c.chance(68):
                    self.targets[-1].broken = True
                    made = Stmt(f"{made.text}\nbreak;", False)
                texts.append(f"{head}\n{lead}{made.text}")
        return Stmt("\n".join(texts), made.completes)

    def _shared(self, shared: list[tuple[str, str]]) -> str:
        """A variable of an earlier group that is assigned anew, or one that later groups may assign."""
        c = self.choices
        if shared and c.chance(60):
            name, type_ = c.pick(shared)
            value = self.wide(type_, 1).at(ASSIGNMENT)
            self.declare(name, type_, settable=True)
            return f"{name} = {value};\nlog({name});\n"
        if not c.chance(25):
            return ""
        type_ = c.pick(("int", "String", "long", "Object"))
        value = self.wide(type_, 1).at(ASSIGNMENT)
        name = self.fresh(value)
        shared.append((name, type_))
        self.declare(name, type_, settable=True)
        return f"{type_} {name} = {value};\n" if c.chance(60) else f"{type_} {name};\n{name} = {value};\n"

    def _early(self) -> str:
        """A jump out of the midst of a group."""
        if not self.choices.chance(25):
            return ""
        condition = self.boolean(1)
        with self.nested():
            jump = self.jump()
        return f"if ({condition.text}) {jump.text}\n"

    def bare_switch(self, type_: str, depth: int, over: tuple[str, list[str]] | None = None) -> Expr:
        """As in `Statements`; over this selector with these labels, or any."""
        c = self.choices
        if self.nesting > 5 or self.member.fuel <= 0:
            return self.expr(type_, 0)
        self.member.fuel -= 2
        selector, labels = over or self.selector()
        cases = self._cases(labels)
        if set(labels) not in ({"RED", "GREEN", "BLUE"}, {"OAK", "ELM", "ASH"}) or c.chance(50):
            cases.insert(c.below(len(cases) + 1) if c.chance(20) else len(cases), "default")
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
            lead = self._early_yield(type_)
            since = len(self.scope)
            made = self.statements(2)
            if not made.completes and "yield" in made.text:
                return f"{{\n{lead}{made.text}\n}}"
            if not made.completes:
                self.hide(since)
                return f"{{\n{lead}if (OUT != null) {{\n{made.text}\n}}\n{self._yield(type_, depth)}\n}}"
            return f"{{\n{lead}{made.text}\n{self._yield(type_, depth)}\n}}"

    def _early_yield(self, type_: str) -> str:
        """A yield out of the midst, perhaps out of a loop."""
        c = self.choices
        if not c.chance(40):
            return ""
        text = f"if ({self.boolean(1).text}) {{\n{self._yield(type_, 1)}\n}}\n"
        if not c.chance(40):
            return text
        name = self.unique("z")
        return f"for (int {name} = 0; {name} < 2; {name}++) {{\n{text}}}\n"

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
                early = self._early_yield(type_)
                lead += f"\n{early}".rstrip("\n") if early else ""
                falls = case != cases[-1] and self.choices.chance(25)
                texts.append(f"{case}:{lead}" + ("" if falls else f"\n{self._yield(type_, depth)}"))
        return "\n".join(texts)
