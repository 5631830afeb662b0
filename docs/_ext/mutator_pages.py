"""A page for each mutator, made at build time.

What it is, its precondition and its examples come from its module. What is said of the package's own mutators beside each other
(yield, assumptions, undo, names in other tools) stands in tables of the other pages, and is taken from there. The build fails where
a mutator has no page, or one of these parts is missing.
"""

from __future__ import annotations

import inspect
import re
from itertools import groupby
from pathlib import Path

from page_parts import definition, fenced, head_of, row_of, section, tables
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError

import mutators
from mutators import Example, Mutator
from mutators.registry import BUILT_IN

__all__ = ["page", "setup"]

FOLDER = "mutators"
REQUIRED = ("Relation", "Preconditions", "Rewrite")
_PART = re.compile(r"^([A-Z]\w+):\s", re.MULTILINE)
_ITEM = re.compile(r"^ +- ", re.MULTILINE)


DOCS = Path(__file__).parents[1]
YIELDS = {
    "commons-lang3": "Mutants of commons-lang3",
    "jackson-core": "Mutants of jackson-core",
    "java.util": "Mutants of java.util and java.lang",
}
"""By project the heading in figures.md; the first must have every mutator."""
PYTHON_YIELDS = "Mutants of Python packages"
"""The heading in figures.md of the same for Python."""
SECTIONS = {"java": "JLS", "python": "LR"}
"""The book whose sections the preconditions name, by language."""


def page(name: str) -> str:
    """Return the page of a mutator, Markdown.

    Raises:
        ExtensionError: something that the page must say is missing.
    """
    kind = type(mutators.get(name))
    summary, parts = _parts(name, kind)
    _check_parts(name, kind, parts)
    default = "by default" if name in mutators.defaults() else "only where it is named"
    lines = [f"# {name}", "", f"**{kind.relation}** · {default} · version {kind.version}", ""]
    lines += [summary[:1].upper() + summary[1:] + ".", ""]
    sections = [
        line for title, text in parts.items() if title != "Relation" for line in ("", f"## {title}", "", text)
    ]
    sections += _options(kind)
    examples = ["", "## Examples", "", "Every row is run by the tests.", "", *_examples(name, kind.examples)]
    if _is_ours(name, "java"):
        try:
            shown = fenced(DOCS / "gallery.md", name, "mutant-diff")
            lines += [shown, "", *_relation(name, kind), *sections, *examples]
            lines += [*_yield(name), *_table_parts(name), *_elsewhere(name)]
        except LookupError as error:
            raise ExtensionError(f"{name}: {error.args[0]}") from error
    else:
        lines += ["## Relation", "", parts["Relation"], *sections, *examples]
    lines += ["", "## Class", "", *_class(kind)]
    if _is_ours(name, "java") and _is_ours(name, "python"):
        lines += _in_python(name)
    return "\n".join([*lines, ""])


def _is_ours(name: str, language: str) -> bool:
    return any((entry.name, entry.language) == (name, language) for entry in BUILT_IN)


def _class(kind: type[Mutator]) -> list[str]:
    # No `members`: what a mutator answers is documented once, at `mutators.base.Mutator`.
    return ["```{eval-rst}", f".. autoclass:: {kind.__module__}.{kind.__name__}", "   :no-members:", "```"]


def _in_python(name: str) -> list[str]:
    """Return what the page says of the mutator of the same name for Python."""
    kind = mutators.classes("python")[name]
    summary, parts = _parts(name, kind)
    _check_parts(name, kind, parts)
    lines = ["", "## In Python", "", f"{summary[:1].upper()}{summary[1:]}.", ""]
    lines += [
        f"Version {kind.version}. [Python functions](../python.md) has what holds for all mutators of Python.",
        "",
    ]
    for title, text in parts.items():
        if title != "Relation":
            lines += [f"### {title} in Python", "", text, ""]
    lines += ["### Examples in Python", "", *_examples(name, kind.examples, "####"), ""]
    try:
        _, *cells = row_of(DOCS / "figures.md", PYTHON_YIELDS, name)
        head = head_of(DOCS / "figures.md", PYTHON_YIELDS)[1:]
    except LookupError as error:
        raise ExtensionError(f"{name}: {error.args[0]}") from error
    lines += [
        "### Yield in Python",
        "",
        f"| {' | '.join(head)} |",
        f"|{' ---: |' * len(head)}",
        f"| {' | '.join(cells)} |",
    ]
    return [*lines, "", "### Class in Python", "", *_class(kind)]


