"""Loops, all of which end: what counts is only ever counted towards the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.strategies.programs.scope import AND, PRIMARY, Stmt, Target
from tests.strategies.programs.statements import Maker, Statements

__all__ = ["Loops"]


class Loops(Statements):
    """Writes loops of all kinds."""

    def loops_statements(self) -> list[Maker]:
        return [
            self.counted,
            self.counted,
            self.each,
            self.each,
            self.while_,
            self.do,
            self.do,
            self.headless,
            self.odd_for,
            self.odd_for,
            self.iterated,
        ]

    def loop(self) -> Stmt:
        """Any loop; not too many inside of each other."""
        if self.loops >= 3:
            return self.branch()
        return self.choices.make(self.loops_statements())

    def labelled(self) -> str | None:
        used = self.labels
        # A label may be called as a variable.
        free = [n for n in ("outer", "a", "next", "i", "count", "label") if n not in used]
        return self.choices.pick(free) if self.choices.chance(30) else None

    def looped(self, label: str | None, *lead: str) -> tuple[Stmt, Target]:
        """The body of a loop, with these statements at its start."""
        with self.looping(label) as target:
            if lead or not self.choices.chance(40):
                with self.nested():
                    rest = self.statements(3)
                body = Stmt("{\n" + "".join(f"{line}\n" for line in lead) + rest.text + "\n}", rest.completes)
            else:
                body = self.bare()
        return body, target

    @contextmanager
    def looping(self, label: str | None) -> Iterator[Target]:
        """The body of a loop."""
        target = Target("loop", label, self.level)
        self.targets.append(target)
        self.labels.append(label or "")
        self.loops += 1
        yield target
        self.loops -= 1
        self.targets.pop()
        self.labels.pop()

    def labelled_text(self, label: str | None, text: str) -> str:
        if label is None:
            return text
        return f"{label}:{self.choices.pick((' ', chr(10)))}{text}"

    def counter(self, type_: str = "int") -> str:
        name = self.fresh()
        self.declare(name, type_)
        return name

    def step(self, name: str) -> str:
        """A write of the counter in the body, towards the end."""
        c = self.choices
        return c.pick((f"{name}++", f"{name} += {c.between(1, 2)}", f"++{name}", f"{name} = {name} + 1"))

    def counted(self) -> Stmt:
        """The usual for, upwards or downwards, perhaps with a write in the body or another condition."""
        c = self.choices
        label = self.labelled()
        bound = c.between(1, 4)
        with self.nested():
            name = self.counter()
            down = c.chance(40)
            lead = [f"if ({self.boolean(1).text}) {self.step(name)};"] if not down and c.chance(15) else []
            more = f" && {self.boolean(1).at(AND + 1)}" if c.chance(15) else ""
            body, _ = self.looped(label, *lead)
            head = c.pick(
                (
                    f"int {name} = 0; {name} < {bound}{more}; {name}++",
                    f"int {name} = 1; {name} <= {bound}{more}; ++{name}",
                    f"int {name} = 0; {name} != {bound}{more}; {name} += 1"
                    if not lead
                    else f"int {name} = 0; {bound} > {name}{more}; {name}++",
                )
                if not down
                else (
                    f"int {name} = {bound}; {name} > 0{more}; {name}--",
                    f"int {name} = {bound}; --{name} >= 0{more};",
                    f"int {name} = {bound}; {name}-- > 0{more};",
                )
            )
        return Stmt(self.labelled_text(label, f"for ({head}) {body.text}"))

    def odd_for(self) -> Stmt:
        """Several variables, other types, calls in the header."""
        c = self.choices
        label = self.labelled()
        bound = c.between(1, 3)
        with self.nested():
            kind = c.below(6)
            type_ = ("int", "long", "char", "byte", "double", "int")[kind]
            name = self.counter(type_)
            other = self.counter() if kind == 0 else ""
            body, _ = self.looped(label)
        head = (
            f"int {name} = 0, {other} = {bound + 2}; {name} < {other}; {name}++, {other}--",
            f"long {name} = {bound}; {name} > 0L; {name} -= 1",
            f"char {name} = 'a'; {name} < 'd'; {name}++",
            f"byte {name} = 125; {name} > 0; {name}++",
            f"double {name} = 0; {name} < 1; {name} += 0.4",
            f"int {name} = log(0); {name} < log({bound}); log({name}), {name}++",
        )[kind]
        return Stmt(self.labelled_text(label, f"for ({head}) {body.text}"))

    def headless(self) -> Stmt:
        """A for without some of its parts; the counter stands before it."""
        c = self.choices
        label = self.labelled()
        bound = c.between(1, 3)
        with self.nested():
            name = self.counter()
            kind = c.below(3)
            lead = {
                0: [f"if (++{name} > {bound}) {{\nbreak;\n}}"],
                1: [f"{name}++;"],
                2: [],
            }[kind]
            body, _ = self.looped(label, *lead)
        head = (
            ";;",
            f"; {name} < {bound};",
            f"{name} = 1; {name} < {bound + 1}; {name} = {name} + 1",
        )[kind]
        first = f"int {name}{'' if kind == 2 else ' = 0'};"
        return Stmt(f"{{\n{first}\n{self.labelled_text(label, f'for ({head}) {body.text}')}\n}}")

    def while_(self) -> Stmt:
        c = self.choices
        label = self.labelled()
        bound = c.between(1, 3)
        with self.nested():
            name = self.counter()
            kind = c.below(4)
            lead = {0: [f"{name}++;"], 1: [f"if ({name}++ >= {bound}) break;"], 2: [], 3: []}[kind]
            more = f" && {self.boolean(1).at(AND + 1)}" if c.chance(20) else ""
            body, _ = self.looped(label, *lead)
        head = (f"{name} < {bound}{more}", "true", f"{name}++ < {bound}{more}", f"++{name} <= {bound}{more}")[
            kind
        ]
        text = self.labelled_text(label, f"while ({head}) {body.text}")
        return Stmt(f"{{\nint {name} = 0;\n{text}\n}}")

    def do(self) -> Stmt:
        c = self.choices
        label = self.labelled()
        bound = c.between(1, 3)
        with self.nested():
            name = self.counter()
            kind = c.below(3) // 2
            lead = [f"{name}++;"] if kind else []
            more = f" && {self.boolean(1).at(AND + 1)}" if c.chance(20) else ""
            body, target = self.looped(label, *lead)
        head = (f"++{name} < {bound}{more}", f"{name} < {bound}{more}")[kind]
        text = self.labelled_text(label, f"do {body.text} while ({head});")
        ends = body.completes or target.broken or target.continued
        return Stmt(f"{{\nint {name} = 0;\n{text}\n}}", ends)

    def endless(self) -> Stmt:
        """A loop that only a return, a throw, or a break ends, so that without a break nothing after it is reachable."""
        c = self.choices
        if self.loops >= 3:
            return self.branch()
        label = self.labelled()
        with self.nested():
            name = self.counter()
            leave = self.return_() if self.returns is not None and not c.chance(20) else self.throw()
            body, target = self.looped(label, f"if (++{name} > {c.between(0, 2)}) {leave.text}")
        loop = c.pick((f"while (true) {body.text}", f"for (;;) {body.text}", f"do {body.text} while (true);"))
        return Stmt(f"{{\nint {name} = 0;\n{self.labelled_text(label, loop)}\n}}", target.broken)

    def each(self) -> Stmt:
        """Over arrays, arrays of arrays, lists, characters and constants, by their own type or a wider one."""
        c = self.choices
        label = self.labelled()
        over, types = c.pick(
            (
                ("int[]", ("int", "int", "long", "Integer", "double", "Object")),
                ("List<Integer>", ("Integer", "int", "Object")),
                ("String[]", ("String", "Object")),
                ("int[][]", ("int[]",)),
                ("chars", ("char", "int")),
                ("Color", ("Color",)),
            )
        )
        if over == "chars":
            value = f"{self.text(0).at(PRIMARY)}.toCharArray()"
        else:
            value = "Color.values()" if over == "Color" else self.expr(over, 1).text
        type_ = c.pick(types)
        with self.nested():
            name = self.fresh(value)
            settable = c.chance(40)
            self.declare(name, type_, settable=settable, final=not settable)
            final = "final " if not settable and c.chance(30) else ""
            written = "var" if c.chance(10) and type_ == types[0] else type_
            body, _ = self.looped(label)
        return Stmt(self.labelled_text(label, f"for ({final}{written} {name} : {value}) {body.text}"))

    def iterated(self) -> Stmt:
        """With an iterator."""
        label = self.labelled()
        value = self.list_(0).at(PRIMARY)
        with self.nested():
            name = self.fresh(value)
            self.declare(name, "Iterator<Integer>")
            item = self.fresh(value)
            self.declare(item, "Integer", final=True)
            body, _ = self.looped(label, f"Integer {item} = {name}.next();")
        head = f"for (Iterator<Integer> {name} = {value}.iterator(); {name}.hasNext();)"
        return Stmt(self.labelled_text(label, f"{head} {body.text}"))

    def left_block(self) -> Stmt:
        """A block with a label, which is left."""
        label = self.labelled() or "done"
        if label in self.labels:
            return self.block()
        target = Target("block", label, self.level)
        self.targets.append(target)
        self.labels.append(label)
        with self.nested():
            first = f"if ({self.boolean(1).text}) break {label};\n"
            rest = self.statements(3)
        self.targets.pop()
        self.labels.pop()
        return Stmt(f"{label}: {{\n{first}{rest.text}\n}}")
