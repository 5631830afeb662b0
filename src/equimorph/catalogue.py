"""What mutators there are."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

import mutators as registry
from mutators.base import Relation

__all__ = ["MutatorInfo", "list_mutators"]


@dataclass(frozen=True)
class MutatorInfo:
    """A mutator, for people to read.

    Attributes:
        name, version, language, relation: as of the class.
        by_default: whether it is applied where no mutator is named.
        summary: what it does, from the first line of its documentation.
    """

    name: str
    version: int
    language: str
    relation: Relation
    by_default: bool
    summary: str


def list_mutators() -> tuple[MutatorInfo, ...]:
    """All mutators, ours first, then those of installed packages."""
    return tuple(_info(name) for name in registry.names())


def _info(name: str) -> MutatorInfo:
    mutator = type(registry.get(name))
    module = inspect.getmodule(mutator)
    text = (module and module.__doc__) or mutator.__doc__ or ""
    summary = text.strip().partition("\n")[0].removeprefix(f"{name}: ").replace("``", "")
    default = name in registry.defaults(mutator.language)
    return MutatorInfo(name, mutator.version, mutator.language, mutator.relation, default, summary)
