"""What the documentation shows is what happens: its commands, its example mutator, the mutators' pages and their table."""

from __future__ import annotations

import ast
import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from typer.main import get_command

import equimorph as em
from equimorph.cli import app
from mutators import Example, Mutator, defaults, get, names
from mutators.operator_sets import OPERATOR_SETS
from mutators.testing import check
from parsers.oracles.jdk import Jdk

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
_EQUIMORPH = f'equimorph() {{ "{sys.executable}" -m equimorph "$@"; }}; '


@pytest.fixture
def on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))


@pytest.fixture
def parts(on_path: None) -> ModuleType:
    """What finds parts of the pages."""
    return importlib.import_module("page_parts")


def commands(page: str) -> list[tuple[str, str]]:
    """The commands of a page's console blocks, each with what it prints."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            found.append((command, printed))
    return found


def verbs(page: str) -> set[str]:
    """The verbs in the commands of a page."""
    return {verb for command, _ in commands(page) for verb in re.findall(r"equimorph (\w+)", command)}


def test_the_page_on_the_command_line_shows_every_verb() -> None:
    assert verbs((DOCS / "cli.md").read_text(encoding="utf-8")) == set(get_command(app).commands)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "page",
    [
        "cli.md",
        "cote.md",
        "datasets.md",
        "defects4j.md",
        "leakage.md",
        "judging-metrics.md",
        "metrics.md",
        "mining.md",
        "papers.md",
        "python.md",
        "quickstart.md",
        "report.md",
        "robustness.md",
        "search.md",
        "training.md",
        "verify.md",
    ],
)
def test_the_commands_of_a_page_print_what_it_says(tmp_path: Path, jdk: Jdk, page: str) -> None:
    folder = tmp_path / "work"
    (folder / "examples").mkdir(parents=True)
    shutil.copy(ROOT / "examples" / "Parcel.java", folder / "examples")
    shutil.copytree(ROOT / "demo", folder / "demo")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "JAVA_HOME": str(jdk.home)}
    found = commands((DOCS / page).read_text(encoding="utf-8"))
    assert found
    for command, printed in found:
        done = subprocess.run(
            ["bash", "-c", _EQUIMORPH + command],
            cwd=folder,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        # A summary may come before or after the rows of a pipe.
        assert (command, sorted(done.stdout.splitlines())) == (command, sorted(printed.splitlines()))
        assert (command, done.returncode) == (command, 0)


def verdicts(mutator: Mutator, example: Example) -> list[tuple[str | None, str | None]]:
    """For each candidate in the row's range: the mutant of each of some seeds, or the reason of the refusal."""
    source = em.parse(example.before, language=mutator.language)
    start, end = example.at
    return [
        (None if reason else mutator.apply(source, site, seed).text, reason)
        for site, reason in mutator.judged(source)
        if start <= site.start and site.end <= end
        for seed in (range(1) if mutator.language == "java" else range(20))
    ]


@pytest.mark.usefixtures("on_path")
def test_the_example_mutator_does_what_its_rows_say() -> None:
    from example_mutator import HexLiteral

    report = check(HexLiteral, [ROOT / "tests" / "subjects" / "Odd.java"], undos=5)
    assert report.other_process
    check(HexLiteral(digits="lower"), ["int f() { return 31; }"])
    assert len(HexLiteral.examples) == 5
    for example in HexLiteral.examples:
        assert verdicts(HexLiteral(), example) == [(example.after, example.reason)]


BOTH = [(name, language) for language in ("java", "python") for name in names(language)]


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_the_rows_of_the_pages_are_true(name: str, language: str) -> None:
    mutator = type(get(name, language)).for_examples()
    for example in mutator.examples:
        assert (example.after, example.reason) in verdicts(mutator, example)


@pytest.mark.usefixtures("on_path")
@pytest.mark.parametrize(("name", "language"), BOTH)
def test_a_page_shows_every_row(name: str, language: str) -> None:
    pytest.importorskip("sphinx")
    from mutator_pages import page

    java, _, python = page(name).partition("## In Python")
    sites, refused = (python if language == "python" else java).split("# Refused")
    kind = type(get(name, language))
    assert sites.count("\n| ``") == sum(example.after is not None for example in kind.examples)
    assert refused.count("\n| ``") == sum(example.after is None for example in kind.examples)
    for example in kind.examples:
        assert example.reason is None or f"| {example.reason} |" in refused


