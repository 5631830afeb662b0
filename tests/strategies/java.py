"""Typed, terminating Java programs that write down what they compute.

Loops are bounded, calls go to methods of the program's own or to pure ones of java.lang, nothing reads the outside: so the programs
may be run. Exceptions may happen anywhere; who calls writes down which.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

__all__ = ["Generator", "program"]

_NAMES = (
    "a",
    "b",
    "c",
    "count",
    "data",
    "flag",
    "i",
    "item",
    "k",
    "list",
    "name",
    "s",
    "size",
    "text",
    "total",
    "value",
)
_FIELDS = {
    "a": "int",
    "count": "int",
    "flag": "boolean",
    "text": "String",
    "data": "int[]",
    "item": "Integer",
    "value": "Object",
}

_FRAME = """import java.util.function.*;

public class %s {
    static final StringBuilder OUT = new StringBuilder();
    static int a = 4;
    static volatile int count = 2;
    static boolean flag = true;
    static String text = "field";
    static int[] data = {3, 1, 2};
    static Integer item = 1000;
    static Object value = "object";

    static int log(int n) { OUT.append('<').append(n).append('>'); return n; }

    static String log(String s) { OUT.append('<').append(s).append('>'); return s; }

    interface Test { void run(int size, String name, Object o) throws Exception; }

