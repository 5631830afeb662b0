"""Functions and classes inside of methods, which capture what is around them."""

from __future__ import annotations

from tests.strategies.programs.runs import Runs
from tests.strategies.programs.scope import ASSIGNMENT, Stmt
from tests.strategies.programs.statements import Maker

__all__ = ["Writer"]

_REFERRED = (("int",), ("int...",), ("Object",), ("long",), ("Integer",), ("double",))
"""Parameters of methods that may be called with an int, boxed or not."""


class Writer(Runs):
    """Writes everything that can stand in a body."""

    def compound_statements(self) -> list[Maker]:
        """As in `Statements`."""
        return [
            *(self.branch, self.branch, self.branch, self.loop, self.loop, self.loop, self.loop, self.loop),
            *(
                self.switch_statement,
                self.switch_statement,
                self.attempt,
                self.attempt,
                self.match,
                self.guard,
            ),
            *(self.lambda_, self.lambda_, self.task, self.anonymous, self.local_class, self.local_record),
            *(self.left_block, self.block, self.monitor, self.subclass),
            *(self.focus, self.focus, self.focus, self.focus, self.focus, self.loop, self.loop, self.attempt),
        ]

    def focus(self) -> Stmt:
        """What some mutator looks for."""
        return self.choices.make(
            (
                *([self.driven] * 9),
                *(
                    self.assigned,
                    self.assigned,
                    self.blank,
                    self.blank,
                    self.blank,
                    self.blank,
                    self.constant,
                ),
                *(self.dead, self.dead, self.dead, self.endless, self.null_checked),
                *(self.reference, self.reference, self.reference, self.consulted, self.consulted),
                *(self.changed_in_try, self.changed_in_try, self.adjacent, self.capturing),
            )
        )

    def focused(self) -> Stmt:
        """A few such statements in a row."""
        texts = []
        for _ in range(self.choices.pick((3, 2, 3))):
            made = self.focus()
            texts.append(made.text)
            if not made.completes:
                return Stmt("\n".join(texts), False)
        return Stmt("\n".join(texts))

    def simple_statements(self) -> list[Maker]:
        """As in `Statements`."""
        return [
            *super().simple_statements(),
            self.mixture_used,
            self.mixture_used,
            self.consulted,
            self.consulted,
        ]

    def reference(self) -> Stmt:
        """A reference to a method of the program, called twice; or a lambda that does the same."""
        c = self.choices
        found = [h for h in self.helping() if h.returns != "void" and h.parameters in _REFERRED]
        if not found:
            return self.lambda_()
        helper = c.pick(found)
        this = "Program.this" if self.inner or c.chance(30) else "this"
        value = f"{'Program' if helper.static else this}::{helper.name}"
        argument = self.expr("int", 1).text
        if c.chance(35):
            lambda_ = next(
                n for n in ("it", "it2", "it3", "it4", "it5", "it6") if all(v.name != n for v in self.scope)
            )
            value = f"{lambda_} -> {helper.name}({lambda_})"
        name = self.fresh(f"{value} {argument}")
        if helper.returns == "int" and helper.parameters != ("Integer",) and c.chance(60):
            self.declare(name, "IntUnaryOperator", final=True)
            type_, apply = "IntUnaryOperator", "applyAsInt"
        else:
            self.declare(name, "hidden")
            type_, apply = "Function<Integer, Object>", "apply"
        return Stmt(f"{type_} {name} = {value};\nlog({name}.{apply}({argument}));\nlog({name}.{apply}(2));")

    def monitor(self) -> Stmt:
        """synchronized and assert."""
        if self.choices.chance(40):
            return Stmt(f"assert OUT != null : {self.expr('String', 1).at(ASSIGNMENT)};")
        made = self.block()
        if self.expressions:
            return made  # javac leaves a wrong stack where this stands in an expression
        return Stmt(f"synchronized (OUT) {made.text}", made.completes)

    def lambda_(self) -> Stmt:
        """A function of an int, which is called, and stays in scope."""
        c = self.choices
        name = self.fresh()
        with self.nested():
            self.declare(name, "hidden")
            with self.function("int"):
                parameter = self.fresh()
                written = c.chance(30)
                self.declare(parameter, "int", settable=written, final=not written)
                block = c.chance(40)
                body = (
                    f"{{\n{self.returning('int').text}\n}}" if block else self.expr("int", 2).at(ASSIGNMENT)
                )
        head = c.pick(
            (
                parameter,
                f"({parameter})",
                f"(int {parameter})",
                f"(final int {parameter})" if not written else parameter,
            )
        )
        self.declare(name, "IntUnaryOperator", final=True)
        return Stmt(
            f"IntUnaryOperator {name} = {head} -> {body};\nlog({name}.applyAsInt({self.expr('int', 1).text}));"
        )

    def returning(self, type_: str) -> Stmt:
        """Statements that end in a return, unless they do not complete at all."""
        made = self.statements(3)
        if not made.completes:
            return made
        return Stmt(f"{made.text}\nreturn {self.wide(type_, 2).at(ASSIGNMENT)};", False)

    def task(self) -> Stmt:
        """A lambda without parameters, run at once or as an anonymous class."""
        c = self.choices
        name = self.fresh()
        anonymous = c.chance(40)
        with self.nested():
            self.declare(name, "hidden")
            with self.function("void", inner=anonymous):
                body = self.block()
        self.declare(name, "hidden")
        value = (
            f"new Runnable() {{\n@Override public void run() {body.text}\n}}"
            if anonymous
            else f"() -> {body.text}"
        )
        return Stmt(f"Runnable {name} = {value};\n{name}.run();")

    def parameter(self, outer: int) -> str:
        """A name for a parameter in a nested class; it may hide a local of the method around it."""
        shadowed = [v.name for v in self.scope[:outer]]
        return self.choices.pick(shadowed) if shadowed and self.choices.chance(40) else self.fresh()

    def anonymous(self) -> Stmt:
        """A class with a field, which may hide a local, and a method that is called."""
        c = self.choices
        argument = self.expr("int", 1).text
        with self.function("int", inner=True):
            outer = len(self.scope)
            value = self.wide("int", 1).at(ASSIGNMENT)
            field = self.parameter(outer)
            self.declare(field, "int", settable=True)
            parameter = self.parameter(outer)
            self.declare(parameter, "int", settable=c.chance(50))
            body = self.returning("int")
        lead = f"this.{field}++;\n" if c.chance(50) else ""
        method = f"int run(int {parameter}) {{\n{lead}{body.text}\n}}"
        start = "3" if field in value else value  # it would see the field itself
        return Stmt(f"log(new Object() {{\nint {field} = {start};\n{method}\n}}.run({argument}));")

    def subclass(self) -> Stmt:
        """An anonymous class that inherits fields, whose names hide locals."""
        c = self.choices
        value, argument = (self.expr("int", 1).text for _ in range(2))
        with self.function("int", inner=True):
            outer = len(self.scope)
            self.declare("size", "int", settable=True)
            self.declare("name", "String", settable=True)
            parameter = self.parameter(outer)
            self.declare(parameter, "int", settable=c.chance(50), final=False)
            body = self.returning("int")
        return Stmt(
            f"log(new Shape({value}) {{\n@Override public int area(int {parameter}) {{\n{body.text}\n}}\n}}.area({argument}));"
        )

    def local_class(self) -> Stmt:
        """A local class with a constructor and a method, both of which capture."""
        c = self.choices
        name, argument, second = self.unique("Local"), self.expr("int", 1).text, self.expr("int", 1).text
        field = self.parameter(len(self.scope)) if self.scope else self.fresh()
        with self.function(None, inner=True):
            self.declare(field, "hidden")
            parameter = field if c.chance(60) else self.fresh()
            self.declare(parameter, "int", settable=True)
            start = self.statements(1)
        rest = f"\nthis.{field} = {parameter};" if start.completes else ""
        with self.function("int", inner=True):
            outer = len(self.scope)
            self.declare(field, "int", settable=True)
            own = self.parameter(outer)
            self.declare(own, "int", settable=True)
            body = self.returning("int")
        final = ""
        members = f"{final}int {field};\n{name}(int {parameter}) {{\n{start.text}{rest}\n}}\nint get(int {own}) {{\n{body.text}\n}}"
        return Stmt(f"class {name} {{\n{members}\n}}\nlog(new {name}({argument}).get({second}));")

    def local_record(self) -> Stmt:
        """A local record, perhaps with a compact constructor; it captures nothing."""
        c = self.choices
        name, value = self.unique("Pair"), self.wide("int", 1).at(ASSIGNMENT)
        text = self.expr("String", 1).at(ASSIGNMENT)
        with self.isolated(), self.function("int", inner=True):
            self.declare("left", "int")
            self.declare("right", "String")
            body = self.returning("int")
        with self.isolated(), self.function(None, inner=True):
            self.declare("left", "int", settable=True)
            self.declare("right", "String", settable=True)
            saved, self.compact = self.compact, True
            start = self.statements(2)
            self.compact = saved
        compact = f"\n{name} {{\n{start.text}\n}}" if c.chance(70) and start.completes else ""
        record = f"record {name}(int left, String right) {{{compact}\nint get() {{\n{body.text}\n}}\n}}"
        shown = self.fresh(f"{value} {text}")
        self.declare(shown, "hidden")
        return Stmt(
            f"{record}\nvar {shown} = new {name}({value}, {text});\nlog({shown}.get());\nlog({shown});"
        )
