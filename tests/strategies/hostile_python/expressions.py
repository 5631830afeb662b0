"""Expressions of hostile programs: numbers, texts, conditions, and anything; an assignment expression may be in each."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tests.strategies.programs.choices import Choices

__all__ = ["NUMBERS", "Expressions", "Place"]

NUMBERS = ("a", "b", "c")
"""Variables that are bound to numbers at the beginning of each function; `s` is a text, `xs` a list, `o` anything."""

# @N, @T, @C and @A are operands, @I is a number without an assignment, @n the name of a number, @w one that is bound.
_NUMBER = (
    "(@w := @N)", "(@w := @N)", "@N + @N", "@N - @N", "@N * @N % 7", "-@N", "~@N", "abs(@N)", "len(@T)", "len(xs)", "note(@N)",
    "note(@w := @N)", "note(@N, @N)", "note(*[@N], k=@N)", "note(k=@N, *(@N,))", "note(**{'k': @N})", "o[@N]",
    "o[@N:@N].start", "o[@N, @N][1]",
    "o(@N)", "o(@w := @N)", "Odd(@N).v", "-Odd(@N)", "(Odd(@N) + @N)", "(@N if @C else @N)", "(@C and @N or @N)",
    "[@N, @N][@N % 2]",
    "[k for k in (@I, @I)][-1]", "[(@w := k) for k in (@I, @I) if k != @N][-1]", "sum((@w := k) for k in (@I, @I))",
    "next(k for k in [@I])",
    "max(@N, @N)", "(lambda z=@N: z)()", "(lambda: @I)()", "(lambda k, *r: k + @I)(@N, @N)", "{@N: @N}.popitem()[1]",
    "int(@T == @T)",
    "int(f'{@n}')", "(bool(@C) + @N)", "@N // (@N or 1)", "@N ** 2 % 5", "(@N, @N)[0]", "hash(@N)", "(@N).bit_length()",
    "Number(@N)",
    "[*(@N, @N), @N][1]", "{k: k + @I for k in (@I, 4)}[4]", "note(@N, lambda: (@w := 1))",
)  # fmt: skip
_TEXT = (
    "s", "s", "'x'", "'y' \"z\"", "@T + @T", "f'{@n}'", "f'{o}'", "f'{o!r:>{@n % 9}}'", "f'{@n=}'", "'' f'{o}'", "f'\\\n{o}'",
    "'\\\n' f'{o}' ''", "f'''\\\n{o}'''", "f'{o}{s}'", "'%s' % (o,)", "'%s\\\n' % (o,)", "'%d' % @n", "@T.upper()",
    "str(@N)", "repr(@N)",
    "'{}'.format(@N)", "'-'.join([@T, @T])", "(s := @T)", "(@T if @C else @T)", "note(@T)", "@T[:2]", "str(o)",
    "f'{(lambda: @n)()}'",
    "f'{@n!s}' rf'\\x'", "'{{'", "f'{{{@n}'", "f'{(a := 3)}{a}'",
)  # fmt: skip
_CONDITION = (
    "@N < @N", "@N > @N", "@N <= @N", "@N >= @N", "@N == @N", "@N != @N", "@N == @A", "@A == @N", "@A != @T", "@T == @A",
    "@N is @N",
    "@A is not @A", "@A is None", "@T < @T", "@T == @T", "o < @N", "@N > o", "o == @T", "@N in (@N, @N)", "@A in o",
    "not @C", "not not @C",
    "(@C and @C)", "(@C or @C)", "not (@C or @C)", "@N < @N < @N", "(@w := @N) > @n", "@n < (@w := @N)",
    "@n == note(@w := @N)", "True",
    "not False", "o", "xs", "@N", "isinstance(@A, int)", "(@C) == True", "None is @A", "@A == None", "@n != o[@w := @N]",
    "@n is o(@w := @N)",
)  # fmt: skip
_ANY = (
    "o", "xs", "None", "s", "o", "@N", "@T", "Odd(@N)", "(@n, @N)", "Text('q')", "Number(@N)", "1.5", "b'b'", "note(o)",
    "(o := o)", "[]",
)  # fmt: skip
_MARK = re.compile("@([NTCAInw])")


@dataclass(frozen=True)
class Place:
    """Where an expression is written.

    Attributes:
        kind: "def", "generator" or "async": what the function around is.
        fixed: variables that must not be bound there, since a loop counts with them.
        binds: whether assignment expressions may stand there.
    """

    kind: str = "def"
    fixed: frozenset[str] = frozenset()
    binds: bool = True


class Expressions:
    """Writes expressions with the choices it is given."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices

    def number(self, place: Place, depth: int = 2) -> str:
        """An expression that mostly gives a small int."""
        if depth <= 0 or self.choices.chance(20):
            return self.choices.pick((*NUMBERS, "1", "0", "2", "3", "-1"))
        if place.kind == "generator" and self.choices.chance(8):
            return f"((yield {self.number(place, depth - 1)}) or 1)"
        if place.kind == "async" and self.choices.chance(15):
            return f"((await Echo({self.number(place, depth - 1)})) or 2)"
        return self._filled(_NUMBER, place, depth)

    def text(self, place: Place, depth: int = 2) -> str:
        """An expression that gives a text."""
        return self._filled(_TEXT if depth > 0 else _TEXT[:4], place, depth)

    def condition(self, place: Place, depth: int = 2) -> str:
        """An expression whose truth is asked for."""
        return self._filled(_CONDITION if depth > 0 else ("o", "a < b", "xs", "True"), place, depth)

    def anything(self, place: Place, depth: int = 2) -> str:
        """An expression that gives anything."""
        return self._filled(_ANY if depth > 0 else _ANY[:4], place, depth)

    def _filled(self, templates: tuple[str, ...], place: Place, depth: int) -> str:
        template = self.choices.pick(templates)
        if ":=" in template and not place.binds:
            template = templates[0] if ":=" not in templates[0] else "1"
        inner = place
        if " for " in template or "lambda" in template:
            inner = replace(place, kind="def", binds=place.binds and "lambda" not in template)
        free = [name for name in NUMBERS if name not in place.fixed] or ["spare"]
        name, bound = self.choices.pick(NUMBERS), self.choices.pick(free)
        make = {
            "N": lambda: self.number(inner, depth - 1),
            "T": lambda: self.text(inner, depth - 1),
            "C": lambda: self.condition(inner, depth - 1),
            "A": lambda: self.anything(inner, depth - 1),
            "I": lambda: self.number(replace(inner, kind="def", binds=False), depth - 1),
            "n": lambda: name,
            "w": lambda: bound,
        }
        return _MARK.sub(lambda mark: _operand(make[mark[1]]()), template)


def _operand(text: str) -> str:
    """An operand, in parentheses where another operator could take it apart."""
    simple = re.fullmatch(r"[\w.]+|\([^()]*\)|'[^'\\]*'|\w+\([^()]*\)", text)
    return text if simple else f"({text})"
