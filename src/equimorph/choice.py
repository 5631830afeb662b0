"""Which mutators a command takes, as plain data that another process understands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from equimorph.mutating import select_mutators
from mutators import MutationError, Mutator
from mutators.java.new_variable import NewVariable
from mutators.java.operator_mutation import OperatorMutation
from mutators.java.reorder_condition import ReorderCondition
from mutators.java.variable_renaming import VariableRenaming

__all__ = ["Choice", "plain", "versions"]


@dataclass(frozen=True)
class Choice:
    """Mutators and their options.

    Attributes:
        names: of mutators; none for those that are applied by default.
        schemes: of new names, for the mutators that make some.
        purity: of reorder-condition.
        operators: sets of operators of operator-mutation.
    """

    names: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ()
    purity: str | None = None
    operators: tuple[str, ...] = ()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Choice:
        """The choice that `to_dict` gave."""
        lists = {name: tuple(data[name]) for name in ("names", "schemes", "operators")}
        return cls(**lists, purity=data["purity"])

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
        }

    def mutators(self) -> tuple[Mutator, ...]:
        """The mutators with their options.

        Raises:
            MutationError: a name is none, or an option is of a mutator that is not among those named.
        """
        by_name = {mutator.name: mutator for mutator in select_mutators(self.names or None)}
        if self.schemes:
            schemes = dict.fromkeys(self.schemes)
            _configure(by_name, "--scheme", VariableRenaming(schemes=schemes), NewVariable(schemes=schemes))
        if self.purity:
            _configure(by_name, "--purity", ReorderCondition(purity=self.purity))
        if self.operators:
            _configure(by_name, "--operators", OperatorMutation(operators=self.operators))
        return tuple(by_name.values())


def _configure(chosen: dict[str, Mutator], option: str, *configured: Mutator) -> None:
    """Puts mutators with options in the place of those of the same name that are chosen."""
    found = [mutator for mutator in configured if mutator.name in chosen]
    if not found:
        names = " or ".join(mutator.name for mutator in configured)
        raise MutationError(f"{option} is an option of {names}, which is not among the mutators")
    chosen.update({mutator.name: mutator for mutator in found})


def versions(mutators: Iterable[Mutator]) -> list[list[Any]]:
    """Names, versions and options of mutators: where these are equal, so is what they make."""
    return sorted([m.name, m.version, plain(vars(m))] for m in mutators)


def plain(value: object) -> str:
    """The options of a mutator as a text that is the same in all processes."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(sorted(f'{key}: {plain(one)}' for key, one in value.items()))}}}"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(plain, value)))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(plain, value))}]"
    return repr(value) if value is None or isinstance(value, str | int | float) else type(value).__name__
