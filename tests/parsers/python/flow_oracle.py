"""Random functions with all kinds of jumps, and what their executions show about bindings and uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

import libcst as cst

from parsers.python.function import Function
from parsers.source import SourceFile

__all__ = ["NAMES", "Run", "Statement", "function_of", "program", "rendered", "statements"]

NAMES = ("a", "b", "c", "e")
_FUEL = 80


@dataclass(eq=False)
class Statement:
    """A statement: its number, and its lines: heads of clauses, each with a block, or a single line without one."""

    number: int
    clauses: list[tuple[str, list[Statement]]] = field(default_factory=list)
    line: str = ""


class _Maker:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.count = 0

    def block(self, depth: int, in_loop: bool) -> list[Statement]:
        return [self.statement(depth, in_loop) for _ in range(self.rng.randint(1, 3))]

    def statement(self, depth: int, in_loop: bool) -> Statement:
        rng = self.rng
        made = Statement(self.count)
        self.count += 1
        kinds = ["if", "while", "for", "try", "finally", "both", "with", "match", "star"] if depth else []
        kind = rng.choice(["line"] * 9 + kinds)
        if kind == "line":
            made.line = self.line(in_loop)
            return made
        made.clauses = self.clauses(kind, lambda loop=in_loop: self.block(depth - 1, loop))
        return made

    def plain(self) -> Statement:
        """A statement that jumps nowhere, as an ``except*`` clause demands."""
        made = self.statement(0, False)
        made.line = made.line.replace("return value()", "raise N")
        return made

    def clauses(self, kind: str, block: Callable[..., list[Statement]]) -> list[tuple[str, list[Statement]]]:
        rng, name = self.rng, self.rng.choice(NAMES)
        more = [("else", block())] if rng.random() < 0.5 else []
        if kind == "if":
            test = rng.choice(["bit()", f"bit() and use({name})", f"({name} := bit())", "not bit()"])
            return [(f"if {test}", block()), *more]
        if kind == "while":
            return [(f"while {rng.choice(['bit()', 'bit()', 'True', '1', 'not False'])}", block(True)), *more]
        if kind == "for":
            return [(f"for {name} in items()", block(True)), *more]
        caught = rng.choice(["except E", f"except E as {name}", "except", "except (E, N)"])
        if kind == "try":
            return [("try", block()), (caught, block()), *more]
        if kind == "star":
            return [("try", block()), ("except* E as e", [self.plain(), self.plain()]), *more]
        if kind == "finally":
            return [("try", block()), ("finally", block())]
        if kind == "both":
            return [("try", block()), (caught, block()), *more, ("finally", block())]
        if kind == "with":
            return [(rng.choice(["with manager()", f"with manager() as {name}, manager()"]), block())]
        pattern = rng.choice(
            [f"[{name}, 1]", f"({name}, 2) | (_, {name})", f"[0, *{name}]", f"{name} if bit()"]
        )
        last = rng.choice(["case _", "case 7", f"case {rng.choice(NAMES)}"])
        return [("match pair()", []), (f" case {pattern}", block()), (f" {last}", block())]

    def line(self, in_loop: bool) -> str:
        name, other = self.rng.choice(NAMES), self.rng.choice(NAMES)
        plain = [
            f"{name} = value()",
            f"{name} = value()",
            f"use({name})",
            f"use({name})",
            f"{name} = {other}",
            f"{name} += 1",
            f"{name}, *{other} = pair()",
            f"del {name}",
            f"use([{other} for i in items() if ({name} := i)])",
            f"use(bit() or ({name} := value()))",
            f"assert bit(), use({name})",
            "return value()",
            "raise E",
            "boom()",
            "pass",
        ]
        return self.rng.choice(plain + (["break", "continue"] * 2 if in_loop else []))


def program(seed: int) -> list[Statement]:
    """Return the body of a random function."""
    return _Maker(Random(seed)).block(3, False)


def statements(body: list[Statement]) -> Iterator[Statement]:
    """Yield the statements of a body, inner ones included."""
    for one in body:
        yield one
        for _, block in one.clauses:
            yield from statements(block)


def rendered(body: list[Statement], before: Callable[[int], str], after: Callable[[int], str]) -> str:
    """Return a function, with a line before and behind each statement."""

    def lines(block: list[Statement], margin: str) -> Iterator[str]:
        for one in block:
            yield margin + before(one.number)
            if one.line:
                yield margin + one.line
            for head, inner in one.clauses:
                yield f"{margin}{head}:"
                yield from lines(inner, margin + "    ")
            if after(one.number):
                yield margin + after(one.number)

    return "\n".join(["def f():", *lines(body, "    ")]) + "\n"


def function_of(body: list[Statement]) -> tuple[Function, dict[int, cst.CSTNode]]:
    """Return a function as it is analysed, and the nodes of its statements by number."""
    source = SourceFile(rendered(body, lambda k: f"at({k})", lambda k: "").encode(), language="python")
    [method] = source.methods
    function = Function.of(method)
    found: dict[int, cst.CSTNode] = {}
    for block in function.all(cst.IndentedBlock):
        for marker, node in zip(block.body[::2], block.body[1::2], strict=True):
            found[int(function.text_of(marker).strip()[3:-1])] = node
    return function, found


class _Stop(BaseException):
    """The execution has taken enough steps."""


class E(Exception):
    """What statements raise."""


class N(E):
    """Another exception."""


class Run:
    """An execution of a function: whatever is unknown to the analysis is decided by random bits.

    Attributes:
        seen: the statements that control came to, each with the names that were bound.
        trace: what was used and returned.
    """

    def __init__(self, text: str, seed: int) -> None:
        self.rng = Random(seed)
        self.seen: list[tuple[int, frozenset[str]]] = []
        self.trace: list[object] = []
        names = {
            "at": self.at,
            "past": self.past,
            "bit": self.bit,
            "use": self.use,
            "value": lambda: self.rng.randint(0, 9),
            "items": lambda: [self.rng.randint(0, 9) for _ in range(self.rng.randint(0, 2))],
            "pair": lambda: [self.rng.randint(0, 1) for _ in range(self.rng.randint(1, 3))],
            "boom": self.boom,
            "manager": lambda: self,
            "E": E,
            "N": N,
            "POISON": object(),
        }
        self.passed: set[int] = set()
        exec(compile(text, "<random>", "exec"), names)
        try:
            self.trace.append(names["f"]())  # type: ignore[operator]
        except (Exception, _Stop) as error:
            self.trace.append(type(error))

    def at(self, number: int, names: dict[str, object] | None = None) -> None:
        self.seen.append((number, frozenset(names or ())))
        if len(self.seen) > _FUEL:
            raise _Stop

    def past(self, number: int) -> None:
        self.passed.add(number)

    def bit(self) -> bool:
        return self.rng.random() < 0.5

    def use(self, value: object) -> bool:
        self.trace.append(type(value) if isinstance(value, Exception) else value)
        return self.bit()

    def boom(self) -> None:
        if self.bit():
            raise self.rng.choice([E, N])

    def __enter__(self) -> int:
        return self.rng.randint(0, 9)

    def __exit__(self, *error: object) -> bool:
        return self.bit()
