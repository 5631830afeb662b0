"""Expressions of generated Python programs: each of a type, from the variables of a scope."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.strategies.programs.choices import Choices

__all__ = ["TYPES", "Expressions", "Scope"]

TYPES = ("int", "str", "bool", "list", "float", "any")
_LITERALS = {
    "int": ("1", "0", "2", "3", "-1", "7", "0x10", "10_0"),
    "str": ("'a'", '""', '"bc"', "'''d'''", '"x" "y"', "f'{1}'"),
    "bool": ("True", "False"),
    "list": ("[]", "[1]", "[3, 1, 2]", "list(range(2))"),
    "float": ("0.5", "1.0", "-0.0", 'float("nan")', "1e3"),
    "any": ("None", "Loud(2)", "Loud(3)", "5", "'s'", "(1, 2)", "Point(0, 1)", "{'key': 1}", "[4, [5]]"),
}
_COMPARED = ("<", ">", "<=", ">=", "==", "!=")


@dataclass
class Scope:
    """Where statements are written.

    Attributes:
        names: the variables and their types.
        fixed: those that nothing may write, since a loop counts with them.
        callables: functions and the types of what they take and return, to be called outside of loops.
        loops: how many loops are around; `in_function` counts anew.
        kind: "function" or "generator".
        depth: of nested functions.
    """

    names: dict[str, str] = field(default_factory=dict)
    fixed: set[str] = field(default_factory=set)
    callables: list[tuple[str, tuple[str, ...], str]] = field(default_factory=list)
    loops: int = 0
    kind: str = "function"
    depth: int = 0

    def of(self, kind: str) -> list[str]:
        """The variables of a type."""
        return [name for name, its in self.names.items() if its == kind]


class Expressions:
    """Writes expressions with the choices it is given."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices

    def value(self, scope: Scope, kind: str, depth: int = 2) -> str:
        """An expression of a type."""
        makers = [self._simple]
        if depth > 0:
            makers += [getattr(self, f"_{kind}")] * 3 + [self._conditional, self._noted, self._called]
        return self.choices.pick(makers)(scope, kind, depth - 1)

    def condition(self, scope: Scope, depth: int = 2) -> str:
        """What stands in a test: of any type."""
        if self.choices.chance(25):
            return self.value(scope, self.choices.pick(TYPES), depth)
        return self.value(scope, "bool", depth)

    def _simple(self, scope: Scope, kind: str, depth: int) -> str:
        names = scope.of(kind)
        if names and not self.choices.chance(30):
            return self.choices.pick(names)
        return self.choices.pick(_LITERALS[kind])

    def _conditional(self, scope: Scope, kind: str, depth: int) -> str:
        one, other = self.value(scope, kind, depth), self.value(scope, kind, depth)
        return f"({one} if {self.condition(scope, depth)} else {other})"

    def _noted(self, scope: Scope, kind: str, depth: int) -> str:
        if self.choices.chance(20):
            return f"(lambda: {self.value(scope, kind, depth)})()"
        return f"note({self.value(scope, kind, depth)})"

    def _called(self, scope: Scope, kind: str, depth: int) -> str:
        fitting = [each for each in scope.callables if each[2] == kind]
        if not fitting or scope.loops:
            return self._simple(scope, kind, depth)
        name, kinds, _ = self.choices.pick(fitting)
        return f"{name}({', '.join(self.value(scope, each, 0) for each in kinds)})"

    def _int(self, scope: Scope, kind: str, depth: int) -> str:
        def one() -> str:
            return self.value(scope, "int", depth)

        return self.choices.make(
            (
                lambda: f"{one()} + {one()}",
                lambda: f"({one()} - {one()})",
                lambda: f"({one()} * {one()}) % 97",
                lambda: f"({one()}) // ({one()})",
                lambda: f"-({one()})",
                lambda: f"len({self.value(scope, self.choices.pick(('str', 'list')), depth)})",
                lambda: f"sum({self.value(scope, 'list', depth)})",
                lambda: f"max({one()}, {one()})",
                lambda: f"~({one()}) & 15",
                lambda: f"(y := {one()}) + y",
                lambda: f"sum(x for x in {self.value(scope, 'list', depth)} if x < {one()})",
            )
        )

    def _str(self, scope: Scope, kind: str, depth: int) -> str:
        def one(kind: str = "str") -> str:
            return self.value(scope, kind, depth)

        return self.choices.make(
            (
                lambda: f"({one()} + {one()})[:9]",
                lambda: f"str({one('int')})",
                lambda: f"{one()}.upper()",
                lambda: f"'-'.join(str(i) for i in {one('list')})",
                lambda: f'f"{{{self._name(scope)}=}}"',
                lambda: f'f"{{{self._name(scope)}!r}} {{{self._name(scope)}}}"',
                lambda: f"({one()})[:{one('int')}]",
                lambda: f"({one()} and {one()})",
            )
        )

    def _name(self, scope: Scope) -> str:
        return self.choices.pick(list(scope.names) or ["1"])

    def _bool(self, scope: Scope, kind: str, depth: int) -> str:
        def one(kind: str = "bool") -> str:
            return self.value(scope, kind, depth)

        def compared() -> str:
            kind = self.choices.pick(("int", "str", "float", "bool", "list", "any"))
            other = kind if not self.choices.chance(15) else self.choices.pick(TYPES)
            return f"{self._operand(one(kind))} {self.choices.pick(_COMPARED)} {self._operand(one(other))}"

        return self.choices.make(
            (
                compared,
                compared,
                lambda: f"not {self._operand(self.condition(scope, depth))}",
                lambda: f"({one()} and {one()})",
                lambda: f"({one()} or {one()})",
                lambda: f"not ({one()} or {one()})",
                lambda: f"{self._operand(one('int'))} in {self._operand(one('list'))}",
                lambda: f"{self._operand(one('any'))} is{self.choices.pick(('', ' not'))} None",
                lambda: f"0 < {self._operand(one('int'))} <= {self._operand(one('int'))}",
                lambda: f"bool({one('any')})",
                lambda: f"any(i > 1 for i in {one('list')})",
            )
        )

    def _operand(self, text: str) -> str:
        return text if text.isidentifier() and self.choices.chance(80) else f"({text})"

    def _list(self, scope: Scope, kind: str, depth: int) -> str:
        def one(kind: str = "list") -> str:
            return self.value(scope, kind, depth)

        return self.choices.make(
            (
                lambda: f"[{one('int')}, {one('int')}]",
                lambda: f"[x + {one('int')} for x in {one()}][:6]",
                lambda: (
                    f"[n for n in {one()} if n {self.choices.pick(_COMPARED)} {self._operand(one('int'))}]"
                ),
                lambda: f"sorted({one()})",
                lambda: f"({one()} + {one()})[:7]",
                lambda: f"list({one()})",
                lambda: f"({one()} or {one()})",
                lambda: f"[*{one()}, {one('int')}]",
                lambda: f"list(map(lambda i: i + {one('int')}, {one()}))",
                lambda: f"sorted({{x: i for i, x in enumerate({one()})}})",
            )
        )

    def _float(self, scope: Scope, kind: str, depth: int) -> str:
        def one(kind: str = "float") -> str:
            return self.value(scope, kind, depth)

        return self.choices.make(
            (
                lambda: f"({one()} + {one('int')})",
                lambda: f"({one()} - {one()})",
                lambda: f"{self._operand(one('int'))} / {self._operand(one('int'))}",
                lambda: f"float({one('int')})",
                lambda: f"abs({one()})",
            )
        )

    def _any(self, scope: Scope, kind: str, depth: int) -> str:
        def one(kind: str) -> str:
            return self.value(scope, kind, depth)

        return self.choices.make(
            (
                lambda: f"{self._operand(self.condition(scope, depth))} and {self._operand(one('any'))}",
                lambda: f"{self._operand(one('any'))} or {self._operand(one('int'))}",
                lambda: f"({one('int')}, {one('str')})",
                lambda: f"{{'key': {one('int')}, 'b': {one('any')}}}",
                lambda: f"Loud({one('int')})",
                lambda: f"Point({one('int')}, {one('any')})",
                lambda: f"passed({one('int')}, name={one('str')}, value={one('any')})",
                lambda: f"{self._operand(one('any'))} + {one('int')}",
                lambda: one(self.choices.pick(TYPES)),
            )
        )
