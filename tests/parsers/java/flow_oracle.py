"""The oracle of the flow tests: what javac's flow analysis says of many small methods.

The methods are made by nesting statement templates in each other.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from parsers.java.method import Method
from parsers.java.syntax.statements import is_statement
from parsers.java.syntax.tree import Node
from parsers.source import SourceFile

_HEADER = """class C%d {
 static class Res implements AutoCloseable { Res(Object... o) { } public void close() { } }
 static int f(Object... o) { return 0; }
 static Runnable r; int n; int[] a; RuntimeException e; static final boolean DEBUG = true;
"""
_METHODS_PER_CLASS = 300
_OPTIONS = (
    *("-XDrawDiagnostics", "-Xmaxerrs", "1000000", "-proc:none", "-implicit:none"),
    *("-XDshould-stop.ifError=FLOW", "-XDshould-stop.ifNoError=FLOW"),
)
_DIAGNOSTIC = re.compile(r"^Flow(\d+)\.java:(\d+):\d+: compiler\.err\.([\w.]+).*\n?", re.MULTILINE)


def javac(methods: Sequence[str], folder: Path) -> list[list[tuple[int, str]]]:
    """The errors in each method: (0-based line of the method's text, javac's key of the message).

    Args:
        methods: texts of methods named m, of any number of lines.
        folder: where to put files.
    """
    places: dict[tuple[int, int], tuple[int, int]] = {}
    files = []
    for number, first in enumerate(range(0, len(methods), _METHODS_PER_CLASS)):
        lines = (_HEADER % number).split("\n")[:-1]
        for index in range(first, min(first + _METHODS_PER_CLASS, len(methods))):
            for offset, line in enumerate(methods[index].replace(" m(", f" m{index}(", 1).split("\n")):
                lines.append(line)
                places[number, len(lines)] = index, offset
        files.append(str(folder / f"Flow{number}.java"))
        Path(files[-1]).write_text("\n".join([*lines, "}", ""]))
    command = [
        "javac",
        "-J-XX:+UseSerialGC",
        "-J-XX:TieredStopAtLevel=1",
        *_OPTIONS,
        "-d",
        str(folder),
        *files,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    output = done.stderr
    found: list[list[tuple[int, str]]] = [[] for _ in methods]
    for match in _DIAGNOSTIC.finditer(output):
        index, offset = places[int(match[1]), int(match[2])]
        found[index].append((offset, match[3]))
    assert done.returncode == (1 if any(found) else 0), output[-2000:]
    assert "compiler.err" not in _DIAGNOSTIC.sub("", output), output[:2000]
    return found


@dataclass(frozen=True)
class Template:
    """A statement with holes: H for a statement, C for a condition.

    Attributes:
        jumps: the jumps that the holes may hold besides those of the context: b(reak), c(ontinue), l for
            "break l", L for "continue l", r(eturn); "!" cuts the context off.
    """

    text: str
    jumps: str = ""


_JUMPS = {"b": "break;", "c": "continue;", "l": "break l;", "L": "continue l;", "r": "return;"}
_HOLE = re.compile(r"\b([HC])\b")


@dataclass(frozen=True)
class Grammar:
    """What methods are made of."""

    compound: tuple[Template, ...]
    simple: tuple[str, ...]
    conditions: tuple[str, ...]

    def pairs(self, step: int) -> Iterator[str]:
        """Compound statements in a hole of each other, the rest filled by chance (the same each time).

        Args:
            step: 1 for all pairs, 2 for every other one, and so on.
        """
        rng = Random(0)
        for i, outer in enumerate(self.compound):
            for j, inner in enumerate(self.compound):
                if (i + j) % step == 0 and ("l:" not in outer.text or "l:" not in inner.text):
                    yield self._fill(outer, "r", inner, rng)

    def _fill(self, template: Template, context: str, inner: Template | None, rng: Random) -> str:
        context = template.jumps[1:] if template.jumps.startswith("!") else context + template.jumps
        nested = rng.randrange(template.text.count("H") or 1)
        seen = -1

        def fill(hole: re.Match[str]) -> str:
            nonlocal seen
            if hole[1] == "C":
                return rng.choice(self.conditions)
            seen += 1
            if seen == nested and inner is not None:
                return self._fill(inner, context, None, rng)
            choices = [*self.simple, *(_JUMPS[jump] for jump in dict.fromkeys(context))]
            return rng.choice(choices)

        return _HOLE.sub(fill, template.text)


def templates(*rows: tuple[str, str] | str) -> tuple[Template, ...]:
    """Templates from their texts, with jumps where there are some."""
    return tuple(Template(row) if isinstance(row, str) else Template(*row) for row in rows)


COMPOUND = templates(
    "{ H H }",
    "if (C) H",
    "if (C) H else H",
    ("while (C) H", "bc"),
    ("while (C) { H H }", "bc"),
    ("do H while (C);", "bc"),
    ("do { H H } while (C);", "bc"),
    ("for (; C; ) H", "bc"),
    ("for (int i = 0; C; i++) { H f(); }", "bc"),
    ("for (;;) { H H }", "bc"),
    ("for (int x : a) { H H }", "bc"),
    ("l: H", "l"),
    ("l: { H H }", "l"),
    ("l: while (C) { H H }", "bclL"),
    ("l: for (;;) { for (;;) { H } }", "bclL"),
    ("l: do { H H } while (C);", "bclL"),
    ("switch (n) { case 1: H default: H }", "b"),
    ("switch (n) { case 1: H case 2: { H } }", "b"),
    ("switch (n) { default: H case 1: }", "b"),
    ("switch (n) { case 1 -> { H } default -> { H } }", "b"),
    ("switch (n) { case 1 -> f(); default -> { H } }", "b"),
    ("switch (n) { case 1 -> { H } case 2 -> throw e; }", "b"),
    "synchronized (this) { H H }",
    "try { H } catch (RuntimeException x) { H }",
    "try { H H } finally { H }",
    "try { H H } finally { f(); }",
    "try { H } catch (RuntimeException x) { H } finally { H }",
    "try (Res x = new Res()) { H }",
    "try (Res x = new Res()) { H } catch (Exception x) { H } finally { H }",
    ("r = () -> { H H };", "!r"),
    ("new Object() { void m() { H H } };", "!r"),
    ("class L { { if (p) { H } } L() { H } }", "!"),
    ("n = switch (n) { case 1: H yield 1; default: { H } yield 2; };", "!"),
    ("n = switch (n) { case 1 -> { H yield f(); } default -> { if (C) { H } throw e; } };", "!"),
)


def listed(method: Method) -> Iterator[Node]:
    """The statements that another one can stand before and after."""
    for node in method.root.walk():
        parent = node.parent
        if parent is not None and parent.type in _LISTS and is_statement(node):
            yield node


_LISTS = frozenset({"block", "constructor_body", "switch_block_statement_group"})


def method_of(text: str) -> Method:
    """The one method of a text."""
    (method,) = SourceFile.from_text(text).methods
    return method


def marked(method: Method) -> Iterator[tuple[str, Node]]:
    """The marks in a method, comments like ``/*yes*/``, each with the outermost node that follows it."""
    for mark in re.finditer(r"/\*(\S*?)\*/\s*", method.source.text):
        yield mark[1], next(node for node in method.root.walk() if node.start == mark.end())
