"""One table of capabilities: attributes, types, verbs, help and docs follow from it, and nothing is imported before it is used."""

from __future__ import annotations

import ast
import os
import pickle
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import equimorph as em
from equimorph.capabilities import CAPABILITIES, CORE, NAMES, Capability, Verb
from equimorph.cli import app

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "src" / "equimorph"
ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
PUBLIC = {name for names in NAMES.values() for name in names} | {one.name for one in CAPABILITIES}


def imported(code: str, *roots: str) -> list[str]:
    """The modules below some roots that a program imports in a process of its own."""
    ends = f"\nprint('imported', *sorted(n for n in sys.modules if n.startswith({roots!r})))"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys{code}{ends}"],
        capture_output=True,
        encoding="utf-8",
        env=ENV,
        check=True,
    )
    return done.stdout.splitlines()[-1].split()[1:]


def command(*words: str) -> str:
    """A program that runs the command."""
    return f"""
from equimorph.cli import main
sys.argv = ["equimorph", *{words!r}]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
"""


HEAVY = ("torch", "numpy", "pyarrow", "libcst", "tree_sitter", "javalang", "pydantic", "rich")


def test_the_library_is_imported_when_it_is_used() -> None:
    assert imported("\nimport equimorph", "equimorph", "mutators", "parsers", "typer", *HEAVY) == [
        "equimorph",
        "equimorph.capabilities",
    ]
    assert imported("\nfrom equimorph import Selection, mutate", *HEAVY) == []


@pytest.mark.parametrize("words", [("--version",), ("--help",), ("leakage", "--help")])
def test_help_and_version_import_no_verb(words: tuple[str, ...]) -> None:
    own = imported(command(*words), "equimorph.", "mutators", "parsers", *HEAVY)
    assert set(own) == {
        "equimorph.capabilities",
        "equimorph.cli",
        "equimorph.cli.commands",
        "equimorph.cli.epilogs",
        "equimorph.cli.loading",
        "equimorph.runs",
        "equimorph.runs.collection",
        "equimorph.runs.declared",
        "equimorph.version",
    }


def test_the_list_imports_no_mutator_and_no_parser() -> None:
    assert imported(command("list"), "mutators.java.", "mutators.python.", "parsers.java.", *HEAVY) == []


@pytest.mark.parametrize("verb", ["mutate", "sites", "rewrite"])
def test_the_help_of_a_verb_imports_no_other_verb_and_no_mutator(verb: str) -> None:
    others = [
        f"equimorph.cli.{other.place.partition(':')[0]}"
        for other in CORE
        if other.name not in (verb, "verify")
    ]
    roots = ("mutators.java.", "mutators.python.", "equimorph.contrastive", "equimorph.defects4j", *HEAVY)
    assert imported(command(verb, "--help"), *others, *roots) == []


def test_a_verb_of_a_group_imports_no_other_one() -> None:
    verbs = imported(command("robustness", "compare", "--help"), "equimorph.cli.robustness.")
    assert "equimorph.cli.robustness.compare" in verbs
    assert not {f"equimorph.cli.robustness.{name}" for name in ("run", "judge", "ask")} & set(verbs)


