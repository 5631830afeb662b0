"""The ten refactoring operators of the paper, as the library's sound mutators.

Three of them are reported as unavailable. Renaming an API has no sound form: another method is called. Renaming a method
and adding an argument have sound mutators, but these change the calls in other members, too; an individual is one member, and its
records are of that member alone. "Add print" makes a mutant print more than its original; it is applied only where it is named.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

import mutators as registry
from equimorph.mutants.mutating import Found, candidates_of, select_mutators
from equimorph.search.errors import SearchError
from mutators import Mutator
from mutators.base import Match
from mutators.java.tools.renaming import Declared
from parsers import Member

__all__ = ["BY_DEFAULT", "LANGUAGE", "OPERATORS", "UNAVAILABLE", "Operator", "operators_of"]

LANGUAGE = "java"
"""The language of the methods that are searched, since the operators of the paper are mutators of Java."""


def _any(match: Match) -> bool:
    return True


def _argument(match: Match) -> bool:
    assert isinstance(match, Declared)
    return match.declaration.kind == "parameter"


@dataclass(frozen=True)
class Operator:
    """An operator of the search.

    Attributes:
        name: the paper's term in kebab case, or the name of a mutator.
        mutators: make its mutants.
        takes: which of their matches are its.
    """

    name: str
    mutators: tuple[Mutator, ...]
    takes: Callable[[Match], bool] = _any

    def found(self, method: Member) -> Iterator[Found]:
        """Yield the candidates of a method, mutator by mutator."""
        return (one for one in candidates_of(method, self.mutators) if self.takes(one[2]))


_SYNONYM: Mapping[str, tuple[str, ...]] = {"schemes": ("synonym",)}
_TABLE: Mapping[str, tuple[tuple[str, ...], Mapping[str, tuple[str, ...]], Callable[[Match], bool]]] = {
    "local-variable-renaming": (("variable-renaming",), _SYNONYM, lambda match: not _argument(match)),
    "argument-renaming": (("variable-renaming",), _SYNONYM, _argument),
    "local-variable-adding": (("unused-variable",), {}, _any),
    "add-print": (("log-statement",), {}, _any),
    "for-loop-enhance": (("loop-exchange",), {}, _any),
    "if-enhance": (("condition-exchange", "permute-exchange", "reorder-condition"), {}, _any),
    "return-optimal": (("return-variable",), {}, _any),
}
"""By the name of an operator its mutators, their options, and which matches are its."""
_OTHERS = (
    "it changes the calls in other members of the file, and an individual with its records is one member"
)
UNAVAILABLE: Mapping[str, str] = {
    "method-renaming": _OTHERS,
    "argument-adding": _OTHERS,
    "api-renaming": "another name for a method of an API calls another method, or none: it cannot preserve behaviour",
}
"""Operators of the paper that cannot be had, with the reason."""
OPERATORS: tuple[str, ...] = tuple(_TABLE)
"""The operators that can be had."""
BY_DEFAULT: tuple[str, ...] = tuple(name for name in OPERATORS if name != "add-print")
"""Those that preserve behaviour."""


def operators_of(names: Iterable[str] | None = None) -> tuple[Operator, ...]:
    """Return operators by name.

    Args:
        names: Names of `OPERATORS`, or of mutators of Java that do not break behaviour; `BY_DEFAULT` for None.

    Raises:
        SearchError: there is none of a name, it breaks behaviour, or it cannot be had; the message says why.
        MutationError: another package's mutator cannot be loaded.
    """
    wanted = tuple(dict.fromkeys(BY_DEFAULT if names is None else names))
    if not wanted:
        raise SearchError("no operators; one at least is needed")
    return tuple(_operator(name) for name in wanted)


def _operator(name: str) -> Operator:
    if name in UNAVAILABLE:
        raise SearchError(f"{name} is unavailable: {UNAVAILABLE[name]}")
    if name in _TABLE:
        mutators, options, takes = _TABLE[name]
        return Operator(name, tuple(type(one)(**options) for one in select_mutators(mutators)), takes)
    [mutator] = select_mutators(_known(name))
    if mutator.relation == "breaking":
        raise SearchError(f"{name} breaks behaviour, so that another answer to its mutants would be right")
    if mutator.reach == "file":
        raise SearchError(f"{name} is unavailable: {_OTHERS}")
    return Operator(name, (mutator,))


def _known(name: str) -> Collection[str]:
    if name not in registry.names(LANGUAGE):
        there = ", ".join((*OPERATORS, *UNAVAILABLE))
        raise SearchError(f"no operator {name!r}; there are: {there}; and the names of mutators")
    return (name,)