    static void call(String method, Test test, int size, String name, Object o) {
        OUT.setLength(0);
        try { test.run(size, name, o); } catch (Exception e) { OUT.append(' ').append(e.getClass().getName()); }
        System.out.println(method + ": " + OUT + "|" + a + count + flag + text + item + data.length);
    }

%s
    public static void main(String[] args) {
%s    }
}
"""


@dataclass
class Variable:
    name: str
    type: str
    settable: bool
    final: bool


class Generator:
    """Writes methods; every choice comes from `rng`."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.scope: list[Variable] = []
        self.in_lambda = 0
        self.fuel = 0

    def method(self, name: str) -> str:
        """One static method ``void name(int size, String name, Object o) throws Exception``."""
        self.scope = [
            Variable("size", "int", True, False),
            Variable("name", "String", True, False),
            Variable("o", "Object", False, True),
        ]
        self.fuel = 14
        body = self.statements(2, 3)
        return f"    static void {name}(int size, String name, Object o) throws Exception {{\n{body}    }}\n"

    # -- expressions -------------------------------------------------------------------------------------------------

    def variables(self, type_: str) -> Iterator[str]:
        hidden = {v.name for v in self.scope}
        for variable in self.scope:
            if variable.type == type_ and (variable.final or not self.in_lambda):
                yield variable.name
        yield from (name for name, found in _FIELDS.items() if found == type_ and name not in hidden)

    def settable(self, type_: str) -> list[str]:
        hidden = {v.name for v in self.scope}
        own = [v.name for v in self.scope if v.type == type_ and v.settable and not self.in_lambda]
        return own + [
            name
            for name, found in _FIELDS.items()
            if found == type_ and name not in hidden and name != "data"
        ]

    def expression(self, type_: str, depth: int) -> str:
        makers: dict[str, Callable[[int], str]] = {
            "int": self.integer,
            "boolean": self.boolean,
            "String": self.string,
            "int[]": self.array,
            "Integer": self.boxed,
            "Object": self.object,
        }
        return makers[type_](depth)

    def pick(self, type_: str, otherwise: str) -> str:
        found = list(self.variables(type_))
        return self.rng.choice(found) if found and self.rng.random() < 0.8 else otherwise

    def integer(self, depth: int) -> str:
        rng = self.rng
        if depth <= 0 or rng.random() < 0.25:
            return self.pick("int", str(rng.randint(0, 9)))
        e = lambda: self.integer(depth - 1)  # noqa: E731 - a sub-expression
        forms = [
            lambda: f"{e()} {rng.choice('+-*')} {e()}",
            lambda: f"({e()} {rng.choice('/%')} {e()})",
            lambda: f"-({e()})",
            lambda: f"{self.string(0)}.length()",
            lambda: f"{self.array(0)}[{self.index(depth - 1)}]",
            lambda: f"log({e()})",
            lambda: f"({self.boolean(depth - 1)} ? {e()} : {e()})",
            lambda: f"Math.max({e()}, {e()})",
            lambda: self.boxed(0),
            lambda: f"{self.array(0)}.length",
            lambda: f"({self.written('int', depth)})",
        ]
        return rng.choice(forms)()

    def index(self, depth: int) -> str:
        return f"Math.floorMod({self.integer(depth)}, 2)" if self.rng.random() < 0.7 else self.integer(0)

    def written(self, type_: str, depth: int) -> str:
        found = self.settable(type_)
        if not found:
            return "0"
        name = self.rng.choice(found)
        sign = self.rng.choice(["++", "=", "+=", "--"])
        return f"{name}{sign}" if sign in ("++", "--") else f"{name} {sign} {self.integer(depth - 1)}"

    def boolean(self, depth: int) -> str:
        rng = self.rng
        if depth <= 0:
            return self.pick("boolean", rng.choice(["true", "false"]))
        e = lambda: self.boolean(depth - 1)  # noqa: E731 - a sub-expression
        n = lambda: self.integer(depth - 1)  # noqa: E731
        compare = lambda: f"{n()} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} {n()}"  # noqa: E731
        forms = [
            compare,
            compare,
            compare,
            lambda: f"!({e()})",
            lambda: f"({e()} {rng.choice(['&&', '||', '^'])} {e()})",
            lambda: f"({e()}) {rng.choice(['==', '!='])} ({e()})",
            lambda: f"{self.string(0)} {rng.choice(['==', '!='])} null",
            lambda: f"{self.object(0)} instanceof {rng.choice(['String', 'Integer'])}",
            lambda: f"{n()} {rng.choice(['==', '!='])} {n()} {rng.choice(['==', '!='])} {self.boolean(0)}",
        ]
        return rng.choice(forms)()

    def string(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("String", self.rng.choice(['"x"', '""', '"a b"']))
        forms = [
            lambda: f"({self.string(depth - 1)} + ({self.integer(depth - 1)}))",
            lambda: f"log({self.string(depth - 1)})",
            lambda: f'(({self.object(0)}) + "~")',
        ]
        return self.rng.choice(forms)()

    def array(self, depth: int) -> str:
        literal = f"new int[] {{{self.integer(0)}, {self.integer(0)}}}"
        return self.pick("int[]", literal) if depth <= 0 else literal

    def boxed(self, depth: int) -> str:
        return self.pick("Integer", "Integer.valueOf(7)")

    def object(self, depth: int) -> str:
        return self.pick("Object", '((Object) "lit")')

    # -- statements --------------------------------------------------------------------------------------------------

    def fresh(self, avoid: str = "") -> str:
        """A name that no variable in scope has, and that does not occur in `avoid`."""
        used = {v.name for v in self.scope} | set(re.findall(r"\w+", avoid))
        free = [name for name in _NAMES if name not in used]
        return self.rng.choice(free) if free else f"v{len(self.scope)}"

    @contextmanager
    def nested(self, *variables: Variable) -> Iterator[None]:
        before = self.scope
        self.scope = [*before, *variables]
        yield
        self.scope = before

    def statements(self, indent: int, depth: int) -> str:
        with self.nested():
            return "".join(self.statement(indent, depth) for _ in range(self.rng.randint(2, 5)))

    def statement(self, indent: int, depth: int) -> str:
        self.fuel -= 1
        simple = [self.declare, self.declare, self.declare, self.assign, self.show]
        nesting = [
            self.branch,
            self.count_loop,
            self.each_loop,
            self.bounded,
            self.attempt,
            self.match,
            self.choice,
            self.lambda_,
            self.anonymous,
        ]
        kind = self.rng.choice(simple + nesting if depth > 0 and self.fuel > 0 else simple)
        return "    " * indent + kind(indent, depth) + "\n"

    def declare(self, indent: int, depth: int) -> str:
        type_ = self.rng.choice(["int", "int", "int", "boolean", "String", "int[]", "Integer", "Object"])
        value = self.expression(type_, 2)
        name, final = self.fresh(value), self.rng.random() < 0.5
        self.scope.append(Variable(name, type_, not final and type_ in ("int",), final))
        return f"{'final ' if final else ''}{type_} {name} = {value};"

    def assign(self, indent: int, depth: int) -> str:
        if not self.settable("int"):
            return "log(0);"
        return self.written("int", 2) + ";"

    def show(self, indent: int, depth: int) -> str:
        return f"OUT.append({self.expression(self.rng.choice(['int', 'boolean', 'String']), 2)}).append(' ');"

    def block(self, indent: int, depth: int) -> str:
        return "{\n" + self.statements(indent + 1, depth - 1) + "    " * indent + "}"

    def branch(self, indent: int, depth: int) -> str:
        condition, yes = self.boolean(2), self.block(indent, depth)
        return f"if ({condition}) {yes}" + (
            f" else {self.block(indent, depth)}" if self.rng.random() < 0.5 else ""
        )

    def count_loop(self, indent: int, depth: int) -> str:
        name = self.fresh()
        with self.nested(Variable(name, "int", False, False)):
            leave = f" if ({self.boolean(1)}) break;" if self.rng.random() < 0.3 else ""
            body = self.block(indent, depth)
            bound = self.rng.randint(1, 3)
            return f"for (int {name} = 0; {name} < {bound}; {name}++) {{{leave} {body} }}"

    def each_loop(self, indent: int, depth: int) -> str:
        name, over = self.fresh(), self.array(1)
        with self.nested(Variable(name, "int", True, False)):
            return f"for (int {name} : {over}) {self.block(indent, depth)}"

    def bounded(self, indent: int, depth: int) -> str:
        name = self.fresh()
        with self.nested(Variable(name, "int", False, False)):
            head = f"{{ int {name} = 2; {name}: while ({name}-- > 0) {{"
            return f"{head} if ({self.boolean(1)}) continue {name}; {self.block(indent, depth)} }} }}"

    def attempt(self, indent: int, depth: int) -> str:
        body, name = self.block(indent, depth), self.fresh()
        with self.nested(Variable(name, "RuntimeException", False, False)):
            caught = f"OUT.append({name}.getClass().getSimpleName());"
            last = f" finally {self.block(indent, depth)}" if self.rng.random() < 0.3 else ""
            return f"try {body} catch (RuntimeException {name}) {{ {caught} }}{last}"

    def match(self, indent: int, depth: int) -> str:
        object_, name = self.object(0), self.fresh()
        type_ = self.rng.choice(["String", "Integer"])
        with self.nested(Variable(name, type_, False, False)):
            body = self.block(indent, depth)
            more = f"&& {name} != null && {self.boolean(1)}" if self.rng.random() < 0.5 else ""
            return f"if ({object_} instanceof {type_} {name} {more}) {body}"

    def choice(self, indent: int, depth: int) -> str:
        arms = " ".join(
            f"case {k} -> {self.block(indent, depth)}"
            for k in sorted(self.rng.sample(range(5), self.rng.randint(1, 2)))
        )
        return f"switch ({self.integer(1)}) {{ {arms} default -> {{ {self.show(indent, depth)} }} }}"

    def lambda_(self, indent: int, depth: int) -> str:
        name, parameter = self.fresh(), ""
        with self.nested(Variable(name, "IntUnaryOperator", False, True)):
            parameter = self.fresh()
            with self.nested(Variable(parameter, "int", False, True)):
                self.in_lambda += 1
                body = self.integer(2)
                self.in_lambda -= 1
        self.scope.append(Variable(name, "IntUnaryOperator", False, True))
        return f"IntUnaryOperator {name} = {parameter} -> {body}; OUT.append({name}.applyAsInt({self.integer(1)}));"

    def anonymous(self, indent: int, depth: int) -> str:
        self.in_lambda += 1
        value = self.integer(0)
        field_ = self.fresh(value)
        with self.nested(Variable(field_, "int", False, True)):
            parameter = next(n for n in _NAMES if n != field_)
            with self.nested(Variable(parameter, "int", False, True)):
                self.scope = [v for v in self.scope[:-1] if v.name != parameter] + self.scope[-1:]
                body = self.integer(2)
        self.in_lambda -= 1
        call = f"int run(int {parameter}) {{ {field_}++; return {body}; }}"
        return f"OUT.append(new Object() {{ int {field_} = {value}; {call} }}.run({self.integer(1)}));"


def program(seed: int, name: str = "Generated", methods: int = 30) -> str:
    """A Java file: methods ``m0``, ``m1``, ... and a main that calls each and prints a line for each call."""
    rng = Random(seed)
    texts = [Generator(rng).method(f"m{k}") for k in range(methods)]
    calls = [
        f'        call("m{k}", {name}::m{k}, {size}, {text}, {o});\n'
        for k in range(methods)
        for size, text, o in ((1, '"n"', '"o"'), (5, "null", "8"))
    ]
    return _FRAME % (name, "\n".join(texts), "".join(calls))
