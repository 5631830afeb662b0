"""Whole hostile programs: functions of all kinds in odd layouts, and what calls each and prints what came of it."""

from __future__ import annotations

import warnings

from tests.strategies.hostile_python.expressions import Place
from tests.strategies.hostile_python.library import ALIASES, IMPORT, REBINDINGS
from tests.strategies.hostile_python.statements import ANNOTATIONS, Lines, Statements, deeper
from tests.strategies.programs.choices import Choices

__all__ = ["generated"]

_ARGUMENTS = ("1", "2", "0", "Odd(2)", "Odd(3)", "'t'", "Text('u')", "Number(3)", "None", "[1, 2]", "2.5")
_SIMPLE = ("print(", "a = ", "b = ", "c = ", "s = ", "o = ", "xs = ", "spare = ")


def generated(choices: Choices) -> str:
    """The text of a program."""
    reflects = choices.chance(25)
    head = ["from __future__ import annotations"] if choices.chance(30) else []
    head += [
        IMPORT,
        "import sys",
        *([ALIASES] if reflects else []),
        f"G = {choices.pick(('[]', '1'))}",
        "K = 0",
    ]
    if choices.chance(15):
        head.append(choices.pick(REBINDINGS))
    parts, calls = list[str](), list[str]()
    for number in range(choices.between(1, 3)):
        name = f"f{number}"
        text, is_plain = _function(choices, name, reflects)
        if not _compiles(text):
            continue  # an assignment where none may be
        parts.append(text)
        calls += [f"called('{name}', {name}, {', '.join(_given(choices))})" for _ in range(2)]
        calls += [f"described({name})"] if is_plain else []
    text = "\n".join(["\n".join(head), *parts, *calls, "print(show(G))", ""])
    return text.replace("\n", "\r\n") if choices.chance(10) else text


def _compiles(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as ``1 is 2``
        try:
            compile(text, "<function>", "exec")
        except SyntaxError:
            return False
    return True


def _given(choices: Choices) -> list[str]:
    return [choices.pick(("1", "2", "5", "0")), choices.pick(("3", "1", "-2")), choices.pick(_ARGUMENTS)]


def _function(choices: Choices, name: str, reflects: bool) -> tuple[str, bool]:
    """A function, and whether it is what its name means."""
    writer = Statements(choices, reflects=reflects)
    kind = choices.pick(("def", "def", "def", "generator", "async"))
    place = Place(kind)
    body: Lines = [(0, "'''What it does.'''")] if choices.chance(20) else []
    body += [(0, "global G")] if choices.chance(15) else []
    body += [(0, "c = 2; s = 'st'"), (0, f"xs = [{writer.make.number(Place(binds=False), 0)}, 4]")]
    body += writer.block(place, 3, 5)
    body += [(0, f"yield {writer.make.number(place, 1)}")] if kind == "generator" else []
    body.append((0, f"return {writer.make.anything(place)}"))
    note = choices.pick(ANNOTATIONS)
    params = choices.pick(
        (
            "a, b, o", "a, b, o", f"a, b=1, o: {note} = 2", f"a: {note}, b: {choices.pick(ANNOTATIONS)}, o", "a, b, o, /",
            "a, *r", "a, b, /, o, *, key: int = 1",
            "a, b, o, *r, **more", "a, b, o=(1 if K else 2), z=len('ab') == 2",
        )
    )  # fmt: skip
    if "*r" in params and "b, o" not in params:
        body.insert(0, (0, "b, o = r"))
    lines: Lines = []
    if choices.chance(15):
        lines.append((0, f"@wrapped({choices.pick(('1 == 2', 'not True', 'K if K else 1', 'note(2) < 3'))})"))
    lines.append(
        (0, f"{'async def' if kind == 'async' else 'def'} {name}({params}) -> {choices.pick(ANNOTATIONS)}:")
    )
    lines += deeper(body)
    plain = lines[0][1][0] != "@"
    if choices.chance(20):
        lines = [(0, f"class C{name}:"), (1, "len = lambda it: 30"), (1, "@staticmethod"), *deeper(lines)]
        return f"{_laid_out(choices, lines)}\n{name} = C{name}.{name}", plain
    return _laid_out(choices, lines), plain


def _laid_out(choices: Choices, lines: Lines) -> str:
    """The text of logical lines, with odd white space, comments and statements on one line."""
    unit = choices.pick(("    ", "    ", "  ", "\t", " "))
    found: list[str] = []
    for depth, text in lines:
        margin = unit * depth
        if text.startswith(_SIMPLE) and found and choices.chance(6) and _joins(found[-1], margin):
            found[-1] += f"; {text}"
            continue
        if choices.chance(5):
            found.append(choices.pick(("", "   ", f"{margin}# x = 1 \\", "\t", "# {", f"{margin}#")))
        if "'" not in text and " = " in text and choices.chance(8):
            text = text.replace(" = ", " = \\\n", 1)
        if " and " in text and "'" not in text and choices.chance(30):
            text = text.replace(" and ", f" \\\n{choices.pick(('', '        ', '  '))}and ", 1)
        if "(a" in text and "'" not in text and choices.chance(15):
            text = text.replace("(a", "(  # (\n a", 1)
        tail = (
            choices.pick(("", "", "", " ", "\t ", ";", "  # done"))
            if text[-1] not in ":\\" and not text.startswith("@")
            else ""
        )
        found.append(f"{margin}{text}{tail}")
    return "\n".join(found)


def _joins(before: str, margin: str) -> bool:
    """Whether a statement may stand behind another one on its line."""
    words = before.removeprefix(margin)
    return (
        before.startswith(margin)
        and words.startswith(_SIMPLE)
        and words[-1] not in ";\\"
        and "#" not in words
        and "\n" not in words
    )
