"""The registry of mutators: explicit lists of ours, and the entry-point group ``equimorph.mutators`` for those of others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from mutators.base import Mutator
from mutators.java.condition_exchange import ConditionExchange
from mutators.java.dead_branch import DeadBranch
from mutators.java.declaration_split import DeclarationSplit
from mutators.java.expression_exchange import ExpressionExchange
from mutators.java.infix_dividing import InfixDividing
from mutators.java.log_statement import LogStatement
from mutators.java.loop_exchange import LoopExchange
from mutators.java.method_renaming import MethodRenaming
from mutators.java.new_variable import NewVariable
from mutators.java.operator_mutation import OperatorMutation
from mutators.java.parameter_adding import ParameterAdding
from mutators.java.parenthesise import Parenthesise
from mutators.java.permute_exchange import PermuteExchange
from mutators.java.permute_statement import PermuteStatement
from mutators.java.reorder_condition import ReorderCondition
from mutators.java.return_variable import ReturnVariable
from mutators.java.sketch import Sketch
from mutators.java.string_equality import StringEquality
from mutators.java.switch_to_if import SwitchToIfExchange
from mutators.java.ternary_to_if import TernaryToIf
from mutators.java.try_catch import TryCatch
from mutators.java.unused_statement import UnusedStatement
from mutators.java.unused_variable import UnusedVariable
from mutators.java.useless_cast import UselessCast
from mutators.java.variable_renaming import VariableRenaming
from mutators.model import MutationError

__all__ = ["BUILT_IN", "ENTRY_POINTS", "PYTHON", "classes", "defaults", "get", "names"]

# Ours for Java.
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
    MethodRenaming,
    ParameterAdding,
    SwitchToIfExchange,
    UnusedStatement,
    DeadBranch,
    TryCatch,
    LogStatement,
    DeclarationSplit,
    TernaryToIf,
    ReturnVariable,
    PermuteStatement,
    Parenthesise,
    InfixDividing,
    StringEquality,
    OperatorMutation,
    Sketch,
)

PYTHON: Mapping[str, str] = {
    "variable-renaming": "mutators.python.variable_renaming:VariableRenaming",
    "reorder-condition": "mutators.python.reorder_condition:ReorderCondition",
    "unused-variable": "mutators.python.unused_variable:UnusedVariable",
    "new-variable": "mutators.python.new_variable:NewVariable",
    "loop-exchange": "mutators.python.loop_exchange:LoopExchange",
    "expression-exchange": "mutators.python.expression_exchange:ExpressionExchange",
    "permute-exchange": "mutators.python.permute_exchange:PermuteExchange",
    "condition-exchange": "mutators.python.condition_exchange:ConditionExchange",
    "operator-mutation": "mutators.python.operator_mutation:OperatorMutation",
    "sketch": "mutators.python.sketch:Sketch",
}
"""Names of ours for Python, and where the classes are. They are imported when Python is asked for, since libcst takes time."""

ENTRY_POINTS = "equimorph.mutators"
"""Group of entry points; each one loads a `Mutator` subclass, under the mutator's name."""


@cache
def _others() -> tuple[type[Mutator], ...]:
    """Return the mutators of installed packages."""
    found: list[type[Mutator]] = []
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda p: (p.name, p.value)):
        mutator = point.load()
        if not (isinstance(mutator, type) and issubclass(mutator, Mutator)):
            raise MutationError(f"entry point {point.value!r} is not a Mutator class")
        if mutator.name != point.name:
            raise MutationError(
                f"entry point {point.name!r} loads a mutator that calls itself {mutator.name!r}"
            )
        if mutator.name in _own(mutator.language) or any(
            (mutator.name, mutator.language) == (other.name, other.language) for other in found
        ):
            raise MutationError(f"entry point {point.value!r}: a mutator {mutator.name!r} exists already")
        found.append(mutator)
    return tuple(found)


def _own(language: str) -> Collection[str]:
    """Return the names of our mutators of a language."""
    if language == "java":
        return [mutator.name for mutator in BUILT_IN]
    return PYTHON if language == "python" else ()


@cache
def _python(name: str) -> type[Mutator]:
    module, _, attribute = PYTHON[name].partition(":")
    found: type[Mutator] = getattr(import_module(module), attribute)
    return found


def classes(language: str = "java") -> dict[str, type[Mutator]]:
    """Return the classes of the mutators of a language by their names, ours first."""
    if language == "python":
        found = {name: _python(name) for name in PYTHON}
    else:
        found = {mutator.name: mutator for mutator in BUILT_IN if mutator.language == language}
    return found | {mutator.name: mutator for mutator in _others() if mutator.language == language}


def names(language: str | None = None) -> tuple[str, ...]:
    """Return the names of the mutators of a language, or of all, ours first, each once."""
    spoken = ("java", "python") if language is None else (language,)
    own = [name for one in spoken for name in _own(one)]
    theirs = [mutator.name for mutator in _others() if language in (None, mutator.language)]
    return tuple(dict.fromkeys([*own, *theirs]))


def defaults(language: str = "java") -> tuple[str, ...]:
    """Return the names of the mutators that are applied to a source of a language if none is named.

    Only preserving mutants are ever made by default, so a rewritten tree behaves and prints as before.
    """
    return tuple(
        name
        for name, mutator in classes(language).items()
        if mutator.by_default and mutator.relation == "preserving"
    )


def get(name: str, language: str | None = None, **options: str | Iterable[str]) -> Mutator:
    """Return the mutator with a name, with default options unless others are given.

    Args:
        name: in kebab case, such as "reorder-condition".
        language: of the sources that it is to mutate; by default Java, or the language of the only mutator with the name.
        options: values by the names of the options, such as `purity="conventional"`; `list_mutators` has them all.

    Raises:
        MutationError: no mutator of the language has the name, it has no such option, or the option no such value; the message
            lists those that exist.
    """
    if name not in names(language):
        of = "" if language is None else f" for {language}"
        raise MutationError(f"no mutator {name!r}{of}; there are: {', '.join(names(language))}")
    return _class(name, language)(**options)


def _class(name: str, language: str | None) -> type[Mutator]:
    """Return the class of a name that a mutator has."""
    if language is None:
        known = ("java", "python", *(mutator.language for mutator in _others()))
        language = next(one for one in known if name in names(one))
    if language == "python" and name in PYTHON:
        return _python(name)
    return classes(language)[name]
