"""Mutators with their options as plain data, and what an output depends on."""

from __future__ import annotations

import json
import sys

import pytest

from equimorph.mutants.catalogue import Choice, declared_options, list_mutators, versions
from mutators import MutationError, get, registry
from mutators.java.operator_mutation import OperatorMutation
from mutators.java.reorder_condition import ReorderCondition
from mutators.java.variable_renaming import VariableRenaming
from mutators.options import Option


def test_a_choice_is_plain_data_and_back() -> None:
    choice = Choice(("reorder-condition", "variable-renaming"), {"schemes": ("generic", "synonym")})
    again = Choice.from_dict(json.loads(json.dumps(choice.to_dict())))
    assert again == choice
    reorder, renaming = sorted(again.mutators(), key=lambda mutator: mutator.name)
    assert reorder.settings == ReorderCondition().settings
    assert renaming.settings == VariableRenaming(["generic", "synonym"]).settings


def test_an_option_needs_a_mutator() -> None:
    with pytest.raises(MutationError, match="--purity is an option of reorder-condition"):
        Choice(("sketch",), {"purity": ("proven",)}).mutators()
    with pytest.raises(MutationError, match="no mutator has an option 'nope'"):
        Choice((), {"nope": ("x",)}).mutators()


def test_versions_differ_with_options() -> None:
    proven, conventional = ReorderCondition(), ReorderCondition("conventional")
    assert versions([proven]) == versions([get("reorder-condition")])
    assert versions([proven]) != versions([conventional])
    assert versions([proven, VariableRenaming()]) == versions([VariableRenaming(), proven])


def test_a_name_given_twice_counts_once() -> None:
    chosen = Choice(("reorder-condition", "reorder-condition"))
    assert [mutator.name for mutator in chosen.mutators()] == ["reorder-condition"]
    assert hash(chosen) == hash(Choice(chosen.names))


def test_versions_differ_where_private_state_does() -> None:
    class Own(ReorderCondition):
        def __init__(self, key: int) -> None:
            super().__init__()
            self._k = key

    assert versions([Own(1)]) == versions([Own(1)])
    assert versions([Own(1)]) != versions([Own(2)])


def test_the_order_of_operators_means_nothing_and_that_of_schemes_something() -> None:
    operators = [OperatorMutation(["shift", "bitwise"]), OperatorMutation(["bitwise", "shift"])]
    assert versions(operators[:1]) == versions(operators[1:])
    schemes = [VariableRenaming(["generic", "initials"]), VariableRenaming(["initials", "generic"])]
    assert versions(schemes[:1]) != versions(schemes[1:])


def test_the_list_has_the_first_lines_of_the_docstrings() -> None:
    listed = {(info.language, info.name): info.summary for info in list_mutators()}
    for entry in registry.BUILT_IN:
        first, *_ = (sys.modules[entry.mutator.__module__].__doc__ or "").splitlines()
        assert f"{entry.name}: {listed[entry.language, entry.name]}" == first.replace("``", "")


def test_an_option_of_a_mutator_of_python_is_one_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    class Theirs(ReorderCondition):
        name = "theirs"
        language = "python"
        options = (Option("loud", ("a", "b"), "something else"),)

    monkeypatch.setattr(registry, "_others", lambda: (Theirs,))
    assert declared_options()[Theirs.options[0]] == ("theirs",)


def test_an_option_that_is_declared_in_two_ways_is_reported_where_its_mutator_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Theirs(ReorderCondition):
        name = "theirs"
        options = (Option("purity", ("a", "b"), "something else"),)

    monkeypatch.setattr(registry, "_others", lambda: (Theirs,))
    assert all("theirs" not in names for names in declared_options().values())
    assert Choice(("reorder-condition",), {"purity": ("conventional",)}).mutators()
    with pytest.raises(
        MutationError, match="theirs declares the option --purity in another way than reorder"
    ):
        Choice(("theirs",)).mutators()
