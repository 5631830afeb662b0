"""What a writer of Java knows at each place: variables, jump targets, methods to call, and how much may still be written."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.strategies.programs.choices import Choices

__all__ = [
    "ADDITIVE",
    "AND",
    "ASSIGNMENT",
    "BIT_AND",
    "BIT_OR",
    "BIT_XOR",
    "CONDITIONAL",
    "EQUALITY",
    "MULTIPLICATIVE",
    "OR",
    "PRIMARY",
    "RELATIONAL",
    "SHIFT",
    "UNARY",
    "Callable_",
    "Expr",
    "Field",
    "Member",
    "State",
    "Stmt",
    "Target",
    "Variable",
]

ASSIGNMENT, CONDITIONAL, OR, AND, BIT_OR, BIT_XOR, BIT_AND = range(7)
EQUALITY, RELATIONAL, SHIFT, ADDITIVE, MULTIPLICATIVE, UNARY, PRIMARY = range(7, 14)

_LOCALS = (
    *("a", "b", "i", "n", "k", "count", "flag", "text", "data", "item", "value", "size", "name", "mark", "small"),
    *("grid", "list", "total", "s", "x", "big", "ratio", "größe", "naïve", "$v", "_w", "名", "index1", "depth", "OAK"),
)  # fmt: skip


class Expr(NamedTuple):
    """An expression and how tightly it binds."""

    text: str
    level: int = PRIMARY

    def at(self, level: int) -> str:
        """The text, in parentheses where the place binds tighter."""
        return self.text if self.level >= level else f"({self.text})"


class Stmt(NamedTuple):
    """Statements, one a line, and whether they can complete normally (JLS 14.22)."""

    text: str
    completes: bool = True


@dataclass(frozen=True)
class Variable:
    """A local variable or parameter.

    Attributes:
        settable: whether it may be written.
        final: whether it never is after its declaration.
        level: how many functions are around its declaration.
        constant: its value, if it is a constant variable (JLS 4.12.4).
    """

    name: str
    type: str
    settable: bool = False
    final: bool = False
    level: int = 0
    constant: str = ""


@dataclass(frozen=True)
class Field:
    """A field of the program's class or a class above it."""

    name: str
    type: str
    static: bool
    settable: bool = True
    inherited: bool = False
    owner: str = "Program"


@dataclass(frozen=True)
class Callable_:
    """A method that may be called by its simple name."""

    name: str
    parameters: tuple[str, ...]
    returns: str
    static: bool
    checked: bool


@dataclass
class Target:
    """A statement that can be left by a jump, and whether some jump does so."""

    kind: str
    label: str | None
    level: int
    broken: bool = False
    continued: bool = False


@dataclass
class Member:
    """What is the same all over a member.

    Attributes:
        methods: those that may be called a few times, but in no loop.
        helpers: those that are so short that they may be called anywhere.
    """

    fields: tuple[Field, ...] = ()
    methods: tuple[Callable_, ...] = ()
    helpers: tuple[Callable_, ...] = ()
    static: bool = True
    fuel: int = 8
    calls: int = 2
    taken: set[str] = field(default_factory=set)


