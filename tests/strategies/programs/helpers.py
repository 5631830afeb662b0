"""Short methods, most of them private: overloads that print which one was called, and methods that call themselves."""

from __future__ import annotations

from tests.strategies.programs.classes import Classes
from tests.strategies.programs.maker import INSTANCE, STATIC
from tests.strategies.programs.nested import Writer
from tests.strategies.programs.scope import ASSIGNMENT, Callable_

__all__ = ["Helpers"]

_NAMES = (
    "getTotal",
    "computeTotal",
    "findItem",
    "makeText",
    "addItem",
    "checkState",
    "updateCount",
    "getItem",
)
_SIGNATURES = (
    *(("int",), ("long",), ("Object",), ("Integer",), ("int...",), ("double",), ("char",), ("String",)),
    *(("int", "int"), ("int", "String"), ()),
)
_RETURNED = ("int", "int", "int", "String", "long", "Object", "boolean", "void")
_DEPTH = 4
"""From where on a method that calls itself no longer does."""


class Helpers(Classes):
    """Writes helpers, which other members may call anywhere."""

    def helper(self) -> None:
        """A few overloads of a name, or a method that calls itself."""
        c = self.choices
        name = c.pick([n for n in _NAMES if all(h.name != n for h in self.helpers)])
        static = not c.chance(55)
        if c.chance(30):
            self._recursive(name, static=static)
            return
        left = list(_SIGNATURES)
        chosen = [
            left.pop(c.below(len(left) if number else 6)) for number in range(c.pick((1, 3, 1, 2, 1, 4)))
        ]
        returns = c.pick(_RETURNED)
        made = [Callable_(name, types, returns, static, checked=False) for types in chosen]
        for helper in made:
            writer, parameters = self._begun(helper)
            others = writer.helping()
            writer.member.helpers = ()
            lead = f"{writer.helped(c.pick(others), 0).text};\n" if others and c.chance(20) else ""
            body = self.body(writer, 2)
            self._written(helper, parameters, f'log("{name}({", ".join(helper.parameters)})");\n{lead}{body}')
        self.helpers += made

    def _begun(self, helper: Callable_) -> tuple[Writer, list[str]]:
        """A writer of a body of little fuel, and the names of the parameters."""
        c = self.choices
        writer = self.writer((*STATIC, *INSTANCE), static=helper.static, returns=helper.returns)
        writer.member.methods, writer.member.fuel = (), c.below(3)
        names = []
        for type_ in helper.parameters:
            names.append(writer.fresh(unlike_fields=c.chance(50)))
            writer.declare(
                names[-1], type_.replace("...", "[]"), settable=(settable := c.chance(40)), final=not settable
            )
        return writer, names

    def _written(self, helper: Callable_, names: list[str], body: str) -> None:
        head = self.choices.pick(("private ", "private ", "private ", "private ", "", "private final "))
        head += "static " if helper.static else ""
        parameters = ", ".join(
            f"{type_} {name}" for type_, name in zip(helper.parameters, names, strict=True)
        )
        self.members.append(f"{head}{helper.returns} {helper.name}({parameters}) {{\n{body}\n}}")

    def _recursive(self, name: str, *, static: bool) -> None:
        c = self.choices
        returns = c.pick(("int", "int", "String", "long"))
        helper = Callable_(
            name, c.pick((("int",), ("int", "int"), ("int", "String"))), returns, static, False
        )
        writer, names = self._begun(helper)
        writer.scope.clear()
        for type_, parameter in zip(helper.parameters, names, strict=True):
            writer.declare(parameter, type_, final=True)
        writer.member.helpers = ()
        first = names[0]
        with writer.nested():
            lead = writer.simple().text
            base = writer.wide(returns, 1).at(ASSIGNMENT)
            rest = [writer.expr(type_, 0).at(ASSIGNMENT) for type_ in helper.parameters[1:]]
            way = c.pick(("", "", "Program." if static else "this."))
            again = f"{way}{name}({', '.join([f'{first} - 1', *rest])})"
            value = f"clip({again} + {first})" if returns == "String" else f"{again} + {first}"
            if c.chance(30):
                value = f"{first} % 2 == 0 ? {again} : {value}"
        stop = f"if ({first} <= 0 || {first} > {_DEPTH}) {{\nreturn {base};\n}}"
        self._written(helper, names, f'log("in {name}");\n{stop}\n{lead}\nreturn {value};')
        self.helpers.append(helper)
