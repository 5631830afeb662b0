"""A page for each mutator, made at build time from its module's docstring and its examples.

The build fails where a mutator has no page, its docstring lacks a part, or its examples show no site or no refusal.
"""

from __future__ import annotations

import inspect
import re
from itertools import groupby
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError

import mutators
from mutators import Example, Mutator

__all__ = ["page", "setup"]

FOLDER = "mutators"
REQUIRED = ("Relation", "Precondition", "Rewrite")
_PART = re.compile(r"^([A-Z]\w+): ", re.MULTILINE)


def page(name: str) -> str:
    """The page of a mutator, Markdown.

    Raises:
        ExtensionError: something that the page must say is missing.
    """
    kind = type(mutators.get(name))
    summary, parts = _parts(name, kind)
    missing = [part for part in REQUIRED if part not in parts]
    if missing:
        raise ExtensionError(f"{name}: the module's docstring lacks {', '.join(missing)}")
    if parts["Relation"].lower().rstrip(".") != kind.relation:
        raise ExtensionError(f"{name}: the docstring says {parts['Relation']!r}, the class {kind.relation!r}")
    lines = [f"# {name}", "", summary[:1].upper() + summary[1:] + ".", "", f"Version {kind.version}."]
    for title, text in parts.items():
        lines += ["", f"## {title}", "", text]
    lines += ["", "## Examples", "", "Every row is run by the tests.", "", *_examples(name, kind.examples)]
    # No `members`: what a mutator answers is documented once, at `mutators.base.Mutator`.
    lines += ["", "## Class", "", "```{eval-rst}", f".. autoclass:: {kind.__module__}.{kind.__name__}"]
    return "\n".join([*lines, "   :no-members:", "```", ""])


def _parts(name: str, kind: type[Mutator]) -> tuple[str, dict[str, str]]:
    """The first line without the name, and the parts by title."""
    module = inspect.getmodule(kind)
    head, _, rest = inspect.cleandoc((module and module.__doc__) or "").partition("\n")
    if not head.startswith(f"{name}: "):
        raise ExtensionError(f"{name}: the first line of the module's docstring does not begin with the name")
    found = _PART.split(rest)
    texts = (" ".join(f"{text[:1].upper()}{text[1:]}".split()) for text in found[2::2])
    return head.removeprefix(f"{name}: ").rstrip("."), dict(zip(found[1::2], texts, strict=True))


def _examples(name: str, examples: tuple[Example, ...]) -> list[str]:
    accepted = [example for example in examples if example.after is not None]
    refused = [example for example in examples if example.after is None]
    if not accepted or not refused:
        raise ExtensionError(f"{name}: the examples show no site, or nothing that is refused")
    lines = ["### Sites"]
    for around, rows in groupby(accepted, _around):
        lines += ["", _place(around), "", "| before | after |", "| --- | --- |"]
        lines += [f"| {_code(_row(e.before, around))} | {_code(_row(e.after or '', around))} |" for e in rows]
    lines += ["", "### Refused"]
    for around, rows in groupby(refused, _around):
        lines += ["", _place(around), "", "| text | reason |", "| --- | --- |"]
        lines += [f"| {_code(_row(e.before, around))} | {e.reason} |" for e in rows]
    return lines


def _around(example: Example) -> tuple[str, str]:
    """What stands before and after the row's text."""
    data, (start, end) = example.before.encode(), example.at
    return data[:start].decode(), data[end:].decode()


def _place(around: tuple[str, str]) -> str:
    head, tail = around
    return f"`…` stands in {_code(f'{head}…{tail}')}:" if head or tail else "The whole text:"


def _row(text: str, around: tuple[str, str]) -> str:
    """The row's part of a text; the whole text where something else changed, too."""
    head, tail = around
    if text.startswith(head) and text.endswith(tail):
        return text[len(head) : len(text) - len(tail)]
    return text


def _code(text: str) -> str:
    """Code in a cell of a table, line by line."""
    return "<br>".join(f"`` {line} ``".replace("|", "\\|") for line in text.splitlines())


def _write(app: Sphinx) -> None:
    folder = Path(app.srcdir) / FOLDER
    names = mutators.names()
    for old in folder.glob("*.md"):
        if old.stem not in (*names, "index"):
            old.unlink()
    for name in names:
        path, text = folder / f"{name}.md", page(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def _check(app: Sphinx, env: BuildEnvironment) -> None:
    listed = env.toctree_includes.get(f"{FOLDER}/index", [])
    missing = [name for name in mutators.names() if f"{FOLDER}/{name}" not in listed]
    if missing:
        raise ExtensionError(f"no page for {', '.join(missing)}")


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx's entry."""
    app.connect("builder-inited", _write)
    app.connect("env-check-consistency", _check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