@pytest.mark.usefixtures("on_path")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Preconditions:", "It holds:", "lacks Preconditions"),
        ("Relation: preserving", "Relation: breaking", "the class 'preserving'"),
        ("hex-literal: ", "hex: ", "does not begin with the name"),
    ],
)
def test_a_page_with_a_part_missing_fails_the_build(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, message: str
) -> None:
    errors = pytest.importorskip("sphinx.errors")
    import example_mutator
    import mutator_pages

    monkeypatch.setattr(mutator_pages.mutators, "get", lambda _: example_mutator.HexLiteral())
    assert "## Preconditions" in mutator_pages.page("hex-literal")
    monkeypatch.setattr(example_mutator, "__doc__", str(example_mutator.__doc__).replace(old, new))
    with pytest.raises(errors.ExtensionError, match=message):
        mutator_pages.page("hex-literal")


@pytest.mark.usefixtures("on_path")
def test_a_mutator_without_a_page_fails_the_build() -> None:
    errors = pytest.importorskip("sphinx.errors")
    from mutator_pages import _check

    listed = [f"mutators/{name}" for name in names()]
    for pages, missing in ((listed, None), (listed[1:], names()[0])):
        env = SimpleNamespace(toctree_includes={"mutators/index": pages})
        if missing is None:
            _check(None, env)
        else:
            with pytest.raises(errors.ExtensionError, match=f"no page for {missing}"):
                _check(None, env)


def test_the_tables_have_a_row_for_each_mutator_and_the_readme_for_the_defaults(parts: ModuleType) -> None:
    tables = parts.tables
    changed, elsewhere, sets = tables((DOCS / "mutator-table.md").read_text(encoding="utf-8"))
    [readme] = tables((ROOT / "README.md").read_text(encoding="utf-8"))
    wanted = sorted(names())
    assert sorted(row[0] for row in changed) == [f"[{name}](mutators/{name}.md)" for name in wanted]
    assert sorted(row[0] for row in elsewhere) == wanted
    assert [row[0].split()[0] for row in sets] == list(OPERATOR_SETS)
    assert [(row[0], row[1]) for row in readme] == [
        (f"`{name}`", get(name).relation) for name in (*defaults(), "operator-mutation")
    ]


def test_the_yields_of_the_table_are_the_figures(parts: ModuleType) -> None:
    tables = parts.tables
    changed, *_ = tables((DOCS / "mutator-table.md").read_text(encoding="utf-8"))
    figures, *_ = tables(parts.section(DOCS / "figures.md", "Mutants of commons-lang3"))
    measured = {
        f"[{name}](mutators/{name}.md)": f"{mutants} of {candidates} ({share}), {each} a method"
        for name, candidates, mutants, share, each, *_ in figures
    }
    assert {row[0]: row[3] for row in changed} == measured


def test_a_table_is_read_row_by_row(parts: ModuleType) -> None:
    page = "| a | b |\n| --- | --- |\n| x | `p \\|\\| q` |\n| y | |\n\ntext | text\n\n| c |\n| --- |\n| z |\n"
    assert parts.tables(page) == [[["x", "`p \\|\\| q`"], ["y", ""]], [["z"]]]


def test_a_part_is_found_by_heading_and_row(parts: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# All\n\n## One\n\n| a | b |\n| --- | --- |\n| [x](y/x.md) | see [c](#two), [d](../e.md) |\n\n### Sub\n\ninside\n\n"
        "## Two\n\nterm\n: first line\n  second `line`\n\n```{block} x\n:o: p\n```\n",
        encoding="utf-8",
    )
    assert parts.section(page, "One").endswith("### Sub\n\ninside\n\n")
    assert parts.head_of(page, "One") == ["a", "b"]
    assert parts.row_of(page, "One", "x") == ["[x](../y/x.md)", "see [c](../page.md#two), [d](../e.md)"]
    assert parts.definition(page, "Two", "term") == "first line second `line`"
    assert parts.definition(page, "Two", "other") is None
    assert parts.fenced(page, "Two", "block") == "```{block} x\n:o: p\n```"
    for missing in (
        lambda: parts.section(page, "Three"),
        lambda: parts.head_of(page, "Two"),
        lambda: parts.row_of(page, "One", "y"),
        lambda: parts.fenced(page, "One", "block"),
    ):
        with pytest.raises(LookupError, match=r"page\.md: no "):
            missing()


