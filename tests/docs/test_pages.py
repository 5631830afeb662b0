"""What the documentation shows is what happens: its commands, its example mutator, the mutators' pages and their table."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import equimorph as em
from mutators import Example, Mutator, get, names
from mutators.operators import GROUPS
from parsers.java.jdk import Jdk

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
_EQUIMORPH = f'equimorph() {{ "{sys.executable}" -m equimorph "$@"; }}; '


@pytest.fixture
def on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))


def commands(page: str) -> list[tuple[str, str]]:
    """The commands of a page's console blocks, each with what it prints."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            found.append((command, printed))
    return found


def test_the_commands_of_the_page_print_what_it_says(tmp_path: Path, jdk: Jdk) -> None:
    folder = tmp_path / "work"
    (folder / "examples").mkdir(parents=True)
    shutil.copy(ROOT / "examples" / "Parcel.java", folder / "examples")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "JAVA_HOME": str(jdk.home)}
    found = commands((DOCS / "cli.md").read_text(encoding="utf-8"))
    assert {verb for command, _ in found for verb in re.findall(r"equimorph (\w+)", command)} == {
        *("list", "sites", "mutate", "rewrite", "invert", "undo", "verify", "pairs")
    }
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
    """For each candidate in the row's range: the mutant and the reason of the refusal."""
    source = em.parse(example.before)
    start, end = example.at
    return [
        (None if reason else mutator.apply(source, site).text, reason)
        for site, reason in mutator.judged(source)
        if start <= site.start and site.end <= end
    ]


@pytest.mark.usefixtures("on_path")
def test_the_example_mutator_does_what_its_rows_say() -> None:
    from example_mutator import HexLiteral

    assert len(HexLiteral.examples) == 5
    for example in HexLiteral.examples:
        assert verdicts(HexLiteral(), example) == [(example.after, example.reason)]


@pytest.mark.parametrize("name", names())
def test_the_rows_of_the_pages_are_true(name: str) -> None:
    mutator = type(get(name)).for_examples()
    for example in mutator.examples:
        assert (example.after, example.reason) in verdicts(mutator, example)


@pytest.mark.usefixtures("on_path")
@pytest.mark.parametrize("name", names())
def test_a_page_shows_every_row(name: str) -> None:
    pytest.importorskip("sphinx")
    from mutator_pages import page

    text = page(name)
    sites, refused = text.split("### Refused")
    kind = type(get(name))
    assert sites.count("\n| ``") == sum(example.after is not None for example in kind.examples)
    assert refused.count("\n| ``") == sum(example.after is None for example in kind.examples)
    for example in kind.examples:
        assert example.reason is None or f"| {example.reason} |" in refused


@pytest.mark.usefixtures("on_path")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Precondition: ", "It holds: ", "lacks Precondition"),
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
    assert "## Precondition" in mutator_pages.page("hex-literal")
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


def tables(page: str) -> list[list[list[str]]]:
    """The tables of a page without their heads: rows of cells."""
    found = []
    for block in re.findall(r"(?:^\|.*\|$\n?)+", page, re.MULTILINE):
        rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in block.splitlines()[2:]]
        found.append([[cell.strip() for cell in row] for row in rows])
    return found


def test_the_tables_of_all_mutators_have_a_row_for_each() -> None:
    changed, elsewhere, sets = tables((DOCS / "mutator-table.md").read_text(encoding="utf-8"))
    [readme] = tables((ROOT / "README.md").read_text(encoding="utf-8"))
    wanted = sorted(names())
    assert sorted(row[0] for row in changed) == [f"[{name}](mutators/{name}.md)" for name in wanted]
    assert sorted(row[0] for row in elsewhere) == wanted
    assert [row[0].split()[0] for row in sets] == list(GROUPS)
    assert sorted((row[0], row[1]) for row in readme) == [
        (f"`{name}`", get(name).relation) for name in wanted
    ]


def test_the_yields_of_the_table_are_the_figures() -> None:
    changed, *_ = tables((DOCS / "mutator-table.md").read_text(encoding="utf-8"))
    figures, *_ = tables((DOCS / "figures.md").read_text(encoding="utf-8"))
    measured = {
        f"[{name}](mutators/{name}.md)": f"{mutants} of {candidates} ({share}), {each} a method"
        for name, candidates, mutants, share, each, *_ in figures
    }
    assert {row[0]: row[3] for row in changed} == measured


def test_a_table_is_read_row_by_row() -> None:
    page = "| a | b |\n| --- | --- |\n| x | `p \\|\\| q` |\n| y | |\n\ntext | text\n\n| c |\n| --- |\n| z |\n"
    assert tables(page) == [[["x", "`p \\|\\| q`"], ["y", ""]], [["z"]]]
