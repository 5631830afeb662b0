"""Statements of hostile programs: lists of logical lines, each with its depth of indentation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.strategies.hostile_python.expressions import NUMBERS, Expressions, Place
from tests.strategies.programs.choices import Choices

__all__ = ["ANNOTATIONS", "Lines", "Statements", "deeper"]

Lines = list[tuple[int, str]]
ANNOTATIONS = (
    "int",
    "'int'",
    "int if True else str",
    "(int if K else str)",
    "None or int",
    "{1: 2}",
    "1 == 1.0",
    "not False",
    "list[int]",
)
_REFLECTED = (
    "show(sorted(L()))", "show(V()['a'])", "show(E('a + b'))", "X('a = 9')", "show(sorted(D()))", "show(P('1 + a'))",
    "show(templ('{a} {b}'))",
    "show(queried('@a > @b'))", "show(sys._getframe().f_locals['a'])", "show(inspect.currentframe().f_locals['s'])",
    "show(sorted(B.locals()))",
    "show(getattr(builtins, 'locals')()['b'])", "show(sorted(Hidden.names()))", "show(sorted(TABLE['names']()))",
    "show(sorted(inspect.stack()[0][0].f_locals))", "show((lambda e=eval: e('1'))())", "show(builtins.__dict__['eval']('a'))",
)  # fmt: skip


def deeper(lines: Lines) -> Lines:
    """A block, one level deeper."""
    return [(depth + 1, text) for depth, text in lines or [(0, "pass")]]


class Statements:
    """Writes statements with the choices it is given.

    Args:
        reflects: whether a function may see its names at run time.
    """

    def __init__(self, choices: Choices, *, reflects: bool) -> None:
        self.choices = choices
        self.make = Expressions(choices)
        self.reflects = reflects
        self.made = 0

    def block(self, place: Place, depth: int, most: int = 3, loop: bool = False) -> Lines:
        """Some statements."""
        found: Lines = []
        for _ in range(self.choices.between(1, most)):
            found += self.statement(place, depth, loop)
        return found

    def statement(self, place: Place, depth: int, loop: bool) -> Lines:
        """One statement."""
        if self.reflects and self.choices.chance(12):
            return [(0, f"print({self.choices.pick(_REFLECTED)})")]
        flat: list[Callable[[Place], Lines]] = [
            self._assigned,
            self._assigned,
            self._augmented,
            self._printed,
            self._printed,
            self._odd,
        ]
        if depth <= 0 or self.choices.chance(40):
            return self.choices.pick([*flat, self._left if loop else self._returned])(place)
        deep: list[Callable[[Place, int, bool], Lines]] = [
            self._if, self._if, self._ranged, self._ranged, self._each, self._while, self._while, self._try, self._with,
            self._match,
            self._nested, self._closures, self._class, self._generated,
        ]  # fmt: skip
        return self.choices.pick(deep)(place, depth - 1, loop)

    def _number(self) -> int:
        self.made += 1
        return self.made

    # -- statements of one line ----------------------------------------------------------------------------------------------

    def _free(self, place: Place) -> str:
        return self.choices.pick([name for name in NUMBERS if name not in place.fixed] or ["spare"])

    def _assigned(self, place: Place) -> Lines:
        name, value = self._free(place), self.make.number(place)
        other = self.choices.pick(("spare", "d"))
        forms = (
            f"{name} = {value}", f"{name} = {value}", f"{other} = {value}", f"{name} = {other} = {value}",
            f"{name}, {other} = {value}, {name}",
            f"{name}, *{other} = {value}, {name}, 3", f"s = {self.make.text(place)}", f"o = {self.make.anything(place)}",
            f"d: {self.choices.pick(ANNOTATIONS)} = {value}", f"[{name}, [{other}]] = {name}, [{value}]",
            f"xs = xs[:3] + [{value}]",
            f"xs[{name} % 2:] = [{value}]", f"{name} = {name} + {value}", f"s = s + {self.make.text(place)}",
        )  # fmt: skip
        return [(0, self.choices.pick(forms))]

    def _augmented(self, place: Place) -> Lines:
        name = self._free(place)
        forms = (
            f"{name} += {self.make.number(place)}", f"{name} -= {self.make.number(place)}", f"{name} *= 2; {name} %= 9",
            f"{name} |= 4",
            f"s += {self.make.text(place)}", f"o += {self.make.number(place)}", f"xs += [{self.make.number(place)}]",
            "s = f'\\\n{o}'; s += 'k'",
        )  # fmt: skip
        return [(0, self.choices.pick(forms)), *([(0, "s = s[:9]")] if self.choices.chance(50) else [])]

    def _printed(self, place: Place) -> Lines:
        make = self.choices.pick((self.make.number, self.make.text, self.make.condition, self.make.anything))
        value = make(place, 3)
        if place.kind == "generator" and self.choices.chance(50):
            return [
                (
                    0,
                    self.choices.pick(
                        (
                            f"yield {value}",
                            f"spare = yield {value}",
                            "yield from (a, b)",
                            f"print(show((yield {value})))",
                        )
                    ),
                )
            ]
        if place.kind == "async" and self.choices.chance(40):
            return [(0, f"print(show(await Echo({value})))")]
        return [(0, f"print(show({value}))")]

    def _odd(self, place: Place) -> Lines:
        name = self._free(place)
        forms = [
            "pass", "...", f"assert {self.make.condition(place)}, {self.make.number(place)}",
            f"del {name}; {name} = {self.make.number(place)}",
            f"global G; G = {self.make.number(place)}", "G.append(1) if isinstance(G, list) else None",
            f"print(show({name})); print(show(s))",
            f"spare: {self.choices.pick(ANNOTATIONS)}", f"{name} = G",
            f"note({self.make.condition(place)}); {name} = {self.make.number(place)}",
        ]  # fmt: skip
        made = self.choices.pick(forms)
        return [(0, "a = b"), (0, "print(show(G))")] if made.startswith("global") else [(0, made)]

    def _returned(self, place: Place) -> Lines:
        test, value = self.make.condition(place, 1), self.make.anything(place)
        return [
            (0, f"if {test}: {self.choices.pick((f'return {value}', 'raise KeyError(a)', 'return', 'pass'))}")
        ]

    def _left(self, place: Place) -> Lines:
        jump = self.choices.pick(("break", "continue", "continue", "return a", "raise ValueError"))
        if self.choices.chance(30):
            return [(0, f"if {self.make.condition(place, 1)}:"), (1, f"print('{jump[:2]}'); {jump}")]
        return [(0, f"if {self.make.condition(place, 1)}: {jump}")]

    # -- statements with blocks ----------------------------------------------------------------------------------------------

    def _if(self, place: Place, depth: int, loop: bool) -> Lines:
        if self.choices.chance(20):
            one, two = self._assigned(place)[0][1], self._printed(place)[0][1]
            return [(0, f"if {self.make.condition(place)}: {one}"), (0, f"else: {two}  # no")]
        found: Lines = [(0, f"if {self.make.condition(place)}:"), *deeper(self.block(place, depth, 2, loop))]
        for _ in range(self.choices.below(3)):
            found += [(0, f"elif {self.make.condition(place)}:"), *deeper(self.block(place, depth, 2, loop))]
        if self.choices.chance(70):
            found += [(0, "else:"), *deeper(self.block(place, depth, 2, loop))]
        return found

    def _ranged(self, place: Place, depth: int, loop: bool) -> Lines:
        name = self._free(place)
        one, two = self.make.number(place, 1), self.make.number(place, 2)
        bounds = self.choices.pick(
            (
                "3", "len('abc')", f"{name}, 4", f"a, len({self.make.text(place)})", "b, len(s * (b := 2))", "4, 0, -2",
                f"{one} % 4", f"0, {two} % 5",
                "c, len(note(s, c := 1)[:3])", "len(xs)", f"min({one}, 3)", "int(a) % 3, 4, 2",
                "a, len([(a := k) for k in (0, 1, 2)])",
            )
        )  # fmt: skip
        target = self.choices.pick((name, "k", "k", "s", "xs[0]"))
        inner = replace(place, fixed=place.fixed | {name}) if self.choices.chance(60) else place
        found: Lines = [(0, f"for {target} in range({bounds}):"), *deeper(self.block(inner, depth, 3, True))]
        return [*found, *self._else(place)]

    def _else(self, place: Place) -> Lines:
        return [(0, "else:"), *deeper(self._printed(place))] if self.choices.chance(25) else []

    def _each(self, place: Place, depth: int, loop: bool) -> Lines:
        items = self.choices.pick(
            (
                "xs[:4]",
                "s[:3]",
                "(a, b)",
                "a, b",
                "[note(k) for k in (1, 2)]",
                "Odd(3)",
                "{'p': 1}.items()",
                "(k for k in (a, b))",
                "o",
                "zip('ab', xs)",
            )
        )
        target = (
            self.choices.pick(("k", "a", "k, *spare", "n, k"))
            if self.choices.chance(25)
            else self.choices.pick(("k", "c", "spare"))
        )
        if self.choices.chance(30):
            head = f"for n, {target if ',' not in target else 'k'} in enumerate({'(a, b)' if items == 'a, b' else items}):"
        else:
            head = f"for {target} in {items}:"
        word = "async " if place.kind == "async" and self.choices.chance(30) else ""
        if word:
            head = "async for k in Echo(3):"
        return [(0, head), *deeper(self.block(place, depth, 3, True)), *self._else(place)]

    def _while(self, place: Place, depth: int, loop: bool) -> Lines:
        fuel = f"t{self._number()}"
        test = self.make.condition(place)
        body = deeper(self.block(place, depth, 2, True))
        found: Lines = [(0, f"{fuel} = 0")]
        if self.choices.chance(40):
            return [
                *found,
                (0, f"while {self.choices.pick(('True', '1', 'not False'))}:"),
                (1, f"if {fuel} > 2 or {test}: break"),
                (1, f"{fuel} += 1"),
                *body,
            ]
        if self.choices.chance(30):
            return [
                *found,
                (0, "while True:"),
                (1, f"if not ({fuel} < 2): break"),
                (1, f"{fuel} += 1"),
                *body,
            ]
        head = self.choices.pick(
            (f"while ({fuel} := {fuel} + 1) < 4 and {test}:", f"while ({fuel} := {fuel} + 1) <= 2:")
        )
        return [*found, (0, head), *body, *self._else(place)]

    def _try(self, place: Place, depth: int, loop: bool) -> Lines:
        found: Lines = [(0, "try:"), *deeper(self.block(place, depth, 2, loop))]
        caught = self.choices.pick(
            (
                "KeyError",
                "(TypeError, ValueError, ZeroDivisionError)",
                "Exception",
                "NameError",
                "BaseException",
            )
        )
        head = self.choices.pick(
            (f"except {caught} as c:", f"except {caught}:", f"except {caught} as error:")
        )
        found += [(0, head), *deeper([(0, "print('caught')"), *self.block(place, 0, 2, loop)])]
        if self.choices.chance(30):
            found += [(0, "else:"), *deeper(self.block(place, 0, 1, loop))]
        if self.choices.chance(50):
            found += [(0, "finally:"), *deeper([(0, "print('at last')"), *self.block(place, 0, 2, loop)])]
        return found

    def _with(self, place: Place, depth: int, loop: bool) -> Lines:
        head = self.choices.pick(
            (
                "with Odd(3) as d:",
                "with Odd(1), Odd(6) as (b):",
                "with (Odd(a) as spare, Odd(2)):",
                f"with note(Odd({self.make.number(place, 1)})):",
            )
        )
        return [(0, head), *deeper(self.block(place, depth, 2, loop))]

    def _match(self, place: Place, depth: int, loop: bool) -> Lines:
        found: Lines = [(0, f"match {self.make.anything(place)}:")]
        patterns = (
            "0 | 1",
            "int(d)",
            "str() as d",
            "[d, *_]",
            "Odd(v=d)",
            "{'k': d, **spare}",
            "None",
            "True",
            "-1",
            "(1, d) | [d, 2]",
        )
        for pattern in dict.fromkeys(self.choices.pick(patterns) for _ in range(2)):
            guard = f" if {self.make.condition(place, 1)}" if self.choices.chance(40) else ""
            found += [(1, f"case {pattern}{guard}:"), *deeper(deeper(self.block(place, 0, 2, loop)))]
        return (
            [*found, (1, "case _:"), *deeper(deeper(self._printed(place)))]
            if self.choices.chance(60)
            else found
        )

    # -- functions and classes within functions ------------------------------------------------------------------------------

    def _nested(self, place: Place, depth: int, loop: bool) -> Lines:
        name = f"inner{self._number()}"
        before = f"nonlocal {self.choices.pick(('a', 'b', 's'))}" if self.choices.chance(40) else "global G"
        default, note = self.make.number(place, 1), self.choices.pick(ANNOTATIONS)
        params = self.choices.pick(
            (
                "k",
                f"k={default}",
                f"k: {note} = {default}",
                "k, /",
                "*r, k=1",
                f"k, *, z: {note} = 1",
                "k, **more",
            )
        )
        call = (
            self.choices.pick(("1", "k=2", ""))
            if "/" not in params and "=" in params
            else "k=3"
            if "*r" in params or "more" in params
            else "1"
        )
        lines: Lines = (
            [(0, f"@wrapped({self.make.condition(replace(place, kind='def'), 1)})")]
            if self.choices.chance(20)
            else []
        )
        body = [
            (0, before),
            *self.block(Place(), min(depth, 1), 2),
            (0, f"return {self.make.number(Place())}"),
        ]
        lines += [(0, f"def {name}({params}) -> {note}:"), *deeper(body)]
        return [
            *lines,
            (0, f"print(show({name}({call})))"),
            *([(0, f"described({name})")] if len(lines) and lines[0][1][0] != "@" else []),
        ]

    def _closures(self, place: Place, depth: int, loop: bool) -> Lines:
        name, kept = self._free(place), f"kept{self._number()}"
        made = self.choices.pick(
            (
                f"lambda: {name}",
                f"lambda z={name}: z",
                f"lambda: {name} + k",
                f"lambda *r: [{name} for _ in r]",
            )
        )
        return [(0, f"{kept} = []"), (0, f"for {self.choices.pick((name, 'k'))} in {self.choices.pick(('range(3)', '(5, 6)'))}:"),
                (1, f"k = {name}; {kept}.append({made})"), (0, f"print(show([each() for each in {kept}]))")]  # fmt: skip

    def _class(self, place: Place, depth: int, loop: bool) -> Lines:
        name = f"Local{self._number()}"
        bases = self.choices.pick(
            (
                "",
                "(Base)",
                "(Base if a else Base)",
                "(metaclass=Meta)",
                f"(Base, metaclass=Meta, k={self.make.number(replace(place, binds=False), 1)})",
            )
        )
        if "k=" in bases and "metaclass" not in bases:
            bases = ""
        inner = Place(binds=False)
        body: Lines = [
            (0, f"a = {self.make.number(inner, 1)}"), (0, f"y: {self.choices.pick(ANNOTATIONS)} = 1 if a < 2 else 2"), (0,
            f"less = len('ab') < {self.make.number(inner, 0)}"),
            (0, "for k in (1, 2): print('k', k)"), (0, f"def get(self, k={self.make.number(inner, 1)}):"),
            *deeper([(0, "b = 1; c = k"), *self.block(Place(fixed=frozenset({"a"})), 0, 2), (0,
            f"return self.a == {self.choices.pick(('b', 'k', 'c'))}")]),
        ]  # fmt: skip
        return [
            (0, f"class {name}{bases}:"),
            *deeper(body),
            (0, f"print(show({name}().get()), show({name}.less), sorted({name}.__annotations__))"),
        ]

    def _generated(self, place: Place, depth: int, loop: bool) -> Lines:
        name = f"stream{self._number()}"
        body = [*self.block(Place("generator"), min(depth, 1), 2), (0, f"yield {self.make.number(Place())}")]
        if self.choices.chance(40):
            body = [(0, "try:"), *deeper(body), (0, "finally:"), (1, "print('closed')")]
        use = self.choices.pick(
            (
                f"print(show(driven('{name}', {name}())))",
                f"print(show([k for k in {name}()][:5]))",
                f"spare = {name}(); print(show(next(spare))); spare.close()",
            )
        )
        return [(0, f"def {name}(a=a, b=b, c=c, s=s, xs=xs, o=o):"), *deeper(body), (0, use)]