class State(ABC):
    """What is known where the writer stands."""

    def __init__(self, choices: Choices, member: Member, *, returns: str | None, checked: bool) -> None:
        """Begins a body.

        Args:
            choices: of everything.
            member: what is known of the program.
            returns: the type that is returned, "void", or None where there may be no return.
            checked: whether the checked exception of the library may be thrown.
        """
        self.choices = choices
        self.member = member
        self.returns = returns
        self.checked = checked
        self.scope: list[Variable] = []
        self.targets: list[Target] = []
        self.level = 0
        self.loops = 0
        self.nesting = 0
        self.instance = not member.static
        self.inner = False
        self.compact = False
        self.expressions = 0
        self.labels: list[str] = []

    @abstractmethod
    def expr(self, type_: str, depth: int) -> Expr:
        """An expression whose static type is exactly this one."""

    @abstractmethod
    def wide(self, type_: str, depth: int) -> Expr:
        """An expression that may be assigned to this type."""

    @abstractmethod
    def block(self) -> Stmt:
        """Some statements in braces."""

    @abstractmethod
    def statements(self, most: int) -> Stmt:
        """Some statements in a row."""

    # -- names -------------------------------------------------------------------------------------------------------

    def fresh(self, avoid: str = "", *, unlike_fields: bool = False) -> str:
        """A name that no variable in scope has, and that does not occur in `avoid`."""
        used = {v.name for v in self.scope} | self.member.taken | set(re.findall(r"[\w$]+", avoid))
        if unlike_fields:
            used |= {f.name for f in self.member.fields}
        free = [name for name in _LOCALS if name not in used]
        if free:
            return self.choices.pick(free)
        number = len(used)
        while f"v{number}" in used:
            number += 1
        return f"v{number}"

    def unique(self, stem: str) -> str:
        """A name that occurs nowhere else in the member."""
        number = 1
        while f"{stem}{number}" in self.member.taken:
            number += 1
        self.member.taken.add(f"{stem}{number}")
        return f"{stem}{number}"

    def declare(
        self, name: str, type_: str, *, settable: bool = False, final: bool = False, constant: str = ""
    ) -> None:
        """Brings a variable into scope."""
        self.scope.append(Variable(name, type_, settable, final, self.level, constant))

    @contextmanager
    def nested(self) -> Iterator[None]:
        """A scope that ends."""
        before = self.scope
        self.scope = list(before)
        self.nesting += 1
        yield
        self.nesting -= 1
        self.scope = before

    @contextmanager
    def function(self, returns: str | None, *, inner: bool = False) -> Iterator[None]:
        """The body of a lambda, or (`inner`) of a method of a nested class: no jumps to the outside, captures only of finals."""
        saved = self.targets, self.returns, self.checked, self.inner, self.loops, self.expressions
        self.expressions = 0
        self.targets, self.returns, self.checked = [], returns, False
        self.inner = self.inner or inner
        self.loops = max(self.loops, 1)
        self.level += 1
        with self.nested():
            yield
        self.level -= 1
        self.targets, self.returns, self.checked, self.inner, self.loops, self.expressions = saved

    def hide(self, since: int = 0) -> None:
        """Of variables from this one on only the names stay: they hide fields, but may not be read."""
        self.scope[since:] = [Variable(v.name, "hidden", level=-1) for v in self.scope[since:]]

    @contextmanager
    def isolated(self) -> Iterator[None]:
        """A static context inside of a member, such as the body of a local record."""
        saved = self.instance
        self.instance = False
        with self.nested():
            self.hide()
            yield
        self.instance = saved

    # -- what there is to read and write --------------------------------------------------------------------------------

    def reads(self, type_: str) -> list[str]:
        """How variables of a type may be named here; the nearest come first."""
        seen: set[str] = set()
        found = []
        for v in reversed(self.scope):
            if v.name not in seen and v.type == type_ and (v.final or v.level == self.level):
                found.append(v.name)
            seen.add(v.name)
        return found + [text for f in self.member.fields if f.type == type_ for text in self._field(f, seen)]

    def writes(self, type_: str) -> list[str]:
        """How variables of a type that may be written are named here."""
        seen: set[str] = set()
        found = []
        for v in reversed(self.scope):
            if v.name not in seen and v.type == type_ and v.settable and v.level == self.level:
                found.append(v.name)
            seen.add(v.name)
        fields = [f for f in self.member.fields if f.type == type_ and f.settable]
        return found + [text for f in fields for text in self._field(f, seen)]

    def _field(self, f: Field, hidden: set[str]) -> list[str]:
        if not f.static and not self.instance:
            return []
        twin = [o for o in self.member.fields if o.name == f.name and o is not f]
        if f.static and not (f.inherited and twin):
            return [f"{f.owner}.{f.name}"] if f.name in hidden else [f.name]
        this = f"{f.owner}.this" if self.inner else "this"
        if f.inherited and twin:
            return [f"super.{f.name}"] if self.instance and not self.inner else []
        return [f"{this}.{f.name}"] if f.name in hidden else [f.name, f"{this}.{f.name}"]

    def constants(self, type_: str) -> list[Variable]:
        """The constant variables of a type that can be named here."""
        nearest = {v.name: v for v in self.scope}
        return [v for v in nearest.values() if v.constant and v.type == type_]

    def helping(self, *returns: str) -> list[Callable_]:
        """The helpers that may be called here; those alone that return one of these types, if there are some."""
        return [
            h
            for h in self.member.helpers
            if (h.static or self.instance) and (not returns or h.returns in returns)
        ]

    def callables(self, returns: str) -> list[Callable_]:
        """The methods that may be called here for a value."""
        if self.loops or self.member.calls <= 0:
            return []
        return [
            m
            for m in self.member.methods
            if m.returns == returns and (m.static or self.instance) and (self.checked or not m.checked)
        ]
