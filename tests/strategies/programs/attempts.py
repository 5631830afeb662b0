"""Exceptions: thrown, caught, let through, overtaken by a finally."""

from __future__ import annotations

from tests.strategies.programs.scope import Stmt
from tests.strategies.programs.switches import Switches

__all__ = ["Attempts"]


class Attempts(Switches):
    """Writes try statements."""

    def attempt(self) -> Stmt:
        """try with catch, finally or both, or with resources."""
        if self.expressions:
            return self.block()  # javac 17 breaks down on some of these in the midst of an expression
        c = self.choices
        before = [(t, t.broken, t.continued) for t in self.targets]
        resources = ""
        with self.nested():
            if c.chance(30):
                resources = self._resources()
            kind = c.pick(("runtime", "runtime", "several", "checked", "rethrow", "none"))
            saved = self.checked
            self.checked = self.checked or kind == "checked"
            lead = f"risky({self.expr('int', 1).text});\n" if kind == "checked" else ""
            if c.chance(20):
                lead += f"if ({self.boolean(1).text}) {self.throw().text}\n"
            inside = self.statements(3)
            self.checked = saved
        catches = self._catches(kind)
        completes = inside.completes or any(made.completes for made in catches)
        text = f"try {resources}{{\n{lead}{inside.text}\n}}" + "".join(made.text for made in catches)
        if (not catches and not resources) or c.chance(30):
            last = self._finally()
            text += f" finally {last.text}"
            if not last.completes:
                completes = False
                for target, broken, continued in before:
                    target.broken, target.continued = broken, continued
                self._mark_jump(last.text)
        return Stmt(text, completes)

    def _mark_jump(self, text: str) -> None:
        """A jump that ends a finally does leave its target."""
        for target in self.targets:
            target.broken = target.broken or "break" in text
            target.continued = target.continued or "continue" in text

    def _finally(self) -> Stmt:
        if not self.choices.chance(35):
            return self.block()
        with self.nested():
            jump = self.jump() if self.returns is not None or self.targets else self.throw()
            first = self.show()
        return Stmt(f"{{\n{first.text}\n{jump.text}\n}}", False)

    def _resources(self) -> str:
        c = self.choices
        texts = []
        for _ in range(c.between(1, 2)):
            value = f"new Res({self.expr('int', 1).text})"
            name = self.fresh(value)
            self.declare(name, "Res", final=True)
            texts.append(f"{c.pick(('Res', 'Res', 'final Res', 'var'))} {name} = {value}")
        return f"({'; '.join(texts)}{c.pick(('', ';'))}) "

    def _catches(self, kind: str) -> list[Stmt]:
        c = self.choices
        if kind == "none":
            return []
        made = []
        if kind == "several":
            made.append(
                self._catch(
                    c.pick(
                        (
                            "ArithmeticException | NullPointerException",
                            "Oops | ClassCastException | NullPointerException",
                        )
                    )
                )
            )
        if kind == "checked":
            made.append(self._catch("Checked"))
            if c.chance(50):
                return made
        if kind == "rethrow":
            return [self._catch(c.pick(("RuntimeException", "final RuntimeException", "Oops")), rethrow=True)]
        if not made and c.chance(30):
            made.append(self._catch(c.pick(("Oops", "ArithmeticException"))))
        if kind == "checked" and c.chance(30):
            return [self._catch("RuntimeException | Checked")]
        made.append(self._catch("RuntimeException"))
        return made

    def _catch(self, types: str, *, rethrow: bool = False) -> Stmt:
        c = self.choices
        with self.nested():
            name = self.fresh()
            self.declare(name, "Throwable", final=True)
            shown = f"log({name});\n" if not c.chance(20) else ""
            if rethrow:
                return Stmt(f" catch ({types} {name}) {{\n{shown}throw {name};\n}}", False)
            inside = self.statements(2)
        return Stmt(f" catch ({types} {name}) {{\n{shown}{inside.text}\n}}", inside.completes)
