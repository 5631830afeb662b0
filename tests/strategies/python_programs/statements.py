"""Statements of generated Python programs: lines of text, indented by four blanks a level."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

from tests.strategies.programs.choices import Choices
from tests.strategies.python_programs.expressions import TYPES, Expressions, Scope

__all__ = ["NAMES", "SETTABLE", "Statements"]

NAMES = (
    "a",
    "b",
    "count",
    "i",
    "n",
    "value",
    "total",
    "item",
    "result",
    "text",
    "j",
    "größe",
    "data",
    "flag",
)
SETTABLE = ("n", "text", "x", "size", "name", "other")
"""Parameters and first variables of functions: what functions within them may write."""
_AUGMENTED = {
    "int": ("+=", "-=", "|=", "^=", "//="),
    "str": ("+=",),
    "list": ("+=",),
    "float": ("+=", "-=", "*=", "/="),
    "bool": ("|=", "&="),
    "any": ("+=",),
}
Lines = list[str]


def _block(lines: Lines) -> Lines:
    return indent("\n".join(lines or ["pass"]), "    ").split("\n")


class Statements:
    """Writes statements with the choices it is given; each function of a program has numbers of its own."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.expressions = Expressions(choices)
        self.made = 0

    def block(self, scope: Scope, depth: int, most: int = 4) -> Lines:
        """Some statements; few of the variables that they alone declare are used behind them, where they may be unbound."""
        found, before = list[str](), set(scope.names)
        for _ in range(self.choices.between(1, most)):
            if self.choices.chance(15):
                found.append(f"# {self.choices.pick(('first', 'then: x = 1', 'größer'))}")
            found += self.statement(scope, depth)
        for name in [name for name in scope.names if name not in before]:
            if self.choices.chance(96):
                del scope.names[name]
        return found

    def statement(self, scope: Scope, depth: int) -> Lines:
        """A statement, or one behind what it needs."""
        flat: list[Callable[[Scope], Lines]] = [
            self._assigned,
            self._assigned,
            self._augmented,
            self._augmented,
            self._printed,
            self._swapped,
            self._listed,
            self._left,
            self._asserted,
        ]
        if depth <= 0:
            return self.choices.pick(flat)(scope)
        deep: list[Callable[[Scope, int], Lines]] = [
            self._if,
            self._if,
            self._for_range,
            self._for_range,
            self._while,
            self._while_true,
            self._for_each,
            self._try,
            self._with,
            self._match,
            self._walrus,
            self._class,
        ]
        if scope.depth < 2:
            deep += [self._nested, self._generator, self._lambdas]
        if self.choices.chance(55):
            return self.choices.pick(deep)(scope, depth - 1)
        return self.choices.pick(flat)(scope)

    # -- statements of one line ----------------------------------------------------------------------------------------------

    def _target(self, scope: Scope, kind: str) -> str:
        known = [name for name in scope.of(kind) if name not in scope.fixed]
        if known and not self.choices.chance(25):
            return self.choices.pick(known)
        free = [name for name in NAMES if name not in scope.names]
        if not free:
            return self.choices.pick(known) if known else "spare"
        name = self.choices.pick(free)
        scope.names[name] = kind
        return name

    def _assigned(self, scope: Scope) -> Lines:
        kind = self.choices.pick(TYPES)
        value = self.expressions.value(scope, kind)
        name = self._target(scope, kind)
        if self.choices.chance(10) and name not in SETTABLE:
            return [f"{name}: {'int' if kind == 'any' else kind} = {value}"]
        if self.choices.chance(10) and kind in ("int", "str"):
            return [f"{name} = {self._target(scope, kind)} = {value}"]
        return [f"{name} = {value}"]

    def _augmented(self, scope: Scope) -> Lines:
        kind = self.choices.pick(TYPES)
        names = [name for name in scope.of(kind) if name not in scope.fixed]
        if not names:
            return self._assigned(scope)
        name = self.choices.pick(names)
        operator = self.choices.pick(_AUGMENTED[kind])
        other = self.expressions.value(scope, "int" if kind == "any" else kind, 1)
        lines = [f"{name} {operator} {other}"]
        if self.choices.chance(40):
            lines = [f"{name} = {name} {operator[:-1]} ({other})"]
        if kind in ("str", "list"):
            lines.append(f"{name} = {name}[:8]")
        return lines

    def _printed(self, scope: Scope) -> Lines:
        value = self.expressions.value(scope, self.choices.pick(TYPES))
        if scope.kind == "generator" and self.choices.chance(50):
            return [f"print((yield {value}))"] if self.choices.chance(20) else [f"yield {value}"]
        return [f"print({value})"]

    def _swapped(self, scope: Scope) -> Lines:
        names = [name for name in scope.of("int") if name not in scope.fixed]
        if len(names) < 2:
            return self._assigned(scope)
        return [f"{names[0]}, {names[-1]} = {names[-1]}, {names[0]}"]

    def _listed(self, scope: Scope) -> Lines:
        names = scope.of("list")
        if not names:
            return ["data = [1]; value = data"] if not {"data", "value"} & scope.names.keys() else ["pass"]
        name, number = self.choices.pick(names), self.expressions.value(scope, "int", 1)
        return [
            self.choices.pick(
                (
                    f"{name}.append({number}) if len({name}) < 9 else {name}.clear()",
                    f"{name}[0] = {number}",
                    f"{name}[0] += {number}",
                    f"{name}[:] = {name}[::-1]",
                    f"del {name}[1:]",
                )
            )
        ]

    def _left(self, scope: Scope) -> Lines:
        options = ["pass", "...", f"return {self._value(scope)}", "raise KeyError"]
        if scope.loops:
            options = ["break", "continue", *options]
        test = self.expressions.condition(scope, 1)
        lines = [f"if {test}: {self.choices.pick(options)}"]
        if self.choices.chance(20):
            lines.append(f"else: {self.choices.pick(options)}")
        return lines

    def _value(self, scope: Scope) -> str:
        return self.expressions.value(scope, self.choices.pick(TYPES), 1)

    def _asserted(self, scope: Scope) -> Lines:
        if self.choices.chance(70):
            return self._printed(scope)
        return [f"assert {self.expressions.condition(scope, 1)}"]

    # -- statements with blocks ----------------------------------------------------------------------------------------------

    def _if(self, scope: Scope, depth: int) -> Lines:
        lines = [f"if {self.expressions.condition(scope)}:", *_block(self.block(scope, depth))]
        for _ in range(self.choices.below(3)):
            lines += [f"elif {self.expressions.condition(scope)}:", *_block(self.block(scope, depth))]
        if not self.choices.chance(30):
            lines += ["else:", *_block(self.block(scope, depth))]
        return lines

    def _counter(self) -> str:
        self.made += 1
        return f"k{self.made}"

    def _looped(self, scope: Scope, depth: int, header: Lines, before: Lines = ()) -> Lines:  # type: ignore[assignment]
        scope.loops += 1
        lines = [*header, *_block([*before, *self.block(scope, depth)])]
        scope.loops -= 1
        if self.choices.chance(30):
            lines += ["else:", *_block(self.block(scope, 0))]
        return lines

    def _for_range(self, scope: Scope, depth: int) -> Lines:
        small = self.choices.pick(("3", "2", "len('abcd')", "0", "1"))
        bounds = self.choices.pick((small, f"1, {small}", f"{small}, -1, -1", f"0, {small}, 2"))
        names = [name for name in scope.of("int") if name not in scope.fixed]
        if names and self.choices.chance(40):
            bounds = self.choices.pick(
                (f"min({self.choices.pick(names)}, 4)", f"{self.choices.pick(names)} % 5")
            )
        return self._looped(scope, depth, [f"for {self._target(scope, 'int')} in range({bounds}):"])

    def _for_each(self, scope: Scope, depth: int) -> Lines:
        items, kind = self.choices.pick(
            (
                (f"list({self.expressions.value(scope, 'list', 1)})[:4]", "int"),
                (f"{self.expressions.value(scope, 'str', 0)}[:4]", "str"),
                (f"({self._value(scope)}, {self._value(scope)})", "any"),
                ("Loud(3)", "int"),
                ("{'p': 1, 'q': 2}", "str"),
                ("map(note, (1, 2))", "int"),
            )
        )
        name = self._target(scope, kind)
        if self.choices.chance(25):
            other = self._target(scope, "int")
            return self._looped(scope, depth, [f"for {other}, {name} in enumerate({items}):"])
        return self._looped(scope, depth, [f"for {name} in {items}:"])

    def _while(self, scope: Scope, depth: int) -> Lines:
        counter = self._counter()
        bound = self.choices.pick(("3", "2", "4"))
        test, step = self.choices.pick(
            (
                (f"{counter} < {bound}", "+= 1"),
                (f"{counter} <= {bound}", "+= 2"),
                (f"not {counter} > {bound}", "+= 1"),
            )
        )
        if self.choices.chance(40):
            test = f"{test} and ({self.expressions.condition(scope, 1)})"
        start = f"{counter} = {self.choices.pick(('0', '1', '-1'))}"
        return [start, *self._looped(scope, depth, [f"while {test}:"], [f"{counter} {step}"])]

    def _while_true(self, scope: Scope, depth: int) -> Lines:
        counter = self._counter()
        leave = [
            f"{counter} += 1",
            f"if {self.choices.pick((f'{counter} > 3', f'not {counter} < 2'))}: break",
        ]
        if self.choices.chance(40):
            leave = leave[::-1]
        return [
            f"{counter} = 0",
            *self._looped(scope, depth, [f"while {self.choices.pick(('True', '1'))}:"], leave),
        ]

    def _try(self, scope: Scope, depth: int) -> Lines:
        lines = ["try:", *_block(self.block(scope, depth))]
        caught = self.choices.pick(("KeyError", "(TypeError, ZeroDivisionError)", "Exception", "NameError"))
        if self.choices.chance(60):
            lines += [
                f"except {caught} as error:",
                *_block(["print(type(error).__name__)", *self.block(scope, 0)]),
            ]
        else:
            lines += [f"except {caught}:", *_block(self.block(scope, 0))]
        if self.choices.chance(30):
            lines += ["else:", *_block(self.block(scope, 0))]
        if self.choices.chance(50):
            lines += ["finally:", *_block(self.block(scope, 0))]
        return lines

    def _with(self, scope: Scope, depth: int) -> Lines:
        given = self.expressions.value(scope, "int", 0)
        if self.choices.chance(50):
            return [
                f"with Context({given}) as {self._target(scope, 'int')}:",
                *_block(self.block(scope, depth)),
            ]
        return [f"with Context({given}), Context(1):", *_block(self.block(scope, depth))]

    def _match(self, scope: Scope, depth: int) -> Lines:
        lines = [f"match {self._value(scope)}:"]
        number, any_ = self._target(scope, "int"), self._target(scope, "any")
        if number == any_:
            return self._if(scope, depth)
        patterns = (
            "0 | 1",
            f"int({number})",
            "str()",
            f"[{any_}, *_]",
            f"Point(x={any_})",
            f"{{'key': {any_}}}",
            "None",
        )
        for pattern in dict.fromkeys(self.choices.pick(patterns) for _ in range(self.choices.between(1, 3))):
            guard = f" if {self.expressions.condition(scope, 1)}" if self.choices.chance(30) else ""
            lines += [f"    case {pattern}{guard}:", *_block(_block(self.block(scope, depth)))]
        if self.choices.chance(50):
            lines += ["    case _:", *_block(_block(self.block(scope, 0)))]
        return lines

    def _walrus(self, scope: Scope, depth: int) -> Lines:
        value = self.expressions.value(scope, "int")
        name = self._target(scope, "int")
        test = self.choices.pick(
            (f"({name} := {value}) > 1", f"not ({name} := {value})", f"({name} := {value}) < {name}")
        )
        return [f"if {test}:", *_block(self.block(scope, depth)), *self._printed(scope)]

    def _class(self, scope: Scope, depth: int) -> Lines:
        self.made += 1
        name, value = f"Local{self.made}", self.expressions.value(scope, "int", 1)
        known = self.choices.pick(scope.of("int") or ["1"])
        method = self.block(Scope({"self_value": "int"}, depth=2), 1, 2)
        return [
            f"class {name}:",
            f"    count = {value}",
            "    item = [n + 1 for n in (count, 2)]",
            "    def get(self, self_value=1):",
            f"        less = self.count < {known}",
            *_block(_block(method)),
            "        return less, self.item",
            f"print({name}().get(), {name}.count)",
        ]

    # -- functions within functions ------------------------------------------------------------------------------------------

    def _nested(self, scope: Scope, depth: int) -> Lines:
        self.made += 1
        name = f"inner{self.made}"
        outer = [name for name in SETTABLE if name in scope.names]
        inside = Scope(dict(scope.names), set(scope.names), [], depth=scope.depth + 1)
        body: Lines = []
        if outer and scope.loops == 0 and self.choices.chance(40):
            known = self.choices.pick(outer)
            body.append(f"nonlocal {known}")
            inside.fixed.discard(known)
        free = [n for n in ("left", "right", *NAMES) if n not in scope.names]
        first, second = free[0], free[1]
        inside.names |= {first: "int", second: "int"}
        body += [*self.block(inside, depth - 1, 3), f"return {self.expressions.value(inside, 'int')}"]
        called = self.choices.pick(
            (f"{name}(1, 2)", f"{name}(1, {second}=3)", f"{name}(2)", f"{name}({first}=4)")
        )
        return [
            f"def {name}({first}, {second}=2{self.choices.pick(('', ', /') if '=' not in called else ('',))}):",
            *_block(body),
            f"print({called})",
        ]

    def _generator(self, scope: Scope, depth: int) -> Lines:
        self.made += 1
        name = f"stream{self.made}"
        inside = Scope(dict(scope.names), set(scope.names), [], kind="generator", depth=scope.depth + 1)
        body = [*self.block(inside, depth, 3), f"yield {self.expressions.value(inside, 'int')}"]
        running = f"running{self.made}"
        ends = (
            [f"print(list({name}()))"],
            [f"{running} = {name}()", f"print(next({running}))", f"{running}.close()"],
            [f"for {self._target(scope, 'any')} in {name}():", "    print('got')", "    break"],
        )
        return [f"def {name}():", *_block(body), *self.choices.pick(ends)]

    def _lambdas(self, scope: Scope, depth: int) -> Lines:
        self.made += 1
        kept, name = f"kept{self.made}", self._target(scope, "int")
        value = self.choices.pick((name, f"{name} + 1", f"{name}={name}"))
        made = f"lambda {value}: {name}" if "=" in value else f"lambda: {value}"
        loop = self.choices.pick((f"for {name} in range(3):", f"for {name} in [5, 6]:"))
        return [f"{kept} = []", loop, f"    {kept}.append({made})", f"print([each() for each in {kept}])"]
