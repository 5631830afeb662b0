"""The registry of mutators: a table of ours, and the entry-point group ``equimorph.mutators`` for other packages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from mutators.base import Mutator
from mutators.model import MutationError
from mutators.mutant import Relation
from mutators.naming import SCHEME
from mutators.operator_sets import OPERATORS
from mutators.options import Option
from mutators.purity import PURITY

__all__ = ["BUILT_IN", "ENTRY_POINTS", "Entry", "classes", "defaults", "entries", "get", "names"]


@dataclass(frozen=True)
class Entry:
    """A mutator of the registry. Its class is imported when it is asked for, since the facts of a language take time to import.

    `kind` is the class, or, for a mutator of ours, the name of the class in the module of the mutator's name.

    Attributes:
        name, language, relation, by_default, version, options: See the attributes of the class.
    """

    name: str
    language: str
    kind: type[Mutator] | str
    relation: Relation = "preserving"
    by_default: bool = True
    version: int = 1
    options: tuple[Option, ...] = ()

    @classmethod
    def of(cls, kind: type[Mutator]) -> Entry:
        """Return the entry of a class."""
        declared = (kind.relation, kind.by_default, kind.version, kind.options)
        return cls(kind.name, kind.language, kind, *declared)

    @property
    def module(self) -> str:
        """The name of the module with the class."""
        if isinstance(self.kind, str):
            return f"mutators.{self.language}.{self.name.replace('-', '_')}"
        return self.kind.__module__

    @property
    def mutator(self) -> type[Mutator]:
        """The class.

        :meta private:
        """
        if isinstance(self.kind, str):
            kind: type[Mutator] = getattr(import_module(self.module), self.kind)
            return kind
        return self.kind

    @property
    def is_default(self) -> bool:
        """Whether the mutator is applied if none is named. Only preserving mutants are ever made by default."""
        return self.by_default and self.relation == "preserving"


BUILT_IN = (
    Entry("variable-renaming", "java", "VariableRenaming", options=(SCHEME,)),
    Entry("reorder-condition", "java", "ReorderCondition", options=(PURITY,)),
    Entry("useless-cast", "java", "UselessCast"),
    Entry("unused-variable", "java", "UnusedVariable"),
    Entry("new-variable", "java", "NewVariable", options=(SCHEME,)),
    Entry("loop-exchange", "java", "LoopExchange"),
    Entry("expression-exchange", "java", "ExpressionExchange"),
    Entry("permute-exchange", "java", "PermuteExchange"),
    Entry("condition-exchange", "java", "ConditionExchange"),
    Entry("method-renaming", "java", "MethodRenaming", by_default=False),
    Entry("parameter-adding", "java", "ParameterAdding", by_default=False),
    Entry("switch-to-if", "java", "SwitchToIfExchange", by_default=False),
    Entry("unused-statement", "java", "UnusedStatement", by_default=False),
    Entry("dead-branch", "java", "DeadBranch", by_default=False),
    Entry("try-catch", "java", "TryCatch", by_default=False),
    Entry("log-statement", "java", "LogStatement", relation="preserving-but-for-output", by_default=False),
    Entry("declaration-split", "java", "DeclarationSplit", by_default=False),
    Entry("ternary-to-if", "java", "TernaryToIf", by_default=False),
    Entry("return-variable", "java", "ReturnVariable", by_default=False),
    Entry("permute-statement", "java", "PermuteStatement", by_default=False),
    Entry("parenthesise", "java", "Parenthesise", by_default=False),
    Entry("infix-dividing", "java", "InfixDividing", by_default=False),
    Entry("string-equality", "java", "StringEquality", by_default=False),
    Entry("operator-mutation", "java", "OperatorMutation", relation="breaking", options=(OPERATORS,)),
    Entry("sketch", "java", "Sketch", by_default=False),
    Entry("variable-renaming", "python", "VariableRenaming", options=(SCHEME,)),
    Entry("reorder-condition", "python", "ReorderCondition"),
    Entry("unused-variable", "python", "UnusedVariable"),
    Entry("new-variable", "python", "NewVariable", options=(SCHEME,)),
    Entry("loop-exchange", "python", "LoopExchange"),
    Entry("expression-exchange", "python", "ExpressionExchange"),
    Entry("permute-exchange", "python", "PermuteExchange"),
    Entry("condition-exchange", "python", "ConditionExchange"),
    Entry("operator-mutation", "python", "OperatorMutation", relation="breaking", options=(OPERATORS,)),
    Entry("sketch", "python", "Sketch", by_default=False),
)
"""Ours, as their classes declare them."""

ENTRY_POINTS = "equimorph.mutators"
"""Group of entry points; each one loads a `Mutator` subclass, under the mutator's name."""


@cache
def _others() -> tuple[type[Mutator], ...]:
    others: list[type[Mutator]] = []
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda p: (p.name, p.value)):
        mutator = point.load()
        if not (isinstance(mutator, type) and issubclass(mutator, Mutator)):
            raise MutationError(f"entry point {point.value!r} is not a Mutator class")
        if mutator.name != point.name:
            raise MutationError(
                f"entry point {point.name!r} loads a mutator that calls itself {mutator.name!r}"
            )
        if any(
            (mutator.name, mutator.language) == (entry.name, entry.language)
            for entry in (*BUILT_IN, *map(Entry.of, others))
        ):
            raise MutationError(f"entry point {point.value!r}: a mutator {mutator.name!r} exists already")
        others.append(mutator)
    return tuple(others)


def entries(language: str | None = None) -> tuple[Entry, ...]:
    """Return the entries of the mutators of a language, or of all, ours first."""
    return tuple(
        entry for entry in (*BUILT_IN, *map(Entry.of, _others())) if language in (None, entry.language)
    )


def classes(language: str = "java") -> dict[str, type[Mutator]]:
    """Return the classes of the mutators of a language by their names, ours first."""
    return {entry.name: entry.mutator for entry in entries(language)}


def names(language: str | None = None) -> tuple[str, ...]:
    """Return the names of the mutators of a language, or of all, ours first, each once."""
    return tuple(dict.fromkeys(entry.name for entry in entries(language)))


def defaults(language: str = "java") -> tuple[str, ...]:
    """Return the names of the mutators that are applied to a source of a language if none is named.

    Only preserving mutants are ever made by default, so a rewritten tree behaves and prints as before.
    """
    return tuple(entry.name for entry in entries(language) if entry.is_default)


def get(name: str, language: str | None = None, **options: str | Iterable[str]) -> Mutator:
    """Return the mutator with a name, with default options unless others are given.

    Args:
        name: Name in kebab case, such as "reorder-condition".
        language: Language of the sources that it is to mutate; by default Java, or the language of the only mutator with the name.
        options: Values by the names of the options, such as `purity="conventional"`; `list_mutators` has them all.

    Raises:
        MutationError: no mutator of the language has the name, or an option or its value is unknown; the message names
            the closest one, and lists the existing ones.
    """
    if name not in (known := names(language)):
        of = "" if language is None else f" for {language}"
        close = get_close_matches(str(name), known, n=1)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        raise MutationError(f"no mutator {name!r}{of}{hint}; there are: {', '.join(known)}")
    named = (entry for entry in entries(language) if entry.name == name)
    return min(named, key=lambda entry: entry.language != "java").mutator(**options)
