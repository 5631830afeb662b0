"""Mutators with their options as plain data, and what an output depends on."""

from __future__ import annotations

import json

import pytest

from equimorph.catalogue import Choice, versions
from mutators import MutationError, get
from mutators.java.reorder_condition import ReorderCondition
from mutators.java.variable_renaming import VariableRenaming


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
