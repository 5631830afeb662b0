"""Whole programs: functions and methods with typed parameters, and what calls each and prints what came of it."""

from __future__ import annotations

from textwrap import indent

from tests.strategies.programs.choices import Choices
from tests.strategies.python_programs.expressions import TYPES, Scope
from tests.strategies.python_programs.library import LIBRARY
from tests.strategies.python_programs.statements import Statements

__all__ = ["generated"]

_ARGUMENTS = {
    "int": ("1", "5", "-2", "0"),
    "str": ("'n'", "''", "'a b'"),
    "bool": ("True", "False"),
    "list": ("[1, 2]", "[]", "[9, 8, 7]"),
    "float": ("0.1", "float('nan')", "-0.0"),
    "any": ("None", "Loud(3)", "Loud(2)", "8", "'o'", "[1]", "Point(0, 3)", "{'key': 2}"),
}
_PARAMETERS = ("x", "y", "size", "name", "other", "values")
_CALLED = """
def called(name, function, *arguments, **named):
    try:
        made = function(*arguments, **named)
        print(name, list(made) if hasattr(made, "__next__") else made)
    except BaseException as error:
        print(name, type(error).__name__)
    print(shared, arguments)
"""


def generated(choices: Choices) -> str:
    """The text of a program."""
    writer = Statements(choices)
    functions, calls = ["shared = [1]"], list[str]()
    known: list[tuple[str, tuple[str, ...], str]] = []
    for number in range(choices.between(1, 3)):
        name = f"f{number}"
        kinds = tuple(choices.pick(TYPES) for _ in range(choices.below(4)))
        names = _PARAMETERS[: len(kinds)]
        scope = Scope(dict(zip(names, kinds, strict=True)), callables=list(known))
        if choices.chance(15):
            scope.kind = "generator"
        kind = choices.pick(TYPES)
        body = []
        if choices.chance(20):
            body.append('"""What it does."""')
        if choices.chance(20):
            body += ["global shared", "shared = shared + [len(shared)]"]
        body += [f"n = {choices.pick(('0', '3'))}", f"text = {choices.pick(_ARGUMENTS['str'])}"]
        scope.names |= {"n": "int", "text": "str"}
        body += writer.block(scope, 3, 6)
        body += [f"return {writer.expressions.value(scope, kind)}"]
        lines = [f"def {name}({_header(choices, names)}):", indent("\n".join(body), "    ")]
        if choices.chance(25):
            lines = [f"class C{number}:", "    @staticmethod", indent("\n".join(lines), "    ")]
            name = f"C{number}.{name}"
        functions.append("\n".join(lines))
        if scope.kind == "function":
            known.append((name, kinds, kind))
        for _ in range(2):
            given = [choices.pick(_ARGUMENTS[each]) for each in kinds]
            if kinds and choices.chance(30):
                given[-1] = f"{names[-1]}={given[-1]}"
            calls.append(f"called({', '.join([repr(name), name, *given])})")
    return "\n".join([LIBRARY, *functions, _CALLED, *calls, ""])


def _header(choices: Choices, names: tuple[str, ...]) -> str:
    if names and choices.chance(20):
        return ", ".join([*names[:-1], f"{names[-1]}=1"])
    return ", ".join(names)