@pytest.mark.parametrize(
    ("line", "expected"),
    [("r", ["rewrite", "report", "robustness"]), ("leakage ", ["find", "summarise", "pv"])],
)
def test_verbs_are_completed_without_being_imported(line: str, expected: list[str]) -> None:
    words = f"equimorph {line}".split(" ")
    asked = {
        "_EQUIMORPH_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    code = f"\nimport os\nos.environ.update({asked!r})" + command()
    assert not {"equimorph.cli.rewrite", "equimorph.cli.leakage.find"} & set(imported(code, "equimorph.cli"))
    done = CliRunner().invoke(app, [], prog_name="equimorph", env=asked)
    assert done.stdout.splitlines() == expected


def test_a_completion_leaves_the_commands_as_they_were() -> None:
    group: Any = get_command(app)
    context = group.make_context("equimorph", [""], resilient_parsing=True)
    assert [item.value for item in group.shell_complete(context, "mut")] == ["mutate"]
    assert group.commands["mutate"].params


def commands() -> dict[str, tuple[Verb, Any]]:
    """All verbs of the table with their commands."""
    top = get_command(app).commands  # type: ignore[attr-defined]
    verbs = {
        verb.name: (verb, top[verb.name]) for verb in (*CORE, *(v for c in CAPABILITIES for v in c.verbs))
    }
    for capability in CAPABILITIES:
        for verb in capability.below:
            verbs[f"{capability.name} {verb.name}"] = verb, top[capability.name].commands[verb.name]
    return verbs


COMMANDS = commands()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_sentence_of_a_verb_is_the_first_one_of_its_help(name: str) -> None:
    verb, loaded = COMMANDS[name]
    assert loaded.name == verb.name
    assert verb.sentence == loaded.get_short_help_str(1000)


def test_the_help_lists_every_verb_of_the_table() -> None:
    top = get_command(app).commands  # type: ignore[attr-defined]
    groups = {one.name for one in CAPABILITIES if one.below}
    assert {name for name in COMMANDS if " " not in name} | groups == set(top)
    for capability in CAPABILITIES:
        if capability.below:
            assert top[capability.name].get_short_help_str(1000) == capability.sentence
            assert [*top[capability.name].commands] == [verb.name for verb in capability.below]


def test_every_attribute_is_there() -> None:
    assert set(em.__all__) == PUBLIC
    assert set(dir(em)) >= PUBLIC
    for module, names in NAMES.items():
        for name in names:
            assert getattr(em, name) is getattr(sys.modules[module], name)
    for capability in CAPABILITIES:
        assert getattr(em, capability.name) is sys.modules[f"equimorph.{capability.name}"]
    assert pickle.loads(pickle.dumps(em.mutate)) is em.mutate
    with pytest.raises(AttributeError, match="module 'equimorph' has no attribute 'nothing'"):
        em.nothing  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        exec("from equimorph import nothing")


def test_no_attribute_has_the_name_of_another_room_or_module() -> None:
    rooms = {path.stem for path in PLACE.iterdir()} - {capability.name for capability in CAPABILITIES}
    assert not PUBLIC & rooms


def test_type_checkers_see_the_attributes_of_the_table() -> None:
    [typed] = [
        node for node in ast.parse((PLACE / "__init__.py").read_text()).body if isinstance(node, ast.If)
    ]
    seen = {
        (node.module, alias.name, alias.asname)
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    packages = {("equimorph", one.name, one.name) for one in CAPABILITIES}
    assert seen == packages | {(module, name, name) for module, names in NAMES.items() for name in names}
    # What they do not see would give each misspelt name the type `object`.
    hidden = {node.name for node in typed.orelse if isinstance(node, ast.FunctionDef)}
    assert hidden == {"__getattr__", "__dir__"}


INTERNAL_ROOMS = {
    *(
        "answers",
        "checking",
        "cli",
        "languages",
        "learning",
        "mutants",
        "pages",
        "patches",
        "projects",
        "rows",
        "runs",
    ),
    *("statistics", "texts", "trees"),
}
"""Packages that users do not name; all others are capabilities."""


def test_every_package_for_users_is_a_capability() -> None:
    packages = {path.parent.name for path in PLACE.glob("*/__init__.py")} - INTERNAL_ROOMS
    assert {one.name for one in CAPABILITIES} == packages


def test_extras_are_those_that_can_be_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    ours = {"test", "lint", "docs", "dev"}
    extras = [extra for capability in CAPABILITIES for extra in capability.extras]
    assert {*extras} == set(project["optional-dependencies"]) - ours


def row(capability: Capability) -> str:
    """The row of a capability in the docs."""
    names = [verb.name for verb in capability.verbs] + [
        f"{capability.name} {verb.name}" for verb in capability.below
    ]
    cells = [[f"em.{capability.name}"], names, list(capability.extras)]
    code, verbs, extras = (", ".join(f"`{word}`" for word in words) for words in cells)
    return f"| {code} | {capability.sentence} | {verbs} | {extras} |"


def test_the_docs_have_the_table() -> None:
    text = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    part = text.partition("\n## Capabilities\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `em\..*\|$", part, re.MULTILINE) == [
        row(capability) for capability in CAPABILITIES
    ]


def test_names_of_bulk_are_listed_before_they_are_used() -> None:
    assert set(em.bulk.__all__) <= set(dir(em.bulk))