HEADINGS = (
    *("Relation", "Preconditions", "Rewrite", "Examples", "Yield", "Changes and assumptions", "Undo"),
    *("In other tools", "Class"),
)


@pytest.mark.usefixtures("on_path")
@pytest.mark.parametrize("name", names())
def test_a_page_has_all_parts(name: str) -> None:
    pytest.importorskip("sphinx")
    from mutator_pages import page

    text = page(name)
    assert f"**{get(name).relation}**" in text.splitlines()[2]
    assert text.index("```{mutant-diff}") < text.index("## Relation")
    contents = dict(re.findall(r"^## ([^\n]*)\n\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    assert [title for title in contents if title not in ("Limits", "Options", "In Python")] == list(HEADINGS)
    assert ("In Python" in contents) == (name in names("python"))
    assert [option.flag for option in get(name).options] == re.findall(
        r"`(--\w+)`", contents.get("Options", "")
    )
    assert all(content.strip() for content in contents.values())
    assert "JLS" in contents["Preconditions"]
    assert "| commons-lang3 |" in contents["Yield"]
    assert re.search(r"^Assumptions in the record\n: \S", contents["Changes and assumptions"], re.MULTILINE)
    assert re.match(r".*\.\./how-undo-works\.md#.* It is a conflict if the patch \w", contents["Undo"])
    # From below, all links lead up.
    assert not re.findall(r"\]\((?!\.\./|https:)[^)]*\)", re.sub(r"`[^`\n]*`", "", text))


@pytest.mark.usefixtures("on_path")
@pytest.mark.parametrize(
    ("file", "old"),
    [
        ("gallery.md", "## useless-cast\n"),
        ("semantics.md", "| `useless-cast` |"),
        ("figures.md", "| useless-cast |"),
        ("how-undo-works.md", "| useless-cast |"),
        ("mutator-table.md", "| useless-cast |"),
        ("mutator-table.md", "## Where theirs differ"),
    ],
)
def test_a_page_fails_the_build_where_another_page_lacks_its_part(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, old: str
) -> None:
    errors = pytest.importorskip("sphinx.errors")
    import figures
    import mutator_pages

    for page in DOCS.glob("*.md"):
        text = figures.expanded(page.read_text(encoding="utf-8"))
        if page.name == file:
            assert old in text
            text = text.replace(old, old.replace("cast", "coast").replace("theirs", "they"))
        (tmp_path / page.name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(mutator_pages, "DOCS", tmp_path)
    with pytest.raises(errors.ExtensionError, match=f"useless-cast: {file}: no "):
        mutator_pages.page("useless-cast")


@pytest.mark.usefixtures("on_path")
def test_the_gallery_shows_every_mutator() -> None:
    errors = pytest.importorskip("sphinx.errors")
    from gallery import METHOD, diff

    page = (DOCS / "gallery.md").read_text(encoding="utf-8")
    shown = re.findall(r"^## (\S+)\n\n```\{mutant-diff\} (\S+)\n(?::with: (.*)\n)?```$", page, re.MULTILINE)
    assert sorted(heading for heading, _, _ in shown) == sorted(names())
    original = METHOD.read_text(encoding="utf-8").splitlines()
    for heading, name, wanted in shown:
        assert heading == name
        lines = diff(name, wanted).splitlines()
        assert any(line.startswith("+") and wanted in line for line in lines)
        assert all(line[1:] in original for line in lines if line[0] in " -" and line.strip() != "…")
        assert f"](mutators/{name}.md)" in page
    with pytest.raises(errors.ExtensionError, match="no mutant of sketch with 'nothing of the kind'"):
        diff("sketch", "nothing of the kind")


def test_every_decision_is_in_the_index_and_has_its_parts() -> None:
    pages = sorted(path for path in (DOCS / "adr").glob("*.md") if path.stem != "index")
    index = (DOCS / "adr" / "index.md").read_text(encoding="utf-8")
    assert re.findall(r"^\d{4}-\S+$", index, re.MULTILINE) == [path.stem for path in pages]
    for number, path in enumerate(pages, 1):
        text = path.read_text(encoding="utf-8")
        assert path.stem.startswith(f"{number:04}-")
        assert text.startswith(f"# {number:04}: ")
        assert re.findall(r"^## (.*)$", text, re.MULTILINE) == [
            "Question",
            "Decision",
            "Rejected",
            "What follows",
        ]


INSIDE = {
    "CompilerLost": "a javac that took too long or broke down, caught by the runner",
    "DoesNotCompile": "javac's errors, caught by the runner",
    "Late": "a command of a model that took too long, caught by its connection",
    "NoAnswer": "why a request has no answer, caught by the connection to the model",
    "GaveUp": "a request that no try had a reply to, caught by the chat model",
    "_Lost": "a try without a connection, caught by the client of a chat server",
    "_Again": "a failure that may pass, caught by the client of a chat server",
    "Unfit": "a value that cannot cross the border of the bench, caught by its two sides",
    "NoMembers": "an answer that lacks one of several methods, caught by the judge",
    "Unusable": "a candidate that fits nowhere in its file, caught by the judge",
    "Denied": "a step of the sandbox that is not allowed, reported by its own program",
    "_UnknownError": "a value of literals that is not computed, caught by the filter of mutants",
    "NoFlow": "a node without a part that a data flow needs, caught by the metric",
    "TooLarge": "a data flow of too many steps, caught by the metric",
    "Gone": "the other end of a worker's pipe, caught by the process",
    "Stopped": "a worker that was told to stop, caught by its engine",
    "WorkerGone": "a JVM that ended, caught by the oracle",
    "ChildGone": "a Python interpreter that ended, caught by its client",
}
"""Exceptions that no caller meets, and who catches them."""


def exceptions() -> set[str]:
    """The exception classes of the three packages, by the text of their modules."""
    paths = (ROOT / "src").rglob("*.py")
    classes = [
        (node.name, {ast.unparse(base).split(".")[-1] for base in node.bases})
        for path in paths
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    found = {"Exception"}
    while more := {name for name, bases in classes if name not in found and bases & found}:
        found |= more
    return found - {"Exception"}


def test_every_error_is_on_the_page_of_errors(parts: ModuleType) -> None:
    page = (DOCS / "errors.md").read_text(encoding="utf-8")
    listed = {}
    for linked, meaning, modules in parts.tables(page)[0]:
        name = re.fullmatch(r"\[`(\w+)`\]\(#(\w+)\)", linked)
        assert name is not None
        assert name[2] == name[1].lower()
        assert meaning
        listed[name[1]] = re.findall(r"`([\w.]+)`", modules)
    assert set(listed) | set(INSIDE) == exceptions()
    for name, modules in listed.items():
        kinds = {getattr(importlib.import_module(module), name) for module in modules}
        assert len(kinds) == 1
        assert all(issubclass(kind, Exception) for kind in kinds)
        told = parts.section(DOCS / "errors.md", name)
        assert "Raised" in told
        assert "Remedy: " in told


def test_every_tool_is_compared_with_a_source_for_what_is_said(parts: ModuleType) -> None:
    page = (DOCS / "comparison.md").read_text(encoding="utf-8")
    compared = parts.tables(page)
    tools = ["JavaTransformer", "SPAT", "Lampion", "NatGen", "JavaRefactor", "SrcMarker", "equimorph"]
    assert [[row[0] for row in table] for table in compared] == [tools] * 3
    assert all(cell for table in compared for row in table for cell in row)
    # Markdown shows a link without an address as text, and nobody tells.
    addresses = dict(re.findall(r"^\[([\w-]+)\]: (https://\S+)$", page, re.MULTILINE))
    assert set(re.findall(r"\]\[([\w-]+)\]", page)) == set(addresses)