def _options(kind: type[Mutator]) -> list[str]:
    """Return the options that a mutator declares, as a table."""
    if not kind.options:
        return []
    lines = [
        "",
        "## Options",
        "",
        "| Python | command line | values | what it decides |",
        "| --- | --- | --- | --- |",
    ]
    for option in kind.options:
        values = ", ".join(f"`{value}`" for value in option.values)
        chosen = [option.default] if isinstance(option.default, str) else option.default
        default = "all" if option.default == option.values else ", ".join(chosen)
        number = "several of" if option.many else "one of"
        lines.append(
            f"| `{option.name}` | `{option.flag}` | {number} {values}; default: {default} | {option.help} |"
        )
    return lines


def _check_parts(name: str, kind: type[Mutator], parts: dict[str, str]) -> None:
    missing = [part for part in REQUIRED if part not in parts]
    if missing:
        raise ExtensionError(f"{name}: the module's docstring lacks {', '.join(missing)}")
    if parts["Relation"].lower().rstrip(".") != kind.relation:
        raise ExtensionError(f"{name}: the docstring says {parts['Relation']!r}, the class {kind.relation!r}")
    book = SECTIONS.get(kind.language, "")
    if (_is_ours(name, "java") or kind.language == "python") and book not in parts["Preconditions"]:
        raise ExtensionError(f"{name}: no precondition names a section of the {book}")


def _relation(name: str, kind: type[Mutator]) -> list[str]:
    lines = ["## Relation", ""]
    if kind.relation == "breaking":
        return [
            *lines,
            "Breaking: [what is promised](../semantics.md#breaking-mutants) is that the mutant compiles.",
        ]
    if kind.relation == "preserving-but-for-output":
        return [
            *lines,
            "Preserving but for output: [a mutant prints more](../semantics.md#preserving-but-for-output), "
            "and does all else as before.",
        ]
    because = row_of(DOCS / "semantics.md", "Why the mutants behave the same", name)[1]
    return [*lines, f"Preserving: {because}. See [what that means](../semantics.md)."]


def _yield(name: str) -> list[str]:
    figures = DOCS / "figures.md"
    lines = ["", "## Yield", "", "| project | candidates | mutants | yield | for each method |"]
    lines += ["| --- | ---: | ---: | ---: | ---: |"]
    for number, (project, heading) in enumerate(YIELDS.items()):
        try:
            _, candidates, made, share, each, *_ = row_of(figures, heading, name)
        except LookupError:
            if number == 0:
                raise
            continue
        lines.append(f"| {project} | {candidates} | {made} | {share} | {each} |")
    reasons = [row for row in tables(section(figures, "Reasons of refusal"))[0] if row[0] == name]
    if reasons:
        lines += ["", "Refused in commons-lang3:", "", "| times | reason |", "| ---: | --- |"]
        lines += [f"| {times} | {reason} |" for _, times, reason in reasons]
    return [*lines, "", "From the [figures](../evidence.md#figures), which say how they were measured."]


def _table_parts(name: str) -> list[str]:
    *_, changes, _, known, assumed = row_of(
        DOCS / "mutator-table.md", "What each changes, and how often", name
    )
    _, way, conflict = row_of(DOCS / "how-undo-works.md", "How undo works", name)
    lines = ["", "## Changes and assumptions", ""]
    lines += ["In the syntax tree", f": {changes}", "", "What must be known", f": {known}", ""]
    lines += ["Assumptions in the record", f": {assumed}"]
    way = re.sub(r"\w", lambda first: first[0].upper(), way, count=1)
    return [*lines, "", "## Undo", "", f"{way}. It is a conflict if the patch {conflict}."]


