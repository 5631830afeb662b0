"""The list of mutators: ours, and those that other distributions bring along."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import get_args

import pytest

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
    for mutator in registry.BUILT_IN:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", mutator.name)
        assert mutator.relation in get_args(Relation)
        assert mutator.version >= 1
        assert type(registry.get(mutator.name)) is mutator


def test_an_unknown_name_is_an_error_that_lists_the_known() -> None:
    with pytest.raises(MutationError, match=r"'nope'.*variable-renaming, reorder-condition"):
        registry.get("nope")


def test_entry_points_come_after_ours(plugged: list[EntryPoint]) -> None:
    plugged += [point("theirs", "Theirs"), point("other", "Theirs", group="another.group")]
    assert registry.names() == (*(mutator.name for mutator in registry.BUILT_IN), "theirs")
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
