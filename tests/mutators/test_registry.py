"""The list of mutators: ours, and those that other distributions bring along."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from pkgutil import iter_modules
from typing import get_args

import pytest

import mutators.java
import mutators.python
from mutators import registry
from mutators.base import Mutator
from mutators.java.reorder_condition import ReorderCondition
from mutators.model import Edit, MutationError
from mutators.mutant import Relation
from parsers.java.method import Method
from tests.strategies.matches import Always


class Theirs(Mutator):
    name = "theirs"
    language = "java"
    relation = "breaking"
    examples = ()

    def matches(self, method: Method) -> Iterator[Always]:
        yield Always(method, method.root, lambda match: [Edit(match.start, "v", "u")])


NOT_A_MUTATOR = object()
AGAIN = ReorderCondition


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Entry points of this module instead of those that are installed."""
    points: list[EntryPoint] = []
    monkeypatch.setattr(EntryPoint, "load", lambda self: globals()[self.attr])

    def entry_points(group: str) -> list[EntryPoint]:
        return [point for point in points if point.group == group]

    monkeypatch.setattr(registry, "entry_points", entry_points)
    registry._others.cache_clear()
    yield points
    registry._others.cache_clear()


def point(name: str, attribute: str, group: str = "equimorph.mutators") -> EntryPoint:
    return EntryPoint(name, f"{__name__}:{attribute}", group)


def test_ours_in_order() -> None:
    assert registry.names()[:2] == ("variable-renaming", "reorder-condition")
    for entry in registry.BUILT_IN:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", entry.name)
        assert entry.relation in get_args(Relation)
        assert entry.version >= 1
        assert type(registry.get(entry.name, entry.language)) is entry.mutator
    assert {registry.get(name).language for name in registry.names()} == {"java"}


@pytest.mark.parametrize("entry", registry.BUILT_IN, ids=lambda entry: f"{entry.name}-{entry.language}")
def test_the_table_says_what_the_class_declares(entry: registry.Entry) -> None:
    declared = registry.Entry.of(entry.mutator)
    assert entry == replace(declared, kind=declared.mutator.__name__)


def test_every_mutator_of_ours_is_in_the_table() -> None:
    listed = {entry.mutator for entry in registry.BUILT_IN}
    for folder in (ours.__path__[0] for ours in (mutators.java, mutators.python)):
        for module in iter_modules([folder], f"mutators.{Path(folder).name}."):
            defined = vars(import_module(module.name)).values()
            kinds = {kind for kind in defined if isinstance(kind, type) and issubclass(kind, Mutator)}
            assert {kind for kind in kinds if kind.__module__ == module.name} <= listed


def test_names_and_one_mutator_import_no_other_mutator() -> None:
    code = (
        "import sys; from mutators import defaults, get, names; names(), defaults(), get('useless-cast')\n"
        "print(sorted(n for n in sys.modules if n.count('.') == 2 and n.startswith(('mutators.java.', 'mutators.python.'))))\n"
        "print('libcst' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8")
    modules, libcst = done.stdout.splitlines()
    assert set(ast.literal_eval(modules)) == {
        *("mutators.java.match", "mutators.java.tools", "mutators.java.useless_cast")
    }
    assert libcst == "False"


def test_an_unknown_name_is_an_error_that_lists_the_known() -> None:
    with pytest.raises(MutationError, match=r"'nope'.*variable-renaming, reorder-condition"):
        registry.get("nope")


def test_entry_points_come_after_ours(plugged: list[EntryPoint]) -> None:
    plugged += [point("theirs", "Theirs"), point("other", "Theirs", group="another.group")]
    assert registry.names() == (*dict.fromkeys(entry.name for entry in registry.BUILT_IN), "theirs")
    assert isinstance(registry.get("theirs"), Theirs)


@pytest.mark.parametrize(
    ("name", "attribute", "message"),
    [
        ("x", "NOT_A_MUTATOR", "not a Mutator"),
        ("x", "Theirs", "calls itself 'theirs'"),
        ("reorder-condition", "AGAIN", "exists already"),
    ],
)
def test_bad_entry_points_are_errors(
    plugged: list[EntryPoint], name: str, attribute: str, message: str
) -> None:
    plugged.append(point(name, attribute))
    with pytest.raises(MutationError, match=message):
        registry.names()


def test_a_breaking_mutator_is_never_a_default(plugged: list[EntryPoint]) -> None:
    plugged.append(point("theirs", "Theirs"))
    assert "theirs" in registry.names()
    assert Theirs.by_default
    assert "theirs" not in registry.defaults()
    relations = {registry.get(name).relation for name in registry.defaults()}
    assert relations == {"preserving"}