def _elsewhere(name: str) -> list[str]:
    page, heading = DOCS / "mutator-table.md", "Names elsewhere"
    _, *tools = head_of(page, heading)
    _, *found = row_of(page, heading, name)
    lines = ["", "## In other tools", ""]
    named = [(tool, cell) for tool, cell in zip(tools, found, strict=True) if cell != "-"]
    if named:
        lines += ["| tool | name there |", "| --- | --- |", *(f"| {tool} | {cell} |" for tool, cell in named)]
    else:
        lines += [f"None of those that were looked at has it: {', '.join(tools)}."]
    if any(cell.startswith("other") for _, cell in named):
        lines += ["", '"Other": of a similar name or place, but it does something else.']
    differ = definition(page, "Where theirs differ", name)
    lines += ["", differ] if differ else []
    return [*lines, "", "[Mutators at a glance](../mutator-table.md#sources) has the sources."]


def _parts(name: str, kind: type[Mutator]) -> tuple[str, dict[str, str]]:
    """Return the first line without the name, and the parts by title."""
    module = inspect.getmodule(kind)
    head, _, rest = inspect.cleandoc((module and module.__doc__) or "").partition("\n")
    if not head.startswith(f"{name}: "):
        raise ExtensionError(f"{name}: the first line of the module's docstring does not begin with the name")
    found = _PART.split(rest)
    texts = map(_text, found[2::2])
    return head.removeprefix(f"{name}: ").rstrip("."), dict(zip(found[1::2], texts, strict=True))


def _text(part: str) -> str:
    """Return a part of a docstring as Markdown: a paragraph, or a list with a paragraph behind it."""
    lead, *items = _ITEM.split(part)
    if not items:
        return " ".join(f"{lead[:1].upper()}{lead[1:]}".split())
    # What goes on with two blanks instead of four or six is no item any more.
    last, *behind = re.split(r"^  (?=\S)", items[-1], flags=re.MULTILINE)
    listed = [f"- {' '.join(item.split())}" for item in (*items[:-1], last)]
    return "\n".join([*listed, *(f"\n{' '.join(text.split())}" for text in behind)])


def _examples(name: str, examples: tuple[Example, ...], level: str = "###") -> list[str]:
    accepted = [example for example in examples if example.after is not None]
    refused = [example for example in examples if example.after is None]
    if not accepted or not refused:
        raise ExtensionError(f"{name}: the examples show no site, or nothing that is refused")
    lines = [f"{level} Sites"]
    for around, rows in groupby(accepted, _around):
        lines += ["", _place(around), "", "| before | after |", "| --- | --- |"]
        lines += [f"| {_code(_row(e.before, around))} | {_code(_row(e.after or '', around))} |" for e in rows]
    lines += ["", f"{level} Refused"]
    for around, rows in groupby(refused, _around):
        lines += ["", _place(around), "", "| text | reason |", "| --- | --- |"]
        lines += [f"| {_code(_row(e.before, around))} | {e.reason} |" for e in rows]
    return lines


def _around(example: Example) -> tuple[str, str]:
    """Return what stands before and after the row's text."""
    data, (start, end) = example.before.encode(), example.at
    return data[:start].decode(), data[end:].decode()


def _place(around: tuple[str, str]) -> str:
    head, tail = around
    return f"`…` stands in {_code(f'{head}…{tail}')}:" if head or tail else "The whole text:"


def _row(text: str, around: tuple[str, str]) -> str:
    """Return the row's part of a text; the whole text if something else changed, too."""
    head, tail = around
    if text.startswith(head) and text.endswith(tail):
        return text[len(head) : len(text) - len(tail)]
    return text


def _code(text: str) -> str:
    """Return code for a cell of a table, line by line."""
    return "<br>".join(f"`` {line} ``".replace("|", "\\|") for line in text.expandtabs(4).splitlines())


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
    """Register the pages with Sphinx."""
    app.connect("builder-inited", _write)
    app.connect("env-check-consistency", _check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
