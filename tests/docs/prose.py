"""Counts habits that make our sentences hard to read, in docstrings, `--help` and the pages.

python tests/docs/prose.py            # the counts, by kind of text and habit
python tests/docs/prose.py --places   # each place: file, line, habit, sentence
python tests/docs/prose.py --lower    # lower the ceilings to what is counted; none is raised
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from typer.main import get_command

from equimorph.cli import app

ROOT = Path(__file__).resolve().parents[2]
CEILINGS = Path(__file__).with_name("prose-ceilings.json")
HABITS: Mapping[str, re.Pattern[str]] = {
    "a clause for a noun": re.compile(
        r"\A(?:\|?\s*)(?:What|How|Where|Which|Who)\b(?![^.]*\?)|\b(?:Return|Yield)s?\s+(?:what|how|which|where|who)\b"
    ),
    "a pointing word": re.compile(
        r"\b(?:that|those)\s+of\b|\bthose\s+(?:that|which|with|in)\b|\bsuch\b(?!\s+as|\s+that)"
    ),
    "the least, so many": re.compile(
        r"\bat\s+the\s+(?:most|least)\b|[,:]\s+at\s+most\b|\bthe\s+least\b|\bso\s+many\b"
    ),
    "stands, lies, comes, goes": re.compile(r"\b(?:stands?(?!\s+for)|lies?|comes?(?!\s+from)|goes)\b"),
    "a stub of an argument": re.compile(
        r"^ *[`*\w, ]+: (?:of|as|at|by|for|from|in|on|to|with|without|below|beside|behind|after|before|where)\b",
        re.MULTILINE,
    ),
    "the condition first": re.compile(r"(?<=[.;:]\s)(?:Of|Beside|Behind|Whoever)\s[^.?|]{1,80},"),
}
"""By habit a pattern of texts that have it; the names of variables are looked up."""
_NAMES = {"found", "one", "known", "made", "own", "asked", "given"}


class Place(NamedTuple):
    """A habit in a text; kind is the kind of text."""

    kind: str
    habit: str
    file: str
    line: int
    sentence: str


def places() -> Iterator[Place]:
    """Yield the places of all habits."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        name, tree = path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))
        for line, text in docstrings(tree):
            yield from habits("docstrings", text, name, line)
        for node in ast.walk(tree):
            if (word := bound(node)) in _NAMES:
                yield Place("names", "a participle as a name", name, getattr(node, "lineno", 0), str(word))
    for text in sorted(set(helps(get_command(app)))):
        yield from habits("--help", text, "--help", 0)
    for path in (*ROOT.glob("docs/*.md"), *ROOT.glob("docs/adr/*.md"), *ROOT.glob("*.md")):
        name = path.relative_to(ROOT).as_posix()
        for block in re.finditer(r"(?:^.*\S.*\n?)+", prose_of(path.read_text("utf-8")), re.MULTILINE):
            yield from habits("pages", block[0], name, block.string.count("\n", 0, block.start()) + 1)


def habits(kind: str, text: str, file: str, line: int) -> Iterator[Place]:
    """Yield the places of the habits in a text that begins in a line."""
    for habit, pattern in HABITS.items():
        for match in pattern.finditer(text):
            sentence = " ".join(text[max(0, match.start() - 30) : match.end() + 50].split())
            yield Place(kind, habit, file, line + text.count("\n", 0, match.start()), sentence)


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of modules, classes, functions and attributes, with their lines."""
    for node in ast.walk(tree):
        body = getattr(node, "body", ())
        for statement in body if isinstance(body, list) else ():
            value = getattr(statement, "value", None)
            if (
                isinstance(statement, ast.Expr)
                and isinstance(value, ast.Constant)
                and isinstance(value.value, str)
            ):
                yield statement.lineno, value.value


def bound(node: ast.AST) -> str | None:
    """Return the name that a node gives to a variable or parameter, if it does."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return node.id
    return node.arg if isinstance(node, ast.arg) else None


def helps(command: object) -> Iterator[str]:
    """Yield the texts of a command's help and of its options, and of the commands below it."""
    for each in (command, *getattr(command, "params", ())):
        yield getattr(each, "help", None) or ""
    for below in getattr(command, "commands", {}).values():
        yield from helps(below)


def prose_of(page: str) -> str:
    """Return a page without code and comments, line by line."""

    def blank(match: re.Match[str]) -> str:
        return "\n" * match[0].count("\n")

    page = re.sub(r"^(```|~~~).*?^\1$|<!--.*?-->|^    [^\n]*$", blank, page, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "`x`", page)


def counts() -> dict[str, dict[str, int]]:
    """Return the number of places by kind of text and habit."""
    number = Counter((place.kind, place.habit) for place in places())
    kinds = {kind: {habit: 0 for habit in HABITS} for kind in ("docstrings", "--help", "pages")}
    kinds["names"] = {"a participle as a name": 0}
    return {kind: {habit: number[kind, habit] for habit in of} for kind, of in kinds.items()}


def ceilings() -> dict[str, dict[str, int]]:
    """Return the ceilings by kind of text and habit."""
    return dict(json.loads(CEILINGS.read_text("utf-8")))


def lowered(counted: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    """Return the ceilings, each lowered to its count if that is less."""
    kept = ceilings()
    return {
        kind: {habit: min(count, kept[kind][habit]) for habit, count in of.items()}
        for kind, of in counted.items()
    }


if __name__ == "__main__":
    if "--places" in sys.argv:
        for place in places():
            print(f"{place.file}:{place.line}: {place.habit}: {place.sentence}")
    elif "--lower" in sys.argv:
        CEILINGS.write_text(json.dumps(lowered(counts()), indent=2) + "\n", "utf-8")
    else:
        print(json.dumps(counts(), indent=2))
