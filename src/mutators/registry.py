"""The registry of mutators: an explicit list of ours, and the entry-point group ``equimorph.mutators`` for those of others."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.metadata import entry_points

from mutators.base import Mutator
from mutators.java.condition_exchange import ConditionExchange
from mutators.java.expression_exchange import ExpressionExchange
from mutators.java.loop_exchange import LoopExchange
from mutators.java.new_variable import NewVariable
from mutators.java.operator_mutation import OperatorMutation
from mutators.java.permute_exchange import PermuteExchange
from mutators.java.reorder_condition import ReorderCondition
from mutators.java.sketch import Sketch
from mutators.java.unused_variable import UnusedVariable
from mutators.java.useless_cast import UselessCast
from mutators.java.variable_renaming import VariableRenaming
from mutators.model import MutationError

__all__ = ["BUILT_IN", "ENTRY_POINTS", "classes", "defaults", "get", "names"]

BUILT_IN: tuple[type[Mutator], ...] = (
    VariableRenaming,
    ReorderCondition,
    UselessCast,
    UnusedVariable,
    NewVariable,
    LoopExchange,
    ExpressionExchange,
    PermuteExchange,
    ConditionExchange,
    OperatorMutation,
    Sketch,
)

ENTRY_POINTS = "equimorph.mutators"
"""Group of entry points; each one loads a `Mutator` subclass, under the mutator's name."""


@cache
def _all() -> dict[str, type[Mutator]]:
    found = {mutator.name: mutator for mutator in BUILT_IN}
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda p: (p.name, p.value)):
        mutator = point.load()
        if not (isinstance(mutator, type) and issubclass(mutator, Mutator)):
            raise MutationError(f"entry point {point.value!r} is not a Mutator class")
        if mutator.name != point.name:
            raise MutationError(
                f"entry point {point.name!r} loads a mutator that calls itself {mutator.name!r}"
            )
        if mutator.name in found:
            raise MutationError(f"entry point {point.value!r}: a mutator {mutator.name!r} exists already")
        found[mutator.name] = mutator
    return found


def classes() -> dict[str, type[Mutator]]:
    """Return the classes of all mutators by their names, ours first."""
    return dict(_all())


def names() -> tuple[str, ...]:
    """Return the names of all mutators, ours first."""
    return tuple(_all())


def defaults(language: str = "java") -> tuple[str, ...]:
    """Return the names of the mutators that are applied to a source of a language if none is named.

    Breaking mutants are never made by default, so a rewritten tree behaves as before.
    """
    return tuple(
        name
        for name, mutator in _all().items()
        if mutator.language == language and mutator.by_default and mutator.relation == "preserving"
    )


def get(name: str, **options: str | Iterable[str]) -> Mutator:
    """Return the mutator with a name, with default options unless others are given.

    Args:
        name: in kebab case, such as "reorder-condition".
        options: values by the names of the options, such as `purity="conventional"`; `list_mutators` has them all.

    Raises:
        MutationError: no mutator has the name, it has no such option, or the option no such value; the message lists
            those that exist.
    """
    found = _all().get(name)
    if found is None:
        raise MutationError(f"no mutator {name!r}; there are: {', '.join(names())}")
    return found(**options)
